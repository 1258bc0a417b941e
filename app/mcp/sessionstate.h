// SPDX-License-Identifier: MIT
#pragma once

#include "serversession.h"

#include <limits>

// The insides of a ServerSession, for its own two source files.
namespace glovebox::mcp {

struct ServerSession::Exchange
{
    MessageSinkPtr sink;
    int owed = 0;
};

struct ServerSession::Pending
{
    QString key;
    Message message; // the request
    ExchangePtr exchange;
    std::weak_ptr<Call> call; // expired for requests that no call stands for
    QJsonValue progressToken = QJsonValue::Undefined;
    double lastProgress = -std::numeric_limits<double>::infinity();
    bool hasTotal = false;
    QString status;
    std::unique_ptr<QObject> heartbeat;
    // Of stateless eras: what was asked in this round, and what the client answered so far.
    QList<Call::Question> asked;
    QJsonObject answers;
};

struct ServerSession::Asking
{
    QString call; // key of the pending call that asked
    Call::Asked done;
};

// Answers a request later, once, from wherever the answer comes. When the last copy goes without
// an answer, the client is told so.
class ServerSession::Deferred
{
public:
    Deferred(ServerSession *session, const PendingPtr &pending)
        : m_session(session)
        , m_pending(pending)
    {
    }
    ~Deferred();
    Q_DISABLE_COPY_MOVE(Deferred)

    void respond(const QJsonObject &result, const CacheHint *cache = nullptr);
    void refuse(const RpcError &error);

private:
    void resolve(const QJsonObject &message);

    QPointer<ServerSession> m_session;
    std::weak_ptr<Pending> m_pending;
};

} // namespace glovebox::mcp
