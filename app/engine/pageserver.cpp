// SPDX-License-Identifier: MIT
#include "pageserver.h"

#include "base/limits.h"

namespace glovebox::engine {

using namespace Qt::StringLiterals;

namespace {

// A page can change its title without end; the program has more to do than to read that.
constexpr qint64 maxUnsent = 64 * limits::KiB;

} // namespace

PageServer::PageServer(int descriptor, const Hello &hello, const Layers &layers, QObject *parent)
    : QObject(parent)
    , m_program(descriptor, FrameReader(limits::maxFrameHeader, limits::maxPageBytes),
                [this](const QString &type, const Frame &frame) { return take(type, frame); })
    , m_closed(hello.closed)
    , m_window(PageLook::fromJson(hello.look), layers)
{
    connect(&m_program, &ProgramSocket::finished, this, &PageServer::finished);
    connect(&m_window, &PageWindow::closed, this, [this] { Q_EMIT finished(0); });
    connect(&m_window, &PageWindow::opened, this,
            [this](qint64 pid) { send({{u"type"_s, u"opened"_s}, {u"pid"_s, pid}}); });
    connect(&m_window, &PageWindow::titled, this, [this](const QString &title) {
        if (m_program.socket().bytesToWrite() < maxUnsent)
            send({{u"type"_s, u"titled"_s}, {u"title"_s, title}});
    });
    connect(&m_window, &PageWindow::refused, this, [this](const QString &what, const QUrl &url) {
        const QString text = url.toString().left(512);
        send({{u"type"_s, u"refused"_s}, {u"what"_s, what}, {u"url"_s, text}});
    });
}

PageServer::~PageServer() = default;

void PageServer::sayHello()
{
    send(ownHello(m_closed));
    m_window.begin();
    m_program.read();
}

Result<> PageServer::take(const QString &type, const Frame &frame)
{
    if (type != u"document" || std::exchange(m_isShown, true))
        return protocolBroken(u"\"%1\" at the wrong time"_s.arg(type));
    m_window.showDocument(frame.body);
    return {};
}

void PageServer::send(QJsonObject header)
{
    header.insert(u"v"_s, 1);
    m_program.socket().write(encode({header}));
}

} // namespace glovebox::engine
