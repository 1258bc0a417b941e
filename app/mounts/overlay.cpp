// SPDX-License-Identifier: MIT
#include "overlay.h"

#include "hostpath.h"
#include "runfiles.h"

#include <QFile>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <ctime>
#include <functional>

namespace glovebox::mounts {

namespace {

using Kind = StagedNode::Kind;

constexpr int maxLinks = 40;
constexpr int maxCopies = 3; // of a file that somebody writes while it is copied
constexpr qint64 maxDigestedOnWrite = 64 * limits::MiB;
constexpr qint64 maxDigestedOnDelete = 4 * limits::MiB;
constexpr mode_t permissionBits = 0777;
constexpr qint64 maxKeptBases = 256 * limits::MiB; // of one stage

qint64 now()
{
    timespec time = {};
    ::clock_gettime(CLOCK_REALTIME, &time);
    return nanoseconds(time);
}

bool mayWrite(int fd)
{
    const QByteArray path = "/proc/self/fd/" + QByteArray::number(fd);
    return ::access(path.constData(), W_OK) == 0;
}

// What the process that applies the stage would leave out of new entries' permissions.
int hostUmask()
{
    static const int value = [] {
        QFile status(QStringLiteral("/proc/self/status"));
        if (status.open(QIODevice::ReadOnly)) {
            for (const QByteArray &line : status.readAll().split('\n')) {
                if (line.startsWith("Umask:"))
                    return int(line.sliced(6).trimmed().toUInt(nullptr, 8));
            }
        }
        return 022;
    }();
    return value;
}

} // namespace

Overlay::Overlay(std::unique_ptr<OverlayTree> tree, std::shared_ptr<const MountRoot> root,
                 const StagingLimits &limits, std::function<void()> changed)
    : m_tree(std::move(tree))
    , m_root(std::move(root))
    , m_limits(limits)
    , m_changed(std::move(changed))
    , m_bytes(m_tree->blobBytes())
    , m_discards(m_tree->path())
{
    dropHalfDone();
}

void Overlay::setRoot(std::shared_ptr<const MountRoot> root)
{
    const QMutexLocker lock(&m_mutex);
    m_root = std::move(root);
}

std::shared_ptr<const MountRoot> Overlay::root() const
{
    const QMutexLocker lock(&m_mutex);
    return m_root;
}

qint64 Overlay::bytes() const
{
    return m_bytes;
}

// ---- Looking ----

std::expected<struct stat, int> Overlay::baseStat(const QByteArray &path) const
{
    if (!m_root)
        return std::unexpected(ENOENT);
    const auto fd = m_root->open(path, O_PATH | O_NOFOLLOW);
    if (!fd)
        return std::unexpected(fd.error());
    struct stat data = {};
    if (::fstat(fd->value(), &data) != 0)
        return std::unexpected(errno);
    return data;
}

std::optional<FileFacts> Overlay::baseFacts(const QByteArray &path, qint64 maxDigested) const
{
    const auto entry = m_root ? m_root->entry(path) : std::unexpected(ENOENT);
    return entry ? factsAt(entry->folder.value(), entry->name, maxDigested) : std::nullopt;
}

std::expected<struct stat, int> Overlay::statOf(const StagedNode &node) const
{
    struct stat data = {};
    if (!node.blob.isEmpty()) {
        const auto found = m_tree->blobStat(node.blob);
        if (!found)
            return std::unexpected(found.error());
        data = *found;
    } else if (node.kind == Kind::Link) {
        data.st_mode = S_IFLNK | permissionBits;
        data.st_size = node.target.size();
    } else if (node.origin) {
        const auto found = baseStat(*node.origin);
        if (found)
            data = *found;
        else if (node.kind != Kind::Folder)
            return std::unexpected(found.error());
    }
    if (node.kind == Kind::Folder && !S_ISDIR(data.st_mode)) {
        data.st_mode = S_IFDIR | 0755;
        data.st_size = 4096;
    }
    data.st_nlink = node.kind == Kind::Folder ? 2 : 1;
    if (node.inode > 0)
        data.st_ino = node.inode;
    if (node.permissions)
        data.st_mode = (data.st_mode & S_IFMT) | mode_t(*node.permissions);
    if (node.modifiedNs)
        data.st_mtim = data.st_ctim = timeFromNanoseconds(*node.modifiedNs);
    if (node.accessedNs)
        data.st_atim = timeFromNanoseconds(*node.accessedNs);
    if (node.kind == Kind::Folder && node.touchedNs > nanoseconds(data.st_mtim) && !node.modifiedNs)
        data.st_mtim = data.st_ctim = timeFromNanoseconds(node.touchedNs);
    return data;
}

std::expected<Overlay::Spot, int> Overlay::look(const Spot &folder, const QByteArray &name) const
{
    Spot spot;
    spot.path = joined(folder.path, name);
    if (folder.base)
        spot.natural = joined(*folder.base, name);
    if (folder.node) {
        const auto found = folder.node->children.find(name);
        spot.node = found == folder.node->children.end() ? nullptr : found->second.get();
    }
    if (spot.node) {
        if (spot.node->kind == Kind::Gone)
            return spot;
        if (const auto data = statOf(*spot.node))
            spot.data = *data;
        else if (data.error() != ENOENT)
            return std::unexpected(data.error());
        if (spot.node->blob.isEmpty())
            spot.base = spot.node->origin;
        return spot;
    }
    if (!spot.natural)
        return spot;
    const auto data = baseStat(*spot.natural);
    if (data) {
        spot.data = *data;
        spot.base = spot.natural;
    } else if (data.error() != ENOENT) {
        return std::unexpected(data.error());
    }
    return spot;
}

std::expected<Overlay::Spot, int> Overlay::resolve(const QByteArray &path, bool followLast) const
{
    Spot root;
    root.node = &m_tree->root();
    root.natural = root.base = QByteArray();
    const auto data = statOf(*root.node);
    root.data = data ? *data : std::optional<struct stat>();
    std::vector<Spot> way{root};
    QList<QByteArray> rest;
    const auto push = [&rest](const QByteArray &more) {
        const QList<QByteArray> parts = more.split('/');
        for (auto it = parts.crbegin(); it != parts.crend(); ++it) {
            if (!it->isEmpty() && *it != ".")
                rest.append(*it);
        }
    };
    push(path);
    for (int links = 0; !rest.isEmpty();) {
        const QByteArray name = rest.takeLast();
        if (name == "..") {
            if (way.size() < 2)
                return std::unexpected(EXDEV);
            way.pop_back();
            continue;
        }
        auto spot = look(way.back(), name);
        if (!spot)
            return spot;
        if (spot->exists() && S_ISLNK(spot->data->st_mode) && (followLast || !rest.isEmpty())) {
            const auto target = spot->node && spot->node->kind == Kind::Link
                                    ? std::expected<QByteArray, int>(spot->node->target)
                                    : [&]() -> std::expected<QByteArray, int> {
                auto entry = m_root->entry(*spot->base);
                if (!entry)
                    return std::unexpected(entry.error());
                return linkTargetAt(entry->folder.value(), entry->name);
            }();
            if (!target)
                return std::unexpected(target.error());
            if (++links > maxLinks)
                return std::unexpected(ELOOP);
            if (target->startsWith('/'))
                return std::unexpected(EXDEV);
            push(*target);
            continue;
        }
        if (rest.isEmpty())
            return spot;
        if (!spot->exists())
            return std::unexpected(ENOENT);
        if (!S_ISDIR(spot->data->st_mode))
            return std::unexpected(ENOTDIR);
        way.push_back(std::move(*spot));
    }
    return way.back();
}

std::expected<struct stat, int> Overlay::stat(const QByteArray &path, bool followLast) const
{
    const QMutexLocker lock(&m_mutex);
    const auto spot = resolve(path, followLast);
    if (!spot)
        return std::unexpected(spot.error());
    if (!spot->exists())
        return std::unexpected(ENOENT);
    return *spot->data;
}

std::expected<QByteArray, int> Overlay::readlink(const QByteArray &path) const
{
    const QMutexLocker lock(&m_mutex);
    const auto spot = resolve(path, false);
    if (!spot)
        return std::unexpected(spot.error());
    if (!spot->exists())
        return std::unexpected(ENOENT);
    if (!S_ISLNK(spot->data->st_mode))
        return std::unexpected(EINVAL);
    // The text of a link that leads out would be a path of the host, and mean another file in
    // the sandbox.
    const auto behind = resolve(path, true);
    if (!behind && (behind.error() == EXDEV || behind.error() == ELOOP))
        return std::unexpected(behind.error());
    if (spot->node)
        return spot->node->target;
    auto entry = m_root->entry(*spot->base);
    if (!entry)
        return std::unexpected(entry.error());
    return linkTargetAt(entry->folder.value(), entry->name);
}

std::expected<Overlay::FolderView, int> Overlay::listSpot(const Spot &spot) const
{
    FolderView view;
    if (spot.base && m_root) {
        auto base = m_root->open(*spot.base, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        if (base)
            view.base = std::move(*base);
        else if (base.error() != ENOENT && base.error() != ENOTDIR)
            return std::unexpected(base.error());
    }
    if (spot.node) {
        for (const auto &[name, child] : spot.node->children) {
            view.covered.insert(name);
            if (child->kind == Kind::Gone)
                continue;
            if (const auto data = statOf(*child))
                view.own.push_back({name, *data});
        }
    }
    return view;
}

std::expected<Overlay::FolderView, int> Overlay::list(const QByteArray &path) const
{
    const QMutexLocker lock(&m_mutex);
    const auto spot = resolve(path, true);
    if (!spot)
        return std::unexpected(spot.error());
    if (!spot->exists())
        return std::unexpected(ENOENT);
    if (!S_ISDIR(spot->data->st_mode))
        return std::unexpected(ENOTDIR);
    return listSpot(*spot);
}

bool Overlay::isEmptyFolder(const Spot &spot) const
{
    auto view = listSpot(spot);
    if (!view)
        return false;
    if (!view->own.empty())
        return false;
    if (!view->base.isValid())
        return true;
    const std::unique_ptr<DIR, CloseFolder> stream(::fdopendir(view->base.release()));
    while (const dirent *found = stream ? ::readdir(stream.get()) : nullptr) {
        const QByteArray name(found->d_name);
        if (name != "." && name != ".." && !view->covered.contains(name))
            return false;
    }
    return true;
}

// ---- Changing ----

int Overlay::checkRoom()
{
    if (m_tree->entryCount() >= m_limits.entriesPerStage || m_bytes > m_limits.bytesPerStage)
        return ENOSPC;
    // What was discarded must not be what fills the disk.
    while (!leavesReserve(m_tree->folderFd(), 0, m_limits.freeReserve)) {
        if (!m_discards.dropOldest())
            return ENOSPC;
    }
    return 0;
}

// Whether a name may be made or removed in the folder that holds this place, as the folder's own
// permissions have it.
int Overlay::checkParent(const Spot &spot) const
{
    const auto parent = resolve(parentOf(spot.path), true);
    if (!parent)
        return parent.error();
    if (!parent->exists() || !S_ISDIR(parent->data->st_mode))
        return ENOTDIR;
    if (!parent->base || !m_root)
        return ::geteuid() == 0 || (parent->data->st_mode & 0200) ? 0 : EACCES;
    const auto fd = m_root->open(*parent->base, O_PATH | O_DIRECTORY);
    if (!fd)
        return fd.error() == ENOENT ? 0 : fd.error();
    return mayWrite(fd->value()) ? 0 : EACCES;
}

void Overlay::touchFolder(const QByteArray &path)
{
    if (StagedNode *folder = m_tree->find(parentOf(path)))
        folder->touchedNs = now();
    if (m_changed)
        m_changed();
}

std::optional<FileFacts> Overlay::belowOf(const Spot &spot, qint64 maxDigested) const
{
    if (spot.node && spot.node->below)
        return spot.node->below;
    if (!spot.natural || (spot.node && !spot.node->isAt(spot.natural)))
        return std::nullopt;
    return baseFacts(*spot.natural, maxDigested);
}

// Gives the stage an entry of its own for something that only the folder has.
std::expected<StagedNode *, int> Overlay::own(Spot &spot, RunId run)
{
    if (!spot.node) {
        if (const int error = checkRoom())
            return std::unexpected(error);
        StagedNode node;
        node.below = belowOf(spot, maxDigestedOnWrite);
        node.kind = S_ISDIR(spot.data->st_mode)   ? Kind::Folder
                    : S_ISLNK(spot.data->st_mode) ? Kind::Link
                                                  : Kind::File;
        if (node.kind == Kind::Link)
            node.target = node.below ? node.below->content : QByteArray();
        else
            node.origin = spot.natural;
        if (node.kind == Kind::Folder)
            node.below.reset(); // it shows through
        node.inode = node.kind == Kind::Folder ? 0 : spot.data->st_ino;
        node.run = run.number();
        if (const int error = m_tree->put(spot.path, std::move(node)))
            return std::unexpected(error);
        spot.node = m_tree->find(spot.path);
    }
    return spot.node;
}

int Overlay::createFile(Spot &spot, mode_t mode, RunId run)
{
    if (const int error = checkParent(spot))
        return error;
    if (const int error = checkRoom())
        return error;
    auto blob = m_tree->makeBlob();
    if (!blob)
        return blob.error();
    StagedNode node;
    node.kind = Kind::File;
    node.below = belowOf(spot, maxDigestedOnWrite); // of what was deleted here
    node.blob = blob->second;
    node.permissions = int(mode & permissionBits) & ~hostUmask();
    node.inode = m_tree->nextInode();
    node.run = run.number();
    if (const int error = m_tree->put(spot.path, std::move(node)))
        return error;
    spot.node = m_tree->find(spot.path);
    touchFolder(spot.path);
    return 0;
}

int Overlay::makeOwnContent(Spot &spot, bool empty, RunId run)
{
    if (!S_ISREG(spot.data->st_mode))
        return S_ISDIR(spot.data->st_mode) ? EISDIR : EACCES;
    if (spot.node && !spot.node->blob.isEmpty()) {
        const bool allowed = ::geteuid() == 0 || (spot.data->st_mode & 0200);
        return allowed ? 0 : EACCES;
    }
    const auto look = m_root->open(*spot.base, O_PATH | O_NOFOLLOW);
    if (!look)
        return look.error();
    const bool ownMode = spot.node && spot.node->permissions;
    if (ownMode ? ::geteuid() != 0 && !(*spot.node->permissions & 0200) : !mayWrite(look->value()))
        return EACCES;
    if (const int error = checkRoom())
        return error;
    auto blob = m_tree->makeBlob();
    if (!blob)
        return blob.error();
    struct stat before = {};
    qint64 reserved = 0;
    for (int attempt = 0; !empty; ++attempt) {
        const auto source = m_root->open(*spot.base, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
        int error = source ? 0 : source.error();
        if (error == 0 && (::fstat(source->value(), &before) != 0 || !S_ISREG(before.st_mode)))
            error = EACCES;
        if (error == 0) {
            m_bytes -= std::exchange(reserved, 0); // of the attempt before
            error = reserve(blob->first.value(), before.st_size);
        }
        if (error == 0) {
            reserved = before.st_size;
            error = copyContent(source->value(), blob->first.value());
        }
        struct stat after = {};
        if (error == 0 && ::fstat(source->value(), &after) == 0 &&
            factsOf(before) != factsOf(after) && attempt + 1 < maxCopies) {
            error = ::ftruncate(blob->first.value(), 0) == 0 ? 0 : errno;
            if (error == 0)
                continue;
        }
        if (error != 0) {
            m_bytes -= reserved;
            m_tree->removeBlob(blob->second);
            return error;
        }
        const timespec times[2] = {before.st_atim, before.st_mtim};
        ::futimens(blob->first.value(), times);
        break;
    }
    StagedNode node;
    if (spot.node) {
        node.below = spot.node->below;
        node.originFacts = spot.node->originFacts;
        node.accessedNs = spot.node->accessedNs;
    } else {
        node.below = belowOf(spot, maxDigestedOnWrite);
    }
    node.base = keptBase(*spot.base);
    node.kind = Kind::File;
    node.origin = spot.base;
    node.blob = blob->second;
    node.inode = spot.data->st_ino;
    node.permissions = int(spot.data->st_mode & permissionBits);
    node.run = run.number();
    if (const int error = m_tree->put(spot.path, std::move(node))) {
        m_tree->removeBlob(blob->second);
        return error;
    }
    const struct stat shown = *spot.data;
    spot.node = m_tree->find(spot.path);
    spot.base.reset();
    struct stat source = {};
    if (::fstat(look->value(), &source) == 0)
        swapReaders(source.st_dev, source.st_ino, blob->second);
    if (const auto data = statOf(*spot.node))
        spot.data = *data;
    else
        spot.data = shown;
    if (m_changed)
        m_changed();
    return 0;
}

// What a client began with, for comparing it with what the folder has by now. Not kept: nothing is
// lost but that comparison.
QString Overlay::keptBase(const QByteArray &path)
{
    const auto source = m_root ? m_root->open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
                               : std::unexpected(ENOENT);
    struct stat data = {};
    if (!source || ::fstat(source->value(), &data) != 0 || !S_ISREG(data.st_mode) ||
        data.st_size > limits::maxKeptBaseBytes ||
        m_tree->baseBytes() + data.st_size > maxKeptBases ||
        !leavesReserve(m_tree->folderFd(), data.st_size, m_limits.freeReserve))
        return {};
    const auto blob = m_tree->makeBlob();
    if (!blob)
        return {};
    if (copyContent(source->value(), blob->first.value()) == 0)
        return blob->second;
    m_tree->removeBlob(blob->second);
    return {};
}

std::expected<Overlay::Opened, int> Overlay::open(const QByteArray &path, const Wish &wish,
                                                  mode_t mode, RunId run)
{
    const QMutexLocker lock(&m_mutex);
    const bool exclusive = wish.create && wish.exclusive;
    auto spot = resolve(path, !wish.noFollow && !exclusive);
    if (!spot)
        return std::unexpected(spot.error());
    Opened opened;
    if (spot->exists()) {
        if (exclusive)
            return std::unexpected(EEXIST);
        if (S_ISLNK(spot->data->st_mode))
            return std::unexpected(ELOOP);
        if (S_ISDIR(spot->data->st_mode))
            return std::unexpected(EISDIR);
        if (!S_ISREG(spot->data->st_mode))
            return std::unexpected(EACCES);
        if (wish.write) {
            if (const int error = makeOwnContent(*spot, wish.truncate, run))
                return std::unexpected(error);
        }
    } else if (!wish.create) {
        return std::unexpected(ENOENT);
    } else if (const int error = createFile(*spot, mode, run)) {
        return std::unexpected(error);
    } else {
        opened.created = true;
    }
    const int flags = (wish.write ? O_RDWR : O_RDONLY) | (wish.append ? O_APPEND : 0);
    if (spot->node && !spot->node->blob.isEmpty()) {
        opened.blob = spot->node->blob;
        if (wish.read && !opened.created && ::geteuid() != 0 && spot->node->permissions &&
            !(*spot->node->permissions & 0400))
            return std::unexpected(EACCES);
        opened.fd = m_tree->openBlob(opened.blob, flags);
        if (!opened.fd.isValid())
            return std::unexpected(errno);
        if (wish.truncate) {
            struct stat data = {};
            if (::fstat(opened.fd.value(), &data) == 0)
                m_bytes -= data.st_size;
            if (::ftruncate(opened.fd.value(), 0) != 0)
                return std::unexpected(errno);
        }
        if (wish.write)
            spot->node->run = run.number();
        const auto data = statOf(*spot->node);
        if (!data)
            return std::unexpected(data.error());
        opened.data = *data;
        return opened;
    }
    auto fd = m_root->open(*spot->base, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (!fd)
        return std::unexpected(fd.error() == ENXIO ? EACCES : fd.error());
    struct stat data = {};
    if (::fstat(fd->value(), &data) != 0 || !S_ISREG(data.st_mode))
        return std::unexpected(EACCES);
    opened.fd = std::move(*fd);
    opened.data = *spot->data;
    return opened;
}

void Overlay::watch(const std::shared_ptr<OpenFile> &file, const QString &blob)
{
    const QMutexLocker lock(&m_mutex);
    std::erase_if(m_open, [](const Watched &w) { return w.file.expired(); });
    struct stat data = {};
    ::fstat(file->fd.value(), &data);
    m_open.push_back({file, data.st_dev, data.st_ino, blob, file->writable});
}

// A program that reads a file which it then writes through another descriptor sees what it
// wrote. dup3 replaces what the number means at once, for readers on other threads too.
void Overlay::swapReaders(quint64 device, quint64 inode, const QString &blob)
{
    for (Watched &watched : m_open) {
        const auto file = watched.file.lock();
        if (!file || !watched.blob.isEmpty() || watched.device != device || watched.inode != inode)
            continue;
        const UniqueFd fresh = m_tree->openBlob(blob, O_RDONLY);
        if (fresh.isValid() && ::dup3(fresh.value(), file->fd.value(), O_CLOEXEC) >= 0)
            watched.blob = blob;
    }
}

bool Overlay::isOpenForWriting(const QString &blob) const
{
    return !blob.isEmpty() && std::ranges::any_of(m_open, [&](const Watched &watched) {
        return watched.writable && watched.blob == blob && !watched.file.expired();
    });
}

int Overlay::truncate(const QByteArray &path, qint64 size, RunId run)
{
    const QMutexLocker lock(&m_mutex);
    auto spot = resolve(path, true);
    if (!spot)
        return spot.error();
    if (!spot->exists())
        return ENOENT;
    if (const int error = makeOwnContent(*spot, size == 0, run))
        return error;
    const UniqueFd fd = m_tree->openBlob(spot->node->blob, O_RDWR);
    const qint64 growth = size - spot->data->st_size;
    if (const int error = reserve(fd.value(), growth))
        return error;
    if (!fd.isValid() || ::ftruncate(fd.value(), size) != 0)
        return errno;
    if (growth < 0)
        noteShrunk(-growth);
    return 0;
}

int Overlay::mkdir(const QByteArray &path, mode_t mode, RunId run)
{
    const QMutexLocker lock(&m_mutex);
    auto spot = resolve(path, false);
    if (!spot)
        return spot.error();
    if (spot->exists())
        return EEXIST;
    if (const int error = checkParent(*spot))
        return error;
    if (const int error = checkRoom())
        return error;
    StagedNode node;
    node.kind = Kind::Folder;
    node.permissions = int(mode & permissionBits) & ~hostUmask();
    node.run = run.number();
    node.modifiedNs.reset();
    node.touchedNs = now();
    node.inode = m_tree->nextInode();
    const auto below = spot->node ? spot->node->below : std::nullopt;
    if (below && below->isFolder() && spot->natural && !isMovedAway(spot->natural))
        node.origin = spot->natural; // it comes back, with everything in it still deleted
    else
        node.below = below;
    if (const int error = m_tree->put(spot->path, std::move(node)))
        return error;
    touchFolder(spot->path);
    return 0;
}

// What it took counts no more.
void Overlay::removeContent(const QString &blob)
{
    if (const auto data = m_tree->blobStat(blob))
        m_bytes -= data->st_size;
    m_tree->removeBlob(blob);
}

// Takes an entry out of the view: what the folder has here stays hidden.
int Overlay::hide(const Spot &spot, RunId run)
{
    const auto below = belowOf(spot, maxDigestedOnDelete);
    const QString blob = spot.node ? spot.node->blob : QString();
    const QByteArray path = spot.path;
    int error = 0;
    if (below) {
        StagedNode gone;
        gone.kind = Kind::Gone;
        gone.below = below;
        gone.run = run.number();
        error = m_tree->put(path, std::move(gone));
    } else if (spot.node) {
        error = m_tree->drop(path);
    }
    if (error != 0)
        return error;
    if (!blob.isEmpty())
        removeContent(blob);
    touchFolder(path);
    return 0;
}

int Overlay::rmdir(const QByteArray &path, RunId run)
{
    const QMutexLocker lock(&m_mutex);
    const auto spot = resolve(path, false);
    if (!spot)
        return spot.error();
    if (!spot->exists())
        return ENOENT;
    if (!S_ISDIR(spot->data->st_mode))
        return ENOTDIR;
    if (spot->path.isEmpty())
        return EBUSY;
    if (!isEmptyFolder(*spot))
        return ENOTEMPTY;
    if (const int error = checkParent(*spot))
        return error;
    // The deletions in a folder that came from elsewhere belong to where it came from.
    if (spot->node && spot->node->origin && !spot->node->isAt(spot->natural)) {
        const auto origin = placeOf(*spot->node->origin);
        const std::function<int(const StagedNode &, const QByteArray &)> giveBack =
            [&](const StagedNode &node, const QByteArray &place) {
                for (const auto &[name, child] : node.children) {
                    StagedNode copy = StagedNode::fromJson(child->toJson());
                    if (const int error = m_tree->put(joined(place, name), std::move(copy)))
                        return error;
                    if (const int error = giveBack(*child, joined(place, name)))
                        return error;
                }
                return 0;
            };
        const int error = origin ? giveBack(*spot->node, *origin) : 0;
        if (error != 0)
            return error;
    }
    return hide(*spot, run);
}

int Overlay::unlink(const QByteArray &path, RunId run)
{
    const QMutexLocker lock(&m_mutex);
    const auto spot = resolve(path, false);
    if (!spot)
        return spot.error();
    if (!spot->exists())
        return ENOENT;
    if (S_ISDIR(spot->data->st_mode))
        return EISDIR;
    if (const int error = checkParent(*spot))
        return error;
    return hide(*spot, run);
}

int Overlay::symlink(const QByteArray &path, const QByteArray &target, RunId run)
{
    const QMutexLocker lock(&m_mutex);
    const auto spot = resolve(path, false);
    if (!spot)
        return spot.error();
    if (spot->exists())
        return EEXIST;
    if (const int error = checkParent(*spot))
        return error;
    if (const int error = checkRoom())
        return error;
    StagedNode node;
    node.kind = Kind::Link;
    node.target = target;
    node.below = spot->node ? spot->node->below : std::nullopt;
    node.modifiedNs = now();
    node.inode = m_tree->nextInode();
    node.run = run.number();
    if (const int error = m_tree->put(spot->path, std::move(node)))
        return error;
    touchFolder(spot->path);
    return 0;
}

int Overlay::chmod(const QByteArray &path, mode_t mode, RunId run)
{
    const QMutexLocker lock(&m_mutex);
    auto spot = resolve(path, false);
    if (!spot)
        return spot.error();
    if (!spot->exists())
        return ENOENT;
    if (S_ISLNK(spot->data->st_mode))
        return EOPNOTSUPP; // as the kernel says of links
    if (spot->path.isEmpty())
        return EPERM; // the mounted folder itself is the person's
    const auto node = own(*spot, run);
    if (!node)
        return node.error();
    StagedNode changed = StagedNode::fromJson((*node)->toJson());
    changed.permissions = int(mode & permissionBits);
    changed.run = run.number();
    if (m_changed)
        m_changed();
    return m_tree->put(spot->path, std::move(changed));
}

int Overlay::utime(const QByteArray &path, const timespec &accessed, const timespec &modified,
                   RunId run)
{
    const QMutexLocker lock(&m_mutex);
    auto spot = resolve(path, false);
    if (!spot)
        return spot.error();
    if (!spot->exists())
        return ENOENT;
    if (spot->path.isEmpty())
        return EPERM;
    const auto node = own(*spot, run);
    if (!node)
        return node.error();
    if (m_changed)
        m_changed();
    if (!(*node)->blob.isEmpty()) {
        const UniqueFd fd = m_tree->openBlob((*node)->blob, O_RDWR);
        const timespec times[2] = {accessed, modified};
        return fd.isValid() && ::futimens(fd.value(), times) == 0 ? 0 : errno;
    }
    StagedNode changed = StagedNode::fromJson((*node)->toJson());
    const auto value = [](const timespec &time) {
        return time.tv_nsec == UTIME_NOW ? now() : nanoseconds(time);
    };
    if (accessed.tv_nsec != UTIME_OMIT)
        changed.accessedNs = value(accessed);
    if (modified.tv_nsec != UTIME_OMIT)
        changed.modifiedNs = value(modified);
    changed.run = run.number();
    return m_tree->put(spot->path, std::move(changed));
}

int Overlay::rename(const QByteArray &fromPath, const QByteArray &toPath, RunId run)
{
    const QMutexLocker lock(&m_mutex);
    auto from = resolve(fromPath, false);
    if (!from)
        return from.error();
    auto to = resolve(toPath, false);
    if (!to)
        return to.error();
    if (!from->exists())
        return ENOENT;
    if (from->path.isEmpty() || to->path.isEmpty())
        return EBUSY;
    if (from->path == to->path)
        return 0;
    const bool isFolder = S_ISDIR(from->data->st_mode);
    if (isFolder && isBelow(to->path, from->path))
        return EINVAL;
    if (isBelow(from->path, to->path))
        return ENOTEMPTY;
    for (const Spot *spot : {&*from, &*to}) {
        if (const int error = checkParent(*spot))
            return error;
    }
    if (to->exists()) {
        if (isFolder && !S_ISDIR(to->data->st_mode))
            return ENOTDIR;
        if (!isFolder && S_ISDIR(to->data->st_mode))
            return EISDIR;
        if (isFolder && !isEmptyFolder(*to))
            return ENOTEMPTY;
    }
    return moveNode(*from, *to, run);
}

bool Overlay::isMovedAway(const std::optional<QByteArray> &natural) const
{
    const std::function<bool(const StagedNode &)> comesFrom = [&](const StagedNode &node) {
        return std::ranges::any_of(node.children, [&](const auto &entry) {
            const auto inner =
                node.origin ? std::optional(joined(*node.origin, entry.first)) : std::nullopt;
            return (entry.second->kind == Kind::Folder && entry.second->origin == natural &&
                    inner != natural) ||
                   comesFrom(*entry.second);
        });
    };
    return natural && comesFrom(m_tree->root());
}

std::optional<QByteArray> Overlay::placeOf(const QByteArray &natural) const
{
    std::optional<QByteArray> found;
    const std::function<void(const StagedNode &, const QByteArray &,
                             const std::optional<QByteArray> &)>
        search = [&](const StagedNode &node, const QByteArray &path,
                     const std::optional<QByteArray> &at) {
            const auto base = node.kind == Kind::Folder ? node.origin : at;
            for (const auto &[name, child] : node.children) {
                const auto inner = base ? std::optional(joined(*base, name)) : std::nullopt;
                if (inner == natural)
                    found = joined(path, name);
                search(*child, joined(path, name), inner);
            }
        };
    search(m_tree->root(), {}, QByteArray());
    return found;
}

namespace {

// Everything below a node, folders before what is in them.
void flatten(const StagedNode &node, const QByteArray &path,
             std::vector<std::pair<QByteArray, StagedNode>> &all)
{
    for (const auto &[name, child] : node.children) {
        all.emplace_back(joined(path, name), StagedNode::fromJson(child->toJson()));
        flatten(*child, joined(path, name), all);
    }
}

} // namespace

int Overlay::moveNode(Spot &from, Spot &to, RunId run)
{
    // What the target hides or deletes stays hidden and deleted under the moved entry.
    const auto covered = belowOf(to, maxDigestedOnDelete);
    const bool isFolder = S_ISDIR(from.data->st_mode);
    // A deleted folder comes back as the moved one, with everything that was in it deleted.
    const bool comesBack = isFolder && covered && covered->isFolder() && !isMovedAway(to.natural);
    const bool fromElsewhere = isFolder && from.base.has_value();
    if (comesBack && fromElsewhere && to.node && !to.node->children.empty())
        return EXDEV; // programs copy then
    const auto node = own(from, run);
    if (!node)
        return node.error();
    const auto left = belowOf(from, maxDigestedOnDelete);
    StagedNode moved = StagedNode::fromJson((*node)->toJson());
    moved.run = run.number();
    if (moved.origin && !moved.originFacts && (*node)->isAt(from.natural))
        moved.originFacts = left;
    moved.below = covered;
    if (comesBack && !fromElsewhere) {
        moved.below.reset();
        moved.origin = to.natural;
    }
    std::vector<std::pair<QByteArray, StagedNode>> deletions;
    if (to.node)
        flatten(*to.node, to.path, deletions);
    const QString replaced = to.node ? to.node->blob : QString();
    if (covered && covered->isFile() && to.base)
        moved.base = keptBase(*to.base);
    if (const int error = m_tree->move(from.path, to.path))
        return error;
    if (const int error = m_tree->put(to.path, std::move(moved)))
        return error;
    for (auto &[path, deletion] : deletions) {
        if (deletion.kind != Kind::Gone)
            continue;
        if (const StagedNode *there = m_tree->find(path)) {
            const auto below = deletion.below;
            deletion = StagedNode::fromJson(there->toJson());
            if (deletion.kind == Kind::Folder && !deletion.origin && below && below->isFolder())
                deletion.origin = joined(*to.natural, path.sliced(to.path.size() + 1));
            else
                deletion.below = below;
        }
        if (const int error = m_tree->put(path, std::move(deletion)))
            return error;
    }
    if (left) {
        StagedNode gone;
        gone.kind = Kind::Gone;
        gone.below = left;
        gone.run = run.number();
        if (const int error = m_tree->put(from.path, std::move(gone)))
            return error;
    }
    if (!replaced.isEmpty())
        removeContent(replaced);
    touchFolder(from.path);
    touchFolder(to.path);
    return 0;
}

int Overlay::reserve(int fd, qint64 growth)
{
    if (growth <= 0)
        return 0;
    if (m_bytes + growth > m_limits.bytesPerStage ||
        !leavesReserve(fd, growth, m_limits.freeReserve))
        return ENOSPC;
    m_bytes += growth;
    return 0;
}

void Overlay::noteShrunk(qint64 bytes)
{
    m_bytes -= bytes;
}

bool Overlay::hasRoomFor(qint64 bytes, int entries) const
{
    const QMutexLocker lock(&m_mutex);
    return m_tree->entryCount() + entries < m_limits.entriesPerStage &&
           m_bytes + bytes <= m_limits.bytesPerStage &&
           leavesReserve(m_tree->folderFd(), bytes, m_limits.freeReserve);
}

int Overlay::sync()
{
    const QMutexLocker lock(&m_mutex);
    return m_tree->sync();
}

void Overlay::noteWrite()
{
    if (m_changed)
        m_changed();
}

} // namespace glovebox::mounts
