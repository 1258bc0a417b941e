// SPDX-License-Identifier: MIT
#include "profile.h"

#include "privatefolder.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace glovebox::settings {

namespace {

std::unexpected<Error> refused(const char *text, const QString &folder, ErrorCode code,
                               const QString &detail = {})
{
    return fail(code, QCoreApplication::translate("glovebox::settings", text).arg(folder), detail);
}

Result<> makePrivate(const QString &folder)
{
    const char *const text =
        QT_TRANSLATE_NOOP("glovebox::settings", "The profile folder %1 cannot be made.");
    const QDir parent(QFileInfo(folder).absolutePath());
    if (!parent.mkpath(QStringLiteral(".")))
        return refused(text, folder, ErrorCode::Io, parent.path());
    if (const auto made = makePrivateFolder(folder); !made)
        return refused(text, folder, made.error().code, made.error().detail);
    return {};
}

Result<> checkPrivate(const QString &folder)
{
    const auto state = stateOfFolder(folder);
    if (!state)
        return refused(
            QT_TRANSLATE_NOOP("glovebox::settings", "The profile folder %1 cannot be read."),
            folder, state.error().code, state.error().detail);
    switch (*state) {
    case FolderState::NotAFolder:
        return refused(QT_TRANSLATE_NOOP("glovebox::settings",
                                         "The profile %1 is not a folder. Name another one "
                                         "with --profile."),
                       folder, ErrorCode::Denied);
    case FolderState::Foreign:
        return refused(QT_TRANSLATE_NOOP("glovebox::settings",
                                         "The profile folder %1 belongs to another account. "
                                         "Name another one with --profile."),
                       folder, ErrorCode::Denied);
    case FolderState::Open:
        return fail(ErrorCode::Denied,
                    QCoreApplication::translate("glovebox::settings",
                                                "Other accounts can enter the profile folder %1. "
                                                "Close it with: %2")
                        .arg(folder, commandThatCloses(folder)));
    case FolderState::Private:
        break;
    }
    return {};
}

} // namespace

Result<Profile> Profile::open(const QString &folder)
{
    const QString wanted =
        folder.isEmpty()
            // Local: a journal must not roam from one Windows machine to another.
            ? QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)
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
