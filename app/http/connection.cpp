// SPDX-License-Identifier: MIT
#include "connection.h"

#include "base/logging.h"

namespace glovebox::http {

using namespace Qt::StringLiterals;

namespace {

// What the kernel may hand us beyond the request that is being handled: enough for pipelined
// small requests, little enough that a flood stays with its sender.
constexpr qint64 readBufferBytes = 256 * limits::KiB;
// How long a peer that was refused in the middle of a request may go on sending, when it did not
// say how much: closing at once would reset the connection before it reads why.
constexpr std::chrono::seconds lingerTime{1};
// How long, and how many bytes, the beginning of a stream is held back for what follows at once.
constexpr std::chrono::milliseconds gatherTime{10};
constexpr qsizetype gatherMost = 64 * limits::KiB;

// CR and LF inside a value would begin another header.
QByteArray cleaned(QByteArray text)
{
    text.removeIf([](char c) { return c == '\r' || c == '\n' || c == '\0'; });
    return text;
}

QByteArray eventLines(QByteArrayView prefix, QByteArray data)
{
    data.replace("\r\n", "\n").replace('\r', '\n');
    QByteArray lines;
    for (const QByteArray &line : data.split('\n'))
        lines += prefix.toByteArray() + line + '\n';
    return lines;
}

} // namespace

Connection::Connection(QTcpSocket *socket, Listener &listener)
    : m_socket(socket)
    , m_listener(listener)
    , m_parser(std::make_unique<RequestParser>())
{
    m_socket->setParent(this);
    m_socket->setReadBufferSize(readBufferBytes);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_gathering.setSingleShot(true);
    connect(&m_gathering, &QTimer::timeout, this, &Connection::releaseGathered);
    connect(m_socket, &QTcpSocket::readyRead, this, &Connection::advance);
    connect(m_socket, &QTcpSocket::disconnected, this, &Connection::onDisconnected);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &Connection::watchWriting);
    waitForPeer(limits::httpIdleTimeout, &Connection::abort);
    advance();
}

Connection::~Connection()
{
    m_socket->disconnect(this);
    m_phase = Phase::Closing;
    if (m_responder)
        m_responder->peerVanished();
}

void Connection::abort()
{
    m_phase = Phase::Closing;
    m_socket->abort(); // emits disconnected, if it was connected
}

void Connection::onDisconnected()
{
    m_phase = Phase::Closing;
    stopWaiting();
    m_stall.reset();
    if (const QPointer<ConnectionResponder> responder = m_responder)
        responder->peerVanished();
    Q_EMIT gone();
}

// ---- Its place --------------------------------------------------------------------------

QString Connection::noPlaceText()
{
    return u"Too many connections are open (%1). Close one, or try again in a second."_s.arg(
        limits::maxConnections);
}

bool Connection::isIdle() const
{
    return m_holder && m_phase == Phase::Reading && m_input.isEmpty() &&
           m_parser->state() == RequestParser::State::Head && !m_parser->startedHead() &&
           m_socket->bytesAvailable() == 0 && m_socket->bytesToWrite() == 0;
}

void Connection::take(const ClientId &client)
{
    m_holder = client;
    m_hurry.reset();
}

void Connection::hurry()
{
    if (m_holder)
        return; // it showed its key at once
    m_hurry = m_listener.m_clock.after(limits::unknownConnectionTime, this, [this] {
        m_hurry.release()->deleteLater();
        if (isUnknown())
            turnAway();
    });
}

void Connection::turnAway()
{
    m_bodyOutstanding = true;
    refuse(503, noPlaceText(), u"its place was needed, and it showed no key"_s,
           {{"Retry-After", "1"}});
}

// Without a word: an answer that was not asked for would be taken for that to the next request.
void Connection::leave()
{
    m_phase = Phase::Closing;
    m_socket->disconnectFromHost();
}

// ---- Reading ----------------------------------------------------------------------------

void Connection::advance()
{
    if (m_phase == Phase::Draining)
        drain();
    while (m_phase == Phase::Reading) {
        if (m_input.isEmpty())
            m_input = m_socket->readAll();
        if (m_input.isEmpty())
            return;
        m_input = m_input.sliced(m_parser->feed(m_input));
        switch (m_parser->state()) {
        case RequestParser::State::Head:
            if (m_parser->startedHead())
                waitForPeer(limits::httpHeaderTimeout, &Connection::onHeadLate);
            break;
        case RequestParser::State::HeadDone:
            onHeadDone();
            break;
        case RequestParser::State::Body:
            waitForPeer(limits::httpBodyTimeout, &Connection::onBodyLate);
            break;
        case RequestParser::State::Done:
            dispatch();
            break;
        case RequestParser::State::Failed:
            refuseParsed();
            break;
        }
    }
}

// Everything that can be refused is refused before a byte of the body is taken.
void Connection::onHeadDone()
{
    RequestHead head = m_parser->head();
    head.peer = m_socket->peerAddress();
    head.localPort = m_socket->localPort();
    m_bodyOutstanding =
        head.headers.contains("transfer-encoding") || m_parser->contentLength().value_or(0) > 0;
    auto admission = m_listener.m_guard.admit(head);
    if (!admission && admission.error().unknownKey && !m_keysRefreshed) {
        admitAfterRefresh();
        return;
    }
    m_keysRefreshed = false;
    if (!admission) {
        const Refusal &refusal = admission.error();
        m_listener.m_guard.refused(refusal);
        m_route = m_listener.routeFor(pathOf(head.target)); // only for the form of the answer
        refuse(refusal.status, refusal.text, refusal.log, refusal.headers);
        return;
    }
    m_route = m_listener.routeFor(admission->path());
    if (const ClientId &client = admission->principal().id; !m_listener.seat(this, client)) {
        refuseSeat(client);
        return;
    }
    if (!m_route) {
        refuse(404, u"There is nothing at this path."_s, u"no such path"_s);
        return;
    }
    if (const QList<QByteArray> methods = m_route->methods(); !methods.contains(head.method)) {
        refuse(405, u"This path takes %1 only."_s.arg(QString::fromLatin1(methods.join(", "))),
               u"method not allowed"_s, {{"Allow", methods.join(", ")}});
        return;
    }
    m_admission = std::move(*admission);
    const bool expects = head.headers.contains("expect");
    if (expects && head.headers.value("expect").compare("100-continue", Qt::CaseInsensitive) != 0) {
        refuse(417, u"The only expectation that is understood is 100-continue."_s,
               u"unknown expectation"_s);
        return;
    }
    const QByteArray coding = head.headers.value("content-encoding").trimmed().toLower();
    if (m_bodyOutstanding && !coding.isEmpty() && coding != "identity") {
        refuse(415, u"Compressed bodies are not understood. Send it without Content-Encoding."_s,
               u"compressed body"_s, {{"Accept-Encoding", "identity"}});
        return;
    }
    m_parser->expectBody(m_route->maxBodyBytes());
    if (m_parser->state() == RequestParser::State::Failed)
        refuseParsed();
    else if (m_parser->state() == RequestParser::State::Done)
        dispatch();
    else if (expects)
        write("HTTP/1.1 100 Continue\r\n\r\n");
    // Not the phase: an answer given at once has made it Reading again, for the next request.
    if (m_parser->state() == RequestParser::State::Body)
        waitForPeer(limits::httpBodyTimeout, &Connection::onBodyLate);
}

void Connection::refuseSeat(const ClientId &client)
{
    m_bodyOutstanding = true; // it is closed in any case
    refuse(503, noPlaceText(),
           u"no place, and its client has %1 connections"_s.arg(m_listener.seatsOf(client)),
           {{"Retry-After", "1"}});
}

// A key that `glovebox key add` made a moment ago is good at its first use.
void Connection::admitAfterRefresh()
{
    m_keysRefreshed = true;
    m_phase = Phase::Handling;
    stopWaiting();
    m_listener.m_guard.refreshKeys(this, [this] {
        if (m_phase != Phase::Handling)
            return; // the peer has gone meanwhile
        m_phase = Phase::Reading;
        onHeadDone();
        advance();
    });
}

void Connection::dispatch()
{
    stopWaiting();
    m_phase = Phase::Handling;
    m_bodyOutstanding = false;
    if (const auto admitted = m_listener.m_guard.admitBody(*m_admission); !admitted) {
        const Refusal &refusal = admitted.error();
        m_listener.m_guard.refused(refusal);
        refuse(refusal.status, refusal.text, refusal.log, refusal.headers);
        return;
    }
    const auto responder = std::make_shared<ConnectionResponder>(this);
    m_responder = responder.get();
    const Request request{.method = m_parser->head().method,
                          .headers = m_parser->head().headers,
                          .body = m_parser->takeBody(),
                          .admission = *std::exchange(m_admission, std::nullopt)};
    m_route->handle(request, responder);
}

void Connection::refuseParsed()
{
    QString text = m_parser->problem();
    if (m_parser->status() == 413 && m_route && !m_route->tooLargeAdvice().isEmpty())
        text += u' ' + m_route->tooLargeAdvice();
    m_bodyOutstanding = true;
    refuse(m_parser->status(), text, m_parser->problem());
}

void Connection::onHeadLate()
{
    m_bodyOutstanding = true;
    refuse(408,
           u"The head of the request did not arrive within %1 seconds."_s.arg(
               limits::httpHeaderTimeout.count()),
           u"slow head"_s);
}

void Connection::onBodyLate()
{
    refuse(408,
           u"The body did not arrive within %1 seconds."_s.arg(limits::httpBodyTimeout.count()),
           u"slow body"_s);
}

void Connection::refuse(int status, const QString &text, const QString &log, const Headers &headers)
{
    const RequestHead &head = m_parser->head();
    qCWarning(lcHttp).noquote().nospace() << "refused with " << status << ": " << log << " ("
                                          << head.method << ' ' << loggablePath(head.target) << ')';
    m_admission.reset();
    m_phase = Phase::Handling;
    const QByteArray body = m_route ? m_route->errorBody(text) : plainErrorBody(text);
    m_discardGoal = m_parser->contentLength().value_or(-1);
    sendResponse(status, "application/json", body, headers);
}

// ---- Waiting ----------------------------------------------------------------------------

// The same wait is not begun again by more bytes: a peer that sends one byte a second is late.
void Connection::waitForPeer(std::chrono::milliseconds time, void (Connection::*expired)())
{
    if (m_wait && m_waitKind == expired)
        return;
    m_waitKind = expired;
    m_wait = m_listener.m_clock.after(time, this, [this, expired] {
        // The handle must outlive its own callback.
        m_wait.release()->deleteLater();
        (this->*expired)();
    });
}

void Connection::stopWaiting()
{
    m_wait.reset();
    m_waitKind = nullptr;
}

void Connection::watchWriting()
{
    if (m_socket->bytesToWrite() == 0) {
        m_stall.reset();
        return;
    }
    m_stall = m_listener.m_clock.after(limits::httpWriteStall, this, [this] {
        m_stall.release()->deleteLater();
        qCWarning(lcHttp) << "gave up a connection whose peer takes nothing";
        abort();
    });
}

void Connection::drain()
{
    m_discarded += m_input.size();
    m_input.clear();
    m_discarded += m_socket->skip(m_socket->bytesAvailable());
    const bool done = m_discardGoal >= 0 && m_discarded >= m_discardGoal;
    if (!done && m_discarded < limits::maxDiscardedBody)
        return;
    m_phase = Phase::Closing;
    m_socket->disconnectFromHost(); // after what is still to be written
}

// ---- Writing ----------------------------------------------------------------------------

QByteArray Connection::headOf(int status, const Headers &headers) const
{
    QByteArray head =
        "HTTP/1.1 " + QByteArray::number(status) + ' ' + reasonPhrase(status) + "\r\n";
    for (const Header &field : headers.fields())
        head += cleaned(field.name) + ": " + cleaned(field.value) + "\r\n";
    const bool keep = m_parser->keepAlive() && !m_bodyOutstanding;
    head += keep ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
    head += "X-Content-Type-Options: nosniff\r\n\r\n";
    return head;
}

void Connection::write(const QByteArray &bytes)
{
    if (m_phase == Phase::Closing)
        return;
    if (m_gathering.isActive()) {
        m_gathered += bytes;
        if (m_gathered.size() > gatherMost)
            releaseGathered();
        return;
    }
    m_socket->write(bytes);
    if (m_socket->bytesToWrite() > limits::maxWriteBacklog) {
        qCWarning(lcHttp) << "gave up a connection whose peer reads too slowly";
        // Not from inside the route's call: aborting tells the responder that its peer is gone.
        QMetaObject::invokeMethod(this, &Connection::abort, Qt::QueuedConnection);
        return;
    }
    m_socket->flush();
    if (!m_stall && m_socket->bytesToWrite() > 0)
        watchWriting();
}

void Connection::releaseGathered()
{
    m_gathering.stop();
    write(std::exchange(m_gathered, {}));
}

void Connection::sendResponse(int status, const QByteArray &contentType, const QByteArray &body,
                              const Headers &headers)
{
    Headers all = headers;
    if (!contentType.isEmpty())
        all.add("Content-Type", contentType);
    if (status != 204)
        all.add("Content-Length", QByteArray::number(body.size()));
    if (!headers.contains("Cache-Control"))
        all.add("Cache-Control", "no-store");
    const bool headOnly = m_parser->head().method == "HEAD";
    write(headOnly ? headOf(status, all) : headOf(status, all) + body);
    requestDone();
}

void Connection::beginStream(const Headers &headers)
{
    Headers all{{"Content-Type", "text/event-stream"},
                {"Cache-Control", "no-cache, no-transform"},
                {"X-Accel-Buffering", "no"}};
    for (const Header &field : headers.fields())
        all.add(field.name, field.value);
    m_streamChunked = m_parser->head().version >= 11;
    if (m_streamChunked)
        all.add("Transfer-Encoding", "chunked");
    // A call that is over in milliseconds is one packet, which a client takes in one turn instead
    // of five; no client gives up that soon.
    m_gathering.start(gatherTime);
    write(headOf(200, all));
}

void Connection::writeChunk(const QByteArray &bytes)
{
    if (m_streamChunked)
        write(QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n");
    else
        write(bytes);
}

void Connection::endStream()
{
    if (m_streamChunked)
        write("0\r\n\r\n");
    if (m_gathering.isActive())
        releaseGathered();
    requestDone();
}

void Connection::requestDone()
{
    m_responder.clear();
    stopWaiting();
    if (m_phase == Phase::Closing)
        return;
    if (m_bodyOutstanding) {
        m_phase = Phase::Draining;
        const bool known = m_discardGoal >= 0;
        waitForPeer(known ? limits::httpBodyTimeout : lingerTime, &Connection::abort);
        QMetaObject::invokeMethod(this, &Connection::advance, Qt::QueuedConnection);
        return;
    }
    const bool chunkedAway = m_parser->head().version >= 11 || !m_streamChunked;
    if (!m_parser->keepAlive() || !chunkedAway) {
        m_phase = Phase::Closing;
        m_socket->disconnectFromHost();
        return;
    }
    m_phase = Phase::Reading;
    m_idleSince = m_listener.m_clock.monotonic();
    m_route = nullptr;
    m_streamChunked = false;
    m_parser = std::make_unique<RequestParser>();
    waitForPeer(limits::httpIdleTimeout, &Connection::abort);
    // Not from here: a route that answers at once would recurse once per pipelined request.
    QMetaObject::invokeMethod(this, &Connection::advance, Qt::QueuedConnection);
}

// ---- Responder --------------------------------------------------------------------------

ConnectionResponder::~ConnectionResponder()
{
    if (m_state == State::Unanswered && m_connection) {
        qCCritical(lcHttp) << "a route dropped a request without an answer";
        m_connection->sendResponse(500, "application/json",
                                   plainErrorBody(u"Glovebox lost this request. Try it again."_s),
                                   {});
    } else if (m_state == State::Streaming && m_connection) {
        m_connection->endStream();
    }
}

void ConnectionResponder::send(int status, const QByteArray &contentType, const QByteArray &body,
                               const Headers &headers)
{
    if (m_state != State::Unanswered)
        return;
    m_state = State::Done;
    if (m_connection)
        m_connection->sendResponse(status, contentType, body, headers);
}

void ConnectionResponder::startEventStream(const Headers &headers)
{
    if (m_state != State::Unanswered || !m_connection)
        return;
    m_state = State::Streaming;
    m_connection->beginStream(headers);
    // Clients that wait for a first byte (mcp.md 3.3) get it now.
    writeComment("ok");
}

void ConnectionResponder::writeEvent(const QByteArray &data, const QByteArray &id,
                                     const QByteArray &event)
{
    if (m_state != State::Streaming || !m_connection)
        return;
    QByteArray block;
    if (!event.isEmpty())
        block += "event: " + cleaned(event) + '\n';
    if (!id.isEmpty())
        block += "id: " + cleaned(id) + '\n';
    m_connection->writeChunk(block + eventLines("data: ", data) + '\n');
}

void ConnectionResponder::writeComment(const QByteArray &text)
{
    if (m_state == State::Streaming && m_connection)
        m_connection->writeChunk(eventLines(": ", text) + '\n');
}

void ConnectionResponder::writeRetry(std::chrono::milliseconds time)
{
    if (m_state == State::Streaming && m_connection)
        m_connection->writeChunk("retry: " + QByteArray::number(qint64(time.count())) + "\n\n");
}

void ConnectionResponder::endEventStream()
{
    if (m_state != State::Streaming)
        return;
    m_state = State::Done;
    if (m_connection)
        m_connection->endStream();
}

void ConnectionResponder::peerVanished()
{
    if (!m_connection)
        return; // told already
    m_connection.clear();
    if (m_state != State::Done)
        Q_EMIT closed();
}

} // namespace glovebox::http
