// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"

#include <QObject>

#include <algorithm>
#include <memory>
#include <utility>

namespace glovebox::ui {

// Gathers requests to refresh: however many come, the callback runs at most once per interval
// (UI.md 5: 20 times a second, whatever arrives). The first request after a quiet interval runs
// a little later, unseen by people: what a short run does next is done first, and then shown whole.
class Refresher
{
public:
    static constexpr std::chrono::milliseconds interval{50};
    static constexpr std::chrono::milliseconds firstDelay{20};

    Refresher(Clock &clock, QObject *context, Clock::Callback callback)
        : m_clock(clock)
        , m_context(context)
        , m_callback(std::move(callback))
    {
    }

    void request()
    {
        if (m_waiting)
            return;
        const auto sinceLast = m_clock.monotonic() - m_last;
        const auto delay = m_ran ? std::max(interval - sinceLast, firstDelay) : firstDelay;
        m_waiting = m_clock.after(delay, m_context, [this] { run(); });
    }

    void cancel() { m_waiting.reset(); }

private:
    void run()
    {
        // The handle is what calls us: it must outlive this call.
        m_waiting.release()->deleteLater();
        m_ran = true;
        m_last = m_clock.monotonic();
        m_callback();
    }

    Clock &m_clock;
    QObject *m_context;
    Clock::Callback m_callback;
    std::unique_ptr<QObject> m_waiting;
    std::chrono::milliseconds m_last{0};
    bool m_ran = false;
};

} // namespace glovebox::ui
