// SPDX-License-Identifier: MIT
#pragma once

#include <base/clock.h>
#include <base/limits.h>

namespace glovebox::ui {

// The half second in which nothing can be decided (UI.md 4.5): what was shown a moment ago is
// not what the finger is on its way to.
class DeadTime final : public QObject
{
    Q_OBJECT

public:
    explicit DeadTime(Clock &clock, QObject *parent = nullptr);

    void start();
    bool isOver() const { return m_over; }
    std::chrono::milliseconds left() const;
    double fractionLeft() const; // 1-0
    // Counts the starts: a press belongs to one of them.
    int generation() const { return m_generation; }

Q_SIGNALS:
    void changed(); // ten times a second while it lasts, and at its end

private:
    void tick();

    Clock &m_clock;
    std::unique_ptr<QObject> m_timer;
    std::chrono::milliseconds m_end{0};
    int m_generation = 0;
    bool m_over = true;
};

} // namespace glovebox::ui
