// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
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
};
using MessageSinkPtr = std::shared_ptr<MessageSink>;

// One client's conversation (failures 50: never shared between clients). Ids of requests mean
// something only inside it (CVE-2026-25536).
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

    ServerSession(const Server &server, Clock &clock, Principal principal, QString id,
                  QObject *parent = nullptr);
    ~ServerSession() override;

    const QString &id() const { return m_caller.sessionId; }
    const Caller &caller() const { return m_caller; }
    const Dialect &dialect() const { return mcp::dialect(m_caller.era); }
    bool isInitialized() const { return m_initialized; }
    int callsInFlight() const { return int(m_pending.size()); }

    static Delivery delivery(const Body &body);

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

    // Used by ToolCall only.
    void callProgress(const QString &key, double value, double total, const QString &message);
    void callStatus(const QString &key, const QString &message);
    void callLog(const QString &key, const QString &level, const QJsonValue &data);
    void callAsk(const QString &key, const QString &method, const QJsonObject &params,
                 ToolCall::Asked done);
    void callFinished(const QString &key, const QJsonObject &result);
    void callAbandoned(const QString &key);

private:
    struct Exchange; // one body: its sink and how many answers are owed
    using ExchangePtr = std::shared_ptr<Exchange>;
    struct Pending; // one request that is not answered yet

    using Method = void (ServerSession::*)(const Message &, const ExchangePtr &);
    static const QHash<QString, Method> &methods();

    void handle(const Message &message, const ExchangePtr &exchange);
    void handleRequest(const Message &message, const ExchangePtr &exchange);
    void handleNotification(const Message &message);
    void handleResponse(const Message &message);

    void initialize(const Message &message, const ExchangePtr &exchange);
    void ping(const Message &message, const ExchangePtr &exchange);
    void setLogLevel(const Message &message, const ExchangePtr &exchange);
    void listTools(const Message &message, const ExchangePtr &exchange);
    void callTool(const Message &message, const ExchangePtr &exchange);
    void listResources(const Message &message, const ExchangePtr &exchange);
    void listResourceTemplates(const Message &message, const ExchangePtr &exchange);
    void readResource(const Message &message, const ExchangePtr &exchange);
    void subscribe(const Message &message, const ExchangePtr &exchange);
    void unsubscribe(const Message &message, const ExchangePtr &exchange);
    void listPrompts(const Message &message, const ExchangePtr &exchange);
    void showPrompt(const Message &message, const ExchangePtr &exchange);
    void complete(const Message &message, const ExchangePtr &exchange);

    bool refuseUnready(const Message &message, const ExchangePtr &exchange);
    bool refuseRepeatedId(const Message &message, const ExchangePtr &exchange);
    void startCall(const Tool &tool, const Message &message, const ExchangePtr &exchange);
    void answerPage(const Message &message, const ExchangePtr &exchange, QLatin1StringView field,
                    const QJsonArray &all);
    void answer(const ExchangePtr &exchange, const QJsonObject &message);
    void respond(const Message &message, const ExchangePtr &exchange, const QJsonObject &result);
    void refuse(const Message &message, const ExchangePtr &exchange, RpcCode code,
                const QString &text, const QJsonValue &data = QJsonValue::Undefined);
    // Whether the client, which took the call back itself, waits for an answer no longer.
    enum class Notice { None, Error };
    void cancelCall(const QString &key, const QString &reason, Notice notice = Notice::None);
    void sendProgress(Pending &pending, double value, double total);
    void scheduleHeartbeat(const QString &key);
    void dropQuestions(const QString &key);
    std::shared_ptr<Pending> take(const QString &key);

    const Server &m_server;
    Clock &m_clock;
    Caller m_caller;
    bool m_initialized = false;
    bool m_ended = false;
    int m_logLevel = 0; // index into the syslog names: everything from here on
    qint64 m_nextQuestion = 1;
    MessageSinkPtr m_notifications;
    QSet<QString> m_subscriptions;
    QHash<QString, std::shared_ptr<Pending>> m_pending; // by idKey
    struct Question;
    QHash<QString, Question> m_questions; // our own requests, by id
    QHash<const MessageSink *, std::shared_ptr<QObject>> m_vanished; // grace timers
};

} // namespace glovebox::mcp
