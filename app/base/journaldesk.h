// SPDX-License-Identifier: MIT
#pragma once

#include "runfacts.h"

#include <QFuture>
#include <QJsonObject>
#include <QObject>

namespace glovebox {

// Who decided about a run, as the person is told (UI.md 10 "Journal").
enum class JournalDecider {
    You,        // the person, about a client's run
    Permission, // a standing permission
    OwnRun,     // the person's own run: not asked
    NoAnswer,   // nobody, in time
    Policy,     // the program's rules
    TakenBack,  // the client
};

// Which runs. What is left empty does not restrict.
struct JournalQuery
{
    QString text = {}; // every word of it; in code, output, names of files and notes
    QList<ClientId> clients = {};
    QList<RunState> states = {};
    QList<JournalDecider> deciders = {};
    QString session = {}; // name
    QString mount = {};   // that they touched a file of
    QDateTime from = {};  // asked then or later
    QDateTime until = {}; // asked before
    QList<RunId> runs = {};

    bool operator==(const JournalQuery &) const = default;
};

// One run in the list.
struct JournalRow
{
    // Where the query's text was found.
    enum class Place { None, Code, Output, Files, Notes };

    RunId run;
    ClientId client;
    QString clientLabel;
    QString sessionName;
    QString tool;
    QString title; // empty when purged
    RunState state = RunState::PendingApproval;
    QString problem; // what Python raised, one line
    std::optional<JournalDecider> decider;
    QDateTime asked;
    QDateTime decided; // invalid: not, as all times below
    QDateTime started;
    QDateTime ended;
    QDateTime purged; // its content was removed then
    qint64 executionMs = 0;
    int written = 0; // files
    int plots = 0;
    Place place = Place::None;
    QString excerpt;                  // one line around what was found
    QList<std::pair<int, int>> marks; // start and length in it

    bool operator==(const JournalRow &) const = default;
};

// One row of a run's history, as it is stored; also of kinds that RunEvent does not know.
struct JournalStep
{
    qint64 seq = 0;
    QDateTime time;
    QString kind;
    QJsonObject body;
};

// All that is recorded of one run but the bytes of its output, which are in the output store.
struct JournalRun
{
    JournalRow row;
    RunFacts facts;           // of a purged run: its number, client, session and state
    QList<JournalStep> steps; // in order, without output and progress
    QString outputSha256;     // of the stored output; empty while it is not known
};

struct JournalHour
{
    QDateTime from;
    int complete = 0;
    int failed = 0;  // error, timeout, killed, crashed
    int refused = 0; // denied, no answer
    int other = 0;   // stopped, taken back, not over yet

    bool operator==(const JournalHour &) const = default;
};

// What can be chosen to filter by.
struct JournalChoices
{
    QList<std::pair<ClientId, QString>> clients;
    QStringList sessions;
    QStringList mounts;
    qint64 runs = 0;
};

struct JournalCheck
{
    qint64 rows = 0;
    qint64 files = 0;     // of outputs and plots that are as they were written
    QStringList problems; // sentences; empty: nothing was changed
};

enum class JournalFormat { JsonLines, Markdown, Notebook, Html };

struct PurgeReport
{
    int runs = 0;
    qint64 bytes = 0; // of stored output
};

// The journal, as windows see it. Nothing here blocks; whatever takes time comes as a future.
class JournalDesk : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // Newest first, older than `before` (null: from the newest).
    virtual QFuture<Result<QList<JournalRow>>> find(const JournalQuery &query, RunId before,
                                                    int count) = 0;
    virtual QFuture<Result<qint64>> count(const JournalQuery &query) = 0;
    // Hours in which something was asked, oldest first.
    virtual QFuture<Result<QList<JournalHour>>> hours(const QDateTime &from,
                                                      const QDateTime &until) = 0;
    virtual QFuture<Result<JournalChoices>> choices() = 0;
    // NotFound for a run that is not recorded.
    virtual QFuture<Result<JournalRun>> run(RunId run) = 0;
    // Text of a run's output for reading and comparing: all of it up to `length` bytes.
    virtual QFuture<Result<QByteArray>> output(RunId run, qint64 length) = 0;

    // Checks every row and every stored file. Takes time.
    virtual QFuture<Result<JournalCheck>> verify() = 0;
    // Writes the runs that match, oldest first, to a file that is replaced whole; secrets of known
    // shapes are masked. Gives the number of runs.
    virtual QFuture<Result<qint64>> exportRuns(const JournalQuery &query, JournalFormat format,
                                               const QString &path) = 0;
    // Removes the content of the runs that match and are over. That they were, when, whose and how
    // they ended stays, and so do all digests.
    virtual QFuture<Result<PurgeReport>> purge(const JournalQuery &query) = 0;
    // Asks for the same run in a fresh session of the person's.
    virtual QFuture<Result<RunId>> runAgain(RunId run) = 0;

Q_SIGNALS:
    // Rows are new or different; at most a few times a second.
    void changed();
};

} // namespace glovebox
