// SPDX-License-Identifier: MIT
#include "privatefolder.h"

#include <QFile>

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace glovebox::settings {

Result<> makePrivateFolder(const QString &folder)
{
    if (::mkdir(QFile::encodeName(folder).constData(), 0700) != 0 && errno != EEXIST)
        return failErrno({}, errno);
    return {};
}

Result<FolderState> stateOfFolder(const QString &folder)
{
    struct stat status = {};
    if (::lstat(QFile::encodeName(folder).constData(), &status) != 0)
        return failErrno({}, errno);
    if (!S_ISDIR(status.st_mode))
        return FolderState::NotAFolder;
    if (status.st_uid != ::geteuid())
        return FolderState::Foreign;
    return (status.st_mode & 077) != 0 ? FolderState::Open : FolderState::Private;
}

QString commandThatCloses(const QString &folder)
{
    return QStringLiteral("chmod 700 ") + folder;
}

} // namespace glovebox::settings
