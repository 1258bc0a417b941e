// SPDX-License-Identifier: MIT
#pragma once

#include "change.h"

#include <QByteArray>
#include <QJsonObject>

#include <sys/stat.h>

#include <expected>
#include <optional>

namespace glovebox::mounts {

// What identifies one state of one entry, to tell later whether anybody has changed it. The time
// of the last status change cannot be set by a program, so equal facts are proof; where they
// differ (touched, copied back), an equal digest of the content still is.
struct FileFacts
{
    mode_t mode = 0; // st_mode
    qint64 size = 0;
    qint64 modifiedNs = 0;
    qint64 statusNs = 0;
    quint64 inode = 0;
    // BLAKE2b-256 of a file's content, a link's target, or empty: not taken.
    QByteArray content = {};

    bool isFile() const { return S_ISREG(mode); }
    bool isFolder() const { return S_ISDIR(mode); }
    bool isLink() const { return S_ISLNK(mode); }

    bool operator==(const FileFacts &) const = default;

    QJsonObject toJson() const;
    static FileFacts fromJson(const QJsonObject &json);
};

FileFacts factsOf(const struct stat &data);
EntryState stateOf(const std::optional<FileFacts> &facts);
qint64 nanoseconds(const timespec &time);
timespec timeFromNanoseconds(qint64 ns);

// Of the entry `name` in `folder`, links not followed, with its content's digest up to that size.
// Errors are errno values; ENOENT is nullopt.
std::optional<FileFacts> factsAt(int folder, const QByteArray &name, qint64 maxDigested);
// Empty for a file that is larger or cannot be read.
QByteArray digestOf(int file, qint64 maxBytes);
QByteArray linkTargetAt(int folder, const QByteArray &name);

// Whether the entry that was found with `then` is still as it was. Folders are the same as long
// as they are the same folder, whatever is in them now. Reads the file only when it must.
// `wasRenamed`: by us since, which counts as a status change.
bool isSameState(const std::optional<FileFacts> &then, int folder, const QByteArray &name,
                 bool wasRenamed = false);

// As many of the bytes as there are; errno.
std::expected<QByteArray, int> readAt(int file, qint64 offset, qint64 length);

// Copies a whole file: by sharing its blocks where the file system can, in the kernel else.
// Errno, or 0.
int copyContent(int from, int to);

// Opens the file behind a descriptor once more, with other flags.
int reopened(int fd, int flags);

// Whether writing `bytes` leaves the reserve free: `reserve`, or a twentieth of a small disk.
bool leavesReserve(int fd, qint64 bytes, qint64 reserve);

} // namespace glovebox::mounts
