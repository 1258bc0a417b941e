// SPDX-License-Identifier: MIT
#pragma once

#include <QStyledItemDelegate>

namespace glovebox::ui {

// A row of the batch (UI.md 4.7): its tick, its title, and what was seen of it. The display text is
// the title; the tick is the item's check state, which only the person changes.
class BatchDelegate final : public QStyledItemDelegate
{
public:
    enum Role {
        FactsRole = Qt::UserRole + 1, // QString: run and lines
        SeenRole,                     // bool
        NewRole                       // bool
    };

    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

protected:
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override;
};

} // namespace glovebox::ui
