// SPDX-License-Identifier: MIT
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QWidget>

#include <functional>

namespace glovebox::ui {

// Calls `act` for these keys, while `scope` or something in it has the keyboard.
inline void onKeys(QWidget &scope, const QList<QKeySequence> &keys,
                   const std::function<void()> &act)
{
    auto *action = new QAction(&scope);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    QObject::connect(action, &QAction::triggered, &scope, act);
    scope.addAction(action);
}

} // namespace glovebox::ui
