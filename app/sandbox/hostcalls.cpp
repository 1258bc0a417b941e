// SPDX-License-Identifier: MIT
#include "hostcalls.h"

namespace glovebox::sandbox {

bool stopsClock(const Frame &request)
{
    return request.header[u"op"].toString().startsWith(u"pkg.");
}

Frame failedCall(const QString &errnoName, const QString &message)
{
    return {{{QStringLiteral("v"), 1},
             {QStringLiteral("ok"), false},
             {QStringLiteral("errno"), errnoName},
             {QStringLiteral("message"), message}}};
}

} // namespace glovebox::sandbox
