// SPDX-License-Identifier: MIT
#include "quiet.h"

namespace glovebox::ui {

Quiet::Quiet(Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
{
}

void Quiet::setFor(std::chrono::seconds time)
{
    m_until = m_clock.now().addSecs(time.count());
    m_timer = m_clock.after(time, this, [this] {
        m_timer.release()->deleteLater();
        end();
    });
    Q_EMIT changed();
}

void Quiet::setUntilTomorrow()
{
    const QDateTime now = m_clock.now().toLocalTime();
    const QDateTime morning(now.date().addDays(1), QTime(8, 0));
    setFor(std::chrono::seconds(now.secsTo(morning)));
}

void Quiet::end()
{
    m_timer.reset();
    m_until = {};
    Q_EMIT changed();
}

} // namespace glovebox::ui
