// SPDX-License-Identifier: MIT
#include "sectiondelegate.h"

#include "ui/theme/fonts.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace glovebox::ui {

void SectionDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    const bool selected = option.state & QStyle::State_Selected;
    const QRect rect = option.rect;
    painter->save();
    if (selected) {
        painter->fillRect(rect, color(Token::Select));
        painter->fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), color(Token::Accent));
    } else if (option.state & QStyle::State_MouseOver) {
        painter->fillRect(rect, color(Token::Hover));
    }
    const QFont font = textFont(TextStep::Text, selected ? QFont::DemiBold : QFont::Normal);
    painter->setFont(font);
    painter->setPen(color(Token::Text));
    const QRect words = rect.adjusted(16, 0, -8, 0);
    painter->drawText(words, Qt::AlignVCenter | Qt::TextSingleLine,
                      elideEnd(font, index.data().toString(), words.width()));
    if (option.state & QStyle::State_HasFocus)
        paintFocusRing(*painter, QRectF(rect).adjusted(2, 2, -2, -2), 4);
    painter->restore();
}

} // namespace glovebox::ui
