// SPDX-License-Identifier: MIT
#include "budget.h"

namespace glovebox::approval {

using std::chrono::milliseconds;

namespace {

constexpr std::chrono::minutes minute{1};
constexpr std::chrono::hours hour{1};

// Rounded up: at that moment it really fits.
std::chrono::seconds upTo(milliseconds time)
{
    return std::chrono::ceil<std::chrono::seconds>(std::max(time, milliseconds(0)));
}

} // namespace

void Budgets::forgetOld(Used &used) const
{
    const milliseconds now = m_clock.monotonic();
    while (!used.asked.empty() && used.asked.front() <= now - minute)
        used.asked.pop_front();
    while (!used.executed.empty() && used.executed.front().at <= now - hour)
        used.executed.pop_front();
}

void Budgets::asked(const ClientId &client)
{
    Used &used = m_used[client];
    forgetOld(used);
    used.asked.push_back(m_clock.monotonic());
}

void Budgets::executed(const ClientId &client, milliseconds time)
{
    Used &used = m_used[client];
    forgetOld(used);
    used.executed.push_back({m_clock.monotonic(), time});
}

Usage Budgets::usage(const ClientId &client, const ClientBudget &budget) const
{
    const auto found = m_used.find(client);
    if (found == m_used.end())
        return {};
    Used used = *found;
    forgetOld(used);
    const milliseconds now = m_clock.monotonic();
    Usage usage;
    usage.runsThisMinute = static_cast<int>(used.asked.size());
    for (const Executed &run : used.executed)
        usage.executedThisHour += run.time;
    if (budget.runsPerMinute > 0 && usage.runsThisMinute >= budget.runsPerMinute) {
        const auto last = used.asked.size() - static_cast<size_t>(budget.runsPerMinute);
        usage.untilRun = upTo(used.asked[last] + minute - now);
    }
    milliseconds left = usage.executedThisHour;
    const std::chrono::seconds most(budget.secondsPerHour);
    for (const Executed &run : used.executed) {
        if (left < most)
            break;
        left -= run.time;
        usage.untilSeconds = upTo(run.at + hour - now);
    }
    return usage;
}

} // namespace glovebox::approval
