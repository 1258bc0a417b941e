// SPDX-License-Identifier: MIT
#include "permissiontable.h"

#include "grantmodel.h"
#include "words.h"

#include <QLocale>

namespace glovebox::ui {

namespace {

QString runsText(const Grant &grant)
{
    switch (grant.runs) {
    case Grant::Runs::Nothing:
        return PermissionTable::tr("files and packages");
    case Grant::Runs::Python:
        return QStringLiteral("Python");
    case Grant::Runs::Runtime:
        return grant.runtime;
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString packagesText(const Reach &reach)
{
    QStringList names;
    for (const PackagePin &pin : reach.packages)
        names.append(pin.name);
    return names.isEmpty()
               ? QString()
               : PermissionTable::tr("Packages: %1").arg(names.join(QStringLiteral(", ")));
}

QString wholeReach(const Reach &reach)
{
    QString text = reachText(reach);
    if (const QString packages = packagesText(reach); !packages.isEmpty())
        text = sideBySide(text, packages);
    return sideBySide(text,
                      PermissionTable::tr("up to %1").arg(clockText(reach.limits.timeout.count())));
}

} // namespace

QString coverText(const Grant &grant)
{
    switch (grant.scope) {
    case Scope::ExactCode:
        return PermissionTable::tr("exactly one code");
    case Scope::ThisSession:
        return PermissionTable::tr("session %1: %2").arg(grant.sessionName, runsText(grant));
    default:
        return PermissionTable::tr("all its sessions: %1").arg(runsText(grant));
    }
}

QString untilText(const Grant &grant)
{
    switch (grant.scope) {
    case Scope::ExactCode:
        return PermissionTable::tr("until you revoke it");
    case Scope::ThisSession:
    case Scope::ThisRun:
        return PermissionTable::tr("until its session ends");
    case Scope::ClientUntilQuit:
        return PermissionTable::tr("until you quit");
    case Scope::ClientHalfHour:
    case Scope::ClientTwoHours:
        return PermissionTable::tr("until %1").arg(momentText(grant.until));
    }
    Q_UNREACHABLE_RETURN(QString());
}

PermissionTable::PermissionTable(ApprovalDesk &desk, QObject *parent)
    : QAbstractTableModel(parent)
    , m_grants(desk.grants())
{
    connect(&desk, &ApprovalDesk::grantsChanged, this, [this, &desk] {
        beginResetModel();
        m_grants = desk.grants();
        endResetModel();
    });
}

int PermissionTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_grants.size());
}

int PermissionTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : LastUsed + 1;
}

QVariant PermissionTable::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Grant &grant = m_grants.at(index.row());
    if (role == IdRole)
        return grant.id;
    if (role == Qt::ToolTipRole)
        return quotedToolTip(index.column() == ReachColumn ? wholeReach(grant.reach)
                                                           : data(index).toString());
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Client:
        return grant.clientLabel;
    case Covers:
        return coverText(grant);
    case ReachColumn:
        return wholeReach(grant.reach);
    case Until:
        return untilText(grant);
    case Used:
        return grant.maxRuns > 0 ? tr("%1 of %2").arg(grant.used).arg(grant.maxRuns)
                                 : QLocale().toString(grant.used);
    case LastUsed:
        return grant.lastUsed.isValid() ? momentText(grant.lastUsed) : tr("never");
    default:
        return {};
    }
}

QVariant PermissionTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Client:
        return tr("Client");
    case Covers:
        return tr("What may run");
    case ReachColumn:
        return tr("Reach");
    case Until:
        return tr("Until");
    case Used:
        return tr("Used");
    default:
        return tr("Last used");
    }
}

} // namespace glovebox::ui
