// SPDX-License-Identifier: MIT
#include "radio.h"

#include <ui/theme/fonts.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QFontMetrics>
#include <QPainter>

namespace glovebox::ui {

namespace {
constexpr int ring = 14;
constexpr int gap = 8;
} // namespace

QSize RadioButton::sizeHint() const
{
    const QFontMetrics metrics(textFont());
    return {ring + gap + metrics.horizontalAdvance(text()) + 4, std::max(24, metrics.height() + 4)};
}

QSize RadioButton::minimumSizeHint() const
{
    return {ring + gap + 40, sizeHint().height()};
}

bool RadioButton::hitButton(const QPoint &position) const
{
    return rect().contains(position);
}

void RadioButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!isEnabled())
        painter.setOpacity(0.45);
    const QRectF circle(1, (height() - ring) / 2.0, ring, ring);
    painter.setPen(QPen(color(isChecked() ? Token::Accent : Token::Edge), isChecked() ? 1.5 : 1));
    painter.setBrush(color(underMouse() && !isChecked() ? Token::Hover : Token::Surface));
    painter.drawEllipse(circle.adjusted(0.5, 0.5, -0.5, -0.5));
    if (isChecked()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(color(Token::Accent));
        painter.drawEllipse(circle.center(), 3.5, 3.5);
    }
    painter.setPen(color(Token::Text));
    painter.setFont(textFont());
    const int left = ring + gap;
    painter.drawText(QRectF(left, 0, width() - left, height()),
                     Qt::AlignVCenter | Qt::TextSingleLine,
                     elideEnd(textFont(), text(), width() - left));
}

} // namespace glovebox::ui
