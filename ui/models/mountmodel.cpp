// SPDX-License-Identifier: MIT
#include "mountmodel.h"

#include "changetree.h"
#include "words.h"

#include "base/mountname.h"

#include <QFileInfo>

namespace glovebox::ui {

MountModel::MountModel(ProgramControls &controls, QObject *parent)
    : KeyedListModel(parent)
    , m_controls(controls)
{
    m_items = controls.mounts();
    connect(&controls, &ProgramControls::mountsChanged, this,
            [this] { sync(m_controls.mounts()); });
}

QString MountModel::suggestedName(const QString &hostPath) const
{
    QStringList taken;
    for (const MountStatus &mount : items())
        taken.append(mount.name);
    return freeMountName(QFileInfo(hostPath).fileName(), taken);
}

QString MountModel::limitText(const QList<ClientLabel> &clients)
{
    QStringList labels;
    for (const ClientLabel &client : clients)
        labels.append(client.label);
    return labels.isEmpty() ? tr("for no client") : tr("only for %1").arg(labels.join(u", "));
}

QString MountModel::note(const MountStatus &mount) const
{
    if (!mount.problem.isEmpty())
        return tr("%1 is gone: %2").arg(mount.name, mount.problem);
    if (mount.stagedChanges > 0)
        return tr("%n change(s) to review", nullptr, mount.stagedChanges);
    if (mount.showsSecrets)
        return tr("names of secrets are shown");
    if (mount.clients)
        return limitText(*mount.clients);
    if (mount.crossesVolumes)
        return tr("with other volumes inside");
    if (mount.sessionsUsing > 0)
        return tr("in use by %n session(s)", nullptr, mount.sessionsUsing);
    return {};
}

QVariant MountModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const MountStatus &mount = itemAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
        return mount.name;
    case Qt::AccessibleTextRole:
        return tr("Mount %1, %2, %3").arg(mount.name, modeWord(mount.mode), note(mount));
    case Qt::ToolTipRole:
        return quotedToolTip(mount.hostPath);
    case HostPathRole:
        return mount.hostPath;
    case PathRole:
        return mount.freeBytes < 0 ? shortPath(mount.hostPath)
                                   //: Of a disk: 12.5 GB free
                                   : sideBySide(shortPath(mount.hostPath),
                                                tr("%1 free").arg(sizeText(mount.freeBytes)));
    case ModeRole:
        return int(mount.mode);
    case ModeWordRole:
        return modeWord(mount.mode);
    case ModeIconRole:
        return modeIcon(mount.mode);
    case NoteRole:
        return note(mount);
    case ProblemRole:
        return !mount.problem.isEmpty();
    case SecretsRole:
        return mount.showsSecrets;
    case VolumesRole:
        return mount.crossesVolumes;
    case LimitedRole:
        return mount.clients.has_value();
    case ReviewRole:
        return mount.problem.isEmpty() && mount.stagedChanges > 0;
    default:
        return {};
    }
}

} // namespace glovebox::ui
