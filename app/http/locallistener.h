// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "guard.h"
#include "mcp/server.h"

#include <QJsonObject>
#include <QLocalServer>
#include <QSet>

namespace glovebox::http {

class LocalPeer;

// What a bridge may want beside the native tools, in its hello.
struct LocalWishes
{
    // The server of a compatible tool set; null for a name that there is none of.
    std::function<const mcp::Server *(const QString &compat)> serverFor = {};
    // A client was let in; its whole hello.
    std::function<void(const Principal &, const QJsonObject &hello)> greeted = {};
};

// MCP over the profile's local socket, for glovebox-bridge (DESIGN 2): the second way to an
// mcp::Server beside McpRoute, through the same guard. One connection is one client's conversation
// and one mcp::ServerSession; the socket's end is the end of that client (DESIGN 4.6). The frames
// are in ARCHITECTURE.md, "Bridge protocol".
class LocalListener final : public QObject
{
    Q_OBJECT

public:
    // All three outlive the listener, and so does what `wishes` refers to.
    LocalListener(const mcp::Server &server, Guard &guard, Clock &clock, LocalWishes wishes = {},
                  QObject *parent = nullptr);
    ~LocalListener() override;

    // Takes the place of a socket that a killed program left behind: call it only while holding
    // the profile. Unavailable when the socket cannot be made.
    Result<> listen(const QString &socketPath);

    QSet<ClientId> clients() const; // principals with a live session
    int sessionsOf(const ClientId &client) const;
    // The key was revoked: its sessions and all their calls end at once.
    void endSessionsOf(const ClientId &client);

Q_SIGNALS:
    void sessionsChanged();

private:
    void acceptPending();
    bool turnUnknownAway();

    const mcp::Server &m_server;
    Guard &m_guard;
    Clock &m_clock;
    LocalWishes m_wishes;
    QLocalServer m_listener;
    QList<LocalPeer *> m_peers;
};

} // namespace glovebox::http
