// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "journal/database.h"
#include "journal/journal.h"
#include "journal/reader.h"
#include "support.h"

#include <QBuffer>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSignalSpy>

#include <csignal>
#include <sys/resource.h>

using namespace glovebox;
using namespace glovebox::journal;
using namespace std::chrono_literals;
using namespace support;

class TestJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    // Runs
    void givesBackWhatWasRecorded();
    void keepsEveryCharacter_data();
    void keepsEveryCharacter();
    void listsRunsNewestFirstInPages();
    void saysThatARunIsNotThere();
    void neverGivesANumberTwice();
    void givesNumbersWithoutWaiting();
    // Durability
    void writesDecisionsAtOnceAndOutputInBatches();
    void writesAFullBatchWithoutWaiting();
    void isDurableWhenItSaysSo();
    void isInTheFileWhenItSaysSo();
    void refusesToCallDurableWhatWasNotRecorded();
    void letsNothingRunWhileTheDiskRefuses();
    void rejectsAnEventThatIsRecordedTwice();
    void endsRunsThatWereLeftOpen();
    void keepsRunsOfARunningProgramOpen();
    void letsOneProgramInOnly();
    // Verification
    void verifiesWhatNobodyTouched();
    void findsTampering_data();
    void findsTampering();
    void exportsEveryRow();
    // Schema
    void bringsAnEmptyFileUpToDate_data();
    void bringsAnEmptyFileUpToDate();
    void refusesFilesItDoesNotKnow_data();
    void refusesFilesItDoesNotKnow();
    void saysThatSqliteIsTooOld();
    void isMadeByWhoeverComesFirst();
    void keepsTheFilePrivate();
    // Speed
    void readsPagesThroughIndexes_data();
    void readsPagesThroughIndexes();
    void pagesThroughManyRuns();
    void measuresADurableRun();

private:
    Options options(Role role = Role::Program) { return {m_file, role, &m_clock}; }
    std::unique_ptr<Journal> open(Role role = Role::Program)
    {
        auto journal = std::make_unique<Journal>(options(role));
        const auto opened = get(journal->opened());
        if (!opened)
            qWarning() << opened.error().text << opened.error().detail;
        return opened ? std::move(journal) : nullptr;
    }
    static Result<> recordAll(Journal &journal, const QList<RunEvent> &events)
    {
        for (const RunEvent &event : events)
            journal.record(event);
        return get(journal.durable(events.last().run, events.last().seq));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
    FakeClock m_clock;
};

void TestJournal::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath(u"記録 journal.db"_s);
}

void TestJournal::givesBackWhatWasRecorded()
{
    const QList<RunEvent> events = wholeRun(7);
    {
        const auto journal = open();
        QVERIFY(journal);
        QVERIFY(recordAll(*journal, events));
    }
    const auto journal = open();
    QVERIFY(journal);
    const auto back = get(journal->recordedEvents(RunId(7)));
    QVERIFY(back);
    QCOMPARE(*back, events);
    const auto runs = get(journal->recordedRuns({}, 10));
    QVERIFY(runs);
    QCOMPARE(runs->size(), 1);
    RunFacts facts;
    for (const RunEvent &event : events)
        facts.apply(event);
    const RunFacts &found = runs->first();
    QCOMPARE(found.run, facts.run);
    QCOMPARE(found.lastSeq, facts.lastSeq);
    QVERIFY(found.state == RunState::Complete);
    QCOMPARE(found.record, facts.record);
    QCOMPARE(found.outputLength, 7);
    QCOMPARE(found.decision, facts.decision);
    QCOMPARE(found.asked, facts.asked);
    QCOMPARE(found.ended, facts.ended);
    QCOMPARE(found.runsAsApproved(), true);
}

void TestJournal::keepsEveryCharacter_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("ascii") << QByteArray("print('x')\r\n\t");
    QTest::newRow("cjk") << QByteArray("print('地域別 月次売上 中文 한글')");
    QTest::newRow("astral") << QByteArray("print('🎉𠮷')");
    QTest::newRow("nul") << QByteArray("a\0b", 3);
    QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbfprint(1)");
    QTest::newRow("not utf-8") << QByteArray("print('\xff\xfe')");
    QTest::newRow("quotes") << QByteArray("'\"\\\"'; DROP TABLE events; --");
    QTest::newRow("direction") << QByteArray("# \xe2\x80\xae evil");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("large") << QByteArray(limits::maxCodeBytes, 'x');
}

void TestJournal::keepsEveryCharacter()
{
    QFETCH(QByteArray, code);
    const auto journal = open();
    QVERIFY(journal);
    QList<RunEvent> events = wholeRun(1, code);
    events[6].body = event::ResultValue{QString(u"\0\xd800 lone"_s) + QChar(0xd800)};
    QVERIFY(recordAll(*journal, events));
    const auto back = get(journal->recordedEvents(RunId(1)));
    QVERIFY(back);
    const auto record = std::get<event::Asked>(back->first().body).record;
    QCOMPARE(record.code, code);
    QCOMPARE(record.digest(), std::get<event::Asked>(events.first().body).record.digest());
    QVERIFY(get(journal->verify())->ok());
}

void TestJournal::listsRunsNewestFirstInPages()
{
    const auto journal = open();
    QVERIFY(journal);
    for (int run = 1; run <= 7; ++run)
        QVERIFY(recordAll(*journal, wholeRun(run)));
    const auto numbers = [&journal](RunId before, int count) {
        QList<qint64> found;
        for (const RunFacts &facts : take(journal->recordedRuns(before, count)))
            found.append(facts.run.number());
        return found;
    };
    QCOMPARE(numbers({}, 3), (QList<qint64>{7, 6, 5}));
    QCOMPARE(numbers(RunId(5), 3), (QList<qint64>{4, 3, 2}));
    QCOMPARE(numbers(RunId(2), 3), (QList<qint64>{1}));
    QCOMPARE(numbers(RunId(1), 3), QList<qint64>());
    QCOMPARE(numbers({}, -1), QList<qint64>());
}

void TestJournal::saysThatARunIsNotThere()
{
    const auto journal = open();
    QVERIFY(journal);
    QVERIFY(get(journal->addClient(u"Cline"_s, KeyUse::Header)));
    for (const RunId run : {RunId(1), RunId()}) {
        const auto events = get(journal->recordedEvents(run));
        QVERIFY(!events);
        QVERIFY(events.error().code == ErrorCode::NotFound);
    }
}

void TestJournal::neverGivesANumberTwice()
{
    QSet<qint64> given;
    qint64 last = 0;
    for (int process = 0; process < 4; ++process) {
        auto journal = open();
        QVERIFY(journal);
        for (int i = 0; i < 150; ++i) {
            const auto run = get(journal->nextRun());
            QVERIFY(run);
            QVERIFY(run->number() > last);
            last = run->number();
            given.insert(last);
        }
    }
    QCOMPARE(given.size(), 600);
    QCOMPARE(last, 600); // an orderly end gives unused numbers back
}

void TestJournal::givesNumbersWithoutWaiting()
{
    const auto journal = open();
    QVERIFY(journal);
    QVERIFY(get(journal->nextRun()));
    QVERIFY2(journal->nextRun().isFinished(), "the block is in memory");
}

void TestJournal::writesDecisionsAtOnceAndOutputInBatches()
{
    const auto journal = open();
    QVERIFY(journal);
    Run run(1);
    QVERIFY(get(journal->record(run.event(asked()))));
    QVERIFY(get(journal->record(run.event(allowed()))));
    const auto first = journal->record(run.event(event::Output{StreamName::Stdout, 0, "a", 1}));
    const auto second = journal->record(run.event(event::Output{StreamName::Stdout, 1, "b", 1}));
    m_clock.advance(99ms);
    QCoreApplication::processEvents();
    QVERIFY2(!first.isFinished() && !second.isFinished(), "output waits for company");
    m_clock.advance(1ms);
    QVERIFY(get(first));
    QVERIFY(get(second));
    const auto third = journal->record(run.event(event::Output{StreamName::Stdout, 2, "c", 1}));
    m_clock.advance(100ms);
    QVERIFY2(get(third), "the next batch has a time of its own");
    const auto fifth = journal->record(run.event(event::Output{StreamName::Stdout, 4, "e", 1}));
    QVERIFY(get(journal->record(run.event(event::Ended{}))));
    QVERIFY2(fifth.isFinished(), "an end takes all before it along");
}

void TestJournal::writesAFullBatchWithoutWaiting()
{
    const auto journal = open();
    QVERIFY(journal);
    Run run(1);
    journal->record(run.event(asked()));
    QFuture<Result<>> last;
    for (int i = 0; i < limits::journalBatchRows; ++i)
        last = journal->record(run.event(event::Output{StreamName::Stdout, i, {}, 1}));
    QVERIFY(get(last));
}

void TestJournal::isDurableWhenItSaysSo()
{
    const auto journal = open();
    QVERIFY(journal);
    Run run(1);
    journal->record(run.event(asked()));
    QVERIFY(get(journal->durable(RunId(1), 1)));
    RawFile raw(m_file);
    QCOMPARE(raw.value(u"SELECT count(*) FROM events"_s).toInt(), 1);
    const qint64 syncs = raw.value(u"SELECT syncs FROM head"_s).toLongLong();
    // Output is committed without waiting for the disk; only then it has to be asked for.
    journal->record(run.event(event::Output{StreamName::Stdout, 0, {}, 1}));
    journal->record(run.event(event::Queued{1}));
    m_clock.advance(100ms);
    QTRY_COMPARE(raw.value(u"SELECT count(*) FROM events"_s).toInt(), 3);
    QVERIFY(get(journal->durable(RunId(1), 2)));
    QCOMPARE(raw.value(u"SELECT syncs FROM head"_s).toLongLong(), syncs + 1);
    QVERIFY(get(journal->durable(RunId(1), 3)));
    QCOMPARE(raw.value(u"SELECT syncs FROM head"_s).toLongLong(), syncs + 1);
}

void TestJournal::isInTheFileWhenItSaysSo()
{
    auto journal = open();
    QVERIFY(journal);
    Run run(1);
    journal->record(run.event(asked()));
    journal->record(run.event(allowed()));
    QVERIFY(get(journal->committed(RunId(1), 2)));
    // Another process would see both.
    const auto events = get(journal->recordedEvents(RunId(1)));
    QVERIFY(events);
    QCOMPARE(events->size(), 2);
    QVERIFY2(get(journal->committed(RunId(1), 1)), "of an earlier commit");
    const auto never = get(journal->committed(RunId(1), 3));
    QVERIFY(!never);
    QVERIFY(never.error().code == ErrorCode::NotFound);
}

void TestJournal::refusesToCallDurableWhatWasNotRecorded()
{
    const auto journal = open();
    QVERIFY(journal);
    Run run(1);
    journal->record(run.event(asked()));
    const auto durable = get(journal->durable(RunId(1), 2));
    QVERIFY(!durable);
    QVERIFY(durable.error().code == ErrorCode::NotFound);
}

// Writing beyond a size fails, as on a full disk, until the limit is lifted.
class SmallDisk
{
public:
    SmallDisk()
    {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small{1024, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallDisk() { setrlimit(RLIMIT_FSIZE, &m_before); }
    Q_DISABLE_COPY_MOVE(SmallDisk)

private:
    rlimit m_before{};
};

void TestJournal::letsNothingRunWhileTheDiskRefuses()
{
    const auto journal = open();
    QVERIFY(journal);
    QSignalSpy problems(journal.get(), &Journal::problemChanged);
    Run run(1);
    {
        const SmallDisk full;
        const auto asking = journal->record(run.event(asked()));
        journal->record(run.event(allowed()));
        const auto durable = get(journal->durable(RunId(1), 2));
        QVERIFY(!durable);
        QVERIFY(durable.error().code == ErrorCode::Io);
        QVERIFY(!get(asking));
        QTRY_COMPARE(problems.size(), 1);
        QVERIFY(!journal->problem().isEmpty());
        m_clock.advance(1s);
        QVERIFY(!get(journal->durable(RunId(1), 2)));
    }
    m_clock.advance(1s);
    QTRY_COMPARE(problems.size(), 2);
    QVERIFY(journal->problem().isEmpty());
    QVERIFY2(get(journal->durable(RunId(1), 2)), "nothing recorded was lost");
    QVERIFY(get(journal->verify())->ok());
}

void TestJournal::rejectsAnEventThatIsRecordedTwice()
{
    const auto journal = open();
    QVERIFY(journal);
    Run run(1);
    const RunEvent first = run.event(asked());
    journal->record(first);
    const auto again = journal->record(first);
    const auto next = journal->record(run.event(allowed()));
    QVERIFY(!get(again));
    QVERIFY2(get(next), "it does not hold up the others");
    QVERIFY(get(journal->verify())->ok());
}

void TestJournal::endsRunsThatWereLeftOpen()
{
    {
        const auto journal = open();
        QVERIFY(journal);
        QList<RunEvent> events = wholeRun(1);
        QVERIFY(recordAll(*journal, events));
        events = wholeRun(2);
        events.removeLast();
        QVERIFY(recordAll(*journal, events));
        events = wholeRun(3);
        events.resize(3);
        QVERIFY(recordAll(*journal, events));
    }
    const auto journal = open();
    QVERIFY(journal);
    const auto runs = take(journal->recordedRuns({}, 10));
    QCOMPARE(runs.size(), 3);
    QVERIFY(runs[0].state == RunState::Cancelled);
    QCOMPARE(runs[0].endReason, u"Glovebox ended before it began."_s);
    QCOMPARE(runs[0].lastSeq, 4);
    QVERIFY(runs[1].state == RunState::Killed);
    QCOMPARE(runs[1].endReason, u"Glovebox ended while it ran."_s);
    QVERIFY(runs[2].state == RunState::Complete);
    QVERIFY(get(journal->verify())->ok());
}

void TestJournal::keepsRunsOfARunningProgramOpen()
{
    const auto program = open();
    QVERIFY(program);
    Run run(1);
    program->record(run.event(asked()));
    QVERIFY(get(program->durable(RunId(1), 1)));
    const auto tool = open(Role::Tool);
    QVERIFY(tool);
    QVERIFY(take(tool->recordedRuns({}, 1)).first().state == RunState::PendingApproval);
}

void TestJournal::letsOneProgramInOnly()
{
    auto first = open();
    QVERIFY(first);
    Journal second(options());
    const auto opened = get(second.opened());
    QVERIFY(!opened);
    QVERIFY(opened.error().code == ErrorCode::Conflict);
    QTRY_VERIFY(!second.problem().isEmpty());
    QVERIFY(!get(second.nextRun()));
    Run run(1);
    const auto recorded = second.record(run.event(asked()));
    QVERIFY(!get(second.durable(RunId(1), 1)));
    QVERIFY(!get(recorded));
    first.reset();
    QVERIFY(open());
}

void TestJournal::verifiesWhatNobodyTouched()
{
    const auto journal = open();
    QVERIFY(journal);
    QCOMPARE(get(journal->verify())->rows, 0);
    QVERIFY(get(journal->verify())->ok());
    QVERIFY(recordAll(*journal, wholeRun(1)));
    const auto client = get(journal->addClient(u"Cline"_s, KeyUse::Header));
    QVERIFY(client);
    QVERIFY(get(journal->revokeClient(client->client.id)));
    const auto verified = get(journal->verify());
    QVERIFY(verified);
    QVERIFY2(verified->ok(), qPrintable(verified->problem));
    QCOMPARE(verified->rows, 10);
}

void TestJournal::findsTampering_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<qint64>("row"); // -1: nothing is found, 0: found beside the chain
    const auto change = [](const char *name, const QString &sql, qint64 row) {
        QTest::newRow(name) << sql << row;
    };
    change("nothing (control)", u"UPDATE events SET kind = kind"_s, -1);
    change("changed text",
           u"UPDATE events SET body = replace(body, 'print', 'paint') "
           "WHERE row = 1"_s,
           1);
    change("changed decision",
           u"UPDATE events SET body = replace(body, 'allow', 'deny') "
           "WHERE row = 2"_s,
           2);
    change("changed run", u"UPDATE events SET run = 99 WHERE row = 3"_s, 3);
    change("changed number in the run", u"UPDATE events SET seq = 99 WHERE row = 3"_s, 3);
    change("changed time", u"UPDATE events SET time = time + 1 WHERE row = 4"_s, 4);
    change("changed kind", u"UPDATE events SET kind = 'queue' WHERE row = 3"_s, 3);
    change("changed digest", u"UPDATE events SET digest = zeroblob(32) WHERE row = 5"_s, 5);
    change("moved text",
           u"UPDATE events SET kind = kind || substr(body, 1, 1), "
           "body = substr(body, 2) WHERE row = 3"_s,
           3);
    change("changed text with its digest",
           u"UPDATE events SET body = '{}', body_digest = x'"
           "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a' WHERE row = 1"_s,
           1);
    change("removed first", u"DELETE FROM events WHERE row = 1"_s, 1);
    change("removed in the middle", u"DELETE FROM events WHERE row = 6"_s, 6);
    change("removed last", u"DELETE FROM events WHERE row = 10"_s, 10);
    change("removed all", u"DELETE FROM events"_s, 1);
    change("added at the end",
           u"INSERT INTO events SELECT 11, run, 99, time, kind, body, digest, "
           "body_digest FROM events WHERE row = 10"_s,
           11);
    change("swapped",
           u"UPDATE events SET row = CASE row WHEN 4 THEN -5 ELSE -4 END "
           "WHERE row IN (4, 5)"_s,
           1);
    change("bytes that are no text",
           u"UPDATE events SET body = CAST(x'7bff7d' AS TEXT) "
           "WHERE row = 3"_s,
           3);
    change("run hidden from the list", u"DELETE FROM runs"_s, 0);
    change("state in the list", u"UPDATE runs SET state = 'denied'"_s, 0);
    change("client renamed", u"UPDATE clients SET label = 'Claude'"_s, 0);
    change("key exchanged", u"UPDATE clients SET key_hash = zeroblob(32)"_s, 0);
    change("key revived", u"UPDATE clients SET revoked = NULL"_s, 0);
    change("client removed", u"DELETE FROM clients"_s, 0);
}

void TestJournal::findsTampering()
{
    QFETCH(QString, sql);
    QFETCH(qint64, row);
    {
        const auto journal = open();
        QVERIFY(journal);
        QVERIFY(recordAll(*journal, wholeRun(1)));
        const auto client = get(journal->addClient(u"Cline"_s, KeyUse::Header));
        QVERIFY(client);
        QVERIFY(get(journal->revokeClient(client->client.id)));
    }
    {
        RawFile raw(m_file);
        QVERIFY(raw.run(sql));
    }
    const auto journal = open(Role::Tool);
    QVERIFY(journal);
    const auto verified = get(journal->verify());
    QVERIFY(verified);
    QCOMPARE(verified->ok(), row < 0);
    QCOMPARE(verified->firstBroken.value_or(row < 0 ? -1 : 0), row);
}

void TestJournal::exportsEveryRow()
{
    const auto journal = open();
    QVERIFY(journal);
    QVERIFY(recordAll(*journal, wholeRun(3, "print('売上')")));
    QVERIFY(get(journal->addClient(u"Cline"_s, KeyUse::Header)));
    QVERIFY(get(journal->recordRefusal(u"unknown key"_s, 3)));
    QBuffer buffer;
    QVERIFY(buffer.open(QIODevice::WriteOnly));
    QCOMPARE(take(journal->exportJsonLines(&buffer)), 10);
    const QList<QByteArray> lines = buffer.data().trimmed().split('\n');
    QCOMPARE(lines.size(), 10);
    const QJsonObject first = QJsonDocument::fromJson(lines.first()).object();
    QCOMPARE(first[u"row"].toInteger(), 1);
    QCOMPARE(first[u"run"].toString(), u"r3"_s);
    QCOMPARE(first[u"kind"].toString(), u"asked"_s);
    QCOMPARE(first[u"time"].toString(), u"2026-01-02T03:04:06.678Z"_s);
    QCOMPARE(first[u"body"][u"record"][u"code"].toString(), u"print('売上')"_s);
    QCOMPARE(first[u"digest"].toString().size(), 64);
    const QJsonObject last = QJsonDocument::fromJson(lines.last()).object();
    QVERIFY(last[u"run"].isNull());
    QCOMPARE(last[u"kind"].toString(), u"refused"_s);
    QCOMPARE(last[u"body"].toObject(),
             (QJsonObject{{u"what"_s, u"unknown key"_s}, {u"count"_s, 3}}));
    QVERIFY(take(journal->verify()).ok());
    QVERIFY2(!buffer.data().contains("gb_"), "no key is ever exported");
    buffer.close();
    const auto refused = get(journal->exportJsonLines(&buffer));
    QVERIFY(!refused);
    QVERIFY(refused.error().code == ErrorCode::Io);
}

void TestJournal::bringsAnEmptyFileUpToDate_data()
{
    QTest::addColumn<bool>("sqlite");
    QTest::newRow("no bytes") << false;
    QTest::newRow("version 0: a database without tables") << true;
}

void TestJournal::bringsAnEmptyFileUpToDate()
{
    QFETCH(bool, sqlite);
    if (sqlite) {
        RawFile raw(m_file);
        QVERIFY(raw.run(u"PRAGMA journal_mode = DELETE"_s));
        QVERIFY(raw.run(u"CREATE TABLE t (x)"_s) && raw.run(u"DROP TABLE t"_s));
        QVERIFY(QFileInfo(m_file).size() > 0);
    } else {
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    {
        const auto journal = open();
        QVERIFY(journal);
        QVERIFY(recordAll(*journal, wholeRun(1)));
    }
    RawFile raw(m_file);
    QCOMPARE(raw.value(u"SELECT version FROM schema"_s).toInt(), currentSchemaVersion());
    QCOMPARE(raw.value(u"PRAGMA journal_mode"_s).toString(), u"wal"_s);
    QVERIFY2(open(), "opened again, nothing is to be done");
    QCOMPARE(raw.value(u"SELECT count(*) FROM schema"_s).toInt(), 1);
}

void TestJournal::refusesFilesItDoesNotKnow_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("words");
    QTest::newRow("newer") << u"CREATE TABLE schema (version); INSERT INTO schema VALUES (999)"_s
                           << u"newer version"_s;
    QTest::newRow("another program's") << u"CREATE TABLE bookmarks (url)"_s << u"no journal"_s;
    QTest::newRow("no database") << QString() << u"damaged"_s;
}

void TestJournal::refusesFilesItDoesNotKnow()
{
    QFETCH(QString, sql);
    QFETCH(QString, words);
    if (sql.isEmpty()) {
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(8192, 'x'));
    } else {
        RawFile raw(m_file);
        for (const QString &statement : sql.split(u"; "_s))
            QVERIFY(raw.run(statement));
    }
    Journal journal(options());
    const auto opened = get(journal.opened());
    QVERIFY(!opened);
    QVERIFY(opened.error().code == ErrorCode::Corrupt);
    QVERIFY2(opened.error().text.contains(words), qPrintable(opened.error().text));
    QVERIFY(!get(journal.nextRun()));
}

// Two commands of a terminal, or a command beside the program's first start.
// Where Qt's driver is newer than the SQLite under it, as where Debian's packages are mixed.
void TestJournal::saysThatSqliteIsTooOld()
{
    for (const auto *version : {"3.43.0", "3.46.1", "3.100.0", "4.0"})
        QVERIFY2(checkSqlite(QString::fromLatin1(version)).has_value(), version);
    for (const auto *version : {"3.40.1", "3.42.0", "3.9.9", "2.99", ""}) {
        const auto checked = checkSqlite(QString::fromLatin1(version));
        QVERIFY2(!checked.has_value(), version);
        QVERIFY(checked.error().code == ErrorCode::Unavailable);
        QVERIFY(checked.error().text.contains(u"3.43"));
    }
}

void TestJournal::isMadeByWhoeverComesFirst()
{
    for (int round = 0; round < 12; ++round) {
        const QString file = m_file + QString::number(round);
        std::vector<std::unique_ptr<Journal>> all;
        for (int i = 0; i < 4; ++i)
            all.push_back(std::make_unique<Journal>(Options{file, Role::Tool, &m_clock}));
        for (const auto &journal : all) {
            const auto opened = get(journal->opened());
            QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().detail));
        }
    }
}

void TestJournal::keepsTheFilePrivate()
{
    const auto journal = open();
    QVERIFY(journal);
    QVERIFY(recordAll(*journal, wholeRun(1)));
    const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther |
                        QFileDevice::WriteOther;
    for (const QString &suffix : {u""_s, u"-wal"_s, u"-shm"_s, u".lock"_s}) {
        QVERIFY2(QFile::exists(m_file + suffix), qPrintable(suffix));
        QVERIFY2(!(QFile::permissions(m_file + suffix) & others), qPrintable(suffix));
    }
}

void TestJournal::readsPagesThroughIndexes_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("index");
    QTest::newRow("page of runs") << sql::runsBefore() << u"INTEGER PRIMARY KEY"_s;
    QTest::newRow("facts of a run") << sql::factsOfRun() << u"events_facts"_s;
    QTest::newRow("last output of a run") << sql::lastOutputOfRun() << u"events_run"_s;
    QTest::newRow("events of a run") << sql::eventsOfRun() << u"events_run"_s;
    QTest::newRow("open runs") << sql::openRuns() << u"runs_open"_s;
}

void TestJournal::readsPagesThroughIndexes()
{
    QFETCH(QString, sql);
    QFETCH(QString, index);
    QVERIFY(open());
    RawFile raw(m_file);
    const QStringList plan = raw.plan(sql);
    const QString text = plan.join(u"; "_s);
    QVERIFY2(text.contains(index), qPrintable(text));
    QVERIFY2(!text.contains(u"TEMP B-TREE"_s), qPrintable(text));
    for (const QString &line : plan)
        QVERIFY2(!line.startsWith(u"SCAN"_s) || line.contains(u"USING"_s), qPrintable(line));
    // A control: without an index this plan would say so.
    QVERIFY(raw.plan(u"SELECT run FROM events WHERE body = 'x'"_s).first().startsWith(u"SCAN"_s));
}

void TestJournal::pagesThroughManyRuns()
{
    constexpr int count = 100'000;
    {
        const auto journal = open();
        QVERIFY(journal);
        QVERIFY(recordAll(*journal, wholeRun(count + 1)));
    }
    {
        // Made in SQL, because only the listing is of interest here.
        RawFile raw(m_file);
        QVERIFY(raw.run(u"CREATE TEMP TABLE n AS WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL "
                        "SELECT x + 1 FROM c WHERE x < 100000) SELECT x FROM c"_s));
        QVERIFY(
            raw.run(u"INSERT INTO runs (run, client, client_label, session, session_name, tool, "
                    "title, asked, decision, decided_by, scope, ended, state, problem, "
                    "execution_ms, written, plots, output_bytes) SELECT x, 'c', '', 's', '', "
                    "'', '', 1, '', '', '', 2, 'complete', '', 0, 0, 0, 0 FROM n"_s));
        QVERIFY(raw.run(u"INSERT INTO events SELECT 100 + x, x, 1, 1, 'asked', (SELECT body FROM "
                        "events WHERE row = 1), x'00', x'00' FROM n"_s));
    }
    const auto journal = open();
    QVERIFY(journal);
    RunId before;
    int found = 0;
    for (int page = 0; page < 10; ++page) {
        const auto runs = get(journal->recordedRuns(before, 500));
        QVERIFY(runs);
        QCOMPARE(runs->size(), 500);
        QCOMPARE(runs->first().run.number(), count + 1 - found);
        found += 500;
        before = runs->last().run;
    }
    QCOMPARE(get(journal->recordedRuns(RunId(3), 500)).value().size(), 2);
}

void TestJournal::measuresADurableRun()
{
    const auto journal = open();
    QVERIFY(journal);
    constexpr int runs = 100;
    QElapsedTimer timer;
    timer.start();
    for (int number = 1; number <= runs; ++number) {
        Run run(number);
        journal->record(run.event(asked()));
        journal->record(run.event(allowed()));
        const auto durable = journal->durable(RunId(number), 2);
        QFuture<Result<>>(durable).waitForFinished();
        QVERIFY(durable.result());
    }
    const double each = static_cast<double>(timer.nsecsElapsed()) / 1e6 / runs;
    qInfo("asked and decided on the disk: %.2f ms a run", each);
}

QTEST_GUILESS_MAIN(TestJournal)
#include "tst_journal.moc"
