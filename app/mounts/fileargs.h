// SPDX-License-Identifier: MIT
#pragma once

#include "fileops.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <optional>

// What the operations of fileops.cpp and stagedops.cpp have in common: a call's arguments, the
// facts that answers carry, and the sentences of failures.
namespace glovebox::mounts {

template <class T>
using Checked = std::expected<T, CallFailure>;

inline constexpr qint64 maxFileSize = qint64(1) << 53; // what JSON numbers hold exactly

std::unexpected<CallFailure> refuse(int error, const QString &message);
Frame okFrame(QJsonObject fields = {}, QByteArray body = {});
// ESTALE: the mount's own folder, or the volume that it lies on, is no longer there.
std::unexpected<CallFailure> folderGone(const FileCall &call);
// Why nothing is said of a path that names secrets.
std::optional<CallFailure> secretRefusal(const FileCall &call, const QByteArray &path);
// The sentence for an errno of the system.
std::unexpected<CallFailure> failed(const FileCall &call, const QString &path, int error);

struct Path
{
    QString text;
    QByteArray bytes;
};

Checked<Path> pathArgument(const FileCall &call, QStringView key = u"path");
Checked<qint64> integerArgument(const FileCall &call, QStringView key, qint64 max);
Checked<mode_t> modeArgument(const FileCall &call, mode_t fallback);
Checked<std::shared_ptr<OpenFile>> fileArgument(const FileCall &call);
Checked<timespec> timeArgument(const FileCall &call, QStringView key);

struct OpenFlags
{
    bool read = false;
    bool write = false;
    bool create = false;
    bool exclusive = false;
    bool truncate = false;
    bool append = false;
    bool noFollow = false; // a link as the last component: ELOOP

    bool changes() const { return write || create || truncate || append; }
    int toHost() const
    {
        // Neither waits for a pipe's other end nor becomes the process's terminal, whatever takes
        // the file's place meanwhile. O_TRUNC is not here: it comes after the file was checked.
        int flags = O_NONBLOCK | O_NOCTTY | (write ? (read ? O_RDWR : O_WRONLY) : O_RDONLY);
        flags |= create ? O_CREAT : 0;
        flags |= create && exclusive ? O_EXCL : 0;
        return flags | (append ? O_APPEND : 0) | (noFollow ? O_NOFOLLOW : 0);
    }
};

Checked<OpenFlags> flagsArgument(const FileCall &call);

// The answer to fs.open: keeps the file open, and hands out the beginning of one that is only read
// when the call asks for it ("inline"). A small file that came whole is not kept open.
Answer answerOpened(const FileCall &call, const Path &path, const OpenFlags &flags, UniqueFd fd,
                    const struct stat &data, const QString &blob);
// Why the run may not write `bytes` more into this mount, or make one more file.
std::optional<CallFailure> budgetRefusal(const FileCall &call, qint64 bytes, int files);

QJsonObject statJson(const struct stat &found);
Checked<struct stat> statOf(const FileCall &call, const QString &path, int fd);
// Looks at what is there without opening it: opening a pipe or a device can already do something.
Checked<struct stat> look(const FileCall &call, const Path &path, int flags);
std::optional<CallFailure> notAFile(const FileCall &call, const Path &path, mode_t mode);
std::optional<CallFailure> touchRefusal(const FileCall &call);
// Names that usually hold secrets are hidden, unless the person shows them.
std::optional<CallFailure> secretRefusal(const FileCall &call, const QByteArray &path);

} // namespace glovebox::mounts
