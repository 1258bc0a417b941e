// SPDX-License-Identifier: MIT
#include "mcproute.h"

#include "base/logging.h"
#include "sseoutbox.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace glovebox::http {

using namespace Qt::StringLiterals;
using mcp::RpcCode;

namespace {

constexpr QByteArrayView sessionHeader = "Mcp-Session-Id";
constexpr QByteArrayView versionHeader = "MCP-Protocol-Version";
constexpr QByteArrayView json = "application/json";
constexpr QByteArrayView eventStream = "text/event-stream";
constexpr std::chrono::minutes sweepInterval{1};
constexpr int sessionIdBytes = 16;
// Answered streams of one session that can still be fetched again. A client that calls quickly
// would otherwise fill the list for limits::keptStreamLifetime.
constexpr int maxKeptStreams = 64;

// Whether the Accept header names the type, itself or by a wildcard.
bool accepts(const Headers &headers, QByteArrayView type)
{
    const QByteArray family = type.first(type.indexOf('/')).toByteArray() + "/*";
    const QList<QByteArray> entries = headers.value("accept").split(',');
    for (const QByteArray &entry : entries) {
        const qsizetype end = entry.indexOf(';');
        const QByteArray name = entry.left(end < 0 ? entry.size() : end).trimmed().toLower();
        if (name == type || name == family || name == "*/*")
            return true;
    }
    return false;
}

bool isJson(const Headers &headers)
{
    const QByteArray value = headers.value("content-type");
    const qsizetype end = value.indexOf(';');
    return value.left(end < 0 ? value.size() : end).trimmed().compare(json, Qt::CaseInsensitive)
           == 0;
}

void refuse(const ResponderPtr &responder, int status, RpcCode code, const QString &text,
            const QJsonValue &id = QJsonValue::Null)
{
    qCWarning(lcHttp).noquote() << "refused with" << status << "by the MCP route:" << text;
    responder->send(status, json.toByteArray(),
                    mcp::encode(mcp::errorMessage(id, {.code = code, .text = text})));
}

bool refuseWrongVersion(const Request &request, const ResponderPtr &responder)
{
    const QByteArray version = request.headers.value(versionHeader);
    const auto era = mcp::eraOf(QString::fromLatin1(version));
    if (version.isEmpty() || (era && !mcp::dialect(*era).stateless))
        return false;
    refuse(responder, 400, RpcCode::Refused,
           u"Unsupported MCP-Protocol-Version. Supported: %1."_s.arg(
               mcp::sessionVersions().join(u", "_s)));
    return true;
}

bool contains(const mcp::Body &body, QLatin1StringView method)
{
    return std::ranges::any_of(body.messages, [method](const mcp::Message &message) {
        return message.kind == mcp::Message::Kind::Request && message.is(method);
    });
}

// The answers to one body in one JSON answer.
class JsonReply final : public mcp::MessageSink
{
public:
    JsonReply(ResponderPtr responder, std::shared_ptr<void> ticket, bool batch, Headers headers)
        : m_responder(std::move(responder))
        , m_ticket(std::move(ticket))
        , m_batch(batch)
        , m_headers(std::move(headers))
    {}

    void send(const QJsonObject &message, bool answer) override
    {
        if (answer)
            m_answers.append(message);
    }

    void finished() override
    {
        m_ticket.reset();
        if (m_answers.isEmpty()) { // only notifications, or all of it was cancelled
            m_responder->send(202, {}, {}, m_headers);
            return;
        }
        const QJsonDocument document = m_batch
                                           ? QJsonDocument(m_answers)
                                           : QJsonDocument(m_answers.first().toObject());
        m_responder->send(200, json.toByteArray(), document.toJson(QJsonDocument::Compact),
                          m_headers);
    }

private:
    ResponderPtr m_responder;
    std::shared_ptr<void> m_ticket;
    bool m_batch;
    Headers m_headers;
    QJsonArray m_answers;
};

} // namespace

struct McpRoute::Session
{
    Session(const mcp::Server &server, Clock &clock, const Principal &principal,
            const QByteArray &id)
        : protocol(server, clock, principal, QString::fromLatin1(id))
    {}

    mcp::ServerSession protocol;
    std::chrono::milliseconds lastUsed{0};
    qint64 nextStream = 1;
    QList<SseOutboxPtr> outboxes; // of POSTs, oldest first
    SseOutboxPtr listening;       // of the GET stream

    bool isBusy() const
    {
        return protocol.callsInFlight() > 0 || (listening && listening->isAttached());
    }

    SseOutboxPtr newOutbox(Clock &clock)
    {
        return std::make_shared<SseOutbox>(QByteArray::number(nextStream++),
                                           protocol.dialect().primedStreams, clock);
    }

    // Finished streams go when they are old, or when they are too many or too many bytes.
    void forgetOldStreams(std::chrono::milliseconds now)
    {
        qint64 bytes = 0;
        int finished = 0;
        for (const SseOutboxPtr &outbox : std::as_const(outboxes)) {
            bytes += outbox->bytes();
            finished += outbox->isFinished() ? 1 : 0;
        }
        outboxes.removeIf([&](const SseOutboxPtr &outbox) {
            if (!outbox->isFinished())
                return false;
            const bool old = now - outbox->finishedAt() > limits::keptStreamLifetime;
            if (!old && bytes <= limits::maxKeptStreamBytes && finished <= maxKeptStreams)
                return false;
            bytes -= outbox->bytes();
            --finished;
            return true;
        });
    }
};

McpRoute::McpRoute(const mcp::Server &server, Clock &clock, McpRouteOptions options,
                   QObject *parent)
    : QObject(parent)
    , m_server(server)
    , m_clock(clock)
    , m_options(std::move(options))
{
    sweep();
}

McpRoute::~McpRoute()
{
    const QList<SessionPtr> sessions = m_sessions.values();
    for (const SessionPtr &session : sessions)
        end(session, u"Glovebox is closing."_s);
}

bool McpRoute::handles(const QByteArray &path) const
{
    return path == m_options.path;
}

QByteArray McpRoute::errorBody(const QString &text) const
{
    return mcp::encode(
        mcp::errorMessage(QJsonValue::Null, {.code = RpcCode::Refused, .text = text}));
}

void McpRoute::handle(const Request &request, const ResponderPtr &responder)
{
    if (request.method == "POST")
        post(request, responder);
    else if (request.method == "GET")
        listen(request, responder);
    else
        remove(request, responder);
}

// ---- POST -------------------------------------------------------------------------------

void McpRoute::post(const Request &request, const ResponderPtr &responder)
{
    // Also what keeps a web page's form out: it cannot send this type.
    if (!isJson(request.headers)) {
        refuse(responder, 415, RpcCode::Refused, u"Content-Type must be application/json."_s);
        return;
    }
    if (!accepts(request.headers, json) || !accepts(request.headers, eventStream)) {
        refuse(responder, 406, RpcCode::Refused,
               u"Accept must list both application/json and text/event-stream."_s);
        return;
    }
    const auto body = mcp::parseBody(request.body);
    if (!body) {
        refuse(responder, 400, body.error().code, body.error().text);
        return;
    }
    const bool begins = contains(*body, "initialize"_L1);
    const QJsonValue firstId = body->messages.first().id;
    if (begins && !body->batch) {
        begin(request, *body, responder);
        return;
    }
    // How clients of a later revision find out whom they talk to; they have no session yet.
    if (contains(*body, "server/discover"_L1) && !request.headers.contains(sessionHeader)) {
        refuse(responder, 400, RpcCode::MethodNotFound,
               u"Unknown method \"server/discover\". Send initialize; supported revisions: %1."_s.arg(
                   mcp::sessionVersions().join(u", "_s)),
               firstId);
        return;
    }
    const SessionPtr session = find(request, firstId, responder);
    if (!session || refuseWrongVersion(request, responder))
        return;
    if (body->batch && !session->protocol.dialect().batches) {
        refuse(responder, 400, RpcCode::InvalidRequest,
               u"Batches exist only in revision 2025-03-26. Send one message per body."_s);
        return;
    }
    if (!body->batch && body->messages.first().kind == mcp::Message::Kind::Invalid) {
        refuse(responder, 400, body->messages.first().invalid.code,
               body->messages.first().invalid.text, firstId);
        return;
    }
    deliver(session, request, *body, responder);
}

void McpRoute::begin(const Request &request, const mcp::Body &body,
                     const ResponderPtr &responder)
{
    const Principal &principal = request.admission.principal();
    if (!makeRoom(principal)) {
        refuse(responder, 429, RpcCode::Refused,
               u"This key has %1 sessions and all of them are busy. End one with DELETE, or wait."_s
                   .arg(m_options.maxSessionsPerKey),
               body.messages.first().id);
        return;
    }
    const QByteArray id = randomHex(sessionIdBytes).toLatin1();
    const auto session = std::make_shared<Session>(m_server, m_clock, principal, id);
    session->lastUsed = m_clock.monotonic();
    m_sessions.insert(id, session);
    const auto reply = std::make_shared<JsonReply>(
        responder, request.admission.inFlight(), false,
        Headers{{sessionHeader.toByteArray(), id}});
    session->protocol.receive(body, reply);
    if (!session->protocol.isInitialized()) { // its parameters were wrong; the client knows
        m_sessions.remove(id);
        return;
    }
    qCInfo(lcMcp).noquote() << "session of" << principal.label << "with"
                            << session->protocol.caller().client.quotation();
    Q_EMIT sessionsChanged();
}

McpRoute::SessionPtr McpRoute::find(const Request &request, const QJsonValue &messageId,
                                    const ResponderPtr &responder)
{
    const QByteArray id = request.headers.value(sessionHeader);
    if (id.isEmpty()) {
        refuse(responder, 400, RpcCode::Refused,
               u"Mcp-Session-Id is missing. Send initialize first, and then the id from its "
               "answer with every request. Supported revisions: %1."_s.arg(
                   mcp::sessionVersions().join(u", "_s)),
               messageId);
        return nullptr;
    }
    const SessionPtr session = m_sessions.value(id);
    // Another key's session is told from an unknown one by nothing (DESIGN 4.5).
    if (!session || session->protocol.caller().principal.id != request.admission.principal().id) {
        refuse(responder, 404, RpcCode::SessionNotFound,
               u"Session not found: it ended or never was. Send initialize again."_s, messageId);
        return nullptr;
    }
    session->lastUsed = m_clock.monotonic();
    return session;
}

void McpRoute::deliver(const SessionPtr &session, const Request &request, const mcp::Body &body,
                       const ResponderPtr &responder)
{
    using Delivery = mcp::ServerSession::Delivery;
    if (mcp::ServerSession::delivery(body) != Delivery::Stream) {
        session->protocol.receive(
            body, std::make_shared<JsonReply>(responder, request.admission.inFlight(), body.batch,
                                              Headers()));
        return;
    }
    session->forgetOldStreams(m_clock.monotonic());
    const SseOutboxPtr outbox = session->newOutbox(m_clock);
    outbox->hold(request.admission.inFlight());
    session->outboxes.append(outbox);
    const std::weak_ptr<Session> weak = session;
    const SseOutbox *sink = outbox.get();
    connect(sink, &SseOutbox::lost, this, [weak, sink] {
        if (const SessionPtr owner = weak.lock())
            owner->protocol.sinkVanished(sink);
    });
    connect(sink, &SseOutbox::returned, this, [weak, sink] {
        if (const SessionPtr owner = weak.lock())
            owner->protocol.sinkReturned(sink);
    });
    outbox->attach(responder, {}, 0);
    session->protocol.receive(body, outbox);
}

// ---- GET and DELETE ---------------------------------------------------------------------

void McpRoute::listen(const Request &request, const ResponderPtr &responder)
{
    if (!accepts(request.headers, eventStream)) {
        refuse(responder, 406, RpcCode::Refused, u"Accept must list text/event-stream."_s);
        return;
    }
    const SessionPtr session = find(request, QJsonValue::Null, responder);
    if (!session || refuseWrongVersion(request, responder))
        return;
    if (request.headers.contains("last-event-id") && resume(session, request, responder))
        return;
    if (session->listening && session->listening->isAttached()) {
        refuse(responder, 409, RpcCode::Refused,
               u"This session already has a stream. Close that one first."_s);
        return;
    }
    // Without the request's ticket: a stream that only listens is no call in flight.
    session->listening = session->newOutbox(m_clock);
    session->listening->attach(responder, {}, 0);
    session->protocol.setNotificationSink(session->listening);
}

// True when it answered.
bool McpRoute::resume(const SessionPtr &session, const Request &request,
                      const ResponderPtr &responder)
{
    const auto position = SseOutbox::position(request.headers.value("last-event-id"));
    if (!position)
        return false;
    const SseOutboxPtr listening = session->listening;
    if (listening && listening->name() == position->name) {
        listening->attach(responder, {}, position->event);
        return true;
    }
    for (const SseOutboxPtr &outbox : std::as_const(session->outboxes)) {
        if (outbox->name() == position->name) {
            outbox->attach(responder, {}, position->event);
            return true;
        }
    }
    return false;
}

void McpRoute::remove(const Request &request, const ResponderPtr &responder)
{
    const SessionPtr session = find(request, QJsonValue::Null, responder);
    if (!session)
        return;
    end(session, u"The client ended its session."_s);
    responder->send(200, {}, {});
}

// ---- Lifetime ---------------------------------------------------------------------------

void McpRoute::end(const SessionPtr &session, const QString &reason)
{
    if (!m_sessions.remove(session->protocol.id().toLatin1()))
        return;
    session->protocol.end(reason);
    if (session->listening)
        session->listening->finished();
    Q_EMIT sessionsChanged();
}

void McpRoute::endSessionsOf(const ClientId &client)
{
    const QList<SessionPtr> sessions = m_sessions.values();
    for (const SessionPtr &session : sessions) {
        if (session->protocol.caller().principal.id == client)
            end(session, u"The key of this client was revoked."_s);
    }
}

QSet<ClientId> McpRoute::clients() const
{
    QSet<ClientId> clients;
    for (const SessionPtr &session : m_sessions)
        clients.insert(session->protocol.caller().principal.id);
    return clients;
}

// At the limit the session that has been idle for longest gives way.
bool McpRoute::makeRoom(const Principal &principal)
{
    int count = 0;
    SessionPtr oldest;
    for (const SessionPtr &session : std::as_const(m_sessions)) {
        if (session->protocol.caller().principal.id != principal.id)
            continue;
        ++count;
        if (!session->isBusy() && (!oldest || session->lastUsed < oldest->lastUsed))
            oldest = session;
    }
    if (count < m_options.maxSessionsPerKey)
        return true;
    if (!oldest)
        return false;
    end(oldest, u"The session made room for a newer one."_s);
    return true;
}

void McpRoute::sweep()
{
    const auto now = m_clock.monotonic();
    const QList<SessionPtr> sessions = m_sessions.values();
    for (const SessionPtr &session : sessions) {
        session->forgetOldStreams(now);
        if (!session->isBusy() && now - session->lastUsed >= limits::mcpSessionIdle)
            end(session, u"The session was idle for too long."_s);
    }
    if (m_sweep)
        m_sweep.release()->deleteLater();
    m_sweep = m_clock.after(sweepInterval, this, [this] { sweep(); });
}

} // namespace glovebox::http
