// SPDX-License-Identifier: MIT
#pragma once

#include "containment.h"
#include "uniquefd.h"
#include "volumes.h"

#include <QByteArray>
#include <QMutex>

#include <sys/types.h>

#include <atomic>
#include <expected>
#include <memory>

namespace glovebox::mounts {

// The folder behind a mount, held open, so that renaming it does not point the mount elsewhere.
// Paths are host bytes as pathToHost() gives them, relative to the root. Immutable, used from
// any thread. All errors are errno values; EXDEV means "leads out of the root" or "is on another
// file system", ELOOP too many links or a link of /proc.
class MountRoot
{
public:
    static std::expected<std::shared_ptr<const MountRoot>, int>
    open(const QByteArray &hostPath, Containment containment = availableContainment());

    MountRoot(UniqueFd fd, Containment containment);

    // openat() that cannot leave the root. O_CLOEXEC is added; links are followed as open(2)
    // does, as long as they stay inside.
    std::expected<UniqueFd, int> open(QByteArrayView path, int flags, mode_t mode = 0) const;

    // The folder that holds the last component of `path` (its links resolved), and that
    // component's name for *at() calls, which never follow it. For the root itself: the root, ".".
    struct Entry
    {
        UniqueFd folder;
        QByteArray name;
    };
    std::expected<Entry, int> entry(QByteArrayView path) const;

    // How many folders below the root `folder` is; EXDEV when it is not below it.
    std::expected<int, int> depth(int folder) const;

    int fd() const { return m_fd.value(); }
    // Whether volumes that are mounted inside the folder are part of it, from now on. The system's
    // own (/proc and its like) never are.
    void setCrossesVolumes(bool crosses) const { m_crossesVolumes = crosses; }
    bool crossesVolumes() const { return m_crossesVolumes; }
    // Free for the person on the folder's disk; -1: it does not tell. May take as long as a network
    // share does not answer.
    qint64 freeBytes() const;
    Containment containment() const { return m_containment; }
    // The folder was deleted, or its volume unmounted, while it was held open.
    bool isGone() const { return isDeleted() || isUnmounted(); }
    bool isDeleted() const;
    bool isUnmounted() const;
    const Volume &volume() const { return m_volume; }
    // Held while links are made and folders moved, so that the depth for which a link was checked
    // is the one that it gets.
    QMutex &structure() const { return m_structure; }

private:
    UniqueFd m_fd;
    Volume m_volume;
    Containment m_containment;
    mutable std::atomic<bool> m_crossesVolumes = false;
    mutable QMutex m_structure;
};

// For models: why a folder that isGone() cannot be used.
QString goneText(const QString &mount, const MountRoot *root);

} // namespace glovebox::mounts
