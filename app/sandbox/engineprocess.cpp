// SPDX-License-Identifier: MIT
#include "engineprocess.h"

#include "base/framewriter.h"
#include "base/limits.h"
#include "base/logging.h"
#include "fileseal.h"
#include "sealprobe.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocalSocket>

#include <algorithm>
#include <array>
#include <csignal>
#include <sys/resource.h>
#include <vector>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int exitRoot = 77; // engine/enginemain.h
constexpr auto helloTimeout = 30s;
constexpr auto pingInterval = 5s;
constexpr auto pongTimeout = 20s;
constexpr auto deathWindow = 60s;
constexpr int maxDeaths = 5; // in that window
constexpr int quitWaitMs = 500;
constexpr auto sliceTime = 6ms;               // of the event loop for what the engine sends
constexpr qint64 maxUnread = 8 * limits::MiB; // then the engine waits

std::unexpected<Error> broken(const QString &what)
{
    return fail(ErrorCode::Internal, u"The engine broke its protocol: %1."_s.arg(what));
}

} // namespace

EngineProcess::EngineProcess(Options options, Clock &clock, QObject *parent)
    : Engine(parent)
    , m_options(std::move(options))
    , m_clock(clock)
{
    if (m_options.program.isEmpty())
        m_options.program = engineBesideThisProgram();
}

EngineProcess::~EngineProcess()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    send({{{u"type"_s, u"quit"_s}}, {}});
    if (m_socket)
        m_socket->flush();
    if (!m_process->waitForFinished(quitWaitMs)) {
        m_process->kill();
        m_process->waitForFinished(quitWaitMs);
    }
}

void EngineProcess::start()
{
    if (m_process)
        return;
    m_deaths.clear();
    launch();
}

std::optional<EngineFacts> EngineProcess::facts() const
{
    return m_facts;
}

void EngineProcess::launch()
{
    if (const auto possible = checkEngine(m_options.program, m_options.allowRoot); !possible)
        return giveUp(possible.error());
    m_scratch = std::make_unique<EngineScratch>();
    if (const auto made = m_scratch->make(); !made)
        return giveUp(made.error());
    m_reader = FrameReader();
    m_received.clear();
    m_socket = std::make_unique<QLocalSocket>();
    m_socket->setReadBufferSize(maxUnread);
    connect(m_socket.get(), &QLocalSocket::readyRead, this, &EngineProcess::readAvailable);
    m_process = std::make_unique<QProcess>();
    connect(m_process.get(), &QProcess::readyReadStandardError, this,
            [this] { relayErrors(*m_process, &m_errorBytes); });
    connect(m_process.get(), &QProcess::finished, this, &EngineProcess::processFinished);
    connect(m_process.get(), &QProcess::errorOccurred, this, &EngineProcess::processFailed);
    if (const auto started = startEngine(*m_process, *m_socket, startOptions(), *m_scratch);
        !started)
        return giveUp(started.error());
    if (!m_process)
        return; // it could not be started, and that was told
    send({{{u"type"_s, u"hello"_s},
           {u"assets"_s, QFileInfo(m_options.assets).absoluteFilePath()},
           {u"runtime"_s, QFileInfo(m_options.runtime).absoluteFilePath()},
           {u"allow_root"_s, m_options.allowRoot},
           {u"closed"_s, m_scratch->closedFile()}},
          {}});
    m_helloTimer = m_clock.after(
        helloTimeout, this, [this] { ended(u"it did not answer within 30 s of its start"_s); });
}

EngineStart EngineProcess::startOptions() const
{
    QStringList readable{m_options.assets, m_options.runtime};
    for (const QString &folder : m_options.readable) {
        if (QDir().mkpath(folder))
            readable.append(folder);
        else
            qCWarning(lcSandbox) << "the engine will not see" << folder;
    }
    return {.program = m_options.program,
            .arguments = m_options.arguments,
            .namespaces = m_options.namespaces,
            .files = m_options.files,
            .readable = readable};
}

void EngineProcess::processFailed(QProcess::ProcessError error)
{
    if (error != QProcess::FailedToStart)
        return; // `finished` follows
    const QString detail = m_process->errorString();
    qCWarning(lcSandbox).noquote() << "the engine could not be started:" << detail;
    giveUp(engineStartError(m_options.namespaces, detail));
}

void EngineProcess::processFinished(int code, QProcess::ExitStatus status)
{
    if (status == QProcess::NormalExit && code == exitRoot)
        return giveUp({ErrorCode::Denied, u"The engine refuses to run as root."_s});
    ended(status == QProcess::CrashExit ? u"it was ended by signal %1"_s.arg(code)
                                        : u"it ended with code %1"_s.arg(code));
}

void EngineProcess::send(const Frame &frame)
{
    const std::array<QByteArrayView, 1> body{frame.body};
    send(frame.header, body);
}

void EngineProcess::send(QJsonObject header, std::span<const QByteArrayView> body)
{
    if (!m_socket)
        return;
    header.insert(u"v"_s, 1);
    qint64 length = 0;
    for (const QByteArrayView part : body)
        length += part.size();
    const QByteArray head = encodeHead(header, length);
    std::vector<QByteArrayView> parts{head};
    parts.insert(parts.end(), body.begin(), body.end());
    qint64 written = 0;
    if (m_socket->bytesToWrite() == 0)
        written = writeAtOnce(m_socket->socketDescriptor(), parts);
    if (written < head.size() + length)
        m_socket->write(restOf(parts, written));
}

static QJsonArray toJson(const QList<SnapshotFile> &files)
{
    QJsonArray list;
    for (const SnapshotFile &file : files)
        list.append(QJsonObject{{u"name"_s, file.name}, {u"path"_s, file.path}});
    return list;
}

void EngineProcess::open(const QString &page, const QString &nonce,
                         const QList<SnapshotFile> &snapshots)
{
    send({{{u"type"_s, u"open"_s},
           {u"page"_s, page},
           {u"nonce"_s, nonce},
           {u"snapshots"_s, toJson(snapshots)}},
          {}});
}

void EngineProcess::serve(const QString &page, const QList<SnapshotFile> &files)
{
    send({{{u"type"_s, u"serve"_s}, {u"page"_s, page}, {u"snapshots"_s, toJson(files)}}, {}});
}

void EngineProcess::post(const QString &page, const QJsonObject &message)
{
    send({{{u"type"_s, u"post"_s}, {u"page"_s, page}},
          QJsonDocument(message).toJson(QJsonDocument::Compact)});
}

void EngineProcess::interrupt(const QString &page, const QString &run)
{
    send({{{u"type"_s, u"interrupt"_s}, {u"page"_s, page}, {u"run"_s, run}}, {}});
}

void EngineProcess::acknowledge(const QString &page, qint64 ack)
{
    send({{{u"type"_s, u"ack"_s}, {u"page"_s, page}, {u"ack"_s, ack}}, {}});
}

void EngineProcess::reply(const QString &page, qint64 call, const Frame &answer)
{
    const QByteArray head = encodeHead(answer.header, answer.body.size());
    const std::array<QByteArrayView, 2> frame{head, answer.body};
    send({{u"type"_s, u"reply"_s}, {u"page"_s, page}, {u"call"_s, call}}, frame);
}

void EngineProcess::close(const QString &page)
{
    send({{{u"type"_s, u"close"_s}, {u"page"_s, page}}, {}});
}

void EngineProcess::boundMemory(qint64 pid, qint64 bytes)
{
    if (!m_facts || pid <= 1 || !isBelow(pid, m_process->processId()))
        return;
    const rlimit bound{rlim_t(bytes), rlim_t(bytes)};
    if (::prlimit(static_cast<pid_t>(pid), RLIMIT_DATA, &bound, nullptr) != 0)
        qCWarning(lcSandbox) << "renderer" << pid
                             << "gets no memory bound of its own:" << qt_error_string(errno);
}

void EngineProcess::yieldProcessor(qint64 pid)
{
    constexpr int niceness = 5; // it must come to its end on a busy machine, too
    if (!m_facts || pid <= 1 || !isBelow(pid, m_process->processId()))
        return;
    // Linux keeps it for each thread; those to come have it from the one that starts them.
    const QDir tasks(u"/proc/%1/task"_s.arg(pid));
    for (const QString &task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        ::setpriority(PRIO_PROCESS, task.toUInt(), niceness);
}

void EngineProcess::killRenderer(qint64 pid)
{
    // The number comes from the engine, which is not trusted: only a process below it is ended.
    if (!m_facts || pid <= 1 || !isBelow(pid, m_process->processId()))
        return;
    qCWarning(lcSandbox) << "renderer" << pid << "did not end with its page and is killed";
    ::kill(static_cast<pid_t>(pid), SIGKILL);
}

void EngineProcess::restart(const QString &reason)
{
    ended(reason);
}

// What was read is taken before more is read: the rest waits in the socket, and the engine with it.
void EngineProcess::readAvailable()
{
    if (!m_received.empty())
        return;
    auto frames = m_reader.feed(m_socket->readAll());
    if (!frames)
        return ended(u"it sent a broken frame: %1"_s.arg(frames.error().detail));
    for (Frame &frame : *frames)
        m_received.push_back(std::move(frame));
    readSlice();
}

// A flood must not hold the event loop: what does not fit a slice waits for the next turn.
void EngineProcess::readSlice()
{
    const auto end = m_clock.monotonic() + sliceTime;
    while (!m_received.empty()) {
        const Frame frame = std::move(m_received.front());
        m_received.pop_front();
        if (const auto done = dispatch(frame); !done)
            return ended(done.error().text);
        if (m_clock.monotonic() >= end && !m_received.empty()) {
            return scheduleSlice();
        }
    }
    if (m_socket && m_socket->bytesAvailable() > 0)
        scheduleSlice();
}

void EngineProcess::scheduleSlice()
{
    if (std::exchange(m_sliceScheduled, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_sliceScheduled = false;
            if (!m_received.empty())
                readSlice();
            else if (m_socket)
                readAvailable();
        },
        Qt::QueuedConnection);
}

Result<> EngineProcess::dispatch(const Frame &frame)
{
    const QJsonObject &header = frame.header;
    const QString type = header[u"type"].toString();
    const QString page = header[u"page"].toString();
    if (header[u"v"].toInt() != 1)
        return broken(u"another version"_s);
    if (type == u"hello")
        return takeHello(header);
    if (!m_facts)
        return broken(u"\"%1\" before hello"_s.arg(textOf(type, 64)));
    if (type == u"pong") {
        m_pongTimer.reset();
    } else if (type == u"opened") {
        Q_EMIT opened(page, header[u"pid"].toInteger());
    } else if (type == u"records") {
        Q_EMIT records(page, header[u"ack"].toInteger(), frame.body);
    } else if (type == u"call") {
        auto request = decodeSingle(frame.body);
        // A request that is no frame is still a request of that page, which the pool judges.
        Q_EMIT called(page, header[u"call"].toInteger(), request.value_or(Frame{}));
    } else if (type == u"gone") {
        Q_EMIT gone(page, textOf(header[u"status"]), header[u"code"].toInt());
    } else if (type == u"refused") {
        Q_EMIT refused(page, textOf(header[u"what"]), textOf(header[u"url"], 512));
    } else {
        return broken(u"the unknown type \"%1\""_s.arg(textOf(type, 64)));
    }
    return {};
}

Result<> EngineProcess::takeHello(const QJsonObject &header)
{
    if (m_facts)
        return broken(u"a second hello"_s);
    m_helloTimer.reset();
    // The process is our own child: its number is ours to know, not the engine's to say.
    m_facts = EngineFacts{m_process->processId(),         textOf(header[u"qt"]),
                          textOf(header[u"chromium"]),    textOf(header[u"chromium_patch"]),
                          textOf(header[u"flags"], 8192), header[u"files_closed"].toBool(),
                          header[u"landlock"].toBool(),   closedFolders(m_options.closed)};
    schedulePing();
    Q_EMIT up(*m_facts);
    return {};
}

// The engine serves every page on one thread; one that hangs is as dead as one that crashed.
void EngineProcess::schedulePing()
{
    m_pingTimer = m_clock.after(pingInterval, this, [this] {
        if (!m_pongTimer) {
            send({{{u"type"_s, u"ping"_s}}, {}});
            m_pongTimer = m_clock.after(pongTimeout, this,
                                        [this] { ended(u"it did not answer for 20 s"_s); });
        }
        schedulePing();
    });
}

void EngineProcess::drop()
{
    m_facts.reset();
    m_helloTimer.reset();
    m_pingTimer.reset();
    m_pongTimer.reset();
    m_received.clear();
    if (m_socket)
        m_socket->disconnect(this);
    if (m_process) {
        m_process->disconnect(this);
        m_process->kill();
        // It may be the sender of the signal that brought us here.
        QProcess *process = m_process.release();
        connect(process, &QProcess::finished, process, &QObject::deleteLater);
        if (process->state() == QProcess::NotRunning)
            process->deleteLater();
    }
    if (m_socket)
        m_socket.release()->deleteLater();
}

void EngineProcess::ended(const QString &reason)
{
    if (!m_process)
        return;
    qCWarning(lcSandbox).noquote() << "the engine process is gone:" << reason;
    drop();
    const auto now = m_clock.monotonic();
    m_deaths.append(now);
    m_deaths.removeIf([&](std::chrono::milliseconds at) { return now - at > deathWindow; });
    Q_EMIT down(reason);
    if (m_deaths.size() > maxDeaths) {
        return giveUp({ErrorCode::Unavailable,
                       u"The engine process ended %1 times within a minute. "
                       "Restart Glovebox; its log says more."_s.arg(m_deaths.size()),
                       reason});
    }
    const auto delay = std::chrono::milliseconds(100 * (m_deaths.size() - 1) * m_deaths.size());
    m_restartTimer = m_clock.after(delay, this, [this] {
        if (!m_process)
            launch();
    });
}

void EngineProcess::giveUp(const Error &error)
{
    drop();
    qCCritical(lcSandbox).noquote() << error.text << error.detail;
    Q_EMIT gaveUp(error);
}

} // namespace glovebox::sandbox
