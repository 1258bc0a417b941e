// SPDX-License-Identifier: MIT
#include "deadtime.h"

#include <algorithm>

namespace glovebox::ui {

using std::chrono::milliseconds;

DeadTime::DeadTime(Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
{
}

void DeadTime::start()
{
    m_end = m_clock.monotonic() + limits::decisionDeadTime;
    ++m_generation;
    m_over = false;
    tick();
}

milliseconds DeadTime::left() const
{
    return m_over ? milliseconds(0) : std::max(milliseconds(0), m_end - m_clock.monotonic());
}

double DeadTime::fractionLeft() const
{
    return static_cast<double>(left().count()) /
           static_cast<double>(limits::decisionDeadTime.count());
}

void DeadTime::tick()
{
    m_over = m_clock.monotonic() >= m_end;
    if (m_over)
        m_timer.reset();
    else
        m_timer = m_clock.after(std::min(milliseconds(100), left()), this, [this] { tick(); });
    Q_EMIT changed();
}

} // namespace glovebox::ui
