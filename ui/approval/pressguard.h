// SPDX-License-Identifier: MIT
#pragma once

#include "deadtime.h"

#include <QKeySequence>
#include <QPointer>

#include <functional>

class QAbstractButton;
class QWidget;

namespace glovebox::ui {

// Which presses of a button may decide (UI.md 4.5), for every bar that decides: nothing counts in
// the dead time, and no press counts that began before it.
class PressGuard final : public QObject
{
    Q_OBJECT

public:
    explicit PressGuard(Clock &clock, QObject *parent = nullptr);

    DeadTime &deadTime() { return m_dead; }
    bool isReady() const { return m_dead.isOver(); }

    // `act` is called for presses that count.
    void guard(QAbstractButton *button, const std::function<void()> &act);
    // The same for a key, while the focus is in `scope`; held keys repeat nothing.
    void guardKey(QWidget *scope, const QKeySequence &key, const std::function<void()> &act);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    // What a press began with; it counts only if nothing changed since.
    struct Press
    {
        QPointer<QObject> button;
        int generation = 0;
    };
    bool takesPress(QObject *button, QEvent *event);
    bool countsAsClick(QObject *button);

    DeadTime m_dead;
    Press m_press;
};

} // namespace glovebox::ui
