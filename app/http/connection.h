// SPDX-License-Identifier: MIT
#pragma once

#include "listener.h"
#include "requestparser.h"

#include <QPointer>
#include <QTcpSocket>
#include <QTimer>

namespace glovebox::http {

class ConnectionResponder;

// One socket: requests one after the other, each through the guard, with a time limit on every
// wait for the peer.
class Connection final : public QObject
{
    Q_OBJECT

public:
    Connection(QTcpSocket *socket, Listener &listener);
    ~Connection() override;

    void abort();

    // Its place, for the listener. Seated: it has shown a key, and does not leave already.
    bool isSeated() const { return m_holder && !isLeaving(); }
    bool isUnknown() const { return !m_holder && m_phase == Phase::Reading; }
    bool isHurried() const { return m_hurry != nullptr; }
    bool isIdle() const; // seated, and wants a request of which nothing has come
    ClientId holder() const { return m_holder.value_or(ClientId()); }
    std::chrono::milliseconds idleSince() const { return m_idleSince; }
    void take(const ClientId &client);
    void hurry();    // one that shows no key soon is turned away
    void turnAway(); // an unknown one, and tells it why
    void leave();    // an idle one
    static QString noPlaceText();

Q_SIGNALS:
    void gone(); // the socket is closed; emitted once

private:
    friend class ConnectionResponder;

    enum class Phase {
        Reading,  // wants a request
        Handling, // a route works on one
        Draining, // answered early: throws away what the peer still sends
        Closing,  // everything is said
    };

    bool isLeaving() const { return m_phase == Phase::Draining || m_phase == Phase::Closing; }
    void advance();
    void onHeadDone();
    void refuseSeat(const ClientId &client);
    void admitAfterRefresh();
    void dispatch();
    void refuse(int status, const QString &text, const QString &log, const Headers &headers = {});
    void refuseParsed();
    void drain();
    void waitForPeer(std::chrono::milliseconds time, void (Connection::*expired)());
    void stopWaiting();
    void onHeadLate();
    void onBodyLate();
    void watchWriting();
    void onDisconnected();

    // For the responder.
    void sendResponse(int status, const QByteArray &contentType, const QByteArray &body,
                      const Headers &headers);
    void beginStream(const Headers &headers);
    void writeChunk(const QByteArray &bytes);
    void endStream();

    QByteArray headOf(int status, const Headers &headers) const;
    void write(const QByteArray &bytes);
    void releaseGathered();
    void requestDone();

    QTcpSocket *m_socket; // child
    Listener &m_listener;
    Phase m_phase = Phase::Reading;
    QByteArray m_input; // read but not parsed
    std::unique_ptr<RequestParser> m_parser;
    Route *m_route = nullptr;
    std::optional<Admission> m_admission;
    QPointer<ConnectionResponder> m_responder;
    bool m_keysRefreshed = false; // for the request that is being read
    bool m_streamChunked = false;
    QTimer m_gathering;    // runs while what a stream begins with is held back
    QByteArray m_gathered; // that
    bool m_bodyOutstanding = false;
    qint64 m_discarded = 0;
    qint64 m_discardGoal = -1;        // bytes of the refused body, if known
    std::optional<ClientId> m_holder; // whose key it showed last
    std::chrono::milliseconds m_idleSince{0};
    std::unique_ptr<QObject> m_hurry;
    std::unique_ptr<QObject> m_wait;
    void (Connection::*m_waitKind)() = nullptr;
    std::unique_ptr<QObject> m_stall;
};

class ConnectionResponder final : public Responder
{
    Q_OBJECT

public:
    explicit ConnectionResponder(Connection *connection)
        : m_connection(connection)
    {
    }
    ~ConnectionResponder() override;

    void send(int status, const QByteArray &contentType, const QByteArray &body,
              const Headers &headers = {}) override;
    void startEventStream(const Headers &headers = {}) override;
    void writeEvent(const QByteArray &data, const QByteArray &id = {},
                    const QByteArray &event = {}) override;
    void writeComment(const QByteArray &text) override;
    void writeRetry(std::chrono::milliseconds time) override;
    void endEventStream() override;
    bool isOpen() const override { return m_connection && m_state != State::Done; }

    void peerVanished();

private:
    enum class State { Unanswered, Streaming, Done };

    QPointer<Connection> m_connection;
    State m_state = State::Unanswered;
};

} // namespace glovebox::http
