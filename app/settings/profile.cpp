// SPDX-License-Identifier: MIT
#include "profile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace glovebox::settings {

namespace {

Result<> makePrivate(const QString &folder)
{
    const QDir parent(QFileInfo(folder).absolutePath());
    if (!parent.mkpath(QStringLiteral(".")))
        return fail(ErrorCode::Io,
                    QCoreApplication::translate("glovebox::settings",
                                                "The profile folder %1 cannot be made.")
                        .arg(folder),
                    parent.path());
    if (::mkdir(QFile::encodeName(folder).constData(), 0700) != 0 && errno != EEXIST)
        return failErrno(QCoreApplication::translate("glovebox::settings",
                                                     "The profile folder %1 cannot be made.")
                             .arg(folder),
                         errno);
    return {};
}

// Looked at without following a last symbolic link, so that nobody can swap it under us.
Result<> checkPrivate(const QString &folder)
{
    struct stat status = {};
    if (::lstat(QFile::encodeName(folder).constData(), &status) != 0)
        return failErrno(QCoreApplication::translate("glovebox::settings",
                                                     "The profile folder %1 cannot be read.")
                             .arg(folder),
                         errno);
    if (!S_ISDIR(status.st_mode))
        return fail(ErrorCode::Denied,
                    QCoreApplication::translate("glovebox::settings",
                                                "The profile %1 is not a folder. Name another one "
                                                "with --profile.")
                        .arg(folder));
    if (status.st_uid != ::geteuid())
        return fail(ErrorCode::Denied,
                    QCoreApplication::translate("glovebox::settings",
                                                "The profile folder %1 belongs to another account. "
                                                "Name another one with --profile.")
                        .arg(folder));
    if ((status.st_mode & 077) != 0)
        return fail(ErrorCode::Denied,
                    QCoreApplication::translate("glovebox::settings",
                                                "Other accounts can enter the profile folder %1. "
                                                "Close it with: chmod 700 %1")
                        .arg(folder));
    return {};
}

} // namespace

Result<Profile> Profile::open(const QString &folder)
{
    const QString wanted = folder.isEmpty()
                               ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
                               : QDir(folder).absolutePath();
    if (wanted.isEmpty())
        return fail(ErrorCode::Unavailable,
                    QCoreApplication::translate("glovebox::settings",
                                                "There is no home folder for the profile. Name "
                                                "one with --profile."));
    if (const auto made = makePrivate(wanted); !made)
        return std::unexpected(made.error());
    if (const auto checked = checkPrivate(wanted); !checked)
        return std::unexpected(checked.error());
    return Profile(QDir(wanted).canonicalPath());
}

} // namespace glovebox::settings
