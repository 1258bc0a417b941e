// SPDX-License-Identifier: MIT
#include "fileops.h"

#include "errnoname.h"
#include "fileargs.h"
#include "hostpath.h"

#include "filefacts.h"
#include "mountrisk.h"
#include "overlay.h"
#include "runrecorder.h"

#include <base/limits.h>

#include <QJsonArray>
#include <QRandomGenerator>
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

constexpr mode_t permissionBits = 0777; // no set-uid, set-gid or sticky bit from the sandbox
constexpr qint64 maxPageBytes = 768 * limits::KiB; // of a listing's JSON, below maxFrameHeader
constexpr int maxMovedEntries = 1'000'000;
constexpr int maxMovedDepth = 256;
constexpr qsizetype maxLookedAtOnce = 256; // hostfs.mjs LOOKED_AT_ONCE
constexpr qsizetype maxReadAtOnce = 64;    // hostfs.mjs READ_AT_ONCE
constexpr qsizetype maxReadAlong = 512 * limits::KiB;

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

// What of a staged folder shows: the stage's own entries, and the folder's behind them.
Checked<UniqueFd> openStaged(const FileCall &call, const Path &path, OpenFolder &folder)
{
    auto view = call.overlay->list(path.bytes);
    if (!view)
        return failed(call, path.text, view.error());
    for (const Overlay::Named &own : view->own)
        folder.own.emplace_back(own.name, own.data);
    folder.covered = view->covered;
    return std::move(view->base);
}

Checked<std::shared_ptr<OpenFolder>> openFolder(const FileCall &call)
{
    const auto path = pathArgument(call);
    if (!path)
        return std::unexpected(path.error());
    auto folder = std::make_shared<OpenFolder>();
    Checked<UniqueFd> fd = UniqueFd();
    if (call.overlay) {
        fd = openStaged(call, *path, *folder);
        if (!fd)
            return std::unexpected(fd.error());
    } else if (auto opened = call.root->open(path->bytes, O_RDONLY | O_DIRECTORY)) {
        fd = std::move(*opened);
    } else {
        return failed(call, path->text, opened.error());
    }
    if (fd->isValid()) {
        folder->stream.reset(::fdopendir(fd->value()));
        if (!folder->stream)
            return failed(call, path->text, errno);
        (void)fd->release(); // the stream owns it
    }
    folder->root = call.root;
    folder->mount = call.reach.name;
    folder->path = path->text;
    folder->showsSecrets = call.showsSecrets;
    return folder;
}

struct Page
{
    QJsonArray entries;
    bool more = false;
    int error = 0;
};

void add(Page &page, qint64 &bytes, const QByteArray &name, const struct stat &data)
{
    page.entries.append(QJsonObject{{QStringLiteral("name"), nameFromHost(name)},
                                    {QStringLiteral("stat"), statJson(data)}});
    bytes += 256 + 6 * name.size(); // JSON may write one byte as \u0001
}

Page readPage(OpenFolder &folder)
{
    Page page;
    qint64 bytes = 0;
    while (page.entries.size() < limits::maxEntriesPerReaddir && bytes < maxPageBytes) {
        if (!folder.own.empty()) {
            const auto [name, data] = folder.own.back();
            folder.own.pop_back();
            if (folder.showsSecrets || !isSecretName(name))
                add(page, bytes, name, data);
            continue;
        }
        errno = 0;
        const dirent *found = folder.stream ? ::readdir(folder.stream.get()) : nullptr;
        if (!found) {
            page.error = errno;
            return page;
        }
        const QByteArray name(found->d_name);
        struct stat data = {};
        if (name == "." || name == ".." || folder.covered.contains(name) ||
            (!folder.showsSecrets && isSecretName(name)) ||
            ::fstatat(::dirfd(folder.stream.get()), found->d_name, &data, AT_SYMLINK_NOFOLLOW) != 0)
            continue; // its own, hidden, or deleted meanwhile
        add(page, bytes, name, data);
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
    const Page page = readPage(*folder);
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

void recordBefore(const FileCall &call, const QByteArray &path)
{
    if (call.recorder)
        call.recorder->beforeChange({call.reach.name, call.reach.hostPath, *call.root}, path);
}

// A file with other names elsewhere is replaced by a copy of its own before it is written: the
// other names, which may lie outside the mount, keep what they have.
std::optional<CallFailure> breakLink(const FileCall &call, const Path &path, bool &broken)
{
    const auto file = call.root->open(path.bytes, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    struct stat data = {};
    if (!file || ::fstat(file->value(), &data) != 0 || !S_ISREG(data.st_mode) || data.st_nlink < 2)
        return std::nullopt;
    const auto entry = call.root->entry(path.bytes);
    if (!entry)
        return failed(call, path.text, entry.error()).error();
    const int folder = entry->folder.value();
    struct stat named = {};
    if (::fstatat(folder, entry->name.constData(), &named, AT_SYMLINK_NOFOLLOW) != 0 ||
        named.st_ino != data.st_ino) {
        return CallFailure{EXDEV, QStringLiteral("“%2” in mount “%1” is a link to a file with "
                                                 "several names, which is written under its own "
                                                 "name only.")
                                      .arg(call.reach.name, path.text)};
    }
    const QByteArray temp =
        ".glovebox-" + QByteArray::number(QRandomGenerator::global()->generate64(), 16) + ".tmp";
    const UniqueFd copy(::openat(folder, temp.constData(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    int error = copy.isValid() ? 0 : errno;
    if (error == 0)
        error = copyContent(file->value(), copy.value());
    const std::array<timespec, 2> times{data.st_atim, data.st_mtim};
    if (error == 0 && (::fchmod(copy.value(), data.st_mode & permissionBits) != 0 ||
                       ::futimens(copy.value(), times.data()) != 0 ||
                       ::renameat(folder, temp.constData(), folder, entry->name.constData()) != 0))
        error = errno;
    if (error != 0) {
        ::unlinkat(folder, temp.constData(), 0);
        return failed(call, path.text, error).error();
    }
    broken = true;
    return std::nullopt;
}

// Opens for real; the file is checked once more through its descriptor.
Answer openChecked(const FileCall &call, const Path &path, const OpenFlags &flags, mode_t mode,
                   bool created)
{
    bool broken = false;
    if (flags.write && !created) {
        if (flags.truncate)
            recordBefore(call, path.bytes);
        if (auto failure = breakLink(call, path, broken))
            return std::unexpected(*failure);
    } else if (created) {
        if (auto refusal = budgetRefusal(call, 0, 1))
            return std::unexpected(*refusal);
        recordBefore(call, path.bytes);
    }
    auto fd = call.root->open(path.bytes, flags.toHost(), mode);
    if (!fd)
        return failed(call, path.text, fd.error() == ENXIO ? EACCES : fd.error());
    auto data = statOf(call, path.text, fd->value());
    if (!data)
        return std::unexpected(data.error());
    if (auto failure = notAFile(call, path, data->st_mode))
        return std::unexpected(*failure);
    if (flags.write && data->st_nlink > 1)
        return failed(call, path.text, EMLINK); // made while it was opened
    if (flags.truncate) {
        if (::ftruncate(fd->value(), 0) != 0)
            return failed(call, path.text, errno);
        data->st_size = 0;
    }
    if (created || flags.truncate)
        call.touched(path.text, true);
    auto answer = answerOpened(call, path, flags, std::move(*fd), *data, {});
    if (answer && broken)
        answer->header.insert(QStringLiteral("unlinked"), true);
    if (answer && created)
        answer->header.insert(QStringLiteral("created"), true);
    return answer;
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
        if (auto refusal = writeRefusal(call))
            return std::unexpected(*refusal);
    }
    if (auto refusal = touchRefusal(call))
        return std::unexpected(*refusal);
    const auto found = look(call, *path, flags->noFollow ? O_NOFOLLOW : 0);
    if (found && S_ISLNK(found->st_mode))
        return failed(call, path->text, ELOOP);
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

// Whether bytes may go into an open file, which will be `size` long at least: by the mode of now,
// by what the run may write, and by the room that there is. Keeps what was there before.
std::optional<CallFailure> writeThroughRefusal(const FileCall &call, OpenFile &file, qint64 size,
                                               qint64 bytes)
{
    if (!file.overlay && call.reach.mode != MountMode::ReadWrite) {
        return CallFailure{EROFS, QStringLiteral("Mount “%1” is read-only for “%2”, which was "
                                                 "opened when it was read-write. Open it again.")
                                      .arg(call.reach.name, file.path)};
    }
    if (auto refusal = budgetRefusal(call, bytes, 0))
        return refusal;
    struct stat data = {};
    const bool isKnown = ::fstat(file.fd.value(), &data) == 0;
    const qint64 growth = isKnown ? std::max<qint64>(0, size - data.st_size) : 0;
    // A file may be made long first and filled later: what goes into a hole takes room as well.
    const bool fillsHole = isKnown && qint64(data.st_blocks) * 512 < data.st_size;
    const qint64 needed = fillsHole ? std::max(growth, bytes) : growth;
    if (needed > 0 && !leavesReserve(file.fd.value(), needed, limits::freeSpaceReserve))
        return failed(call, file.path, ENOSPC).error();
    if (file.overlay) {
        if (const int error = file.overlay->reserve(file.fd.value(), growth))
            return failed(call, file.path, error).error();
    } else {
        const QMutexLocker lock(&file.recording);
        if (!std::exchange(file.isRecorded, true)) {
            if (const auto path = pathToHost(file.path))
                recordBefore(call, *path);
        }
    }
    return std::nullopt;
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
    if (auto refusal = writeThroughRefusal(call, **file, *offset + body.size(), body.size()))
        return std::unexpected(*refusal);
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
    if ((*file)->overlay)
        (*file)->overlay->noteWrite();
    const auto data = statOf(call, (*file)->path, (*file)->fd.value());
    if (!data)
        return std::unexpected(data.error());
    if (done == body.size() && call.request.header[u"close"].toBool())
        call.files->close(call.request.header[u"handle"].toInt());
    return okFrame({{QStringLiteral("written"), done},
                    {QStringLiteral("size"), static_cast<qint64>(data->st_size)}});
}

// "put": the file's whole content comes with the call that opens it, and the file is closed before
// the answer. What did not fit leaves it open, so that the next fs.write says why.
Answer putContent(const FileCall &call, Answer opened)
{
    if (!opened || opened->header[u"handle"].toInt() == 0)
        return opened;
    FileCall writing = call;
    writing.request.header = {{QStringLiteral("handle"), opened->header[u"handle"]},
                              {QStringLiteral("offset"), 0},
                              {QStringLiteral("close"), true}};
    auto written = write(writing);
    if (!written) {
        call.files->close(opened->header[u"handle"].toInt());
        return written;
    }
    const qint64 done = written->header[u"written"].toInteger();
    if (done == call.request.body.size())
        opened->header.insert(QStringLiteral("handle"), 0);
    opened->header.insert(QStringLiteral("written"), done);
    opened->header.insert(QStringLiteral("size"), written->header[u"size"]);
    return opened;
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
    if ((*file)->overlay) {
        if (const int error = (*file)->overlay->sync())
            return failed(call, (*file)->path, error);
    }
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
    if (auto refusal = writeThroughRefusal(call, **file, size, 0))
        return std::unexpected(*refusal);
    struct stat before = {};
    const bool isKnown = ::fstat((*file)->fd.value(), &before) == 0;
    if (::ftruncate((*file)->fd.value(), size) != 0)
        return failed(call, (*file)->path, errno);
    if ((*file)->overlay && isKnown && before.st_size > size)
        (*file)->overlay->noteShrunk(before.st_size - size);
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
    recordBefore(call, path->bytes);
    bool broken = false;
    if (auto failure = breakLink(call, *path, broken))
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

Answer utime(const FileCall &call)
{
    const auto access = timeArgument(call, u"atime_ms");
    const auto modification = timeArgument(call, u"mtime_ms");
    if (!access || !modification)
        return std::unexpected((access ? modification : access).error());
    const auto place = placeOfExisting(call);
    if (!place)
        return std::unexpected(place.error());
    recordBefore(call, place->path.bytes);
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
    recordBefore(call, place->path.bytes);
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
    if (auto refusal = budgetRefusal(call, 0, 1))
        return std::unexpected(*refusal);
    recordBefore(call, place->path.bytes);
    return finished(call, place->path.text,
                    ::mkdirat(place->entry.folder.value(), place->entry.name.constData(), *mode));
}

Answer removeEntry(const FileCall &call, int flags)
{
    const auto place = placeBelowRoot(call, flags == 0 ? EISDIR : EBUSY);
    if (!place)
        return std::unexpected(place.error());
    recordBefore(call, place->path.bytes);
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
    // What is hidden by its name would be seen through a link that has another one.
    if (const auto refusal = secretRefusal(call, target))
        return std::unexpected(*refusal);
    if (auto refusal = budgetRefusal(call, 0, 1))
        return std::unexpected(*refusal);
    recordBefore(call, place->path.bytes);
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
    const RunRecorder::Place recorded{call.reach.name, call.reach.hostPath, *call.root};
    if (call.recorder)
        call.recorder->beforeRename(recorded, from->path.bytes, to->path.bytes);
    if (::renameat(from->entry.folder.value(), from->entry.name.constData(),
                   to->entry.folder.value(), to->entry.name.constData()) != 0) {
        const int error = errno;
        return failed(call, error == ENOENT ? from->path.text : to->path.text, error);
    }
    if (call.recorder)
        call.recorder->renamed(recorded, from->path.bytes, to->path.bytes);
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

// Entries of the same folder that are looked at along with one; null where there is none.
QJsonArray lookAlso(const FileCall &call, Answer (*lookup)(const FileCall &))
{
    const QString path = call.request.header[u"path"].toString();
    const QString folder = path.first(path.lastIndexOf(u'/') + 1);
    QJsonArray stats;
    FileCall one = call;
    for (const QJsonValue &name : call.request.header[u"also"].toArray()) {
        if (stats.size() == maxLookedAtOnce)
            break;
        one.request.header.insert(QStringLiteral("path"), QString(folder + name.toString()));
        const Answer found = lookup(one);
        stats.append(found ? found->header[u"stat"] : QJsonValue());
    }
    return stats;
}

// Small files of the same folder that are read along with one, as they are now: their contents
// follow its own. Each is opened by the same rules, and told of as read; null where there is none,
// or it is not small.
void readAlso(const FileCall &call, Answer (*open)(const FileCall &), Frame &answer)
{
    const QString path = call.request.header[u"path"].toString();
    const QString folder = path.first(path.lastIndexOf(u'/') + 1);
    const QJsonArray names = call.request.header[u"also"].toArray();
    FileCall one = call;
    one.request.header.remove(u"also");
    one.request.header.insert(QStringLiteral("whole"), true);
    one.request.header.insert(QStringLiteral("flags"),
                              QJsonArray{QStringLiteral("read"), QStringLiteral("nofollow")});
    QJsonArray files;
    for (const QJsonValue &name : names) {
        if (files.size() == maxReadAtOnce || answer.body.size() >= maxReadAlong)
            break;
        one.request.header.insert(QStringLiteral("path"), QString(folder + name.toString()));
        const Answer found = open(one);
        if (found) {
            files.append(found->header[u"stat"]);
            answer.body += found->body;
        } else {
            files.append(QJsonValue());
        }
    }
    answer.header.insert(QStringLiteral("also"), files);
}

const Operation *findOperation(QStringView op)
{
    const auto *found = std::ranges::find(operations, op, &Operation::name);
    return found == operations.end() ? nullptr : found;
}

} // namespace

std::optional<CallFailure> writeRefusal(const FileCall &call)
{
    const MountReach &reach = call.reach;
    if (reach.mode == MountMode::ReadWrite || (reach.mode == MountMode::Staged && call.overlay))
        return std::nullopt;
    // An open file of the stage stays one when the mode changes.
    if (reach.mode == MountMode::Staged && isByHandle(call.request.header))
        return std::nullopt;
    return CallFailure{EROFS, QStringLiteral("Mount “%1” is read-only. Write to /session, or ask "
                                             "the person to make it staged or read-write.")
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
        if (auto refusal = writeRefusal(call))
            return std::unexpected(*refusal);
        if (auto refusal = touchRefusal(call))
            return std::unexpected(*refusal);
    }
    auto perform = operation->perform;
    if (call.overlay && !isByHandle(call.request.header)) {
        if (const auto staged = stagedOperation(operation->name))
            perform = staged;
    }
    const bool puts = call.request.header[u"put"].toBool() && operation->name == u"fs.open";
    Answer answer = puts ? putContent(call, perform(call)) : perform(call);
    if (answer && answer->header[u"created"].toBool() && hasAmpleRoom(call))
        answer->header.insert(QStringLiteral("room"), true);
    if (answer && operation->name == u"fs.lookup" && call.request.header.contains(u"also"))
        answer->header.insert(QStringLiteral("stats"), lookAlso(call, perform));
    if (answer && operation->name == u"fs.open" && answer->header[u"whole"].toBool() &&
        call.request.header.contains(u"also"))
        readAlso(call, perform, *answer);
    return answer;
}

std::optional<CallFailure> makeFile(const FileCall &call)
{
    const Answer made = perform(call);
    if (!made)
        return made.error();
    const QJsonValue handle = made->header[u"handle"];
    if (handle.toInt() == 0)
        return std::nullopt;
    // Not all of it found room: why, the rest is told.
    FileCall rest = call;
    const qint64 done = made->header[u"written"].toInteger();
    rest.request = {{{QStringLiteral("handle"), handle}, {QStringLiteral("offset"), done}},
                    call.request.body.sliced(done)};
    const Answer written = write(rest);
    call.files->close(handle.toInt());
    if (!written)
        return written.error();
    const bool whole = written->header[u"written"].toInteger() == rest.request.body.size();
    return whole ? std::nullopt
                 : std::optional(
                       CallFailure{ENOSPC, QStringLiteral("“%1” could be written in part only.")
                                               .arg(call.request.header[u"path"].toString())});
}

bool hasAmpleRoom(const FileCall &call)
{
    if (!call.files->hasAmpleRoom(call.reach.name))
        return false;
    return call.overlay ? call.overlay->hasRoomFor(ampleBytes, ampleFiles)
                        : leavesReserve(call.root->fd(), ampleBytes, limits::freeSpaceReserve);
}

bool moveKeepsLinksInside(const MountRoot &root, const MountRoot::Entry &from,
                          const MountRoot::Entry &to)
{
    const auto fromDepth = root.depth(from.folder.value());
    const auto toDepth = root.depth(to.folder.value());
    return fromDepth && toDepth &&
           MoveCheck(*fromDepth, *toDepth).entry(from.folder.value(), from.name.constData(), 0) ==
               Move::Allowed;
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
