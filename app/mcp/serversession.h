// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "describe.h"
#include "requeststate.h"
#include "server.h"

#include <QHash>
#include <QSet>

namespace glovebox::mcp {

// Where the messages that belong to one incoming body go: an HTTP answer, an SSE stream, a pipe.
class MessageSink
{
public:
    virtual ~MessageSink() = default;
    // One JSON-RPC message. `answer`: it is a response to a request of that body.
    virtual void send(const QJsonObject &message, bool answer) = 0;
    // Nothing more comes. Called once, also when every request was cancelled.
    virtual void finished() = 0;
    // Lets the connection go, if the client can come back for the rest; see
    // ToolCall::releaseConnection.
    virtual void release(std::chrono::milliseconds retry) { Q_UNUSED(retry) }
};
using MessageSinkPtr = std::shared_ptr<MessageSink>;

// One client's conversation (failures 50: never shared between clients). Ids of requests mean
// something only inside it (CVE-2026-25536). In a stateless era each request is a conversation of
// its own, and its session ends with the answer.
class ServerSession final : public QObject
{
    Q_OBJECT

public:
    // How the answers to a body should travel.
    enum class Delivery {
        Nothing, // no request in it
        Single,  // answered soon and in one piece
        Stream,  // may take long, with progress before the answer
    };

    // Begins with `initialize`.
    ServerSession(const Server &server, Clock &clock, Principal principal, QString id,
                  QObject *parent = nullptr);
    // Of a stateless era: ready for the one request from which `caller` was read.
    ServerSession(const Server &server, Clock &clock, Caller caller, QObject *parent = nullptr);
    ~ServerSession() override;

    const QString &id() const { return m_caller.sessionId; }
    const Caller &caller() const { return m_caller; }
    const Dialect &dialect() const { return mcp::dialect(m_caller.era); }
    bool isInitialized() const { return m_initialized; }
    int callsInFlight() const { return int(m_pending.size()); }

    static Delivery delivery(const Body &body);
    // Null when the revision and the server have that method.
    static std::optional<RpcError> unknownMethod(const Server &server, const Dialect &dialect,
                                                 const QString &method);

    // Takes one body; everything that belongs to it goes to `sink`.
    void receive(const Body &body, const MessageSinkPtr &sink);
    // The same from bytes, for pipes and tests: what cannot be parsed is answered too.
    void receive(const QByteArray &bytes, const MessageSinkPtr &sink);

    // Where messages go that belong to no request (the GET stream). Null: nowhere.
    void setNotificationSink(const MessageSinkPtr &sink) { m_notifications = sink; }

    // The connection of that sink is gone (this is not a cancellation), or is back again.
    void sinkVanished(const MessageSink *sink);
    void sinkReturned(const MessageSink *sink);

    // The client is really gone (DELETE, key revoked, pipe closed): cancels every call at once.
    void end(const QString &reason);

    // Used by calls only.
    void callProgress(const QString &key, double value, double total, const QString &message);
    void callStatus(const QString &key, const QString &message);
    void callLog(const QString &key, const QString &level, const QJsonValue &data);
    void callReleased(const QString &key, std::chrono::milliseconds retry);
    void callAsk(const QString &key, Call::Question question);
    void callFinished(const QString &key, const QJsonObject &result);
    void callRefused(const QString &key, const RpcError &error);
    void callAbandoned(const QString &key);

private:
    struct Exchange; // one body: its sink and how many answers are owed
    using ExchangePtr = std::shared_ptr<Exchange>;
    struct Pending; // one request that is not answered yet
    using PendingPtr = std::shared_ptr<Pending>;
    class Deferred; // the answer to one that no call stands for
    using DeferredPtr = std::shared_ptr<Deferred>;

    using Method = void (ServerSession::*)(const Message &, const ExchangePtr &);
    static const QHash<QString, Method> &methods(bool stateless);

    void watchServer();
    void handle(const Message &message, const ExchangePtr &exchange);
    void handleRequest(const Message &message, const ExchangePtr &exchange);
    void handleNotification(const Message &message);
    void handleResponse(const Message &message);

    void initialize(const Message &message, const ExchangePtr &exchange);
    void discover(const Message &message, const ExchangePtr &exchange);
    void ping(const Message &message, const ExchangePtr &exchange);
    void setLogLevel(const Message &message, const ExchangePtr &exchange);
    void listTools(const Message &message, const ExchangePtr &exchange);
    void callTool(const Message &message, const ExchangePtr &exchange);
    void refuseCall(const Message &message, const ExchangePtr &exchange, CallProblem problem,
                    const QString &text);
    void listResources(const Message &message, const ExchangePtr &exchange);
    void listResourceTemplates(const Message &message, const ExchangePtr &exchange);
    void readResource(const Message &message, const ExchangePtr &exchange);
    void subscribe(const Message &message, const ExchangePtr &exchange);
    void unsubscribe(const Message &message, const ExchangePtr &exchange);
    void listen(const Message &message, const ExchangePtr &exchange);
    void listPrompts(const Message &message, const ExchangePtr &exchange);
    void showPrompt(const Message &message, const ExchangePtr &exchange);
    void complete(const Message &message, const ExchangePtr &exchange);

    bool refuseUnready(const Message &message, const ExchangePtr &exchange);
    bool refuseRepeatedId(const Message &message, const ExchangePtr &exchange);
    RpcError resourceError(const Error &error, const QString &uri) const;
    RpcError unknownResource(const QString &uri) const;
    const ResourceSource *sourceOf(const QString &uri) const;
    void startCall(const Tool &tool, const Message &message, const ExchangePtr &exchange);
    PendingPtr addPending(const Message &message, const ExchangePtr &exchange);
    DeferredPtr defer(const Message &message, const ExchangePtr &exchange);
    void resolve(const PendingPtr &pending, const QJsonObject &message);
    void answerPage(const DeferredPtr &reply, const Message &message, QLatin1StringView field,
                    const QJsonArray &all);
    QJsonObject finished(QJsonObject result, const CacheHint *cache = nullptr) const;
    void answer(const ExchangePtr &exchange, const QJsonObject &message);
    void respond(const Message &message, const ExchangePtr &exchange, const QJsonObject &result,
                 const CacheHint *cache = nullptr);
    void refuse(const Message &message, const ExchangePtr &exchange, RpcCode code,
                const QString &text, const QJsonValue &data = QJsonValue::Undefined);
    void onResourceUpdated(const QString &uri, const ClientId &client);
    void onListChanged(ListKind list, const ClientId &client);
    void notify(QLatin1StringView method, QJsonObject params);
    // Whether the client, which took the call back itself, waits for an answer no longer.
    enum class Notice { None, Error };
    void cancelCall(const QString &key, const QString &reason, Notice notice = Notice::None);
    void sendProgress(Pending &pending, double value, double total);
    void scheduleHeartbeat(const QString &key);
    void askOnStream(const PendingPtr &pending, Call::Question question);
    void askByResult(const PendingPtr &pending, Call::Question question);
    void requireInput(const QString &key);
    void takeBackQuestions(const QString &key);
    void dropQuestions(const QString &key);
    StateBinding bindingOf(const Message &message) const;
    std::expected<QJsonObject, RpcError> answersIn(const Message &message) const;
    QJsonObject endMessage(const Pending &pending, const QString &reason) const;
    PendingPtr take(const QString &key);

    const Server &m_server;
    Clock &m_clock;
    Caller m_caller;
    bool m_initialized = false;
    bool m_ended = false;
    int m_logLevel = 0; // index into the syslog names: everything from here on
    qint64 m_nextQuestion = 1;
    MessageSinkPtr m_notifications;
    QSet<QString> m_subscriptions;
    QSet<ListKind> m_watchedLists;
    QString m_listenKey;                  // of the pending subscriptions/listen, in stateless eras
    QHash<QString, PendingPtr> m_pending; // by idKey
    struct Asking;
    QHash<QString, Asking> m_questions;                              // our own requests, by id
    QHash<const MessageSink *, std::shared_ptr<QObject>> m_vanished; // grace timers
};

} // namespace glovebox::mcp
