// SPDX-License-Identifier: MIT
#include "pageviewer.h"

#include "base/limits.h"
#include "base/logging.h"
#include "fileseal.h"
#include "sealprobe.h"

#include <QDir>
#include <QFileInfo>
#include <QLocalSocket>
#include <QRegularExpression>

#include <algorithm>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto showTimeout = 30s;
constexpr int quitWaitMs = 500;
constexpr qint64 maxMessage = 64 * limits::KiB; // it sends words only

std::unexpected<Error> noScreen(const QString &detail)
{
    return fail(
        ErrorCode::Unavailable,
        u"There is no screen that the page's window can use. Start Glovebox on a desktop of "
        "this computer."_s,
        detail);
}

std::unexpected<Error> broken(const QString &what)
{
    return fail(ErrorCode::Internal, u"The page's window broke its protocol and was ended."_s,
                what);
}

Result<ScreenAccess> xScreen(const QProcessEnvironment &ours)
{
    // Of another computer's screen a host name stands before the colon.
    static const QRegularExpression local(u"\\A(?:unix)?:([0-9]+)(?:\\.[0-9]+)?\\z"_s);
    const QString display = ours.value(u"DISPLAY"_s);
    const auto match = local.match(display);
    const QString socket = u"/tmp/.X11-unix/X"_s + match.captured(1);
    if (!match.hasMatch() || !QFileInfo::exists(socket))
        return noScreen(u"DISPLAY="_s + display);
    ScreenAccess access{{socket}};
    access.environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    access.environment.insert(u"DISPLAY"_s, display);
    const QString cookie = ours.value(u"XAUTHORITY"_s, QDir::homePath() + u"/.Xauthority"_s);
    if (QFileInfo(cookie).isFile()) {
        const QString file = QFileInfo(cookie).absoluteFilePath();
        access.files.append(file);
        access.environment.insert(u"XAUTHORITY"_s, file);
    }
    return access;
}

Result<ScreenAccess> waylandScreen(const QProcessEnvironment &ours)
{
    const QString name = ours.value(u"WAYLAND_DISPLAY"_s, u"wayland-0"_s);
    const QString socket = QDir(ours.value(u"XDG_RUNTIME_DIR"_s)).absoluteFilePath(name);
    if (!QFileInfo::exists(socket))
        return noScreen(u"WAYLAND_DISPLAY="_s + name);
    ScreenAccess access{{socket}};
    access.environment.insert(u"QT_QPA_PLATFORM"_s, u"wayland"_s);
    access.environment.insert(u"WAYLAND_DISPLAY"_s, socket);
    return access;
}

QJsonObject lookOf(const PageWords &words)
{
    return {{u"title"_s, words.title},   {u"title_frame"_s, words.titleFrame},
            {u"notice"_s, words.notice}, {u"ended_notice"_s, words.endedNotice},
            {u"ground"_s, words.ground}, {u"ink"_s, words.ink},
            {u"line"_s, words.line},     {u"icon"_s, QString::fromLatin1(words.icon.toBase64())}};
}

QFuture<Result<>> atOnce(const Error &error)
{
    return QtFuture::makeReadyValueFuture(Result<>(std::unexpected(error)));
}

} // namespace

Result<ScreenAccess> screenAccess(const QString &platform, const QProcessEnvironment &environment)
{
    Result<ScreenAccess> access = noScreen(platform);
    if (platform == u"xcb")
        access = xScreen(environment);
    else if (platform.startsWith(u"wayland"))
        access = waylandScreen(environment);
    if (!access)
        return access;
    for (const QString &name :
         {u"QT_SCALE_FACTOR"_s, u"QT_FONT_DPI"_s, u"QT_SCREEN_SCALE_FACTORS"_s, u"XCURSOR_THEME"_s,
          u"XCURSOR_SIZE"_s}) {
        if (environment.contains(name))
            access->environment.insert(name, environment.value(name));
    }
    return access;
}

PageViewer::PageViewer(Options options, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_clock(clock)
    , m_reader(maxMessage, 0)
{
    if (m_options.program.isEmpty())
        m_options.program = engineBesideThisProgram();
    if (!m_options.measure) {
        m_options.measure = [allowRoot = m_options.allowRoot](const EngineFacts &facts,
                                                              qint64 pid) {
            return measureSeals(facts, pid, allowRoot);
        };
    }
    m_promise.start();
}

PageViewer::~PageViewer()
{
    disconnect(this, nullptr, nullptr, nullptr);
    if (m_process && m_process->state() != QProcess::NotRunning) {
        m_process->disconnect(this);
        m_process->kill();
        m_process->waitForFinished(quitWaitMs);
    }
    end({ErrorCode::Cancelled, u"Glovebox was closed."_s});
}

qint64 PageViewer::pid() const
{
    return m_process ? m_process->processId() : 0;
}

QFuture<Result<>> PageViewer::show(const PageWords &words, const QByteArray &document,
                                   const ScreenAccess &screen)
{
    m_document = document;
    m_timer = m_clock.after(showTimeout, this, [this] {
        end({ErrorCode::Unavailable, u"The page's window did not open within 30 s."_s});
    });
    if (const auto started = start(words, screen); !started)
        end(started.error());
    return m_promise.future();
}

Result<> PageViewer::start(const PageWords &words, const ScreenAccess &screen)
{
    if (const auto possible = checkEngine(m_options.program, m_options.allowRoot); !possible)
        return possible;
    if (const auto made = m_scratch.make(); !made)
        return made;
    m_socket = std::make_unique<QLocalSocket>();
    connect(m_socket.get(), &QLocalSocket::readyRead, this, &PageViewer::readAvailable);
    m_process = std::make_unique<QProcess>();
    connect(m_process.get(), &QProcess::readyReadStandardError, this,
            [this] { relayErrors(*m_process, &m_errorBytes); });
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(engineStartError(m_options.namespaces, m_process->errorString()));
    });
    connect(m_process.get(), &QProcess::finished, this, [this](int code) {
        end({ErrorCode::Unavailable,
             u"The page's window ended before the page was there; Glovebox's log says more."_s,
             u"code %1"_s.arg(code)});
    });
    const auto started = startEngine(*m_process, *m_socket,
                                     {.program = m_options.program,
                                      .arguments = m_options.arguments,
                                      .namespaces = m_options.namespaces,
                                      .files = m_options.files,
                                      .readable = screen.files,
                                      .environment = screen.environment},
                                     m_scratch);
    if (!started)
        return started;
    send({{u"type"_s, u"hello"_s},
          {u"role"_s, u"page"_s},
          {u"allow_root"_s, m_options.allowRoot},
          {u"closed"_s, m_scratch.closedFile()},
          {u"look"_s, lookOf(words)}});
    return {};
}

void PageViewer::send(QJsonObject header, const QByteArray &body)
{
    header.insert(u"v"_s, 1);
    m_socket->write(encode({header, body}));
}

void PageViewer::readAvailable()
{
    if (m_hasEnded)
        return;
    const auto frames = m_reader.feed(m_socket->readAll());
    if (!frames)
        return end(broken(frames.error().detail).error());
    for (const Frame &frame : *frames) {
        if (const auto done = dispatch(frame.header); !done)
            return end(done.error());
    }
}

Result<> PageViewer::dispatch(const QJsonObject &header)
{
    const QString type = header[u"type"].toString();
    if (header[u"v"].toInt() != 1)
        return broken(u"another version"_s);
    if (type == u"hello")
        return takeHello(header);
    if (!m_facts)
        return broken(u"no hello"_s);
    if (type == u"opened")
        return takeRenderer(header[u"pid"].toInteger());
    if (type == u"titled") {
        Q_EMIT titled(textOf(header[u"title"]));
    } else if (type == u"refused") {
        const QString what = textOf(header[u"what"]);
        const QString url = textOf(header[u"url"], 512);
        qCInfo(lcSandbox).noquote() << "refused to a page:" << what << url;
        Q_EMIT refused(what, url);
    } else {
        return broken(u"the unknown type "_s + textOf(type, 64));
    }
    return {};
}

Result<> PageViewer::takeHello(const QJsonObject &header)
{
    if (m_facts)
        return broken(u"a second hello"_s);
    // The process is our own child: its number is ours to know, not its to say.
    EngineFacts &facts = m_facts.emplace();
    facts.pid = m_process->processId();
    facts.filesClosed = header[u"files_closed"].toBool();
    facts.landlock = header[u"landlock"].toBool();
    facts.closed = closedFolders(m_options.closed);
    return {};
}

// Every renderer that it has is measured; the first before it gets the document.
Result<> PageViewer::takeRenderer(qint64 pid)
{
    m_seals = m_options.measure(*m_facts, pid);
    if (m_seals.level != SealStatus::Level::Sealed && m_seals.level != SealStatus::Level::Reduced)
        return fail(ErrorCode::Unavailable, m_seals.reason);
    if (std::exchange(m_isShown, true))
        return {};
    m_timer.reset();
    send({{u"type"_s, u"document"_s}}, std::exchange(m_document, {}));
    m_promise.addResult(Result<>());
    m_promise.finish();
    return {};
}

void PageViewer::end(const Error &error)
{
    if (std::exchange(m_hasEnded, true))
        return;
    m_timer.reset();
    if (m_process && m_process->state() != QProcess::NotRunning)
        m_process->kill();
    if (!m_isShown) {
        m_promise.addResult(Result<>(std::unexpected(error)));
        m_promise.finish();
    }
    if (!m_isShown || error.code == ErrorCode::Internal)
        qCWarning(lcSandbox).noquote() << error.text << error.detail;
    Q_EMIT ended();
}

PageViewers::PageViewers(PageViewer::Options options, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_clock(clock)
{
}

PageViewers::~PageViewers() = default;

QFuture<Result<>> PageViewers::open(const PageWords &words, const QByteArray &document,
                                    const ScreenAccess &screen)
{
    if (count() >= limits::maxPageWindows) {
        return atOnce({ErrorCode::LimitExceeded,
                       u"%1 pages are open. Close the window of one of them first."_s.arg(
                           limits::maxPageWindows)});
    }
    if (document.size() > limits::maxPageBytes) {
        return atOnce({ErrorCode::LimitExceeded,
                       u"The page is larger than %1 MiB and cannot be opened."_s.arg(
                           limits::maxPageBytes / limits::MiB)});
    }
    auto viewer = std::make_unique<PageViewer>(m_options, m_clock);
    PageViewer *shown = viewer.get();
    m_viewers.push_back(std::move(viewer));
    // Queued: it must not be destroyed inside of its own signal.
    connect(
        shown, &PageViewer::ended, this, [this, shown] { remove(shown); }, Qt::QueuedConnection);
    return shown->show(words, document, screen);
}

void PageViewers::remove(PageViewer *viewer)
{
    std::erase_if(m_viewers, [viewer](const auto &open) { return open.get() == viewer; });
}

} // namespace glovebox::sandbox
