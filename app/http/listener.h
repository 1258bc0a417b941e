// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "route.h"

#include <QObject>
#include <QTcpServer>

namespace glovebox::http {

class Connection;

// Listens on 127.0.0.1 and takes every request through the guard to its route.
//
// Connections have places, and a place belongs to a key: one that has shown none takes none from
// anybody. When places are short, first those go that showed no key, then those that wait for their
// client's next request (restTime), of the key that has most; what is at work stays. No key can
// take the last ones (limits::connectionsKeptForOthers).
class Listener final : public QObject
{
    Q_OBJECT

public:
    // So long a connection has waited before it is closed for another one.
    static constexpr std::chrono::seconds restTime{2};

    // All three outlive the listener.
    Listener(Guard &guard, Clock &clock, QObject *parent = nullptr);
    ~Listener() override;

    // Before listen(). The first route that handles a path gets it. Outlives the listener.
    void addRoute(Route *route);

    // 0: any free port. Conflict when the port is taken, Unavailable for anything else.
    Result<quint16> listen(quint16 port);
    void close();                                          // drops every connection
    quint16 port() const { return m_server.serverPort(); } // 0 while not listening
    int connections() const { return int(m_connections.size()); }

private:
    friend class Connection;
    void acceptPending();
    void refuseConnection(QTcpSocket *socket);
    // For a connection that has just shown this client's key. False: there is no place for it.
    bool seat(Connection *connection, const ClientId &client);
    qsizetype seatsOf(const ClientId &client) const;
    bool closeIdle(const ClientId &client);
    bool abortUnknown();
    void turnAwayUnknown();
    Route *routeFor(const QByteArray &path) const;

    Guard &m_guard;
    Clock &m_clock;
    QTcpServer m_server;
    QList<Route *> m_routes;
    QList<Connection *> m_connections;
};

} // namespace glovebox::http
