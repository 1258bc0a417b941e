// SPDX-License-Identifier: MIT
#pragma once

#include "base/frame.h"
#include "guard.h"
#include "locallistener.h"
#include "mcp/serversession.h"

#include <QLocalSocket>

namespace glovebox::http {

// One bridge at the local socket: `hello` with its key, then MCP messages both ways.
class LocalPeer final : public QObject
{
    Q_OBJECT

public:
    // Takes the socket. The rest outlives the peer.
    LocalPeer(QLocalSocket *socket, const mcp::Server &server, const LocalWishes &wishes,
              Guard &guard, Clock &clock);
    ~LocalPeer() override;

    // Null before the guard let it in.
    ClientId client() const;
    void end(const QString &reason);
    void turnAway(const QString &text);                              // before it was let in
    static void turnAway(QLocalSocket *socket, const QString &text); // that is to be none

Q_SIGNALS:
    void admitted();
    void gone(); // the socket is closed; emitted once

private:
    class Sink;

    void onReadyRead();
    void onFrame(const Frame &frame);
    void greet(const QJsonObject &hello);
    void admit(const QByteArray &key, bool again);
    void begin(const Principal &principal);
    void refuse(const Refusal &refusal);
    void refuse(const QString &text);
    void receive(const QByteArray &bytes);
    bool isTooLong(const QByteArray &bytes) const;
    void answerAll(const QByteArray &bytes, const mcp::RpcError &error);
    void send(const Frame &frame);
    void giveUp(const QString &why);

    QLocalSocket *m_socket;
    const mcp::Server *m_server; // the native one, or that of the tool set that hello names
    const LocalWishes &m_wishes;
    Guard &m_guard;
    Clock &m_clock;
    FrameReader m_reader;
    QJsonObject m_hello;
    std::unique_ptr<QObject> m_helloTimeout;
    std::unique_ptr<mcp::ServerSession> m_session;
};

} // namespace glovebox::http
