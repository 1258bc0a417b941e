// SPDX-License-Identifier: MIT
// Containment on Linux: the kernel itself resolves beneath the root.
#include "containment.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace glovebox::mounts {

namespace {

// The kernel answers EAGAIN when a rename somewhere made a ".." uncertain; it asks to try again.
constexpr int maxAttempts = 128;

std::expected<UniqueFd, int> openContained(int root, const QByteArray &path, int flags, mode_t mode,
                                           bool crosses)
{
    const bool creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    open_how how = {};
    how.flags = static_cast<__u64>(flags | O_CLOEXEC);
    how.mode = creates ? mode : 0;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | (crosses ? 0 : RESOLVE_NO_XDEV);
    const char *name = path.isEmpty() ? "." : path.constData();
    for (int attempt = 0; attempt < maxAttempts; ++attempt) {
        const long fd = ::syscall(SYS_openat2, root, name, &how, sizeof how);
        if (fd >= 0) {
            UniqueFd opened(static_cast<int>(fd));
            if (crosses && isPseudoFileSystem(opened.value()))
                return std::unexpected(EXDEV);
            return opened;
        }
        if (errno != EAGAIN && errno != EINTR)
            return std::unexpected(errno);
    }
    return std::unexpected(EAGAIN);
}

} // namespace

Containment availableContainment()
{
    const auto probe =
        openContained(AT_FDCWD, QByteArrayLiteral("."), O_PATH | O_DIRECTORY, 0, false);
    const bool refused = !probe && (probe.error() == ENOSYS || probe.error() == EPERM ||
                                    probe.error() == EINVAL || probe.error() == E2BIG);
    return refused ? Containment::Walk : Containment::Kernel;
}

std::expected<UniqueFd, int> openBeneath(Containment containment, int root, const QByteArray &path,
                                         int flags, mode_t mode, bool crossesVolumes)
{
    return containment == Containment::Kernel
               ? openContained(root, path, flags, mode, crossesVolumes)
               : openWalking(containment, root, path, flags, mode, crossesVolumes);
}

std::expected<Identity, int> identify(int fd)
{
    struct statx data = {};
    if (::statx(fd, "", AT_EMPTY_PATH, STATX_TYPE | STATX_MODE | STATX_INO | STATX_MNT_ID, &data))
        return std::unexpected(errno);
    return Identity{(std::uint64_t(data.stx_dev_major) << 32) | data.stx_dev_minor, data.stx_ino,
                    (data.stx_mask & STATX_MNT_ID) ? data.stx_mnt_id : 0, data.stx_mode};
}

bool isPseudoFileSystem(int fd)
{
    static constexpr std::array<unsigned long, 9> magics{
        PROC_SUPER_MAGIC,   SYSFS_MAGIC,         DEVPTS_SUPER_MAGIC,
        CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, DEBUGFS_MAGIC,
        TRACEFS_MAGIC,      SECURITYFS_MAGIC,    BPF_FS_MAGIC};
    struct statfs data = {};
    return ::fstatfs(fd, &data) == 0 &&
           std::ranges::contains(magics, static_cast<unsigned long>(data.f_type));
}

bool isMagicLink(int link)
{
    struct statfs data = {};
    return ::fstatfs(link, &data) == 0 && data.f_type == PROC_SUPER_MAGIC;
}

bool isSpecialName(QByteArrayView)
{
    return false;
}

} // namespace glovebox::mounts
