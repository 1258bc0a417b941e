// SPDX-License-Identifier: MIT
#pragma once

#include "call.h"
#include "content.h"

namespace glovebox::mcp {

// One tools/call.
class ToolCall final : public Call
{
    Q_OBJECT

public:
    const QString &tool() const { return name(); }
    // Checked against the tool's inputSchema; defaults are not filled in.
    const QJsonObject &arguments() const { return m_arguments; }

    // A progress notification, if the client asked for them. A value that is not above the last
    // one is left out, because the protocol wants them strictly increasing. `total` < 0: unknown.
    void progress(double value, double total = -1, const QString &message = {});
    // The same without a measure: counts up by one, at once and again every
    // limits::progressInterval with the last message (that keeps clients' idle clocks running).
    void status(const QString &message);

    // notifications/message on this call's stream, if the server declares logging and the client
    // did not ask for less. `level` is one of the eight syslog names.
    void log(const QString &level, const QJsonValue &data);

    // Ends the connection that carries the answer, if the client knows how to come back for it
    // (2025-11-25, SEP-1699); the call goes on. It is told to come back after `retry`.
    void releaseConnection(std::chrono::milliseconds retry);

    // Answers. Only the first one counts; a second is logged and does nothing.
    void finish(const CallResult &result);
    void fail(const Error &error) { finish(CallResult::error(error)); }

private:
    friend class ServerSession;
    ToolCall(ServerSession *session, QString key, QString tool, QJsonObject arguments,
             Caller caller);

    QJsonObject m_arguments;
};

using ToolCallPtr = std::shared_ptr<ToolCall>;

} // namespace glovebox::mcp
