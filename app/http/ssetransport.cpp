// SPDX-License-Identifier: MIT
#include "ssetransport.h"

#include "base/logging.h"
#include "mcprefusal.h"

#include <QUrlQuery>

#include <algorithm>

namespace glovebox::http {

using namespace Qt::StringLiterals;
using mcp::RpcCode;

namespace {

constexpr int sessionIdBytes = 16;

// Sends what belongs to one POST over the session's stream, and holds that POST's place among the
// calls in flight until it is answered.
class Forward final : public mcp::MessageSink
{
public:
    Forward(mcp::MessageSinkPtr stream, std::shared_ptr<void> ticket)
        : m_stream(std::move(stream))
        , m_ticket(std::move(ticket))
    {
    }

    void send(const QJsonObject &message, bool answer) override { m_stream->send(message, answer); }
    void finished() override { m_ticket.reset(); }

private:
    mcp::MessageSinkPtr m_stream;
    std::shared_ptr<void> m_ticket;
};

} // namespace

// The stream of events; without its connection it forgets what it is given.
class SseTransport::Stream final : public QObject, public mcp::MessageSink
{
public:
    Stream(ResponderPtr responder, Clock &clock)
        : m_responder(std::move(responder))
        , m_clock(clock)
    {
    }

    void begin(const QByteArray &address)
    {
        m_responder->startEventStream();
        m_responder->writeEvent(address, {}, "endpoint");
        keepAlive();
    }

    void send(const QJsonObject &message, bool /*answer*/) override
    {
        if (m_responder)
            m_responder->writeEvent(mcp::encode(message), {}, "message");
    }

    void finished() override
    {
        m_keepAlive.reset();
        if (const ResponderPtr responder = std::exchange(m_responder, nullptr))
            responder->endEventStream();
    }

    void drop()
    {
        m_keepAlive.reset();
        m_responder.reset();
    }

private:
    void keepAlive()
    {
        m_keepAlive = m_clock.after(limits::sseKeepalive, this, [this] {
            m_keepAlive.release()->deleteLater();
            if (!m_responder)
                return;
            m_responder->writeComment("keepalive");
            keepAlive();
        });
    }

    ResponderPtr m_responder;
    Clock &m_clock;
    std::unique_ptr<QObject> m_keepAlive;
};

struct SseTransport::Session
{
    Session(const mcp::Server &server, Clock &clock, const Principal &principal,
            const QByteArray &id, const ResponderPtr &responder)
        : protocol(server, clock, principal, QString::fromLatin1(id))
        , stream(std::make_shared<Stream>(responder, clock))
    {
    }

    mcp::ServerSession protocol;
    std::shared_ptr<Stream> stream;
    std::unique_ptr<QObject> farewell; // fires when the stream has been gone for long
};

SseTransport::SseTransport(const mcp::Server &server, Clock &clock, QByteArray messagesPath,
                           int maxSessionsPerKey, QObject *parent)
    : QObject(parent)
    , m_server(server)
    , m_clock(clock)
    , m_messagesPath(std::move(messagesPath))
    , m_maxSessionsPerKey(maxSessionsPerKey)
{
}

SseTransport::~SseTransport()
{
    const QList<QByteArray> ids = m_sessions.keys();
    for (const QByteArray &id : ids)
        end(id, u"Glovebox is closing."_s);
}

void SseTransport::open(const Request &request, const ResponderPtr &responder)
{
    // The transport of 2024-11-05 says nothing of Accept, and clients of that time send none.
    if (request.headers.contains("accept") && !accepts(request.headers, eventStreamType)) {
        refuse(responder, 406,
               {.code = RpcCode::Refused, .text = u"Accept must list text/event-stream."_s});
        return;
    }
    const Principal &principal = request.admission.principal();
    const auto ofKey = std::ranges::count_if(m_sessions, [&principal](const SessionPtr &session) {
        return session->protocol.caller().principal.id == principal.id;
    });
    if (ofKey >= m_maxSessionsPerKey) {
        refuse(responder, 429,
               {.code = RpcCode::Refused,
                .text = u"This key has %1 streams. Close one first."_s.arg(ofKey)});
        return;
    }
    const QByteArray id = randomHex(sessionIdBytes).toLatin1();
    const auto session = std::make_shared<Session>(m_server, m_clock, principal, id, responder);
    m_sessions.insert(id, session);
    connect(responder.get(), &Responder::closed, this, [this, id] {
        const SessionPtr gone = m_sessions.value(id);
        if (!gone)
            return;
        gone->stream->drop();
        gone->farewell = m_clock.after(limits::vanishedClientGrace, this,
                                       [this, id] { end(id, u"The client closed its stream."_s); });
    });
    session->protocol.setNotificationSink(session->stream);
    session->stream->begin(request.admission.prefix() + m_messagesPath + "?sessionId=" + id);
    Q_EMIT sessionsChanged();
}

void SseTransport::post(const Request &request, const ResponderPtr &responder)
{
    if (!isJson(request.headers)) {
        refuse(responder, 415,
               {.code = RpcCode::Refused, .text = u"Content-Type must be application/json."_s});
        return;
    }
    const QUrlQuery query(QString::fromLatin1(request.admission.query()));
    const QByteArray id = query.queryItemValue(u"sessionId"_s).toLatin1();
    const SessionPtr session = m_sessions.value(id);
    // Another key's session is told from an unknown one by nothing (DESIGN 4.5).
    if (!session || session->protocol.caller().principal.id != request.admission.principal().id) {
        refuse(responder, 404,
               {.code = RpcCode::SessionNotFound,
                .text = u"There is no such session. Open the stream again, and send messages to "
                        "the address in its first event."_s});
        return;
    }
    const auto body = mcp::parseBody(request.body);
    if (!body) {
        refuse(responder, 400, body.error());
        return;
    }
    responder->send(202, "text/plain", "Accepted");
    session->protocol.receive(
        *body, std::make_shared<Forward>(session->stream, request.admission.inFlight()));
}

void SseTransport::end(const QByteArray &id, const QString &reason)
{
    const SessionPtr session = m_sessions.take(id);
    if (!session)
        return;
    if (session->farewell) // it may be firing just now
        session->farewell.release()->deleteLater();
    session->protocol.end(reason);
    session->stream->finished();
    Q_EMIT sessionsChanged();
}

void SseTransport::endSessionsOf(const ClientId &client)
{
    const QList<QByteArray> ids = m_sessions.keys();
    for (const QByteArray &id : ids) {
        if (m_sessions.value(id)->protocol.caller().principal.id == client)
            end(id, u"The key of this client was revoked."_s);
    }
}

int SseTransport::sessionsOf(const ClientId &client) const
{
    return int(std::ranges::count_if(m_sessions, [&client](const SessionPtr &session) {
        return session->protocol.caller().principal.id == client;
    }));
}

QSet<ClientId> SseTransport::clients() const
{
    QSet<ClientId> clients;
    for (const SessionPtr &session : m_sessions)
        clients.insert(session->protocol.caller().principal.id);
    return clients;
}

} // namespace glovebox::http
