// SPDX-License-Identifier: MIT
#pragma once

#include "busywatch.h"
#include "looks.h"
#include "poolcontext.h"
#include "runqueue.h"

namespace glovebox::sandbox {

// One session: its interpreter and its queue. One run at a time; a lost interpreter is replaced
// at once, under the next epoch.
class Session final : public QObject
{
    Q_OBJECT

public:
    Session(PoolContext &context, SessionId id, const SessionRequest &request);
    ~Session() override;

    SessionRef ref() const { return {m_id, m_epoch}; }
    const SessionRequest &request() const { return m_request; }
    SessionStatus status() const;
    bool isClosed() const { return m_closed; }
    // Nothing runs or waits in it.
    bool isIdle() const
    {
        return !m_execution && m_queue.isEmpty() && !m_looks.isBusy() && !m_closed;
    }
    // It has a renderer, or gets one by itself.
    bool hasProcess() const { return !m_retired; }
    std::chrono::milliseconds idleTime() const; // since it was last used

    Result<> submit(RunId run, const ApprovalRecord &record, const QString &approvedDigest,
                    bool isAttended = false);
    // As Looks::ask. Unavailable at once while something runs or waits, or there is no interpreter.
    QFuture<Result<QJsonObject>> look(const QString &method, const QJsonObject &arguments,
                                      std::chrono::milliseconds limit);
    Result<> answerInput(RunId run, const std::optional<QString> &line);
    bool has(RunId run) const; // queued or running here
    void interrupt(RunId run);
    void cancel(RunId run, const QString &reason);
    bool withdraw(RunId run); // from the queue, without an event; false: not in it
    SessionRef restart(const QString &reason);
    // Gives its process back until its next run, which is told why the variables are gone.
    void retire(const QString &reason);
    void close(const QString &reason);
    // Every run of it has ended when this returns; `closed` does not follow.
    void shutDown(const QString &reason, const QString &queuedReason);
    // Reads what its renderer uses. Ends one that grew far past its heap; stops what an earlier run
    // left running when it takes much of the processor.
    void watchProcess();

Q_SIGNALS:
    void changed();
    void strayOutput(glovebox::StreamName stream, const QByteArray &bytes);
    void refused(const QString &what, const QString &url);
    void closed(); // last; destroy it from a queued call

private:
    Result<> check(const ApprovalRecord &record, const QString &approvedDigest) const;
    Result<> checkText(const ApprovalRecord &record) const;
    qint64 mostMemory() const;
    void boundMemory(qint64 rendererPid);
    void watchMemory();
    void watchStrays();
    void stopStrays();
    void ensureInterpreter();
    void connectInterpreter();
    void interpreterEnded(Interpreter::End how, const QString &reason);
    void takeStray(const worker::Stream &stream);
    QByteArray takeStrayNote();
    void dropInterpreter();
    void startAgain(Interpreter::End how, const QString &reason);
    void schedule();
    void dispatch();
    void finish(const Outcome &outcome, const OutputStore::Counts &counts);
    void finishClosing();
    void noteLoss(const QString &reason);
    void update();

    PoolContext &m_context;
    SessionId m_id;
    SessionRequest m_request;
    int m_epoch = 1;
    int m_runs = 0;
    int m_runsHere = 0; // in this interpreter
    int m_startFailures = 0;
    QDateTime m_since;
    std::chrono::milliseconds m_lastUsed = {};
    qint64 m_residentBytes = 0;
    QByteArray m_stray; // printed since the last run, its beginning
    qint64 m_strayBytes = 0;
    QString m_news; // for the next run: why earlier variables are gone
    BusyWatch m_busyWatch;
    bool m_isStopping = false;    // strays, at this moment
    bool m_stoppedStrays = false; // since the last run
    bool m_retired = false;
    bool m_restarting = false; // the epoch of the interpreter to come is already given out
    bool m_lostOne = false;
    bool m_closed = false;
    bool m_scheduled = false;
    RunQueue m_queue;
    Looks m_looks;
    std::unique_ptr<Interpreter> m_interpreter;
    std::unique_ptr<Execution> m_execution;
};

} // namespace glovebox::sandbox
