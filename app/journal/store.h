// SPDX-License-Identifier: MIT
#pragma once

#include "base/runevent.h"
#include "chain.h"
#include "client.h"
#include "database.h"
#include "headfile.h"
#include "journal.h"
#include "runsummary.h"

namespace glovebox::journal {

// Numbers for runs, [next, end).
struct NumberBlock
{
    qint64 next = 0;
    qint64 end = 0;

    bool isEmpty() const { return next >= end; }
};

// What is stored of a run once it is over.
struct KeptRun
{
    RunId run;
    QJsonObject body; // the row "kept": digests of its files, head and tail of its output
    QString words;    // for the search
    qint64 bytes = 0; // of its files
};

// Everything that changes the file. Blocks; lives in the journal's writing thread. Other
// processes may write between two calls, so each transaction takes the chain's end anew.
class Store
{
public:
    // As Program it also ends the runs and temporary clients that an earlier process left.
    static Result<std::unique_ptr<Store>> open(const Options &options, const QDateTime &now);

    // Appends all or nothing. The inner results are of single events that cannot be stored
    // (recorded twice), which does not hold up the others.
    Result<QList<Result<>>> append(const QList<RunEvent> &events, Sync sync);
    // All that was appended is on the disk afterwards.
    Result<> synchronise();
    // Whether the disk takes a commit now.
    Result<> probe();
    Result<bool> contains(RunId run, qint64 seq);

    Result<NumberBlock> reserveNumbers(int count);
    // Only takes effect when nothing was reserved since.
    Result<> giveBack(const NumberBlock &rest);

    Result<NewClient> addClient(const QString &label, KeyUse use, bool temporary,
                                const QDateTime &now);
    Result<> revokeClient(const ClientId &client, const QDateTime &now);
    // The new key. NotFound: no such client, or revoked before.
    Result<QString> changeKey(const ClientId &client, const QDateTime &now);
    Result<QList<Client>> clients();
    // Changes whenever another connection has written.
    Result<qint64> dataVersion();
    Result<> addRefusal(const QString &what, int count, const QDateTime &now);

    // Makes runs findable and records the digests of their files. Those that are kept or purged
    // already are passed over.
    Result<> keep(const QList<KeptRun> &runs, const QDateTime &now);
    // Empties what the rows of these runs say, for those that are over; each gets a row that says
    // so. Gives the runs that were purged now.
    Result<QList<RunId>> purge(const QList<RunId> &runs, const QString &by, const QDateTime &now);
    // What is in the file beside the database goes into the database.
    Result<> checkpoint();
    // Whether a summary changed since the last call.
    bool takeRunsChanged() { return std::exchange(m_runsChanged, false); }

private:
    Store(std::unique_ptr<Database> database, const QString &file);

    template <class Work>
    Result<> transact(Sync sync, Work work);
    Result<> takeHead();
    Result<> putHead();
    Result<> appendRow(qint64 run, qint64 seq, qint64 time, const QString &kind,
                       const QJsonObject &body);
    Result<> appendEvent(const RunEvent &event);
    Result<RunSummary *> summaryOf(qint64 run);
    Result<> noteRun(const RunEvent &event);
    Result<> putSummaries();
    Result<> keepRun(const KeptRun &kept, const QDateTime &now);
    Result<bool> purgeRun(RunId run, const QString &by, const QDateTime &now);
    Result<> checkEnd(const QDateTime &now);
    Result<QString> problemOfEnd();
    void writeEnd();
    Result<> markRevoked(const ClientId &client, const QDateTime &now);
    Result<> endLeftRuns(const QDateTime &now);
    Result<> endTemporaryClients(const QDateTime &now);

    std::unique_ptr<Database> m_database;
    QSqlQuery m_insertEvent;
    QSqlQuery m_putSummary;
    QSqlQuery m_takeHead;
    QSqlQuery m_putHead;
    QSqlQuery m_contains;
    qint64 m_rows = 0;
    QByteArray m_link;
    bool m_unsynced = false;
    HeadFile m_end;
    // Of runs that are not over, so that they need not be read at each event.
    QHash<qint64, RunSummary> m_open;
    QSet<qint64> m_changed; // in this transaction
    bool m_runsChanged = false;
};

} // namespace glovebox::journal
