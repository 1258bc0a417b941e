// SPDX-License-Identifier: MIT
#pragma once

#include "scratchservices.h"

#include <QAbstractTableModel>
#include <QWidget>

class QLineEdit;
class QTableView;

namespace glovebox::ui {

class Button;
class TextLine;

// The variables of a session, those that match a filter.
class VariableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setVariables(const QList<Variable> &variables);
    void setFilter(const QString &filter);
    const Variable &at(int row) const { return m_shown.at(row); }
    int total() const { return int(m_all.size()); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void refresh();

    QList<Variable> m_all;
    QList<Variable> m_shown;
    QString m_filter;
};

// The columns of the chosen table, with what is in them.
class ColumnModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setColumns(const QList<TableColumn> &columns);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QList<TableColumn> m_columns;
};

// Variables at the right of the cells (UI.md 6): name, type, value, and below them the columns of
// the table that is chosen. Asked for when a run has ended.
class VariablesPane final : public QWidget
{
    Q_OBJECT

public:
    VariablesPane(ScratchDesk &desk, QWidget *parent = nullptr);

    // Null id: there is no session, and no variables.
    void setSession(const SessionRef &session);
    void refresh();
    VariableModel *variables() const { return m_model; }

Q_SIGNALS:
    void openTableRequested(const QString &variable);

private:
    void take(const Result<QList<Variable>> &variables);
    void choose();
    void refreshState();
    void refreshWords();

    ScratchDesk &m_desk;
    SessionRef m_session;
    VariableModel *m_model;
    ColumnModel *m_columns;
    TextLine *m_count;
    QLineEdit *m_filter;
    QTableView *m_view;
    TextLine *m_state;
    QWidget *m_tablePart;
    TextLine *m_tableName;
    TextLine *m_tableShape;
    Button *m_open;
    QTableView *m_columnView;
    QString m_chosen;
    quint64 m_asked = 0;
    quint64 m_askedColumns = 0;
};

} // namespace glovebox::ui
