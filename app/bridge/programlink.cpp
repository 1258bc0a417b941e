// SPDX-License-Identifier: MIT
#include "programlink.h"

#include "base/limits.h"
#include "base/localsocket.h"
#include "base/logging.h"

namespace glovebox::bridge {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int protocolVersion = 1;
constexpr qint64 maxHeader = 4 * limits::KiB;
constexpr std::chrono::milliseconds eagerly = 25ms;  // somebody waits
constexpr std::chrono::milliseconds quietly = 500ms; // nobody does
constexpr std::chrono::milliseconds startTime = 30s;
// What we launched may have ended because another one was quicker; that one needs its time too.
constexpr std::chrono::milliseconds otherOnesTime = 5s;

QByteArray frameOf(const QString &type, QJsonObject header = {}, const QByteArray &body = {})
{
    header.insert("v"_L1, protocolVersion);
    header.insert("type"_L1, type);
    return encode(Frame{.header = header, .body = body});
}

} // namespace

ProgramLink::ProgramLink(const QString &socketPath, const QJsonObject &hello, Launcher &launcher,
                         Clock &clock, QObject *parent)
    : QObject(parent)
    , m_socketPath(socketPath)
    , m_hello(hello)
    , m_launcher(launcher)
    , m_clock(clock)
    , m_reader(maxHeader, limits::maxWriteBacklog)
{
}

ProgramLink::~ProgramLink()
{
    close();
}

void ProgramLink::want()
{
    if (m_state == State::Up || m_state == State::Closed || m_wanted)
        return;
    m_wanted = true;
    m_launched = false;
    m_endedAt.reset();
    m_deadline = m_clock.monotonic() + startTime;
    if (m_state != State::Greeting)
        attempt();
}

void ProgramLink::send(const QByteArray &message)
{
    if (m_state == State::Up)
        m_socket->write(frameOf(u"message"_s, {}, message));
}

void ProgramLink::close()
{
    m_state = State::Closed;
    m_retry.reset();
    if (!m_socket)
        return;
    m_socket->disconnect(this);
    m_socket->disconnectFromServer();
}

void ProgramLink::attempt()
{
    m_state = State::Trying;
    m_reader = FrameReader(maxHeader, limits::maxWriteBacklog);
    m_farewell.clear();
    if (m_socket)
        m_socket.release()->deleteLater(); // we may be inside one of its signals
    m_socket = std::make_unique<QLocalSocket>();
    connect(m_socket.get(), &QLocalSocket::connected, this, &ProgramLink::onConnected);
    connect(m_socket.get(), &QLocalSocket::disconnected, this, &ProgramLink::onGone);
    connect(m_socket.get(), &QLocalSocket::errorOccurred, this, [this] {
        if (m_state == State::Trying)
            onNobodyThere();
    });
    connect(m_socket.get(), &QLocalSocket::readyRead, this, [this] {
        const auto frames = m_reader.feed(m_socket->readAll());
        if (!frames)
            return m_socket->abort();
        for (const Frame &frame : *frames)
            onFrame(frame);
    });
    m_socket->connectToServer(m_socketPath);
}

void ProgramLink::onConnected()
{
    if (!peerIsOwnUser(m_socket->socketDescriptor())) {
        m_socket->disconnect(this);
        m_socket->abort();
        return giveUp(u"Another account answers in place of Glovebox. Nothing was sent to it; end "
                      "that program, or use another --profile."_s);
    }
    m_state = State::Greeting;
    m_socket->write(frameOf(u"hello"_s, m_hello));
}

void ProgramLink::onFrame(const Frame &frame)
{
    const QString type = frame.header.value("type"_L1).toString();
    if (type == u"message"_s && m_state == State::Up) {
        Q_EMIT received(frame.body);
    } else if (type == u"hello"_s && m_state == State::Greeting) {
        // The version of a compatible tool set is that of the other system, as its clients expect.
        const QString compat = m_hello.value("compat"_L1).toString();
        qCInfo(lcMcp).noquote() << "connected to Glovebox"
                                << (compat.isEmpty() ? frame.header.value("version"_L1).toString()
                                                     : u"as "_s + compat);
        m_state = State::Up;
        m_wanted = false;
        Q_EMIT connected();
    } else if (type == u"refused"_s && m_state == State::Greeting) {
        m_socket->disconnect(this);
        m_socket->disconnectFromServer();
        giveUp(frame.header.value("text"_L1).toString());
    } else if (type == u"end"_s) {
        m_farewell = frame.header.value("text"_L1).toString();
    }
}

void ProgramLink::onGone()
{
    const bool wasUp = m_state == State::Up;
    if (m_state == State::Closed)
        return;
    m_state = State::Trying;
    if (wasUp)
        Q_EMIT lost(m_farewell);
    if (m_state == State::Trying)
        tryAgain();
}

void ProgramLink::onNobodyThere()
{
    if (!m_wanted)
        return tryAgain();
    if (!m_launched) {
        m_launched = true;
        if (const auto launched = m_launcher.launch(); !launched) {
            qCWarning(lcApp).noquote() << launched.error().text << launched.error().detail;
            return giveUp(launched.error().text);
        }
        qCInfo(lcApp) << "Glovebox is not running: started in the tray";
    } else if (!m_endedAt && !m_launcher.isAlive()) {
        m_endedAt = m_clock.monotonic();
    }
    const auto now = m_clock.monotonic();
    if (now >= m_deadline || (m_endedAt && now - *m_endedAt >= otherOnesTime))
        return giveUp(whyItDidNotStart());
    tryAgain();
}

QString ProgramLink::whyItDidNotStart() const
{
    const QString words = m_launcher.lastWords();
    const QString text = m_endedAt
                             ? u"Glovebox was started and ended at once. Ask the person to start "
                               "it and see what it says, then try again."_s
                             : u"Glovebox did not answer in time after it was started. Try again "
                               "in a moment."_s;
    return words.isEmpty() ? text : text + u" It said: "_s + words;
}

void ProgramLink::giveUp(const QString &why)
{
    m_wanted = false;
    m_state = State::Idle;
    m_retry.reset();
    Q_EMIT failed(why);
}

void ProgramLink::tryAgain()
{
    if (m_retry)
        m_retry.release()->deleteLater(); // it may be what fires now
    m_retry = m_clock.after(m_wanted ? eagerly : quietly, this, [this] { attempt(); });
}

} // namespace glovebox::bridge
