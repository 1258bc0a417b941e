// SPDX-License-Identifier: MIT
#include "listener.h"

#include "base/logging.h"
#include "connection.h"

#include <QNetworkProxy>

#include <algorithm>

namespace glovebox::http {

using namespace Qt::StringLiterals;

namespace {

// Beyond the limit a connection is told so; these wait in the kernel until then.
constexpr int backlog = 128;

} // namespace

Listener::Listener(Guard &guard, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_guard(guard)
    , m_clock(clock)
{
    m_server.setProxy(QNetworkProxy::NoProxy);
    m_server.setListenBacklogSize(backlog);
    connect(&m_server, &QTcpServer::newConnection, this, &Listener::acceptPending);
}

Listener::~Listener()
{
    close();
}

void Listener::addRoute(Route *route)
{
    Q_ASSERT(!m_server.isListening());
    m_routes.append(route);
}

Result<quint16> Listener::listen(quint16 port)
{
    if (m_server.listen(QHostAddress::LocalHost, port))
        return m_server.serverPort();
    if (m_server.serverError() == QAbstractSocket::AddressInUseError) {
        return fail(ErrorCode::Conflict,
                    u"Port %1 is taken by another program. Choose another one with --port, or 0 "
                    "for any free port."_s.arg(port),
                    m_server.errorString());
    }
    return fail(ErrorCode::Unavailable, u"Glovebox cannot listen on port %1."_s.arg(port),
                m_server.errorString());
}

void Listener::close()
{
    m_server.close();
    // Taken away first: what a connection tells on its end may come back here.
    const QList<Connection *> connections = std::exchange(m_connections, {});
    qDeleteAll(connections);
}

Route *Listener::routeFor(const QByteArray &path) const
{
    for (Route *route : m_routes) {
        if (route->handles(path))
            return route;
    }
    return nullptr;
}

void Listener::acceptPending()
{
    constexpr int most =
        limits::maxConnections + limits::connectionsKeptForOthers + limits::maxUnknownConnections;
    while (QTcpSocket *socket = m_server.nextPendingConnection()) {
        if (m_connections.size() >= most && !abortUnknown()) {
            refuseConnection(socket);
            continue;
        }
        auto *connection = new Connection(socket, *this);
        m_connections.append(connection);
        connect(connection, &Connection::gone, this, [this, connection] {
            if (m_connections.removeOne(connection))
                connection->deleteLater();
        });
        if (m_connections.size() > limits::maxConnections)
            connection->hurry();
    }
}

bool Listener::seat(Connection *connection, const ClientId &client)
{
    if (connection->holder() == client)
        return true;
    const auto seated = std::ranges::count_if(m_connections, &Connection::isSeated);
    const bool isOwed = seatsOf(client) < limits::fewConnections &&
                        seated < limits::maxConnections + limits::connectionsKeptForOthers;
    if (seated >= limits::maxConnections && !closeIdle(client) && !isOwed)
        return false;
    connection->take(client);
    if (m_connections.size() > limits::maxConnections)
        turnAwayUnknown();
    return true;
}

qsizetype Listener::seatsOf(const ClientId &client) const
{
    return std::ranges::count_if(m_connections, [&client](const Connection *connection) {
        return connection->isSeated() && connection->holder() == client;
    });
}

// Of the key that has most connections, the one that has waited for longest: one of the client's
// own, or of a key that has more than it. So a flood closes nobody else's, and gathers no places
// that are kept for others. A client that has used one a moment ago may be about to send on it, and
// takes its end for a failure of that request.
bool Listener::closeIdle(const ClientId &client)
{
    Connection *idle = nullptr;
    qsizetype most = 0;
    for (Connection *connection : std::as_const(m_connections)) {
        if (!connection->isIdle() || m_clock.monotonic() - connection->idleSince() < restTime)
            continue;
        const ClientId holder = connection->holder();
        const qsizetype seats = seatsOf(holder);
        if (holder != client && seats <= seatsOf(client))
            continue;
        if (!idle || seats > most ||
            (seats == most && connection->idleSince() < idle->idleSince())) {
            idle = connection;
            most = seats;
        }
    }
    if (!idle)
        return false;
    qCInfo(lcHttp) << "closed an idle connection: its place was needed";
    idle->leave();
    return true;
}

// Not one that has just come: it may be about to show a key, or goes by itself in a moment.
void Listener::turnAwayUnknown()
{
    const auto unknown = std::ranges::find_if(m_connections, [](const Connection *connection) {
        return connection->isUnknown() && !connection->isHurried();
    });
    if (unknown != m_connections.end())
        (*unknown)->turnAway();
}

// For when so many come at once that the oldest cannot even be told.
bool Listener::abortUnknown()
{
    const auto unknown = std::ranges::find_if(
        m_connections, [](const Connection *connection) { return connection->holder().isNull(); });
    if (unknown == m_connections.end())
        return false;
    (*unknown)->abort();
    return true;
}

void Listener::refuseConnection(QTcpSocket *socket)
{
    qCWarning(lcHttp) << "refused with 503: all places for connections are taken";
    const QByteArray body = plainErrorBody(Connection::noPlaceText());
    connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    socket->write("HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
                  "Retry-After: 1\r\nConnection: close\r\nContent-Length: " +
                  QByteArray::number(body.size()) + "\r\n\r\n" + body);
    socket->disconnectFromHost();
}

} // namespace glovebox::http
