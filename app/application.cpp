// SPDX-License-Identifier: MIT
#include "application.h"

#include "approval/grantfile.h"
#include "approval/rules.h"
#include "base/localsocket.h"
#include "base/logging.h"
#include "packages/packagelimits.h"
#include "packages/wheelcache.h"
#include "rest/about.h"
#include "rest/codeboxset.h"
#include "rest/pyodideset.h"
#include "rest/runnoset.h"
#include "sandbox/analyser.h"
#include "tools/about.h"

#include <QFile>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

http::GuardOptions guardOptions(const ApplicationOptions &options, Refusals &refusals)
{
    http::GuardOptions guard;
    guard.onRefused = [&refusals](const http::Refusal &refusal) { refusals.note(refusal); };
    if (!options.authentication)
        guard.everybody = anyoneOnThisComputer();
    return guard;
}

packages::PackageService::Options packageOptions(const ApplicationOptions &options,
                                                 sandbox::SessionPool &pool, Clock &clock)
{
    return {.assets = options.files.assets + u"/pyodide"_s,
            // A folder of the person's may hold other things: ours stay together in it.
            .cacheFolder = options.cacheFolder.isEmpty()
                               ? options.profileFolder + u"/cache/packages"_s
                               : options.cacheFolder + u"/glovebox-packages"_s,
            .stateFolder = options.profileFolder,
            .ask =
                [&pool](const QJsonObject &arguments) {
                    return pool.analyser().ask(u"resolve"_s, arguments,
                                               packages::limits::resolveTimeout);
                },
            .clock = &clock};
}

mounts::UndoLimits undoLimits(const ApplicationOptions &options)
{
    return {.bytes = options.undoBytes,
            .bytesPerFile = std::min(options.undoBytes, limits::maxUndoFileBytes)};
}

QStringList namesOf(const std::vector<std::unique_ptr<tools::Tool>> &tools)
{
    QStringList names;
    for (const auto &tool : tools)
        names.append(tool->describe().name);
    return names;
}

QString permissionsFile(const ApplicationOptions &options)
{
    return options.profileFolder + u"/permissions.json"_s;
}

} // namespace

Application::Application(ApplicationOptions options, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_clock(clock)
    , m_hub(clock)
    , m_journal({.file = m_options.profileFolder + u"/journal.sqlite"_s,
                 .clock = &clock,
                 .runsFolder = m_options.profileFolder + u"/runs"_s})
    , m_mounts(m_options.profileFolder)
    , m_applied(m_mounts, m_options.profileFolder + u"/applied"_s, undoLimits(m_options))
    , m_staging(m_mounts, m_options.profileFolder + u"/staged"_s, {}, &m_applied, clock)
    , m_undo(m_mounts, m_options.profileFolder + u"/undo"_s, undoLimits(m_options))
    , m_fileCalls(m_mounts, &m_staging, &m_undo)
    , m_fileTools(m_mounts, &m_staging)
    , m_queue(clock,
              {.mode = m_options.approve,
               .headless = m_options.headless,
               .approvalTime = m_options.approvalTime,
               .rules = m_options.rules,
               .isUnasked = [this](const PackagePin &pin) { return m_packageDesk.isUnasked(pin); }})
    , m_output(m_options.profileFolder + u"/runs"_s)
    , m_snapshots(m_options.profileFolder + u"/cache/snapshots"_s)
    , m_engine({.program = {},
                .assets = m_options.files.assets,
                .runtime = m_options.files.runtime,
                .allowRoot = m_options.allowRoot,
                .readable = {m_options.profileFolder + u"/cache/snapshots"_s},
                .closed = {m_options.profileFolder}},
               clock)
    , m_pages({.allowRoot = m_options.allowRoot, .closed = {m_options.profileFolder}}, clock)
    , m_hostFiles(m_fileCalls, m_hub)
    , m_packages(m_options.files.assets + u"/pyodide"_s)
    , m_sessionPackages(m_hub, m_packages)
    , m_packageDesk(packageOptions(m_options, m_pool, clock))
    , m_planner({m_packageDesk, m_sessionPackages, m_mounts, m_fileTools})
    , m_packageCalls({m_hostFiles, m_planner, m_sessionPackages, m_hub, clock})
    , m_pool({.engine = m_engine,
              .hub = m_hub,
              .output = m_output,
              .snapshots = m_snapshots,
              .hostCalls = m_packageCalls,
              .clock = clock,
              .assets = m_options.files.assets,
              .runtime = m_options.files.runtime,
              .allowRoot = m_options.allowRoot,
              .idleTime = m_options.sessionIdle,
              .heapBytes = m_options.sessionHeapBytes,
              .folderBytes = m_options.sessionFolderBytes})
    , m_sessions(m_pool)
    , m_runs({.hub = m_hub,
              .queue = m_queue,
              .journal = m_journal,
              .pool = m_pool,
              .mounts = m_mounts,
              .sessions = m_sessions,
              .hostCalls = m_packageCalls,
              .clock = clock,
              .readCode =
                  [this](const QJsonObject &arguments) {
                      return m_pool.analyser().ask(u"findings"_s, arguments);
                  },
              .packages = &m_sessionPackages,
              .files = &m_fileTools})
    , m_reporter(m_output)
    , m_patience(m_options.patience)
    , m_tools(tools::nativeTools(services()))
    , m_scratch({.hub = m_hub,
                 .runs = m_runs,
                 .sessions = m_sessions,
                 .pool = m_pool,
                 .mounts = m_mounts,
                 .files = m_fileTools,
                 .cells = m_shownCells,
                 .clock = clock,
                 .languages = m_options.files.assets + u"/languages"_s})
    , m_mcpServer(tools::serverInfo())
    , m_repeatableCalls(services())
    , m_folderRequests(services())
    , m_codeBox(restBackend())
    , m_codeBoxApi(m_codeBox)
    , m_compat(allToolSets(), clock)
    , m_keys(m_journal)
    , m_refusals(clock,
                 [this](const QString &what, int count) {
                     (void)m_journal.recordRefusal(what, count); // its problems are shown anyway
                 })
    , m_guard(&m_keys, clock, guardOptions(m_options, m_refusals))
    , m_mcpRoute(m_mcpServer, clock,
                 {.tooLargeAdvice = u"Code above 1 MiB and large data belong into a file in a "
                                    "mounted folder: call run_python with its `path`."_s})
    , m_listener(m_guard, clock)
    , m_localListener(m_mcpServer, m_guard, clock, localWishes())
    , m_clients({.journal = m_journal,
                 .queue = m_queue,
                 .http = m_mcpRoute,
                 .local = m_localListener,
                 .sessions = m_sessions,
                 .clock = clock,
                 .file = m_options.profileFolder + u"/clients.json"_s,
                 .tools = namesOf(m_tools)})
{
    m_sessions.setDefaults({.name = {},
                            .heapBytes = m_options.sessionHeapBytes,
                            .timeout = m_options.runTimeout,
                            .variables = {}});
    m_packageCalls.setRuns(&m_runs);
    m_reporter.setPaused([this](const ClientId &client) { return m_queue.isPaused(client); });
    tools::registerTools(m_mcpServer, m_tools, &m_clients);
    const auto offer = [this](const mcp::ResourceSource &source, const QString &tool) {
        m_mcpServer.addResources(tools::behindGate(source, &m_clients, tool));
    };
    offer(tools::sessionResources(m_sessions), u"list_sessions"_s);
    offer(tools::runResources(services(), m_output), u"get_run"_s);
    offer(tools::mountResources(m_mounts, m_fileTools), u"read_file"_s);
    m_mcpServer.addResources(
        m_shownCells.resources()); // the person's own choice, whatever the tools
    m_compat.fill(&m_clients);
    m_codeBoxApi.setGate(&m_clients);
    m_clients.setElsewhere(
        {.clients = [this] { return m_compat.clients(); },
         .sessionsOf = [this](const ClientId &client) { return m_compat.sessionsOf(client); },
         .end = [this](const ClientId &client) { m_compat.endSessionsOf(client); }});
    if (m_options.tools.offersViews)
        m_mcpServer.addResources(tools::runViewResource());
    for (const mcp::Prompt &prompt : tools::prompts(services()))
        m_mcpServer.addPrompt(prompt);
    tools::announceRuns(m_mcpServer, m_hub);
    tools::announceSessions(m_mcpServer, m_pool);
    tools::announceCells(m_mcpServer, m_shownCells);
    tools::storeCapabilities(m_options.profileFolder, m_mcpServer);
    m_listener.addRoute(&m_mcpRoute);
    m_compat.addRoutes(m_listener);
    m_codeBoxApi.addRoutes(m_listener);
    connectParts();
}

Application::~Application()
{
    m_packageCalls.setRuns(nullptr); // it goes before what may still call
}

tools::Services Application::services()
{
    tools::ToolOptions options = m_options.tools;
    options.languages = m_options.files.assets + u"/languages"_s;
    return {.runs = m_runs,
            .sessions = m_sessions,
            .reporter = m_reporter,
            .mounts = m_mounts,
            .files = m_fileTools,
            .hub = m_hub,
            .patience = m_patience,
            .packages = m_packages,
            .clock = m_clock,
            .options = options,
            .planner = &m_planner,
            .installed = &m_sessionPackages};
}

rest::Backend Application::restBackend()
{
    return {services(), m_output, m_repeatableCalls, m_folderRequests};
}

// The systems that a client can go on using under their own names (DESIGN 4.3).
std::vector<std::unique_ptr<rest::ToolSet>> Application::allToolSets()
{
    std::vector<std::unique_ptr<rest::ToolSet>> sets;
    sets.push_back(std::make_unique<rest::PyodideSet>(restBackend()));
    sets.push_back(std::make_unique<rest::CodeBoxSet>(restBackend(), m_codeBox));
    sets.push_back(std::make_unique<rest::RunnoSet>(restBackend()));
    return sets;
}

http::LocalWishes Application::localWishes()
{
    return {.serverFor = [this](const QString &compat) { return m_compat.server(compat); },
            .greeted = [this](const http::Principal &client,
                              const QJsonObject &hello) { takeConfiguration(client, hello); }};
}

// What the configuration of a client of the bridge names beside its key: wishes, all of them.
void Application::takeConfiguration(const http::Principal &client, const QJsonObject &hello)
{
    const QString compat = hello[u"compat"].toString();
    if (compat.isEmpty())
        return;
    const auto links = rest::askConfigured(m_folderRequests, client, hello[u"folders"].toArray());
    QStringList rules;
    for (const QJsonValue &rule : hello[u"disabled_rules"].toArray()) {
        if (approval::checkValidators({rule.toString()}))
            rules.append(rule.toString());
    }
    if (compat == rest::codeBoxAi)
        m_codeBox.configure(client.id, links, rules);
}

// The next session that is allowed it need not unpack and compile it. One from a folder of the
// person is in no cache, and may be another one tomorrow.
void Application::packWheel(const PlannedPackage &package)
{
    const QString path =
        packages::WheelCache::wheelPath(m_packageDesk.cacheFacts().folder, package.sha256);
    if (QFile::exists(path))
        m_pool.packWheel(package.sha256, package.name, package.version, path);
}

void Application::connectParts()
{
    connect(&m_journal, &journal::Journal::clientRevoked, this, [this](const ClientId &client) {
        m_queue.clientRevoked(client);
        if (!m_journal.findClient(client))
            m_queue.clientGone(client);
        m_runs.clientEnded(client);
        m_mcpRoute.endSessionsOf(client);
        m_compat.endSessionsOf(client);
        m_localListener.endSessionsOf(client);
        m_sessions.closeAllOf(client, u"Its client's key was revoked."_s);
    });
    connect(&m_mcpRoute, &http::McpRoute::sessionsChanged, this, &Application::clientsChanged);
    connect(&m_compat, &rest::Compat::sessionsChanged, this, &Application::clientsChanged);
    connect(&m_compat, &rest::Compat::sessionsChanged, &m_clients, &Clients::onConnections);
    connect(&m_localListener, &http::LocalListener::sessionsChanged, this,
            &Application::clientsChanged);
    connect(&m_sessions, &tools::SessionDirectory::closed, &m_queue,
            &approval::Queue::sessionClosed);
    connect(&m_sessions, &tools::SessionDirectory::closed, &m_sessionPackages,
            &tools::SessionPackages::forget);
    connect(&m_packageCalls, &tools::PackageCalls::gaveWheel, this, &Application::packWheel);
    connect(&m_pool, &sandbox::SessionPool::unavailable, this, [this](const QString &reason) {
        m_sandboxProblem = reason;
        if (!reason.isEmpty())
            qCWarning(lcSandbox).noquote() << reason;
        Q_EMIT sandboxProblemChanged();
    });
    // Before the first request, and after the first result.
    if (readsCode()) {
        m_pool.analyser().expect();
        connect(
            &m_pool, &sandbox::SessionPool::interpreterReady, this,
            [this] {
                m_analyserTimer = m_clock.after(limits::analyserDelay, this,
                                                [this] { m_pool.analyser().warm(); });
            },
            Qt::SingleShotConnection);
    }
    m_sessions.setRefusal(
        [this](const ClientId &client) { return m_clients.sessionRefusal(client); });
    connect(&m_queue, &approval::Queue::lastingGrantsChanged, this, &Application::savePermissions);
    connect(&m_hub, &RunHub::published, this, &Application::noteExecution);
    connect(&m_hub, &RunHub::published, this, [this](const RunEvent &event) {
        const auto *decided = std::get_if<event::Decided>(&event.body);
        if (decided && decided->kind == DecisionKind::Allow && decided->by == DecisionBy::Policy)
            qCWarning(lcApproval).noquote()
                << event.run.toString() << "runs without being asked: --approve allow";
    });
}

void Application::start()
{
    // The engine needs the longest, so it begins first; nothing is sent to it before the seals
    // were measured.
    m_engine.start();
    m_pool.start();
    if (const auto added = addMounts(); !added) {
        // Later, so that whoever called start() can first listen to failed().
        QMetaObject::invokeMethod(
            this, [this, error = added.error()] { Q_EMIT failed(error); }, Qt::QueuedConnection);
        return;
    }
    m_journal.opened().then(this, [this](const Result<> &opened) {
        if (opened)
            onJournalOpened();
        else
            Q_EMIT failed(opened.error());
    });
}

Result<> Application::addMounts()
{
    for (const mounts::MountSpec &spec : m_options.mounts) {
        if (const auto added = m_mounts.add(spec); !added)
            return added;
    }
    return {};
}

// Those of clients whose keys were revoked meanwhile are left out, and so leave the file.
void Application::restorePermissions()
{
    const auto grants = approval::readGrants(permissionsFile(m_options));
    if (!grants) {
        qCWarning(lcApproval).noquote() << grants.error().text << grants.error().detail;
        return;
    }
    for (const Grant &grant : *grants) {
        if (m_journal.findClient(grant.client))
            m_queue.restoreGrant(grant);
    }
}

void Application::savePermissions()
{
    const auto saved = approval::writeGrants(permissionsFile(m_options), m_queue.grants());
    if (!saved)
        qCWarning(lcApproval).noquote() << saved.error().text << saved.error().detail;
}

void Application::noteExecution(const RunEvent &event)
{
    const auto *ended = std::get_if<event::Ended>(&event.body);
    const RunFacts *facts = ended ? m_hub.facts(event.run) : nullptr;
    if (facts)
        m_queue.noteExecution(facts->record.client, std::chrono::milliseconds(ended->executionMs));
}

void Application::onJournalOpened()
{
    restorePermissions();
    m_clients.start();
    m_journal.addTemporaryClient(tr("Command line"))
        .then(this, [this](const Result<journal::NewClient> &client) { listenWithKey(client); });
}

void Application::listenWithKey(const Result<journal::NewClient> &client)
{
    if (!client) {
        Q_EMIT failed(client.error());
        return;
    }
    m_commandLineKey = client->key;
    // The very first start: an interpreter without a snapshot takes longer than a request may wait
    // for its code to be read, and who is not heard yet asks nothing. It happens once, and nobody
    // has a key of a profile that is just being made.
    if (readsCode() && m_pool.startsFromNothing() && !m_pool.analyser().isReady())
        awaitReader();
    else
        listenAtLast();
}

// Where nobody is asked, code is rarely read.
bool Application::readsCode() const
{
    return !m_options.headless || (m_options.rules && !m_options.rules({}).isEmpty());
}

void Application::awaitReader()
{
    const auto end = [this] {
        if (!m_readerWait)
            return;
        m_readerWait.release()->deleteLater(); // it may be calling just now
        listenAtLast();
    };
    m_readerWait = m_clock.after(limits::firstReaderPatience, this, end);
    connect(&m_pool.analyser(), &sandbox::Analyser::ready, this, end);
    // Nothing can run, which clients are to hear.
    connect(&m_pool, &sandbox::SessionPool::unavailable, this, [end](const QString &problem) {
        if (!problem.isEmpty())
            end();
    });
    if (!m_pool.problem().isEmpty())
        end();
}

void Application::listenAtLast()
{
    listen(m_options.port);
    // Without it only glovebox-bridge has to wait; the person can still work.
    if (const auto listening =
            m_localListener.listen(localSocketPath(m_options.profileFolder, u"bridge.sock"_s));
        !listening)
        qCWarning(lcHttp).noquote() << listening.error().text << listening.error().detail;
    Q_EMIT ready();
}

QSet<ClientId> Application::clients() const
{
    return m_mcpRoute.clients() + m_compat.clients() + m_localListener.clients();
}

void Application::shutDown(std::function<void()> done)
{
    m_pool.shutDown();
    m_runs.endAll(u"Glovebox was closed."_s, [this, done = std::move(done)] {
        // The answers of calls are a few turns of the loop away from the ends of their runs.
        m_farewell = m_clock.after(std::chrono::milliseconds(100), this, done);
    });
}

void Application::listen(quint16 port)
{
    m_listener.close();
    const auto listening = m_listener.listen(port);
    m_listenProblem = listening ? QString() : listening.error().text;
    if (listening)
        qCInfo(lcHttp).noquote() << u"listening on http://127.0.0.1:%1/mcp"_s.arg(*listening);
    else
        qCWarning(lcHttp).noquote() << listening.error().text << listening.error().detail;
    Q_EMIT listeningChanged();
}

} // namespace glovebox
