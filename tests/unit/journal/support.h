// SPDX-License-Identifier: MIT
#pragma once

#include "journal/journal.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace support {

// Lets the event loop run until the future is there.
template <class T>
glovebox::Result<T> get(const QFuture<glovebox::Result<T>> &future)
{
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, 30'000) ||
        future.resultCount() == 0)
        return glovebox::fail(glovebox::ErrorCode::Internal, u"no result"_s);
    return future.result();
}

// The value of a future that must not fail.
template <class T>
T take(const QFuture<glovebox::Result<T>> &future)
{
    return get(future).value();
}

inline QDateTime at(int second)
{
    return QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5, 678), QTimeZone::UTC).addSecs(second);
}

inline glovebox::event::Asked asked(const QByteArray &code = "print(1)")
{
    glovebox::event::Asked asked;
    asked.record.tool = u"run_python"_s;
    asked.record.client = glovebox::ClientId(u"c000000000001"_s);
    asked.record.session = {glovebox::SessionId(u"s000000000001"_s), 1};
    asked.record.sessionName = u"default"_s;
    asked.record.code = code;
    asked.clientLabel = u"Claude Desktop"_s;
    asked.clientClaims = u"claude-ai"_s;
    asked.expires = at(300);
    return asked;
}

inline glovebox::event::Decided allowed(const glovebox::event::Asked &of = asked())
{
    return {glovebox::DecisionKind::Allow,
            glovebox::DecisionBy::Person,
            glovebox::Scope::ThisRun,
            {},
            of.record.digest()};
}

// The events of one run, numbered as RunHub does.
class Run
{
public:
    explicit Run(qint64 number)
        : m_run(number)
    {
    }
    glovebox::RunEvent event(glovebox::RunEventBody body)
    {
        ++m_seq;
        return {m_run, m_seq, at(static_cast<int>(m_seq)), std::move(body)};
    }
    glovebox::RunId id() const { return m_run; }
    qint64 seq() const { return m_seq; }

private:
    glovebox::RunId m_run;
    qint64 m_seq = 0;
};

inline QList<glovebox::RunEvent> wholeRun(qint64 number, const QByteArray &code = "print(1)")
{
    using namespace glovebox;
    Run run(number);
    return {run.event(asked(code)),
            run.event(allowed(asked(code))),
            run.event(event::Queued{1}),
            run.event(event::Started{sha256Hex(code)}),
            run.event(event::Output{StreamName::Stdout, 0, {}, 3}),
            run.event(event::Output{StreamName::Stderr, 3, {}, 4}),
            run.event(event::ResultValue{u"2"_s}),
            run.event(event::Ended{RunState::Complete, {}, 12, 7, 7})};
}

// Looks at the file behind the journal's back.
class RawFile
{
public:
    explicit RawFile(const QString &file)
    {
        m_database = QSqlDatabase::addDatabase(u"QSQLITE"_s, m_name);
        m_database.setDatabaseName(file);
        m_database.open();
    }
    ~RawFile()
    {
        m_database.close();
        m_database = QSqlDatabase();
        QSqlDatabase::removeDatabase(m_name);
    }
    bool run(const QString &sql)
    {
        QSqlQuery query(m_database);
        const bool done = query.exec(sql);
        if (!done)
            qWarning() << query.lastError().text();
        return done;
    }
    QVariant value(const QString &sql)
    {
        QSqlQuery query(m_database);
        return query.exec(sql) && query.next() ? query.value(0) : QVariant();
    }
    QStringList plan(QString sql)
    {
        sql.replace(u'?', u'1');
        QSqlQuery query(m_database);
        QStringList lines;
        if (query.exec(u"EXPLAIN QUERY PLAN "_s + sql)) {
            while (query.next())
                lines.append(query.value(3).toString());
        }
        return lines;
    }

private:
    QString m_name = u"raw"_s;
    QSqlDatabase m_database;
};

} // namespace support
