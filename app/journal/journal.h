// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/journaldesk.h"
#include "base/runfacts.h"
#include "client.h"

#include <QFuture>
#include <QIODevice>
#include <QObject>

#include <memory>
#include <optional>

namespace glovebox::journal {

// Who opens the file.
enum class Role {
    Program, // one at a time; ends what an earlier process left open
    Tool,    // a command beside the running program: keys, verify, export
};

struct Options
{
    QString file;
    Role role = Role::Program;
    Clock *clock = nullptr;  // null: the system's
    QString runsFolder = {}; // of sandbox::OutputStore; empty: files are not looked at
};

// What of the past is kept. Nothing is removed of runs that are not over.
struct Retention
{
    qint64 days = 0;     // 0: for ever
    qint64 maxBytes = 0; // of outputs and plots; 0: no bound

    bool operator==(const Retention &) const = default;
};

// What verify() found.
struct Verification
{
    qint64 rows = 0;                   // that were read and agree
    std::optional<qint64> firstBroken; // number of the first row that does not
    QString problem;                   // one sentence, or empty
    qint64 files = 0;                  // of outputs and plots that are as they were written
    QStringList fileProblems = {};     // a sentence for each that is not

    bool ok() const { return problem.isEmpty(); }
};

// Every run, event, decision and client key, in one SQLite file (WAL). The disk is touched in three
// threads of its own, one that writes, one that reads and one for what takes long; nothing here
// blocks the caller. Futures are finished in those threads: use .then(context, …).
//
// Each row's SHA-256 covers the row before it and the digest of its body, so verify() finds any
// row that was changed, moved or removed, and bodies can be removed while digests stay. Where the
// chain ends is kept beside the file, authenticated with the profile's key, so that a cut tail is
// missed. Both are no defence against whoever can read that key.
//
// Used from the thread that it lives in, but for findByKeyHash and findClient.
class Journal final : public QObject
{
    Q_OBJECT

public:
    explicit Journal(const Options &options, QObject *parent = nullptr);
    // Writes what was recorded so far, ends temporary clients and gives unused numbers back.
    ~Journal() override;

    // Conflict: another program has it. Corrupt: it cannot be read, or a newer version wrote it.
    QFuture<Result<>> opened() const;
    // Why nothing can be written now, for the person; empty: all is well. While there is a
    // problem nothing may run: durable() fails.
    QString problem() const;

    // A number that was never given before, not even by a process that was killed. Ready at
    // once, except right after the start.
    QFuture<Result<RunId>> nextRun();
    // Takes events in the order of the stream. Asked, decided and ended are written at once, all
    // others within 100 ms or 256 rows; what is written is synchronised to the disk within a
    // quarter of a second. An Io error says "not written yet": the event is kept and tried again.
    QFuture<Result<>> record(const RunEvent &event);
    // Resolved when that event, recorded before, is written: the end of this process, however
    // sudden, does not lose it. Nothing may run before this succeeded for its `decided`.
    QFuture<Result<>> committed(RunId run, qint64 seq);
    // The same, and synchronised to the disk: a power cut does not lose it either.
    QFuture<Result<>> durable(RunId run, qint64 seq);

    // Newest first, older than `before` (null: from the newest); outputLength included.
    QFuture<Result<QList<RunFacts>>> recordedRuns(RunId before, int count) const;
    // NotFound for a run that is not recorded. Output comes without its bytes.
    QFuture<Result<QList<RunEvent>>> recordedEvents(RunId run) const;

    // The list of runs, as JournalDesk has it.
    QFuture<Result<QList<JournalRow>>> find(const JournalQuery &query, RunId before,
                                            int count) const;
    QFuture<Result<qint64>> count(const JournalQuery &query) const;
    QFuture<Result<QList<JournalHour>>> hours(const QDateTime &from, const QDateTime &until) const;
    QFuture<Result<JournalChoices>> choices() const;
    QFuture<Result<JournalRun>> run(RunId run) const;

    // Runs can be found by their text, and their files are hashed, soon after they are over. Ready
    // when that is done for all that were recorded before.
    QFuture<Result<>> kept();
    QFuture<Result<PurgeReport>> purge(const JournalQuery &query);
    // Removes what is beyond it, now and every hour.
    void setRetention(const Retention &retention);
    // To a file that is replaced whole; gives the number of runs.
    QFuture<Result<qint64>> exportRuns(const JournalQuery &query, JournalFormat format,
                                       const QString &path);
    // `device` is written from another thread and must outlive the future.
    QFuture<Result<qint64>> exportRuns(const JournalQuery &query, JournalFormat format,
                                       QIODevice *device);

    // Rows and the files that they name.
    QFuture<Result<Verification>> verify() const;
    // One JSON object a line: row, run, seq, time, kind, body (secrets masked, null when purged),
    // body_digest, digest. `device` is written from
    // another thread and must outlive the future. Gives the number of lines.
    QFuture<Result<qint64>> exportJsonLines(QIODevice *device) const;

    // InvalidArgument: a label nobody could read. Conflict: there is a client of that name.
    QFuture<Result<NewClient>> addClient(const QString &label, KeyUse use);
    // Ends with this process at the latest; its label may be anybody's.
    QFuture<Result<NewClient>> addTemporaryClient(const QString &label);
    // NotFound: no such client, or revoked before.
    QFuture<Result<>> revokeClient(const ClientId &client);
    // Gives a client a new key, which can be seen only now; the old one is told as revoked.
    // NotFound as above.
    QFuture<Result<QString>> changeKey(const ClientId &client);
    // That `count` requests were turned away before anything was done for them, and why. A row
    // that belongs to no run.
    QFuture<Result<>> recordRefusal(const QString &what, int count);

    QFuture<Result<QList<Client>>> listClients() const; // revoked ones too, oldest first

    // From memory, quick, from any thread: the client whose key has this hash and counts. Sees
    // what other processes changed within half a second.
    std::optional<Client> findByKeyHash(const QByteArray &hash) const;
    std::optional<Client> findClient(const ClientId &client) const;
    // Looks for changes of other processes now: for a key that was not found. Cheap.
    QFuture<Result<>> refreshClients();

Q_SIGNALS:
    void runsChanged(); // of the list; after each commit that changes it
    void problemChanged(const QString &problem);
    void clientsChanged();
    void clientRevoked(const glovebox::ClientId &client);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace glovebox::journal
