// SPDX-License-Identifier: MIT
#pragma once

#include <QMainWindow>

class QDockWidget;

namespace glovebox::ui {

// The panes of the workbench: what is chosen in the centre, one pane at each side. A pane has a
// grip at its top by which it is dragged to the other side, above, below or onto the other one;
// where they were left is kept in saveState().
class WorkPanes final : public QMainWindow
{
    Q_OBJECT

public:
    explicit WorkPanes(QWidget *parent = nullptr);

    // The first one stands at the left, the second one at the right. `title` is on its tab, while
    // both are in one place; `width` is what it begins with.
    void addPane(QWidget *pane, const QString &title, int width);
    void setPaneVisible(const QWidget *pane, bool visible);
    // Each pane to the other side: what dragging does, for the keyboard.
    void swapSides();

    QMenu *createPopupMenu() override { return nullptr; } // hiding them is in the menu View

private:
    QList<QDockWidget *> m_docks;
};

} // namespace glovebox::ui
