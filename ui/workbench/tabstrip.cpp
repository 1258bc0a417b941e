// SPDX-License-Identifier: MIT
#include "tabstrip.h"

#include "ui/theme/fonts.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QLocale>
#include <QPainter>

namespace glovebox::ui {

namespace {

constexpr int stripHeight = 32;
constexpr int side = 10;
constexpr int countGap = 6;

} // namespace

TabStrip::TabStrip(QWidget *parent)
    : QTabBar(parent)
{
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(true);
    setFocusPolicy(Qt::TabFocus);
}

void TabStrip::setCount(int tab, int count)
{
    setTabData(tab, count);
    // QTabBar measures its tabs again only when a text changes.
    const QString text = tabText(tab);
    setTabText(tab, {});
    setTabText(tab, text);
}

void TabStrip::step(int by)
{
    setCurrentIndex((currentIndex() + by + count()) % count());
}

QString TabStrip::countText(int tab) const
{
    const QVariant count = tabData(tab);
    return count.isValid() && count.toInt() >= 0 ? QLocale().toString(count.toInt()) : QString();
}

QSize TabStrip::tabSizeHint(int index) const
{
    const QFontMetrics words(textFont(TextStep::Text, QFont::DemiBold));
    const QFontMetrics small(textFont(TextStep::Second));
    const QString count = countText(index);
    const int extra = count.isEmpty() ? 0 : countGap + small.horizontalAdvance(count);
    return {words.horizontalAdvance(tabText(index)) + extra + 2 * side, stripHeight};
}

QSize TabStrip::minimumTabSizeHint(int index) const
{
    return tabSizeHint(index);
}

void TabStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    for (int tab = 0; tab < count(); ++tab) {
        const QRectF rect = tabRect(tab);
        const bool chosen = tab == currentIndex();
        const QFont font = textFont(TextStep::Text, chosen ? QFont::DemiBold : QFont::Normal);
        painter.setFont(font);
        painter.setPen(color(chosen ? Token::Accent : Token::Text2));
        painter.drawText(rect.adjusted(side, 0, 0, 0), Qt::AlignVCenter, tabText(tab));
        const qreal left =
            rect.left() + side + QFontMetrics(font).horizontalAdvance(tabText(tab)) + countGap;
        painter.setFont(textFont(TextStep::Second));
        painter.setPen(color(Token::Text2));
        painter.drawText(QRectF(left, rect.top(), rect.right() - left, rect.height()),
                         Qt::AlignVCenter, countText(tab));
        if (chosen)
            painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 2),
                             color(Token::Accent));
        if (chosen && hasFocus())
            paintFocusRing(painter, rect.adjusted(2, 4, -2, -4), 4);
    }
}

} // namespace glovebox::ui
