// SPDX-License-Identifier: MIT
#pragma once

#include "content.h"
#include "principal.h"

#include <QObject>
#include <QPointer>

#include <chrono>
#include <functional>
#include <memory>

namespace glovebox::mcp {

class ServerSession;

// What a client says about itself in `initialize`: a quotation, never trusted.
struct ClientInfo
{
    QString name;
    QString version;
    QString title;
    QJsonObject capabilities;

    // "name version", control characters taken out, at most 200 characters.
    QString quotation() const;
};

// Who calls, from where.
struct Caller
{
    Principal principal;
    ClientInfo client;
    QString sessionId; // of the MCP session; not a Python session
    Era era = Era::V2025_11_25;
};

// One tools/call, from its arrival to its answer. The handler keeps the pointer for as long as it
// works on the call; dropping the last one unanswered answers with an internal error, so that no
// client ever waits for nothing. Lives in the thread of its session.
class ToolCall final : public QObject
{
    Q_OBJECT

public:
    ~ToolCall() override;

    const QString &tool() const { return m_tool; }
    // Checked against the tool's inputSchema; defaults are not filled in.
    const QJsonObject &arguments() const { return m_arguments; }
    const Caller &caller() const { return m_caller; }
    // Past this time the answer must be "waiting" (DESIGN 4.4).
    std::chrono::seconds budget() const;

    // Answered, or taken back by the client: nothing that is sent any more arrives.
    bool isOver() const { return m_over; }

    // A progress notification, if the client asked for them. A value that is not above the last
    // one is left out, because the protocol wants them strictly increasing. `total` < 0: unknown.
    void progress(double value, double total = -1, const QString &message = {});
    // The same without a measure: counts up by one, at once and again every
    // limits::progressInterval with the last message (that keeps clients' idle clocks running).
    void status(const QString &message);

    // notifications/message on this call's stream, if the server declares logging and the client
    // did not ask for less. `level` is one of the eight syslog names.
    void log(const QString &level, const QJsonValue &data);

    // A request to the client on this call's stream (elicitation/create, sampling/createMessage).
    // Unavailable when the client did not declare the capability; Cancelled when the call ends.
    using Asked = std::function<void(Result<QJsonObject>)>;
    void ask(const QString &method, const QJsonObject &params, Asked done);

    // Answers. Only the first one counts; a second is logged and does nothing.
    void finish(const CallResult &result);
    void fail(const Error &error) { finish(CallResult::error(error)); }

Q_SIGNALS:
    // The client took the call back, or its session ended. The call is over; no answer is sent.
    void cancelled(const QString &reason);
    // The connection that waits for the answer has been gone for limits::vanishedClientGrace.
    // The call is not over: its answer is still kept for the client for a while.
    void peerVanished();

private:
    friend class ServerSession;
    ToolCall(ServerSession *session, QString key, QString tool, QJsonObject arguments,
             Caller caller);

    QPointer<ServerSession> m_session;
    QString m_key; // of the session's map
    QString m_tool;
    QJsonObject m_arguments;
    Caller m_caller;
    bool m_over = false;
};

using ToolCallPtr = std::shared_ptr<ToolCall>;

} // namespace glovebox::mcp
