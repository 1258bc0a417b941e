// SPDX-License-Identifier: MIT
#include "configfile.h"

#include "base/ids.h"
#include "texts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace glovebox::settings {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 largest = 16 * 1024 * 1024; // Claude Code keeps its history in the same file
constexpr int context = 3;

// A descriptor that closes itself.
class Descriptor
{
public:
    explicit Descriptor(int fd)
        : m_fd(fd)
    {
    }
    ~Descriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Q_DISABLE_COPY_MOVE(Descriptor)
    int get() const { return m_fd; }
    bool isValid() const { return m_fd >= 0; }

private:
    int m_fd;
};

// Behind all links. The file itself may be missing, its folders too.
Result<QString> realPathOf(const QString &path)
{
    const QFileInfo info(path);
    if (info.exists())
        return info.canonicalFilePath();
    if (info.isSymLink())
        return fail(ErrorCode::Denied,
                    ClientTexts::tr("%1 is a link to a file that is not there.").arg(path));
    QString missing = info.fileName();
    QDir folder(info.absolutePath());
    while (!folder.exists()) {
        if (QFileInfo(folder.path()).isSymLink())
            return fail(
                ErrorCode::Denied,
                ClientTexts::tr("%1 is a link to a folder that is not there.").arg(folder.path()));
        missing.prepend(folder.dirName() + u'/');
        folder.setPath(QFileInfo(folder.path()).absolutePath());
    }
    return folder.canonicalPath() + (folder.isRoot() ? QString() : u"/"_s) + missing;
}

Result<> checkOwner(const QString &path, const struct stat &status)
{
    if (!S_ISREG(status.st_mode))
        return fail(ErrorCode::Corrupt, ClientTexts::tr("%1 is no ordinary file.").arg(path));
    if (status.st_uid != ::geteuid())
        return fail(ErrorCode::Denied, ClientTexts::tr("%1 belongs to another account.").arg(path));
    if (status.st_size > largest)
        return fail(ErrorCode::Corrupt,
                    ClientTexts::tr("%1 is too large for a configuration.").arg(path));
    return {};
}

Result<QByteArray> readAll(const Descriptor &file, const QString &path)
{
    QFile reader;
    if (!reader.open(file.get(), QIODevice::ReadOnly))
        return fail(ErrorCode::Io, ClientTexts::tr("%1 cannot be read.").arg(path),
                    reader.errorString());
    QByteArray content = reader.read(largest + 1);
    if (content.size() > largest || !content.isValidUtf8())
        return fail(ErrorCode::Corrupt, ClientTexts::tr("%1 is no text file.").arg(path));
    return content;
}

// A new file for us only, whole and on the disk.
Result<> writeNew(const QString &path, const QByteArray &content, unsigned mode)
{
    const Descriptor file(::open(QFile::encodeName(path).constData(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file.isValid())
        return failErrno(ClientTexts::tr("%1 cannot be written.").arg(path), errno);
    qsizetype done = 0;
    while (done < content.size()) {
        const ssize_t count =
            ::write(file.get(), content.constData() + done, size_t(content.size() - done));
        if (count < 0 && errno != EINTR)
            return failErrno(ClientTexts::tr("%1 cannot be written.").arg(path), errno);
        done += qMax<ssize_t>(count, 0);
    }
    if (::fchmod(file.get(), mode) != 0 || ::fsync(file.get()) != 0)
        return failErrno(ClientTexts::tr("%1 cannot be written.").arg(path), errno);
    return {};
}

Result<> makeFolder(const QString &folder)
{
    if (QFileInfo(folder).isDir())
        return {};
    if (auto parent = makeFolder(QFileInfo(folder).absolutePath()); !parent)
        return parent;
    if (::mkdir(QFile::encodeName(folder).constData(), 0700) != 0 && errno != EEXIST)
        return failErrno(ClientTexts::tr("The folder %1 cannot be made.").arg(folder), errno);
    return {};
}

void syncFolder(const QString &folder)
{
    const Descriptor directory(
        ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.isValid())
        (void)::fsync(directory.get()); // not every file system can
}

QStringList linesOf(const QByteArray &text)
{
    QStringList lines = QString::fromUtf8(text).split(u'\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    for (QString &line : lines) {
        if (line.endsWith(u'\r'))
            line.chop(1);
    }
    return lines;
}

} // namespace

Result<ConfigFile> ConfigFile::read(const QString &path)
{
    auto real = realPathOf(path);
    if (!real)
        return std::unexpected(real.error());
    ConfigFile file{.path = path, .realPath = *real, .content = {}};
    const Descriptor opened(::open(QFile::encodeName(*real).constData(),
                                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!opened.isValid()) {
        if (errno == ENOENT)
            return file;
        return failErrno(ClientTexts::tr("%1 cannot be read.").arg(path), errno);
    }
    struct stat status = {};
    if (::fstat(opened.get(), &status) != 0)
        return failErrno(ClientTexts::tr("%1 cannot be read.").arg(path), errno);
    if (const auto checked = checkOwner(path, status); !checked)
        return std::unexpected(checked.error());
    auto content = readAll(opened, path);
    if (!content)
        return std::unexpected(content.error());
    file.exists = true;
    file.mode = status.st_mode & 07777;
    file.content = *std::move(content);
    return file;
}

Result<> ConfigFile::replace(const QByteArray &after, const QString &backup) const
{
    const QString folder = QFileInfo(realPath).absolutePath();
    if (auto made = makeFolder(folder); !made)
        return made;
    if (exists && !backup.isEmpty()) {
        if (auto kept = writeNew(backup, content, 0600); !kept)
            return kept;
    }
    const QString beside =
        u"%1/.%2.glovebox-%3"_s.arg(folder, QFileInfo(realPath).fileName(), randomHex(4));
    auto written = writeNew(beside, after, exists ? mode & 0600 : 0600);
    if (written) {
        const auto now = read(path);
        if (!now)
            written = std::unexpected(now.error());
        else if (*now != *this)
            written = fail(
                ErrorCode::Conflict,
                ClientTexts::tr("%1 was changed by another program meanwhile. Nothing was written; "
                                "look at it again.")
                    .arg(path));
        else if (::rename(QFile::encodeName(beside).constData(),
                          QFile::encodeName(realPath).constData()) != 0)
            written = failErrno(ClientTexts::tr("%1 cannot be written.").arg(path), errno);
    }
    if (!written) {
        QFile::remove(beside);
        if (exists && !backup.isEmpty())
            QFile::remove(backup);
        return written;
    }
    syncFolder(folder);
    return {};
}

Result<> ConfigFile::remove() const
{
    const auto now = read(path);
    if (!now)
        return std::unexpected(now.error());
    if (*now != *this)
        return fail(ErrorCode::Conflict,
                    ClientTexts::tr(
                        "%1 was changed by another program meanwhile. Nothing was written; look at "
                        "it again.")
                        .arg(path));
    if (exists && ::unlink(QFile::encodeName(realPath).constData()) != 0)
        return failErrno(ClientTexts::tr("%1 cannot be removed.").arg(path), errno);
    return {};
}

QList<DiffLine> diffLines(const QByteArray &before, const QByteArray &after)
{
    const QStringList old = before.isEmpty() ? QStringList() : linesOf(before);
    const QStringList now = after.isEmpty() ? QStringList() : linesOf(after);
    int head = 0;
    while (head < old.size() && head < now.size() && old[head] == now[head])
        ++head;
    int tail = 0;
    while (tail < old.size() - head && tail < now.size() - head &&
           old[old.size() - 1 - tail] == now[now.size() - 1 - tail])
        ++tail;
    QList<DiffLine> lines;
    if (head == old.size() && head == now.size())
        return lines;
    for (int i = qMax(0, head - context); i < head; ++i)
        lines.append({DiffLine::Kind::Same, i + 1, i + 1, old[i]});
    for (int i = head; i < old.size() - tail; ++i)
        lines.append({DiffLine::Kind::Removed, i + 1, 0, old[i]});
    for (int i = head; i < now.size() - tail; ++i)
        lines.append({DiffLine::Kind::Added, 0, i + 1, now[i]});
    for (int i = 0; i < qMin(tail, context); ++i) {
        const int was = int(old.size()) - tail + i;
        const int is = int(now.size()) - tail + i;
        lines.append({DiffLine::Kind::Same, was + 1, is + 1, old[was]});
    }
    return lines;
}

} // namespace glovebox::settings
