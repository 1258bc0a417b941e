// SPDX-License-Identifier: MIT
#pragma once

#include "uniquefd.h"

#include <QByteArray>

#include <sys/types.h>

#include <cstdint>
#include <expected>

// How a path is opened beneath a folder and never anywhere else (DESIGN 1.3): one function, of
// which each platform has its own. What they have in common:
//   - it begins at a handle of the folder, never at a path that was looked at before;
//   - a link is followed as long as it stays inside (on Windows: not at all), and what leads out is
//     EXDEV, whatever is renamed meanwhile;
//   - nothing is opened on another volume unless the person included them, and nothing ever on a
//     file system of switches (/proc and its like).
// containment_linux.cpp (openat2) and containment_posix.cpp (a walk: Linux without openat2, macOS)
// are built here; containment_windows.cpp has its own header, because there files are not numbers.
namespace glovebox::mounts {

// Who keeps a path inside the root. All refuse the same things; none compares strings.
enum class Containment {
    // openat2 with RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS, and RESOLVE_NO_XDEV unless the person
    // included other volumes.
    Kernel,
    // Component by component with O_NOFOLLOW from descriptor to descriptor, links resolved by
    // hand beneath the root: where openat2 is missing or a seccomp filter refuses it.
    Walk,
    // The same with nothing that only Linux has: what macOS uses. Elsewhere it is there to be
    // tested.
    PosixWalk,
};

// What this machine offers; asks the kernel on each call.
Containment availableContainment();

// openat() that cannot leave `root`. O_CLOEXEC is added. Errors are errno values; EXDEV means
// "leads out of the root" or "is on another file system", ELOOP too many links or a link of /proc.
std::expected<UniqueFd, int> openBeneath(Containment containment, int root, const QByteArray &path,
                                         int flags, mode_t mode, bool crossesVolumes);

// What makes two descriptors the same entry, on the same mounted volume.
struct Identity
{
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t mount = 0; // 0 where the system does not tell
    mode_t mode = 0;

    bool isSame(const Identity &other) const
    {
        return device == other.device && inode == other.inode;
    }
    // Bind mounts of one file system have the same device but not the same mount; subvolumes the
    // other way round. openat2 asks for the mount.
    bool onSameMount(const Identity &other) const
    {
        return mount != 0 && other.mount != 0 ? mount == other.mount : device == other.device;
    }
};
std::expected<Identity, int> identify(int fd);

// A file system whose files are switches of the system: /proc, /sys and their like.
bool isPseudoFileSystem(int fd);

// ---- Of the platforms' own files ----

std::expected<UniqueFd, int> openWalking(Containment containment, int root, const QByteArray &path,
                                         int flags, mode_t mode, bool crossesVolumes);
// A link of /proc, which leads where its text does not say.
bool isMagicLink(int link);
// Whether a name means more to this system than an entry of a folder.
bool isSpecialName(QByteArrayView name);

} // namespace glovebox::mounts
