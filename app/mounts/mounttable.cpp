// SPDX-License-Identifier: MIT
#include "mounttable.h"

#include "hostpath.h"
#include "mountrisk.h"

#include <base/logging.h>

#include <QDir>
#include <QFile>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace glovebox::mounts {

namespace {

QString systemText(int error)
{
    return QString::fromLocal8Bit(std::strerror(error));
}

QString absolutePath(QString path)
{
    if (path == u"~" || path.startsWith(u"~/"))
        path.replace(0, 1, QDir::homePath());
    // Joined as text only: "a/.." is not the same folder when "a" is a link.
    return path.startsWith(u'/') ? path : QString(QDir::currentPath() + u'/' + path);
}

QString openProblem(const QString &path, int error)
{
    switch (error) {
    case ENOENT:
        return MountTable::tr("There is no folder “%1”. Modes after the path are :ro, :staged "
                              "and :rw.")
            .arg(path);
    case ENOTDIR:
        return MountTable::tr("“%1” is not a folder. Give the folder that holds it.").arg(path);
    case EACCES:
        return MountTable::tr("You may not open the folder “%1”.").arg(path);
    default:
        return MountTable::tr("The folder “%1” cannot be opened: %2.").arg(path, systemText(error));
    }
}

Error openError(const QString &path, int error)
{
    const ErrorCode code = error == ENOENT    ? ErrorCode::NotFound
                           : error == ENOTDIR ? ErrorCode::InvalidArgument
                           : error == EACCES  ? ErrorCode::Denied
                                              : ErrorCode::Io;
    return {code, openProblem(path, error), systemText(error)};
}

} // namespace

bool isValidMountName(QStringView name)
{
    const auto allowed = [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'_' || c == u'-';
    };
    return !name.isEmpty() && name.size() <= 32 && std::ranges::all_of(name, allowed);
}

Result<MountSpec> parseMountSpec(const QString &text)
{
    const qsizetype equals = text.indexOf(u'=');
    if (equals < 0) {
        return fail(ErrorCode::InvalidArgument,
                    MountTable::tr("“%1” names no folder. Write NAME=FOLDER, NAME=FOLDER:ro or "
                                   "NAME=FOLDER:rw.")
                        .arg(text));
    }
    MountSpec spec{text.first(equals), text.sliced(equals + 1)};
    if (!isValidMountName(spec.name)) {
        return fail(ErrorCode::InvalidArgument,
                    MountTable::tr("“%1” cannot be the name of a mount. A name has 1 to 32 of "
                                   "a-z, 0-9, “_” and “-”.")
                        .arg(spec.name));
    }
    const qsizetype colon = spec.hostPath.lastIndexOf(u':');
    const auto mode = colon < 0 ? std::nullopt
                                : mountModeFromString(QStringView(spec.hostPath).sliced(colon + 1));
    if (mode) {
        spec.mode = *mode;
        spec.hostPath.truncate(colon);
    }
    if (spec.hostPath.isEmpty() || spec.hostPath.contains(QChar(u'\0'))) {
        return fail(ErrorCode::InvalidArgument,
                    MountTable::tr("The mount “%1” names no folder.").arg(spec.name));
    }
    spec.hostPath = absolutePath(spec.hostPath);
    return spec;
}

MountTable::MountTable(const QString &profileFolder, Containment containment, QObject *parent)
    : QObject(parent)
    , m_profileFolder(profileFolder)
    , m_containment(containment)
{
    if (containment == Containment::Walk)
        qCInfo(lcMounts, "openat2 is not available here: paths are contained step by step");
}

Result<> MountTable::add(const MountSpec &spec)
{
    if (!isValidMountName(spec.name)) {
        return fail(ErrorCode::InvalidArgument,
                    tr("“%1” cannot be the name of a mount. A name has 1 to 32 of a-z, 0-9, “_” "
                       "and “-”.")
                        .arg(spec.name));
    }
    if (const Mount *taken = find(spec.name)) {
        return fail(ErrorCode::Conflict,
                    tr("“%1” is already the name of the mount of %2. Choose another name.")
                        .arg(spec.name, taken->spec.hostPath));
    }
    auto root = MountRoot::open(QFile::encodeName(spec.hostPath), m_containment);
    if (!root)
        return std::unexpected(openError(spec.hostPath, root.error()));
    if (auto checked = checkFolder(spec, (*root)->fd()); !checked) {
        qCWarning(lcMounts) << "refused mount" << spec.name << checked.error().text;
        return checked;
    }
    (*root)->setCrossesVolumes(spec.crossesVolumes);
    m_mounts.push_back({spec, std::move(*root)});
    Q_EMIT changed();
    return {};
}

Result<> MountTable::checkFolder(const MountSpec &spec, int folder) const
{
    const RiskVerdict verdict =
        mountRisk(folder, spec.hostPath, RiskFacts::ofThisMachine(m_profileFolder));
    if (verdict.risk == MountRisk::Forbidden)
        return fail(ErrorCode::Denied, verdict.reason);
    if (verdict.risk == MountRisk::Sensitive && !spec.isRiskAccepted) {
        return fail(ErrorCode::Denied,
                    tr("%1 To share it all the same, say so a second time (--share-sensitive %2).")
                        .arg(verdict.reason, spec.name));
    }
    const UniqueFd readable(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!readable.isValid())
        return std::unexpected(openError(spec.hostPath, errno));
    return {};
}

template <class T>
Result<> MountTable::change(const QString &name, T MountSpec::*member, const T &value)
{
    Mount *mount = find(name);
    if (!mount)
        return fail(ErrorCode::NotFound, MountTable::tr("There is no mount “%1”.").arg(name));
    if (mount->spec.*member == value)
        return {};
    mount->spec.*member = value;
    mount->root->setCrossesVolumes(mount->spec.crossesVolumes);
    Q_EMIT changed();
    return {};
}

Result<> MountTable::setShowsSecrets(const QString &name, bool shows)
{
    return change(name, &MountSpec::showsSecrets, shows);
}

Result<> MountTable::setMode(const QString &name, MountMode mode)
{
    return change(name, &MountSpec::mode, mode);
}

Result<> MountTable::setClients(const QString &name, const std::optional<QSet<ClientId>> &clients)
{
    return change(name, &MountSpec::clients, clients);
}

Result<> MountTable::setCrossesVolumes(const QString &name, bool crosses)
{
    return change(name, &MountSpec::crossesVolumes, crosses);
}

void MountTable::reopenIfGone(const QString &name)
{
    Mount *mount = find(name);
    if (!mount || !mount->root->isGone())
        return;
    auto root = MountRoot::open(QFile::encodeName(mount->spec.hostPath), m_containment);
    if (!root || !checkFolder(mount->spec, (*root)->fd()))
        return;
    // Under an unmounted volume lies the folder on which it was mounted, which nobody shared.
    if (mount->root->isUnmounted() && !isSameVolume(mount->root->volume(), (*root)->volume()))
        return;
    mount->root = std::move(*root);
    mount->root->setCrossesVolumes(mount->spec.crossesVolumes);
    qCInfo(lcMounts) << "the folder of mount" << name << "is there again";
    Q_EMIT changed();
}

bool MountTable::remove(const QString &name)
{
    const auto removed =
        std::erase_if(m_mounts, [&](const Mount &m) { return m.spec.name == name; });
    if (removed > 0)
        Q_EMIT changed();
    return removed > 0;
}

QStringList MountTable::forgetClient(const ClientId &client)
{
    QStringList names;
    for (Mount &mount : m_mounts) {
        if (mount.spec.clients && mount.spec.clients->remove(client))
            names.append(mount.spec.name);
    }
    std::erase_if(m_mounts, [](const Mount &mount) {
        return mount.spec.wasRequested && mount.spec.clients && mount.spec.clients->isEmpty();
    });
    if (!names.isEmpty())
        Q_EMIT changed();
    return names;
}

QList<MountSpec> MountTable::mounts() const
{
    QList<MountSpec> specs;
    for (const Mount &mount : m_mounts)
        specs.append(mount.spec);
    return specs;
}

QList<MountStatus> MountTable::statuses() const
{
    QList<MountStatus> list;
    for (const auto &[spec, root] : m_mounts) {
        const QString problem = root->isUnmounted() ? tr("its drive is not mounted")
                                : root->isDeleted() ? tr("the folder was deleted")
                                                    : QString();
        list.append({.name = spec.name,
                     .hostPath = spec.hostPath,
                     .mode = spec.mode,
                     .problem = problem,
                     .showsSecrets = spec.showsSecrets,
                     .crossesVolumes = spec.crossesVolumes});
    }
    return list;
}

QList<MountReach> MountTable::reachFor(const ClientId &client) const
{
    QList<MountReach> reach;
    for (const auto &[spec, root] : m_mounts) {
        if (client == personClient() || !spec.clients || spec.clients->contains(client))
            reach.append({spec.name, spec.mode, spec.hostPath});
    }
    return reach;
}

Result<MountTable::Access> MountTable::access(const MountReach &captured) const
{
    const Mount *mount = find(captured.name);
    if (!mount || mount->spec.hostPath != captured.hostPath) {
        return fail(
            ErrorCode::Denied,
            QStringLiteral("The mount “%1” was taken away by the person.").arg(captured.name));
    }
    MountReach reach = captured;
    reach.mode = std::min(captured.mode, mount->spec.mode);
    return Access{mount->root, reach, mount->spec.showsSecrets};
}

const MountTable::Mount *MountTable::find(QStringView name) const
{
    const auto found =
        std::ranges::find(m_mounts, name, [](const Mount &m) { return QStringView(m.spec.name); });
    return found == m_mounts.end() ? nullptr : &*found;
}

MountTable::Mount *MountTable::find(QStringView name)
{
    return const_cast<Mount *>(std::as_const(*this).find(name));
}

} // namespace glovebox::mounts
