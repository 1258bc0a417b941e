// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/controls.h"
#include "base/runhub.h"
#include "base/scratchlimits.h"
#include "hostcalls.h"
#include "outputstore.h"
#include "sessionlimits.h"
#include "snapshotstore.h"

#include <functional>
#include <memory>
#include <vector>

namespace glovebox::sandbox {

class Analyser;
class Machines;
class PoolContext;
class Session;

// What a session is made with; fixed for its life.
struct SessionRequest
{
    ClientId client;
    QString clientLabel;
    QString name; // DESIGN 4.5: unique per client
    qint64 heapBytes = limits::defaultHeapBytes;
    QMap<QString, QString> variables = {};
    // Links in its file system, path → target: other names for mounts. Both absolute.
    QMap<QString, QString> links = {};
};

// All sessions, the queue of each, and the warm spare. Publishes every event of a run from Queued
// to Ended through the hub. Lives in the thread of the hub.
class SessionPool final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        Engine &engine;
        RunHub &hub;
        OutputStore &output;
        SnapshotStore &snapshots;
        HostCalls &hostCalls;
        Clock &clock;
        QString assets; // as in EngineProcess::Options
        QString runtime;
        bool allowRoot = false;
        // Measures both seals of (engine pid, renderer pid); empty: measureSeals.
        std::function<SealStatus(qint64, qint64)> measure = {};
        // A session that was not used for this long gives its process back; 0: never.
        std::chrono::milliseconds idleTime = limits::sessionIdleTime;
        // What a session has that asks for nothing else; the warm spare is for those.
        qint64 heapBytes = limits::defaultHeapBytes;
        // That the files of a session outside of the mounts may take together.
        qint64 folderBytes = defaultFolderBytes;
        // Wheels are packed when nothing ran for so long.
        std::chrono::milliseconds packingIdle = limits::wheelPackingIdle;
        // What an earlier run left running is stopped when it has used so much of the processor.
        std::chrono::milliseconds strayTime = sandbox::strayTime;
        // What a process has used of the processor; empty: processorTime (sealprobe.h).
        std::function<std::chrono::milliseconds(qint64)> processorTime = {};
    };

    // What the person can set while it runs.
    struct Tuning
    {
        std::chrono::milliseconds idleTime = limits::sessionIdleTime; // as in Parts
        int maxSessions = limits::maxSessions; // with a process; at most limits::maxSessions
        bool keepsSpare = true;                // an interpreter that waits for the next session
        qint64 heapBytes = limits::defaultHeapBytes; // of that interpreter

        bool operator==(const Tuning &) const = default;
    };

    explicit SessionPool(const Parts &parts, QObject *parent = nullptr);
    ~SessionPool() override; // shuts down

    // Begins to verify or make the snapshot and to warm the spare.
    void start();
    // There is no snapshot on disk: the first interpreters take seconds to come up.
    bool startsFromNothing() const;
    // Counts at once: a spare that is not wanted is ended, one that is wanted begins to start.
    // Sessions over a lower `maxSessions` stay until another one needs their place.
    void tune(const Tuning &tuning);
    const Tuning &tuning() const;
    // For a program that closes: every run has its Ended event when this returns, running ones as
    // killed and queued ones as cancelled; nothing is taken any more. Call it while readers of the
    // hub still live, or the end is not in the journal and callers get no answer.
    void shutDown();

    // The session can be named in records at once, while its interpreter still starts. When as
    // many have a process as may, one is retired first: it keeps its name, and its next run starts
    // it again without its variables and says so. It is one of the client that has the most, and of
    // those the one that was not used for longest; who has more than others takes no place of
    // theirs. Those of the person go last.
    Result<SessionRef> create(const SessionRequest &request);
    // A new interpreter: the running run ends as killed, queued ones as cancelled, because their
    // records bind the old epoch. Returns the new reference at once.
    Result<SessionRef> restart(const SessionId &session, const QString &reason);
    Result<> close(const SessionId &session, const QString &reason);

    QList<SessionStatus> sessions() const; // oldest first
    std::optional<SessionStatus> session(const SessionId &session) const;
    std::optional<SessionStatus> sessionByName(const ClientId &client, const QString &name) const;

    // Queues exactly this record's bytes. `approvedDigest` is what was decided; it and the epoch
    // are compared here and once more when the bytes go out. A record that names a runtime runs in
    // a machine of its own and needs no session.
    // `isAttended`: somebody answers when it wants input; without, input() fails at once.
    Result<> submit(RunId run, const ApprovalRecord &record, const QString &approvedDigest,
                    bool isAttended = false);
    // The line, without its end, that a run waits for (event::InputWanted); nullopt: end of file.
    // Conflict when it waits for none.
    Result<> answerInput(RunId run, const std::optional<QString> &line);
    // Asks the session's interpreter between two runs (looks.h). Unavailable at once while it is
    // busy or there is none; NotFound for a session that is gone.
    QFuture<Result<QJsonObject>> look(const SessionId &session, const QString &method,
                                      const QJsonObject &arguments,
                                      std::chrono::milliseconds limit = limits::lookTime);
    // Stops a running run (interrupted, or killed when Python does not stop in time); a queued one
    // ends as cancelled. NotFound when neither.
    Result<> interrupt(RunId run);
    // Compiles an installed package's wheel when there is time, for the sessions to come: their
    // host call "pkg.wheel" then brings a pack of it with the answer. `path`: where its bytes are.
    void packWheel(const QString &sha256, const QString &name, const QString &version,
                   const QString &path);
    // Takes a queued run back (cancelled); a running one is interrupted.
    Result<> cancel(RunId run, const QString &reason);
    // Gives a queued run back to whoever submitted it, to be decided anew: no event is published.
    // NotFound when it is not queued.
    Result<> withdraw(RunId run);

    // The interpreter that reads code; it stops when this shuts down.
    Analyser &analyser() { return *m_analyser; }

    SealStatus seals() const;
    QString python() const; // "3.14.2", or empty before the first interpreter was up
    int sparesReady() const;
    // Why nothing can run, a sentence that says what to do; empty: it can.
    QString problem() const;

Q_SIGNALS:
    void sessionsChanged();
    void sealsChanged(const glovebox::SealStatus &status);
    void interpreterReady(const QString &python);
    // Output that came while no run was active (DESIGN 4.2 "between runs").
    void strayOutput(const glovebox::SessionRef &session, glovebox::StreamName stream,
                     const QByteArray &bytes);
    // The engine reported that a page was refused something.
    void pageRefused(const glovebox::SessionRef &session, const QString &what, const QString &url);
    // `problem` changed.
    void unavailable(const QString &problem);

private:
    void connectSession(Session *session);
    Session *find(const SessionId &id) const;
    Session *holderOf(RunId run) const;
    void forget(Session *session);
    void watch();
    void retireIdle();
    Result<> makeRoom(const ClientId &client);
    int liveOf(const ClientId &client) const; // with a process
    Result<> checkNumber(const ClientId &client) const;
    bool mayRetire(const Session &session) const;

    std::unique_ptr<PoolContext> m_context;
    std::unique_ptr<Analyser> m_analyser;
    std::unique_ptr<Machines> m_machines;
    std::vector<std::unique_ptr<Session>> m_sessions;
    std::vector<std::unique_ptr<Session>> m_closing; // until their last run has ended
    std::unique_ptr<QObject> m_watchTimer;
    bool m_shutDown = false;
};

} // namespace glovebox::sandbox
