// SPDX-License-Identifier: MIT
#include "startplace.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace glovebox::settings {

namespace {

constexpr qint64 maxEntryBytes = 64 * 1024;

} // namespace

std::unexpected<Error> startPlaceError(const QString &place, const QString &why)
{
    return fail(ErrorCode::Io,
                QCoreApplication::translate("glovebox::settings", "%1 could not be changed: %2")
                    .arg(place, why));
}

Result<> writeStartFile(const QString &file, const QByteArray &bytes)
{
    const QString folder = QFileInfo(file).absolutePath();
    if (!QDir().mkpath(folder))
        return startPlaceError(file, folder);
    QSaveFile stored(file);
    if (!stored.open(QIODevice::WriteOnly) || stored.write(bytes) != bytes.size() ||
        !stored.commit())
        return startPlaceError(file, stored.errorString());
    return {};
}

Result<> removeStartFile(const QString &file)
{
    QFile stored(file);
    if (stored.exists() && !stored.remove())
        return startPlaceError(file, stored.errorString());
    return {};
}

QByteArray readStartFile(const QString &file)
{
    QFile stored(file);
    return stored.open(QIODevice::ReadOnly) ? stored.read(maxEntryBytes) : QByteArray();
}

} // namespace glovebox::settings
