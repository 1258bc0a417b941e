// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QString>

#ifndef Q_OS_UNIX
#include <QLockFile>

#include <memory>
#endif

namespace glovebox::journal {

// Held by the one program that writes runs. The system lets go of it when the process ends,
// however it ends.
class FileLock
{
public:
    FileLock() = default;
    ~FileLock();
    Q_DISABLE_COPY_MOVE(FileLock)

    // Conflict when another process holds it.
    Result<> take(const QString &path);

private:
#ifdef Q_OS_UNIX
    int m_descriptor = -1;
#else
    std::unique_ptr<QLockFile> m_lock;
#endif
};

} // namespace glovebox::journal
