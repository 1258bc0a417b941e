// SPDX-License-Identifier: MIT
#pragma once

#include <QTabBar>

namespace glovebox::ui {

// The open documents: the chosen one in accent with its icon, a dot where something is unsaved.
// The middle button, or the cross that comes under the pointer, closes.
class DocumentTabs final : public QTabBar
{
    Q_OBJECT

public:
    explicit DocumentTabs(QWidget *parent = nullptr);

    void setUnsaved(int index, bool unsaved);

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    QRect endRect(int index) const; // where the dot or the cross is
    bool isUnsaved(int index) const { return tabData(index).toBool(); }

    int m_hovered = -1;
    int m_pressed = -1; // the tab whose cross was pressed
};

} // namespace glovebox::ui
