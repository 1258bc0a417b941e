// SPDX-License-Identifier: MIT
#include "fileargs.h"

#include "hostpath.h"
#include "mountrisk.h"
#include "overlay.h"

#include <base/limits.h>

#include <QJsonArray>

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstring>

namespace glovebox::mounts {

namespace {

constexpr mode_t permissionBits = 0777;     // no set-uid, set-gid or sticky bit from the sandbox
constexpr double maxMilliseconds = 8.64e15; // what JavaScript's dates hold

} // namespace

std::unexpected<CallFailure> refuse(int error, const QString &message)
{
    return std::unexpected(CallFailure{error, message});
}

Frame okFrame(QJsonObject fields, QByteArray body)
{
    fields.insert(QStringLiteral("v"), 1);
    fields.insert(QStringLiteral("ok"), true);
    return {std::move(fields), std::move(body)};
}

static QString shown(const QString &path)
{
    return path.isEmpty() ? QStringLiteral("(its root)") : path;
}

// Not ENOENT, with which a program would believe that only a file is missing.
std::unexpected<CallFailure> folderGone(const FileCall &call)
{
    return refuse(ESTALE, goneText(call.reach.name, call.root.get()));
}

// The sentence for an errno of the system.
std::unexpected<CallFailure> failed(const FileCall &call, const QString &path, int error)
{
    const QString mount = call.reach.name;
    if (!call.root || call.root->isGone())
        return folderGone(call);
    switch (error) {
    case ENOENT:
        return refuse(error, QStringLiteral("Mount “%1” has no “%2”.").arg(mount, shown(path)));
    case EXDEV:
        return refuse(error, QStringLiteral("“%2” leads out of mount “%1”, through a link or into "
                                            "another file system, and is not followed.")
                                 .arg(mount, shown(path)));
    case ELOOP:
        return refuse(error, QStringLiteral("“%2” in mount “%1” goes through too many links or a "
                                            "link that is not followed.")
                                 .arg(mount, shown(path)));
    case ENOSPC:
    case EDQUOT:
        return refuse(ENOSPC, call.overlay
                                  ? QStringLiteral("There is no room left for “%2” of mount “%1”: "
                                                   "its stage or the disk that holds it is full.")
                                        .arg(mount, shown(path))
                                  : QStringLiteral("The disk of mount “%1” is full, or so full "
                                                   "that Glovebox leaves the rest free: “%2” was "
                                                   "not written.")
                                        .arg(mount, shown(path)));
    case EACCES:
    case EPERM:
        return refuse(error, QStringLiteral("The host's permissions do not allow this for “%2” in "
                                            "mount “%1”.")
                                 .arg(mount, shown(path)));
    default:
        return refuse(error,
                      QStringLiteral("“%2” in mount “%1”: %3.")
                          .arg(mount, shown(path), QString::fromLocal8Bit(std::strerror(error))));
    }
}

std::optional<CallFailure> secretRefusal(const FileCall &call, const QByteArray &path)
{
    if (call.showsSecrets || path.isEmpty())
        return std::nullopt;
    for (const QByteArray &name : path.split('/')) {
        if (isSecretName(name)) {
            return CallFailure{EACCES, QStringLiteral("“%2” in mount “%1” is hidden, because files "
                                                      "of this name usually hold secrets. The "
                                                      "person can show it.")
                                           .arg(call.reach.name, nameFromHost(name))};
        }
    }
    return std::nullopt;
}

// ---- Arguments ----

Checked<Path> pathArgument(const FileCall &call, QStringView key)
{
    const QJsonValue value = call.request.header[key];
    if (!value.isString())
        return refuse(EINVAL, QStringLiteral("The argument “%1” must be a string.").arg(key));
    const QString text = value.toString();
    auto bytes = pathToHost(text);
    if (!bytes)
        return refuse(bytes.error(), pathRefusal(text, bytes.error()));
    if (const auto refusal = secretRefusal(call, *bytes))
        return std::unexpected(*refusal);
    return Path{text, *bytes};
}

Checked<qint64> integerArgument(const FileCall &call, QStringView key, qint64 max)
{
    const QJsonValue value = call.request.header[key];
    const double number = value.toDouble(-1);
    if (!value.isDouble() || number < 0 || number > static_cast<double>(max) ||
        std::floor(number) != number) {
        return refuse(EINVAL, QStringLiteral("The argument “%1” must be a whole number from 0 to "
                                             "%2.")
                                  .arg(key)
                                  .arg(max));
    }
    return static_cast<qint64>(number);
}

Checked<mode_t> modeArgument(const FileCall &call, mode_t fallback)
{
    if (call.request.header[u"mode"].isUndefined())
        return fallback;
    return integerArgument(call, u"mode", 0xFFFFFFFF).transform([](qint64 mode) {
        return static_cast<mode_t>(mode) & permissionBits;
    });
}

Checked<std::shared_ptr<OpenFile>> fileArgument(const FileCall &call)
{
    const auto handle = integerArgument(call, u"handle", INT_MAX);
    if (!handle)
        return std::unexpected(handle.error());
    auto file = call.files->file(static_cast<int>(*handle));
    if (!file || file->root != call.root)
        return refuse(EBADF, QStringLiteral("That file is not open."));
    return file;
}

// ---- Facts about files ----

static double milliseconds(const timespec &time)
{
    return static_cast<double>(time.tv_sec) * 1000.0 + static_cast<double>(time.tv_nsec) / 1e6;
}

static QString typeName(mode_t mode)
{
    if (S_ISDIR(mode))
        return QStringLiteral("dir");
    return S_ISLNK(mode) ? QStringLiteral("link") : QStringLiteral("file");
}

// A pipe, socket or device is shown as an empty file without permissions: it exists, but nobody
// may open it.
static struct stat presentable(struct stat data)
{
    if (!S_ISDIR(data.st_mode) && !S_ISLNK(data.st_mode) && !S_ISREG(data.st_mode)) {
        data.st_mode = S_IFREG;
        data.st_size = 0;
    }
    return data;
}

QJsonObject statJson(const struct stat &found)
{
    const struct stat data = presentable(found);
    return {{QStringLiteral("type"), typeName(data.st_mode)},
            {QStringLiteral("size"), static_cast<qint64>(data.st_size)},
            {QStringLiteral("mode"), static_cast<qint64>(data.st_mode)},
            {QStringLiteral("mtime_ms"), milliseconds(data.st_mtim)},
            {QStringLiteral("atime_ms"), milliseconds(data.st_atim)},
            {QStringLiteral("ctime_ms"), milliseconds(data.st_ctim)},
            {QStringLiteral("inode"), static_cast<qint64>(data.st_ino)},
            {QStringLiteral("links"), static_cast<qint64>(data.st_nlink)}};
}

Checked<struct stat> statOf(const FileCall &call, const QString &path, int fd)
{
    struct stat data = {};
    if (::fstat(fd, &data) != 0)
        return failed(call, path, errno);
    return data;
}

// Looks at what is there without opening it: opening a pipe or a device can already do something.
Checked<struct stat> look(const FileCall &call, const Path &path, int flags)
{
    const auto fd = call.root->open(path.bytes, O_PATH | flags);
    if (!fd)
        return failed(call, path.text, fd.error());
    return statOf(call, path.text, fd->value());
}

std::optional<CallFailure> notAFile(const FileCall &call, const Path &path, mode_t mode)
{
    if (S_ISREG(mode))
        return std::nullopt;
    if (S_ISDIR(mode))
        return failed(call, path.text, EISDIR).error();
    return CallFailure{EACCES, QStringLiteral("“%2” in mount “%1” is a pipe, socket or device, "
                                              "not a file.")
                                   .arg(call.reach.name, path.text)};
}

std::optional<CallFailure> touchRefusal(const FileCall &call)
{
    if (!call.files->hasTouchedTooMany())
        return std::nullopt;
    return CallFailure{EDQUOT, QStringLiteral("This run has touched %1 files in its mounts, which "
                                              "is as many as one run may.")
                                   .arg(limits::maxFilesTouchedPerRun)};
}

Checked<OpenFlags> flagsArgument(const FileCall &call)
{
    OpenFlags flags;
    const std::array<std::pair<QString, bool *>, 7> known{{
        {QStringLiteral("read"), &flags.read},
        {QStringLiteral("write"), &flags.write},
        {QStringLiteral("create"), &flags.create},
        {QStringLiteral("exclusive"), &flags.exclusive},
        {QStringLiteral("truncate"), &flags.truncate},
        {QStringLiteral("append"), &flags.append},
        {QStringLiteral("nofollow"), &flags.noFollow},
    }};
    for (const QJsonValue &value : call.request.header[u"flags"].toArray()) {
        const auto *found =
            std::ranges::find(known, value.toString(), &std::pair<QString, bool *>::first);
        if (found == known.end())
            return refuse(EINVAL, QStringLiteral("An unknown flag was given to open a file."));
        *found->second = true;
    }
    if (!(flags.read || flags.write) || ((flags.truncate || flags.append) && !flags.write))
        return refuse(EINVAL, QStringLiteral("A file is opened to read, to write or both; "
                                             "truncating and appending are writing."));
    return flags;
}

Checked<timespec> timeArgument(const FileCall &call, QStringView key)
{
    const QJsonValue value = call.request.header[key];
    if (value.isUndefined() || value.isNull())
        return timespec{0, UTIME_OMIT};
    const double ms = value.toDouble(maxMilliseconds * 2);
    if (!value.isDouble() || std::abs(ms) > maxMilliseconds)
        return refuse(EINVAL, QStringLiteral("“%1” must be a time in milliseconds.").arg(key));
    const double seconds = std::floor(ms / 1000);
    const auto nanoseconds = std::llround((ms - seconds * 1000) * 1e6);
    return timespec{static_cast<time_t>(seconds) + nanoseconds / 1'000'000'000,
                    nanoseconds % 1'000'000'000};
}

std::optional<CallFailure> budgetRefusal(const FileCall &call, qint64 bytes, int files)
{
    if (call.files->spend(call.reach.name, bytes, files))
        return std::nullopt;
    return CallFailure{ENOSPC, QStringLiteral("This run has written %1 bytes or made %2 files in "
                                              "mount “%3”, which is as much as one run may.")
                                   .arg(call.files->writeLimits().bytes)
                                   .arg(call.files->writeLimits().files)
                                   .arg(call.reach.name)};
}

namespace {

// Up to `length` bytes from the beginning.
QByteArray beginning(int fd, qint64 length)
{
    QByteArray bytes(length, Qt::Uninitialized);
    qint64 done = 0;
    while (done < length) {
        const ssize_t part = ::pread(fd, bytes.data() + done, size_t(length - done), done);
        if (part < 0 && errno == EINTR)
            continue;
        if (part <= 0)
            break; // an error comes again with the first fs.read
        done += part;
    }
    bytes.truncate(done);
    return bytes;
}

} // namespace

Answer answerOpened(const FileCall &call, const Path &path, const OpenFlags &flags, UniqueFd fd,
                    const struct stat &data, const QString &blob)
{
    QJsonObject fields{{QStringLiteral("stat"), statJson(data)}};
    QByteArray body;
    const qint64 wanted =
        std::min(call.request.header[u"inline"].toInteger(), limits::maxInlineBytes);
    if (wanted > 0 && flags.read && !flags.changes()) {
        // What is wanted whole or not at all is not read in part.
        const bool isTooLong = call.request.header[u"whole"].toBool() && data.st_size > wanted;
        body = isTooLong ? QByteArray() : beginning(fd.value(), wanted);
        if (!body.isEmpty() || data.st_size == 0)
            call.touched(path.text, false);
        if (data.st_size <= wanted && body.size() == data.st_size) {
            fields.insert(QStringLiteral("handle"), 0);
            fields.insert(QStringLiteral("whole"), true);
            return okFrame(fields, body);
        }
    }
    if (call.request.header[u"whole"].toBool())
        return refuse(EFBIG, QStringLiteral("“%1” does not come in one piece.").arg(path.text));
    auto file = std::make_shared<OpenFile>();
    file->fd = std::move(fd);
    file->root = call.root;
    file->mount = call.reach.name;
    file->path = path.text;
    file->readable = flags.read;
    file->writable = flags.write;
    file->overlay = call.overlay;
    file->blob = blob;
    file->isRecorded = flags.truncate || flags.exclusive;
    if (call.overlay)
        call.overlay->watch(file, blob);
    const auto handle = call.files->add(std::move(file));
    if (handle) {
        fields.insert(QStringLiteral("handle"), *handle);
        return okFrame(fields, body);
    }
    if (handle.error() == EMFILE) {
        return refuse(EMFILE, QStringLiteral("This run has %1 files open, which is as many as one "
                                             "run may.")
                                  .arg(limits::maxHandlesPerRun));
    }
    return refuse(handle.error(), QStringLiteral("The run has ended."));
}

} // namespace glovebox::mounts
