// SPDX-License-Identifier: MIT
#include "fileops.h"

#include "errnoname.h"
#include "hostpath.h"

#include <base/limits.h>

#include <QJsonArray>
#include <QStringList>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace glovebox::mounts {

namespace {

template <class T>
using Checked = std::expected<T, CallFailure>;

constexpr mode_t permissionBits = 0777; // no set-uid, set-gid or sticky bit from the sandbox
constexpr qint64 maxFileSize = qint64(1) << 53;    // what JSON numbers hold exactly
constexpr double maxMilliseconds = 8.64e15;        // what JavaScript's dates hold
constexpr qint64 maxPageBytes = 768 * limits::KiB; // of a listing's JSON, below maxFrameHeader
constexpr int maxMovedEntries = 1'000'000;
constexpr int maxMovedDepth = 256;

std::unexpected<CallFailure> refuse(int error, const QString &message)
{
    return std::unexpected(CallFailure{error, message});
}

Frame okFrame(QJsonObject fields = {}, QByteArray body = {})
{
    fields.insert(QStringLiteral("v"), 1);
    fields.insert(QStringLiteral("ok"), true);
    return {std::move(fields), std::move(body)};
}

QString shown(const QString &path)
{
    return path.isEmpty() ? QStringLiteral("(its root)") : path;
}

// The sentence for an errno of the system.
std::unexpected<CallFailure> failed(const FileCall &call, const QString &path, int error)
{
    const QString mount = call.reach.name;
    if (call.root->isGone()) {
        return refuse(
            ENOENT, QStringLiteral("The folder of mount “%1” was deleted on the host.").arg(mount));
    }
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

// ---- Arguments ----

struct Path
{
    QString text;
    QByteArray bytes;
};

Checked<Path> pathArgument(const FileCall &call, QStringView key = u"path")
{
    const QJsonValue value = call.request.header[key];
    if (!value.isString())
        return refuse(EINVAL, QStringLiteral("The argument “%1” must be a string.").arg(key));
    const QString text = value.toString();
    auto bytes = pathToHost(text);
    if (!bytes)
        return refuse(bytes.error(), pathRefusal(text, bytes.error()));
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

double milliseconds(const timespec &time)
{
    return static_cast<double>(time.tv_sec) * 1000.0 + static_cast<double>(time.tv_nsec) / 1e6;
}

QString typeName(mode_t mode)
{
    if (S_ISDIR(mode))
        return QStringLiteral("dir");
    return S_ISLNK(mode) ? QStringLiteral("link") : QStringLiteral("file");
}

// A pipe, socket or device is shown as an empty file without permissions: it exists, but nobody
// may open it.
struct stat presentable(struct stat data)
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

// ---- Looking ----

Answer lookup(const FileCall &call)
{
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    return look(call, *path, O_NOFOLLOW).transform([](const struct stat &data) {
        return okFrame({{QStringLiteral("stat"), statJson(data)}});
    });
}

Answer readlink(const FileCall &call)
{
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    // The sandbox resolves links by their text, in its own tree. So the text of a link that
    // leads out is not given: it would be a path of the host, and mean another file there.
    const auto behind = call.root->open(path->bytes, O_PATH);
    if (!behind && (behind.error() == EXDEV || behind.error() == ELOOP))
        return failed(call, path->text, behind.error());
    const auto link = call.root->open(path->bytes, O_PATH | O_NOFOLLOW);
    if (!link)
        return failed(call, path->text, link.error());
    QByteArray target(PATH_MAX, Qt::Uninitialized);
    const ssize_t length = ::readlinkat(link->value(), "", target.data(), size_t(target.size()));
    if (length < 0)
        return failed(call, path->text, errno == ENOENT ? EINVAL : errno);
    target.truncate(length);
    return okFrame({{QStringLiteral("target"), nameFromHost(target)}});
}

Answer statfs(const FileCall &call)
{
    struct statvfs data = {};
    if (::fstatvfs(call.root->fd(), &data) != 0)
        return failed(call, {}, errno);
    return okFrame({{QStringLiteral("block_size"), static_cast<qint64>(data.f_frsize)},
                    {QStringLiteral("blocks"), static_cast<qint64>(data.f_blocks)},
                    {QStringLiteral("free"), static_cast<qint64>(data.f_bavail)},
                    {QStringLiteral("files"), static_cast<qint64>(data.f_files)}});
}

Checked<std::shared_ptr<OpenFolder>> openFolder(const FileCall &call)
{
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    auto fd = call.root->open(path->bytes, O_RDONLY | O_DIRECTORY);
    if (!fd)
        return failed(call, path->text, fd.error());
    auto folder = std::make_shared<OpenFolder>();
    folder->stream.reset(::fdopendir(fd->value()));
    if (!folder->stream)
        return failed(call, path->text, errno);
    (void)fd->release(); // the stream owns it
    folder->root = call.root;
    folder->mount = call.reach.name;
    folder->path = path->text;
    return folder;
}

struct Page
{
    QJsonArray entries;
    bool more = false;
    int error = 0;
};

Page readPage(DIR *stream)
{
    Page page;
    qint64 bytes = 0;
    while (page.entries.size() < limits::maxEntriesPerReaddir && bytes < maxPageBytes) {
        errno = 0;
        const dirent *found = ::readdir(stream);
        if (!found) {
            page.error = errno;
            return page;
        }
        const QByteArrayView name(found->d_name);
        struct stat data = {};
        if (name == "." || name == ".." ||
            ::fstatat(::dirfd(stream), found->d_name, &data, AT_SYMLINK_NOFOLLOW) != 0)
            continue; // its own, or deleted meanwhile
        page.entries.append(QJsonObject{{QStringLiteral("name"), nameFromHost(name)},
                                        {QStringLiteral("stat"), statJson(data)}});
        bytes += 256 + 6 * name.size(); // JSON may write one byte as \u0001
    }
    page.more = true;
    return page;
}

// A page at a time, so that a huge folder neither fills a frame nor holds others up.
Answer readdir(const FileCall &call)
{
    const bool continues = call.request.header.contains(u"cursor");
    qint64 cursor = 0;
    std::shared_ptr<OpenFolder> folder;
    if (continues) {
        cursor = call.request.header[u"cursor"].toInteger(-1);
        folder = call.files->folder(static_cast<int>(cursor));
        if (!folder || folder->root != call.root)
            return refuse(EBADF, QStringLiteral("That listing is no longer open: begin it again."));
    } else if (auto opened = openFolder(call)) {
        folder = *opened;
    } else {
        return std::unexpected(opened.error());
    }
    const QMutexLocker lock(&folder->reading);
    const Page page = readPage(folder->stream.get());
    if (page.error != 0)
        return failed(call, folder->path, page.error);
    QJsonObject fields{{QStringLiteral("entries"), page.entries}};
    if (page.more) {
        const auto next =
            continues ? std::expected<int, int>(static_cast<int>(cursor)) : call.files->add(folder);
        if (!next)
            return failed(call, folder->path, next.error());
        fields.insert(QStringLiteral("next"), *next);
    } else if (continues) {
        call.files->closeFolder(static_cast<int>(cursor));
    }
    return okFrame(fields);
}

// ---- Open files ----

struct OpenFlags
{
    bool read = false;
    bool write = false;
    bool create = false;
    bool exclusive = false;
    bool truncate = false;
    bool append = false;

    bool changes() const { return write || create || truncate || append; }
    int toHost() const
    {
        // Neither waits for a pipe's other end nor becomes the process's terminal, whatever takes
        // the file's place meanwhile. O_TRUNC is not here: it comes after the file was checked.
        int flags = O_NONBLOCK | O_NOCTTY | (write ? (read ? O_RDWR : O_WRONLY) : O_RDONLY);
        flags |= create ? O_CREAT : 0;
        flags |= create && exclusive ? O_EXCL : 0;
        return flags | (append ? O_APPEND : 0);
    }
};

Checked<OpenFlags> flagsArgument(const FileCall &call)
{
    OpenFlags flags;
    const std::array<std::pair<QString, bool *>, 6> known{{
        {QStringLiteral("read"), &flags.read},
        {QStringLiteral("write"), &flags.write},
        {QStringLiteral("create"), &flags.create},
        {QStringLiteral("exclusive"), &flags.exclusive},
        {QStringLiteral("truncate"), &flags.truncate},
        {QStringLiteral("append"), &flags.append},
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

Checked<int> keepOpen(const FileCall &call, const Path &path, const OpenFlags &flags, UniqueFd fd)
{
    auto file = std::make_shared<OpenFile>();
    file->fd = std::move(fd);
    file->root = call.root;
    file->mount = call.reach.name;
    file->path = path.text;
    file->readable = flags.read;
    file->writable = flags.write;
    const auto handle = call.files->add(std::move(file));
    if (handle)
        return *handle;
    if (handle.error() == EMFILE) {
        return refuse(EMFILE, QStringLiteral("This run has %1 files open, which is as many as one "
                                             "run may.")
                                  .arg(limits::maxHandlesPerRun));
    }
    return refuse(handle.error(), QStringLiteral("The run has ended."));
}

// Opens for real; the file is checked once more through its descriptor.
Answer openChecked(const FileCall &call, const Path &path, const OpenFlags &flags, mode_t mode,
                   bool created)
{
    auto fd = call.root->open(path.bytes, flags.toHost(), mode);
    if (!fd)
        return failed(call, path.text, fd.error() == ENXIO ? EACCES : fd.error());
    auto data = statOf(call, path.text, fd->value());
    if (!data)
        return std::unexpected(data.error());
    if (auto failure = notAFile(call, path, data->st_mode))
        return std::unexpected(*failure);
    if (flags.truncate) {
        if (::ftruncate(fd->value(), 0) != 0)
            return failed(call, path.text, errno);
        data->st_size = 0;
    }
    if (created || flags.truncate)
        call.touched(path.text, true);
    return keepOpen(call, path, flags, std::move(*fd)).transform([&](int handle) {
        return okFrame(
            {{QStringLiteral("handle"), handle}, {QStringLiteral("stat"), statJson(*data)}});
    });
}

Answer open(const FileCall &call)
{
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    const auto flags = flagsArgument(call);
    if (!flags)
        return std::unexpected(flags.error());
    const auto mode = modeArgument(call, 0666);
    if (!mode)
        return std::unexpected(mode.error());
    if (flags->changes()) {
        if (auto refusal = writeRefusal(call.reach))
            return std::unexpected(*refusal);
    }
    if (auto refusal = touchRefusal(call))
        return std::unexpected(*refusal);
    const auto found = look(call, *path, 0);
    if (!found && !(found.error().error == ENOENT && flags->create))
        return std::unexpected(found.error());
    if (found) {
        if (auto failure = notAFile(call, *path, found->st_mode))
            return std::unexpected(*failure);
    }
    return openChecked(call, *path, *flags, *mode, !found.has_value());
}

Answer read(const FileCall &call)
{
    const auto file = fileArgument(call);
    if (!file)
        return std::unexpected(file.error());
    const auto offset = integerArgument(call, u"offset", maxFileSize);
    const auto length = integerArgument(call, u"length", limits::maxFileReadBytes);
    if (!offset || !length)
        return std::unexpected((offset ? length : offset).error());
    if (!(*file)->readable)
        return refuse(EBADF, QStringLiteral("“%1” was not opened to be read.").arg((*file)->path));
    QByteArray body(*length, Qt::Uninitialized);
    qint64 done = 0;
    while (done < *length) {
        const ssize_t part = ::pread((*file)->fd.value(), body.data() + done,
                                     size_t(*length - done), *offset + done);
        if (part < 0 && errno == EINTR)
            continue;
        if (part < 0 && done == 0)
            return failed(call, (*file)->path, errno);
        if (part <= 0)
            break;
        done += part;
    }
    body.truncate(done);
    call.touched((*file)->path, false);
    return okFrame({}, body);
}

Answer write(const FileCall &call)
{
    const auto file = fileArgument(call);
    if (!file)
        return std::unexpected(file.error());
    const auto offset = integerArgument(call, u"offset", maxFileSize);
    if (!offset)
        return std::unexpected(offset.error());
    if (!(*file)->writable)
        return refuse(EBADF,
                      QStringLiteral("“%1” was not opened to be written.").arg((*file)->path));
    const QByteArray &body = call.request.body;
    qint64 done = 0;
    while (done < body.size()) {
        const ssize_t part = ::pwrite((*file)->fd.value(), body.constData() + done,
                                      size_t(body.size() - done), *offset + done);
        if (part < 0 && errno == EINTR)
            continue;
        if (part < 0 && done == 0)
            return failed(call, (*file)->path, errno);
        if (part <= 0)
            break; // what fits is written; the next call tells why the rest does not
        done += part;
    }
    call.touched((*file)->path, true);
    return statOf(call, (*file)->path, (*file)->fd.value()).transform([&](const struct stat &data) {
        return okFrame({{QStringLiteral("written"), done},
                        {QStringLiteral("size"), static_cast<qint64>(data.st_size)}});
    });
}

Answer close(const FileCall &call)
{
    const auto handle = integerArgument(call, u"handle", INT_MAX);
    if (!handle)
        return std::unexpected(handle.error());
    if (!call.files->close(static_cast<int>(*handle)))
        return refuse(EBADF, QStringLiteral("That file is not open."));
    return okFrame();
}

Answer sync(const FileCall &call)
{
    const auto file = fileArgument(call);
    if (!file)
        return std::unexpected(file.error());
    if (::fsync((*file)->fd.value()) != 0)
        return failed(call, (*file)->path, errno);
    return okFrame();
}

Answer truncateOpen(const FileCall &call, qint64 size)
{
    const auto file = fileArgument(call);
    if (!file)
        return std::unexpected(file.error());
    if (!(*file)->writable)
        return refuse(EINVAL,
                      QStringLiteral("“%1” was not opened to be written.").arg((*file)->path));
    if (::ftruncate((*file)->fd.value(), size) != 0)
        return failed(call, (*file)->path, errno);
    call.touched((*file)->path, true);
    return okFrame();
}

Answer truncate(const FileCall &call)
{
    const auto size = integerArgument(call, u"size", maxFileSize);
    if (!size)
        return std::unexpected(size.error());
    if (isByHandle(call.request.header))
        return truncateOpen(call, *size);
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    const auto found = look(call, *path, 0);
    if (!found)
        return std::unexpected(found.error());
    if (auto failure = notAFile(call, *path, found->st_mode))
        return std::unexpected(*failure);
    const auto fd = call.root->open(path->bytes, O_WRONLY | O_NONBLOCK | O_NOCTTY);
    if (!fd)
        return failed(call, path->text, fd.error());
    if (::ftruncate(fd->value(), *size) != 0)
        return failed(call, path->text, errno);
    call.touched(path->text, true);
    return okFrame();
}

// ---- Changing names and attributes ----

struct Place
{
    Path path;
    MountRoot::Entry entry;
};

Checked<Place> placeArgument(const FileCall &call, QStringView key = u"path")
{
    auto path = pathArgument(call, key);
    if (!path)
        return std::unexpected(path.error());
    auto entry = call.root->entry(path->bytes);
    if (!entry)
        return failed(call, path->text, entry.error());
    return Place{*path, std::move(*entry)};
}

// The root itself can neither be made, removed nor renamed.
Checked<Place> placeBelowRoot(const FileCall &call, int error, QStringView key = u"path")
{
    auto place = placeArgument(call, key);
    if (place && place->path.bytes.isEmpty())
        return failed(call, {}, error);
    return place;
}

// Answers a system call that returned `result`, and records what it changed.
Answer finished(const FileCall &call, const QString &path, int result)
{
    if (result != 0)
        return failed(call, path, errno);
    call.touched(path, true);
    return okFrame();
}

// Of what *at() calls would act on without looking: a mount point of the host is refused here.
Checked<Place> placeOfExisting(const FileCall &call)
{
    auto place = placeArgument(call);
    if (!place)
        return place;
    if (const auto found = look(call, place->path, O_NOFOLLOW); !found)
        return std::unexpected(found.error());
    return place;
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

Answer utime(const FileCall &call)
{
    const auto access = timeArgument(call, u"atime_ms");
    const auto modification = timeArgument(call, u"mtime_ms");
    if (!access || !modification)
        return std::unexpected((access ? modification : access).error());
    const auto place = placeOfExisting(call);
    if (!place)
        return std::unexpected(place.error());
    const std::array<timespec, 2> times{*access, *modification};
    return finished(call, place->path.text,
                    ::utimensat(place->entry.folder.value(), place->entry.name.constData(),
                                times.data(), AT_SYMLINK_NOFOLLOW));
}

Answer chmod(const FileCall &call)
{
    const auto mode = integerArgument(call, u"mode", 0xFFFFFFFF);
    if (!mode)
        return std::unexpected(mode.error());
    const auto place = placeOfExisting(call);
    if (!place)
        return std::unexpected(place.error());
    return finished(call, place->path.text,
                    ::fchmodat(place->entry.folder.value(), place->entry.name.constData(),
                               static_cast<mode_t>(*mode) & permissionBits, AT_SYMLINK_NOFOLLOW));
}

Answer mkdir(const FileCall &call)
{
    const auto mode = modeArgument(call, 0777);
    if (!mode)
        return std::unexpected(mode.error());
    const auto place = placeBelowRoot(call, EEXIST);
    if (!place)
        return std::unexpected(place.error());
    return finished(call, place->path.text,
                    ::mkdirat(place->entry.folder.value(), place->entry.name.constData(), *mode));
}

Answer removeEntry(const FileCall &call, int flags)
{
    const auto place = placeBelowRoot(call, flags == 0 ? EISDIR : EBUSY);
    if (!place)
        return std::unexpected(place.error());
    return finished(call, place->path.text,
                    ::unlinkat(place->entry.folder.value(), place->entry.name.constData(), flags));
}

Answer rmdir(const FileCall &call)
{
    return removeEntry(call, AT_REMOVEDIR);
}

Answer unlink(const FileCall &call)
{
    return removeEntry(call, 0);
}

CallFailure leavingLink(const FileCall &call, const QString &path)
{
    return {EPERM, QStringLiteral("A link in mount “%1” must be relative and stay inside it, with "
                                  "“..” only at its beginning: “%2” would not.")
                       .arg(call.reach.name, path)};
}

Answer symlink(const FileCall &call)
{
    const QString text = call.request.header[u"target"].toString();
    if (text.isEmpty() || text.contains(QChar(u'\0')) || text.size() >= PATH_MAX)
        return refuse(EINVAL, QStringLiteral("The argument “target” must be a path."));
    const QMutexLocker lock(&call.root->structure());
    const auto place = placeBelowRoot(call, EEXIST);
    if (!place)
        return std::unexpected(place.error());
    const auto depth = call.root->depth(place->entry.folder.value());
    if (!depth)
        return failed(call, place->path.text, depth.error());
    const QByteArray target = text.toUtf8();
    if (!linkStaysInside(target, *depth))
        return std::unexpected(leavingLink(call, place->path.text));
    return finished(call, place->path.text,
                    ::symlinkat(target.constData(), place->entry.folder.value(),
                                place->entry.name.constData()));
}

// ---- Moving ----
// A relative link that stays inside at one depth may lead out at a smaller one. Programs of the
// person would follow it, so such moves are refused.

enum class Move { Allowed, LinkWouldLeave, TooLarge };

class MoveCheck
{
public:
    MoveCheck(int fromDepth, int toDepth)
        : m_fromDepth(fromDepth)
        , m_toDepth(toDepth)
    {
    }

    // `level`: how far below the moved entry's folder this is.
    Move entry(int folder, const char *name, int level)
    {
        struct stat data = {};
        if (::fstatat(folder, name, &data, AT_SYMLINK_NOFOLLOW) != 0)
            return Move::Allowed; // the move itself will say what is wrong
        if (S_ISLNK(data.st_mode))
            return link(folder, name, level);
        if (!S_ISDIR(data.st_mode) || m_toDepth >= m_fromDepth)
            return Move::Allowed;
        const int fd = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd < 0 || level >= maxMovedDepth) {
            UniqueFd closes(fd);
            return Move::TooLarge;
        }
        return content(std::unique_ptr<DIR, CloseFolder>(::fdopendir(fd)), level + 1);
    }

private:
    Move content(const std::unique_ptr<DIR, CloseFolder> &stream, int level)
    {
        while (const dirent *found = stream ? ::readdir(stream.get()) : nullptr) {
            const QByteArrayView name(found->d_name);
            if (name == "." || name == ".." || found->d_type == DT_REG)
                continue;
            if (++m_seen > maxMovedEntries)
                return Move::TooLarge;
            if (const Move inner = entry(::dirfd(stream.get()), found->d_name, level);
                inner != Move::Allowed)
                return inner;
        }
        return Move::Allowed;
    }

    Move link(int folder, const char *name, int level) const
    {
        QByteArray target(PATH_MAX, Qt::Uninitialized);
        const ssize_t length = ::readlinkat(folder, name, target.data(), size_t(target.size()));
        target.truncate(std::max<ssize_t>(length, 0));
        const bool wasInside = linkStaysInside(target, m_fromDepth + level);
        const bool isInside = linkStaysInside(target, m_toDepth + level);
        // A link of the person that led out before is moved along with its folder, but never
        // under another name, where it could take the place of a file.
        return isInside || (level > 0 && !wasInside) ? Move::Allowed : Move::LinkWouldLeave;
    }

    int m_fromDepth;
    int m_toDepth;
    int m_seen = 0;
};

std::optional<CallFailure> moveRefusal(const FileCall &call, const Place &from, const Place &to)
{
    const auto fromDepth = call.root->depth(from.entry.folder.value());
    const auto toDepth = call.root->depth(to.entry.folder.value());
    if (!fromDepth || !toDepth)
        return failed(call, from.path.text, EXDEV).error();
    switch (MoveCheck(*fromDepth, *toDepth)
                .entry(from.entry.folder.value(), from.entry.name.constData(), 0)) {
    case Move::Allowed:
        return std::nullopt;
    case Move::LinkWouldLeave:
        return leavingLink(call, to.path.text);
    case Move::TooLarge:
        break;
    }
    return CallFailure{EXDEV, QStringLiteral("“%1” holds too much to be moved up at once. Move "
                                             "what is in it.")
                                  .arg(from.path.text)};
}

Answer rename(const FileCall &call)
{
    const QMutexLocker lock(&call.root->structure());
    const auto from = placeBelowRoot(call, EBUSY, u"from");
    if (!from)
        return std::unexpected(from.error());
    const auto to = placeBelowRoot(call, EBUSY, u"to");
    if (!to)
        return std::unexpected(to.error());
    if (auto refusal = moveRefusal(call, *from, *to))
        return std::unexpected(*refusal);
    if (::renameat(from->entry.folder.value(), from->entry.name.constData(),
                   to->entry.folder.value(), to->entry.name.constData()) != 0)
        return failed(call, errno == ENOENT ? from->path.text : to->path.text, errno);
    call.touched(from->path.text, true);
    call.touched(to->path.text, true);
    return okFrame();
}

// ---- The table ----

struct Operation
{
    QStringView name;
    Answer (*perform)(const FileCall &);
    bool writes; // always; fs.open decides by its flags
};

constexpr std::array operations{
    Operation{u"fs.lookup", lookup, false},  Operation{u"fs.readdir", readdir, false},
    Operation{u"fs.open", open, false},      Operation{u"fs.read", read, false},
    Operation{u"fs.write", write, true},     Operation{u"fs.close", close, false},
    Operation{u"fs.sync", sync, false},      Operation{u"fs.truncate", truncate, true},
    Operation{u"fs.utime", utime, true},     Operation{u"fs.chmod", chmod, true},
    Operation{u"fs.mkdir", mkdir, true},     Operation{u"fs.rmdir", rmdir, true},
    Operation{u"fs.unlink", unlink, true},   Operation{u"fs.readlink", readlink, false},
    Operation{u"fs.symlink", symlink, true}, Operation{u"fs.rename", rename, true},
    Operation{u"fs.statfs", statfs, false},
};

const Operation *findOperation(QStringView op)
{
    const auto *found = std::ranges::find(operations, op, &Operation::name);
    return found == operations.end() ? nullptr : found;
}

} // namespace

std::optional<CallFailure> writeRefusal(const MountReach &reach)
{
    switch (reach.mode) {
    case MountMode::ReadWrite:
        return std::nullopt;
    case MountMode::ReadOnly:
        return CallFailure{EROFS, QStringLiteral("Mount “%1” is read-only. Write to /session, or "
                                                 "ask the person to make it read-write.")
                                      .arg(reach.name)};
    case MountMode::Staged:
        break;
    }
    return CallFailure{EROFS, QStringLiteral("Mount “%1” is staged; it can be read here, but not "
                                             "written. Write to /session, or ask the person to "
                                             "make it read-write.")
                                  .arg(reach.name)};
}

bool isByHandle(const QJsonObject &arguments)
{
    return arguments.contains(u"handle") || arguments.contains(u"cursor");
}

bool isKnownOperation(QStringView op)
{
    return findOperation(op) != nullptr;
}

Answer perform(const FileCall &call)
{
    const Operation *operation = findOperation(call.request.header[u"op"].toString());
    if (!operation)
        return refuse(ENOSYS, QStringLiteral("There is no such file call."));
    if (operation->writes) {
        if (auto refusal = writeRefusal(call.reach))
            return std::unexpected(*refusal);
        if (auto refusal = touchRefusal(call))
            return std::unexpected(*refusal);
    }
    return operation->perform(call);
}

Frame failureFrame(const CallFailure &failure)
{
    return {{{QStringLiteral("v"), 1},
             {QStringLiteral("ok"), false},
             {QStringLiteral("errno"), errnoName(failure.error)},
             {QStringLiteral("message"), failure.message}}};
}

bool linkStaysInside(QByteArrayView target, int depth)
{
    if (target.isEmpty() || target.startsWith('/'))
        return false;
    bool descending = false;
    for (const QByteArray &component : target.toByteArray().split('/')) {
        if (component.isEmpty() || component == ".")
            continue;
        if (component != "..")
            descending = true;
        else if (descending || --depth < 0)
            return false;
    }
    return true;
}

} // namespace glovebox::mounts
