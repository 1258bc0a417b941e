// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/serversession.h"
#include "route.h"

#include <QSet>

namespace glovebox::http {

struct McpRouteOptions
{
    QByteArray path = "/mcp";
    // A sentence for clients whose body is too large, e.g. what to do instead.
    QString tooLargeAdvice = {};
    int maxSessionsPerKey = limits::maxMcpSessionsPerKey;
};

// Streamable HTTP (mcp.md 1.3) in front of an mcp::Server. A tools/call is answered as a stream of
// events, anything else as JSON. Sessions belong to the key that began them: with another key
// their id answers like an unknown one.
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
    QString tooLargeAdvice() const override { return m_options.tooLargeAdvice; }
    QByteArray errorBody(const QString &text) const override; // as a JSON-RPC error
    void handle(const Request &request, const ResponderPtr &responder) override;

    // Principals with a live session.
    QSet<ClientId> clients() const;
    int sessionCount() const { return int(m_sessions.size()); }
    // The key was revoked: its sessions and all their calls end at once.
    void endSessionsOf(const ClientId &client);

Q_SIGNALS:
    void sessionsChanged();

private:
    struct Session;
    using SessionPtr = std::shared_ptr<Session>;

    void post(const Request &request, const ResponderPtr &responder);
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
    std::unique_ptr<QObject> m_sweep;
};

} // namespace glovebox::http
