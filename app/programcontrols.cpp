// SPDX-License-Identifier: MIT
#include "programcontrols.h"

#include "base/limits.h"
#include "base/logging.h"
#include "mounts/mountrisk.h"
#include "mounts/mountroots.h"
#include "pagewords.h"
#include "sandbox/chartpages.h"

#include <QCoreApplication>
#include <QGuiApplication>

#include <algorithm>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds roomInterval = 15s; // between two looks at free space
constexpr qint64 roomStep = 16 * limits::MiB;      // a difference worth telling

QString specText(const QString &name, const QString &hostPath, MountMode mode)
{
    return u"%1=%2:%3"_s.arg(name, hostPath, toString(mode));
}

// In a list of "NAME=…": this entry in place of the one of that name, or none.
void keepEntry(settings::Settings &settings, const settings::Key<QStringList> &key,
               const QString &name, const std::optional<QString> &entry)
{
    QStringList kept = settings.value(key);
    kept.removeIf([&name](const QString &old) { return old.section(u'=', 0, 0) == name; });
    if (entry)
        kept.append(*entry);
    if (const auto stored = settings.set(key, kept); !stored)
        qCWarning(lcApp).noquote() << stored.error().text << stored.error().detail;
}

} // namespace

Controls::Controls(Application &application, settings::Settings &settings, QObject *parent)
    : ProgramControls(parent)
    , m_application(application)
    , m_settings(settings)
    , m_wantedPort(application.options().port)
    , m_mountsRefresher(application.clock(), this, [this] { Q_EMIT mountsChanged(); })
    , m_sessionsRefresher(application.clock(), this, [this] { Q_EMIT sessionsChanged(); })
{
    connect(&application, &Application::listeningChanged, this, &Controls::statusChanged);
    connect(&application, &Application::sandboxProblemChanged, this, &Controls::statusChanged);
    connect(&application, &Application::clientsChanged, this, &Controls::statusChanged);
    connect(&application.journal(), &journal::Journal::problemChanged, this,
            &Controls::statusChanged);
    connect(&application.pool(), &sandbox::SessionPool::sealsChanged, this,
            &Controls::statusChanged);
    connect(&application.pool(), &sandbox::SessionPool::interpreterReady, this,
            &Controls::statusChanged);
    connect(&application.pool(), &sandbox::SessionPool::sessionsChanged, this,
            [this] { m_sessionsRefresher.request(); });
    connect(&application.queue(), &approval::Queue::pausedChanged, this, &Controls::statusChanged);
    connect(&application.mounts(), &mounts::MountTable::changed, this, &Controls::mountsChanged);
    connect(&application.staging(), &mounts::Staging::changed, this,
            [this] { m_mountsRefresher.request(); });
    connect(&application.journal(), &journal::Journal::clientsChanged, this,
            &Controls::readClients);
    connect(&application, &Application::ready, this, &Controls::readClients);
    connect(&application.mounts(), &mounts::MountTable::changed, this, &Controls::measureRoom);
    connect(&application.runs(), &tools::RunService::folderGiven, this, &Controls::keepRequested);
    connect(&application.journal(), &journal::Journal::clientRevoked, this,
            &Controls::forgetClient);
    measureRoom();
}

ProgramStatus Controls::status() const
{
    ProgramStatus status;
    if (const quint16 port = m_application.port(); port != 0)
        status.address = u"127.0.0.1:%1"_s.arg(port);
    status.listenProblem = m_application.listenProblem();
    status.takenPort = takenPort();
    status.clients = int(m_application.clients().size());
    status.seals = seals();
    status.python = m_application.pool().python();
    for (const SessionStatus &session : sessions()) {
        if (session.state != SessionStatus::State::Retired)
            status.memoryLimitBytes += session.heapLimitBytes;
    }
    status.allPaused = m_application.queue().allPaused();
    status.journalProblem = m_application.journal().problem();
    return status;
}

quint16 Controls::takenPort() const
{
    // Ports below are refused to everybody but root before the kernel looks who has them.
    constexpr quint16 firstFreeForAll = 1024;
    const bool refused = m_application.port() == 0 && !m_application.listenProblem().isEmpty();
    return refused && m_wantedPort >= firstFreeForAll ? m_wantedPort : 0;
}

SealStatus Controls::seals() const
{
    const QString problem = m_application.sandboxProblem();
    if (!problem.isEmpty())
        return {.level = SealStatus::Level::Broken, .reason = problem};
    return m_application.pool().seals();
}

QList<SessionStatus> Controls::sessions() const
{
    return m_application.pool().sessions();
}

QList<MountStatus> Controls::mounts() const
{
    QList<MountStatus> statuses = m_application.mounts().statuses();
    const QList<StageSummary> stages = m_application.staging().stages();
    for (MountStatus &mount : statuses) {
        mount.freeBytes = m_room.value(mount.name, -1);
        if (const auto spec = this->mount(mount.name); spec && spec->clients) {
            mount.clients.emplace();
            for (const ClientId &client : *spec->clients)
                mount.clients->append({client, labelOf(client)});
            std::ranges::sort(*mount.clients, {}, &ClientLabel::label);
        }
        for (const StageSummary &stage : stages)
            mount.stagedChanges += stage.ref.mount == mount.name ? stage.changes : 0;
        for (const SessionStatus &session : sessions()) {
            for (const MountReach &reach : m_application.mounts().reachFor(session.client))
                mount.sessionsUsing += reach.name == mount.name ? 1 : 0;
        }
    }
    return statuses;
}

QFuture<Result<QList<RunFacts>>> Controls::recordedRuns(RunId before, int count) const
{
    return m_application.journal().recordedRuns(before, count);
}

QFuture<Result<QList<RunEvent>>> Controls::recordedEvents(RunId run) const
{
    return m_application.journal().recordedEvents(run);
}

QFuture<Result<QByteArray>> Controls::readOutput(RunId run, qint64 offset, qint64 length) const
{
    return m_application.output().read(run, offset, length);
}

// Of the window before the page says its own; empty when it has none.
QFuture<QString> Controls::displayTitle(RunId run, int display) const
{
    const auto find = [display](const QList<event::Display> &displays) {
        const auto it = std::ranges::find(displays, display, &event::Display::index);
        return it == displays.end() ? QString() : it->title;
    };
    if (const RunFacts *facts = m_application.hub().facts(run))
        return QtFuture::makeReadyValueFuture(find(facts->displays));
    return recordedEvents(run).then([find](const Result<QList<RunEvent>> &events) {
        RunFacts facts;
        for (const RunEvent &event : events.value_or(QList<RunEvent>()))
            facts.apply(event);
        return find(facts.displays);
    });
}

QFuture<Result<>> Controls::openPage(RunId run, int display)
{
    const auto screen = sandbox::screenAccess(QGuiApplication::platformName(),
                                              QProcessEnvironment::systemEnvironment());
    if (!screen)
        return QtFuture::makeReadyValueFuture(Result<>(std::unexpected(screen.error())));
    using sandbox::PreparedPage;
    // A page may be megabytes of script, which is too much to look through in the way of the
    // window.
    auto page = m_application.output()
                    .readDisplay(run, display, u"text/html"_s, limits::maxPageBytes)
                    .then(QtFuture::Launch::Async,
                          [charts = m_application.options().files.assets + u"/charts"_s,
                           missing = missingDataWords()](const Result<QByteArray> &html) {
                              return html.transform([&](const QByteArray &document) {
                                  return sandbox::preparePage(document, charts, missing);
                              });
                          });
    return page
        .then(this,
              [this, run, display, screen = *screen](const Result<PreparedPage> &read) {
                  if (!read) {
                      return QtFuture::makeReadyValueFuture(
                          Result<>(std::unexpected(read.error())));
                  }
                  return displayTitle(run, display)
                      .then(this,
                            [this, run, screen, page = *read](const QString &title) {
                                const auto words = pageWords(run, title, page.wantsNetwork);
                                return m_application.pages().open(words, page.html, screen);
                            })
                      .unwrap();
              })
        .unwrap();
}

Result<> Controls::listenOnFreePort()
{
    if (m_application.port() != 0)
        return {};
    m_wantedPort = 0;
    m_application.listen(m_wantedPort);
    if (m_application.port() == 0)
        return fail(ErrorCode::Unavailable, m_application.listenProblem());
    Q_EMIT movedToPort(m_application.port());
    return m_settings.set(settings::keys::port, m_application.port());
}

Result<> Controls::listenOn(quint16 port)
{
    const quint16 before = m_application.port();
    if (port == before)
        return {};
    m_application.listen(port);
    if (m_application.port() == 0) {
        const QString why = m_application.listenProblem();
        if (before != 0)
            m_application.listen(before);
        return fail(ErrorCode::Conflict, why);
    }
    m_wantedPort = port;
    Q_EMIT movedToPort(port);
    return {};
}

void Controls::stopRun(RunId run)
{
    (void)m_application.runs().interrupt(run); // over already is what was wanted
}

void Controls::stopEverything()
{
    m_application.queue().setAllPaused(true);
    for (const RunId run : m_application.runs().active())
        m_application.runs().takeBack(run, u"The person stopped everything."_s);
}

void Controls::setAllPaused(bool paused)
{
    m_application.queue().setAllPaused(paused);
}

QString Controls::shareWarning(const QString &hostPath) const
{
    const auto facts = mounts::RiskFacts::ofThisMachine(m_application.options().profileFolder);
    const mounts::RiskVerdict verdict = mounts::mountRisk(hostPath, facts);
    return verdict.risk == mounts::MountRisk::Sensitive ? verdict.reason : QString();
}

Result<> Controls::addMount(const QString &name, const QString &hostPath, MountMode mode,
                            bool isRiskAccepted)
{
    const mounts::MountSpec spec{
        .name = name, .hostPath = hostPath, .mode = mode, .isRiskAccepted = isRiskAccepted};
    const auto added = m_application.mounts().add(spec);
    if (added)
        keepMount(spec);
    return added;
}

std::optional<mounts::MountSpec> Controls::mount(const QString &name) const
{
    const auto specs = m_application.mounts().mounts();
    const auto it = std::ranges::find(specs, name, &mounts::MountSpec::name);
    return it == specs.end() ? std::nullopt : std::optional(*it);
}

Result<> Controls::setMountMode(const QString &name, MountMode mode)
{
    const auto before = mount(name);
    const auto changed = m_application.mounts().setMode(name, mode);
    if (!changed)
        return changed;
    if (mode > before->mode)
        m_application.queue().mountLoosened(name);
    keepMount(*mount(name));
    return {};
}

Result<> Controls::setMountShowsSecrets(const QString &name, bool shows)
{
    const auto changed = m_application.mounts().setShowsSecrets(name, shows);
    if (!changed)
        return changed;
    if (shows)
        m_application.queue().mountLoosened(name);
    keepMount(*mount(name));
    return {};
}

Result<> Controls::setMountClients(const QString &name,
                                   const std::optional<QList<ClientId>> &clients)
{
    std::optional<QSet<ClientId>> wanted;
    if (clients)
        wanted.emplace(clients->begin(), clients->end());
    const auto changed = m_application.mounts().setClients(name, wanted);
    if (changed)
        keepMount(*mount(name));
    return changed;
}

Result<> Controls::setMountCrossesVolumes(const QString &name, bool crosses)
{
    const auto changed = m_application.mounts().setCrossesVolumes(name, crosses);
    if (!changed)
        return changed;
    if (crosses)
        m_application.queue().mountLoosened(name);
    keepMount(*mount(name));
    return {};
}

void Controls::removeMount(const QString &name)
{
    m_application.mounts().remove(name);
    forgetMount(name);
}

void Controls::keepMount(const mounts::MountSpec &spec)
{
    using Entry = std::optional<QString>;
    const QString folder = u'=' + spec.hostPath;
    Entry clients;
    if (spec.clients) {
        QStringList ids;
        for (const ClientId &client : *spec.clients)
            ids.append(client.value());
        ids.sort();
        clients = spec.name + u'=' + ids.join(u',') + folder;
    }
    // The limits first: a process that ends in between must not leave the folder open to all.
    keepEntry(m_settings, settings::keys::mountClients, spec.name, clients);
    keepEntry(m_settings, settings::keys::shownSecrets, spec.name,
              spec.showsSecrets ? Entry(spec.name + folder) : Entry());
    keepEntry(m_settings, settings::keys::crossedVolumes, spec.name,
              spec.crossesVolumes ? Entry(spec.name + folder) : Entry());
    keepEntry(m_settings, settings::keys::requestedMounts, spec.name,
              spec.wasRequested ? Entry(spec.name + folder) : Entry());
    keepEntry(m_settings, settings::keys::mounts, spec.name,
              specText(spec.name, spec.hostPath, spec.mode));
}

void Controls::forgetMount(const QString &name)
{
    for (const auto *key :
         {&settings::keys::mounts, &settings::keys::mountClients, &settings::keys::shownSecrets,
          &settings::keys::crossedVolumes, &settings::keys::requestedMounts})
        keepEntry(m_settings, *key, name, std::nullopt);
}

// Nobody decided where nobody could be asked; and a client that ends with this process does not
// come back for it.
void Controls::keepRequested(const QString &name)
{
    const auto given = mount(name);
    if (!given || !given->clients || m_application.options().headless)
        return;
    const bool comesBack = std::ranges::any_of(*given->clients, [this](const ClientId &client) {
        const auto known = m_application.journal().findClient(client);
        return known && !known->temporary;
    });
    if (comesBack)
        keepMount(*given);
}

void Controls::forgetClient(const ClientId &client)
{
    if (m_application.journal().findClient(client))
        return; // its key was changed: it keeps its folders
    for (const QString &name : m_application.mounts().forgetClient(client)) {
        const auto left = mount(name);
        if (!left)
            forgetMount(name);
        else if (isKept(name))
            keepMount(*left);
    }
}

// Mounts of the command line are not.
bool Controls::isKept(const QString &name) const
{
    return std::ranges::any_of(
        m_settings.value(settings::keys::mounts),
        [&name](const QString &text) { return text.section(u'=', 0, 0) == name; });
}

QString Controls::labelOf(const ClientId &client) const
{
    const auto known = m_application.journal().findClient(client);
    return known ? known->label : tr("a former client");
}

void Controls::readClients()
{
    m_application.journal().listClients().then(
        this, [this](const Result<QList<journal::Client>> &clients) {
            if (!clients)
                return; // the journal's problem is shown already
            m_clients.clear();
            for (const journal::Client &client : *clients) {
                if (!client.revoked.isValid() && !client.temporary)
                    m_clients.append({client.id, client.label});
            }
            Q_EMIT mountsChanged(); // labels
        });
}

// A network share that does not answer may hold a thread, never the window.
void Controls::measureRoom()
{
    for (const mounts::MountSpec &spec : m_application.mounts().mounts()) {
        const auto access = m_application.mounts().access({spec.name, spec.mode, spec.hostPath});
        if (!access || m_measuring.contains(spec.name))
            continue;
        m_measuring.insert(spec.name);
        mounts::startOn<qint64>(
            *QThreadPool::globalInstance(),
            [root = access->root]() -> Result<qint64> { return root->freeBytes(); })
            .then(this, [this, name = spec.name](const Result<qint64> &room) {
                m_measuring.remove(name);
                const qint64 now = room.value_or(-1);
                if (std::exchange(m_room[name], now) / roomStep != now / roomStep)
                    Q_EMIT mountsChanged();
            });
    }
    m_roomTimer = m_application.clock().after(roomInterval, this, [this] {
        m_roomTimer.release()->deleteLater(); // it is calling just now
        measureRoom();
    });
}

void Controls::quit()
{
    Q_EMIT quitRequested();
}

} // namespace glovebox
