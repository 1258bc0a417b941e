// SPDX-License-Identifier: MIT
#pragma once

#include "execution.h"
#include "graveyard.h"
#include "sessionpool.h"
#include "snapshotkeeper.h"
#include "wheelkeeper.h"

#include <QPointer>

namespace glovebox::sandbox {

// What all sessions of a pool share: the engine's pages, the snapshot, the warm spare, and what
// was last measured of the seals.
class PoolContext final : public QObject
{
    Q_OBJECT

public:
    PoolContext(const SessionPool::Parts &parts);
    ~PoolContext() override;

    void start();
    void stop(); // no more interpreters

    const SessionPool::Parts &parts() const { return m_parts; }
    const SessionPool::Tuning &tuning() const { return m_tuning; }
    void tune(const SessionPool::Tuning &tuning);
    Execution::Services services() const;
    bool isStarted() const { return m_started; }
    bool canRun() const { return m_problem.isEmpty(); }
    // Why nothing can run; empty: it can.
    const QString &problem() const { return m_problem; }
    const SealStatus &seals() const { return m_seals; }
    const QString &python() const { return m_python; }
    int sparesReady() const;

    // The warm spare when it fits, else one that begins to start. Null while the engine is not
    // running: `engineUp` follows.
    std::unique_ptr<Interpreter> takeInterpreter(const SessionRequest &request);
    // One that reads code; null as above.
    std::unique_ptr<Interpreter> makeAnalyser();
    // A page for programs of run_code, which begins to start. Null as above.
    std::unique_ptr<Interpreter> takeMachine(qint64 heapBytes);
    // For interpreters and executions that may be the sender of the signal being handled.
    Graveyard &graveyard() { return m_graveyard; }
    // Something runs: what can wait is done later.
    void noteRun() { m_lastRun = m_parts.clock.monotonic(); }
    // Of an installed package, so that the sessions to come need not compile it.
    void packWheel(const WheelToPack &wheel) { m_wheels.add(wheel); }
    // An interpreter did not start.
    void startFailed(const Interpreter &interpreter);

Q_SIGNALS:
    void engineUp();
    // There is nothing to start from yet: what is needed soon must not wait for it.
    void startsWithoutLayers();
    void sealsChanged(const glovebox::SealStatus &seals);
    void interpreterReady(const QString &python);
    void problemChanged(const QString &problem);

private:
    bool canStart() const;
    std::unique_ptr<Interpreter> makeInterpreter(const InitOptions &options);
    InitOptions sessionOptions(const SessionRequest &request) const;
    void bootWaiting();
    void bootWithoutLayers();
    void giveHeadStart(Interpreter &interpreter);
    void boot(Interpreter &interpreter, InitOptions options);
    WheelKeeper::Parts wheelParts();
    void makeLayersLater();
    void warmSpare();
    void warmSpareLater();
    bool isStarting() const;
    void dropSpare();
    void setSeals(const SealStatus &seals);
    void setProblem(const QString &problem);

    struct Waiting
    {
        QPointer<Interpreter> interpreter;
        InitOptions options;
    };

    SessionPool::Parts m_parts;
    SessionPool::Tuning m_tuning;
    Pages m_pages;
    QList<FontFile> m_fonts;
    SnapshotKeeper m_keeper;
    WheelKeeper m_wheels;
    Graveyard m_graveyard; // after what the dead refer to
    std::unique_ptr<Interpreter> m_spare;
    std::unique_ptr<QObject> m_spareTimer;
    std::unique_ptr<QObject> m_layerTimer;
    std::unique_ptr<QObject> m_headStart;
    QList<Waiting> m_waiting;
    QList<QPointer<Interpreter>> m_made; // to see whether one still starts
    SealStatus m_seals;
    QString m_problem;
    QString m_python;
    std::chrono::milliseconds m_lastRun = {};
    const std::shared_ptr<const void> m_running = std::make_shared<bool>(); // executions share it
    int m_spareFailures = 0;
    bool m_started = false;
};

} // namespace glovebox::sandbox
