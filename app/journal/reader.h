// SPDX-License-Identifier: MIT
#pragma once

#include "base/runfacts.h"
#include "chain.h"
#include "client.h"
#include "database.h"
#include "journal.h"

#include <QIODevice>
#include <QJsonObject>

namespace glovebox::journal {

// The statements whose speed depends on an index; a test reads their query plans.
namespace sql {

QString runsBefore();      // run number, count
QString factsOfRun();      // run number
QString stepsOfRun();      // run number
QString lastOutputOfRun(); // run number
QString eventsOfRun();     // run number
QString openRuns();        // run, last seq, whether it started

} // namespace sql

QJsonObject clientToJson(const Client &client);

// Everything that only reads. Blocks; for the thread of `database`.
Result<QList<Client>> readClients(Database &database);
Result<QList<RunFacts>> readRuns(Database &database, RunId before, int count);
Result<QList<RunEvent>> readEvents(Database &database, RunId run);
// `file` is the database's: beside it is what its end is compared with.
Result<Verification> verify(Database &database, const QString &file);
Result<qint64> exportJsonLines(Database &database, QIODevice *device);
// The rows of one run.
Result<qint64> exportJsonLines(Database &database, RunId run, QIODevice *device);

} // namespace glovebox::journal
