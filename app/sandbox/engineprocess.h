// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "engine.h"
#include "enginechild.h"

#include <deque>
#include <span>

QT_BEGIN_NAMESPACE
class QLocalSocket;
QT_END_NAMESPACE

namespace glovebox::sandbox {

// The glovebox-engine process that serves the sessions (enginechild.h says how it is started).
// When it dies it is started again, a few times a minute at most.
class EngineProcess final : public Engine
{
    Q_OBJECT

public:
    struct Options
    {
        QString program;        // absolute; empty: glovebox-engine beside this program
        QString assets;         // folder with pyodide/ and fonts/
        QString runtime;        // folder with pyodide/worker, pyodide/python and resources/shell
        bool allowRoot = false; // GLOVEBOX_ALLOW_ROOT=1
        bool namespaces = true; // off only in boundary tests
        bool files = true;      // as above: the seal of files
        // What the engine may read besides the two folders above: those of the snapshots that it
        // is told to open. They are made if they do not exist.
        QStringList readable = {};
        // Folders that it must not see, beside the person's own: the profile.
        QStringList closed = {};
        QStringList arguments = {}; // only test engines take any
    };

    EngineProcess(Options options, Clock &clock, QObject *parent = nullptr);
    ~EngineProcess() override; // asks it to quit, and kills it if it does not

    // Begins, or begins anew after gaveUp. Errors come as gaveUp.
    void start();

    std::optional<EngineFacts> facts() const override;
    bool isRunning() const override { return m_process != nullptr; }
    void open(const QString &page, const QString &nonce,
              const QList<SnapshotFile> &snapshots) override;
    void serve(const QString &page, const QList<SnapshotFile> &files) override;
    void post(const QString &page, const QJsonObject &message) override;
    void interrupt(const QString &page, const QString &run) override;
    void acknowledge(const QString &page, qint64 ack) override;
    void reply(const QString &page, qint64 call, const Frame &answer) override;
    void close(const QString &page) override;
    void killRenderer(qint64 pid) override;
    void boundMemory(qint64 pid, qint64 bytes) override;
    void yieldProcessor(qint64 pid) override;
    void restart(const QString &reason) override;

private:
    void launch();
    EngineStart startOptions() const;
    void processFailed(QProcess::ProcessError error);
    void processFinished(int code, QProcess::ExitStatus status);
    void send(const Frame &frame);
    // The body in parts, which are not copied where the socket takes them at once.
    void send(QJsonObject header, std::span<const QByteArrayView> body);
    void readAvailable();
    void readSlice();
    void scheduleSlice();
    Result<> dispatch(const Frame &frame);
    Result<> takeHello(const QJsonObject &header);
    void schedulePing();
    void ended(const QString &reason);
    void giveUp(const Error &error);
    void drop();

    Options m_options;
    Clock &m_clock;
    std::unique_ptr<EngineScratch> m_scratch; // of the running engine
    qint64 m_errorBytes = 0;                  // that it has written so far
    std::unique_ptr<QProcess> m_process;
    std::unique_ptr<QLocalSocket> m_socket;
    FrameReader m_reader;
    std::deque<Frame> m_received;
    bool m_sliceScheduled = false;
    std::optional<EngineFacts> m_facts;
    QList<std::chrono::milliseconds> m_deaths;
    std::unique_ptr<QObject> m_restartTimer;
    std::unique_ptr<QObject> m_helloTimer;
    std::unique_ptr<QObject> m_pingTimer;
    std::unique_ptr<QObject> m_pongTimer;
};

} // namespace glovebox::sandbox
