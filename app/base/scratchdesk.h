// SPDX-License-Identifier: MIT
#pragma once

#include "controls.h"

#include <QFuture>
#include <QObject>

namespace glovebox {

// What the person runs from a cell. Never asked, always recorded. In a client's session it reaches
// the folders that this client may use, and no others.
struct ScratchRun
{
    SessionRef session; // its epoch may be an older one; null for a runtime: a fresh machine each
    QByteArray code;    // UTF-8, at most limits::maxCodeBytes
    QString runtime;    // of app/base/runtimes.h; empty: Python in the session
    QByteArray standardInput = {};                    // of a program of a runtime
    std::optional<std::chrono::seconds> timeout = {}; // null: limits::maxRunTimeout
};

// Jupyter's complete_reply. Places are UTF-16 units in the code, so that editors can use them.
struct Completion
{
    QString text;
    QString type;      // "function", "module", "keyword" …; may be empty
    QString signature; // "(data, index=None)"; may be empty
    bool operator==(const Completion &) const = default;
};
struct Completions
{
    qsizetype start = 0; // what the chosen text replaces
    qsizetype end = 0;
    QList<Completion> matches;
    bool operator==(const Completions &) const = default;
};

// Jupyter's inspect_reply: what stands under the cursor, or whose call it stands in.
struct Inspection
{
    QString name;
    QString type;
    QString signature;
    QString doc;        // plain text
    QString value;      // short
    int parameter = -1; // of the signature, the one that the cursor is at; -1: none
    bool isFound() const { return !name.isEmpty(); }
    bool operator==(const Inspection &) const = default;
};

struct Variable
{
    QString name;
    QString type;
    QString shape;           // "27,846 × 7", "6 keys"; may be empty
    QString preview;         // one line
    qint64 bytes = -1;       // -1: not known
    bool isTable = false;    // can be asked for with table()
    bool isCallable = false; // a function or class: these come last
    bool operator==(const Variable &) const = default;
};

struct TableColumn
{
    QString name;
    QString dtype;
    QString summary;        // "0 – 92", "新宿 … 34"
    bool isNumeric = false; // aligned right
    bool operator==(const TableColumn &) const = default;
};
// One window on a table that stays in the sandbox.
struct TableQuery
{
    QString variable;
    int sortColumn = -1; // -1: as it is
    bool descending = false;
    QString filter; // rows that contain it in some cell; "column > 5" as pandas' query
    qint64 firstRow = 0;
    int rows = 200;
    int firstColumn = 0;
    int columns = 50;
    bool operator==(const TableQuery &) const = default;
};
struct TablePage
{
    qint64 totalRows = 0;    // of the table
    qint64 matchingRows = 0; // of the filter
    int totalColumns = 0;
    QList<TableColumn> columns; // those asked for
    QStringList index;          // labels of the rows
    QList<QStringList> cells;   // by row; a missing value is a null string
    bool operator==(const TablePage &) const = default;
};

// Sessions as the person uses them from the scratchpad. Implemented by app/application. What a run
// does comes through RunHub as everything else.
//
// complete, inspect, variables, table and tableText are answered by the session's interpreter
// between its runs: Unavailable at once while it is busy or has no interpreter, NotFound for a
// session or variable that is gone, InvalidArgument for a filter that cannot be understood (with
// words for the person), LimitExceeded when the interpreter needs too long (it is interrupted then
// and keeps its state). A run that comes meanwhile goes first: Cancelled.
class ScratchDesk : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // A session of the person; ready when its interpreter is.
    virtual QFuture<Result<SessionRef>> openSession(const QString &name) = 0;
    // One of the person's; a client's is left as it is.
    virtual void closeSession(const SessionRef &session) = 0;
    // Its variables are gone afterwards; files under /session too. The reference with the new
    // epoch.
    virtual QFuture<Result<SessionRef>> restartSession(const SessionRef &session) = 0;
    // All that can be chosen: the person's own and, after a warning, the clients'.
    virtual QList<SessionStatus> sessions() const = 0;

    virtual QFuture<Result<RunId>> run(const ScratchRun &run) = 0;
    virtual void interrupt(RunId run) = 0;
    // The line, without its end, for a run that wants input (RunFacts::input); nullopt: end of
    // file. Conflict when it waits for none (any more), LimitExceeded for more than 1 MiB.
    virtual Result<> answerInput(RunId run, const std::optional<QString> &line) = 0;

    virtual QFuture<Result<Completions>> complete(const SessionRef &session, const QString &code,
                                                  qsizetype cursor) = 0;
    virtual QFuture<Result<Inspection>> inspect(const SessionRef &session, const QString &code,
                                                qsizetype cursor) = 0;
    virtual QFuture<Result<QList<Variable>>> variables(const SessionRef &session) = 0;
    virtual QFuture<Result<TablePage>> table(const SessionRef &session,
                                             const TableQuery &query) = 0;
    // The matching rows as CSV (comma) or TSV (tab), at most 64 MiB.
    virtual QFuture<Result<QByteArray>> tableText(const SessionRef &session,
                                                  const TableQuery &query, QChar separator) = 0;

    // A cell is shown to a client: it appears among its resources as scratchpad://{id}, read-only,
    // until the program ends or it is taken back. The address.
    virtual Result<QString> showToClient(const ClientId &client, const QString &title,
                                         const QByteArray &source, const QString &output) = 0;
    virtual void takeBackFromClient(const QString &address) = 0;

Q_SIGNALS:
    void sessionsChanged();
};

} // namespace glovebox
