// SPDX-License-Identifier: MIT
#include "listener.h"

#include "base/logging.h"
#include "connection.h"

#include <QNetworkProxy>

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
    while (QTcpSocket *socket = m_server.nextPendingConnection()) {
        if (m_connections.size() >= limits::maxConnections) {
            refuseConnection(socket);
            continue;
        }
        auto *connection = new Connection(socket, *this);
        m_connections.append(connection);
        connect(connection, &Connection::gone, this, [this, connection] {
            if (m_connections.removeOne(connection))
                connection->deleteLater();
        });
    }
}

void Listener::refuseConnection(QTcpSocket *socket)
{
    qCWarning(lcHttp) << "refused with 503: more than" << limits::maxConnections << "connections";
    const QByteArray body =
        plainErrorBody(u"Too many connections are open. Close one, or try again in a second."_s);
    connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    socket->write("HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
                  "Retry-After: 1\r\nConnection: close\r\nContent-Length: " +
                  QByteArray::number(body.size()) + "\r\n\r\n" + body);
    socket->disconnectFromHost();
}

} // namespace glovebox::http
