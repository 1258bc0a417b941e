// SPDX-License-Identifier: MIT
#include "foldereditor.h"

#include "hostpath.h"
#include "overlaytree.h"

#include <base/logging.h>

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QRandomGenerator>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace glovebox::mounts {

namespace {

struct Tr
{
    Q_DECLARE_TR_FUNCTIONS(glovebox::mounts::FolderEditor)
};

int renameWith(int fromFolder, const QByteArray &from, int toFolder, const QByteArray &to,
               unsigned flags)
{
    return int(
        ::syscall(SYS_renameat2, fromFolder, from.constData(), toFolder, to.constData(), flags));
}

void syncFolder(int folder)
{
    const UniqueFd fd(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd.isValid())
        ::fsync(fd.value()); // some file systems cannot; the names are still right
}

// Removes what an exchange took out: a file, a link or an empty folder.
bool discardEntry(int folder, const QByteArray &name)
{
    return ::unlinkat(folder, name.constData(), 0) == 0 ||
           (errno == EISDIR && ::unlinkat(folder, name.constData(), AT_REMOVEDIR) == 0);
}

QByteArray temporaryName()
{
    return ".glovebox-" +
           QByteArray::number(QRandomGenerator::global()->generate64(), 16)
               .rightJustified(16, '0') +
           ".tmp";
}

quint64 inodeAt(int folder, const QByteArray &name)
{
    struct stat data = {};
    return ::fstatat(folder, name.constData(), &data, AT_SYMLINK_NOFOLLOW) == 0 ? data.st_ino : 0;
}

bool existsAt(int folder, const QByteArray &name)
{
    struct stat data = {};
    return ::fstatat(folder, name.constData(), &data, AT_SYMLINK_NOFOLLOW) == 0;
}

void setTimes(int fd, const FolderEditor::Attributes &attributes)
{
    const auto time = [](const std::optional<qint64> &ns) {
        return ns ? timeFromNanoseconds(*ns) : timespec{0, UTIME_OMIT};
    };
    const std::array<timespec, 2> times{time(attributes.accessedNs), time(attributes.modifiedNs)};
    ::futimens(fd, times.data());
}

} // namespace

struct FolderEditor::Step
{
    QString op; // "place", "move", "remove"
    QByteArray path;
    QByteArray temp;   // path of the other name
    quint64 inode = 0; // of what comes to `path`; 0: not complete yet
    std::optional<FileFacts> expected;
    bool force = false;
};

FolderEditor::FolderEditor(std::shared_ptr<const MountRoot> root, const QString &journal)
    : m_root(std::move(root))
    , m_journal(journal)
{
}

void FolderEditor::setRecorder(std::shared_ptr<RunRecorder> recorder, const QString &mount,
                               const QString &hostPath)
{
    m_recorder = std::move(recorder);
    m_mount = mount;
    m_hostPath = hostPath;
}

void FolderEditor::record(const QByteArray &path) const
{
    if (m_recorder)
        m_recorder->beforeChange({m_mount, m_hostPath, *m_root}, path);
}

bool FolderEditor::begin(const Step &step)
{
    QJsonObject json{{QStringLiteral("op"), step.op},
                     {QStringLiteral("path"), nameFromHost(step.path)},
                     {QStringLiteral("temp"), nameFromHost(step.temp)},
                     {QStringLiteral("inode"), QString::number(step.inode)},
                     {QStringLiteral("force"), step.force}};
    if (step.expected)
        json.insert(QStringLiteral("expected"), step.expected->toJson());
    const QByteArray data = QJsonDocument(json).toJson(QJsonDocument::Compact);
    const QByteArray next = QFile::encodeName(m_journal + u".new");
    const UniqueFd file(::open(next.constData(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!file.isValid() ||
        ::write(file.value(), data.constData(), size_t(data.size())) != data.size())
        return false;
    // A step whose file is not complete yet needs no more than the page cache: nothing of the
    // person's has been touched.
    if (step.inode != 0 && ::fdatasync(file.value()) != 0)
        return false;
    return ::rename(next.constData(), QFile::encodeName(m_journal).constData()) == 0;
}

void FolderEditor::end()
{
    QFile::remove(m_journal);
}

FolderEditor::Refusal FolderEditor::changedMeanwhile(const QByteArray &path) const
{
    return Tr::tr("“%1” was changed in the folder meanwhile.").arg(nameFromHost(path));
}

FolderEditor::Refusal FolderEditor::failed(const QByteArray &path, int error) const
{
    if (m_root->isGone())
        return Tr::tr("The folder was deleted or is not there any more.");
    if (error == ENOSPC || error == EDQUOT)
        return Tr::tr("The disk is full: “%1” stays as it was.").arg(nameFromHost(path));
    if (error == EACCES || error == EPERM || error == EROFS)
        return Tr::tr("You may not change “%1”.").arg(nameFromHost(path));
    return Tr::tr("“%1” stays as it was: %2.")
        .arg(nameFromHost(path), QString::fromLocal8Bit(std::strerror(error)));
}

// Lets `temp` (a name in the same folder) become `path`.
FolderEditor::Refusal FolderEditor::place(const MountRoot::Entry &entry, const QByteArray &path,
                                          const QByteArray &temp,
                                          const std::optional<FileFacts> &expected, bool force)
{
    const int folder = entry.folder.value();
    const bool occupied = existsAt(folder, entry.name);
    Refusal refusal;
    int error = 0;
    if (!occupied) {
        if (expected && !force)
            refusal = changedMeanwhile(path);
        else if (renameWith(folder, temp, folder, entry.name, RENAME_NOREPLACE) != 0)
            error = errno;
    } else if (!force && !isSameState(expected, folder, entry.name)) {
        refusal = changedMeanwhile(path);
    } else if (renameWith(folder, temp, folder, entry.name, RENAME_EXCHANGE) == 0) {
        const auto taken = factsAt(folder, temp, -1);
        const bool asExpected =
            taken && !taken->isFolder() && (force || isSameState(expected, folder, temp, true));
        if (!asExpected) {
            renameWith(folder, temp, folder, entry.name, RENAME_EXCHANGE);
            refusal = changedMeanwhile(path);
        }
    } else if (errno == EINVAL || errno == ENOSYS) {
        // A file system without exchanges: looked at right before instead.
        if (!force && !isSameState(expected, folder, entry.name))
            refusal = changedMeanwhile(path);
        else if (::renameat(folder, temp.constData(), folder, entry.name.constData()) != 0)
            error = errno;
    } else {
        error = errno;
    }
    if (error == EEXIST)
        refusal = changedMeanwhile(path);
    else if (error != 0)
        refusal = failed(path, error);
    discardEntry(folder, temp); // what came out, or what did not go in
    syncFolder(folder);
    return refusal;
}

FolderEditor::Refusal FolderEditor::putFile(const QByteArray &path, int source,
                                            const Attributes &attributes,
                                            const std::optional<FileFacts> &expected, bool force,
                                            const std::function<Refusal()> &whyNot)
{
    const auto entry = m_root->entry(path);
    if (!entry)
        return failed(path, entry.error());
    record(path);
    const QByteArray temp = temporaryName();
    Step step{QStringLiteral("place"), path, joined(parentOf(path), temp), 0, expected, force};
    if (!begin(step))
        return failed(path, errno);
    const UniqueFd file(::openat(entry->folder.value(), temp.constData(),
                                 O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    const auto giveUp = [&](int error) {
        ::unlinkat(entry->folder.value(), temp.constData(), 0);
        end();
        return failed(path, error);
    };
    if (!file.isValid())
        return giveUp(errno);
    if (const int error = copyContent(source, file.value()))
        return giveUp(error);
    if (::fchmod(file.value(), mode_t(attributes.permissions) & 0777) != 0)
        return giveUp(errno);
    setTimes(file.value(), attributes);
    if (::fsync(file.value()) != 0)
        return giveUp(errno);
    if (const Refusal why = whyNot ? whyNot() : Refusal(); !why.isEmpty()) {
        giveUp(ECANCELED);
        return why;
    }
    step.inode = inodeAt(entry->folder.value(), temp);
    if (!begin(step))
        return giveUp(errno);
    const Refusal refusal = place(*entry, path, temp, expected, force);
    end();
    return refusal;
}

FolderEditor::Refusal FolderEditor::putLink(const QByteArray &path, const QByteArray &target,
                                            const std::optional<FileFacts> &expected, bool force)
{
    const auto entry = m_root->entry(path);
    if (!entry)
        return failed(path, entry.error());
    record(path);
    const QByteArray temp = temporaryName();
    Step step{QStringLiteral("place"), path, joined(parentOf(path), temp), 0, expected, force};
    if (!begin(step) ||
        ::symlinkat(target.constData(), entry->folder.value(), temp.constData()) != 0) {
        const Refusal refusal = failed(path, errno);
        end();
        return refusal;
    }
    step.inode = inodeAt(entry->folder.value(), temp);
    const Refusal refusal =
        begin(step) ? place(*entry, path, temp, expected, force) : failed(path, errno);
    end();
    return refusal;
}

FolderEditor::Refusal FolderEditor::move(const QByteArray &from, const FileFacts &fromFacts,
                                         const QByteArray &to,
                                         const std::optional<FileFacts> &expected, bool force)
{
    const auto source = m_root->entry(from);
    const auto target = m_root->entry(to);
    if (!source || !target)
        return failed(to, source ? target.error() : source.error());
    if (!isSameState(fromFacts, source->folder.value(), source->name))
        return changedMeanwhile(from);
    const RunRecorder::Place recorded{m_mount, m_hostPath, *m_root};
    if (m_recorder)
        m_recorder->beforeRename(recorded, from, to);
    const int fromFolder = source->folder.value();
    const int toFolder = target->folder.value();
    const Step step{
        QStringLiteral("move"), to, from, inodeAt(fromFolder, source->name), expected, force};
    if (!begin(step))
        return failed(to, errno);
    Refusal refusal;
    if (!existsAt(toFolder, target->name)) {
        if (renameWith(fromFolder, source->name, toFolder, target->name, RENAME_NOREPLACE) != 0)
            refusal = errno == EEXIST ? changedMeanwhile(to) : failed(to, errno);
    } else if (!force && !isSameState(expected, toFolder, target->name)) {
        refusal = changedMeanwhile(to);
    } else if (renameWith(fromFolder, source->name, toFolder, target->name, RENAME_EXCHANGE) != 0) {
        refusal = failed(to, errno);
    } else if ((!force && !isSameState(expected, fromFolder, source->name, true)) ||
               !discardEntry(fromFolder, source->name)) {
        renameWith(fromFolder, source->name, toFolder, target->name, RENAME_EXCHANGE);
        refusal = changedMeanwhile(to);
    }
    if (m_recorder && refusal.isEmpty())
        m_recorder->renamed(recorded, from, to);
    syncFolder(fromFolder);
    syncFolder(toFolder);
    end();
    return refusal;
}

FolderEditor::Refusal FolderEditor::remove(const QByteArray &path, const FileFacts &expected,
                                           bool force)
{
    const auto entry = m_root->entry(path);
    if (!entry)
        return entry.error() == ENOENT ? Refusal() : failed(path, entry.error());
    const int folder = entry->folder.value();
    if (!existsAt(folder, entry->name))
        return {}; // somebody else deleted it too
    record(path);
    const QByteArray temp = temporaryName();
    if (!begin({QStringLiteral("remove"), path, joined(parentOf(path), temp), 1, expected, force}))
        return failed(path, errno);
    Refusal refusal;
    if (!force && !isSameState(expected, folder, entry->name)) {
        refusal = changedMeanwhile(path);
    } else if (renameWith(folder, entry->name, folder, temp, RENAME_NOREPLACE) != 0) {
        refusal = failed(path, errno);
    } else if ((!force && !isSameState(expected, folder, temp, true)) ||
               ::unlinkat(folder, temp.constData(), 0) != 0) {
        renameWith(folder, temp, folder, entry->name, RENAME_NOREPLACE);
        refusal = changedMeanwhile(path);
    }
    syncFolder(folder);
    end();
    return refusal;
}

FolderEditor::Refusal FolderEditor::makeFolder(const QByteArray &path, int permissions)
{
    const auto entry = m_root->entry(path);
    if (!entry)
        return failed(path, entry.error());
    record(path);
    if (::mkdirat(entry->folder.value(), entry->name.constData(), mode_t(permissions) | 0700) !=
        0) {
        struct stat data = {};
        const bool isThere = errno == EEXIST &&
                             ::fstatat(entry->folder.value(), entry->name.constData(), &data,
                                       AT_SYMLINK_NOFOLLOW) == 0 &&
                             S_ISDIR(data.st_mode);
        return isThere ? Refusal() : failed(path, errno == EEXIST ? EEXIST : errno);
    }
    if (::fchmodat(entry->folder.value(), entry->name.constData(), mode_t(permissions), 0) != 0)
        qCWarning(lcMounts) << "permissions of a new folder:" << std::strerror(errno);
    syncFolder(entry->folder.value());
    return {};
}

FolderEditor::Refusal FolderEditor::removeFolder(const QByteArray &path)
{
    const auto entry = m_root->entry(path);
    if (!entry)
        return entry.error() == ENOENT ? Refusal() : failed(path, entry.error());
    record(path);
    if (::unlinkat(entry->folder.value(), entry->name.constData(), AT_REMOVEDIR) != 0 &&
        errno != ENOENT) {
        if (errno == ENOTEMPTY || errno == EEXIST) {
            return Tr::tr("“%1” is not empty: something in it is new, or stays.")
                .arg(nameFromHost(path));
        }
        return failed(path, errno);
    }
    syncFolder(entry->folder.value());
    return {};
}

FolderEditor::Refusal FolderEditor::setAttributes(const QByteArray &path, const FileFacts &expected,
                                                  const std::optional<int> &permissions,
                                                  const std::optional<qint64> &modifiedNs,
                                                  bool force)
{
    const auto entry = m_root->entry(path);
    if (!entry)
        return failed(path, entry.error());
    const int folder = entry->folder.value();
    if (!force && !isSameState(expected, folder, entry->name))
        return changedMeanwhile(path);
    record(path);
    if (permissions && !expected.isLink() &&
        ::fchmodat(folder, entry->name.constData(), mode_t(*permissions) & 0777,
                   AT_SYMLINK_NOFOLLOW) != 0)
        return failed(path, errno);
    if (modifiedNs) {
        const std::array<timespec, 2> times{timespec{0, UTIME_OMIT},
                                            timeFromNanoseconds(*modifiedNs)};
        if (::utimensat(folder, entry->name.constData(), times.data(), AT_SYMLINK_NOFOLLOW) != 0)
            return failed(path, errno);
    }
    return {};
}

void FolderEditor::recover(const std::function<void(const QByteArray &, const QByteArray &)> &done)
{
    QFile file(m_journal);
    if (!file.open(QIODevice::ReadOnly))
        return;
    const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
    file.close();
    const auto path = pathToHost(json[u"path"].toString());
    const auto temp = pathToHost(json[u"temp"].toString());
    const QString op = json[u"op"].toString();
    const quint64 inode = json[u"inode"].toString().toULongLong();
    const bool force = json[u"force"].toBool();
    std::optional<FileFacts> expected;
    if (json.contains(u"expected"))
        expected = FileFacts::fromJson(json[u"expected"].toObject());
    const auto target = path ? m_root->entry(*path) : std::unexpected(EINVAL);
    const auto other = temp ? m_root->entry(*temp) : std::unexpected(EINVAL);
    if (!target || !other) {
        qCWarning(lcMounts) << "an unfinished change cannot be recovered yet:" << m_journal;
        return; // the folder may come back
    }
    qCWarning(lcMounts).noquote() << "recovering an unfinished" << op << "of"
                                  << json[u"path"].toString();
    const int toFolder = target->folder.value();
    const int otherFolder = other->folder.value();
    const bool otherExists = existsAt(otherFolder, other->name);
    if (op == u"remove") {
        if (otherExists && (force || isSameState(expected, otherFolder, other->name, true)))
            ::unlinkat(otherFolder, other->name.constData(), 0);
        else if (otherExists)
            renameWith(otherFolder, other->name, toFolder, target->name, RENAME_NOREPLACE);
        if (!existsAt(toFolder, target->name))
            done(*path, {});
    } else if (inode != 0 && inodeAt(toFolder, target->name) == inode) {
        const bool keeps =
            otherExists && !force && !isSameState(expected, otherFolder, other->name, true);
        if (keeps) {
            renameWith(otherFolder, other->name, toFolder, target->name, RENAME_EXCHANGE);
            if (op == u"place")
                ::unlinkat(otherFolder, other->name.constData(), 0);
        } else {
            if (otherExists)
                discardEntry(otherFolder, other->name);
            done(*path, op == u"move" ? *temp : QByteArray());
        }
    } else if (op == u"place" && otherExists) {
        ::unlinkat(otherFolder, other->name.constData(), 0);
    }
    syncFolder(toFolder);
    end();
}

} // namespace glovebox::mounts
