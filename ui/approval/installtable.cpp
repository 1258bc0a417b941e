// SPDX-License-Identifier: MIT
#include "installtable.h"

#include <QHeaderView>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int edge = 11; // and what a cell keeps free itself

} // namespace

QList<PlannedPackage> packagesOf(const PendingRequest &request)
{
    if (!request.packages.isEmpty())
        return request.packages;
    QList<PlannedPackage> packages;
    for (const PackagePin &pin : request.record.reach.packages) {
        PlannedPackage package;
        package.name = pin.name;
        package.version = pin.version;
        package.sha256 = pin.sha256;
        package.source = InstallTable::tr("not told");
        package.requested = true;
        packages.append(package);
    }
    return packages;
}

InstallTable::InstallTable(QWidget *parent)
    : QTableView(parent)
    , m_table(nullptr)
{
    setObjectName(QStringLiteral("installTable"));
    setAccessibleName(tr("Packages to install"));
    setModel(&m_table);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTabKeyNavigation(false);
    setShowGrid(false);
    setWordWrap(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(28);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setStretchLastSection(true);
    // In line with what stands above it.
    setContentsMargins(edge, 0, edge, 0);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
}

void InstallTable::setRequest(const PendingRequest &request)
{
    QList<PlannedPackage> packages = packagesOf(request);
    // What was asked for first, then what it needs.
    std::ranges::stable_partition(packages, &PlannedPackage::requested);
    m_table.setPackages(packages);
    const bool noted = std::ranges::any_of(packages, [](const PlannedPackage &package) {
        return !package.warnings.isEmpty() || !package.requested || !package.replaces.isEmpty();
    });
    setColumnHidden(PackageTable::Notes, !noted);
    resizeColumnsToContents();
}

} // namespace glovebox::ui
