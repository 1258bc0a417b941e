// SPDX-License-Identifier: MIT
#include "mountmodel.h"

#include "words.h"

#include <QFileInfo>

namespace glovebox::ui {

namespace {

constexpr qsizetype maxNameLength = 32;

QString allowedName(const QString &text)
{
    QString name;
    for (const QChar c : text.toLower()) {
        const bool allowed =
            (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'_' || c == u'-';
        if (allowed)
            name.append(c);
        else if (!name.endsWith(u'-') && !name.isEmpty())
            name.append(u'-');
    }
    while (name.endsWith(u'-'))
        name.chop(1);
    return name.isEmpty() ? QStringLiteral("folder") : name.left(maxNameLength - 4);
}

} // namespace

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
    const QString wanted = allowedName(QFileInfo(hostPath).fileName());
    QString name = wanted;
    for (int number = 2; rowOfKey(name) >= 0; ++number)
        name = wanted + QString::number(number);
    return name;
}

QString MountModel::note(const MountStatus &mount) const
{
    if (!mount.problem.isEmpty())
        return tr("%1 is gone: %2").arg(mount.name, mount.problem);
    if (mount.stagedChanges > 0)
        return tr("%n change(s) to review", nullptr, mount.stagedChanges);
    if (mount.showsSecrets)
        return tr("names of secrets are shown");
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
        return shortPath(mount.hostPath);
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
    case ReviewRole:
        return mount.problem.isEmpty() && mount.stagedChanges > 0;
    default:
        return {};
    }
}

} // namespace glovebox::ui
