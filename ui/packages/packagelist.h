// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/packagesmodel.h"

#include <QStyledItemDelegate>
#include <QTableView>

namespace glovebox::ui {

// Rows of 24 px, headings of groups across the whole width.
class PackageDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

class PackageList final : public QTableView
{
    Q_OBJECT

public:
    explicit PackageList(PackagesModel &model, QWidget *parent = nullptr);

    void choose(const QString &name); // selects its row, when it is shown

Q_SIGNALS:
    void chosen(const QString &name); // empty: none
    void installRequested();
    void removeRequested();

protected:
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void spanHeadings();

    PackagesModel &m_model;
    QString m_name; // of the chosen row, which the model may have moved
};

} // namespace glovebox::ui
