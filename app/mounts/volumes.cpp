// SPDX-License-Identifier: MIT
#include "volumes.h"

#include "uniquefd.h"

#include <QByteArray>
#include <QMutex>
#include <QSet>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace glovebox::mounts {

namespace {

// The ids of this process's mounts. Opened once: the kernel tells by poll() when the table changes.
class MountIds
{
public:
    bool contains(quint64 id)
    {
        const QMutexLocker lock(&m_mutex);
        if (!m_table.isValid() || hasChanged())
            read();
        // Not known any more, or of a namespace that this process has entered since.
        if (!m_ids.contains(id))
            read();
        return m_ids.isEmpty() || m_ids.contains(id);
    }

private:
    bool hasChanged() const
    {
        pollfd change{m_table.value(), POLLPRI, 0};
        return ::poll(&change, 1, 0) > 0;
    }

    void read()
    {
        m_ids.clear();
        m_table = UniqueFd(::open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC));
        if (!m_table.isValid())
            return;
        QByteArray text;
        std::array<char, 16 * 1024> part{};
        for (;;) {
            const ssize_t got = ::read(m_table.value(), part.data(), part.size());
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                break;
            text.append(part.data(), got);
        }
        for (const QByteArray &line : text.split('\n')) {
            if (const quint64 id = line.left(line.indexOf(' ')).toULongLong())
                m_ids.insert(id);
        }
    }

    QMutex m_mutex;
    UniqueFd m_table;
    QSet<quint64> m_ids;
};

} // namespace

Volume volumeOf(int folder)
{
    Volume volume;
    struct statx data = {};
    if (::statx(folder, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_MNT_ID, &data) == 0) {
        if ((data.stx_mask & STATX_MNT_ID) != 0)
            volume.mountId = data.stx_mnt_id;
        volume.isItsRoot =
            (data.stx_attributes_mask & data.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
    }
    struct statfs system = {};
    if (::fstatfs(folder, &system) == 0)
        std::memcpy(&volume.fileSystem, &system.f_fsid,
                    std::min(sizeof volume.fileSystem, sizeof system.f_fsid));
    return volume;
}

bool isMounted(const Volume &volume)
{
    static MountIds ids;
    return volume.mountId == 0 || ids.contains(volume.mountId);
}

bool isSameVolume(const Volume &before, const Volume &now)
{
    return (before.fileSystem != 0 && before.fileSystem == now.fileSystem) ||
           (before.isItsRoot && now.isItsRoot);
}

} // namespace glovebox::mounts
