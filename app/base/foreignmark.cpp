// SPDX-License-Identifier: MIT
#include "foreignmark.h"

#ifdef Q_OS_WIN
#include <QFile>
#endif
#ifdef Q_OS_MACOS
#include <QFile>

#include <cerrno>
#include <sys/xattr.h>
#endif

namespace glovebox {

QByteArray zoneIdentifier()
{
    return "[ZoneTransfer]\r\nZoneId=3\r\n";
}

QByteArray quarantineValue(const QDateTime &when)
{
    // 0081: downloaded by a program that is no browser, and not yet allowed by the person.
    return "0081;" + QByteArray::number(when.toSecsSinceEpoch(), 16) + ";Glovebox;";
}

Result<> markAsForeign(const QString &path)
{
#if defined(Q_OS_WIN)
    QFile stream(path + QStringLiteral(":Zone.Identifier"));
    const QByteArray text = zoneIdentifier();
    if (!stream.open(QIODevice::WriteOnly) || stream.write(text) != text.size())
        return fail(ErrorCode::Unavailable, path, stream.errorString());
#elif defined(Q_OS_MACOS)
    const QByteArray value = quarantineValue(QDateTime::currentDateTimeUtc());
    if (::setxattr(QFile::encodeName(path).constData(), "com.apple.quarantine", value.constData(),
                   size_t(value.size()), 0, 0) != 0)
        return failErrno(path, errno);
#else
    Q_UNUSED(path)
#endif
    return {};
}

} // namespace glovebox
