// SPDX-License-Identifier: MIT
#include "serversession.h"

#include "base/limits.h"
#include "base/logging.h"
#include "requeststate.h"
#include "sessionstate.h"

#include <QJsonArray>

#include <algorithm>
#include <array>

namespace glovebox::mcp {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxReasonChars = 200;
constexpr qsizetype maxShownName = 100;
constexpr QLatin1StringView logLevelField{"io.modelcontextprotocol/logLevel"};
constexpr QLatin1StringView subscriptionField{"io.modelcontextprotocol/subscriptionId"};

constexpr std::array logLevels{"debug"_L1, "info"_L1,     "notice"_L1, "warning"_L1,
                               "error"_L1, "critical"_L1, "alert"_L1,  "emergency"_L1};
constexpr int noLog = int(logLevels.size());

int logLevelIndex(QStringView level)
{
    const auto it = std::ranges::find_if(
        logLevels, [level](QLatin1StringView known) { return level == known; });
    return it == logLevels.end() ? -1 : int(std::distance(logLevels.begin(), it));
}

QString logLevelNames()
{
    QStringList names;
    for (const QLatin1StringView level : logLevels)
        names.append(level);
    return names.join(u", "_s);
}

QString capabilityFor(QStringView method)
{
    // elicitation/create, sampling/createMessage, roots/list
    return method.first(qMax(qsizetype(0), method.indexOf(u'/'))).toString();
}

QLatin1StringView changedNotification(ListKind list)
{
    switch (list) {
    case ListKind::Tools:
        return "notifications/tools/list_changed"_L1;
    case ListKind::Resources:
        return "notifications/resources/list_changed"_L1;
    case ListKind::Prompts:
        return "notifications/prompts/list_changed"_L1;
    }
    Q_UNREACHABLE_RETURN({});
}

} // namespace

// ---- Deferred ---------------------------------------------------------------------------

ServerSession::Deferred::~Deferred()
{
    const PendingPtr pending = m_pending.lock();
    if (!pending || !m_session || m_session->m_pending.value(pending->key) != pending)
        return;
    qCCritical(lcMcp) << pending->message.method << "was dropped without an answer";
    refuse({.code = RpcCode::InternalError,
            .text = u"Glovebox lost this request. This is a fault of Glovebox; try it again."_s});
}

void ServerSession::Deferred::respond(const QJsonObject &result, const CacheHint *cache)
{
    if (const PendingPtr pending = m_pending.lock(); pending && m_session)
        resolve(resultMessage(pending->message.id, m_session->finished(result, cache)));
}

void ServerSession::Deferred::refuse(const RpcError &error)
{
    if (const PendingPtr pending = m_pending.lock())
        resolve(errorMessage(pending->message.id, error));
}

void ServerSession::Deferred::resolve(const QJsonObject &message)
{
    const PendingPtr pending = m_pending.lock();
    m_pending.reset();
    if (pending && m_session)
        m_session->resolve(pending, message);
}

// ---- Beginning --------------------------------------------------------------------------

ServerSession::ServerSession(const Server &server, Clock &clock, Principal principal, QString id,
                             QObject *parent)
    : QObject(parent)
    , m_server(server)
    , m_clock(clock)
{
    m_caller.principal = std::move(principal);
    m_caller.sessionId = std::move(id);
    m_caller.era = newestSessionEra();
    const QList<ListKind> &lists = server.info().changingLists;
    m_watchedLists = {lists.begin(), lists.end()};
    watchServer();
}

ServerSession::ServerSession(const Server &server, Clock &clock, Caller caller, QObject *parent)
    : QObject(parent)
    , m_server(server)
    , m_clock(clock)
    , m_caller(std::move(caller))
    , m_initialized(true)
    , m_logLevel(noLog)
{
}

ServerSession::~ServerSession()
{
    end(u"The session ended."_s);
}

void ServerSession::watchServer()
{
    connect(&m_server, &Server::resourceUpdated, this, &ServerSession::onResourceUpdated);
    connect(&m_server, &Server::listChanged, this, &ServerSession::onListChanged);
}

// ---- Incoming ---------------------------------------------------------------------------

ServerSession::Delivery ServerSession::delivery(const Body &body)
{
    Delivery delivery = Delivery::Nothing;
    for (const Message &message : body.messages) {
        if (message.kind == Message::Kind::Request &&
            (message.is("tools/call"_L1) || message.is("subscriptions/listen"_L1))) {
            return Delivery::Stream;
        }
        if (message.kind == Message::Kind::Request || message.kind == Message::Kind::Invalid)
            delivery = Delivery::Single;
    }
    return delivery;
}

void ServerSession::receive(const QByteArray &bytes, const MessageSinkPtr &sink)
{
    const auto body = parseBody(bytes);
    if (body) {
        receive(*body, sink);
        return;
    }
    sink->send(errorMessage(QJsonValue::Null, body.error()), true);
    sink->finished();
}

void ServerSession::receive(const Body &body, const MessageSinkPtr &sink)
{
    if (body.batch && !(m_initialized && dialect().batches)) {
        sink->send(errorMessage(QJsonValue::Null,
                                {.code = RpcCode::InvalidRequest,
                                 .text = u"Batches exist only in revision 2025-03-26, and not "
                                         "before it is agreed on. Send one message per body."_s}),
                   true);
        sink->finished();
        return;
    }
    const auto exchange = std::make_shared<Exchange>(sink);
    for (const Message &message : body.messages) {
        if (message.kind == Message::Kind::Request || message.kind == Message::Kind::Invalid)
            ++exchange->owed;
    }
    const bool answered = exchange->owed > 0;
    for (const Message &message : body.messages)
        handle(message, exchange);
    if (!answered)
        sink->finished();
}

void ServerSession::handle(const Message &message, const ExchangePtr &exchange)
{
    switch (message.kind) {
    case Message::Kind::Request:
        handleRequest(message, exchange);
        break;
    case Message::Kind::Notification:
        handleNotification(message);
        break;
    case Message::Kind::Response:
        handleResponse(message);
        break;
    case Message::Kind::Invalid:
        answer(exchange, errorMessage(message.id, message.invalid));
        break;
    }
}

const QHash<QString, ServerSession::Method> &ServerSession::methods(bool stateless)
{
    using Table = QHash<QString, Method>;
    static const Table common{
        {u"tools/list"_s, &ServerSession::listTools},
        {u"tools/call"_s, &ServerSession::callTool},
        {u"resources/list"_s, &ServerSession::listResources},
        {u"resources/templates/list"_s, &ServerSession::listResourceTemplates},
        {u"resources/read"_s, &ServerSession::readResource},
        {u"prompts/list"_s, &ServerSession::listPrompts},
        {u"prompts/get"_s, &ServerSession::showPrompt},
        {u"completion/complete"_s, &ServerSession::complete},
    };
    static const Table ofSessions = [] {
        Table table = common;
        table.insert({{u"initialize"_s, &ServerSession::initialize},
                      {u"ping"_s, &ServerSession::ping},
                      {u"logging/setLevel"_s, &ServerSession::setLogLevel},
                      {u"resources/subscribe"_s, &ServerSession::subscribe},
                      {u"resources/unsubscribe"_s, &ServerSession::unsubscribe}});
        return table;
    }();
    static const Table ofRequests = [] {
        Table table = common;
        table.insert({{u"server/discover"_s, &ServerSession::discover},
                      {u"subscriptions/listen"_s, &ServerSession::listen}});
        return table;
    }();
    return stateless ? ofRequests : ofSessions;
}

std::optional<RpcError> ServerSession::unknownMethod(const Server &server, const Dialect &dialect,
                                                     const QString &method)
{
    const auto &table = methods(dialect.stateless);
    const QString family = method.section(u'/', 0, 0);
    // Up to 2025-11-25 an empty list is the answer that clients take best.
    const bool undeclared =
        dialect.stateless && ((family == "tools"_L1 && server.tools().isEmpty()) ||
                              (family == "resources"_L1 && server.resourceSources().isEmpty()) ||
                              (family == "prompts"_L1 && server.prompts().isEmpty()));
    if (table.contains(method) && !undeclared)
        return std::nullopt;
    QStringList known = table.keys();
    known.sort();
    return RpcError{.code = RpcCode::MethodNotFound,
                    .text = u"Unknown method \"%1\". Known methods: %2."_s.arg(
                        method.left(maxShownName), known.join(u", "_s))};
}

void ServerSession::handleRequest(const Message &message, const ExchangePtr &exchange)
{
    // Unknown before unready: a client of a later revision probes with server/discover and has to
    // learn at once that this is an older server.
    if (const auto problem = unknownMethod(m_server, dialect(), message.method)) {
        answer(exchange, errorMessage(message.id, *problem));
        return;
    }
    if (refuseRepeatedId(message, exchange) || refuseUnready(message, exchange))
        return;
    if (dialect().stateless) {
        const QJsonObject meta = message.params.value("_meta"_L1).toObject();
        const int level = logLevelIndex(meta.value(logLevelField).toString());
        m_logLevel = level < 0 ? noLog : level;
    }
    (this->*methods(dialect().stateless).value(message.method))(message, exchange);
}

bool ServerSession::refuseUnready(const Message &message, const ExchangePtr &exchange)
{
    if (m_ended) {
        refuse(message, exchange, RpcCode::Refused, u"The session ended. Send initialize."_s);
        return true;
    }
    const bool begins = message.is("initialize"_L1);
    if (!m_initialized && !begins && !message.is("ping"_L1)) {
        refuse(message, exchange, RpcCode::InvalidRequest,
               u"The session is not initialized: send initialize first."_s);
        return true;
    }
    if (m_initialized && begins) {
        refuse(message, exchange, RpcCode::InvalidRequest,
               u"The session is already initialized."_s);
        return true;
    }
    return false;
}

bool ServerSession::refuseRepeatedId(const Message &message, const ExchangePtr &exchange)
{
    if (!m_pending.contains(idKey(message.id)))
        return false;
    // Answering with that id would look like the answer to the request that still runs.
    answer(exchange, errorMessage(QJsonValue::Null,
                                  {.code = RpcCode::InvalidRequest,
                                   .text = u"A request with this id is still running in this "
                                           "session. Give every request a new id."_s}));
    return true;
}

void ServerSession::handleNotification(const Message &message)
{
    if (!message.is("notifications/cancelled"_L1))
        return; // initialized, roots/list_changed …: nothing to do
    const QString key = idKey(message.params.value("requestId"_L1));
    const QString reason = message.params.value("reason"_L1).toString().left(maxReasonChars);
    cancelCall(key, reason.isEmpty() ? u"The client cancelled the request."_s : reason);
}

void ServerSession::handleResponse(const Message &message)
{
    if (!message.id.isString()) // ours are strings (mcp.md 3.6)
        return;
    const auto it = m_questions.find(message.id.toString());
    if (it == m_questions.end())
        return;
    const Asking asking = it.value();
    m_questions.erase(it);
    if (message.result.isObject()) {
        asking.done(message.result.toObject());
        return;
    }
    asking.done(fail(ErrorCode::Unavailable, u"The client answered with an error: %1"_s.arg(
                                                 message.error.value("message"_L1).toString())));
}

// ---- Outgoing ---------------------------------------------------------------------------

void ServerSession::answer(const ExchangePtr &exchange, const QJsonObject &message)
{
    exchange->sink->send(message, true);
    if (--exchange->owed == 0) {
        m_vanished.remove(exchange->sink.get());
        exchange->sink->finished();
    }
}

// What every result of a stateless era carries.
QJsonObject ServerSession::finished(QJsonObject result, const CacheHint *cache) const
{
    if (!dialect().stateless)
        return result;
    if (!result.contains("resultType"_L1))
        result.insert("resultType"_L1, u"complete"_s);
    QJsonObject meta = result.value("_meta"_L1).toObject();
    meta.insert("io.modelcontextprotocol/serverInfo"_L1, toJson(m_server.info(), dialect()));
    result.insert("_meta"_L1, meta);
    if (cache) {
        result.insert("ttlMs"_L1, qint64(cache->ttl.count()));
        result.insert("cacheScope"_L1, cache->shared ? u"public"_s : u"private"_s);
    }
    return result;
}

void ServerSession::respond(const Message &message, const ExchangePtr &exchange,
                            const QJsonObject &result, const CacheHint *cache)
{
    answer(exchange, resultMessage(message.id, finished(result, cache)));
}

void ServerSession::refuse(const Message &message, const ExchangePtr &exchange, RpcCode code,
                           const QString &text, const QJsonValue &data)
{
    answer(exchange, errorMessage(message.id, {.code = code, .text = text, .data = data}));
}

void ServerSession::notify(QLatin1StringView method, QJsonObject params)
{
    if (!dialect().stateless) {
        if (m_notifications)
            m_notifications->send(notificationMessage(method, params), false);
        return;
    }
    const PendingPtr listening = m_pending.value(m_listenKey);
    if (!listening)
        return;
    params.insert("_meta"_L1, QJsonObject{{subscriptionField, listening->message.id}});
    listening->exchange->sink->send(notificationMessage(method, params), false);
}

void ServerSession::onResourceUpdated(const QString &uri, const ClientId &client)
{
    const bool ours = client.isNull() || client == m_caller.principal.id;
    if (ours && m_subscriptions.contains(uri))
        notify("notifications/resources/updated"_L1, {{u"uri"_s, uri}});
}

void ServerSession::onListChanged(ListKind list, const ClientId &client)
{
    const bool ours = client.isNull() || client == m_caller.principal.id;
    if (ours && m_initialized && m_watchedLists.contains(list))
        notify(changedNotification(list), {});
}

// ---- Handshake --------------------------------------------------------------------------

void ServerSession::initialize(const Message &message, const ExchangePtr &exchange)
{
    const QJsonValue version = message.params.value("protocolVersion"_L1);
    if (!version.isString()) {
        refuse(message, exchange, RpcCode::InvalidParams,
               u"initialize needs \"protocolVersion\", one of %1."_s.arg(
                   sessionVersions().join(u", "_s)));
        return;
    }
    const auto asked = eraOf(version.toString());
    const bool known = asked && !mcp::dialect(*asked).stateless;
    m_caller.era = known ? *asked : newestSessionEra();
    m_caller.client =
        clientInfo(message.params.value("clientInfo"_L1), message.params.value("capabilities"_L1));
    m_initialized = true;
    QJsonObject result{{u"protocolVersion"_s, QString(dialect().version)},
                       {u"capabilities"_s, m_server.capabilities(dialect())},
                       {u"serverInfo"_s, toJson(m_server.info(), dialect())}};
    if (const QString &text = m_server.info().instructions; !text.isEmpty())
        result.insert("instructions"_L1, text);
    respond(message, exchange, result);
}

void ServerSession::discover(const Message &message, const ExchangePtr &exchange)
{
    QJsonObject result{{u"supportedVersions"_s, QJsonArray::fromStringList(supportedVersions())},
                       {u"capabilities"_s, m_server.capabilities(dialect())}};
    if (const QString &text = m_server.info().instructions; !text.isEmpty())
        result.insert("instructions"_L1, text);
    respond(message, exchange, result, &m_server.info().cache);
}

void ServerSession::ping(const Message &message, const ExchangePtr &exchange)
{
    respond(message, exchange, {});
}

void ServerSession::setLogLevel(const Message &message, const ExchangePtr &exchange)
{
    if (!m_server.info().logging) {
        refuse(message, exchange, RpcCode::MethodNotFound, u"This server sends no log."_s);
        return;
    }
    const int level = logLevelIndex(message.params.value("level"_L1).toString());
    if (level < 0) {
        refuse(message, exchange, RpcCode::InvalidParams,
               u"Unknown log level. Known levels: %1."_s.arg(logLevelNames()));
        return;
    }
    m_logLevel = level;
    respond(message, exchange, {});
}

// ---- Requests that are not answered yet -------------------------------------------------

ServerSession::PendingPtr ServerSession::addPending(const Message &message,
                                                    const ExchangePtr &exchange)
{
    auto pending = std::make_shared<Pending>();
    pending->key = idKey(message.id);
    pending->message = message;
    pending->exchange = exchange;
    const QJsonValue token = message.params.value("_meta"_L1).toObject().value("progressToken"_L1);
    if (token.isString() || token.isDouble())
        pending->progressToken = token;
    m_pending.insert(pending->key, pending);
    return pending;
}

ServerSession::DeferredPtr ServerSession::defer(const Message &message, const ExchangePtr &exchange)
{
    return std::make_shared<Deferred>(this, addPending(message, exchange));
}

void ServerSession::resolve(const PendingPtr &pending, const QJsonObject &message)
{
    if (m_pending.value(pending->key) != pending)
        return; // cancelled meanwhile
    take(pending->key);
    answer(pending->exchange, message);
}

ServerSession::PendingPtr ServerSession::take(const QString &key)
{
    PendingPtr pending = m_pending.take(key);
    if (pending)
        pending->heartbeat.reset();
    return pending;
}

void ServerSession::sendProgress(Pending &pending, double value, double total)
{
    pending.lastProgress = value;
    QJsonObject params{{u"progressToken"_s, pending.progressToken}, {u"progress"_s, value}};
    if (total >= 0)
        params.insert("total"_L1, total);
    if (!pending.status.isEmpty() && dialect().annotations) // they came together
        params.insert("message"_L1, pending.status);
    pending.exchange->sink->send(notificationMessage("notifications/progress"_L1, params), false);
}

void ServerSession::callProgress(const QString &key, double value, double total,
                                 const QString &message)
{
    const auto pending = m_pending.value(key);
    if (!pending || pending->progressToken.isUndefined() || !(value > pending->lastProgress))
        return;
    pending->status = message;
    pending->hasTotal = total >= 0;
    sendProgress(*pending, value, total);
    scheduleHeartbeat(key);
}

void ServerSession::callStatus(const QString &key, const QString &message)
{
    const auto pending = m_pending.value(key);
    if (!pending || pending->progressToken.isUndefined())
        return;
    pending->status = message;
    if (!pending->hasTotal)
        sendProgress(*pending, qMax(0.0, pending->lastProgress) + 1, -1);
    scheduleHeartbeat(key);
}

// Counting up would lie where the tool measures against a total; there it is up to the tool.
void ServerSession::scheduleHeartbeat(const QString &key)
{
    const auto pending = m_pending.value(key);
    if (!pending || pending->hasTotal) {
        if (pending)
            pending->heartbeat.reset();
        return;
    }
    pending->heartbeat = m_clock.after(limits::progressInterval, this, [this, key] {
        const auto waiting = m_pending.value(key);
        if (!waiting)
            return;
        // The handle that fires now must outlive its own callback.
        waiting->heartbeat.release()->deleteLater();
        sendProgress(*waiting, qMax(0.0, waiting->lastProgress) + 1, -1);
        scheduleHeartbeat(key);
    });
}

void ServerSession::callLog(const QString &key, const QString &level, const QJsonValue &data)
{
    const auto pending = m_pending.value(key);
    if (!pending || !m_server.info().logging || logLevelIndex(level) < m_logLevel)
        return;
    pending->exchange->sink->send(
        notificationMessage("notifications/message"_L1, {{u"level"_s, level}, {u"data"_s, data}}),
        false);
}

void ServerSession::callReleased(const QString &key, std::chrono::milliseconds retry)
{
    const auto pending = m_pending.value(key);
    if (pending && dialect().primedStreams)
        pending->exchange->sink->release(retry);
}

void ServerSession::callFinished(const QString &key, const QJsonObject &result)
{
    takeBackQuestions(key);
    dropQuestions(key);
    if (const auto pending = take(key))
        answer(pending->exchange, resultMessage(pending->message.id, finished(result)));
}

void ServerSession::callRefused(const QString &key, const RpcError &error)
{
    dropQuestions(key);
    if (const auto pending = take(key))
        answer(pending->exchange, errorMessage(pending->message.id, error));
}

void ServerSession::callAbandoned(const QString &key)
{
    callRefused(key, {.code = RpcCode::InternalError,
                      .text = u"The tool ended without an answer. This is a fault of Glovebox; "
                              "try the call again."_s});
}

void ServerSession::cancelCall(const QString &key, const QString &reason, Notice notice)
{
    const auto pending = take(key);
    if (!pending)
        return; // unknown or already answered: nothing to do (mcp.md 1.2)
    const CallPtr call = pending->call.lock();
    if (call)
        call->m_over = true;
    dropQuestions(key);
    // A stream that ends without an answer would be taken for a broken one: clients would try to
    // resume it and wait for their own time limit.
    if (notice == Notice::Error)
        pending->exchange->sink->send(endMessage(*pending, reason), true);
    if (--pending->exchange->owed == 0) {
        m_vanished.remove(pending->exchange->sink.get());
        pending->exchange->sink->finished();
    }
    if (call) {
        Q_EMIT call->cancelled(reason);
        call->disconnect();
    }
}

// A subscription that the server ends is not a failure; a call is.
QJsonObject ServerSession::endMessage(const Pending &pending, const QString &reason) const
{
    if (pending.key == m_listenKey && dialect().stateless)
        return resultMessage(pending.message.id, finished({}));
    return errorMessage(pending.message.id, {.code = RpcCode::Refused, .text = reason});
}

// ---- Questions to the client ------------------------------------------------------------

void ServerSession::callAsk(const QString &key, Call::Question question)
{
    const auto pending = m_pending.value(key);
    if (!pending) {
        question.done(fail(ErrorCode::Cancelled, u"The call is over."_s));
        return;
    }
    const QString capability = capabilityFor(question.method);
    if (!m_caller.client.declares(capability)) {
        question.done(fail(ErrorCode::Unavailable,
                           u"The client did not declare the capability \"%1\"."_s.arg(capability)));
        return;
    }
    if (dialect().stateless)
        askByResult(pending, std::move(question));
    else
        askOnStream(pending, std::move(question));
}

void ServerSession::askOnStream(const PendingPtr &pending, Call::Question question)
{
    const QString id = u"glovebox-%1"_s.arg(m_nextQuestion++);
    m_questions.insert(id, {pending->key, std::move(question.done)});
    pending->exchange->sink->send(requestMessage(id, question.method, question.params), false);
}

// What the client has answered already is taken; anything else ends this round, together with
// whatever else the handler asks before it returns to the event loop.
void ServerSession::askByResult(const PendingPtr &pending, Call::Question question)
{
    const QJsonValue answered = pending->answers.value(question.key);
    if (fitsQuestion(question.method, question.params, answered)) {
        question.done(answered.toObject());
        return;
    }
    pending->answers.remove(question.key);
    pending->asked.append(std::move(question));
    if (pending->asked.size() == 1) {
        QMetaObject::invokeMethod(
            this, [this, key = pending->key] { requireInput(key); }, Qt::QueuedConnection);
    }
}

void ServerSession::requireInput(const QString &key)
{
    const PendingPtr pending = m_pending.value(key);
    if (!pending || pending->asked.isEmpty())
        return; // answered or cancelled meanwhile
    // The handler is called again with the answers, so this round of it just ends.
    const CallPtr call = pending->call.lock();
    if (call)
        call->m_over = true;
    RequestState state{.asked = {}, .answers = pending->answers};
    QJsonObject requests;
    for (const Call::Question &question : std::as_const(pending->asked)) {
        state.asked.append(question.key);
        requests.insert(question.key, QJsonObject{{u"method"_s, question.method},
                                                  {u"params"_s, question.params}});
    }
    const QString sealed = sealState(state, bindingOf(pending->message), m_clock.now());
    callFinished(key, {{u"resultType"_s, u"input_required"_s},
                       {u"inputRequests"_s, requests},
                       {u"requestState"_s, sealed}});
    if (call)
        call->disconnect();
}

StateBinding ServerSession::bindingOf(const Message &message) const
{
    return {.client = m_caller.principal.id, .method = message.method, .params = message.params};
}

// The answers that came with a repeated request: those of the rounds before, and of this one to
// what was asked.
std::expected<QJsonObject, RpcError> ServerSession::answersIn(const Message &message) const
{
    const QJsonValue sealed = message.params.value("requestState"_L1);
    const QJsonObject given = message.params.value("inputResponses"_L1).toObject();
    if (!dialect().stateless)
        return QJsonObject();
    // Whoever knows the questions may answer them at once: what a client says for its person needs
    // no proof that it was asked, and nothing else rests on it.
    if (sealed.isUndefined())
        return given;
    const auto state = openState(sealed.toString(), bindingOf(message), m_clock.now());
    if (!state)
        return std::unexpected(RpcError{.code = RpcCode::InvalidParams, .text = state.error()});
    QJsonObject answers = state->answers;
    for (const QString &key : state->asked) {
        if (given.contains(key))
            answers.insert(key, given.value(key));
    }
    return answers;
}

// A client that still shows one to a person must be told that nobody waits for it any more.
void ServerSession::takeBackQuestions(const QString &key)
{
    const PendingPtr pending = m_pending.value(key);
    if (!pending)
        return;
    for (auto it = m_questions.constBegin(); it != m_questions.constEnd(); ++it) {
        if (it->call == key)
            pending->exchange->sink->send(
                notificationMessage(
                    "notifications/cancelled"_L1,
                    {{u"requestId"_s, it.key()}, {u"reason"_s, u"It was answered elsewhere."_s}}),
                false);
    }
}

void ServerSession::dropQuestions(const QString &key)
{
    QList<Call::Asked> dropped;
    for (auto it = m_questions.begin(); it != m_questions.end();) {
        if (it->call == key) {
            dropped.append(it->done);
            it = m_questions.erase(it);
        } else {
            ++it;
        }
    }
    for (const Call::Asked &done : dropped)
        done(fail(ErrorCode::Cancelled, u"The call is over."_s));
}

// ---- Vanishing and ending ---------------------------------------------------------------

void ServerSession::sinkVanished(const MessageSink *sink)
{
    m_vanished.insert(sink, m_clock.after(limits::vanishedClientGrace, this, [this, sink] {
        QList<CallPtr> calls; // a copy: a handler may end calls
        for (const auto &pending : std::as_const(m_pending)) {
            if (pending->exchange->sink.get() != sink)
                continue;
            if (CallPtr call = pending->call.lock())
                calls.append(std::move(call));
        }
        for (const CallPtr &call : calls) {
            if (!call->isOver())
                Q_EMIT call->peerVanished();
        }
    }));
}

void ServerSession::sinkReturned(const MessageSink *sink)
{
    m_vanished.remove(sink);
}

void ServerSession::end(const QString &reason)
{
    m_ended = true;
    m_notifications.reset();
    const QStringList keys = m_pending.keys();
    for (const QString &key : keys)
        cancelCall(key, reason, Notice::Error);
    m_vanished.clear();
}

} // namespace glovebox::mcp
