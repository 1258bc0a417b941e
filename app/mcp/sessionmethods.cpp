// SPDX-License-Identifier: MIT
// The methods by which clients see and use what the server offers.
#include "arguments.h"
#include "sessionstate.h"

#include <QJsonArray>

#include <algorithm>

namespace glovebox::mcp {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype pageSize = 100;
constexpr qsizetype maxCompletions = 100; // mcp.md 1.2
constexpr qsizetype maxShownName = 100;

QString knownNames(QStringList names)
{
    names.sort();
    return names.isEmpty() ? u"none"_s : names.join(u", "_s);
}

// The one place where errors of ours become codes of the protocol.
RpcCode rpcCode(const Error &error, const Dialect &dialect)
{
    switch (error.code) {
    case ErrorCode::InvalidArgument:
        return RpcCode::InvalidParams;
    case ErrorCode::NotFound:
        return dialect.stateless ? RpcCode::InvalidParams : RpcCode::ResourceNotFound;
    case ErrorCode::Denied:
    case ErrorCode::Conflict:
    case ErrorCode::LimitExceeded:
    case ErrorCode::Unavailable:
    case ErrorCode::Cancelled:
        return RpcCode::Refused;
    case ErrorCode::Io:
    case ErrorCode::Corrupt:
    case ErrorCode::Internal:
        break;
    }
    return RpcCode::InternalError;
}

// What is wrong with the arguments of a call; null when nothing is.
std::optional<QString> argumentProblem(const Tool &tool, const QJsonValue &arguments)
{
    if (!arguments.isUndefined() && !arguments.isNull() && !arguments.isObject())
        return u"%1: \"arguments\" must be an object."_s.arg(tool.name);
    QJsonObject schema = tool.inputSchema;
    if (tool.takesMoreArguments)
        schema.insert("additionalProperties"_L1, true);
    return checkArguments(tool.name, schema, arguments.toObject());
}

QMap<QString, QString> stringsIn(const QJsonValue &object)
{
    QMap<QString, QString> strings;
    const QJsonObject entries = object.toObject();
    for (auto it = entries.begin(); it != entries.end(); ++it)
        strings.insert(it.key(), it.value().toString());
    return strings;
}

QSet<QString> stringSet(const QJsonValue &array)
{
    QSet<QString> strings;
    const QJsonArray entries = array.toArray();
    for (const QJsonValue &entry : entries)
        strings.insert(entry.toString());
    return strings;
}

// Null when the reference or the name of the argument means nothing, or has no completion.
Completer completerFor(const Server &server, const QJsonObject &reference, const QString &argument)
{
    if (reference.value("type"_L1).toString() == "ref/resource"_L1) {
        const QString uri = reference.value("uri"_L1).toString();
        for (const ResourceSource &source : server.resourceSources()) {
            for (const ResourceTemplate &entry : source.templates) {
                if (entry.uriTemplate == uri)
                    return entry.complete.value(argument);
            }
        }
        return {};
    }
    if (const Prompt *prompt = server.prompt(reference.value("name"_L1).toString())) {
        for (const PromptArgument &entry : prompt->arguments) {
            if (entry.name == argument)
                return entry.complete;
        }
    }
    return {};
}

QJsonObject completionJson(QStringList values)
{
    const qsizetype total = values.size();
    values.resize(qMin(total, maxCompletions));
    return {{u"completion"_s, QJsonObject{{u"values"_s, QJsonArray::fromStringList(values)},
                                          {u"total"_s, total},
                                          {u"hasMore"_s, total > maxCompletions}}}};
}

// Asks one source after the other for what it lists.
class Listing : public std::enable_shared_from_this<Listing>
{
public:
    Listing(const Server &server, Caller caller, std::function<void(QJsonArray)> done)
        : m_sources(server.resourceSources())
        , m_caller(std::move(caller))
        , m_done(std::move(done))
    {
    }

    void next()
    {
        while (m_index < m_sources.size() && !m_sources.at(m_index).list)
            ++m_index;
        if (m_index == m_sources.size()) {
            m_done(m_all);
            return;
        }
        const ResourceSource &source = m_sources.at(m_index++);
        source.list(m_caller, [self = shared_from_this()](const QList<Resource> &resources) {
            for (const Resource &resource : resources)
                self->m_all.append(toJson(resource, dialect(self->m_caller.era)));
            self->next();
        });
    }

private:
    QList<ResourceSource> m_sources;
    Caller m_caller;
    std::function<void(QJsonArray)> m_done;
    qsizetype m_index = 0;
    QJsonArray m_all;
};

} // namespace

// A cursor is the index where the next page begins.
void ServerSession::answerPage(const DeferredPtr &reply, const Message &message,
                               QLatin1StringView field, const QJsonArray &all)
{
    qsizetype begin = 0;
    if (const QJsonValue cursor = message.params.value("cursor"_L1); !cursor.isUndefined()) {
        bool valid = false;
        begin = cursor.toString().toLongLong(&valid);
        if (!valid || begin < 0 || begin >= all.size()) {
            reply->refuse({.code = RpcCode::InvalidParams,
                           .text = u"Unknown cursor. Use the nextCursor of the page before, or "
                                   "leave it out to begin again."_s});
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
    reply->respond(result, &m_server.info().cache);
}

// ---- Tools ------------------------------------------------------------------------------

void ServerSession::listTools(const Message &message, const ExchangePtr &exchange)
{
    QJsonArray all;
    for (const Tool &tool : m_server.tools())
        all.append(toJson(tool, m_caller));
    answerPage(defer(message, exchange), message, "tools"_L1, all);
}

void ServerSession::callTool(const Message &message, const ExchangePtr &exchange)
{
    const QString name = message.params.value("name"_L1).toString();
    const QJsonValue arguments = message.params.value("arguments"_L1);
    const Tool *tool = m_server.tool(name);
    if (arguments.isUndefined() && m_server.info().callProblem)
        return refuseCall(message, exchange, CallProblem::NoArguments, {});
    if (!tool) {
        QStringList known;
        for (const Tool &entry : m_server.tools())
            known.append(entry.name);
        return refuseCall(message, exchange, CallProblem::UnknownTool,
                          u"Unknown tool \"%1\". Known tools: %2."_s.arg(name.left(maxShownName),
                                                                         knownNames(known)));
    }
    if (const auto problem = argumentProblem(*tool, arguments))
        return refuseCall(message, exchange, CallProblem::WrongArguments, *problem);
    startCall(*tool, message, exchange);
}

void ServerSession::refuseCall(const Message &message, const ExchangePtr &exchange,
                               CallProblem problem, const QString &text)
{
    const auto &inOtherWords = m_server.info().callProblem;
    const QString name = message.params.value("name"_L1).toString().left(maxShownName);
    if (inOtherWords)
        respond(message, exchange,
                toJson(CallResult::error(inOtherWords(problem, name, text)), dialect()));
    else if (problem == CallProblem::WrongArguments && dialect().inputErrorsAreResults)
        respond(message, exchange, toJson(CallResult::error(text), dialect()));
    else
        refuse(message, exchange, RpcCode::InvalidParams, text);
}

void ServerSession::startCall(const Tool &tool, const Message &message, const ExchangePtr &exchange)
{
    for (const QString &capability : tool.needs) {
        if (!m_caller.client.declares(capability)) {
            respond(message, exchange,
                    toJson(CallResult::error(
                               u"%1 needs a client with the capability \"%2\", which this one did "
                               "not declare."_s.arg(tool.name, capability)),
                           dialect()));
            return;
        }
    }
    auto answers = answersIn(message);
    if (!answers) {
        answer(exchange, errorMessage(message.id, answers.error()));
        return;
    }
    const PendingPtr pending = addPending(message, exchange);
    pending->answers = *answers;
    const ToolCallPtr call(new ToolCall(this, pending->key, tool.name,
                                        message.params.value("arguments"_L1).toObject(), m_caller));
    pending->call = call;
    tool.handler(call);
}

// ---- Resources --------------------------------------------------------------------------

const ResourceSource *ServerSession::sourceOf(const QString &uri) const
{
    const auto &sources = m_server.resourceSources();
    const auto source = std::ranges::find_if(
        sources, [&uri](const ResourceSource &entry) { return entry.matches(uri); });
    return source == sources.end() ? nullptr : &*source;
}

RpcError ServerSession::resourceError(const Error &error, const QString &uri) const
{
    return {.code = rpcCode(error, dialect()),
            .text = error.text,
            .data = QJsonObject{{u"uri"_s, uri}}};
}

RpcError ServerSession::unknownResource(const QString &uri) const
{
    return resourceError({ErrorCode::NotFound, u"There is no such resource. resources/list and "
                                               "resources/templates/list show what can be read."_s},
                         uri);
}

void ServerSession::listResources(const Message &message, const ExchangePtr &exchange)
{
    const QPointer<ServerSession> self(this);
    const auto listing = std::make_shared<Listing>(
        m_server, m_caller,
        [self, message, reply = defer(message, exchange)](const QJsonArray &all) {
            if (self)
                self->answerPage(reply, message, "resources"_L1, all);
        });
    listing->next();
}

void ServerSession::listResourceTemplates(const Message &message, const ExchangePtr &exchange)
{
    QJsonArray all;
    for (const ResourceSource &source : m_server.resourceSources()) {
        for (const ResourceTemplate &entry : source.templates)
            all.append(toJson(entry, dialect()));
    }
    answerPage(defer(message, exchange), message, "resourceTemplates"_L1, all);
}

void ServerSession::readResource(const Message &message, const ExchangePtr &exchange)
{
    if (!message.params.value("uri"_L1).isString()) {
        refuse(message, exchange, RpcCode::InvalidParams,
               u"resources/read needs \"uri\", a string."_s);
        return;
    }
    const QString uri = message.params.value("uri"_L1).toString();
    const DeferredPtr reply = defer(message, exchange);
    const ResourceSource *source = sourceOf(uri);
    if (!source) {
        reply->refuse(unknownResource(uri));
        return;
    }
    const QPointer<ServerSession> self(this);
    source->read(
        m_caller, uri,
        [self, reply, uri, cache = source->cache](const ResourceSource::Contents &contents) {
            if (!self)
                return;
            if (!contents) {
                reply->refuse(self->resourceError(contents.error(), uri));
                return;
            }
            QJsonArray list;
            for (const ResourceContents &entry : *contents)
                list.append(toJson(entry));
            reply->respond({{u"contents"_s, list}}, &cache);
        });
}

void ServerSession::subscribe(const Message &message, const ExchangePtr &exchange)
{
    if (!m_server.info().subscriptions) {
        refuse(message, exchange, RpcCode::MethodNotFound,
               u"This server has no resource subscriptions. Read the resource again."_s);
        return;
    }
    const QString uri = message.params.value("uri"_L1).toString();
    if (!sourceOf(uri)) {
        answer(exchange, errorMessage(message.id, unknownResource(uri)));
        return;
    }
    m_subscriptions.insert(uri);
    respond(message, exchange, {});
}

void ServerSession::unsubscribe(const Message &message, const ExchangePtr &exchange)
{
    m_subscriptions.remove(message.params.value("uri"_L1).toString());
    respond(message, exchange, {});
}

// Stays unanswered for as long as the client listens.
void ServerSession::listen(const Message &message, const ExchangePtr &exchange)
{
    const QJsonObject wanted = message.params.value("notifications"_L1).toObject();
    const ServerInfo &info = m_server.info();
    QJsonObject honoured;
    const auto watch = [&](QLatin1StringView name, ListKind list) {
        if (!wanted.value(name).toBool() || !info.changingLists.contains(list))
            return;
        m_watchedLists.insert(list);
        honoured.insert(name, true);
    };
    watch("toolsListChanged"_L1, ListKind::Tools);
    watch("resourcesListChanged"_L1, ListKind::Resources);
    watch("promptsListChanged"_L1, ListKind::Prompts);
    if (info.subscriptions && wanted.contains("resourceSubscriptions"_L1)) {
        m_subscriptions = stringSet(wanted.value("resourceSubscriptions"_L1));
        honoured.insert("resourceSubscriptions"_L1,
                        QJsonArray::fromStringList(m_subscriptions.values()));
    }
    m_listenKey = addPending(message, exchange)->key;
    watchServer();
    notify("notifications/subscriptions/acknowledged"_L1, {{u"notifications"_s, honoured}});
}

// ---- Prompts and completion -------------------------------------------------------------

void ServerSession::listPrompts(const Message &message, const ExchangePtr &exchange)
{
    QJsonArray all;
    for (const Prompt &prompt : m_server.prompts())
        all.append(toJson(prompt, dialect()));
    answerPage(defer(message, exchange), message, "prompts"_L1, all);
}

void ServerSession::showPrompt(const Message &message, const ExchangePtr &exchange)
{
    const Prompt *prompt = m_server.prompt(message.params.value("name"_L1).toString());
    if (!prompt) {
        refuse(message, exchange, RpcCode::InvalidParams,
               u"There is no such prompt. prompts/list shows what there is."_s);
        return;
    }
    const auto arguments = stringsIn(message.params.value("arguments"_L1));
    for (const PromptArgument &argument : prompt->arguments) {
        if (argument.required && !arguments.contains(argument.name)) {
            refuse(message, exchange, RpcCode::InvalidParams,
                   u"The prompt needs the argument \"%1\"."_s.arg(argument.name));
            return;
        }
    }
    auto answers = answersIn(message);
    if (!answers) {
        answer(exchange, errorMessage(message.id, answers.error()));
        return;
    }
    const PendingPtr pending = addPending(message, exchange);
    pending->answers = *answers;
    const PromptCallPtr call(
        new PromptCall(this, pending->key, prompt->name, prompt->description, arguments, m_caller));
    pending->call = call;
    prompt->handler(call);
}

void ServerSession::complete(const Message &message, const ExchangePtr &exchange)
{
    const QJsonObject argument = message.params.value("argument"_L1).toObject();
    const Completer completer = completerFor(m_server, message.params.value("ref"_L1).toObject(),
                                             argument.value("name"_L1).toString());
    if (!completer) {
        respond(message, exchange, completionJson({}));
        return;
    }
    const QJsonObject context = message.params.value("context"_L1).toObject();
    const CompletionQuery query{.typed = argument.value("value"_L1).toString(),
                                .others = stringsIn(context.value("arguments"_L1))};
    completer(m_caller, query, [reply = defer(message, exchange)](const QStringList &values) {
        reply->respond(completionJson(values));
    });
}

} // namespace glovebox::mcp
