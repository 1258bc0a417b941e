// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/serversession.h"
#include "route.h"

namespace glovebox::http {

// HTTP+SSE, the transport of 2024-11-05 (mcp.md 1.3): a GET opens a stream of events, whose first
// one names the address for POSTs; everything that the server says comes over the stream. A
// session is its stream: when that has been gone for limits::vanishedClientGrace, it ends.
class SseTransport final : public QObject
{
    Q_OBJECT

public:
    // `server` outlives the transport. `messagesPath` is where POSTs arrive.
    SseTransport(const mcp::Server &server, Clock &clock, QByteArray messagesPath,
                 int maxSessionsPerKey, QObject *parent = nullptr);
    ~SseTransport() override;

    void open(const Request &request, const ResponderPtr &responder);
    void post(const Request &request, const ResponderPtr &responder);

    QSet<ClientId> clients() const;
    int sessionsOf(const ClientId &client) const;
    int sessionCount() const { return int(m_sessions.size()); }
    void endSessionsOf(const ClientId &client);

Q_SIGNALS:
    void sessionsChanged();

private:
    class Stream;
    struct Session;
    using SessionPtr = std::shared_ptr<Session>;

    void end(const QByteArray &id, const QString &reason);

    const mcp::Server &m_server;
    Clock &m_clock;
    QByteArray m_messagesPath;
    int m_maxSessionsPerKey;
    QHash<QByteArray, SessionPtr> m_sessions; // by id
};

} // namespace glovebox::http
