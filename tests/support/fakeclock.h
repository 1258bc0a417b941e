// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"

#include <QPointer>
#include <QTimeZone>

#include <algorithm>
#include <vector>

// A clock that stands still until a test moves it. For one thread.
class FakeClock : public glovebox::Clock
{
public:
    using Milliseconds = std::chrono::milliseconds;

    explicit FakeClock(const QDateTime &start = QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5),
                                                          QTimeZone::UTC))
        : m_now(start)
    {
    }

    QDateTime now() const override { return m_now; }
    Milliseconds monotonic() const override { return m_monotonic; }

    std::unique_ptr<QObject> after(Milliseconds delay, QObject *context, Callback callback) override
    {
        auto handle = std::make_unique<QObject>();
        m_due.push_back({m_monotonic + std::max(delay, Milliseconds(0)), m_count++, handle.get(),
                         context, std::move(callback)});
        return handle;
    }

    // Moves both times and calls what becomes due on the way, each at its own moment and in
    // order; what a callback asks for counts too.
    void advance(Milliseconds by)
    {
        const Milliseconds target = m_monotonic + by;
        while (fireNext(target)) {
        }
        moveTo(target);
    }

    // The wall clock is set, by the person or by the network; no time passes.
    void jump(Milliseconds by) { m_now = m_now.addMSecs(by.count()); }

    // Calls that somebody still waits for.
    int pending() const { return static_cast<int>(std::ranges::count_if(m_due, &Due::isAlive)); }

private:
    struct Due
    {
        Milliseconds at;
        qint64 order;
        QPointer<QObject> handle;
        QPointer<QObject> context;
        Callback callback;

        bool isAlive() const { return handle && context; }
    };

    bool fireNext(Milliseconds target)
    {
        std::erase_if(m_due, [](const Due &due) { return !due.isAlive(); });
        const auto next = std::ranges::min_element(
            m_due, {}, [](const Due &due) { return std::pair(due.at, due.order); });
        if (next == m_due.end() || next->at > target)
            return false;
        moveTo(next->at);
        const Callback callback = std::move(next->callback);
        m_due.erase(next);
        callback();
        return true;
    }

    void moveTo(Milliseconds monotonic)
    {
        m_now = m_now.addMSecs((monotonic - m_monotonic).count());
        m_monotonic = monotonic;
    }

    QDateTime m_now;
    Milliseconds m_monotonic{1'000'000}; // its zero means nothing
    qint64 m_count = 0;
    std::vector<Due> m_due;
};
