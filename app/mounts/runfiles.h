// SPDX-License-Identifier: MIT
#pragma once

#include "mountroot.h"
#include "writelimits.h"

#include <base/limits.h>

#include <QHash>
#include <QMutex>
#include <QSet>
#include <QString>

#include <dirent.h>
#include <sys/stat.h>

#include <atomic>
#include <expected>
#include <map>
#include <memory>
#include <vector>

namespace glovebox::mounts {

class Overlay;

// A file that a run has open.
struct OpenFile
{
    UniqueFd fd;
    std::shared_ptr<const MountRoot> root;
    QString mount;
    QString path;
    bool readable = false;
    bool writable = false;
    std::shared_ptr<Overlay> overlay = {}; // of a staged mount
    QString blob = {};                     // its file in the stage, or empty: the folder's own
    // Its state before the run is kept for undo. Several blocks may come at once, and none may be
    // written while another one's call is still keeping what was there.
    bool isRecorded = false;
    QMutex recording = {};
};

struct CloseFolder
{
    void operator()(DIR *folder) const { ::closedir(folder); }
};

// A folder that a run is in the middle of listing.
struct OpenFolder
{
    std::unique_ptr<DIR, CloseFolder> stream; // of the folder itself; null: nothing of it shows
    // Of a staged mount: what the stage has here, and what of the folder it hides.
    std::vector<std::pair<QByteArray, struct stat>> own = {};
    QSet<QByteArray> covered = {};
    bool showsSecrets = false;
    std::shared_ptr<const MountRoot> root;
    QString mount;
    QString path;
    QMutex reading; // a hostile page may use one cursor twice at once
};

// Far more than what the worker may have on its way without waiting (lane.mjs: two lots of 256
// KiB).
inline constexpr qint64 ampleBytes = 16 * limits::MiB;
inline constexpr int ampleFiles = 2048;

// What one run has open and has touched. Used from several threads. After end() nothing is kept
// any more, so a call that is still at work leaves no handle behind.
class RunFiles
{
public:
    explicit RunFiles(const WriteLimits &limits = {})
        : m_limits(limits)
    {
    }

    std::expected<int, int> add(std::shared_ptr<OpenFile> file);
    std::shared_ptr<OpenFile> file(int handle) const;
    bool close(int handle);

    // Beyond a few, the oldest listing is given up: its cursor is then unknown.
    std::expected<int, int> add(std::shared_ptr<OpenFolder> folder);
    std::shared_ptr<OpenFolder> folder(int cursor) const;
    void closeFolder(int cursor);

    // Whether this is the first time that the run reads or writes that file.
    bool touch(const QString &mount, const QString &path, bool written);
    // limits::maxFilesTouchedPerRun is reached: nothing new may be touched, since it could not be
    // recorded.
    bool hasTouchedTooMany() const;

    // Adds to what the run has written and made in a mount (or takes from it); false, and nothing
    // added, when that would be more than the limits.
    bool spend(const QString &mount, qint64 bytes, int files);
    // Whether ampleBytes and ampleFiles could be spent.
    bool hasAmpleRoom(const QString &mount) const;

    const WriteLimits &writeLimits() const { return m_limits; }

    void end();
    int openCount() const;

    std::atomic<int> inFlight = 0;

private:
    const WriteLimits m_limits;
    mutable QMutex m_mutex;
    bool m_ended = false;
    int m_next = 1;
    QHash<int, std::shared_ptr<OpenFile>> m_files;
    std::map<int, std::shared_ptr<OpenFolder>> m_folders; // oldest first
    // Digests, so that a run that touches a million long names does not fill the memory.
    QSet<std::pair<quint64, quint64>> m_touched;
    struct Spent
    {
        qint64 bytes = 0;
        int files = 0;
    };
    QHash<QString, Spent> m_spent;
};

} // namespace glovebox::mounts
