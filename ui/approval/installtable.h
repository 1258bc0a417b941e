// SPDX-License-Identifier: MIT
#pragma once

#include <base/desk.h>
#include <ui/models/packagetable.h>

#include <QTableView>

namespace glovebox::ui {

// What a request would install (UI.md 4.9).
class InstallTable final : public QTableView
{
    Q_OBJECT

public:
    explicit InstallTable(QWidget *parent = nullptr);
    void setRequest(const PendingRequest &request);
    QString summary() const { return m_table.summary(); }

private:
    PackageTable m_table;
};

// The planned packages of a request; of one that was asked without a plan, what its pins say.
QList<PlannedPackage> packagesOf(const PendingRequest &request);

} // namespace glovebox::ui
