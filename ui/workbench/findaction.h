// SPDX-License-Identifier: MIT
#pragma once

#include <QFrame>
#include <QPointer>

class QAction;
class QLineEdit;
class QListView;
class QMenuBar;
class QStandardItemModel;

namespace glovebox::ui {

// An action with the menus that lead to it: "Run › Stop this run".
struct NamedAction
{
    QAction *action = nullptr;
    QString name; // without its mnemonic
    QString path; // of menus
    QString key;  // as the platform writes it
};

// Every action of the menus, in their order.
QList<NamedAction> actionsOf(const QMenuBar &bar);
QString actionName(const QAction &action);

// All actions by name (UI.md 8, Ctrl+K): typed letters narrow the list, Enter does the chosen one,
// Escape closes. What cannot be done now is listed and does nothing.
class FindAction final : public QFrame
{
    Q_OBJECT

public:
    explicit FindAction(QWidget *window);

    void open(const QList<NamedAction> &actions);
    QLineEdit *field() const { return m_field; }
    QStringList shownNames() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void narrow();
    void act();

    QLineEdit *m_field;
    QListView *m_list;
    QStandardItemModel *m_rows;
    QList<NamedAction> m_actions;
};

} // namespace glovebox::ui
