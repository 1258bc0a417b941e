// SPDX-License-Identifier: MIT
#pragma once

#include "base/settingsdesk.h"

#include <QAction>
#include <QKeySequence>
#include <QPointer>

class QWidget;

namespace glovebox::ui {

// The keys of the window and its screens, as the real actions have them, with what the person chose
// in their place. An action is known by the object that has it and its standard key, neither of
// which any language changes.
class Shortcuts final : public QObject
{
    Q_OBJECT

public:
    struct Entry
    {
        QString id;    // "mainWindow/Ctrl+Shift+M"
        QString what;  // the action's text
        QString where; // title of its screen; empty: everywhere
        QKeySequence standard;
        QKeySequence current;

        bool isChanged() const { return current != standard; }
    };

    explicit Shortcuts(SettingsDesk &desk, QObject *parent = nullptr);

    // Every action below `window` that has a key, once its screens are in it. What the person
    // chose is set on them.
    void adopt(QWidget *window);
    // What came into it later.
    void adoptMore(const QWidget *part);

    QList<Entry> entries() const;
    // Why it cannot have this key, a sentence; empty: it can. An empty key is no key.
    QString problemOf(const QString &id, const QKeySequence &keys) const;
    Result<> change(const QString &id, const QKeySequence &keys);
    Result<> reset(const QString &id);
    Result<> resetAll();

Q_SIGNALS:
    void changed();

private:
    struct Known
    {
        QString id;
        QString scope; // the object that has it
        QString where;
        QKeySequence standard;
        QPointer<QAction> action;
    };

    void add(QAction *action, QWidget *window);
    void apply();
    const Known *known(const QString &id) const;

    SettingsDesk &m_desk;
    QPointer<QWidget> m_window;
    QList<Known> m_known;
};

} // namespace glovebox::ui
