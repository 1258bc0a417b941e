// SPDX-License-Identifier: MIT
#pragma once

#include "base/scratchdesk.h"

#include <QAbstractTableModel>
#include <QCache>
#include <QSet>
#include <QTimer>
#include <QWidget>

class QLineEdit;
class QTableView;

namespace glovebox::ui {

class Button;
class TextLine;

// Rows and columns of a table that stays in the sandbox: only what is on screen is asked for, a
// page at a time, and only so many pages are kept.
class FrameModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int pageRows = 200;
    static constexpr int pageColumns = 50;
    static constexpr int pagesKept = 60;

    FrameModel(ScratchDesk &desk, const SessionRef &session, const QString &variable,
               QObject *parent = nullptr);

    void setFilter(const QString &filter);
    void setOrder(int column, bool descending); // -1: as it is
    void reload();
    qint64 totalRows() const { return m_totalRows; }
    qint64 matchingRows() const { return m_rows; }
    int totalColumns() const { return m_columns; }
    TableQuery query() const { return m_query; } // with filter and order
    int pages() const { return int(m_pages.size()); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void shapeChanged();
    void problemChanged(const QString &sentence); // empty: it is over

private:
    using Place = std::pair<qint64, int>; // page of rows, page of columns

    void ask(Place place) const;
    void askNext();
    void take(quint64 generation, Place place, const Result<TablePage> &page);

    ScratchDesk &m_desk;
    SessionRef m_session;
    TableQuery m_query;
    qint64 m_totalRows = 0;
    qint64 m_rows = 0;
    int m_columns = 0;
    quint64 m_generation = 0;
    QHash<int, TableColumn> m_heads;
    mutable QCache<Place, TablePage> m_pages;
    mutable QList<Place> m_wanted; // the last one first: that is where the person looks
    std::optional<Place> m_asking;
    QTimer m_again; // the session was busy
};

// A table in a window of its own: sort by a click on a column, filter, copy as TSV, save as CSV.
// The first column stays where it is.
class FrameWindow final : public QWidget
{
    Q_OBJECT

public:
    FrameWindow(ScratchDesk &desk, const SessionRef &session, const QString &variable,
                QWidget *parent);

    FrameModel *model() const { return m_model; }

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildFrozen();
    void placeFrozen();
    void refreshShape();
    void sortBy(int column);
    void copySelection();
    void saveCsv();
    void writeTo(const QString &path);

    ScratchDesk &m_desk;
    SessionRef m_session;
    QString m_variable;
    FrameModel *m_model;
    QTableView *m_view;
    QTableView *m_frozen;
    QLineEdit *m_filter;
    TextLine *m_shape;
    TextLine *m_problem;
    QTimer m_typing;
};

} // namespace glovebox::ui
