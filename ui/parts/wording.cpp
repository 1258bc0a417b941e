// SPDX-License-Identifier: MIT
#include "wording.h"

#include <QEvent>
#include <QWidget>

namespace glovebox::ui {

Wording::Wording(QWidget *widget)
    : QObject(widget)
{
}

void Wording::add(const std::function<void()> &say)
{
    m_says.append(say);
    say();
}

// A widget passes it on to its children, of which this is one.
bool Wording::event(QEvent *event)
{
    if (event->type() != QEvent::LanguageChange)
        return QObject::event(event);
    for (const auto &say : std::as_const(m_says))
        say();
    return true;
}

} // namespace glovebox::ui
