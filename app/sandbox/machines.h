// SPDX-License-Identifier: MIT
#pragma once

#include "poolcontext.h"
#include "runqueue.h"

namespace glovebox::sandbox {

// The programs of run_code. Each has a machine of its own inside a page of the role "wasi": new
// memory and new files. A page is one client's, so that no client meets what another one's program
// may have done to its process; it keeps the runtimes that it compiled, and is given back when it
// was not used for a while. Publishes every event of a run from Queued to Ended.
class Machines final : public QObject
{
    Q_OBJECT

public:
    explicit Machines(PoolContext &context);
    ~Machines() override;

    // As SessionPool::submit, for records that name a runtime.
    Result<> submit(RunId run, const ApprovalRecord &record, const QString &approvedDigest);
    bool has(RunId run) const; // running or queued here
    void interrupt(RunId run);
    void cancel(RunId run, const QString &reason);
    bool withdraw(RunId run); // from the queue, without an event; false: not in it
    // Every run has ended when this returns.
    void shutDown(const QString &reason, const QString &queuedReason);

private:
    struct Page
    {
        ClientId client;
        qint64 heapBytes = 0;
        std::unique_ptr<Interpreter> interpreter;
        std::unique_ptr<Execution> execution;
        std::optional<QueuedRun> next; // waits for the page to start
        std::chrono::milliseconds lastUsed = {};
        std::unique_ptr<QObject> idleTimer;

        bool isIdle() const { return !execution && !next; }
    };

    void dispatch();
    void dispatchLater();
    Page *pageFor(const QueuedRun &queued);
    bool makeRoom();
    Page *open(const QueuedRun &queued);
    void assign(Page &page, const QueuedRun &queued);
    void begin(Page &page);
    void rest(Page &page);
    void finish(Page &page, const Outcome &outcome, const OutputStore::Counts &counts);
    void pageEnded(Page &page, Interpreter::End how, const QString &reason);
    void drop(Page &page);
    Page *pageOf(RunId run) const;
    std::optional<QueuedRun> takeWaiting(RunId run);

    PoolContext &m_context;
    std::vector<std::unique_ptr<Page>> m_pages;
    RunQueue m_queue;
    bool m_scheduled = false;
    bool m_shutDown = false;
};

} // namespace glovebox::sandbox
