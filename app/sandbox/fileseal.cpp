// SPDX-License-Identifier: MIT
#include "fileseal.h"

#include "landlock.h"

#include <QDir>
#include <QFileInfo>
#include <QLibraryInfo>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#include <sys/mount.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#endif

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;
using Access = FileSeal::Access;
using Path = FileSeal::Path;

namespace {

// Where programs and their libraries live, Qt's own included.
QStringList systemFolders()
{
    QStringList folders{u"/usr"_s,   u"/bin"_s,    u"/sbin"_s,      u"/lib"_s, u"/lib32"_s,
                        u"/lib64"_s, u"/libx32"_s, u"/nix/store"_s, u"/app"_s};
    for (const auto where : {QLibraryInfo::LibrariesPath, QLibraryInfo::PluginsPath,
                             QLibraryInfo::LibraryExecutablesPath, QLibraryInfo::DataPath,
                             QLibraryInfo::TranslationsPath})
        folders.append(QLibraryInfo::path(where));
    folders += qEnvironmentVariable("LD_LIBRARY_PATH").split(u':', Qt::SkipEmptyParts);
    return folders;
}

// What the loader, the C library and fontconfig read, and how many processors there are.
QStringList systemFiles()
{
    return {u"/etc/ld.so.cache"_s,
            u"/etc/ld.so.conf"_s,
            u"/etc/ld.so.conf.d"_s,
            u"/etc/alternatives"_s,
            u"/etc/fonts"_s,
            u"/etc/localtime"_s,
            u"/etc/nsswitch.conf"_s,
            u"/var/cache/fontconfig"_s,
            u"/sys/devices/system/cpu"_s};
}

QStringList devices()
{
    return {u"/dev/null"_s, u"/dev/zero"_s, u"/dev/full"_s, u"/dev/random"_s, u"/dev/urandom"_s};
}

bool isBeneath(const QByteArray &path, const QByteArray &folder)
{
    return path == folder || (path.startsWith(folder) && path.at(folder.size()) == '/');
}

class Planner
{
public:
    void add(const QString &name, Access access)
    {
        const QFileInfo info(name);
        const QByteArray target = QFile::encodeName(QDir::cleanPath(info.absoluteFilePath()));
        if (!info.exists() || target == "/" || isThere(target, access))
            return;
        // /lib is a link to usr/lib on most systems, and stays one.
        if (info.isSymLink() && target.lastIndexOf('/') == 0) {
            m_paths.append({{}, target, access, QFile::encodeName(info.readSymLink()), true});
            return;
        }
        m_paths.append(
            {QFile::encodeName(info.canonicalFilePath()), target, access, {}, info.isDir()});
    }

    void addOwn(const QByteArray &target, Access access)
    {
        m_paths.append({{}, target, access, {}, true});
    }

    // A folder is there before what lies in it.
    QList<Path> paths()
    {
        std::ranges::stable_sort(m_paths, [](const Path &a, const Path &b) {
            return a.target.count('/') < b.target.count('/');
        });
        return m_paths;
    }

private:
    bool isThere(const QByteArray &target, Access access) const
    {
        return std::ranges::any_of(m_paths, [&](const Path &path) {
            const bool serves = path.access == access || path.access == Access::Run;
            return serves && path.link.isEmpty() && isBeneath(target, path.target);
        });
    }

    QList<Path> m_paths;
};

} // namespace

FileSeal planFileSeal(const QString &program, const QStringList &readable, const QString &scratch)
{
    Planner planner;
    for (const QString &name : systemFolders())
        planner.add(name, Access::Run);
    planner.add(QFileInfo(program).absolutePath(), Access::Run);
    for (const QString &name : systemFiles() + readable)
        planner.add(name, Access::Read);
    for (const QString &name : devices())
        planner.add(name, Access::Device);
    planner.add(u"/proc"_s, Access::Processes);
    planner.addOwn("/dev/shm", Access::Memory);
    planner.addOwn(QFile::encodeName(scratch), Access::Scratch);
    return {planner.paths()};
}

QStringList closedFolders(const QStringList &own)
{
    QStringList folders{QDir::homePath(),
                        u"/home"_s,
                        u"/root"_s,
                        u"/run"_s,
                        u"/run/user/%1"_s.arg(::geteuid()),
                        u"/tmp"_s,
                        u"/var"_s,
                        u"/etc"_s,
                        qEnvironmentVariable("XDG_RUNTIME_DIR"),
                        QDir::tempPath()};
    folders += own;
    folders.removeIf(
        [](const QString &name) { return name.isEmpty() || !QFileInfo(name).isDir(); });
    folders.removeDuplicates();
    return folders;
}

#ifdef __linux__

namespace {

// In numbers: headers of the oldest supported system lack some. The attributes are also the flags
// MS_RDONLY, MS_NOSUID, MS_NODEV and MS_NOEXEC.
constexpr long mountSetattrCall = 442;
constexpr unsigned recursively = 0x8000; // AT_RECURSIVE
constexpr std::uint64_t readOnly = 0x1;
constexpr std::uint64_t noSetuid = 0x2;
constexpr std::uint64_t noDevices = 0x4;
constexpr std::uint64_t noExecution = 0x8;

// Where the new root is put together; everybody's systems have it.
constexpr const char *workplace = "/tmp";
constexpr const char *oldRootInside = "/tmp/.host";
constexpr const char *oldRoot = "/.host";

struct MountAttributes
{
    std::uint64_t set;
    std::uint64_t clear;
    std::uint64_t propagation;
    std::uint64_t userNamespace;
};

// Before Linux 5.12 one mount at a time, and with the flags that it has: they are locked.
bool restrictOldMount(const char *target, std::uint64_t attributes)
{
    struct statfs info = {};
    if (::statfs(target, &info) != 0)
        return false;
    constexpr unsigned long kept =
        MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_NOATIME | MS_NODIRATIME | MS_RELATIME | MS_RDONLY;
    const unsigned long flags =
        MS_BIND | MS_REMOUNT | attributes | (static_cast<unsigned long>(info.f_flags) & kept);
    return ::mount(nullptr, target, nullptr, flags, nullptr) == 0;
}

bool restrictMount(const char *target, std::uint64_t attributes)
{
    const MountAttributes wanted{attributes, 0, 0, 0};
    if (::syscall(mountSetattrCall, AT_FDCWD, target, recursively, &wanted, sizeof wanted) == 0)
        return true;
    return errno == ENOSYS && restrictOldMount(target, attributes);
}

std::uint64_t attributesOf(Access access)
{
    switch (access) {
    case Access::Run:
        return readOnly | noSetuid | noDevices;
    case Access::Device:
        return readOnly | noSetuid | noExecution;
    case Access::Processes:
        return noSetuid | noDevices | noExecution;
    default:
        return readOnly | noSetuid | noDevices | noExecution;
    }
}

// Every folder on the way to `path`, and, if wanted, itself.
bool makeFolders(const char *path, bool itself)
{
    char part[PATH_MAX] = {};
    const size_t length = std::strlen(path);
    if (length >= sizeof part)
        return false;
    for (size_t i = 0; i < length; ++i) {
        if (i > 0 && path[i] == '/' && ::mkdir(part, 0755) != 0 && errno != EEXIST)
            return false;
        part[i] = path[i];
    }
    return !itself || ::mkdir(part, 0755) == 0 || errno == EEXIST;
}

bool makeEmptyFile(const char *path)
{
    const int file = ::open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
    if (file < 0)
        return errno == EEXIST;
    ::close(file);
    return true;
}

bool mountEmpty(const char *target, const char *options)
{
    return ::mount("glovebox", target, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, options) == 0;
}

bool bindFromHost(const Path &path)
{
    char source[PATH_MAX] = {};
    const int length =
        std::snprintf(source, sizeof source, "%s%s", oldRoot, path.source.constData());
    if (length < 0 || static_cast<size_t>(length) >= sizeof source)
        return false;
    const char *target = path.target.constData();
    if (!path.isFolder && !makeEmptyFile(target))
        return false;
    return ::mount(source, target, nullptr, MS_BIND | MS_REC, nullptr) == 0 &&
           restrictMount(target, attributesOf(path.access));
}

bool show(const Path &path)
{
    const char *target = path.target.constData();
    if (!makeFolders(target, path.isFolder && path.link.isEmpty()))
        return false;
    if (!path.link.isEmpty())
        return ::symlink(path.link.constData(), target) == 0;
    if (path.access == Access::Memory)
        return mountEmpty(target, "mode=1777");
    if (path.access == Access::Scratch)
        return mountEmpty(target, "mode=0700,size=256m");
    return bindFromHost(path);
}

// False: it cannot be had here, and nothing has changed.
bool enterEmptyRoot()
{
    return ::unshare(CLONE_NEWNS) == 0 &&
           ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           ::mount("glovebox", workplace, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=4m") ==
               0 &&
           ::mkdir(oldRootInside, 0700) == 0 &&
           ::syscall(SYS_pivot_root, workplace, oldRootInside) == 0;
}

std::uint64_t rightsOf(Access access)
{
    using namespace landlock;
    constexpr std::uint64_t read = readFile | readDir;
    constexpr std::uint64_t change = writeFile | truncate | removeFile | removeDir | makeFile |
                                     makeDir | makeLink | makeSocket | makeFifo | refer;
    switch (access) {
    case Access::Read:
        return read;
    case Access::Run:
        return read | execute;
    case Access::Device:
        return read | writeFile | deviceControl;
    case Access::Processes: // Chromium writes the id maps of the namespaces that it makes
        return read | writeFile;
    case Access::Memory:
    case Access::Scratch:
        return read | change;
    }
    return 0;
}

bool allow(int rules, int version, const Path &path)
{
    if (!path.link.isEmpty())
        return true; // what it leads to is named itself
    const int file = ::open(path.target.constData(), O_PATH | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT;
    const bool done = landlock::allow(rules, version, file, path.isFolder, rightsOf(path.access));
    const int error = errno;
    ::close(file);
    errno = error;
    return done;
}

} // namespace

const char *enterFileView(const FileSeal &seal)
{
    if (!seal.active || !enterEmptyRoot())
        return nullptr;
    if (::chdir("/") != 0)
        return "the root of the engine's files";
    for (const Path &path : seal.paths) {
        if (!show(path))
            return "the engine's view of the files";
    }
    if (::umount2(oldRoot, MNT_DETACH) != 0 || ::rmdir(oldRoot) != 0)
        return "letting go of the other files";
    if (::mount(nullptr, "/", nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV,
                nullptr) != 0)
        return "making the root read-only";
    return nullptr;
}

const char *restrictFiles(const FileSeal &seal)
{
    const int version = seal.active ? landlock::version() : 0;
    if (version == 0)
        return nullptr;
    const int rules = landlock::makeRules(version);
    if (rules < 0)
        return "landlock rules";
    for (const Path &path : seal.paths) {
        if (!allow(rules, version, path))
            return "a landlock rule";
    }
    if (!landlock::enforce(rules))
        return "landlock";
    ::close(rules);
    return nullptr;
}

#else

const char *enterFileView(const FileSeal &)
{
    return nullptr;
}

const char *restrictFiles(const FileSeal &)
{
    return nullptr;
}

#endif

} // namespace glovebox::sandbox
