// SPDX-License-Identifier: MIT
// Containment by walking: from descriptor to descriptor, never following a link that the walk has
// not read itself.
#include "containment.h"

#include <QList>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <utility>
#include <vector>

namespace glovebox::mounts {

namespace {

constexpr int maxLinks = 40; // as the kernel
constexpr size_t maxDepth = PATH_MAX / 2;

using FdOrError = std::expected<UniqueFd, int>;

FdOrError wrap(int fd)
{
    if (fd < 0)
        return std::unexpected(errno);
    return UniqueFd(fd);
}

bool creates(int flags)
{
#ifdef O_TMPFILE
    if ((flags & O_TMPFILE) == O_TMPFILE)
        return true;
#endif
    return (flags & O_CREAT) != 0;
}

// Looks at an entry of a folder as it is, with nothing that only Linux has.
std::expected<Identity, int> identifyAt(int folder, const char *name)
{
    struct stat data = {};
    if (::fstatat(folder, name, &data, AT_SYMLINK_NOFOLLOW) != 0)
        return std::unexpected(errno);
    return Identity{std::uint64_t(data.st_dev), data.st_ino, 0, data.st_mode};
}

std::expected<Identity, int> identifyPlainly(int fd)
{
    struct stat data = {};
    if (::fstat(fd, &data) != 0)
        return std::unexpected(errno);
    return Identity{std::uint64_t(data.st_dev), data.st_ino, 0, data.st_mode};
}

#ifdef O_SEARCH
constexpr int searching = O_SEARCH;
#else
constexpr int searching = O_RDONLY;
#endif

// Resolves one path beneath a root. Holds every folder between the root and where it is, so
// that ".." in a link never asks the file system and nothing that is moved meanwhile misleads it.
class Walk
{
public:
    Walk(Containment kind, int root, Identity identity, const QByteArray &path, bool crosses)
        : m_plainly(kind == Containment::PosixWalk)
        , m_root(root)
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

    // A component as it is, neither followed nor opened. On Linux it is held from here on, and
    // elsewhere what is opened later may be another one: still an entry of a folder that is held,
    // and no link.
    struct Seen
    {
        UniqueFd held; // on Linux
        Identity identity;
    };
    std::expected<Seen, int> look(const QByteArray &component)
    {
        if (isSpecialName(component))
            return std::unexpected(ENOENT);
        if (m_plainly) {
            return identifyAt(folder(), component.constData()).transform([](const Identity &found) {
                return Seen{UniqueFd(), found};
            });
        }
#ifdef O_PATH
        auto fd = wrap(::openat(folder(), component.constData(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
        if (!fd)
            return std::unexpected(fd.error());
        const auto identity = identify(fd->value());
        if (!identity)
            return std::unexpected(identity.error());
        if (!belongs(fd->value(), *identity))
            return std::unexpected(EXDEV);
        return Seen{std::move(*fd), *identity};
#else
        return std::unexpected(ENOSYS);
#endif
    }

    bool belongs(int fd, const Identity &identity) const
    {
        return m_crosses ? !isPseudoFileSystem(fd) : identity.onSameMount(m_identity);
    }

    std::expected<QByteArray, int> targetOf(const Seen &link, const QByteArray &component) const
    {
        QByteArray target(PATH_MAX, Qt::Uninitialized);
        const bool isHeld = link.held.isValid();
        const ssize_t length =
            ::readlinkat(isHeld ? link.held.value() : folder(), isHeld ? "" : component.constData(),
                         target.data(), size_t(target.size()));
        if (length < 0)
            return std::unexpected(errno);
        target.truncate(length);
        return target;
    }

    int follow(const Seen &link, const QByteArray &component)
    {
        if (++m_links > maxLinks || (link.held.isValid() && isMagicLink(link.held.value())))
            return ELOOP;
        const auto target = targetOf(link, component);
        if (!target && target.error() == EINVAL) { // it is no link any more
            m_rest.append(component);
            return 0;
        }
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
        if (S_ISLNK(found->identity.mode))
            return follow(*found, component);
        if (!S_ISDIR(found->identity.mode))
            return ENOTDIR;
        if (m_folders.size() >= maxDepth)
            return ENAMETOOLONG;
        if (!found->held.isValid()) {
            auto opened = finish(wrap(::openat(folder(), component.constData(),
                                               searching | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)));
            if (!opened && (opened.error() == ELOOP || opened.error() == ENOTDIR))
                return retry(component).error(); // another entry took its place
            if (!opened)
                return opened.error();
            found->held = std::move(*opened);
        }
        m_folders.push_back(std::move(found->held));
        return 0;
    }

    // Error 0: it was a link, go on with what it says.
    FdOrError openLast(const QByteArray &component, int flags, mode_t mode)
    {
        const auto found = look(component);
        if (!found && (found.error() != ENOENT || !creates(flags)))
            return std::unexpected(found.error());
        const bool isLink = found && S_ISLNK(found->identity.mode);
        const bool exclusive = (flags & O_CREAT) && (flags & O_EXCL);
        if (isLink && !exclusive && (m_folderWanted || !(flags & O_NOFOLLOW)))
            return std::unexpected(follow(*found, component));
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
        const auto identity =
            m_plainly ? identifyPlainly(opened->value()) : identify(opened->value());
        if (!identity)
            return std::unexpected(identity.error());
        if (!belongs(opened->value(), *identity))
            return std::unexpected(EXDEV);
        return opened;
    }

    bool m_plainly;
    int m_root;
    Identity m_identity;
    bool m_crosses;
    QList<QByteArray> m_rest; // components still to go, the next one last
    std::vector<UniqueFd> m_folders;
    int m_links = 0;
    bool m_folderWanted = false;
};

} // namespace

std::expected<UniqueFd, int> openWalking(Containment containment, int root, const QByteArray &path,
                                         int flags, mode_t mode, bool crossesVolumes)
{
    const auto identity =
        containment == Containment::PosixWalk ? identifyPlainly(root) : identify(root);
    if (!identity)
        return std::unexpected(identity.error());
    return Walk(containment, root, *identity, path, crossesVolumes).open(flags, mode);
}

} // namespace glovebox::mounts
