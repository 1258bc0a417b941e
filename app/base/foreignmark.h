// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QByteArray>
#include <QDateTime>

// Windows and macOS remember of a file that it came from elsewhere: Explorer, Office and Finder
// then ask before they open it. What a run made is such a file when the person saves it: a page or
// a table may hold what a model wrote.
namespace glovebox {

// The content of the stream "Zone.Identifier" (the mark of the web): the zone of the Internet.
QByteArray zoneIdentifier();
// The value of macOS' attribute "com.apple.quarantine": saved by this program at that time, not
// opened yet.
QByteArray quarantineValue(const QDateTime &when);

// Marks the file. Linux has no such mark, and file systems without one (FAT, network drives) refuse
// it: Unavailable.
Result<> markAsForeign(const QString &path);

} // namespace glovebox
