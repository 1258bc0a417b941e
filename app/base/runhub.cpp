// SPDX-License-Identifier: MIT
#include "runhub.h"

#include <algorithm>

namespace glovebox {

RunHub::RunHub(Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
{
}

const RunFacts *RunHub::facts(RunId run) const
{
    const auto it = m_facts.constFind(run);
    return it == m_facts.constEnd() ? nullptr : &*it;
}

QList<RunId> RunHub::runs() const
{
    QList<RunId> ids = m_facts.keys();
    std::ranges::sort(ids);
    return ids;
}

RunEvent RunHub::publish(RunId run, RunEventBody body)
{
    RunFacts &facts = m_facts[run];
    Q_ASSERT(!isFinal(facts.state));
    RunEvent event{run, facts.lastSeq + 1, m_clock.now(), std::move(body)};
    facts.apply(event);
    Q_EMIT published(event);
    return event;
}

void RunHub::forget(RunId run)
{
    m_facts.remove(run);
}

} // namespace glovebox
