// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "engine.h"

#include <QProcess>

#include <deque>

QT_BEGIN_NAMESPACE
class QLocalSocket;
QT_END_NAMESPACE

namespace glovebox::sandbox {

// Starts glovebox-engine with one socket as descriptor 3, on Linux in a user and network namespace
// of its own without interfaces (DESIGN 2), with a cleaned environment and no other descriptor.
// When it dies it is started again, a few times a minute at most.
class EngineProcess final : public Engine
{
    Q_OBJECT

public:
    struct Options
    {
        QString program;   // absolute; empty: glovebox-engine beside this program
        QString assets;    // folder with pyodide/ and fonts/
        QString runtime;   // folder with pyodide/worker, pyodide/python and resources/shell
        bool allowRoot = false;  // GLOVEBOX_ALLOW_ROOT=1
        bool namespaces = true;  // off only in boundary tests
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
    void post(const QString &page, const QJsonObject &message) override;
    void interrupt(const QString &page, const QString &run) override;
    void acknowledge(const QString &page, qint64 ack) override;
    void reply(const QString &page, qint64 call, const Frame &answer) override;
    void close(const QString &page) override;
    void killRenderer(qint64 pid) override;
    void restart(const QString &reason) override;

private:
    void launch();
    void prepareChild(int socketEnd);
    void processFailed(QProcess::ProcessError error);
    void processFinished(int code, QProcess::ExitStatus status);
    void send(const Frame &frame);
    void readAvailable();
    void readSlice();
    Result<> dispatch(const Frame &frame);
    Result<> takeHello(const QJsonObject &header);
    void schedulePing();
    void ended(const QString &reason);
    void giveUp(const Error &error);
    void drop();

    Options m_options;
    Clock &m_clock;
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
