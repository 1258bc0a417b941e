// SPDX-License-Identifier: MIT
#include "localpeer.h"

#include "base/logging.h"

#include <QPointer>

namespace glovebox::http {

using namespace Qt::StringLiterals;

namespace {

constexpr int protocolVersion = 1;
constexpr qint64 maxHeader = 64 * limits::KiB; // a hello may name folders

Frame frameOf(const QString &type, QJsonObject header = {}, const QByteArray &body = {})
{
    header.insert("v"_L1, protocolVersion);
    header.insert("type"_L1, type);
    return {.header = header, .body = body};
}

} // namespace

// The messages that belong to one body. A refused or answered call frees its place.
class LocalPeer::Sink final : public mcp::MessageSink
{
public:
    Sink(LocalPeer *peer, std::shared_ptr<void> ticket)
        : m_peer(peer)
        , m_ticket(std::move(ticket))
    {
    }

    void send(const QJsonObject &message, bool) override
    {
        if (m_peer)
            m_peer->send(frameOf(u"message"_s, {}, mcp::encode(message)));
    }
    void finished() override { m_ticket.reset(); }

private:
    QPointer<LocalPeer> m_peer;
    std::shared_ptr<void> m_ticket;
};

LocalPeer::LocalPeer(QLocalSocket *socket, const mcp::Server &server, const LocalWishes &wishes,
                     Guard &guard, Clock &clock)
    : m_socket(socket)
    , m_server(&server)
    , m_wishes(wishes)
    , m_guard(guard)
    , m_clock(clock)
    , m_reader(maxHeader, limits::maxFileBodyBytes)
{
    m_socket->setParent(this);
    connect(m_socket, &QLocalSocket::readyRead, this, &LocalPeer::onReadyRead);
    connect(m_socket, &QLocalSocket::disconnected, this, [this] {
        // The bridge's client is gone (DESIGN 4.6), so what it asked for is taken back at once.
        if (m_session)
            m_session->end(u"The client is gone: its bridge was closed."_s);
        Q_EMIT gone();
    });
    m_helloTimeout =
        m_clock.after(limits::httpHeaderTimeout, this, [this] { giveUp(u"no hello in time"_s); });
    onReadyRead();
}

LocalPeer::~LocalPeer() = default;

ClientId LocalPeer::client() const
{
    return m_session ? m_session->caller().principal.id : ClientId();
}

void LocalPeer::end(const QString &reason)
{
    if (m_session)
        m_session->end(reason);
    send(frameOf(u"end"_s, {{u"text"_s, reason}}));
    m_socket->flush();
    m_socket->disconnectFromServer();
}

void LocalPeer::turnAway(const QString &text)
{
    m_helloTimeout.reset();
    refuse(text);
}

void LocalPeer::turnAway(QLocalSocket *socket, const QString &text)
{
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    socket->write(encode(frameOf(u"refused"_s, {{u"text"_s, text}})));
    socket->disconnectFromServer();
}

void LocalPeer::onReadyRead()
{
    const auto frames = m_reader.feed(m_socket->readAll());
    if (!frames)
        return giveUp(frames.error().text);
    for (const Frame &frame : *frames) {
        if (m_socket->state() != QLocalSocket::ConnectedState)
            return;
        onFrame(frame);
    }
}

void LocalPeer::onFrame(const Frame &frame)
{
    const QString type = frame.header.value("type"_L1).toString();
    if (frame.header.value("v"_L1).toInt() != protocolVersion) {
        giveUp(u"unknown version of the bridge protocol"_s);
    } else if (type == u"hello"_s && m_helloTimeout) {
        m_helloTimeout.reset();
        greet(frame.header);
    } else if (type == u"message"_s && m_session) {
        receive(frame.body);
    } else {
        giveUp(u"unexpected frame \"%1\""_s.arg(type.left(40)));
    }
}

void LocalPeer::greet(const QJsonObject &hello)
{
    m_hello = hello;
    const QString compat = hello.value("compat"_L1).toString();
    if (!compat.isEmpty())
        m_server = m_wishes.serverFor ? m_wishes.serverFor(compat) : nullptr;
    if (m_server)
        return admit(hello.value("key"_L1).toString().toUtf8(), true);
    refuse(
        u"There is no tool set \"%1\" for --compat. glovebox-bridge --help names those that there "
        "are."_s.arg(compat.left(80)));
}

void LocalPeer::admit(const QByteArray &key, bool again)
{
    const auto principal = m_guard.admitKey(key);
    if (principal) {
        begin(*principal);
    } else if (principal.error().unknownKey && again) {
        // `glovebox key add` counts at once, without a start of the program.
        m_guard.refreshKeys(this, [this, key] { admit(key, false); });
    } else {
        refuse(principal.error());
    }
}

void LocalPeer::begin(const Principal &principal)
{
    m_session = std::make_unique<mcp::ServerSession>(*m_server, m_clock, principal, randomHex(16));
    m_session->setNotificationSink(std::make_shared<Sink>(this, nullptr));
    qCInfo(lcMcp).noquote() << "bridge of" << principal.label;
    send(frameOf(u"hello"_s, {{u"version"_s, m_server->info().version}}));
    Q_EMIT admitted();
    if (m_wishes.greeted)
        m_wishes.greeted(principal, m_hello);
}

void LocalPeer::refuse(const Refusal &refusal)
{
    qCWarning(lcHttp).noquote() << "refused a bridge:" << refusal.log;
    m_guard.refused(refusal);
    refuse(refusal.text);
}

void LocalPeer::refuse(const QString &text)
{
    send(frameOf(u"refused"_s, {{u"text"_s, text}}));
    m_socket->disconnectFromServer();
}

void LocalPeer::receive(const QByteArray &bytes)
{
    const auto ticket = m_guard.admitMessage(m_session->caller().principal);
    if (!ticket) {
        qCWarning(lcHttp).noquote() << "refused a bridge's message:" << ticket.error().log;
        m_guard.refused(ticket.error());
        return answerAll(bytes, {.code = mcp::RpcCode::Refused, .text = ticket.error().text});
    }
    if (isTooLong(bytes))
        return answerAll(
            bytes,
            {.code = mcp::RpcCode::InvalidRequest,
             .text = mcp::Server::tooLongText() +
                     u" Put large data into a file in a mounted folder and pass its path."_s});
    m_session->receive(bytes, std::make_shared<Sink>(this, *ticket));
}

bool LocalPeer::isTooLong(const QByteArray &bytes) const
{
    if (bytes.size() <= limits::maxBodyBytes)
        return false;
    const auto body = mcp::parseBody(bytes);
    return !body || body->batch || m_server->isTooLong(body->messages.first(), bytes.size());
}

// With the ids of its requests, so that nobody waits for an answer.
void LocalPeer::answerAll(const QByteArray &bytes, const mcp::RpcError &error)
{
    const auto body = mcp::parseBody(bytes);
    if (!body)
        return;
    for (const mcp::Message &message : body->messages) {
        if (message.kind == mcp::Message::Kind::Request)
            send(frameOf(u"message"_s, {}, mcp::encode(mcp::errorMessage(message.id, error))));
    }
}

void LocalPeer::send(const Frame &frame)
{
    if (m_socket->state() != QLocalSocket::ConnectedState)
        return;
    m_socket->write(encode(frame));
    if (m_socket->bytesToWrite() > limits::maxWriteBacklog)
        giveUp(u"it reads nothing"_s);
}

void LocalPeer::giveUp(const QString &why)
{
    qCWarning(lcHttp).noquote() << "a bridge was dropped:" << why;
    m_helloTimeout.reset();
    m_socket->abort();
}

} // namespace glovebox::http
