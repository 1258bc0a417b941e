// SPDX-License-Identifier: MIT
#include "pressguard.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QShortcut>

#include <utility>

namespace glovebox::ui {

PressGuard::PressGuard(Clock &clock, QObject *parent)
    : QObject(parent)
    , m_dead(clock)
{
}

void PressGuard::guard(QAbstractButton *button, const std::function<void()> &act)
{
    button->installEventFilter(this);
    connect(button, &QAbstractButton::clicked, this, [this, button, act] {
        if (countsAsClick(button))
            act();
    });
}

void PressGuard::guardKey(QWidget *scope, const QKeySequence &key, const std::function<void()> &act)
{
    auto *shortcut = new QShortcut(key, scope);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    // A key that is held down since before says nothing about what is shown now.
    shortcut->setAutoRepeat(false);
    connect(shortcut, &QShortcut::activated, this, [this, act] {
        if (m_dead.isOver())
            act();
    });
}

bool PressGuard::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::KeyPress:
        return takesPress(watched, event);
    default:
        return false;
    }
}

// True: the press is swallowed.
bool PressGuard::takesPress(QObject *button, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() != Qt::Key_Space)
            return false; // Enter is refused by Button itself
        if (key->isAutoRepeat())
            return true;
    }
    m_press = {button, m_dead.generation()};
    return !m_dead.isOver();
}

bool PressGuard::countsAsClick(QObject *button)
{
    const Press press = std::exchange(m_press, {});
    if (!m_dead.isOver())
        return false;
    // Without a press it came from a screen reader's own action.
    return !press.button || (press.button == button && press.generation == m_dead.generation());
}

} // namespace glovebox::ui
