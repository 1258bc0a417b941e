// SPDX-License-Identifier: MIT
#pragma once

#include "ui/theme/tokens.h"

#include <QAbstractButton>
#include <QHash>
#include <QWidget>

class QVBoxLayout;

namespace glovebox::ui {

// The screens of the window, in the order of the rail and of the keys Ctrl+1…6 (UI.md 8). Settings
// stands at the foot of the rail and has Ctrl+,.
enum class Screen { Workbench, Scratchpad, Review, Packages, Journal, Clients, Settings };

QString screenName(Screen screen);
QString screenIcon(Screen screen);

// One screen in the rail: icon, name, and a badge for what waits there.
class RailButton final : public QAbstractButton
{
    Q_OBJECT

public:
    RailButton(Screen screen, QWidget *parent);

    // `ground` says why the badge is there (UI.md 3): amber waits for the person, grey is to be
    // reviewed. 0: no badge. `spoken` is what a screen reader says of it.
    void setBadge(int count, Token ground, const QString &spoken);
    void setIconsOnly(bool on);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintBadge(QPainter &painter, const QRectF &icon) const;

    QString m_iconName;
    int m_badge = 0;
    Token m_badgeGround = Token::Wait;
    bool m_iconsOnly = false;
};

// The screens at the left edge: 80 px, or icons only (56) where the window is narrow. It shows
// the screens that were added.
class Rail final : public QWidget
{
    Q_OBJECT

public:
    explicit Rail(QWidget *parent = nullptr);

    void addScreen(Screen screen);
    void setChosen(Screen screen);
    RailButton *button(Screen screen) const { return m_buttons.value(screen); }
    void setIconsOnly(bool on);

Q_SIGNALS:
    void chosen(glovebox::ui::Screen screen);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QVBoxLayout *m_column;
    QHash<Screen, RailButton *> m_buttons;
    bool m_iconsOnly = false;
};

} // namespace glovebox::ui
