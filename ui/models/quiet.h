// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"

namespace glovebox::ui {

// For a while nothing asks for attention: no notification, no window; the badge only (UI.md 4.1).
class Quiet final : public QObject
{
    Q_OBJECT

public:
    explicit Quiet(Clock &clock, QObject *parent = nullptr);

    bool isQuiet() const { return m_until.isValid(); }
    QDateTime until() const { return m_until; } // invalid: not quiet
    void setFor(std::chrono::seconds time);
    void setUntilTomorrow(); // eight in the morning, local
    void end();

Q_SIGNALS:
    void changed();

private:
    Clock &m_clock;
    QDateTime m_until;
    std::unique_ptr<QObject> m_timer;
};

} // namespace glovebox::ui
