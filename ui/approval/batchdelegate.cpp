// SPDX-License-Identifier: MIT
#include "batchdelegate.h"

#include <ui/models/words.h>
#include <ui/theme/fonts.h>
#include <ui/theme/icons.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QApplication>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int rowHeight = 52;
constexpr int edge = 16;
constexpr int boxSide = 16;
constexpr int textLeft = edge + boxSide + 10;

QString seenWord(bool seen)
{
    return seen ? QCoreApplication::translate("glovebox::ui::BatchView", "seen")
                : QCoreApplication::translate("glovebox::ui::BatchView", "not seen");
}

void paintTick(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    QStyleOptionViewItem box = option;
    box.rect =
        QRect(option.rect.left() + edge, option.rect.center().y() - boxSide / 2, boxSide, boxSide);
    box.features |= QStyleOptionViewItem::HasCheckIndicator;
    box.state &= ~(QStyle::State_HasFocus | QStyle::State_On | QStyle::State_Off);
    const bool ticked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    box.state |= ticked ? QStyle::State_On : QStyle::State_Off;
    box.state.setFlag(QStyle::State_Enabled, index.flags().testFlag(Qt::ItemIsUserCheckable));
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &box, &painter, option.widget);
}

void paintText(QPainter &painter, const QRectF &row, const QFont &font, Token ink,
               const QString &text)
{
    painter.setFont(font);
    painter.setPen(color(ink));
    painter.drawText(row, Qt::AlignVCenter | Qt::TextSingleLine,
                     elideEnd(font, text, int(row.width())));
}

// "r190 · 6 lines · seen", and a chip for what reaches somewhere new.
void paintFacts(QPainter &painter, const QRectF &row, const QModelIndex &index)
{
    const QFont font = textFont(TextStep::Second);
    QRectF room = row;
    if (index.data(BatchDelegate::NewRole).toBool()) {
        const QString word = QCoreApplication::translate("glovebox::ui::BatchView", "New");
        const int width = chipWidth(font, {}, word);
        paintChip(painter, QRectF(row.right() - width, row.center().y() - 10, width, 20),
                  ChipKind::Wait, font, {}, word);
        room.setRight(row.right() - width - 6);
    }
    const bool seen = index.data(BatchDelegate::SeenRole).toBool();
    const QString facts = index.data(BatchDelegate::FactsRole).toString() + QStringLiteral(" · ");
    paintText(painter, room, font, Token::Text2, facts);
    const qreal taken = QFontMetricsF(font).horizontalAdvance(facts);
    if (taken < room.width())
        paintText(painter, room.adjusted(taken, 0, 0, 0), font, seen ? Token::Ok : Token::Text3,
                  seenWord(seen));
}

} // namespace

QSize BatchDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {200, std::max(rowHeight, QFontMetrics(textFont()).height() * 2 + 16)};
}

void BatchDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF row = option.rect;
    const bool chosen = option.state & QStyle::State_Selected;
    const bool hovered = option.state & QStyle::State_MouseOver;
    painter->fillRect(row, color(chosen ? Token::Select : hovered ? Token::Hover : Token::Surface));
    if (chosen)
        painter->fillRect(QRectF(row.left(), row.top(), 3, row.height()), color(Token::Accent));
    paintTick(*painter, option, index);
    const QRectF text = row.adjusted(textLeft, 7, -10, -7);
    const QRectF upper(text.left(), text.top(), text.width(), text.height() / 2);
    paintText(*painter, upper, textFont(TextStep::Text, chosen ? QFont::DemiBold : QFont::Normal),
              Token::Text, index.data().toString());
    paintFacts(*painter, upper.translated(0, text.height() / 2), index);
    if (option.state & QStyle::State_HasFocus)
        paintFocusRing(*painter, row.adjusted(2, 2, -2, -2), 4);
    painter->restore();
}

bool BatchDelegate::editorEvent(QEvent *event, QAbstractItemModel *model,
                                const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() == QEvent::KeyPress)
        return QStyledItemDelegate::editorEvent(event, model, option, index);
    if (event->type() != QEvent::MouseButtonRelease)
        return false;
    const auto *mouse = static_cast<QMouseEvent *>(event);
    // The whole square before the text is the target: at least 24 by 24 (UI.md 9).
    if (mouse->button() != Qt::LeftButton ||
        mouse->position().x() >= option.rect.left() + textLeft ||
        !index.flags().testFlag(Qt::ItemIsUserCheckable))
        return false;
    const bool ticked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, ticked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

} // namespace glovebox::ui
