// SPDX-License-Identifier: MIT
#include "locallistener.h"

#include "base/localsocket.h"
#include "base/logging.h"
#include "localpeer.h"

#include <algorithm>

namespace glovebox::http {

using namespace Qt::StringLiterals;

namespace {

QString tooManyText()
{
    return u"%1 bridges are connected to Glovebox. Close a client, and try again."_s.arg(
        limits::maxConnections);
}

} // namespace

LocalListener::LocalListener(const mcp::Server &server, Guard &guard, Clock &clock,
                             LocalWishes wishes, QObject *parent)
    : QObject(parent)
    , m_server(server)
    , m_guard(guard)
    , m_clock(clock)
    , m_wishes(std::move(wishes))
{
    m_listener.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_listener, &QLocalServer::newConnection, this, &LocalListener::acceptPending);
}

LocalListener::~LocalListener()
{
    m_listener.close();
    // Taken away first: what a peer tells on its end may come back here.
    const QList<LocalPeer *> peers = std::exchange(m_peers, {});
    for (LocalPeer *peer : peers) {
        peer->end(u"Glovebox is closing."_s);
        delete peer;
    }
}

Result<> LocalListener::listen(const QString &socketPath)
{
    QLocalServer::removeServer(socketPath);
    if (m_listener.listen(socketPath))
        return {};
    return fail(ErrorCode::Unavailable, u"Glovebox cannot make the socket for glovebox-bridge."_s,
                m_listener.errorString());
}

void LocalListener::acceptPending()
{
    while (QLocalSocket *socket = m_listener.nextPendingConnection()) {
        if (!peerIsOwnUser(socket->socketDescriptor())) {
            qCWarning(lcHttp) << "refused a bridge of another account";
            socket->abort();
            socket->deleteLater();
            continue;
        }
        if (m_peers.size() >= limits::maxConnections && !turnUnknownAway()) {
            qCWarning(lcHttp) << "refused a bridge: more than" << limits::maxConnections;
            LocalPeer::turnAway(socket, tooManyText());
            continue;
        }
        auto *peer = new LocalPeer(socket, m_server, m_wishes, m_guard, m_clock);
        m_peers.append(peer);
        connect(peer, &LocalPeer::admitted, this, &LocalListener::sessionsChanged);
        connect(peer, &LocalPeer::gone, this, [this, peer] {
            if (!m_peers.removeOne(peer))
                return;
            peer->deleteLater();
            Q_EMIT sessionsChanged();
        });
    }
}

// The oldest that has shown no key.
bool LocalListener::turnUnknownAway()
{
    const auto unknown = std::ranges::find_if(
        m_peers, [](const LocalPeer *peer) { return peer->client().isNull(); });
    if (unknown == m_peers.end())
        return false;
    (*unknown)->turnAway(tooManyText());
    return true;
}

QSet<ClientId> LocalListener::clients() const
{
    QSet<ClientId> clients;
    for (const LocalPeer *peer : m_peers) {
        if (!peer->client().isNull())
            clients.insert(peer->client());
    }
    return clients;
}

int LocalListener::sessionsOf(const ClientId &client) const
{
    return int(std::ranges::count_if(
        m_peers, [&client](const LocalPeer *peer) { return peer->client() == client; }));
}

void LocalListener::endSessionsOf(const ClientId &client)
{
    const QList<LocalPeer *> peers = m_peers;
    for (LocalPeer *peer : peers) {
        if (peer->client() == client)
            peer->end(u"The key of this client was revoked."_s);
    }
}

} // namespace glovebox::http
