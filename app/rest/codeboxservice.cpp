// SPDX-License-Identifier: MIT
#include "codeboxservice.h"

#include "packagechoice.h"
#include "runoutput.h"
#include "tools/modeltext.h"

#include <QBuffer>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

#include <algorithm>

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mostOutput = 4 * limits::MiB; // of one execution, in one answer
constexpr std::chrono::minutes packagePatience{5};
constexpr int mostExecutions = 2000; // kept, of all clients
const QString mountsFolder = u"/mnt/"_s;

QString newId()
{
    return QUuid::createUuid().toString(QUuid::WithoutBraces);
}

// Python's datetime.utcnow().isoformat().
QString isoFormat(const QDateTime &time)
{
    return time.isValid() ? time.toUTC().toString(u"yyyy-MM-ddTHH:mm:ss.zzz"_s) + u"000"_s
                          : QString();
}

QString statusOf(RunState state)
{
    switch (state) {
    case RunState::PendingApproval:
    case RunState::Queued:
    case RunState::Starting:
        return u"initializing"_s;
    case RunState::Running:
        return u"running"_s;
    case RunState::Complete:
        return u"completed"_s;
    default:
        return u"error"_s;
    }
}

QJsonObject errorJson(const QString &ename, const QString &evalue,
                      const QStringList &traceback = {})
{
    return {{u"ename"_s, ename},
            {u"evalue"_s, evalue},
            {u"traceback"_s, QJsonArray::fromStringList(traceback)}};
}

Error unknownRequest()
{
    return {ErrorCode::NotFound, u"Request not found"_s};
}

Error noResults()
{
    return {ErrorCode::NotFound, u"Results not available"_s};
}

// The bytes as they are when they are PNG, else as PNG; empty for what is no picture.
QByteArray asPng(const event::Display &picture)
{
    QFile file(picture.file);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.readAll();
    if (picture.mimeType == u"image/png")
        return bytes;
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    const QImage image = QImage::fromData(bytes);
    return !image.isNull() && image.save(&buffer, "PNG") ? png : QByteArray();
}

QJsonObject outputItem(const QString &type, const QString &content)
{
    return {{u"type"_s, type}, {u"content"_s, content}};
}

QJsonArray outputOf(const RunFacts &facts, const QByteArray &bytes)
{
    QJsonArray items;
    if (const QString news = tools::newsText(facts); !news.isEmpty())
        items.append(outputItem(u"stream"_s, u"[Glovebox] "_s + news + u'\n'));
    QString printed = tools::withoutLongDataUrls(QString::fromUtf8(bytes));
    if (facts.outputBytes > bytes.size())
        printed += u"\n[Of %1 bytes of output these are the first %2.]\n"_s.arg(facts.outputBytes)
                       .arg(bytes.size());
    if (!printed.isEmpty())
        items.append(outputItem(u"stream"_s, printed));
    for (const event::Display &display : facts.displays) {
        const QString words = display.text.isEmpty() ? display.title : display.text;
        if (!words.isEmpty())
            items.append(outputItem(u"result"_s, words));
    }
    if (!facts.result.isEmpty())
        items.append(outputItem(u"result"_s, facts.result));
    return items;
}

QByteArray bodyOf(const QJsonArray &output, const QJsonValue &error, const QJsonArray &files,
                  const QString &completed)
{
    return QJsonDocument(QJsonObject{{u"status"_s, error.isNull() ? u"completed"_s : u"error"_s},
                                     {u"output"_s, output},
                                     {u"error"_s, error},
                                     {u"files"_s, files},
                                     {u"completed_at"_s, completed}})
        .toJson(QJsonDocument::Compact);
}

} // namespace

CodeBoxService::CodeBoxService(const Backend &backend, QObject *parent)
    : QObject(parent)
    , m_backend(backend)
{
    m_pool.setMaxThreadCount(2);
    connect(&m_backend.services.hub, &RunHub::published, this, &CodeBoxService::onEvent);
    connect(&m_backend.services.sessions, &tools::SessionDirectory::closed, this,
            &CodeBoxService::onClosed);
}

CodeBoxService::~CodeBoxService()
{
    m_pool.waitForDone();
}

QString CodeBoxService::now() const
{
    return isoFormat(m_backend.services.clock.now());
}

// ---- Sessions -----------------------------------------------------------------------------

Result<CodeBoxService::SessionInfo> CodeBoxService::createSession(const Asker &asker,
                                                                  const SessionBody &body)
{
    const auto session = std::make_shared<Session>();
    session->client = asker.principal.id;
    session->info = {newId(), now(), now(), body.dependencies};
    tools::SessionOptions options;
    options.name = session->info.id;
    options.heapBytes = body.heapBytes;
    options.timeout = body.timeout;
    options.variables = body.variables;
    options.links = askFolders(asker, session, body.folders);
    const auto made =
        m_backend.services.sessions.create(asker.principal.id, asker.principal.label, options);
    if (!made)
        return std::unexpected(made.error());
    session->session = made->id;
    m_sessions.insert(session->info.id, session);
    if (!body.dependencies.isEmpty())
        findPackages(session, *made);
    return session->info;
}

// Executions wait for it; each loads them, which is nothing after the first.
void CodeBoxService::findPackages(const SessionPtr &session, const SessionRef &ref)
{
    ++session->asking;
    choosePackages(m_backend.services, session->client, ref, session->info.dependencies,
                   packagePatience, this, [this, session](const PackageChoice &choice) {
                       --session->asking;
                       session->packages = choice.pins;
                       if (!choice.missing.isEmpty())
                           session->problem = missingText(choice, session->info.dependencies);
                       advanceAll();
                   });
}

void CodeBoxService::advanceAll()
{
    const auto waiting = m_waiting;
    for (const ExecutionPtr &execution : waiting)
        advance(execution);
}

// Asks for each; gives the links by which code finds them where it expects them.
QMap<QString, QString> CodeBoxService::askFolders(const Asker &asker, const SessionPtr &session,
                                                  const QList<FolderMount> &folders)
{
    QMap<QString, QString> links;
    for (const FolderMount &folder : folders) {
        const bool named = folder.containerPath.startsWith(mountsFolder);
        const FolderWish wish{folder.hostPath,
                              named ? folder.containerPath.sliced(mountsFolder.size()) : QString(),
                              folder.readOnly ? MountMode::ReadOnly : MountMode::Staged};
        ++session->asking;
        const auto asked = [this, session](const Result<RunId> &run) { noteFolder(session, run); };
        const QString mount = m_backend.folders.ask(asker.principal, asker.claims, wish, asked);
        if (!named)
            links.insert(folder.containerPath, mountsFolder + mount);
    }
    return links;
}

void CodeBoxService::noteFolder(const SessionPtr &session, const Result<RunId> &run)
{
    --session->asking;
    if (!run)
        session->folderProblem = run.error().text;
    else if (!run->isNull())
        session->folders.append(*run);
    advanceAll();
}

Result<> CodeBoxService::removeSession(const ClientId &client, const QString &id)
{
    const SessionPtr session = find(client, id);
    if (!session)
        return fail(ErrorCode::NotFound, u"Session not found"_s);
    m_sessions.remove(id);
    for (const RunId folder : std::as_const(session->folders))
        m_backend.services.runs.takeBack(folder, u"The client deleted the session."_s);
    // Closed already is as good.
    (void)m_backend.services.sessions.close(session->session, u"The client deleted the session."_s);
    return {};
}

CodeBoxService::SessionPtr CodeBoxService::find(const ClientId &client, const QString &id) const
{
    const SessionPtr session = m_sessions.value(id);
    return session && session->client == client ? session : nullptr;
}

QList<CodeBoxService::SessionInfo> CodeBoxService::sessions(const ClientId &client) const
{
    QList<SessionInfo> own;
    for (const SessionPtr &session : m_sessions) {
        if (session->client == client)
            own.append(session->info);
    }
    std::ranges::sort(own, {}, &SessionInfo::created);
    return own;
}

std::optional<CodeBoxService::SessionInfo> CodeBoxService::session(const ClientId &client,
                                                                   const QString &id) const
{
    const SessionPtr session = find(client, id);
    return session ? std::optional(session->info) : std::nullopt;
}

void CodeBoxService::onClosed(const SessionId &session)
{
    m_sessions.removeIf([&session](const auto &item) { return item.value()->session == session; });
    const auto waiting = m_waiting;
    for (const ExecutionPtr &execution : waiting) {
        if (execution->session->session == session)
            end(execution, u"Cancelled"_s, u"The session was closed before it began."_s);
    }
}

// ---- Executions ---------------------------------------------------------------------------

Result<CodeBoxService::Created> CodeBoxService::execute(const Asker &asker, const ExecuteBody &body)
{
    const SessionPtr session = find(asker.principal.id, body.sessionId);
    if (!session)
        return fail(ErrorCode::NotFound, u"Session %1 not found"_s.arg(body.sessionId.left(80)));
    forgetOld();
    const auto execution = std::make_shared<Execution>();
    execution->id = newId();
    execution->asker = asker;
    execution->session = session;
    execution->body = body;
    execution->created = m_backend.services.clock.now();
    session->info.lastUsed = now();
    m_executions.insert(execution->id, execution);
    m_waiting.append(execution);
    advance(execution);
    return Created{execution->id, isoFormat(execution->created)};
}

// Submits it as soon as the person has said what folders its session gets.
void CodeBoxService::advance(const ExecutionPtr &execution)
{
    if (!m_waiting.contains(execution))
        return;
    const Session &session = *execution->session;
    if (!session.problem.isEmpty())
        return end(execution, u"InstallError"_s,
                   u"Failed to install dependencies: "_s + session.problem);
    if (!session.folderProblem.isEmpty())
        return end(execution, u"MountError"_s, session.folderProblem);
    if (session.asking > 0)
        return;
    for (const RunId folder : session.folders) {
        const RunFacts *facts = m_backend.services.hub.facts(folder);
        if (facts && !isFinal(facts->state))
            return;
        if (facts && facts->state != RunState::Complete) {
            const QJsonObject error = errorOf(*facts);
            return end(
                execution, error[u"ename"].toString(),
                u"%1 (about the folder %2)"_s.arg(error[u"evalue"].toString(),
                                                  facts->record.reach.mounts.value(0).hostPath));
        }
    }
    submit(execution);
}

void CodeBoxService::submit(const ExecutionPtr &execution)
{
    m_waiting.removeOne(execution);
    execution->submitted = true;
    const auto session = m_backend.services.sessions.find(execution->asker.principal.id,
                                                          execution->session->info.id);
    if (!session)
        return end(execution, u"Cancelled"_s, session.error().text);
    tools::RunRequest request;
    request.client = execution->asker.principal.id;
    request.clientLabel = execution->asker.principal.label;
    request.clientClaims = execution->asker.claims;
    request.code = execution->body.code.toUtf8();
    request.session = session->ref;
    request.packages = execution->session->packages;
    request.disabledRules = execution->body.disabledRules;
    m_backend.services.runs.submit(request).then(this, [this, execution](const Result<RunId> &run) {
        if (run)
            execution->run = *run;
        else
            end(execution, u"ValueError"_s, run.error().text);
    });
}

void CodeBoxService::end(const ExecutionPtr &execution, const QString &ename, const QString &evalue)
{
    m_waiting.removeOne(execution);
    execution->error = errorJson(ename, evalue);
    execution->completed = now();
}

CodeBoxService::ExecutionPtr CodeBoxService::findExecution(const ClientId &client,
                                                           const QString &id) const
{
    const ExecutionPtr execution = m_executions.value(id);
    return execution && execution->asker.principal.id == client ? execution : nullptr;
}

QFuture<Result<CodeBoxService::Status>> CodeBoxService::status(const ClientId &client,
                                                               const QString &id) const
{
    const ExecutionPtr execution = findExecution(client, id);
    if (!execution)
        return QtFuture::makeReadyValueFuture(Result<Status>(std::unexpected(unknownRequest())));
    Status status{u"initializing"_s, isoFormat(execution->created), execution->completed};
    if (execution->error)
        status.status = u"error"_s;
    if (execution->error || execution->run.isNull())
        return QtFuture::makeReadyValueFuture(Result<Status>(status));
    return m_backend.services.runs.factsFor(client, execution->run)
        .then([status](const Result<RunFacts> &facts) -> Result<Status> {
            if (!facts)
                return std::unexpected(unknownRequest());
            Status known = status;
            known.status = statusOf(facts->state);
            known.completed = isoFormat(facts->ended);
            return known;
        });
}

QFuture<Result<QByteArray>> CodeBoxService::results(const ClientId &client, const QString &id)
{
    const auto ready = [](Result<QByteArray> body) {
        return QtFuture::makeReadyValueFuture(std::move(body));
    };
    const ExecutionPtr execution = findExecution(client, id);
    if (!execution)
        return ready(std::unexpected(noResults()));
    if (execution->error)
        return ready(bodyOf({}, *execution->error, {}, execution->completed));
    if (execution->run.isNull())
        return ready(std::unexpected(noResults()));
    return m_backend.services.runs.factsFor(client, execution->run)
        .then(this,
              [this, ready](const Result<RunFacts> &facts) {
                  if (!facts || !isFinal(facts->state))
                      return ready(std::unexpected(noResults()));
                  return m_backend.output
                      .read(facts->run, 0, std::min(facts->outputLength, mostOutput))
                      .then(
                          &m_pool,
                          [facts = *facts](const Result<QByteArray> &bytes) -> Result<QByteArray> {
                              return resultsBody(facts, bytes.value_or(QByteArray()));
                          });
              })
        .unwrap();
}

QByteArray CodeBoxService::resultsBody(const RunFacts &facts, const QByteArray &output)
{
    QJsonArray files;
    for (const event::Display &picture : picturesOf(facts)) {
        if (const QByteArray png = asPng(picture); !png.isEmpty())
            files.append(QString::fromLatin1(png.toBase64()));
    }
    const QJsonValue error =
        facts.state == RunState::Complete ? QJsonValue() : QJsonValue(errorOf(facts));
    return bodyOf(outputOf(facts, output), error, files, isoFormat(facts.ended));
}

QJsonObject CodeBoxService::errorOf(const RunFacts &facts)
{
    if (facts.state == RunState::Error && facts.raised)
        return errorJson(facts.raised->ename, facts.raised->evalue, facts.raised->traceback);
    const QString advice = tools::stateAdvice(facts);
    switch (facts.state) {
    case RunState::Denied:
        return errorJson(u"Denied"_s, advice);
    case RunState::Expired:
        return errorJson(u"NoAnswer"_s, advice);
    case RunState::Timeout:
        return errorJson(u"TimeoutError"_s, advice);
    case RunState::Interrupted:
        return errorJson(u"KeyboardInterrupt"_s, advice);
    case RunState::Killed:
    case RunState::Crashed:
        return errorJson(u"DeadKernelError"_s, advice);
    default:
        return errorJson(u"Cancelled"_s, advice);
    }
}

void CodeBoxService::onEvent(const RunEvent &event)
{
    if (!std::holds_alternative<event::Ended>(event.body))
        return;
    const auto waiting = m_waiting;
    for (const ExecutionPtr &execution : waiting) {
        if (execution->session->folders.contains(event.run))
            advance(execution);
    }
}

void CodeBoxService::forgetOld()
{
    const QDateTime oldest = m_backend.services.clock.now().addDuration(-limits::runResultLifetime);
    m_executions.removeIf([this, &oldest](const auto &item) {
        return item.value()->created < oldest && !m_waiting.contains(item.value());
    });
    if (m_executions.size() < mostExecutions)
        return;
    // Whoever makes as many as this has read the first ones, or will not.
    const auto first = std::ranges::min_element(
        m_executions, {}, [](const ExecutionPtr &execution) { return execution->created; });
    m_waiting.removeOne(*first);
    m_executions.erase(first);
}

// ---- For the MCP tools --------------------------------------------------------------------

void CodeBoxService::configure(const ClientId &client, const QMap<QString, QString> &links,
                               const QStringList &disabledRules)
{
    Configured &configured = m_configured[client];
    // A session has the links that it was made with.
    if (configured.links != links)
        configured.session.clear();
    configured.links = links;
    configured.disabledRules = disabledRules;
}

QStringList CodeBoxService::disabledRules(const ClientId &client) const
{
    return m_configured.value(client).disabledRules;
}

Result<SessionRef> CodeBoxService::toolSession(const Asker &asker)
{
    const ClientId &client = asker.principal.id;
    Configured &configured = m_configured[client];
    const SessionPtr known = find(client, configured.session);
    if (known) {
        if (const auto session = m_backend.services.sessions.find(client, known->info.id))
            return session->ref;
    }
    const auto session = std::make_shared<Session>();
    session->client = client;
    session->info = {newId(), now(), now(), {}};
    tools::SessionOptions options;
    options.name = session->info.id;
    options.links = configured.links;
    const auto made = m_backend.services.sessions.create(client, asker.principal.label, options);
    if (!made)
        return made;
    session->session = made->id;
    configured.session = session->info.id;
    m_sessions.insert(session->info.id, session);
    return made;
}

void CodeBoxService::noteUse(const ClientId &client, const SessionId &session,
                             const QStringList &packages)
{
    for (const SessionPtr &known : std::as_const(m_sessions)) {
        if (known->client != client || known->session != session)
            continue;
        known->info.lastUsed = now();
        for (const QString &package : packages) {
            if (!known->info.dependencies.contains(package))
                known->info.dependencies.append(package);
        }
    }
}

} // namespace glovebox::rest
