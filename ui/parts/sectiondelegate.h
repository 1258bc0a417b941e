// SPDX-License-Identifier: MIT
#pragma once

#include <QStyledItemDelegate>

namespace glovebox::ui {

// One row of a list at the left that leads to a part of the page beside it.
class SectionDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

} // namespace glovebox::ui
