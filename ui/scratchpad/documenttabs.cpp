// SPDX-License-Identifier: MIT
#include "documenttabs.h"

#include <ui/parts/wording.h>
#include <ui/theme/fonts.h>
#include <ui/theme/icons.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int tabHeight = 40;
constexpr int padding = 10;
constexpr int iconSide = 16;
constexpr int iconGap = 8;
constexpr int endSide = 16;
constexpr int widestName = 220;

} // namespace

DocumentTabs::DocumentTabs(QWidget *parent)
    : QTabBar(parent)
{
    setObjectName(QStringLiteral("documentTabs"));
    (new Wording(this))->add([this] {
        setAccessibleName(tr("Open documents"));
        // Qt's own buttons keep the words that they were made with.
        for (QToolButton *button : findChildren<QToolButton *>()) {
            const bool left = button->objectName() == u"ScrollLeftButton";
            button->setAccessibleName(left ? tr("Documents to the left")
                                           : tr("Documents to the right"));
        }
    });
    setExpanding(false);
    setDrawBase(false);
    setMovable(true);
    setUsesScrollButtons(true);
    setMouseTracking(true);
    setElideMode(Qt::ElideMiddle);
}

void DocumentTabs::setUnsaved(int index, bool unsaved)
{
    if (isUnsaved(index) == unsaved)
        return;
    setTabData(index, unsaved);
    update();
}

QSize DocumentTabs::tabSizeHint(int index) const
{
    const int name =
        QFontMetrics(textFont(TextStep::Text, QFont::DemiBold)).horizontalAdvance(tabText(index));
    return {2 * padding + iconSide + iconGap + std::min(name, widestName) + 6 + endSide, tabHeight};
}

QRect DocumentTabs::endRect(int index) const
{
    const QRect tab = tabRect(index);
    return {tab.right() - padding - endSide + 6, tab.center().y() - endSide / 2 + 1, endSide,
            endSide};
}

void DocumentTabs::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int index = 0; index < count(); ++index) {
        const QRect tab = tabRect(index);
        const bool chosen = index == currentIndex();
        if (index == m_hovered && !chosen)
            painter.fillRect(tab.adjusted(0, 4, 0, -4), color(Token::Hover));
        const Token ink = chosen ? Token::Accent : Token::Text2;
        int left = tab.left() + padding;
        paintIcon(painter, QRectF(left, tab.center().y() - iconSide / 2 + 1, iconSide, iconSide),
                  QStringLiteral("notebook-pen"), ink);
        left += iconSide + iconGap;
        const QFont font = textFont(TextStep::Text, chosen ? QFont::DemiBold : QFont::Normal);
        painter.setFont(font);
        painter.setPen(color(ink));
        const QRect name(left, tab.top(), endRect(index).left() - 4 - left, tab.height());
        painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft,
                         elideMiddle(font, tabText(index), name.width()));
        const QRect end = endRect(index);
        if (index == m_hovered) {
            paintIcon(painter, QRectF(end).adjusted(2, 2, -2, -2), QStringLiteral("x"),
                      Token::Text2);
        } else if (isUnsaved(index)) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(color(Token::Text3));
            painter.drawEllipse(QRectF(end).adjusted(5, 5, -5, -5));
        }
        if (chosen)
            painter.fillRect(QRect(tab.left(), tab.bottom() - 1, tab.width(), 2),
                             color(Token::Accent));
    }
}

void DocumentTabs::mousePressEvent(QMouseEvent *event)
{
    const int index = tabAt(event->pos());
    const bool cross = index >= 0 && endRect(index).contains(event->pos());
    m_pressed = event->button() == Qt::MiddleButton || cross ? index : -1;
    if (m_pressed < 0)
        QTabBar::mousePressEvent(event);
}

void DocumentTabs::mouseReleaseEvent(QMouseEvent *event)
{
    const int pressed = std::exchange(m_pressed, -1);
    if (pressed >= 0 && pressed == tabAt(event->pos()))
        Q_EMIT tabCloseRequested(pressed);
    else
        QTabBar::mouseReleaseEvent(event);
}

void DocumentTabs::mouseMoveEvent(QMouseEvent *event)
{
    QTabBar::mouseMoveEvent(event);
    if (const int index = tabAt(event->pos()); index != m_hovered) {
        m_hovered = index;
        update();
    }
}

void DocumentTabs::leaveEvent(QEvent *event)
{
    QTabBar::leaveEvent(event);
    m_hovered = -1;
    update();
}

} // namespace glovebox::ui
