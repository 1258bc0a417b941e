// SPDX-License-Identifier: MIT
#include "runqueue.h"

#include <algorithm>
#include <utility>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

Result<> checkApproved(const ApprovalRecord &record, const QString &approvedDigest)
{
    if (approvedDigest.isEmpty() || record.digest() != approvedDigest)
        return fail(ErrorCode::Denied, u"This is not what was approved. Ask again."_s);
    return {};
}

bool RunQueue::has(RunId run) const
{
    return std::ranges::contains(m_runs, run, &QueuedRun::run);
}

QueuedRun RunQueue::takeFirst()
{
    QueuedRun first = std::move(m_runs.front());
    m_runs.pop_front();
    return first;
}

std::optional<QueuedRun> RunQueue::take(RunId run)
{
    const auto found = std::ranges::find(m_runs, run, &QueuedRun::run);
    if (found == m_runs.end())
        return std::nullopt;
    QueuedRun taken = std::move(*found);
    m_runs.erase(found);
    return taken;
}

void RunQueue::publishPositions()
{
    int position = 0;
    for (QueuedRun &queued : m_runs) {
        if (++position != queued.position && !queued.toldStart) {
            queued.position = position;
            m_hub.publish(queued.run, event::Queued{position});
        }
    }
}

void RunQueue::end(const QueuedRun &taken, const QString &reason) const
{
    m_hub.publish(taken.run, event::Ended{RunState::Cancelled, reason, 0, 0, 0});
}

void RunQueue::endAll(const QString &reason)
{
    for (const QueuedRun &queued : std::exchange(m_runs, {}))
        end(queued, reason);
}

} // namespace glovebox::sandbox
