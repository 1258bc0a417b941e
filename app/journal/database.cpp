// SPDX-License-Identifier: MIT
#include "database.h"

#include "base/ids.h"
#include "rechain.h"

#include <QCoreApplication>
#include <QFile>
#include <QVersionNumber>

namespace glovebox::journal {

namespace {

constexpr auto constraintDetail = "constraint";

// The first in which an FTS5 table without content forgets what is deleted from it.
const QVersionNumber oldestSqlite(3, 43);

// Step n leads from version n to n + 1: statements, then what only a program can do. A step that
// was published is never changed.
struct Step
{
    QList<QStringView> statements;
    Result<> (*then)(Database &) = nullptr;
};

const QList<Step> &migrations()
{
    static const QList<Step> steps{
        {.statements =
             {
                 u"CREATE TABLE schema (version INTEGER NOT NULL)",
                 // One row: how long the chain is, where it ends, which number the next run gets.
                 // `syncs` only changes so that there is something to synchronise.
                 u"CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), "
                 u"rows INTEGER NOT NULL, digest BLOB NOT NULL, next_run INTEGER NOT NULL, "
                 u"syncs INTEGER NOT NULL)",
                 u"CREATE TABLE clients (id TEXT PRIMARY KEY, label TEXT NOT NULL, "
                 u"folded TEXT NOT NULL, key_hash BLOB NOT NULL UNIQUE, "
                 u"address_key INTEGER NOT NULL, temporary INTEGER NOT NULL, "
                 u"created INTEGER NOT NULL, revoked INTEGER) WITHOUT ROWID",
                 u"CREATE UNIQUE INDEX clients_label ON clients (folded) "
                 u"WHERE revoked IS NULL AND temporary = 0",
                 u"CREATE TABLE runs (run INTEGER PRIMARY KEY, client TEXT NOT NULL, "
                 u"session TEXT NOT NULL, asked INTEGER NOT NULL, ended INTEGER, state TEXT)",
                 u"CREATE INDEX runs_open ON runs (run) WHERE ended IS NULL",
                 u"CREATE TABLE events (row INTEGER PRIMARY KEY, run INTEGER NOT NULL, "
                 u"seq INTEGER NOT NULL, time INTEGER NOT NULL, kind TEXT NOT NULL, "
                 u"body TEXT NOT NULL, digest BLOB NOT NULL)",
                 u"CREATE UNIQUE INDEX events_run ON events (run, seq)",
                 // Lists of runs do not read through the output of each.
                 u"CREATE INDEX events_facts ON events (run, seq) "
                 u"WHERE kind NOT IN ('output', 'progress')",
             }},
        // Rows are chained by the digest of their body, so that bodies can be purged: an empty
        // body is a purged one. The list of runs holds what people filter by.
        {.statements =
             {
                 u"ALTER TABLE events ADD COLUMN body_digest BLOB",
                 // Whether the end of the chain is also kept outside, with a key.
                 u"ALTER TABLE head ADD COLUMN keyed INTEGER NOT NULL DEFAULT 0",
                 u"DROP TABLE runs",
                 u"CREATE TABLE runs (run INTEGER PRIMARY KEY, client TEXT NOT NULL, "
                 u"client_label TEXT NOT NULL, session TEXT NOT NULL, session_name TEXT NOT NULL, "
                 u"tool TEXT NOT NULL, title TEXT NOT NULL, asked INTEGER NOT NULL, "
                 u"decided INTEGER, decision TEXT NOT NULL, decided_by TEXT NOT NULL, "
                 u"scope TEXT NOT NULL, started INTEGER, ended INTEGER, state TEXT NOT NULL, "
                 u"problem TEXT NOT NULL, execution_ms INTEGER NOT NULL, "
                 u"written INTEGER NOT NULL, plots INTEGER NOT NULL, "
                 u"output_bytes INTEGER NOT NULL, "
                 // 1: its output is hashed and it can be found by its text.
                 u"kept INTEGER NOT NULL DEFAULT 0, "
                 u"bytes INTEGER NOT NULL DEFAULT 0, purged INTEGER)",
                 u"CREATE INDEX runs_open ON runs (run) WHERE ended IS NULL",
                 u"CREATE INDEX runs_to_keep ON runs (run) "
                 u"WHERE kept = 0 AND ended IS NOT NULL",
                 u"CREATE INDEX runs_asked ON runs (asked, state)",
                 u"CREATE INDEX runs_client ON runs (client, client_label)",
                 u"CREATE INDEX runs_session ON runs (session_name)",
                 u"CREATE INDEX runs_state ON runs (state)",
                 u"CREATE INDEX runs_decision ON runs (decided_by)",
                 u"CREATE TABLE run_mounts (mount TEXT NOT NULL, run INTEGER NOT NULL, "
                 u"PRIMARY KEY (mount, run)) WITHOUT ROWID",
                 // Words as searchtext.h makes them. Deleted text is overwritten.
                 u"CREATE VIRTUAL TABLE search USING fts5(text, content='', "
                 u"contentless_delete=1, prefix='1 2', tokenize=\"unicode61 remove_diacritics 0 "
                 u"categories 'L* M* N* P* S* C*'\")",
                 u"INSERT INTO search (search, rank) VALUES ('secure-delete', 1)",
             },
         .then = &chainByBodyDigests},
    };
    return steps;
}

QString words(int code, const QSqlError &error)
{
    switch (code) {
    case 5: // SQLITE_BUSY
    case 6: // SQLITE_LOCKED
        return QCoreApplication::translate("glovebox::journal", "another program holds it");
    case 8: // SQLITE_READONLY
        return QCoreApplication::translate("glovebox::journal", "the file cannot be written");
    case 10: // SQLITE_IOERR
        return QCoreApplication::translate("glovebox::journal", "the disk reports an error");
    case 11: // SQLITE_CORRUPT
    case 26: // SQLITE_NOTADB
        return QCoreApplication::translate("glovebox::journal", "the file is damaged");
    case 13: // SQLITE_FULL
        return QCoreApplication::translate("glovebox::journal", "the disk is full");
    case 14: // SQLITE_CANTOPEN
        return QCoreApplication::translate("glovebox::journal", "the file cannot be opened");
    default:
        return error.databaseText();
    }
}

Result<> makePrivateFile(const QString &path)
{
    QFile file(path);
    if (file.exists())
        return {};
    // SQLite gives its side files the same permissions.
    if (!file.open(QIODevice::NewOnly | QIODevice::WriteOnly,
                   QFileDevice::ReadOwner | QFileDevice::WriteOwner) &&
        !file.exists())
        return fail(ErrorCode::Io, words(14, {}), path + u": " + file.errorString());
    return {};
}

} // namespace

std::unexpected<Error> failSql(const QSqlError &error)
{
    const int code = error.nativeErrorCode().toInt() & 0xff;
    if (code == 19) // SQLITE_CONSTRAINT
        return fail(ErrorCode::Conflict, error.databaseText(),
                    QString::fromLatin1(constraintDetail));
    const bool damaged = code == 11 || code == 26;
    return fail(damaged ? ErrorCode::Corrupt : ErrorCode::Io, words(code, error), error.text());
}

bool isConstraint(const Error &error)
{
    return error.code == ErrorCode::Conflict && error.detail == QLatin1StringView(constraintDetail);
}

int currentSchemaVersion()
{
    return static_cast<int>(migrations().size());
}

Result<> checkSqlite(const QString &version)
{
    if (QVersionNumber::fromString(version) >= oldestSqlite)
        return {};
    return fail(ErrorCode::Unavailable,
                QCoreApplication::translate("glovebox::journal",
                                            "The journal needs SQLite %1 or newer, and this "
                                            "computer has %2. Update it (on Debian: the package "
                                            "libsqlite3-0).")
                    .arg(oldestSqlite.toString(), version));
}

Result<std::unique_ptr<Database>> Database::open(const QString &file, Access access)
{
    if (auto made = makePrivateFile(file); !made)
        return std::unexpected(made.error());
    std::unique_ptr<Database> database(new Database(u"journal-" + randomHex(8)));
    if (auto connected = database->connect(file, access); !connected)
        return std::unexpected(connected.error());
    return database;
}

Database::Database(const QString &name)
    : m_name(name)
    , m_database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name))
{
}

Database::~Database()
{
    m_begin.reset();
    m_commit.reset();
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_name);
}

Result<> Database::connect(const QString &file, Access access)
{
    m_database.setDatabaseName(file);
    m_database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=5000"));
    if (!m_database.open())
        return failSql(m_database.lastError());
    auto version = select(QStringLiteral("SELECT sqlite_version()"));
    if (!version)
        return std::unexpected(version.error());
    version->next();
    if (auto checked = checkSqlite(version->value(0).toString()); !checked)
        return checked;
    version->finish();
    if (access == Access::Read)
        return execute(QStringLiteral("PRAGMA query_only = ON"));
    if (auto set = writeAhead(); !set)
        return set;
    for (const QStringView pragma : {u"PRAGMA foreign_keys = ON",
                                     // What is purged is gone from the file.
                                     u"PRAGMA secure_delete = ON"}) {
        if (auto set = execute(pragma.toString()); !set)
            return set;
    }
    return migrate();
}

// Where another one makes the same new file at this moment, SQLite refuses this at once instead of
// waiting as it does elsewhere: so what it waits for is asked in between.
Result<> Database::writeAhead()
{
    Result<> set = execute(QStringLiteral("PRAGMA journal_mode = WAL"));
    for (int tries = 0; !set && tries < 20; ++tries) {
        if (execute(QStringLiteral("BEGIN IMMEDIATE")))
            static_cast<void>(execute(QStringLiteral("COMMIT")));
        set = execute(QStringLiteral("PRAGMA journal_mode = WAL"));
    }
    return set;
}

Result<int> Database::schemaVersion()
{
    auto tables = select(QStringLiteral("SELECT count(*), sum(name = 'schema') FROM sqlite_schema "
                                        "WHERE type = 'table'"));
    if (!tables)
        return std::unexpected(tables.error());
    tables->next();
    if (tables->value(0).toInt() == 0)
        return 0;
    if (tables->value(1).toInt() == 0)
        return fail(ErrorCode::Corrupt, QStringLiteral("the file is no journal of Glovebox"));
    auto version = select(QStringLiteral("SELECT max(version) FROM schema"));
    if (!version)
        return std::unexpected(version.error());
    version->next();
    return version->value(0).toInt();
}

Result<> Database::migrate()
{
    if (auto begun = begin(Sync::Full); !begun)
        return begun;
    const auto leave = [this](const Error &error) -> Result<> {
        rollback();
        return std::unexpected(error);
    };
    const auto found = schemaVersion();
    if (!found)
        return leave(found.error());
    if (*found > currentSchemaVersion())
        return leave({ErrorCode::Corrupt,
                      QStringLiteral("a newer version of Glovebox wrote it (schema %1, this one "
                                     "knows %2)")
                          .arg(*found)
                          .arg(currentSchemaVersion())});
    for (int version = *found; version < currentSchemaVersion(); ++version) {
        const Step &step = migrations().at(version);
        for (const QStringView statement : step.statements) {
            if (auto done = execute(statement.toString()); !done)
                return leave(done.error());
        }
        if (auto done = step.then ? step.then(*this) : Result<>(); !done)
            return leave(done.error());
    }
    if (*found == 0) {
        const QByteArray link(32, '\0');
        if (auto done =
                execute(QStringLiteral("INSERT INTO head (one, rows, digest, next_run, syncs) "
                                       "VALUES (1, 0, ?, 1, 0)"),
                        {link});
            !done)
            return leave(done.error());
        if (auto done =
                execute(QStringLiteral("INSERT INTO schema VALUES (?)"), {currentSchemaVersion()});
            !done)
            return leave(done.error());
    } else if (auto done = execute(QStringLiteral("UPDATE schema SET version = ?"),
                                   {currentSchemaVersion()});
               !done) {
        return leave(done.error());
    }
    return commit();
}

Result<QSqlQuery> Database::prepare(const QString &sql)
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.prepare(sql))
        return failSql(query.lastError());
    return query;
}

Result<QSqlQuery> Database::select(const QString &sql, const QVariantList &values)
{
    auto query = prepare(sql);
    if (!query)
        return query;
    if (auto run = runPrepared(*query, values); !run)
        return std::unexpected(run.error());
    return query;
}

Result<> Database::execute(const QString &sql, const QVariantList &values)
{
    auto query = select(sql, values);
    if (!query)
        return std::unexpected(query.error());
    return {};
}

Result<> runPrepared(QSqlQuery &query, const QVariantList &values)
{
    for (qsizetype i = 0; i < values.size(); ++i)
        query.bindValue(static_cast<int>(i), values[i]);
    if (!query.exec())
        return failSql(query.lastError());
    return {};
}

Result<> Database::begin(Sync sync)
{
    if (m_sync != sync) {
        const auto level = sync == Sync::Full ? QStringLiteral("PRAGMA synchronous = FULL")
                                              : QStringLiteral("PRAGMA synchronous = NORMAL");
        if (auto set = execute(level); !set)
            return set;
        m_sync = sync;
    }
    return runKept(m_begin, QStringLiteral("BEGIN IMMEDIATE"));
}

// Prepared once: preparing would cost as much as a short commit.
Result<> Database::runKept(std::optional<QSqlQuery> &query, const QString &sql)
{
    if (!query) {
        auto prepared = prepare(sql);
        if (!prepared)
            return std::unexpected(prepared.error());
        query = *std::move(prepared);
    }
    return runPrepared(*query, {});
}

Result<> Database::commit()
{
    auto committed = runKept(m_commit, QStringLiteral("COMMIT"));
    if (!committed)
        rollback();
    return committed;
}

void Database::rollback()
{
    // Fails when SQLite has rolled back by itself, which is as well.
    static_cast<void>(execute(QStringLiteral("ROLLBACK")));
}

} // namespace glovebox::journal
