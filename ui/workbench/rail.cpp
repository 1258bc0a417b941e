// SPDX-License-Identifier: MIT
#include "rail.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace glovebox::ui {

namespace {

constexpr int fullWidth = 80;
constexpr int iconWidth = 56;
constexpr int itemHeight = 56;
constexpr int mostShown = 99;

} // namespace

Rail::Rail(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("rail"));
    setAccessibleName(tr("Workbench"));
    setFixedWidth(fullWidth);
    setFocusPolicy(Qt::TabFocus);
}

void Rail::setWaiting(int waiting)
{
    m_waiting = waiting;
    setAccessibleDescription(waiting > 0 ? tr("%n waiting", nullptr, waiting) : QString());
    update();
}

void Rail::setIconsOnly(bool on)
{
    if (on == m_iconsOnly)
        return;
    m_iconsOnly = on;
    setFixedWidth(on ? iconWidth : fullWidth);
    update();
}

QRect Rail::itemRect() const
{
    return {4, 8, width() - 9, m_iconsOnly ? 44 : itemHeight};
}

void Rail::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Rail));
    paintVerticalLine(painter, width() - 1, 0, height(), color(Token::Line));
    const QRectF item = itemRect();
    paintBox(painter, item, 5, color(Token::Select), color(Token::Select));
    const qreal iconTop = m_iconsOnly ? item.center().y() - 10 : item.top() + 9;
    const QRectF iconRect(item.center().x() - 10, iconTop, 20, 20);
    paintIcon(painter, iconRect, QStringLiteral("square-activity"), Token::Accent);
    if (!m_iconsOnly) {
        const QFont font = textFont(TextStep::Meta, QFont::DemiBold);
        painter.setFont(font);
        painter.setPen(color(Token::Accent));
        painter.drawText(QRectF(item.left() - 3, item.top() + 30, item.width() + 6, 22),
                         Qt::AlignCenter, elideEnd(font, tr("Workbench"), int(item.width()) + 6));
    }
    if (m_waiting > 0) {
        const QFont font = textFont(TextStep::Meta, QFont::DemiBold);
        const QString text =
            m_waiting > mostShown ? tr("%1+").arg(mostShown) : QLocale().toString(m_waiting);
        const qreal wide = std::max(17, QFontMetrics(font).horizontalAdvance(text) + 9);
        const QRectF badge(iconRect.right() - 3, iconRect.top() - 7, wide, 17);
        paintBox(painter, badge, 8.5, color(Token::Wait), color(Token::Rail));
        painter.setFont(font);
        painter.setPen(color(Token::Surface));
        painter.drawText(badge, Qt::AlignCenter, text);
    }
    if (hasFocus())
        paintFocusRing(painter, item.adjusted(1, 1, -1, -1), 5);
}

void Rail::mousePressEvent(QMouseEvent *event)
{
    if (itemRect().contains(event->position().toPoint()))
        Q_EMIT workbenchChosen();
}

void Rail::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Space)
        Q_EMIT workbenchChosen();
    else
        QWidget::keyPressEvent(event);
}

bool Rail::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && m_iconsOnly) {
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), tr("Workbench"), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace glovebox::ui
