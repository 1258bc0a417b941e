// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

namespace glovebox::ui {

// The screens at the left edge: 80 px, or icons only (56) where the window is narrow. It shows
// the screens that exist.
class Rail final : public QWidget
{
    Q_OBJECT

public:
    explicit Rail(QWidget *parent = nullptr);

    void setWaiting(int waiting); // the amber badge
    void setIconsOnly(bool on);

Q_SIGNALS:
    void workbenchChosen();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    QRect itemRect() const;

    int m_waiting = 0;
    bool m_iconsOnly = false;
};

} // namespace glovebox::ui
