// SPDX-License-Identifier: MIT
#pragma once

#include "keyedlistmodel.h"

#include "base/desk.h"

namespace glovebox::ui {

// "Reads: sales · Staged: reports"
QString reachText(const Reach &reach);

// The standing permissions: what may run unasked.
class GrantModel final : public KeyedListModel<Grant, qint64>
{
    Q_OBJECT

public:
    enum Role {
        IdRole = Qt::UserRole + 1, // qint64
        ReachRole,                 // "Reads: sales"
        UsedRole,                  // "used 6 of 50"
    };

    explicit GrantModel(ApprovalDesk &desk, QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    qint64 keyOf(const Grant &grant) const override { return grant.id; }
};

} // namespace glovebox::ui
