// SPDX-License-Identifier: MIT
#include "mountroot.h"

#include <QList>

#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <utility>
#include <vector>

namespace glovebox::mounts {

namespace {

// The kernel answers EAGAIN when a rename somewhere made a ".." uncertain; it asks to try again.
constexpr int maxAttempts = 128;
constexpr int maxLinks = 40; // as the kernel
constexpr int maxDepth = PATH_MAX / 2;

using FdOrError = std::expected<UniqueFd, int>;

FdOrError wrap(int fd)
{
    if (fd < 0)
        return std::unexpected(errno);
    return UniqueFd(fd);
}

bool creates(int flags)
{
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

// ---- Containment::Kernel ----

FdOrError openContained(int root, const QByteArray &path, int flags, mode_t mode, bool crosses)
{
    open_how how = {};
    how.flags = static_cast<__u64>(flags | O_CLOEXEC);
    how.mode = creates(flags) ? mode : 0;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | (crosses ? 0 : RESOLVE_NO_XDEV);
    const char *name = path.isEmpty() ? "." : path.constData();
    for (int attempt = 0; attempt < maxAttempts; ++attempt) {
        const long fd = ::syscall(SYS_openat2, root, name, &how, sizeof how);
        if (fd >= 0) {
            UniqueFd opened(static_cast<int>(fd));
            if (crosses && isPseudoFileSystem(opened.value()))
                return std::unexpected(EXDEV);
            return opened;
        }
        if (errno != EAGAIN && errno != EINTR)
            return std::unexpected(errno);
    }
    return std::unexpected(EAGAIN);
}

// ---- Containment::Walk ----

struct Identity
{
    quint64 device = 0;
    quint64 inode = 0;
    quint64 mount = 0; // 0 where the kernel does not tell (before 5.8)
    mode_t mode = 0;

    bool isSame(const Identity &other) const
    {
        return device == other.device && inode == other.inode;
    }
    // Bind mounts of one file system have the same device but not the same mount; subvolumes the
    // other way round. openat2 asks for the mount.
    bool onSameMount(const Identity &other) const
    {
        return mount != 0 && other.mount != 0 ? mount == other.mount : device == other.device;
    }
};

std::expected<Identity, int> identify(int fd)
{
    struct statx data = {};
    if (::statx(fd, "", AT_EMPTY_PATH, STATX_TYPE | STATX_MODE | STATX_INO | STATX_MNT_ID, &data))
        return std::unexpected(errno);
    return Identity{(quint64(data.stx_dev_major) << 32) | data.stx_dev_minor, data.stx_ino,
                    (data.stx_mask & STATX_MNT_ID) ? data.stx_mnt_id : 0, data.stx_mode};
}

std::expected<QByteArray, int> linkTarget(int link)
{
    QByteArray target(PATH_MAX, Qt::Uninitialized);
    const ssize_t length = ::readlinkat(link, "", target.data(), size_t(target.size()));
    if (length < 0)
        return std::unexpected(errno);
    target.truncate(length);
    return target;
}

bool isOnProc(int fd)
{
    struct statfs data = {};
    return ::fstatfs(fd, &data) == 0 && data.f_type == PROC_SUPER_MAGIC;
}

// Resolves one path beneath a root. Holds every folder between the root and where it is, so
// that ".." in a link never asks the file system and nothing that is moved meanwhile misleads it.
class Walk
{
public:
    Walk(int root, Identity identity, const QByteArray &path, bool crosses)
        : m_root(root)
        , m_identity(identity)
        , m_crosses(crosses)
    {
        push(path);
    }

    FdOrError open(int flags, mode_t mode)
    {
        while (!m_rest.isEmpty()) {
            const QByteArray component = m_rest.takeLast();
            if (component == "..") {
                if (m_folders.empty())
                    return std::unexpected(EXDEV);
                m_folders.pop_back();
            } else if (m_rest.isEmpty()) {
                if (auto opened = openLast(component, flags, mode); opened || opened.error() != 0)
                    return opened;
            } else if (const int error = descend(component)) {
                return std::unexpected(error);
            }
        }
        return finish(wrap(::openat(folder(), ".", flags | O_CLOEXEC, mode)));
    }

private:
    int folder() const { return m_folders.empty() ? m_root : m_folders.back().value(); }

    void push(const QByteArray &path)
    {
        const bool isLast = m_rest.isEmpty();
        const QList<QByteArray> components = path.split('/');
        for (auto it = components.crbegin(); it != components.crend(); ++it) {
            if (!it->isEmpty() && *it != ".")
                m_rest.append(*it);
        }
        // "link/" and "link/." name the folder behind it.
        if (isLast && (path.endsWith('/') || path.endsWith("/.")))
            m_folderWanted = true;
    }

    // Looks at a component without following or opening it.
    std::expected<std::pair<UniqueFd, Identity>, int> look(const QByteArray &component)
    {
        auto fd = wrap(::openat(folder(), component.constData(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
        if (!fd)
            return std::unexpected(fd.error());
        const auto identity = identify(fd->value());
        if (!identity)
            return std::unexpected(identity.error());
        if (!belongs(fd->value(), *identity))
            return std::unexpected(EXDEV);
        return std::pair(std::move(*fd), *identity);
    }

    bool belongs(int fd, const Identity &identity) const
    {
        return m_crosses ? !isPseudoFileSystem(fd) : identity.onSameMount(m_identity);
    }

    int follow(int link)
    {
        if (++m_links > maxLinks || isOnProc(link))
            return ELOOP;
        const auto target = linkTarget(link);
        if (!target)
            return target.error();
        if (target->startsWith('/'))
            return EXDEV;
        if (target->isEmpty())
            return ENOENT;
        push(*target);
        return 0;
    }

    int descend(const QByteArray &component)
    {
        auto found = look(component);
        if (!found)
            return found.error();
        if (S_ISLNK(found->second.mode))
            return follow(found->first.value());
        if (!S_ISDIR(found->second.mode))
            return ENOTDIR;
        if (m_folders.size() >= maxDepth)
            return ENAMETOOLONG;
        m_folders.push_back(std::move(found->first));
        return 0;
    }

    // Error 0: it was a link, go on with what it says.
    FdOrError openLast(const QByteArray &component, int flags, mode_t mode)
    {
        const auto found = look(component);
        if (!found && (found.error() != ENOENT || !creates(flags)))
            return std::unexpected(found.error());
        const bool isLink = found && S_ISLNK(found->second.mode);
        const bool exclusive = (flags & O_CREAT) && (flags & O_EXCL);
        if (isLink && !exclusive && (m_folderWanted || !(flags & O_NOFOLLOW)))
            return std::unexpected(follow(found->first.value()));
        const int wanted = flags | O_NOFOLLOW | O_CLOEXEC | (m_folderWanted ? O_DIRECTORY : 0);
        auto opened = finish(wrap(::openat(folder(), component.constData(), wanted, mode)));
        if (!opened && opened.error() == ELOOP && !(flags & O_NOFOLLOW))
            return retry(component);
        return opened;
    }

    // A link took the place of a file between looking and opening.
    FdOrError retry(const QByteArray &component)
    {
        if (++m_links > maxLinks)
            return std::unexpected(ELOOP);
        m_rest.append(component);
        return std::unexpected(0);
    }

    FdOrError finish(FdOrError opened) const
    {
        if (!opened)
            return opened;
        const auto identity = identify(opened->value());
        if (!identity)
            return std::unexpected(identity.error());
        if (!belongs(opened->value(), *identity))
            return std::unexpected(EXDEV);
        return opened;
    }

    int m_root;
    Identity m_identity;
    bool m_crosses;
    QList<QByteArray> m_rest; // components still to go, the next one last
    std::vector<UniqueFd> m_folders;
    int m_links = 0;
    bool m_folderWanted = false;
};

FdOrError openWalking(int root, const QByteArray &path, int flags, mode_t mode, bool crosses)
{
    const auto identity = identify(root);
    if (!identity)
        return std::unexpected(identity.error());
    return Walk(root, *identity, path, crosses).open(flags, mode);
}

} // namespace

Containment availableContainment()
{
    const auto probe =
        openContained(AT_FDCWD, QByteArrayLiteral("."), O_PATH | O_DIRECTORY, 0, false);
    const bool refused = !probe && (probe.error() == ENOSYS || probe.error() == EPERM ||
                                    probe.error() == EINVAL || probe.error() == E2BIG);
    return refused ? Containment::Walk : Containment::Kernel;
}

std::expected<std::shared_ptr<const MountRoot>, int> MountRoot::open(const QByteArray &hostPath,
                                                                     Containment containment)
{
    auto fd = wrap(::open(hostPath.constData(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!fd)
        return std::unexpected(fd.error());
    return std::make_shared<const MountRoot>(std::move(*fd), containment);
}

MountRoot::MountRoot(UniqueFd fd, Containment containment)
    : m_fd(std::move(fd))
    , m_volume(volumeOf(m_fd.value()))
    , m_containment(containment)
{
}

std::expected<UniqueFd, int> MountRoot::open(QByteArrayView path, int flags, mode_t mode) const
{
    const QByteArray name = path.toByteArray(); // ends with NUL
    return m_containment == Containment::Kernel
               ? openContained(fd(), name, flags, mode, m_crossesVolumes)
               : openWalking(fd(), name, flags, mode, m_crossesVolumes);
}

std::expected<MountRoot::Entry, int> MountRoot::entry(QByteArrayView path) const
{
    const qsizetype slash = path.lastIndexOf('/');
    auto folder = open(slash < 0 ? QByteArrayView() : path.first(slash), O_PATH | O_DIRECTORY);
    if (!folder)
        return std::unexpected(folder.error());
    return Entry{std::move(*folder),
                 path.isEmpty() ? QByteArrayLiteral(".") : path.sliced(slash + 1).toByteArray()};
}

std::expected<int, int> MountRoot::depth(int folder) const
{
    const auto root = identify(fd());
    auto current = identify(folder);
    UniqueFd held;
    for (int depth = 0; depth < maxDepth; ++depth) {
        if (!root || !current)
            return std::unexpected(ESTALE);
        if (current->isSame(*root))
            return depth;
        auto up = wrap(::openat(held.isValid() ? held.value() : folder, "..",
                                O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!up)
            return std::unexpected(up.error());
        const auto above = identify(up->value());
        if (above && above->isSame(*current)) // "/" is its own parent
            break;
        held = std::move(*up);
        current = above;
    }
    return std::unexpected(EXDEV);
}

qint64 MountRoot::freeBytes() const
{
    struct statvfs data = {};
    if (::fstatvfs(fd(), &data) != 0)
        return -1;
    return qint64(data.f_bavail) * qint64(data.f_frsize);
}

bool isPseudoFileSystem(int fd)
{
    static constexpr std::array<unsigned long, 9> magics{
        PROC_SUPER_MAGIC,   SYSFS_MAGIC,         DEVPTS_SUPER_MAGIC,
        CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, DEBUGFS_MAGIC,
        TRACEFS_MAGIC,      SECURITYFS_MAGIC,    BPF_FS_MAGIC};
    struct statfs data = {};
    return ::fstatfs(fd, &data) == 0 &&
           std::ranges::contains(magics, static_cast<unsigned long>(data.f_type));
}

QString goneText(const QString &mount, const MountRoot *root)
{
    if (root && root->isUnmounted())
        return QStringLiteral("The drive that holds the folder of mount “%1” is not mounted any more. "
                              "Nothing is written until it is back at its place; ask the person to "
                              "connect it again.")
            .arg(mount);
    return QStringLiteral("The folder of mount “%1” was deleted on the host. Ask the person to mount "
                          "it again.")
        .arg(mount);
}

bool MountRoot::isUnmounted() const
{
    return !isMounted(m_volume);
}

bool MountRoot::isDeleted() const
{
    struct stat data = {};
    return ::fstat(fd(), &data) != 0 || data.st_nlink == 0;
}

} // namespace glovebox::mounts
