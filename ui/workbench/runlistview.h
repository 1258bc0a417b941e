// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "ui/models/runlistmodel.h"

#include <QListView>
#include <QStyledItemDelegate>

namespace glovebox::ui {

// Paints headings, runs and folds as in the design: 28 px and 48 px high.
class RunDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    qint64 paintedRows() const { return m_painted; }

private:
    void paintRun(QPainter &painter, const QStyleOptionViewItem &option,
                  const QModelIndex &index) const;
    mutable qint64 m_painted = 0;
};

// The list of runs. The chosen run is the window's; the list follows it and never loses it to a
// row that comes, goes or moves.
class RunListView final : public QListView
{
    Q_OBJECT

public:
    RunListView(RunListModel &model, QWidget *parent = nullptr);

    void setChosen(RunId run); // null: none
    RunDelegate *delegate() const { return m_delegate; }

Q_SIGNALS:
    void chosen(glovebox::RunId run);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last) override;

private:
    void restore();
    void tickArc();

    RunListModel &m_model;
    RunDelegate *m_delegate;
    RunId m_chosen;
    bool m_restoring = false;
    QTimer *m_arc;
};

} // namespace glovebox::ui
