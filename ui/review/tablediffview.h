// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/tablediff.h"

#include <QAbstractTableModel>
#include <QTableView>

namespace glovebox::ui {

// The rows of a compared table that differ, with their neighbours.
class TableDiffModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setDiff(const TableDiff &diff);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    TableDiff m_diff;
};

// As high as its rows, within bounds: it stands with others in one scroll area.
class TableDiffView final : public QTableView
{
    Q_OBJECT

public:
    explicit TableDiffView(QWidget *parent = nullptr);
    void setDiff(const TableDiff &diff);

private:
    TableDiffModel m_model;
};

} // namespace glovebox::ui
