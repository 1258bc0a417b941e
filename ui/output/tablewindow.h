// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/shownhtml.h"

#include <QWidget>

class QLineEdit;
class QSortFilterProxyModel;
class QTableView;

namespace glovebox::ui {

class TextLine;

// A table that a run showed, in a window of its own (UI.md 5): sorted by a click on a column,
// filtered as one types, copied as TSV, saved as CSV. It holds what the run showed, which may be
// less than it had; then that is said.
class TableWindow final : public QWidget
{
    Q_OBJECT

public:
    TableWindow(ShownTable table, const QString &title, QWidget *parent = nullptr);

    QTableView *view() const { return m_view; }
    QLineEdit *filter() const { return m_filter; }
    // The selected cells, or all that are shown when none is: tabs and line feeds between them.
    QString selectedTsv() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void copy() const;
    void save();
    void writeTo(const QString &path);
    void count();

    ShownTableModel *m_model;
    QSortFilterProxyModel *m_sorted;
    QTableView *m_view;
    QLineEdit *m_filter;
    TextLine *m_message;
};

} // namespace glovebox::ui
