// SPDX-License-Identifier: MIT
#include "childseal.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/keyctl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

namespace glovebox::sandbox {

ChildSeal prepareChildSeal(bool namespaces, const FileSeal &files)
{
    ChildSeal seal;
    seal.files = files;
    seal.namespaces = namespaces;
    seal.uid = ::geteuid();
    seal.gid = ::getegid();
    seal.parentPid = ::getpid();
    std::snprintf(seal.uidMap, sizeof seal.uidMap, "%u %u 1", seal.uid, seal.uid);
    std::snprintf(seal.gidMap, sizeof seal.gidMap, "%u %u 1", seal.gid, seal.gid);
    return seal;
}

#ifdef __linux__

namespace {

bool writeFile(const char *path, const char *text)
{
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const auto length = static_cast<ssize_t>(std::strlen(text));
    const bool done = ::write(file, text, static_cast<size_t>(length)) == length;
    const int error = errno;
    ::close(file);
    errno = error;
    return done;
}

const char *enterNamespaces(const ChildSeal &seal)
{
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC) != 0)
        return "unshare";
    // Without this the kernel lets nobody without privileges map a group.
    if (!writeFile("/proc/self/setgroups", "deny"))
        return "setgroups";
    if (!writeFile("/proc/self/uid_map", seal.uidMap))
        return "uid_map";
    if (!writeFile("/proc/self/gid_map", seal.gidMap))
        return "gid_map";
    return nullptr;
}

// A new session keyring in place of the person's, which holds keys of file systems and services.
// Where the kernel has no keyrings, or a container's filter refuses the call, the engine cannot get
// at them either.
bool leaveKeyring()
{
    return ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr) >= 0 || errno == ENOSYS ||
           errno == EPERM;
}

} // namespace

const char *sealChild(const ChildSeal &seal)
{
    if (seal.namespaces) {
        if (const char *failed = enterNamespaces(seal))
            return failed;
        if (!leaveKeyring())
            return "keyring";
        if (const char *failed = enterFileView(seal.files))
            return failed;
    }
    // After unshare, which clears it. The parent may have died before it was set.
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return "parent death signal";
    if (::getppid() != seal.parentPid)
        return "the parent is gone";
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return "no new privileges";
    return restrictFiles(seal.files); // after which no mount can be changed
}

#else

const char *sealChild(const ChildSeal &)
{
    return nullptr;
}

#endif

} // namespace glovebox::sandbox
