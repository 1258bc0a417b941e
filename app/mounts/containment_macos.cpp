// SPDX-License-Identifier: MIT
// Containment on macOS: the walk of containment_posix.cpp, and what the system itself knows of
// volumes and names. Never built here; its walk is tested on Linux as Containment::PosixWalk.
#include "containment.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <cerrno>
#include <string_view>

namespace glovebox::mounts {

Containment availableContainment()
{
    return Containment::PosixWalk;
}

std::expected<UniqueFd, int> openBeneath(Containment, int root, const QByteArray &path, int flags,
                                         mode_t mode, bool crossesVolumes)
{
    return openWalking(Containment::PosixWalk, root, path, flags, mode, crossesVolumes);
}

std::expected<Identity, int> identify(int fd)
{
    struct stat data = {};
    if (::fstat(fd, &data) != 0)
        return std::unexpected(errno);
    // Each mounted volume has a device of its own.
    return Identity{std::uint64_t(data.st_dev), data.st_ino, 0, data.st_mode};
}

bool isPseudoFileSystem(int fd)
{
    struct statfs data = {};
    if (::fstatfs(fd, &data) != 0)
        return false;
    const std::string_view name(data.f_fstypename);
    return name == "devfs" || name == "fdesc" || name == "autofs";
}

bool isMagicLink(int)
{
    return false;
}

// A file's resource fork, and a file by its number, are reached by name: neither is an entry of the
// folder, and the second may lie anywhere.
bool isSpecialName(QByteArrayView name)
{
    return name == "..namedfork" || name == ".vol";
}

} // namespace glovebox::mounts
