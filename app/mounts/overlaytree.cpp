// SPDX-License-Identifier: MIT
#include "overlaytree.h"

#include "hostpath.h"

#include <base/logging.h>

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QSet>

#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <functional>

namespace glovebox::mounts {

namespace {

const char *const logName = "changes.log";
const char *const newLogName = "changes.log.new";
const char *const blobsName = "blobs";
constexpr quint64 firstInode = quint64(1) << 52;

QString text(const QByteArray &path)
{
    return nameFromHost(path);
}

std::optional<QByteArray> bytes(const QJsonValue &value)
{
    if (!value.isString())
        return std::nullopt;
    const auto path = pathToHost(value.toString());
    return path ? std::optional(*path) : std::nullopt;
}

QString kindName(StagedNode::Kind kind)
{
    switch (kind) {
    case StagedNode::Kind::Gone:
        return QStringLiteral("gone");
    case StagedNode::Kind::File:
        return QStringLiteral("file");
    case StagedNode::Kind::Folder:
        return QStringLiteral("folder");
    case StagedNode::Kind::Link:
        break;
    }
    return QStringLiteral("link");
}

StagedNode::Kind kindFrom(const QString &name)
{
    if (name == u"gone")
        return StagedNode::Kind::Gone;
    if (name == u"file")
        return StagedNode::Kind::File;
    return name == u"link" ? StagedNode::Kind::Link : StagedNode::Kind::Folder;
}

int writeWhole(int fd, QByteArrayView data)
{
    while (!data.isEmpty()) {
        const ssize_t part = ::write(fd, data.data(), size_t(data.size()));
        if (part < 0 && errno != EINTR)
            return errno;
        data = data.sliced(std::max<ssize_t>(part, 0));
    }
    return 0;
}

void forEach(const StagedNode &node, const std::function<void(const StagedNode &)> &visit)
{
    for (const auto &[name, child] : node.children) {
        visit(*child);
        forEach(*child, visit);
    }
}

QByteArray line(const QJsonObject &entry)
{
    return QJsonDocument(entry).toJson(QJsonDocument::Compact) + '\n';
}

} // namespace

QByteArray joined(const QByteArray &folder, const QByteArray &name)
{
    return folder.isEmpty() ? name : QByteArray(folder + '/' + name);
}

QByteArray parentOf(const QByteArray &path)
{
    const qsizetype slash = path.lastIndexOf('/');
    return slash < 0 ? QByteArray() : path.first(slash);
}

QByteArray nameOf(const QByteArray &path)
{
    return path.sliced(path.lastIndexOf('/') + 1);
}

bool isBelow(const QByteArray &path, const QByteArray &folder)
{
    return folder.isEmpty() || path == folder ||
           (path.startsWith(folder) && path[folder.size()] == '/');
}

QJsonObject StagedNode::toJson() const
{
    QJsonObject json{{QStringLiteral("kind"), kindName(kind)},
                     {QStringLiteral("inode"), QString::number(inode)}};
    if (below)
        json.insert(QStringLiteral("below"), below->toJson());
    if (origin)
        json.insert(QStringLiteral("origin"), text(*origin));
    if (originFacts)
        json.insert(QStringLiteral("origin_facts"), originFacts->toJson());
    if (!blob.isEmpty())
        json.insert(QStringLiteral("blob"), blob);
    if (!base.isEmpty())
        json.insert(QStringLiteral("base"), base);
    if (kind == Kind::Link)
        json.insert(QStringLiteral("target"), text(target));
    if (permissions)
        json.insert(QStringLiteral("permissions"), *permissions);
    if (modifiedNs)
        json.insert(QStringLiteral("mtime"), QString::number(*modifiedNs));
    if (accessedNs)
        json.insert(QStringLiteral("atime"), QString::number(*accessedNs));
    if (run > 0)
        json.insert(QStringLiteral("run"), run);
    return json;
}

StagedNode StagedNode::fromJson(const QJsonObject &json)
{
    StagedNode node;
    node.kind = kindFrom(json[u"kind"].toString());
    node.inode = json[u"inode"].toString().toULongLong();
    if (json.contains(u"below"))
        node.below = FileFacts::fromJson(json[u"below"].toObject());
    node.origin = bytes(json[u"origin"]);
    if (json.contains(u"origin_facts"))
        node.originFacts = FileFacts::fromJson(json[u"origin_facts"].toObject());
    node.blob = json[u"blob"].toString();
    node.base = json[u"base"].toString();
    // A link's text is no path of ours: "..", "./x" and the like are what it may hold.
    QByteArray target;
    for (const QString &part : json[u"target"].toString().split(u'/')) {
        const auto name = pathToHost(part);
        target += (target.isNull() ? "" : "/") + (name ? *name : part.toUtf8());
    }
    node.target = target;
    if (json.contains(u"permissions"))
        node.permissions = json[u"permissions"].toInt();
    if (json.contains(u"mtime"))
        node.modifiedNs = json[u"mtime"].toString().toLongLong();
    if (json.contains(u"atime"))
        node.accessedNs = json[u"atime"].toString().toLongLong();
    node.run = json[u"run"].toInteger();
    return node;
}

void StagedNode::assign(StagedNode &&other)
{
    auto kept = std::move(children);
    *this = std::move(other);
    children = std::move(kept);
}

Result<std::unique_ptr<OverlayTree>> OverlayTree::open(const QString &folder)
{
    std::unique_ptr<OverlayTree> tree(new OverlayTree);
    tree->m_path = folder;
    tree->m_root.origin = QByteArray();
    const QByteArray path = QFile::encodeName(folder);
    if (!QDir().mkpath(folder) || ::chmod(path.constData(), 0700) != 0)
        return failErrno(QStringLiteral("The stage cannot be made."), errno);
    tree->m_folder = UniqueFd(::open(path.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!tree->m_folder.isValid())
        return failErrno(QStringLiteral("The stage cannot be opened."), errno);
    if (::mkdirat(tree->folderFd(), blobsName, 0700) != 0 && errno != EEXIST)
        return failErrno(QStringLiteral("The stage cannot be made."), errno);
    tree->m_blobs =
        UniqueFd(::openat(tree->folderFd(), blobsName, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (auto loaded = tree->load(); !loaded)
        return std::unexpected(loaded.error());
    if (auto written = tree->rewrite(); !written)
        return std::unexpected(written.error());
    tree->removeOrphans();
    forEach(tree->m_root, [&tree](const StagedNode &node) {
        if (const auto data =
                node.base.isEmpty() ? std::unexpected(ENOENT) : tree->blobStat(node.base))
            tree->m_baseBytes += data->st_size;
    });
    return tree;
}

Result<> OverlayTree::load()
{
    QFile file(m_path + u'/' + QLatin1String(logName));
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::Io, QStringLiteral("The stage cannot be read."), file.errorString());
    while (!file.atEnd()) {
        const QByteArray entry = file.readLine();
        QJsonParseError problem;
        const QJsonDocument json = QJsonDocument::fromJson(entry, &problem);
        if (problem.error == QJsonParseError::NoError && entry.endsWith('\n') &&
            replay(json.object()))
            continue;
        if (!file.atEnd()) {
            return fail(ErrorCode::Corrupt,
                        QStringLiteral("The record of staged changes is damaged."),
                        file.fileName());
        }
        qCWarning(lcMounts) << "dropped the torn last line of" << file.fileName();
    }
    forEach(m_root, [this](const StagedNode &node) {
        m_lastInode = std::max(m_lastInode, node.inode >= firstInode ? node.inode : 0);
        m_lastBlob = std::max(
            {m_lastBlob, node.blob.toULongLong(nullptr, 16), node.base.toULongLong(nullptr, 16)});
    });
    return {};
}

bool OverlayTree::replay(const QJsonObject &entry)
{
    const QString op = entry[u"op"].toString();
    const auto path = bytes(entry[u"path"]);
    const auto from = bytes(entry[u"from"]);
    const auto to = bytes(entry[u"to"]);
    if (op == u"put" && path)
        doPut(*path, StagedNode::fromJson(entry[u"node"].toObject()));
    else if (op == u"drop" && path)
        doDrop(*path);
    else if (op == u"move" && from && to)
        doMove(*from, *to);
    else if (op == u"rebase" && from && to)
        doRebase(m_root, *from, *to);
    else
        return false;
    return true;
}

void OverlayTree::write(QByteArray &log, const QByteArray &path, const StagedNode &node) const
{
    for (const auto &[name, child] : node.children) {
        const QByteArray inner = joined(path, name);
        log += line({{QStringLiteral("op"), QStringLiteral("put")},
                     {QStringLiteral("path"), text(inner)},
                     {QStringLiteral("node"), child->toJson()}});
        write(log, inner, *child);
    }
}

Result<> OverlayTree::rewrite()
{
    QByteArray log;
    write(log, {}, m_root);
    m_log = UniqueFd(::openat(folderFd(), newLogName,
                              O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600));
    const QString problem = QStringLiteral("The record of staged changes cannot be written.");
    if (!m_log.isValid())
        return failErrno(problem, errno);
    if (const int error = writeWhole(m_log.value(), log))
        return failErrno(problem, error);
    if (::fsync(m_log.value()) != 0 || ::renameat(folderFd(), newLogName, folderFd(), logName) != 0)
        return failErrno(problem, errno);
    ::fsync(folderFd());
    return {};
}

void OverlayTree::removeOrphans() const
{
    QSet<QString> used;
    forEach(m_root, [&used](const StagedNode &node) {
        used.insert(node.blob);
        used.insert(node.base);
    });
    const QString folder = m_path + u'/' + QLatin1String(blobsName);
    for (const QString &name : QDir(folder).entryList(QDir::Files)) {
        if (!used.contains(name))
            removeBlob(name);
    }
}

int OverlayTree::append(const QJsonObject &entry)
{
    // One write of one line: a kill leaves it whole or torn, never mixed.
    const QByteArray data = line(entry);
    const ssize_t written = ::write(m_log.value(), data.constData(), size_t(data.size()));
    if (written == data.size())
        return 0;
    const int error = written < 0 ? errno : ENOSPC;
    struct stat now = {};
    // A torn line in the middle would make all of the record unreadable.
    if (written > 0 && (::fstat(m_log.value(), &now) != 0 ||
                        ::ftruncate(m_log.value(), now.st_size - written) != 0))
        return EIO;
    return error;
}

StagedNode *OverlayTree::find(const QByteArray &path)
{
    StagedNode *node = &m_root;
    if (path.isEmpty())
        return node;
    for (const QByteArray &name : path.split('/')) {
        const auto found = node->children.find(name);
        if (found == node->children.end())
            return nullptr;
        node = found->second.get();
    }
    return node;
}

StagedNode *OverlayTree::makeWay(const QByteArray &path)
{
    StagedNode *node = &m_root;
    if (path.isEmpty())
        return node;
    for (const QByteArray &name : path.split('/')) {
        auto &child = node->children[name];
        if (!child) {
            child = std::make_unique<StagedNode>();
            ++m_entries;
            if (node->origin)
                child->origin = joined(*node->origin, name);
        }
        node = child.get();
    }
    return node;
}

void OverlayTree::doPut(const QByteArray &path, StagedNode node)
{
    makeWay(path)->assign(std::move(node));
}

void OverlayTree::doDrop(const QByteArray &path)
{
    StagedNode *parent = find(parentOf(path));
    if (!parent)
        return;
    const auto found = parent->children.find(nameOf(path));
    if (found == parent->children.end())
        return;
    --m_entries;
    forEach(*found->second, [this](const StagedNode &) { --m_entries; });
    parent->children.erase(found);
}

void OverlayTree::doMove(const QByteArray &from, const QByteArray &to)
{
    StagedNode *parent = find(parentOf(from));
    if (!parent)
        return;
    const auto found = parent->children.find(nameOf(from));
    if (found == parent->children.end())
        return;
    auto node = std::move(found->second);
    parent->children.erase(found);
    doDrop(to);
    makeWay(parentOf(to))->children[nameOf(to)] = std::move(node);
}

void OverlayTree::doRebase(StagedNode &node, const QByteArray &from, const QByteArray &to)
{
    if (node.origin && isBelow(*node.origin, from))
        node.origin = to + node.origin->sliced(from.size());
    for (const auto &[name, child] : node.children)
        doRebase(*child, from, to);
}

int OverlayTree::put(const QByteArray &path, StagedNode node)
{
    if (const int error = append({{QStringLiteral("op"), QStringLiteral("put")},
                                  {QStringLiteral("path"), text(path)},
                                  {QStringLiteral("node"), node.toJson()}}))
        return error;
    const StagedNode *old = find(path);
    const QStringList bases =
        old && old->base != node.base ? QStringList{old->base} : QStringList();
    if (!node.base.isEmpty() && (!old || old->base != node.base)) {
        if (const auto data = blobStat(node.base))
            m_baseBytes += data->st_size;
    }
    doPut(path, std::move(node));
    releaseBases(bases);
    return 0;
}

int OverlayTree::drop(const QByteArray &path)
{
    if (const int error = append(
            {{QStringLiteral("op"), QStringLiteral("drop")}, {QStringLiteral("path"), text(path)}}))
        return error;
    const QStringList bases = basesAt(path);
    doDrop(path);
    releaseBases(bases);
    return 0;
}

int OverlayTree::move(const QByteArray &from, const QByteArray &to)
{
    if (const int error = append({{QStringLiteral("op"), QStringLiteral("move")},
                                  {QStringLiteral("from"), text(from)},
                                  {QStringLiteral("to"), text(to)}}))
        return error;
    const QStringList bases = basesAt(to);
    doMove(from, to);
    releaseBases(bases);
    return 0;
}

QStringList OverlayTree::basesAt(const QByteArray &path) const
{
    QStringList bases;
    if (const StagedNode *node = const_cast<OverlayTree *>(this)->find(path)) {
        bases.append(node->base);
        forEach(*node, [&bases](const StagedNode &inner) { bases.append(inner.base); });
    }
    return bases;
}

void OverlayTree::releaseBases(const QStringList &bases)
{
    for (const QString &base : bases) {
        if (base.isEmpty())
            continue;
        if (const auto data = blobStat(base))
            m_baseBytes -= data->st_size;
        removeBlob(base);
    }
}

int OverlayTree::rebase(const QByteArray &from, const QByteArray &to)
{
    if (const int error = append({{QStringLiteral("op"), QStringLiteral("rebase")},
                                  {QStringLiteral("from"), text(from)},
                                  {QStringLiteral("to"), text(to)}}))
        return error;
    doRebase(m_root, from, to);
    return 0;
}

std::expected<std::pair<UniqueFd, QString>, int> OverlayTree::makeBlob()
{
    for (;;) {
        const QString name = QString::number(++m_lastBlob, 16);
        UniqueFd fd(::openat(m_blobs.value(), name.toLatin1().constData(),
                             O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
        if (fd.isValid())
            return std::pair(std::move(fd), name);
        if (errno != EEXIST)
            return std::unexpected(errno);
    }
}

UniqueFd OverlayTree::openBlob(const QString &name, int flags) const
{
    return UniqueFd(
        ::openat(m_blobs.value(), name.toLatin1().constData(), flags | O_CLOEXEC | O_NOFOLLOW));
}

std::expected<struct stat, int> OverlayTree::blobStat(const QString &name) const
{
    struct stat data = {};
    if (::fstatat(m_blobs.value(), name.toLatin1().constData(), &data, AT_SYMLINK_NOFOLLOW) != 0)
        return std::unexpected(errno);
    return data;
}

void OverlayTree::removeBlob(const QString &name) const
{
    if (::unlinkat(m_blobs.value(), name.toLatin1().constData(), 0) != 0 && errno != ENOENT)
        qCWarning(lcMounts) << "a staged file cannot be removed:" << std::strerror(errno);
}

namespace {

int linkOrCopy(int fromFolder, const QByteArray &from, int toFolder, const QByteArray &to)
{
    if (::linkat(fromFolder, from.constData(), toFolder, to.constData(), 0) == 0)
        return 0;
    if (errno != EPERM && errno != EOPNOTSUPP && errno != EMLINK && errno != EXDEV)
        return errno;
    const UniqueFd source(::openat(fromFolder, from.constData(), O_RDONLY | O_CLOEXEC));
    const UniqueFd target(
        ::openat(toFolder, to.constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!source.isValid() || !target.isValid())
        return errno;
    const int error = copyContent(source.value(), target.value());
    struct stat data = {};
    if (error == 0 && ::fstat(source.value(), &data) == 0) {
        const std::array<timespec, 2> times{data.st_atim, data.st_mtim};
        ::futimens(target.value(), times.data());
        return 0;
    }
    ::unlinkat(toFolder, to.constData(), 0);
    return error;
}

} // namespace

int OverlayTree::keepBlob(const QString &name, int folder) const
{
    return linkOrCopy(m_blobs.value(), name.toLatin1(), folder, name.toLatin1());
}

std::expected<QString, int> OverlayTree::takeBlob(int folder, const QString &name)
{
    for (;;) {
        const QString taken = QString::number(++m_lastBlob, 16);
        const int error = linkOrCopy(folder, name.toLatin1(), m_blobs.value(), taken.toLatin1());
        if (error == 0)
            return taken;
        if (error != EEXIST)
            return std::unexpected(error);
    }
}

qint64 OverlayTree::blobBytes() const
{
    qint64 bytes = 0;
    forEach(m_root, [&](const StagedNode &node) {
        if (node.blob.isEmpty())
            return;
        if (const auto data = blobStat(node.blob))
            bytes += data->st_size;
    });
    return bytes;
}

int OverlayTree::sync()
{
    return ::fdatasync(m_log.value()) == 0 ? 0 : errno;
}

} // namespace glovebox::mounts
