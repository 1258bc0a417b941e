// SPDX-License-Identifier: MIT
#include "toolcall.h"

#include "base/logging.h"
#include "callbudget.h"
#include "serversession.h"

namespace glovebox::mcp {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype quotationChars = 200;

} // namespace

QString ClientInfo::quotation() const
{
    QString text = version.isEmpty() ? name : name + u' ' + version;
    // What is shown to a person must not be able to move the cursor or turn the text around.
    text.removeIf([](QChar c) {
        return c.category() == QChar::Other_Control || c.category() == QChar::Other_Format;
    });
    return text.first(qMin(text.size(), quotationChars));
}

ToolCall::ToolCall(ServerSession *session, QString key, QString tool, QJsonObject arguments,
                   Caller caller)
    : m_session(session)
    , m_key(std::move(key))
    , m_tool(std::move(tool))
    , m_arguments(std::move(arguments))
    , m_caller(std::move(caller))
{}

ToolCall::~ToolCall()
{
    if (!m_over && m_session) {
        qCCritical(lcMcp) << "tool" << m_tool << "dropped a call without an answer";
        m_session->callAbandoned(m_key);
    }
}

std::chrono::seconds ToolCall::budget() const
{
    return callBudget(m_caller.client.name);
}

void ToolCall::progress(double value, double total, const QString &message)
{
    if (!m_over && m_session)
        m_session->callProgress(m_key, value, total, message);
}

void ToolCall::status(const QString &message)
{
    if (!m_over && m_session)
        m_session->callStatus(m_key, message);
}

void ToolCall::log(const QString &level, const QJsonValue &data)
{
    if (!m_over && m_session)
        m_session->callLog(m_key, level, data);
}

void ToolCall::ask(const QString &method, const QJsonObject &params, Asked done)
{
    if (m_over || !m_session) {
        done(glovebox::fail(ErrorCode::Cancelled, u"The call is over."_s));
        return;
    }
    m_session->callAsk(m_key, method, params, std::move(done));
}

void ToolCall::finish(const CallResult &result)
{
    if (m_over) {
        qCWarning(lcMcp) << "tool" << m_tool << "answered a call that was over";
        return;
    }
    m_over = true;
    if (m_session)
        m_session->callFinished(m_key, toJson(result, dialect(m_caller.era)));
    // Handlers often hold the call inside their own connections to it.
    disconnect();
}

} // namespace glovebox::mcp
