// SPDX-License-Identifier: MIT
#pragma once

#include <QJsonArray>
#include <QJsonValue>
#include <QStringList>

namespace glovebox {

// The strings of a JSON array, in order: an entry of another type becomes an empty string, a value
// that is no array an empty list. For what this program wrote itself, or has checked before.
inline QStringList stringsOf(const QJsonValue &array)
{
    QStringList strings;
    const QJsonArray entries = array.toArray();
    strings.reserve(entries.size());
    for (const QJsonValue &entry : entries)
        strings.append(entry.toString());
    return strings;
}

} // namespace glovebox
