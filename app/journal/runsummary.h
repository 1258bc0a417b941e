// SPDX-License-Identifier: MIT
#pragma once

#include "base/runevent.h"
#include "chain.h"

#include <QHash>
#include <QJsonObject>
#include <QSet>
#include <QSqlQuery>
#include <QVariantList>

namespace glovebox::journal {

class Database;

// What the list of runs says of one run: what people see in it and filter by. It follows from the
// run's events alone, so that verify() can compare it with them.
struct RunSummary
{
    qint64 run = 0;
    QString client;
    QString clientLabel;
    QString session; // id
    QString sessionName;
    QString tool;
    QString title;
    qint64 asked = 0; // milliseconds since 1970, UTC; here and below 0: not yet
    qint64 decided = 0;
    QString decision; // DecisionKind, DecisionBy, Scope as the events name them
    QString decidedBy;
    QString scope;
    qint64 started = 0;
    qint64 ended = 0;
    QString state;   // RunState
    QString problem; // "KeyError: 'total'", one line
    qint64 executionMs = 0;
    int written = 0; // files
    int plots = 0;
    qint64 outputBytes = 0;
    qint64 purged = 0;         // when its content was taken out
    QSet<QString> mounts = {}; // touched since this was loaded; not part of the row

    bool operator==(const RunSummary &other) const;
    bool isKnown() const { return asked != 0; }

    // True: it changed.
    bool apply(const RunEvent &event);
    // What of a run is told even after its content was purged.
    QJsonObject toJson() const;
    static RunSummary fromJson(qint64 run, const QJsonObject &json);

    // One row of the chain for the run it belongs to; rows of other kinds and of none are passed
    // over.
    static void applyRow(QHash<qint64, RunSummary> &runs, const Row &row, const QByteArray &body);
};

// The columns of RunSummary in the table of runs, in one order for reading and writing.
QString summaryColumns();
RunSummary summaryFrom(const QSqlQuery &query, int firstColumn = 0);
QString storeSummarySql();
QVariantList summaryValues(const RunSummary &summary);
// Also notes which folders it touched.
Result<> storeMounts(Database &database, const RunSummary &summary);

} // namespace glovebox::journal
