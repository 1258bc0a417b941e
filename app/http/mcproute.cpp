// SPDX-License-Identifier: MIT
#include "mcproute.h"

#include "base/logging.h"
#include "mcp/envelope.h"
#include "mcprefusal.h"
#include "sseoutbox.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace glovebox::http {

using namespace Qt::StringLiterals;
using mcp::RpcCode;

namespace {

constexpr QByteArrayView sessionHeader = "Mcp-Session-Id";
constexpr QByteArrayView versionHeader = "MCP-Protocol-Version";
// How long a client without sessions counts as one that is there.
constexpr std::chrono::minutes requestMemory{5};
constexpr std::chrono::minutes sweepInterval{1};
constexpr int sessionIdBytes = 16;
// Answered streams of one session that can still be fetched again. A client that calls quickly
// would otherwise fill the list for limits::keptStreamLifetime.
constexpr int maxKeptStreams = 64;

void refuse(const ResponderPtr &responder, int status, RpcCode code, const QString &text,
            const QJsonValue &id = QJsonValue::Null)
{
    refuse(responder, status, mcp::RpcError{.code = code, .text = text}, id);
}

mcp::HeaderLookup lookupIn(const Headers &headers)
{
    return [&headers](QByteArrayView name) -> std::optional<QByteArray> {
        if (!headers.contains(name))
            return std::nullopt;
        return headers.value(name).trimmed();
    };
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
    {
    }

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
        const QJsonDocument document =
            m_batch ? QJsonDocument(m_answers) : QJsonDocument(m_answers.first().toObject());
        m_responder->send(200, jsonType.toByteArray(), document.toJson(QJsonDocument::Compact),
                          m_headers);
    }

private:
    ResponderPtr m_responder;
    std::shared_ptr<void> m_ticket;
    bool m_batch;
    Headers m_headers;
    QJsonArray m_answers;
};

// The stream of one stateless request. Nothing is kept: a client that closes it takes the request
// back (mcp.md 1.5).
class RequestStream final : public QObject, public mcp::MessageSink
{
public:
    RequestStream(ResponderPtr responder, std::shared_ptr<void> ticket, Clock &clock)
        : m_responder(std::move(responder))
        , m_ticket(std::move(ticket))
        , m_clock(clock)
    {
        m_responder->startEventStream();
        keepAlive();
    }

    void send(const QJsonObject &message, bool /*answer*/) override
    {
        m_responder->writeEvent(mcp::encode(message), {}, "message");
    }

    void finished() override
    {
        m_ticket.reset();
        m_keepAlive.reset();
        m_responder->endEventStream();
    }

private:
    void keepAlive()
    {
        m_keepAlive = m_clock.after(limits::sseKeepalive, this, [this] {
            m_keepAlive.release()->deleteLater();
            m_responder->writeComment("keepalive");
            keepAlive();
        });
    }

    ResponderPtr m_responder;
    std::shared_ptr<void> m_ticket;
    Clock &m_clock;
    std::unique_ptr<QObject> m_keepAlive;
};

// Lets the session of a stateless request go once all was said.
class LastSink final : public mcp::MessageSink
{
public:
    LastSink(mcp::MessageSinkPtr sink, mcp::ServerSession *session)
        : m_sink(std::move(sink))
        , m_session(session)
    {
    }

    void send(const QJsonObject &message, bool answer) override { m_sink->send(message, answer); }
    void finished() override
    {
        m_sink->finished();
        if (m_session)
            m_session->deleteLater(); // it is the one that calls
    }

private:
    mcp::MessageSinkPtr m_sink;
    QPointer<mcp::ServerSession> m_session;
};

} // namespace

struct McpRoute::Session
{
    Session(const mcp::Server &server, Clock &clock, const Principal &principal,
            const QByteArray &id)
        : protocol(server, clock, principal, QString::fromLatin1(id))
    {
    }

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
    , m_sse(server, clock, m_options.messagesPath, m_options.maxSessionsPerKey)
{
    connect(&m_sse, &SseTransport::sessionsChanged, this, &McpRoute::sessionsChanged);
    sweep();
}

McpRoute::~McpRoute()
{
    const QList<SessionPtr> sessions = m_sessions.values();
    for (const SessionPtr &session : sessions)
        end(session, u"Glovebox is closing."_s);
    for (const QPointer<mcp::ServerSession> &request : std::as_const(m_requests)) {
        if (request)
            request->end(u"Glovebox is closing."_s);
    }
}

bool McpRoute::handles(const QByteArray &path) const
{
    return path == m_options.path || path == m_options.ssePath || path == m_options.messagesPath;
}

QByteArray McpRoute::errorBody(const QString &text) const
{
    return mcp::encode(
        mcp::errorMessage(QJsonValue::Null, {.code = RpcCode::Refused, .text = text}));
}

// Only a message that calls a tool with files may be so large, and what a body holds shows when it
// is there.
bool McpRoute::refuseTooLarge(const Request &request, const ResponderPtr &responder) const
{
    if (request.body.size() <= limits::maxBodyBytes)
        return false;
    const auto body = mcp::parseBody(request.body);
    if (body && !body->batch && !m_server.isTooLong(body->messages.first(), request.body.size()))
        return false;
    const QString text = mcp::Server::tooLongText() + u' ' + m_options.tooLargeAdvice;
    refuse(responder, 413, RpcCode::Refused, text.trimmed(),
           body && !body->batch ? body->messages.first().id : QJsonValue::Null);
    return true;
}

void McpRoute::handle(const Request &request, const ResponderPtr &responder)
{
    if (refuseTooLarge(request, responder))
        return;
    if (request.admission.path() != m_options.path)
        handleSse(request, responder);
    else if (request.method == "POST")
        post(request, responder);
    else if (request.method == "GET")
        listen(request, responder);
    else
        remove(request, responder);
}

// A GET for the stream and POSTs for messages. A POST to the stream's path is how newer clients
// find out what this is; they go on with a GET after a 405.
void McpRoute::handleSse(const Request &request, const ResponderPtr &responder)
{
    const bool stream = request.admission.path() == m_options.ssePath;
    const QByteArray method = stream ? "GET" : "POST";
    if (request.method != method) {
        refuse(responder, 405,
               {.code = RpcCode::Refused,
                .text = u"This path takes %1 only."_s.arg(QString::fromLatin1(method))},
               QJsonValue::Null, {{"Allow", method}});
    } else if (stream) {
        m_sse.open(request, responder);
    } else {
        m_sse.post(request, responder);
    }
}

// ---- POST -------------------------------------------------------------------------------

void McpRoute::post(const Request &request, const ResponderPtr &responder)
{
    // Also what keeps a web page's form out: it cannot send this type.
    if (!isJson(request.headers)) {
        refuse(responder, 415, RpcCode::Refused, u"Content-Type must be application/json."_s);
        return;
    }
    if (!accepts(request.headers, jsonType) || !accepts(request.headers, eventStreamType)) {
        refuse(responder, 406, RpcCode::Refused,
               u"Accept must list both application/json and text/event-stream."_s);
        return;
    }
    const auto body = mcp::parseBody(request.body);
    if (!body) {
        refuse(responder, 400, body.error().code, body.error().text);
        return;
    }
    const auto stateless = mcp::isStateless(*body, lookupIn(request.headers));
    if (!stateless) {
        refuse(responder, stateless.error().status, stateless.error().error,
               body->messages.first().id);
        return;
    }
    if (*stateless) {
        answerStateless(request, *body, responder);
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
        refuse(
            responder, 400, RpcCode::MethodNotFound,
            u"Unknown method \"server/discover\". Send initialize; supported revisions: %1."_s.arg(
                mcp::sessionVersions().join(u", "_s)),
            firstId);
        return;
    }
    // Whoever cannot be understood is told that, and not that a session is missing.
    if (!body->batch && body->messages.first().kind == mcp::Message::Kind::Invalid) {
        refuse(responder, 400, body->messages.first().invalid.code,
               body->messages.first().invalid.text, firstId);
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
    deliver(session, request, *body, responder);
}

void McpRoute::answerStateless(const Request &request, const mcp::Body &body,
                               const ResponderPtr &responder)
{
    const mcp::Message &message = body.messages.first();
    const Principal &principal = request.admission.principal();
    if (message.kind == mcp::Message::Kind::Invalid) {
        refuse(responder, 400, message.invalid, message.id);
        return;
    }
    auto caller = mcp::admitStateless(m_server, principal, message, lookupIn(request.headers));
    if (!caller) {
        refuse(responder, caller.error().status, caller.error().error, message.id);
        return;
    }
    noteRequest(principal);
    // Lives for as long as its sink, which the connection and unanswered calls keep.
    auto *session = new mcp::ServerSession(m_server, m_clock, *std::move(caller), this);
    m_requests.removeIf([](const QPointer<mcp::ServerSession> &entry) { return !entry; });
    m_requests.append(session);
    connect(responder.get(), &Responder::closed, session,
            [session] { session->end(u"The client closed the stream of this request."_s); });
    // A client that listens is no call in flight.
    const bool listens = message.is("subscriptions/listen"_L1);
    const std::shared_ptr<void> ticket = listens ? nullptr : request.admission.inFlight();
    mcp::MessageSinkPtr sink;
    if (mcp::ServerSession::delivery(body) == mcp::ServerSession::Delivery::Stream)
        sink = std::make_shared<RequestStream>(responder, ticket, m_clock);
    else
        sink = std::make_shared<JsonReply>(responder, ticket, false, Headers());
    session->receive(body, std::make_shared<LastSink>(sink, session));
}

void McpRoute::noteRequest(const Principal &principal)
{
    const bool isNew = !clients().contains(principal.id);
    m_lastRequest.insert(principal.id, m_clock.monotonic());
    if (isNew)
        Q_EMIT sessionsChanged();
}

void McpRoute::begin(const Request &request, const mcp::Body &body, const ResponderPtr &responder)
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
    const auto reply = std::make_shared<JsonReply>(responder, request.admission.inFlight(), false,
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
        session->protocol.receive(body, std::make_shared<JsonReply>(responder,
                                                                    request.admission.inFlight(),
                                                                    body.batch, Headers()));
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
    if (!accepts(request.headers, eventStreamType)) {
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
    m_sse.endSessionsOf(client);
    m_lastRequest.remove(client);
    const auto requests = m_requests;
    for (const QPointer<mcp::ServerSession> &request : requests) {
        if (request && request->caller().principal.id == client)
            request->end(u"The key of this client was revoked."_s);
    }
}

QSet<ClientId> McpRoute::clients() const
{
    QSet<ClientId> clients = m_sse.clients();
    for (const SessionPtr &session : m_sessions)
        clients.insert(session->protocol.caller().principal.id);
    for (auto it = m_lastRequest.begin(); it != m_lastRequest.end(); ++it)
        clients.insert(it.key());
    return clients;
}

int McpRoute::sessionsOf(const ClientId &client) const
{
    return m_sse.sessionsOf(client) +
           int(std::ranges::count_if(m_sessions, [&client](const SessionPtr &session) {
               return session->protocol.caller().principal.id == client;
           }));
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
    const auto forgotten = m_lastRequest.removeIf(
        [now](const auto &entry) { return now - entry.value() >= requestMemory; });
    if (forgotten > 0)
        Q_EMIT sessionsChanged();
    if (m_sweep)
        m_sweep.release()->deleteLater();
    m_sweep = m_clock.after(sweepInterval, this, [this] { sweep(); });
}

} // namespace glovebox::http
