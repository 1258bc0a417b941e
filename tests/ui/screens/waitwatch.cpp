// SPDX-License-Identifier: MIT
#include "waitwatch.h"

#include <QAbstractEventDispatcher>
#include <QThread>

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdlib>
#include <cstring>

using namespace Qt::StringLiterals;

namespace {

// Only of the watched thread; all of them are trivial, because they are used before main().
thread_local bool watched = false;
thread_local bool inLoop = false; // the event loop waits, which is what it is for
thread_local bool busy = false;   // in here
thread_local QStringList *found = nullptr;

void note(const char *call, const char *detail = "")
{
    if (!watched || busy || !found)
        return;
    busy = true;
    void *frames[10];
    const int depth = backtrace(frames, 10);
    char **names = backtrace_symbols(frames, depth);
    QStringList callers;
    for (int frame = 2; frame < depth; ++frame) {
        const QString name = QString::fromLocal8Bit(names[frame]);
        callers.append(name.section(u'/', -1).section(u' ', 0, 0));
    }
    std::free(names);
    const QString line = u"%1 %2 from %3"_s.arg(
        QString::fromLatin1(call), QString::fromLocal8Bit(detail), callers.join(u" < "_s));
    if (!found->contains(line))
        found->append(line);
    busy = false;
}

bool isOnDisk(int fd)
{
    if (!watched || busy)
        return false;
    struct stat facts;
    return fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode);
}

template <class Function>
Function *real(const char *name)
{
    return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

// What the system tells about itself is no disk.
bool isPlace(const char *path)
{
    return path && path[0] == '/' && strncmp(path, "/proc/", 6) != 0 &&
           strncmp(path, "/sys/", 5) != 0 && strncmp(path, "/dev/", 5) != 0;
}

} // namespace

#define REPLACED extern "C" __attribute__((visibility("default")))

REPLACED int fsync(int fd)
{
    note("fsync");
    static auto *const call = real<int(int)>("fsync");
    return call(fd);
}

REPLACED int fdatasync(int fd)
{
    note("fdatasync");
    static auto *const call = real<int(int)>("fdatasync");
    return call(fd);
}

REPLACED ssize_t read(int fd, void *bytes, size_t size)
{
    if (isOnDisk(fd))
        note("read");
    static auto *const call = real<ssize_t(int, void *, size_t)>("read");
    return call(fd, bytes, size);
}

REPLACED ssize_t write(int fd, const void *bytes, size_t size)
{
    if (fd > 2 && isOnDisk(fd))
        note("write");
    static auto *const call = real<ssize_t(int, const void *, size_t)>("write");
    return call(fd, bytes, size);
}

REPLACED ssize_t pread64(int fd, void *bytes, size_t size, off64_t at)
{
    if (isOnDisk(fd))
        note("pread");
    static auto *const call = real<ssize_t(int, void *, size_t, off64_t)>("pread64");
    return call(fd, bytes, size, at);
}

REPLACED ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at)
{
    if (isOnDisk(fd))
        note("pwrite");
    static auto *const call = real<ssize_t(int, const void *, size_t, off64_t)>("pwrite64");
    return call(fd, bytes, size, at);
}

REPLACED int open64(const char *path, int flags, ...)
{
    if (isPlace(path))
        note("open", path);
    va_list rest;
    va_start(rest, flags);
    const int mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, int) : 0;
    va_end(rest);
    static auto *const call = real<int(const char *, int, ...)>("open64");
    return call(path, flags, mode);
}

REPLACED int poll(pollfd *fds, nfds_t count, int timeout)
{
    if (timeout != 0 && !inLoop)
        note("poll");
    static auto *const call = real<int(pollfd *, nfds_t, int)>("poll");
    return call(fds, count, timeout);
}

REPLACED int ppoll(pollfd *fds, nfds_t count, const timespec *timeout, const sigset_t *signals)
{
    const bool waits = !timeout || timeout->tv_sec > 0 || timeout->tv_nsec > 0;
    if (waits && !inLoop)
        note("ppoll");
    static auto *const call =
        real<int(pollfd *, nfds_t, const timespec *, const sigset_t *)>("ppoll");
    return call(fds, count, timeout, signals);
}

WaitWatch::WaitWatch()
{
    found = new QStringList;
    const QAbstractEventDispatcher *loop = QThread::currentThread()->eventDispatcher();
    QObject::connect(
        loop, &QAbstractEventDispatcher::aboutToBlock, loop, [] { inLoop = true; },
        Qt::DirectConnection);
    QObject::connect(
        loop, &QAbstractEventDispatcher::awake, loop, [] { inLoop = false; }, Qt::DirectConnection);
    watched = true;
}

WaitWatch::~WaitWatch()
{
    watched = false;
    QThread::currentThread()->eventDispatcher()->disconnect();
    inLoop = false;
    delete std::exchange(found, nullptr);
}

QStringList WaitWatch::calls() const
{
    busy = true;
    const QStringList copy = *found;
    busy = false;
    return copy;
}
