// SPDX-License-Identifier: MIT
#include "pageserver.h"

#include "base/limits.h"
#include "base/logging.h"

#include <QLocalSocket>

namespace glovebox::engine {

using namespace Qt::StringLiterals;

namespace {

// A page can change its title without end; the program has more to do than to read that.
constexpr qint64 maxUnsent = 64 * limits::KiB;

std::unexpected<Error> broken(const QString &what)
{
    return fail(ErrorCode::InvalidArgument,
                u"The program broke the page protocol: %1."_s.arg(what));
}

} // namespace

PageServer::PageServer(int descriptor, const Hello &hello, const Layers &layers, QObject *parent)
    : QObject(parent)
    , m_socket(std::make_unique<QLocalSocket>())
    , m_reader(limits::maxFrameHeader, limits::maxPageBytes)
    , m_closed(hello.closed)
    , m_window(PageLook::fromJson(hello.look), layers)
{
    connect(m_socket.get(), &QLocalSocket::readyRead, this, &PageServer::readAvailable);
    connect(
        m_socket.get(), &QLocalSocket::disconnected, this, [this] { Q_EMIT finished(0); },
        Qt::QueuedConnection);
    connect(&m_window, &PageWindow::closed, this, [this] { Q_EMIT finished(0); });
    connect(&m_window, &PageWindow::opened, this,
            [this](qint64 pid) { send({{u"type"_s, u"opened"_s}, {u"pid"_s, pid}}); });
    connect(&m_window, &PageWindow::titled, this, [this](const QString &title) {
        if (m_socket->bytesToWrite() < maxUnsent)
            send({{u"type"_s, u"titled"_s}, {u"title"_s, title}});
    });
    connect(&m_window, &PageWindow::refused, this, [this](const QString &what, const QUrl &url) {
        const QString text = url.toString().left(512);
        send({{u"type"_s, u"refused"_s}, {u"what"_s, what}, {u"url"_s, text}});
    });
    m_socket->setSocketDescriptor(descriptor);
}

PageServer::~PageServer() = default;

void PageServer::sayHello()
{
    send(ownHello(m_closed));
    m_window.begin();
    readAvailable();
}

void PageServer::readAvailable()
{
    const auto frames = m_reader.feed(m_socket->readAll());
    if (!frames) {
        qCCritical(lcEngine) << frames.error().text << frames.error().detail;
        return Q_EMIT finished(1);
    }
    for (const Frame &frame : *frames) {
        if (const auto done = dispatch(frame); !done) {
            qCCritical(lcEngine) << done.error().text;
            return Q_EMIT finished(1);
        }
    }
}

Result<> PageServer::dispatch(const Frame &frame)
{
    const QString type = frame.header[u"type"].toString();
    if (frame.header[u"v"].toInt() != 1)
        return broken(u"another version"_s);
    if (type == u"quit") {
        Q_EMIT finished(0);
        return {};
    }
    if (type != u"document" || std::exchange(m_isShown, true))
        return broken(u"\"%1\" at the wrong time"_s.arg(type));
    m_window.showDocument(frame.body);
    return {};
}

void PageServer::send(QJsonObject header)
{
    header.insert(u"v"_s, 1);
    m_socket->write(encode({header}));
}

} // namespace glovebox::engine
