// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/serversession.h"
#include "ssetransport.h"

#include <QPointer>
#include <QSet>

namespace glovebox::http {

struct McpRouteOptions
{
    QByteArray path = "/mcp";
    QByteArray ssePath = "/sse"; // the transport of 2024-11-05
    QByteArray messagesPath = "/messages";
    // A sentence for clients whose body is too large, e.g. what to do instead.
    QString tooLargeAdvice = {};
    int maxSessionsPerKey = limits::maxMcpSessionsPerKey;
};

// An mcp::Server over HTTP, every revision, chosen per message (mcp.md 1.3, 1.5): Streamable HTTP
// with sessions, the stateless requests of 2026-07-28, and HTTP+SSE on paths of its own. A
// tools/call is answered as a stream of events, anything else as JSON. Sessions belong to the key
// that began them: with another key their id answers like an unknown one.
class McpRoute final : public QObject, public Route
{
    Q_OBJECT

public:
    // `server` outlives the route.
    McpRoute(const mcp::Server &server, Clock &clock, McpRouteOptions options = {},
             QObject *parent = nullptr);
    ~McpRoute() override;

    bool handles(const QByteArray &path) const override;
    QList<QByteArray> methods() const override { return {"GET", "POST", "DELETE"}; }
    qint64 maxBodyBytes() const override { return m_server.longestMessage(); }
    QString tooLargeAdvice() const override { return m_options.tooLargeAdvice; }
    QByteArray errorBody(const QString &text) const override; // as a JSON-RPC error
    void handle(const Request &request, const ResponderPtr &responder) override;

    // Principals with a live session, or with a stateless request a short while ago.
    QSet<ClientId> clients() const;
    int sessionsOf(const ClientId &client) const; // live ones
    int sessionCount() const { return int(m_sessions.size()) + m_sse.sessionCount(); }
    // The key was revoked: its sessions and all their calls end at once.
    void endSessionsOf(const ClientId &client);

Q_SIGNALS:
    void sessionsChanged();

private:
    struct Session;
    using SessionPtr = std::shared_ptr<Session>;

    bool refuseTooLarge(const Request &request, const ResponderPtr &responder) const;
    void handleSse(const Request &request, const ResponderPtr &responder);
    void post(const Request &request, const ResponderPtr &responder);
    void answerStateless(const Request &request, const mcp::Body &body,
                         const ResponderPtr &responder);
    void noteRequest(const Principal &principal);
    void listen(const Request &request, const ResponderPtr &responder);
    void remove(const Request &request, const ResponderPtr &responder);
    void begin(const Request &request, const mcp::Body &body, const ResponderPtr &responder);
    void deliver(const SessionPtr &session, const Request &request, const mcp::Body &body,
                 const ResponderPtr &responder);
    bool resume(const SessionPtr &session, const Request &request, const ResponderPtr &responder);
    SessionPtr find(const Request &request, const QJsonValue &messageId,
                    const ResponderPtr &responder);
    bool makeRoom(const Principal &principal);
    void end(const SessionPtr &session, const QString &reason);
    void sweep();

    const mcp::Server &m_server;
    Clock &m_clock;
    McpRouteOptions m_options;
    QHash<QByteArray, SessionPtr> m_sessions; // by id
    SseTransport m_sse;
    QList<QPointer<mcp::ServerSession>> m_requests;           // stateless ones in progress
    QHash<ClientId, std::chrono::milliseconds> m_lastRequest; // stateless ones
    std::unique_ptr<QObject> m_sweep;
};

} // namespace glovebox::http
