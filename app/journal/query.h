// SPDX-License-Identifier: MIT
#pragma once

#include "base/journaldesk.h"
#include "database.h"
#include "runsummary.h"

namespace glovebox::journal {

// The list of runs, searched and counted. Blocks; for the thread of `database`.
Result<QList<JournalRow>> findRuns(Database &database, const JournalQuery &query, RunId before,
                                   int count);
Result<qint64> countRuns(Database &database, const JournalQuery &query);
Result<QList<JournalHour>> countHours(Database &database, const QDateTime &from,
                                      const QDateTime &until);
Result<JournalChoices> readChoices(Database &database);
Result<JournalRun> readRun(Database &database, RunId run);

// Runs that match and are over and not purged, oldest first, after `after`.
Result<QList<RunId>> runsToPurge(Database &database, const JournalQuery &query, RunId after,
                                 int count);
// All that match, oldest first, after `after`.
Result<QList<RunId>> runsAfter(Database &database, const JournalQuery &query, RunId after,
                               int count);

// The rows of a run but output and progress, in order.
Result<QList<JournalStep>> readSteps(Database &database, RunId run);

JournalRow rowOf(const RunSummary &summary);

} // namespace glovebox::journal
