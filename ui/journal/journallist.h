// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/journalmodel.h"

#include <QListView>
#include <QStyledItemDelegate>

namespace glovebox::ui {

// Where the columns of the list stand; header and rows share it.
struct JournalColumns
{
    explicit JournalColumns(int width);

    int time = 16;
    int icon = 0;
    int run = 0;
    int client = 0;
    int decider = 0;
    int took = 0;    // right edge
    int changed = 0; // right edge
    bool showsClient = true;
    bool showsDecider = true;
};

class JournalHeader final : public QWidget
{
    Q_OBJECT

public:
    explicit JournalHeader(QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

// Two lines a run: what it was, and what of it was found (UI.md 6 "Journal").
class JournalDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

class JournalList final : public QListView
{
    Q_OBJECT

public:
    explicit JournalList(JournalModel &model, QWidget *parent = nullptr);

    RunId chosenRun() const;
    void choose(RunId run);
    // What is said where there is nothing.
    void setEmptyText(const QString &text);

Q_SIGNALS:
    void chosen(glovebox::RunId run);
    void opened(glovebox::RunId run); // Enter, double click
    void menuWanted(const QPoint &globalPosition);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    void restore();

    JournalModel &m_model;
    QString m_emptyText;
    RunId m_chosen;
    bool m_restoring = false;
};

} // namespace glovebox::ui
