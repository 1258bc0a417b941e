// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "mcp/serversession.h"
#include "route.h"

#include <QPointer>

namespace glovebox::http {

// The messages of one stream of events and the connection that carries them, if there is one.
// Messages are kept, so that a client that lost its connection can come back for the rest with
// Last-Event-ID (mcp.md 1.3); beyond limits::maxKeptStreamBytes the oldest are forgotten. Losing
// the connection is not a cancellation.
class SseOutbox final : public QObject, public mcp::MessageSink
{
    Q_OBJECT

public:
    // `name` is unique in the session and holds no "-". `primed`: the client understands a first
    // event that has only an id, and so can come back before any message was sent.
    SseOutbox(QByteArray name, bool primed, Clock &clock);

    // Carries on over this connection, after the event `after` (0: from the beginning).
    void attach(const ResponderPtr &responder, const Headers &headers, qint64 after);
    bool isAttached() const { return m_responder && m_responder->isOpen(); }

    void send(const QJsonObject &message, bool answer) override;
    void finished() override;
    void release(std::chrono::milliseconds retry) override;

    // Held until everything was sent to it: counts against the in-flight limit.
    void hold(std::shared_ptr<void> ticket) { m_ticket = std::move(ticket); }

    const QByteArray &name() const { return m_name; }
    bool isFinished() const { return m_finished; }
    std::chrono::milliseconds finishedAt() const { return m_finishedAt; }
    qint64 bytes() const { return m_bytes; }

    struct Position
    {
        QByteArray name;
        qint64 event = 0;
    };
    static std::optional<Position> position(const QByteArray &lastEventId);

Q_SIGNALS:
    void lost();     // the connection is gone
    void returned(); // and there is another one

private:
    qint64 lastEvent() const { return m_forgotten + m_events.size(); }
    void write(qint64 event);
    void onClosed();
    void keepAlive();

    QByteArray m_name;
    bool m_primed;
    Clock &m_clock;
    ResponderPtr m_responder;
    QList<QByteArray> m_events; // event n is at n - 1 - m_forgotten
    qint64 m_forgotten = 0;
    qint64 m_bytes = 0;
    bool m_wasLost = false;
    bool m_finished = false;
    std::chrono::milliseconds m_finishedAt{0};
    std::shared_ptr<void> m_ticket;
    std::unique_ptr<QObject> m_keepAlive;
};
using SseOutboxPtr = std::shared_ptr<SseOutbox>;

} // namespace glovebox::http
