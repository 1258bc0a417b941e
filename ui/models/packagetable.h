// SPDX-License-Identifier: MIT
#pragma once

#include "base/packageplan.h"

#include <QAbstractTableModel>

namespace glovebox::ui {

// The packages of a request or plan, a row each: what the person reads before allowing them.
class PackageTable final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Version, Size, Source, Licence, Notes, ColumnCount };
    enum Role {
        SevereRole = Qt::UserRole + 1, // bool: one of its notes is a danger
        RequestedRole,                 // bool: named by the request; the others are needed by one
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setPackages(const QList<PlannedPackage> &packages);
    const QList<PlannedPackage> &packages() const { return m_packages; }
    // "3 packages, 1.2 MB to fetch"
    QString summary() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<PlannedPackage> m_packages;
};

// "Bundled", "Index", "Cached" …: where the bytes come from, in a word.
QString originWord(PackageOrigin origin);
// "62 KB"; empty when unknown.
QString packageSizeText(qint64 bytes);

} // namespace glovebox::ui
