// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/waitingmodel.h"

#include <QListView>
#include <QStyledItemDelegate>
#include <QWidget>

namespace glovebox::ui {

// Cards of the waiting queue, 72 px high. There is no button on them: deciding needs the code on
// the screen (UI.md 1.3).
class WaitingDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

class WaitingList final : public QListView
{
    Q_OBJECT

public:
    WaitingList(WaitingModel &model, QWidget *parent = nullptr);

    void setChosen(RunId run);
    QSize sizeHint() const override;

Q_SIGNALS:
    void chosen(glovebox::RunId run);

protected:
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last) override;

private:
    WaitingModel &m_model;
    bool m_restoring = false;
};

// The heading on its amber ground and the cards below it.
class WaitingPane final : public QWidget
{
    Q_OBJECT

public:
    WaitingPane(WaitingModel &model, QWidget *parent = nullptr);
    WaitingList *list() const { return m_list; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    WaitingModel &m_model;
    WaitingList *m_list;
};

} // namespace glovebox::ui
