// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "caller.h"

#include <QObject>
#include <QPointer>

#include <chrono>
#include <functional>
#include <memory>

namespace glovebox::mcp {

class ServerSession;

// One request that a handler of ours works on, from its arrival to its answer: a ToolCall or a
// PromptCall. The handler keeps the pointer for as long as it works; dropping the last one
// unanswered answers with an internal error, so that no client ever waits for nothing. Lives in
// the thread of its session.
class Call : public QObject
{
    Q_OBJECT

public:
    ~Call() override;

    const Caller &caller() const { return m_caller; }
    // Past this time the answer must be "waiting" (DESIGN 4.4).
    std::chrono::seconds budget() const;

    // Answered, or taken back by the client: nothing that is sent any more arrives.
    bool isOver() const { return m_over; }

    // Asks the client for something: elicitation/create, sampling/createMessage or roots/list.
    // Unavailable when the client did not declare the capability; Cancelled when the call ends.
    // `key` names the question within this call.
    //
    // Up to 2025-11-25 this is a request on the call's stream. From 2026-07-28 on the call ends
    // here with everything that was asked until control returned to the event loop, and `done` is
    // never called; when the client comes with the answers, the handler is called again from its
    // beginning, and then the same key gives its answer at once. So nothing may be changed before
    // the last question, and keys must not depend on chance.
    using Asked = std::function<void(Result<QJsonObject>)>;
    struct Question
    {
        QString key;
        QString method;
        QJsonObject params;
        Asked done;
    };
    void ask(const QString &key, const QString &method, const QJsonObject &params, Asked done);

Q_SIGNALS:
    // The client took the call back, or its session ended. The call is over; no answer is sent.
    void cancelled(const QString &reason);
    // The connection that waits for the answer has been gone for limits::vanishedClientGrace.
    // The call is not over: its answer is still kept for the client for a while.
    void peerVanished();

protected:
    Call(ServerSession *session, QString key, QString name, Caller caller);

    const QString &name() const { return m_name; }
    const QString &key() const { return m_key; }
    ServerSession *session() const; // null when the call is over
    // Marks the call as answered. Null when there is nobody to answer any more.
    ServerSession *close();

private:
    friend class ServerSession;

    QPointer<ServerSession> m_session;
    QString m_key;  // of the session's map
    QString m_name; // of the tool or prompt
    Caller m_caller;
    bool m_over = false;
};

using CallPtr = std::shared_ptr<Call>;

} // namespace glovebox::mcp
