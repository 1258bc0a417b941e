// SPDX-License-Identifier: MIT
#pragma once

#include "base/journaldesk.h"
#include "database.h"
#include "store.h"

#include <atomic>

namespace glovebox::journal {

// How much of a run's output its row holds, and the search finds.
inline constexpr qint64 keptHeadBytes = 32 * 1024;
inline constexpr qint64 keptTailBytes = 32 * 1024;
inline constexpr qsizetype searchedCodeChars = 256 * 1024;

// Where the bytes of a run's output are, in the folder of sandbox::OutputStore.
QString outputFile(const QString &runsFolder, RunId run);

// Runs that are over and not kept yet, oldest first.
Result<QList<RunId>> runsToKeep(Database &database, int count);
// Reads its rows and files. A file that cannot be read is left out: it has no digest then.
Result<KeptRun> readToKeep(Database &database, const QString &runsFolder, RunId run);

// SHA-256 in hex of a whole file; empty when it cannot be read, or `stop` was set meanwhile.
QString sha256OfFile(const QString &path, const std::atomic_bool &stop);

// Runs beyond what is to be kept, oldest first, at most `count`: asked before `before` (invalid:
// no bound), or past `maxBytes` of files counted from the newest (0: no bound).
Result<QList<RunId>> runsToRemove(Database &database, const QDateTime &before, qint64 maxBytes,
                                  int count);
// Purged runs whose files are still there, as after a kill between the two.
Result<QList<RunId>> leftFolders(Database &database, const QString &runsFolder);

} // namespace glovebox::journal
