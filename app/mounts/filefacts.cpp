// SPDX-License-Identifier: MIT
#include "filefacts.h"

#include "uniquefd.h"

#include <QCryptographicHash>
#include <QTimeZone>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

namespace glovebox::mounts {

namespace {

constexpr qint64 second = 1'000'000'000;
constexpr qint64 maxDigestedLater = qint64(256) << 20;
constexpr size_t blockSize = 256 * 1024;

} // namespace

qint64 nanoseconds(const timespec &time)
{
    return qint64(time.tv_sec) * second + time.tv_nsec;
}

timespec timeFromNanoseconds(qint64 ns)
{
    const qint64 seconds = ns >= 0 ? ns / second : -((-ns + second - 1) / second);
    return {static_cast<time_t>(seconds), static_cast<long>(ns - seconds * second)};
}

QJsonObject FileFacts::toJson() const
{
    return {{QStringLiteral("mode"), qint64(mode)},
            {QStringLiteral("size"), size},
            // As text: JSON numbers are not exact above 2^53.
            {QStringLiteral("mtime"), QString::number(modifiedNs)},
            {QStringLiteral("ctime"), QString::number(statusNs)},
            {QStringLiteral("inode"), QString::number(inode)},
            {QStringLiteral("content"), QString::fromLatin1(content.toBase64())}};
}

FileFacts FileFacts::fromJson(const QJsonObject &json)
{
    return {static_cast<mode_t>(json[u"mode"].toInteger()),
            json[u"size"].toInteger(),
            json[u"mtime"].toString().toLongLong(),
            json[u"ctime"].toString().toLongLong(),
            json[u"inode"].toString().toULongLong(),
            QByteArray::fromBase64(json[u"content"].toString().toLatin1())};
}

FileFacts factsOf(const struct stat &data)
{
    return {data.st_mode, data.st_size, nanoseconds(data.st_mtim), nanoseconds(data.st_ctim),
            data.st_ino};
}

EntryState stateOf(const std::optional<FileFacts> &facts)
{
    if (!facts)
        return {};
    EntryState state;
    state.exists = true;
    state.type = facts->isFolder() ? EntryType::Folder
                 : facts->isLink() ? EntryType::Link
                                   : EntryType::File;
    state.size = facts->isFile() ? facts->size : 0;
    state.permissions = int(facts->mode & 0777);
    state.modified = QDateTime::fromMSecsSinceEpoch(facts->modifiedNs / 1'000'000, QTimeZone::UTC);
    if (facts->isLink())
        state.target = QString::fromUtf8(facts->content);
    return state;
}

QByteArray digestOf(int file, qint64 maxBytes)
{
    QCryptographicHash hash(QCryptographicHash::Blake2b_256);
    QByteArray block(qsizetype(blockSize), Qt::Uninitialized);
    for (qint64 offset = 0;;) {
        const ssize_t part = ::pread(file, block.data(), blockSize, offset);
        if (part < 0 && errno == EINTR)
            continue;
        if (part < 0 || offset > maxBytes)
            return {};
        if (part == 0)
            return hash.result();
        hash.addData(QByteArrayView(block.constData(), part));
        offset += part;
    }
}

QByteArray linkTargetAt(int folder, const QByteArray &name)
{
    QByteArray target(PATH_MAX, Qt::Uninitialized);
    const ssize_t length =
        ::readlinkat(folder, name.constData(), target.data(), size_t(target.size()));
    target.truncate(std::max<ssize_t>(length, 0));
    return target;
}

std::optional<FileFacts> factsAt(int folder, const QByteArray &name, qint64 maxDigested)
{
    struct stat data = {};
    if (::fstatat(folder, name.constData(), &data, AT_SYMLINK_NOFOLLOW) != 0)
        return std::nullopt;
    FileFacts facts = factsOf(data);
    if (facts.isLink())
        facts.content = linkTargetAt(folder, name);
    if (facts.isFile() && facts.size <= maxDigested) {
        const UniqueFd file(::openat(folder, name.constData(),
                                     O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
        if (file.isValid())
            facts.content = digestOf(file.value(), maxDigested);
    }
    return facts;
}

bool isSameState(const std::optional<FileFacts> &then, int folder, const QByteArray &name,
                 bool wasRenamed)
{
    auto now = factsAt(folder, name, -1);
    if (!then || !now)
        return !then && !now;
    if ((then->mode & S_IFMT) != (now->mode & S_IFMT))
        return false;
    if (then->isFolder())
        return then->inode == now->inode;
    if (then->isLink())
        return then->content == now->content;
    now->content = then->content;
    if (wasRenamed)
        now->statusNs = then->statusNs;
    if (*then == *now)
        return true;
    if (then->content.isEmpty() || then->size != now->size)
        return false;
    now = factsAt(folder, name, maxDigestedLater);
    return now && now->content == then->content;
}

std::expected<QByteArray, int> readAt(int file, qint64 offset, qint64 length)
{
    QByteArray bytes(std::max<qint64>(length, 0), Qt::Uninitialized);
    qint64 done = 0;
    while (done < bytes.size()) {
        const ssize_t part =
            ::pread(file, bytes.data() + done, size_t(bytes.size() - done), offset + done);
        if (part < 0 && errno == EINTR)
            continue;
        if (part < 0)
            return std::unexpected(errno);
        if (part == 0)
            break;
        done += part;
    }
    bytes.truncate(done);
    return bytes;
}

namespace {

// From `offset` up to `end`, or to the end of the file when that comes first; in the kernel where
// it can. Errno, or 0.
int copyPart(int from, int to, off_t offset, off_t end)
{
    constexpr off_t most = off_t(1) << 30;
    while (offset < end) {
        off_t out = offset;
        const size_t length = size_t(std::min(end - offset, most));
        const ssize_t part = ::copy_file_range(from, &offset, to, &out, length, 0);
        if (part == 0)
            break; // some kernels say so of files that have no size: read on below
        if (part < 0 && errno == EINTR)
            continue;
        if (part < 0 && (errno == ENOSPC || errno == EIO || errno == EDQUOT))
            return errno;
        if (part < 0)
            break;
    }
    QByteArray block(qsizetype(blockSize), Qt::Uninitialized);
    while (offset < end) {
        const size_t length = size_t(std::min(end - offset, off_t(blockSize)));
        const ssize_t part = ::pread(from, block.data(), length, offset);
        if (part < 0 && errno == EINTR)
            continue;
        if (part <= 0)
            return part < 0 ? errno : 0;
        for (ssize_t done = 0; done < part;) {
            const ssize_t written =
                ::pwrite(to, block.constData() + done, size_t(part - done), offset + done);
            if (written < 0 && errno != EINTR)
                return errno;
            done += std::max<ssize_t>(written, 0);
        }
        offset += part;
    }
    return 0;
}

constexpr off_t everything = std::numeric_limits<off_t>::max();

// A large file that is mostly holes keeps them: its copy would fill the disk with nothing.
int copySparse(int from, int to, off_t size)
{
    off_t offset = 0;
    for (;;) {
        const off_t begin = ::lseek(from, offset, SEEK_DATA);
        if (begin < 0 && errno == ENXIO)
            return ::ftruncate(to, std::max(size, offset)) == 0 ? 0 : errno; // a hole at the end
        const off_t end = begin < 0 ? begin : ::lseek(from, begin, SEEK_HOLE);
        if (end <= begin)
            return copyPart(from, to, offset, everything); // it cannot tell
        if (const int error = copyPart(from, to, begin, end))
            return error;
        offset = end;
    }
}

} // namespace

int copyContent(int from, int to)
{
    constexpr off_t blockUnit = 512; // of st_blocks
    constexpr off_t large = off_t(64) * 1024 * 1024;
    if (::ioctl(to, FICLONE, from) == 0)
        return 0;
    struct stat data = {};
    if (::fstat(from, &data) == 0 && data.st_size >= large &&
        data.st_blocks * blockUnit < data.st_size / 2)
        return copySparse(from, to, data.st_size);
    return copyPart(from, to, 0, everything);
}

int reopened(int fd, int flags)
{
    std::array<char, 32> path{};
    std::snprintf(path.data(), path.size(), "/proc/self/fd/%d", fd);
    return ::open(path.data(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

bool leavesReserve(int fd, qint64 bytes, qint64 reserve)
{
    struct statvfs data = {};
    if (::fstatvfs(fd, &data) != 0)
        return true; // the write itself will tell
    const qint64 block = qint64(data.f_frsize);
    const qint64 kept = std::min(reserve, qint64(data.f_blocks) / 20 * block);
    return qint64(data.f_bavail) * block - bytes >= kept;
}

} // namespace glovebox::mounts
