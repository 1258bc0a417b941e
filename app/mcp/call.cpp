// SPDX-License-Identifier: MIT
#include "call.h"

#include "base/logging.h"
#include "callbudget.h"
#include "promptcall.h"
#include "serversession.h"
#include "toolcall.h"

#include <QJsonArray>

namespace glovebox::mcp {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype quotationChars = 200;
constexpr QLatin1StringView viewExtension{"io.modelcontextprotocol/ui"};

} // namespace

// ---- Who calls --------------------------------------------------------------------------

ClientInfo clientInfo(const QJsonValue &info, const QJsonValue &capabilities)
{
    const QJsonObject object = info.toObject();
    return {.name = object.value("name"_L1).toString(),
            .version = object.value("version"_L1).toString(),
            .title = object.value("title"_L1).toString(),
            .capabilities = capabilities.toObject()};
}

QString ClientInfo::quotation() const
{
    QString text = version.isEmpty() ? name : name + u' ' + version;
    // What is shown to a person must not be able to move the cursor or turn the text around.
    text.removeIf([](QChar c) {
        return c.category() == QChar::Other_Control || c.category() == QChar::Other_Format;
    });
    return text.first(qMin(text.size(), quotationChars));
}

bool ClientInfo::declares(QStringView capability) const
{
    return capabilities.value(capability).isObject();
}

bool ClientInfo::showsViews() const
{
    const QJsonObject extensions = capabilities.value("extensions"_L1).toObject();
    const QJsonValue types = extensions.value(viewExtension).toObject().value("mimeTypes"_L1);
    return types.toArray().contains(QString(viewMimeType));
}

// ---- Call -------------------------------------------------------------------------------

Call::Call(ServerSession *session, QString key, QString name, Caller caller)
    : m_session(session)
    , m_key(std::move(key))
    , m_name(std::move(name))
    , m_caller(std::move(caller))
{
}

Call::~Call()
{
    if (!m_over && m_session) {
        qCCritical(lcMcp) << m_name << "dropped a call without an answer";
        m_session->callAbandoned(m_key);
    }
}

std::chrono::seconds Call::budget() const
{
    return callBudget(m_caller.client.name);
}

void Call::ask(const QString &key, const QString &method, const QJsonObject &params, Asked done)
{
    if (ServerSession *to = session())
        to->callAsk(m_key, {key, method, params, std::move(done)});
    else
        done(fail(ErrorCode::Cancelled, u"The call is over."_s));
}

ServerSession *Call::session() const
{
    return m_over ? nullptr : m_session.data();
}

ServerSession *Call::close()
{
    if (m_over) {
        qCWarning(lcMcp) << m_name << "answered a call that was over";
        return nullptr;
    }
    m_over = true;
    return m_session;
}

// ---- ToolCall ---------------------------------------------------------------------------

ToolCall::ToolCall(ServerSession *session, QString key, QString tool, QJsonObject arguments,
                   Caller caller)
    : Call(session, std::move(key), std::move(tool), std::move(caller))
    , m_arguments(std::move(arguments))
{
}

void ToolCall::progress(double value, double total, const QString &message)
{
    if (ServerSession *to = session())
        to->callProgress(key(), value, total, message);
}

void ToolCall::status(const QString &message)
{
    if (ServerSession *to = session())
        to->callStatus(key(), message);
}

void ToolCall::log(const QString &level, const QJsonValue &data)
{
    if (ServerSession *to = session())
        to->callLog(key(), level, data);
}

void ToolCall::releaseConnection(std::chrono::milliseconds retry)
{
    if (ServerSession *to = session())
        to->callReleased(key(), retry);
}

void ToolCall::finish(const CallResult &result)
{
    if (ServerSession *to = close())
        to->callFinished(key(), toJson(result, dialect(caller().era)));
    // Handlers often hold the call inside their own connections to it.
    disconnect();
}

// ---- PromptCall -------------------------------------------------------------------------

PromptCall::PromptCall(ServerSession *session, QString key, QString prompt, QString description,
                       QMap<QString, QString> arguments, Caller caller)
    : Call(session, std::move(key), std::move(prompt), std::move(caller))
    , m_description(std::move(description))
    , m_arguments(std::move(arguments))
{
}

void PromptCall::finish(const QList<PromptMessage> &messages)
{
    QJsonArray list;
    for (const PromptMessage &entry : messages) {
        list.append(QJsonObject{{u"role"_s, entry.role},
                                {u"content"_s, toJson(entry.content, dialect(caller().era))}});
    }
    QJsonObject result{{u"messages"_s, list}};
    if (!m_description.isEmpty())
        result.insert("description"_L1, m_description);
    if (ServerSession *to = close())
        to->callFinished(key(), result);
    disconnect();
}

void PromptCall::fail(const Error &error)
{
    if (ServerSession *to = close())
        to->callRefused(key(), {.code = RpcCode::InvalidParams, .text = error.text});
    disconnect();
}

} // namespace glovebox::mcp
