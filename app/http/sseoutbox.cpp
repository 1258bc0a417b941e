// SPDX-License-Identifier: MIT
#include "sseoutbox.h"

namespace glovebox::http {

SseOutbox::SseOutbox(QByteArray name, bool primed, Clock &clock)
    : m_name(std::move(name))
    , m_primed(primed)
    , m_clock(clock)
{
}

std::optional<SseOutbox::Position> SseOutbox::position(const QByteArray &lastEventId)
{
    const qsizetype dash = lastEventId.indexOf('-');
    if (dash <= 0)
        return std::nullopt;
    bool valid = false;
    const qint64 event = lastEventId.sliced(dash + 1).toLongLong(&valid);
    if (!valid || event < 0)
        return std::nullopt;
    return Position{lastEventId.first(dash), event};
}

void SseOutbox::attach(const ResponderPtr &responder, const Headers &headers, qint64 after)
{
    if (m_responder) { // the newer connection is the one that the client listens to
        m_responder->disconnect(this);
        m_responder->endEventStream();
    }
    m_responder = responder;
    connect(responder.get(), &Responder::closed, this, &SseOutbox::onClosed);
    responder->startEventStream(headers);
    if (m_wasLost) {
        m_wasLost = false;
        Q_EMIT returned();
    }
    if (m_primed && after == 0)
        responder->writeEvent({}, m_name + "-0");
    for (qint64 event = qMax(after, m_forgotten) + 1; event <= lastEvent(); ++event)
        write(event);
    if (m_finished)
        std::exchange(m_responder, nullptr)->endEventStream();
    else
        keepAlive();
}

void SseOutbox::write(qint64 event)
{
    m_responder->writeEvent(m_events.at(event - 1 - m_forgotten),
                            m_name + '-' + QByteArray::number(event), "message");
}

void SseOutbox::send(const QJsonObject &message, bool /*answer*/)
{
    m_events.append(mcp::encode(message));
    m_bytes += m_events.last().size();
    while (m_bytes > limits::maxKeptStreamBytes && m_events.size() > 1) {
        m_bytes -= m_events.takeFirst().size();
        ++m_forgotten;
    }
    if (m_responder)
        write(lastEvent());
}

void SseOutbox::finished()
{
    m_finished = true;
    m_finishedAt = m_clock.monotonic();
    m_ticket.reset();
    m_keepAlive.reset();
    if (const ResponderPtr responder = std::exchange(m_responder, nullptr)) {
        responder->disconnect(this);
        responder->endEventStream();
    }
}

void SseOutbox::release(std::chrono::milliseconds retry)
{
    const ResponderPtr responder = std::exchange(m_responder, nullptr);
    if (!responder)
        return;
    responder->disconnect(this);
    responder->writeRetry(retry);
    responder->endEventStream();
    onClosed();
}

void SseOutbox::onClosed()
{
    m_responder.reset();
    m_keepAlive.reset();
    m_wasLost = true;
    Q_EMIT lost();
}

void SseOutbox::keepAlive()
{
    m_keepAlive = m_clock.after(limits::sseKeepalive, this, [this] {
        m_keepAlive.release()->deleteLater();
        if (!m_responder)
            return;
        m_responder->writeComment("keepalive");
        keepAlive();
    });
}

} // namespace glovebox::http
