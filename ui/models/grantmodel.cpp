// SPDX-License-Identifier: MIT
#include "grantmodel.h"

#include "words.h"

namespace glovebox::ui {

QString reachText(const Reach &reach)
{
    QStringList parts;
    QStringList read;
    QStringList staged;
    QStringList written;
    for (const MountReach &mount : reach.mounts) {
        QStringList &names = mount.mode == MountMode::ReadOnly ? read
                             : mount.mode == MountMode::Staged ? staged
                                                               : written;
        names.append(mount.name);
    }
    if (!read.isEmpty())
        parts.append(GrantModel::tr("Reads: %1").arg(read.join(QStringLiteral(", "))));
    if (!staged.isEmpty())
        parts.append(GrantModel::tr("Staged: %1").arg(staged.join(QStringLiteral(", "))));
    if (!written.isEmpty())
        parts.append(GrantModel::tr("Read-write: %1").arg(written.join(QStringLiteral(", "))));
    return parts.isEmpty() ? GrantModel::tr("No folders") : parts.join(QStringLiteral(" · "));
}

GrantModel::GrantModel(ApprovalDesk &desk, QObject *parent)
    : KeyedListModel(parent)
{
    m_items = desk.grants();
    connect(&desk, &ApprovalDesk::grantsChanged, this, [this, &desk] { sync(desk.grants()); });
}

QVariant GrantModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Grant &grant = itemAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return sideBySide(grant.clientLabel, grant.scope == Scope::ThisSession
                                                 ? grant.sessionName
                                                 : tr("all its sessions"));
    case IdRole:
        return grant.id;
    case ReachRole:
        return reachText(grant.reach);
    case UsedRole:
        return grant.maxRuns > 0 ? tr("used %1 of %2").arg(grant.used).arg(grant.maxRuns)
                                 : tr("used %n times", nullptr, grant.used);
    default:
        return {};
    }
}

} // namespace glovebox::ui
