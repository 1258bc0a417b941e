// SPDX-License-Identifier: MIT
#include "mountroot.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <climits>
#include <utility>

namespace glovebox::mounts {

namespace {

constexpr int maxDepth = PATH_MAX / 2;

std::expected<UniqueFd, int> wrap(int fd)
{
    if (fd < 0)
        return std::unexpected(errno);
    return UniqueFd(fd);
}

} // namespace

std::expected<std::shared_ptr<const MountRoot>, int> MountRoot::open(const QByteArray &hostPath,
                                                                     Containment containment)
{
    auto fd = wrap(::open(hostPath.constData(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!fd)
        return std::unexpected(fd.error());
    return std::make_shared<const MountRoot>(std::move(*fd), containment);
}

MountRoot::MountRoot(UniqueFd fd, Containment containment)
    : m_fd(std::move(fd))
    , m_volume(volumeOf(m_fd.value()))
    , m_containment(containment)
{
}

std::expected<UniqueFd, int> MountRoot::open(QByteArrayView path, int flags, mode_t mode) const
{
    const QByteArray name = path.toByteArray(); // ends with NUL
    return openBeneath(m_containment, fd(), name, flags, mode, m_crossesVolumes);
}

std::expected<MountRoot::Entry, int> MountRoot::entry(QByteArrayView path) const
{
    const qsizetype slash = path.lastIndexOf('/');
    auto folder = open(slash < 0 ? QByteArrayView() : path.first(slash), O_PATH | O_DIRECTORY);
    if (!folder)
        return std::unexpected(folder.error());
    return Entry{std::move(*folder),
                 path.isEmpty() ? QByteArrayLiteral(".") : path.sliced(slash + 1).toByteArray()};
}

std::expected<int, int> MountRoot::depth(int folder) const
{
    const auto root = identify(fd());
    auto current = identify(folder);
    UniqueFd held;
    for (int depth = 0; depth < maxDepth; ++depth) {
        if (!root || !current)
            return std::unexpected(ESTALE);
        if (current->isSame(*root))
            return depth;
        auto up = wrap(::openat(held.isValid() ? held.value() : folder, "..",
                                O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!up)
            return std::unexpected(up.error());
        const auto above = identify(up->value());
        if (above && above->isSame(*current)) // "/" is its own parent
            break;
        held = std::move(*up);
        current = above;
    }
    return std::unexpected(EXDEV);
}

qint64 MountRoot::freeBytes() const
{
    struct statvfs data = {};
    if (::fstatvfs(fd(), &data) != 0)
        return -1;
    return qint64(data.f_bavail) * qint64(data.f_frsize);
}

QString goneText(const QString &mount, const MountRoot *root)
{
    if (root && root->isUnmounted())
        return QStringLiteral(
                   "The drive that holds the folder of mount “%1” is not mounted any more. "
                   "Nothing is written until it is back at its place; ask the person to "
                   "connect it again.")
            .arg(mount);
    return QStringLiteral(
               "The folder of mount “%1” was deleted on the host. Ask the person to mount "
               "it again.")
        .arg(mount);
}

bool MountRoot::isUnmounted() const
{
    return !isMounted(m_volume);
}

bool MountRoot::isDeleted() const
{
    struct stat data = {};
    return ::fstat(fd(), &data) != 0 || data.st_nlink == 0;
}

} // namespace glovebox::mounts
