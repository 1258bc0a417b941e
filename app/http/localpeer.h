// SPDX-License-Identifier: MIT
#pragma once

#include "base/frame.h"
#include "guard.h"
#include "mcp/serversession.h"

#include <QLocalSocket>

namespace glovebox::http {

// One bridge at the local socket: `hello` with its key, then MCP messages both ways.
class LocalPeer final : public QObject
{
    Q_OBJECT

public:
    // Takes the socket. Server, guard and clock outlive the peer.
    LocalPeer(QLocalSocket *socket, const mcp::Server &server, Guard &guard, Clock &clock);
    ~LocalPeer() override;

    // Null before the guard let it in.
    ClientId client() const;
    void end(const QString &reason);

Q_SIGNALS:
    void admitted();
    void gone(); // the socket is closed; emitted once

private:
    class Sink;

    void onReadyRead();
    void onFrame(const Frame &frame);
    void admit(const QByteArray &key, bool again);
    void begin(const Principal &principal);
    void refuse(const Refusal &refusal);
    void receive(const QByteArray &bytes);
    void send(const Frame &frame);
    void giveUp(const QString &why);

    QLocalSocket *m_socket;
    const mcp::Server &m_server;
    Guard &m_guard;
    Clock &m_clock;
    FrameReader m_reader;
    std::unique_ptr<QObject> m_helloTimeout;
    std::unique_ptr<mcp::ServerSession> m_session;
};

} // namespace glovebox::http
