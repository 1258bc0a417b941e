// SPDX-License-Identifier: MIT
#pragma once

#include "base/record.h"
#include "base/runhub.h"

#include <deque>
#include <optional>

namespace glovebox::sandbox {

struct QueuedRun
{
    RunId run;
    ApprovalRecord record;
    QString approvedDigest;
    bool isAttended = false;
    int position = 0;       // as last published
    bool toldStart = false; // a Starting event was published: where it stands is no news any more
    int attempts = 0;       // to start what it was to run in
};

// DESIGN 4.6: what runs is what was approved. Asked when a run is queued, and once more at the
// moment when the very bytes go out.
Result<> checkApproved(const ApprovalRecord &record, const QString &approvedDigest);

// The runs that wait for one session, or for any machine. Publishes where each of them stands, and
// the end of those that never begin.
class RunQueue
{
public:
    explicit RunQueue(RunHub &hub)
        : m_hub(hub)
    {
    }

    bool isEmpty() const { return m_runs.empty(); }
    int size() const { return int(m_runs.size()); }
    bool has(RunId run) const;

    void append(QueuedRun run) { m_runs.push_back(std::move(run)); }
    void prepend(QueuedRun run) { m_runs.push_front(std::move(run)); }
    QueuedRun &first() { return m_runs.front(); } // of a queue that is not empty, as takeFirst()
    QueuedRun takeFirst();
    std::optional<QueuedRun> take(RunId run); // without an event

    void publishPositions();
    void end(const QueuedRun &taken, const QString &reason) const; // which is in no queue any more
    void endAll(const QString &reason);

private:
    RunHub &m_hub;
    std::deque<QueuedRun> m_runs;
};

} // namespace glovebox::sandbox
