// SPDX-License-Identifier: MIT
#include "serversession.h"

#include "arguments.h"
#include "base/limits.h"
#include "base/logging.h"

#include <QJsonArray>

#include <algorithm>
#include <array>
#include <limits>

namespace glovebox::mcp {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype pageSize = 100;
constexpr qsizetype maxReasonChars = 200;
constexpr qsizetype maxCompletions = 100; // mcp.md 1.2

constexpr std::array logLevels{"debug"_L1, "info"_L1,     "notice"_L1, "warning"_L1,
                               "error"_L1, "critical"_L1, "alert"_L1,  "emergency"_L1};

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

void insertIfSet(QJsonObject &object, QLatin1StringView key, const QString &value)
{
    if (!value.isEmpty())
        object.insert(key, value);
}

void insertIfSet(QJsonObject &object, QLatin1StringView key, std::optional<bool> value)
{
    if (value)
        object.insert(key, *value);
}

QJsonObject annotationsJson(const Tool &tool)
{
    QJsonObject json;
    insertIfSet(json, "title"_L1, tool.title);
    insertIfSet(json, "readOnlyHint"_L1, tool.annotations.readOnly);
    insertIfSet(json, "destructiveHint"_L1, tool.annotations.destructive);
    insertIfSet(json, "idempotentHint"_L1, tool.annotations.idempotent);
    insertIfSet(json, "openWorldHint"_L1, tool.annotations.openWorld);
    return json;
}

QJsonObject toolJson(const Tool &tool, const Dialect &dialect)
{
    QJsonObject json{{u"name"_s, tool.name}, {u"inputSchema"_s, tool.inputSchema}};
    if (dialect.titles)
        insertIfSet(json, "title"_L1, tool.title);
    insertIfSet(json, "description"_L1, tool.description);
    if (const QJsonObject hints = annotationsJson(tool); !hints.isEmpty())
        json.insert("annotations"_L1, hints);
    if (!tool.meta.isEmpty())
        json.insert("_meta"_L1, tool.meta);
    return json;
}

// Resource and ResourceTemplate differ only in the name of their address.
template<class T>
QJsonObject describedJson(const T &entry, QLatin1StringView key, const QString &address,
                          const Dialect &dialect)
{
    QJsonObject json{{key, address}, {u"name"_s, entry.name}};
    if (dialect.titles)
        insertIfSet(json, "title"_L1, entry.title);
    insertIfSet(json, "description"_L1, entry.description);
    insertIfSet(json, "mimeType"_L1, entry.mimeType);
    return json;
}

QJsonObject promptJson(const Prompt &prompt, const Dialect &dialect)
{
    QJsonObject json{{u"name"_s, prompt.name}};
    if (dialect.titles)
        insertIfSet(json, "title"_L1, prompt.title);
    insertIfSet(json, "description"_L1, prompt.description);
    QJsonArray arguments;
    for (const PromptArgument &argument : prompt.arguments) {
        QJsonObject entry{{u"name"_s, argument.name}};
        if (dialect.titles)
            insertIfSet(entry, "title"_L1, argument.title);
        insertIfSet(entry, "description"_L1, argument.description);
        if (argument.required)
            entry.insert("required"_L1, true);
        arguments.append(entry);
    }
    if (!arguments.isEmpty())
        json.insert("arguments"_L1, arguments);
    return json;
}

ClientInfo clientInfo(const QJsonObject &params)
{
    const QJsonObject info = params.value("clientInfo"_L1).toObject();
    return {.name = info.value("name"_L1).toString(),
            .version = info.value("version"_L1).toString(),
            .title = info.value("title"_L1).toString(),
            .capabilities = params.value("capabilities"_L1).toObject()};
}

QString capabilityFor(const QString &method)
{
    return method.section(u'/', 0, 0); // elicitation/create, sampling/createMessage, roots/list
}

QString knownNames(QStringList names)
{
    names.sort();
    return names.isEmpty() ? u"none"_s : names.join(u", "_s);
}

// The one place where errors of ours become codes of the protocol.
RpcCode rpcCode(const Error &error)
{
    switch (error.code) {
    case ErrorCode::InvalidArgument: return RpcCode::InvalidParams;
    case ErrorCode::NotFound: return RpcCode::ResourceNotFound;
    case ErrorCode::Denied:
    case ErrorCode::Conflict:
    case ErrorCode::LimitExceeded:
    case ErrorCode::Unavailable:
    case ErrorCode::Cancelled: return RpcCode::Refused;
    case ErrorCode::Io:
    case ErrorCode::Corrupt:
    case ErrorCode::Internal: break;
    }
    return RpcCode::InternalError;
}

} // namespace

struct ServerSession::Exchange
{
    MessageSinkPtr sink;
    int owed = 0;
};

struct ServerSession::Pending
{
    QJsonValue id;
    ExchangePtr exchange;
    std::weak_ptr<ToolCall> call; // expired for requests that are not tool calls
    bool isCall = false;
    QJsonValue progressToken = QJsonValue::Undefined;
    double lastProgress = -std::numeric_limits<double>::infinity();
    bool hasTotal = false;
    QString status;
    std::unique_ptr<QObject> heartbeat;
};

struct ServerSession::Question
{
    QString call; // key of the pending call that asked
    ToolCall::Asked done;
};

ServerSession::ServerSession(const Server &server, Clock &clock, Principal principal, QString id,
                             QObject *parent)
    : QObject(parent)
    , m_server(server)
    , m_clock(clock)
{
    m_caller.principal = std::move(principal);
    m_caller.sessionId = std::move(id);
    m_caller.era = newestEra();
    connect(&server, &Server::resourceUpdated, this, [this](const QString &uri) {
        if (m_notifications && m_subscriptions.contains(uri)) {
            m_notifications->send(
                notificationMessage("notifications/resources/updated"_L1, {{u"uri"_s, uri}}),
                false);
        }
    });
}

ServerSession::~ServerSession()
{
    end(u"The session ended."_s);
}

// ---- Incoming ---------------------------------------------------------------------------

ServerSession::Delivery ServerSession::delivery(const Body &body)
{
    Delivery delivery = Delivery::Nothing;
    for (const Message &message : body.messages) {
        if (message.kind == Message::Kind::Request && message.is("tools/call"_L1))
            return Delivery::Stream;
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
    case Message::Kind::Request: handleRequest(message, exchange); break;
    case Message::Kind::Notification: handleNotification(message); break;
    case Message::Kind::Response: handleResponse(message); break;
    case Message::Kind::Invalid:
        answer(exchange, errorMessage(message.id, message.invalid));
        break;
    }
}

const QHash<QString, ServerSession::Method> &ServerSession::methods()
{
    static const QHash<QString, Method> table{
        {u"initialize"_s, &ServerSession::initialize},
        {u"ping"_s, &ServerSession::ping},
        {u"logging/setLevel"_s, &ServerSession::setLogLevel},
        {u"tools/list"_s, &ServerSession::listTools},
        {u"tools/call"_s, &ServerSession::callTool},
        {u"resources/list"_s, &ServerSession::listResources},
        {u"resources/templates/list"_s, &ServerSession::listResourceTemplates},
        {u"resources/read"_s, &ServerSession::readResource},
        {u"resources/subscribe"_s, &ServerSession::subscribe},
        {u"resources/unsubscribe"_s, &ServerSession::unsubscribe},
        {u"prompts/list"_s, &ServerSession::listPrompts},
        {u"prompts/get"_s, &ServerSession::showPrompt},
        {u"completion/complete"_s, &ServerSession::complete},
    };
    return table;
}

void ServerSession::handleRequest(const Message &message, const ExchangePtr &exchange)
{
    // Unknown before unready: a client of a later revision probes with server/discover and has to
    // learn at once that this is an older server.
    const Method method = methods().value(message.method);
    if (!method) {
        refuse(message, exchange, RpcCode::MethodNotFound,
               u"Unknown method \"%1\". Known methods: %2."_s.arg(message.method.first(
                                                                      qMin(message.method.size(),
                                                                           qsizetype(100))),
                                                                  knownNames(methods().keys())));
        return;
    }
    if (refuseRepeatedId(message, exchange) || refuseUnready(message, exchange))
        return;
    (this->*method)(message, exchange);
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
    const Question question = it.value();
    m_questions.erase(it);
    if (message.result.isObject()) {
        question.done(message.result.toObject());
        return;
    }
    question.done(fail(ErrorCode::Unavailable,
                       u"The client answered with an error: %1"_s.arg(
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

void ServerSession::respond(const Message &message, const ExchangePtr &exchange,
                            const QJsonObject &result)
{
    answer(exchange, resultMessage(message.id, result));
}

void ServerSession::refuse(const Message &message, const ExchangePtr &exchange, RpcCode code,
                           const QString &text, const QJsonValue &data)
{
    answer(exchange, errorMessage(message.id, {.code = code, .text = text, .data = data}));
}

// A cursor is the index where the next page begins.
void ServerSession::answerPage(const Message &message, const ExchangePtr &exchange,
                               QLatin1StringView field, const QJsonArray &all)
{
    qsizetype begin = 0;
    if (const QJsonValue cursor = message.params.value("cursor"_L1); !cursor.isUndefined()) {
        bool valid = false;
        begin = cursor.toString().toLongLong(&valid);
        if (!valid || begin < 0 || begin >= all.size()) {
            refuse(message, exchange, RpcCode::InvalidParams,
                   u"Unknown cursor. Use the nextCursor of the page before, or leave it out to "
                   "begin again."_s);
            return;
        }
    }
    const qsizetype end = qMin(begin + pageSize, all.size());
    QJsonArray page;
    for (qsizetype i = begin; i < end; ++i)
        page.append(all.at(i));
    QJsonObject result{{field, page}};
    if (end < all.size())
        result.insert("nextCursor"_L1, QString::number(end));
    respond(message, exchange, result);
}

// ---- Methods ----------------------------------------------------------------------------

void ServerSession::initialize(const Message &message, const ExchangePtr &exchange)
{
    const QJsonValue version = message.params.value("protocolVersion"_L1);
    if (!version.isString()) {
        refuse(message, exchange, RpcCode::InvalidParams,
               u"initialize needs \"protocolVersion\", one of %1."_s.arg(
                   supportedVersions().join(u", "_s)));
        return;
    }
    m_caller.era = eraOf(version.toString()).value_or(newestEra());
    m_caller.client = clientInfo(message.params);
    m_initialized = true;
    const ServerInfo &info = m_server.info();
    QJsonObject serverInfo{{u"name"_s, info.name}, {u"version"_s, info.version}};
    if (dialect().titles)
        insertIfSet(serverInfo, "title"_L1, info.title);
    QJsonObject result{{u"protocolVersion"_s, QString(dialect().version)},
                       {u"capabilities"_s, m_server.capabilities()},
                       {u"serverInfo"_s, serverInfo}};
    insertIfSet(result, "instructions"_L1, info.instructions);
    respond(message, exchange, result);
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

void ServerSession::listTools(const Message &message, const ExchangePtr &exchange)
{
    QJsonArray all;
    for (const Tool &tool : m_server.tools())
        all.append(toolJson(tool, dialect()));
    answerPage(message, exchange, "tools"_L1, all);
}

void ServerSession::callTool(const Message &message, const ExchangePtr &exchange)
{
    const QString name = message.params.value("name"_L1).toString();
    const Tool *tool = m_server.tool(name);
    if (!tool) {
        QStringList known;
        for (const Tool &entry : m_server.tools())
            known.append(entry.name);
        refuse(message, exchange, RpcCode::InvalidParams,
               u"Unknown tool \"%1\". Known tools: %2."_s.arg(
                   name.first(qMin(name.size(), qsizetype(100))), knownNames(known)));
        return;
    }
    const QJsonValue arguments = message.params.value("arguments"_L1);
    std::optional<QString> problem;
    if (!arguments.isUndefined() && !arguments.isNull() && !arguments.isObject())
        problem = u"%1: \"arguments\" must be an object."_s.arg(name);
    else
        problem = checkArguments(name, tool->inputSchema, arguments.toObject());
    if (!problem)
        startCall(*tool, message, exchange);
    else if (dialect().inputErrorsAreResults)
        respond(message, exchange, toJson(CallResult::error(*problem), dialect()));
    else
        refuse(message, exchange, RpcCode::InvalidParams, *problem);
}

void ServerSession::startCall(const Tool &tool, const Message &message,
                              const ExchangePtr &exchange)
{
    const QString key = idKey(message.id);
    const ToolCallPtr call(new ToolCall(this, key, tool.name,
                                        message.params.value("arguments"_L1).toObject(),
                                        m_caller));
    auto pending = std::make_shared<Pending>();
    pending->id = message.id;
    pending->exchange = exchange;
    pending->call = call;
    pending->isCall = true;
    const QJsonValue token
        = message.params.value("_meta"_L1).toObject().value("progressToken"_L1);
    if (token.isString() || token.isDouble())
        pending->progressToken = token;
    m_pending.insert(key, pending);
    tool.handler(call);
}

void ServerSession::listResources(const Message &message, const ExchangePtr &exchange)
{
    QJsonArray all;
    for (const ResourceSource &source : m_server.resourceSources()) {
        if (!source.list)
            continue;
        const QList<Resource> resources = source.list(m_caller);
        for (const Resource &resource : resources) {
            QJsonObject json = describedJson(resource, "uri"_L1, resource.uri, dialect());
            if (resource.size >= 0)
                json.insert("size"_L1, resource.size);
            all.append(json);
        }
    }
    answerPage(message, exchange, "resources"_L1, all);
}

void ServerSession::listResourceTemplates(const Message &message, const ExchangePtr &exchange)
{
    QJsonArray all;
    for (const ResourceSource &source : m_server.resourceSources()) {
        for (const ResourceTemplate &entry : source.templates)
            all.append(describedJson(entry, "uriTemplate"_L1, entry.uriTemplate, dialect()));
    }
    answerPage(message, exchange, "resourceTemplates"_L1, all);
}

void ServerSession::readResource(const Message &message, const ExchangePtr &exchange)
{
    const QString uri = message.params.value("uri"_L1).toString();
    const auto &sources = m_server.resourceSources();
    const auto source = std::ranges::find_if(
        sources, [&](const ResourceSource &entry) { return entry.matches(uri); });
    if (source == sources.end()) {
        refuse(message, exchange, RpcCode::ResourceNotFound,
               u"There is no such resource. resources/list and resources/templates/list show "
               "what can be read."_s,
               QJsonObject{{u"uri"_s, uri}});
        return;
    }
    const QString key = idKey(message.id);
    auto pending = std::make_shared<Pending>();
    pending->id = message.id;
    pending->exchange = exchange;
    m_pending.insert(key, pending);
    const QPointer<ServerSession> self(this);
    const std::weak_ptr<Pending> waiting = pending;
    source->read(m_caller, uri,
                 [self, waiting, key, uri](const ResourceSource::Contents &contents) {
                     const auto request = waiting.lock();
                     if (!self || !request || self->m_pending.value(key) != request)
                         return; // cancelled meanwhile
                     self->take(key);
                     if (!contents) {
                         self->answer(request->exchange,
                                      errorMessage(request->id,
                                                   {.code = rpcCode(contents.error()),
                                                    .text = contents.error().text,
                                                    .data = QJsonObject{{u"uri"_s, uri}}}));
                         return;
                     }
                     QJsonArray list;
                     for (const ResourceContents &entry : *contents)
                         list.append(toJson(entry));
                     self->answer(request->exchange,
                                  resultMessage(request->id, {{u"contents"_s, list}}));
                 });
}

void ServerSession::subscribe(const Message &message, const ExchangePtr &exchange)
{
    if (!m_server.info().subscriptions) {
        refuse(message, exchange, RpcCode::MethodNotFound,
               u"This server has no resource subscriptions. Read the resource again."_s);
        return;
    }
    m_subscriptions.insert(message.params.value("uri"_L1).toString());
    respond(message, exchange, {});
}

void ServerSession::unsubscribe(const Message &message, const ExchangePtr &exchange)
{
    m_subscriptions.remove(message.params.value("uri"_L1).toString());
    respond(message, exchange, {});
}

void ServerSession::listPrompts(const Message &message, const ExchangePtr &exchange)
{
    QJsonArray all;
    for (const Prompt &prompt : m_server.prompts())
        all.append(promptJson(prompt, dialect()));
    answerPage(message, exchange, "prompts"_L1, all);
}

void ServerSession::showPrompt(const Message &message, const ExchangePtr &exchange)
{
    const Prompt *prompt = m_server.prompt(message.params.value("name"_L1).toString());
    if (!prompt) {
        refuse(message, exchange, RpcCode::InvalidParams,
               u"There is no such prompt. prompts/list shows what there is."_s);
        return;
    }
    QMap<QString, QString> arguments;
    const QJsonObject given = message.params.value("arguments"_L1).toObject();
    for (auto it = given.begin(); it != given.end(); ++it)
        arguments.insert(it.key(), it.value().toString());
    for (const PromptArgument &argument : prompt->arguments) {
        if (argument.required && !arguments.contains(argument.name)) {
            refuse(message, exchange, RpcCode::InvalidParams,
                   u"The prompt needs the argument \"%1\"."_s.arg(argument.name));
            return;
        }
    }
    const auto messages = prompt->handler(m_caller, arguments);
    if (!messages) {
        refuse(message, exchange, RpcCode::InvalidParams, messages.error().text);
        return;
    }
    QJsonArray list;
    for (const PromptMessage &entry : *messages) {
        list.append(QJsonObject{{u"role"_s, entry.role},
                                {u"content"_s, toJson(entry.content, dialect())}});
    }
    QJsonObject result{{u"messages"_s, list}};
    insertIfSet(result, "description"_L1, prompt->description);
    respond(message, exchange, result);
}

void ServerSession::complete(const Message &message, const ExchangePtr &exchange)
{
    const QJsonObject reference = message.params.value("ref"_L1).toObject();
    const QJsonObject typed = message.params.value("argument"_L1).toObject();
    QStringList values;
    if (const Prompt *prompt = m_server.prompt(reference.value("name"_L1).toString())) {
        for (const PromptArgument &argument : prompt->arguments) {
            if (argument.name == typed.value("name"_L1).toString() && argument.complete)
                values = argument.complete(typed.value("value"_L1).toString());
        }
    }
    const qsizetype total = values.size();
    values.resize(qMin(total, maxCompletions));
    respond(message, exchange,
            {{u"completion"_s, QJsonObject{{u"values"_s, QJsonArray::fromStringList(values)},
                                           {u"total"_s, total},
                                           {u"hasMore"_s, total > maxCompletions}}}});
}

// ---- Calls ------------------------------------------------------------------------------

std::shared_ptr<ServerSession::Pending> ServerSession::take(const QString &key)
{
    std::shared_ptr<Pending> pending = m_pending.take(key);
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
    insertIfSet(params, "message"_L1, pending.status);
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

void ServerSession::callAsk(const QString &key, const QString &method, const QJsonObject &params,
                            ToolCall::Asked done)
{
    const auto pending = m_pending.value(key);
    if (!pending) {
        done(fail(ErrorCode::Cancelled, u"The call is over."_s));
        return;
    }
    const QString capability = capabilityFor(method);
    if (!m_caller.client.capabilities.contains(capability)) {
        done(fail(ErrorCode::Unavailable,
                  u"The client did not declare the capability \"%1\"."_s.arg(capability)));
        return;
    }
    const QString id = u"glovebox-%1"_s.arg(m_nextQuestion++);
    m_questions.insert(id, {key, std::move(done)});
    pending->exchange->sink->send(requestMessage(id, method, params), false);
}

void ServerSession::callFinished(const QString &key, const QJsonObject &result)
{
    dropQuestions(key);
    if (const auto pending = take(key))
        answer(pending->exchange, resultMessage(pending->id, result));
}

void ServerSession::callAbandoned(const QString &key)
{
    dropQuestions(key);
    if (const auto pending = take(key)) {
        answer(pending->exchange,
               errorMessage(pending->id, {.code = RpcCode::InternalError,
                                          .text = u"The tool ended without an answer. This is a "
                                                  "fault of Glovebox; try the call again."_s}));
    }
}

void ServerSession::cancelCall(const QString &key, const QString &reason, Notice notice)
{
    const auto pending = take(key);
    if (!pending)
        return; // unknown or already answered: nothing to do (mcp.md 1.2)
    const ToolCallPtr call = pending->call.lock();
    if (call)
        call->m_over = true;
    dropQuestions(key);
    // A stream that ends without an answer would be taken for a broken one: clients would try to
    // resume it and wait for their own time limit.
    if (notice == Notice::Error)
        pending->exchange->sink->send(
            errorMessage(pending->id, {.code = RpcCode::Refused, .text = reason}), true);
    if (--pending->exchange->owed == 0) {
        m_vanished.remove(pending->exchange->sink.get());
        pending->exchange->sink->finished();
    }
    if (call) {
        Q_EMIT call->cancelled(reason);
        call->disconnect();
    }
}

void ServerSession::dropQuestions(const QString &key)
{
    QList<ToolCall::Asked> dropped;
    for (auto it = m_questions.begin(); it != m_questions.end();) {
        if (it->call == key) {
            dropped.append(it->done);
            it = m_questions.erase(it);
        } else {
            ++it;
        }
    }
    for (const ToolCall::Asked &done : dropped)
        done(fail(ErrorCode::Cancelled, u"The call is over."_s));
}

// ---- Vanishing and ending ---------------------------------------------------------------

void ServerSession::sinkVanished(const MessageSink *sink)
{
    m_vanished.insert(sink, m_clock.after(limits::vanishedClientGrace, this, [this, sink] {
        QList<ToolCallPtr> calls; // a copy: a handler may end calls
        for (const auto &pending : std::as_const(m_pending)) {
            if (pending->exchange->sink.get() != sink)
                continue;
            if (ToolCallPtr call = pending->call.lock())
                calls.append(std::move(call));
        }
        for (const ToolCallPtr &call : calls) {
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
