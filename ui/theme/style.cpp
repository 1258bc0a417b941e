// SPDX-License-Identifier: MIT
#include "style.h"

#include "paint.h"
#include "theme.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

namespace glovebox::ui {

namespace {

void paintTickBox(QPainter &painter, const QStyleOption &option)
{
    constexpr qreal faded = 0.45;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (!option.state.testFlag(QStyle::State_Enabled))
        painter.setOpacity(faded);
    const bool on = option.state.testFlag(QStyle::State_On);
    const bool some = option.state.testFlag(QStyle::State_NoChange);
    const qreal side = std::min({option.rect.width(), option.rect.height(), 16});
    QRectF box(0, 0, side, side);
    box.moveCenter(QRectF(option.rect).center());
    const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
    const QColor ground =
        on || some ? color(Token::Accent) : color(hovered ? Token::Hover : Token::Surface);
    paintBox(painter, box, 3, ground, color(on || some ? Token::Accent : Token::Edge));
    QPen pen(color(Token::OnAccent), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(pen);
    const auto at = [&](qreal x, qreal y) {
        return QPointF(box.left() + x * side, box.top() + y * side);
    };
    if (on)
        painter.drawPolyline(QPolygonF({at(0.25, 0.52), at(0.43, 0.7), at(0.76, 0.32)}));
    else if (some)
        painter.drawLine(at(0.28, 0.5), at(0.72, 0.5));
    painter.restore();
}

} // namespace

Style::Style()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                          const QWidget *widget) const
{
    if (option && (element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck)) {
        paintTickBox(*painter, *option);
        return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

} // namespace glovebox::ui
