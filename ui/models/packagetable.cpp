// SPDX-License-Identifier: MIT
#include "packagetable.h"

#include "words.h"

#include <QLocale>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

bool isSevere(const PlannedPackage &package)
{
    return std::ranges::any_of(package.warnings, &PackageWarning::severe);
}

QString notesText(const PlannedPackage &package)
{
    QStringList notes;
    if (!package.replaces.isEmpty())
        notes.append(PackageTable::tr("replaces %1").arg(package.replaces));
    if (!package.requested)
        notes.append(PackageTable::tr("needed by another"));
    for (const PackageWarning &warning : package.warnings)
        notes.append(warning.text);
    return notes.join(u" · "_s);
}

} // namespace

QString originWord(PackageOrigin origin)
{
    switch (origin) {
    case PackageOrigin::Bundled:
        return PackageTable::tr("Bundled");
    case PackageOrigin::Release:
        return PackageTable::tr("Pyodide");
    case PackageOrigin::Index:
        return PackageTable::tr("Index");
    case PackageOrigin::Folder:
        return PackageTable::tr("Folder");
    case PackageOrigin::Given:
        return PackageTable::tr("File");
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString packageSizeText(qint64 bytes)
{
    return bytes < 0 ? QString()
                     : QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeTraditionalFormat);
}

void PackageTable::setPackages(const QList<PlannedPackage> &packages)
{
    if (m_packages == packages)
        return;
    beginResetModel();
    m_packages = packages;
    endResetModel();
}

QString PackageTable::summary() const
{
    qint64 bytes = 0;
    for (const PlannedPackage &package : m_packages) {
        if (package.origin != PackageOrigin::Bundled)
            bytes += std::max<qint64>(package.size, 0);
    }
    const QString count = tr("%n package(s)", nullptr, int(m_packages.size()));
    return bytes == 0 ? count : sideBySide(count, tr("%1 to fetch").arg(packageSizeText(bytes)));
}

int PackageTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_packages.size());
}

int PackageTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PackageTable::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PlannedPackage &package = m_packages.at(index.row());
    if (role == SevereRole)
        return isSevere(package);
    if (role == RequestedRole)
        return package.requested;
    if (role == Qt::TextAlignmentRole && index.column() == Size)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && index.column() == Name)
        return quotedToolTip(sideBySide(package.summary, u"SHA-256 "_s + package.sha256));
    if (role == Qt::ToolTipRole && index.column() == Notes)
        return quotedToolTip(notesText(package));
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (Column(index.column())) {
    case Name:
        return package.name;
    case Version:
        return package.version;
    case Size:
        return packageSizeText(package.size);
    case Source:
        return package.source.isEmpty() ? originWord(package.origin) : package.source;
    case Licence:
        return package.licence.isEmpty() ? tr("not told") : package.licence;
    case Notes:
        return notesText(package);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant PackageTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Name:
        return tr("Package");
    case Version:
        return tr("Version");
    case Size:
        return tr("Size");
    case Source:
        return tr("Source");
    case Licence:
        return tr("Licence");
    case Notes:
        return tr("Notes");
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace glovebox::ui
