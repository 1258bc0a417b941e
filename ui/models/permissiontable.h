// SPDX-License-Identifier: MIT
#pragma once

#include "base/desk.h"

#include <QAbstractTableModel>

namespace glovebox::ui {

// The standing permissions as a table: what may run unasked, for whom, how far, how long.
class PermissionTable final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Client, Covers, ReachColumn, Until, Used, LastUsed };
    enum Role { IdRole = Qt::UserRole + 1 };

    explicit PermissionTable(ApprovalDesk &desk, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QList<Grant> m_grants;
};

// What a permission lets run: "Session etl: Python", "All its sessions: Python".
QString coverText(const Grant &grant);
// "until 10:43", "until its session ends" …
QString untilText(const Grant &grant);

} // namespace glovebox::ui
