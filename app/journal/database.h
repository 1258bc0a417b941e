// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariantList>

#include <memory>

namespace glovebox::journal {

// How much of what is committed must be on the disk when the commit returns.
enum class Sync {
    Full,   // all of it, and all that was committed before
    Normal, // survives the end of this process, perhaps not that of the computer
};

// One connection to the journal's file, for the thread that opened it.
class Database
{
public:
    enum class Access { Write, Read };

    // Makes the file (0600) when it is not there and brings its schema up to date.
    static Result<std::unique_ptr<Database>> open(const QString &file, Access access);
    ~Database();
    Q_DISABLE_COPY_MOVE(Database)

    Result<> execute(const QString &sql, const QVariantList &values = {});
    // A query that has been executed; stands before its first row.
    Result<QSqlQuery> select(const QString &sql, const QVariantList &values = {});
    // A statement to be executed many times with runPrepared().
    Result<QSqlQuery> prepare(const QString &sql);

    Result<> begin(Sync sync); // takes the write lock at once
    Result<> commit();
    void rollback();

private:
    explicit Database(const QString &name);
    Result<> connect(const QString &file, Access access);
    Result<> writeAhead();
    Result<> migrate();
    Result<int> schemaVersion();
    Result<> runKept(std::optional<QSqlQuery> &query, const QString &sql);

    QString m_name;
    QSqlDatabase m_database;
    std::optional<QSqlQuery> m_begin;
    std::optional<QSqlQuery> m_commit;
    std::optional<Sync> m_sync; // as last set
};

Result<> runPrepared(QSqlQuery &query, const QVariantList &values);
// An error of SQLite in words for the person: "the disk is full".
std::unexpected<Error> failSql(const QSqlError &error);
// The statement broke a rule of the schema; nothing is wrong with the disk.
bool isConstraint(const Error &error);

// Unavailable, with what to do, when this version of SQLite is older than what the schema uses.
Result<> checkSqlite(const QString &version);

// The newest schema this program knows.
int currentSchemaVersion();

} // namespace glovebox::journal
