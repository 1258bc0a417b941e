// SPDX-License-Identifier: MIT
#include "result.h"

#include <cstring>

namespace glovebox {

QString toString(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidArgument:
        return QStringLiteral("invalid_argument");
    case ErrorCode::NotFound:
        return QStringLiteral("not_found");
    case ErrorCode::Denied:
        return QStringLiteral("denied");
    case ErrorCode::Conflict:
        return QStringLiteral("conflict");
    case ErrorCode::LimitExceeded:
        return QStringLiteral("limit_exceeded");
    case ErrorCode::Unavailable:
        return QStringLiteral("unavailable");
    case ErrorCode::Cancelled:
        return QStringLiteral("cancelled");
    case ErrorCode::Io:
        return QStringLiteral("io");
    case ErrorCode::Corrupt:
        return QStringLiteral("corrupt");
    case ErrorCode::Internal:
        break;
    }
    return QStringLiteral("internal");
}

std::unexpected<Error> failErrno(const QString &text, int errnoValue)
{
    return fail(ErrorCode::Io, text, QString::fromLocal8Bit(std::strerror(errnoValue)));
}

} // namespace glovebox
