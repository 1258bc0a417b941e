// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "policy.h"

#include <QHash>

#include <deque>

namespace glovebox::approval {

// Counts what each client asked for in the last minute and executed in the last hour. Times are
// those of the monotonic clock.
class Budgets
{
public:
    explicit Budgets(const Clock &clock)
        : m_clock(clock)
    {
    }

    void asked(const ClientId &client);
    void executed(const ClientId &client, std::chrono::milliseconds time);
    Usage usage(const ClientId &client, const ClientBudget &budget) const;
    void forget(const ClientId &client) { m_used.remove(client); }

private:
    struct Executed
    {
        std::chrono::milliseconds at;
        std::chrono::milliseconds time;
    };
    struct Used
    {
        std::deque<std::chrono::milliseconds> asked; // oldest first
        std::deque<Executed> executed;
    };

    void forgetOld(Used &used) const;

    const Clock &m_clock;
    QHash<ClientId, Used> m_used;
};

} // namespace glovebox::approval
