// SPDX-License-Identifier: MIT
#include "filelock.h"

#include <QCoreApplication>
#include <QFile>

#ifdef Q_OS_UNIX
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#endif

namespace glovebox::journal {

namespace {

std::unexpected<Error> taken()
{
    return fail(ErrorCode::Conflict,
                QCoreApplication::translate("glovebox::journal::FileLock",
                                            "another Glovebox uses this profile"));
}

} // namespace

#ifdef Q_OS_UNIX

FileLock::~FileLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<> FileLock::take(const QString &path)
{
    m_descriptor = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (m_descriptor < 0)
        return failErrno(QStringLiteral("the file cannot be opened"), errno);
    if (::flock(m_descriptor, LOCK_EX | LOCK_NB) == 0)
        return {};
    if (errno == EWOULDBLOCK)
        return taken();
    return failErrno(QStringLiteral("the file cannot be locked"), errno);
}

#else

FileLock::~FileLock() = default;

Result<> FileLock::take(const QString &path)
{
    m_lock = std::make_unique<QLockFile>(path);
    m_lock->setStaleLockTime(0);
    if (m_lock->tryLock(0))
        return {};
    return taken();
}

#endif

} // namespace glovebox::journal
