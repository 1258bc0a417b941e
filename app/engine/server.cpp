// SPDX-License-Identifier: MIT
#include "server.h"

#include "base/framewriter.h"
#include "base/limits.h"
#include "base/logging.h"
#include "pagehost.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QtWebEngineCoreVersion>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace glovebox::engine {

using namespace Qt::StringLiterals;

namespace {

// What a page sends faster than the program reads would fill this process's memory.
constexpr qint64 maxUnsent = 64 * limits::MiB;

bool isHex32(const QString &text)
{
    static const QRegularExpression hex(u"\\A[0-9a-f]{32}\\z"_s);
    return hex.match(text).hasMatch();
}

bool readExactly(int descriptor, char *to, size_t length)
{
    while (length > 0) {
        const ssize_t got = ::read(descriptor, to, length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        length -= static_cast<size_t>(got);
    }
    return true;
}

// 0: it could be opened.
int errorOfOpening(const QString &path)
{
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return errno;
    ::close(descriptor);
    return 0;
}

} // namespace

Result<Hello> readHello(int descriptor)
{
    QByteArray bytes(8, Qt::Uninitialized);
    if (!readExactly(descriptor, bytes.data(), 8))
        return protocolBroken(u"no hello"_s);
    const qint64 length = qint64(qFromLittleEndian<quint32>(bytes.constData())) +
                          qFromLittleEndian<quint32>(bytes.constData() + 4);
    if (length > 64 * limits::KiB)
        return protocolBroken(u"a hello of %1 bytes"_s.arg(length));
    bytes.resize(8 + length);
    if (!readExactly(descriptor, bytes.data() + 8, static_cast<size_t>(length)))
        return protocolBroken(u"half a hello"_s);
    const auto frame = decodeSingle(bytes);
    if (!frame)
        return std::unexpected(frame.error());
    const QJsonObject &header = frame->header;
    if (header[u"v"].toInt() != 1 || header[u"type"].toString() != u"hello")
        return protocolBroken(u"no hello of version 1"_s);
    return Hello{header[u"assets"].toString(),          header[u"runtime"].toString(),
                 header[u"allow_root"].toBool(),        header[u"closed"].toString(),
                 header[u"role"].toString() == u"page", header[u"look"].toObject()};
}

QJsonObject ownHello(const QString &closed)
{
    return {{u"type"_s, u"hello"_s},
            {u"pid"_s, QCoreApplication::applicationPid()},
            {u"qt"_s, QString::fromLatin1(qVersion())},
            {u"chromium"_s, QString::fromLatin1(qWebEngineChromiumVersion())},
            {u"chromium_patch"_s, QString::fromLatin1(qWebEngineChromiumSecurityPatchVersion())},
            {u"flags"_s, QString::fromUtf8(qgetenv("QTWEBENGINE_CHROMIUM_FLAGS"))},
            {u"files_closed"_s, !closed.isEmpty() && errorOfOpening(closed) != 0},
            // The root folder is not among those that Landlock leaves to this process.
            {u"landlock"_s, errorOfOpening(u"/"_s) == EACCES}};
}

Server::Server(int descriptor, const Hello &hello, const Layers &layers, QObject *parent)
    : QObject(parent)
    , m_program(descriptor, {},
                [this](const QString &type, const Frame &frame) { return take(type, frame); })
    , m_closed(hello.closed)
    , m_layers(layers)
    , m_routes(std::make_shared<Routes>(hello.assets, hello.runtime))
{
    connect(&m_program, &ProgramSocket::finished, this, &Server::finished);
    connect(&m_program.socket(), &QLocalSocket::bytesWritten, this, [this] {
        if (m_program.socket().bytesToWrite() == 0)
            allSent();
    });
}

Server::~Server() = default;

void Server::sayHello()
{
    send(ownHello(m_closed));
    m_program.read();
}

Result<> Server::take(const QString &type, const Frame &frame)
{
    if (type == u"ping") {
        send({{u"type"_s, u"pong"_s}});
        return {};
    }
    if (type == u"open")
        return open(frame);
    return toPage(type, frame.header[u"page"].toString(), frame);
}

// Name → path.
static QHash<QString, QString> filesIn(const Frame &frame)
{
    QHash<QString, QString> files;
    for (const QJsonValue &value : frame.header[u"snapshots"].toArray()) {
        const QJsonObject snapshot = value.toObject();
        files.insert(snapshot[u"name"].toString(), snapshot[u"path"].toString());
    }
    return files;
}

Result<> Server::open(const Frame &frame)
{
    const QString page = frame.header[u"page"].toString();
    const QString nonce = frame.header[u"nonce"].toString();
    if (!isHex32(page) || !isHex32(nonce) || m_pages.contains(page))
        return protocolBroken(u"a page that cannot be opened"_s);
    const SchemeHandler::Identity identity{page, nonce.toLatin1(), filesIn(frame)};
    auto host = std::make_unique<PageHost>(identity, m_routes, m_layers);
    connectPage(page, *host);
    host->load();
    m_pages.emplace(page, std::move(host));
    return {};
}

Result<> Server::toPage(const QString &type, const QString &page, const Frame &frame)
{
    static constexpr std::array known{u"post", u"interrupt", u"ack", u"reply", u"serve", u"close"};
    if (std::ranges::none_of(known,
                             [&](const char16_t *name) { return type == QStringView(name); }))
        return protocolBroken(u"the unknown type \"%1\""_s.arg(type));
    const auto it = m_pages.find(page);
    if (it == m_pages.end())
        return {}; // it ended by itself a moment ago
    PageHost &host = *it->second;
    if (type == u"post")
        host.post(frame.body);
    else if (type == u"interrupt")
        host.interrupt(frame.header[u"run"].toString());
    else if (type == u"ack")
        host.acknowledge(frame.header[u"ack"].toInteger());
    else if (type == u"serve")
        host.serve(filesIn(frame));
    else if (type == u"reply")
        host.reply(frame.header[u"call"].toInteger(), frame.body);
    else
        remove(page);
    return {};
}

void Server::connectPage(const QString &page, PageHost &host)
{
    connect(&host, &PageHost::opened, this, [this, page](qint64 pid) {
        send({{u"type"_s, u"opened"_s}, {u"page"_s, page}, {u"pid"_s, pid}});
    });
    connect(&host, &PageHost::records, this, [this, page](qint64 ack, const QByteArray &frames) {
        send({{u"type"_s, u"records"_s}, {u"page"_s, page}, {u"ack"_s, ack}}, frames);
    });
    connect(&host, &PageHost::called, this, [this, page](qint64 call, const QByteArray &frame) {
        send({{u"type"_s, u"call"_s}, {u"page"_s, page}, {u"call"_s, call}}, frame);
    });
    connect(&host, &PageHost::refused, this, [this, page](const QString &what, const QString &url) {
        send({{u"type"_s, u"refused"_s}, {u"page"_s, page}, {u"what"_s, what}, {u"url"_s, url}});
    });
    // Queued: a page must not be destroyed inside one of its own signals.
    connect(
        &host, &PageHost::gone, this,
        [this, page](const QString &status, int code) {
            if (m_pages.erase(page) > 0)
                send({{u"type"_s, u"gone"_s},
                      {u"page"_s, page},
                      {u"status"_s, status},
                      {u"code"_s, code}});
        },
        Qt::QueuedConnection);
}

void Server::remove(const QString &page)
{
    m_pages.erase(page);
    send({{u"type"_s, u"gone"_s}, {u"page"_s, page}, {u"status"_s, u"normal"_s}, {u"code"_s, 0}});
}

void Server::allSent()
{
    for (const auto &[name, page] : m_pages)
        page->allSent();
}

void Server::send(QJsonObject header, const QByteArray &body)
{
    header.insert(u"v"_s, 1);
    QLocalSocket &socket = m_program.socket();
    if (socket.bytesToWrite() > maxUnsent) {
        qCCritical(lcEngine) << "the program does not read; ending";
        return Q_EMIT finished(1);
    }
    const QByteArray head = encodeHead(header, body.size());
    const std::array<QByteArrayView, 2> parts{head, body};
    qint64 written = 0;
    if (socket.bytesToWrite() == 0)
        written = writeAtOnce(socket.socketDescriptor(), parts);
    if (written == head.size() + body.size())
        allSent();
    else
        socket.write(restOf(parts, written));
}

} // namespace glovebox::engine
