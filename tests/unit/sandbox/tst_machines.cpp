// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakeengine.h"
#include "sandbox/sessionpool.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

class NoCalls final : public HostCalls
{
public:
    QFuture<Frame> call(const HostCallContext &, const Frame &) override
    {
        return QtFuture::makeReadyValueFuture(failedCall(u"EACCES"_s, u"no folders"_s));
    }
    void runBegins(const HostCallContext &) override {}
    void runEnded(const HostCallContext &) override {}
};

} // namespace

// Programs of run_code: whose page, in which order, and every way to end, against a fake engine and
// a fake clock.
class tst_machines final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_pool.reset(); } // it publishes until its end
    void givesAProgramItsFilesAndNothingElse();
    void runsOnlyWhatWasApproved();
    void keepsAPageForItsClientAlone();
    void bearsWhatItsPageSaysLate();
    void tellsHowAProgramEnded_data();
    void tellsHowAProgramEnded();
    void endsWhatDoesNotStop_data();
    void endsWhatDoesNotStop();
    void endsACompilerThatNeverEnds();
    void letsProgramsWaitWhenAllPagesAreInUse();
    void givesAPageBackThatNobodyUses();
    void takesBackWhatWaits();
    void endsAPageThatLies();
    void triesAPageThatDoesNotStartOnceMore();
    void endsProgramsWhenTheEngineDies();
    void endsEveryProgramWhenItShutsDown();
    void limitsTheQueue();

private:
    RunId submit(const QString &client = u"c1"_s)
    {
        const RunId run(++m_last);
        ApprovalRecord record;
        record.tool = u"run_code"_s;
        record.client = ClientId(client);
        record.sessionName = record.runtime = u"ruby"_s;
        record.code = "puts 1";
        record.files = {{u"/a"_s, "x"}};
        record.outputFiles = {u"/b"_s};
        record.reach.limits.timeout = 10s;
        m_hub->publish(run, event::Asked{record, {}, {}, {}});
        m_taken = m_pool->submit(run, record, record.digest()).has_value();
        return run;
    }
    QString pageOf(RunId run) const { return m_engine->pageRunning(run.toString()); }
    void say(RunId run, const QString &type, QJsonObject fields = {}, const QByteArray &body = {})
    {
        fields.insert(u"run"_s, run.toString());
        m_engine->say(pageOf(run), type, fields, body);
    }
    void sayStarted(RunId run)
    {
        say(run, u"started"_s, {{u"code_sha256"_s, m_hub->facts(run)->record.codeDigest()}});
    }
    void sayDone(RunId run, const QString &status = u"ok"_s)
    {
        say(run, u"done"_s, {{u"status"_s, status}, {u"execution_ms"_s, 1.0}});
    }
    // A program that runs.
    RunId running(const QString &client = u"c1"_s)
    {
        const RunId run = submit(client);
        [&] { QTRY_VERIFY(!pageOf(run).isEmpty()); }();
        sayStarted(run);
        return run;
    }
    // One that has ended well.
    RunId finished(const QString &client = u"c1"_s)
    {
        const RunId run = running(client);
        sayDone(run);
        [&] { QTRY_COMPARE(stateOf(run), u"complete"_s); }();
        return run;
    }
    QString stateOf(RunId run) const { return toString(m_hub->facts(run)->state); }
    bool isClosed(const QString &page) const { return m_engine->pages[page].closed; }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<RunHub> m_hub;
    std::unique_ptr<FakeEngine> m_engine;
    std::unique_ptr<OutputStore> m_output;
    std::unique_ptr<SnapshotStore> m_snapshots;
    std::unique_ptr<SessionPool> m_pool;
    NoCalls m_calls;
    int m_last = 0;
    bool m_taken = false;
};

void tst_machines::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_clock = std::make_unique<FakeClock>();
    m_hub = std::make_unique<RunHub>(*m_clock);
    m_engine = std::make_unique<FakeEngine>();
    m_output = std::make_unique<OutputStore>(m_folder->filePath(u"runs"_s));
    m_snapshots = std::make_unique<SnapshotStore>(m_folder->filePath(u"snapshots"_s));
    m_last = 0;
    m_pool = std::make_unique<SessionPool>(SessionPool::Parts{
        *m_engine, *m_hub, *m_output, *m_snapshots, m_calls, *m_clock, m_folder->path(),
        m_folder->path(), false,
        [](qint64, qint64) { return SealStatus{SealStatus::Level::Sealed, {}}; }});
    m_pool->start();
}

void tst_machines::givesAProgramItsFilesAndNothingElse()
{
    const RunId run = running();
    const QList<QJsonObject> posted = m_engine->pages[pageOf(run)].posted;
    QCOMPARE(posted.size(), 3);
    QCOMPARE(posted[0][u"role"].toString(), u"wasi"_s);
    QVERIFY(posted[0][u"mounts"].toArray().isEmpty());
    QCOMPARE(posted[1][u"type"].toString(), u"file"_s);
    QCOMPARE(posted[2][u"runtime"].toString(), u"ruby"_s);
    QCOMPARE(posted[2][u"output_files"].toArray(), QJsonArray{u"/b"_s});
    say(run, u"display"_s,
        {{u"mime"_s, u"text/plain"_s}, {u"title"_s, u"/b"_s}, {u"offset"_s, 0}, {u"total"_s, 0}});
    sayDone(run);
    QTRY_COMPARE(stateOf(run), u"complete"_s);
    QCOMPARE(m_hub->facts(run)->displays.size(), 1);
    QCOMPARE(m_hub->facts(run)->displays.first().title, u"/b"_s);
    QVERIFY(m_pool->sessions().isEmpty());
}

void tst_machines::runsOnlyWhatWasApproved()
{
    const RunId run = submit(); // the control
    QVERIFY(m_taken);
    ApprovalRecord record = m_hub->facts(run)->record;
    const QString digest = record.digest();
    record.files[0].bytes += 'y';
    const auto refused = m_pool->submit(RunId(99), record, digest);
    QVERIFY(!refused);
    QVERIFY(refused.error().code == ErrorCode::Denied);
    QVERIFY(!m_pool->submit(RunId(99), record, {}));
}

void tst_machines::keepsAPageForItsClientAlone()
{
    const QString first = pageOf(finished());
    QCOMPARE(pageOf(finished()), first);
    const QString other = pageOf(finished(u"c2"_s));
    QVERIFY(other != first);
    QVERIFY(!isClosed(first));
    // While its page is in use, a client gets another one.
    const RunId busy = running();
    QCOMPARE(pageOf(busy), first);
    QVERIFY(pageOf(running()) != first);
}

// What the page says of a program that waits may come when another one runs, or none.
void tst_machines::bearsWhatItsPageSaysLate()
{
    const RunId first = finished();
    const QString page = pageOf(first);
    say(first, u"held"_s);
    const RunId second = running();
    QCOMPARE(pageOf(second), page);
    m_engine->say(page, u"held"_s, {{u"run"_s, first.toString()}});
    QCOMPARE(stateOf(second), u"running"_s);
    sayDone(second);
    QTRY_COMPARE(stateOf(second), u"complete"_s);
    QVERIFY(!isClosed(page));
}

void tst_machines::tellsHowAProgramEnded_data()
{
    QTest::addColumn<QString>("status");
    QTest::addColumn<QString>("state");
    QTest::newRow("ok") << u"ok"_s << u"complete"_s;
    QTest::newRow("error") << u"error"_s << u"error"_s;
    QTest::newRow("crashed") << u"crashed"_s << u"crashed"_s;
}

void tst_machines::tellsHowAProgramEnded()
{
    QFETCH(QString, status);
    QFETCH(QString, state);
    const RunId run = running();
    sayDone(run, status);
    QTRY_COMPARE(stateOf(run), state);
    QVERIFY(!isClosed(pageOf(run)));
    QCOMPARE(pageOf(running()), pageOf(run));
}

void tst_machines::endsWhatDoesNotStop_data()
{
    QTest::addColumn<bool>("interrupted");
    QTest::addColumn<QString>("state");
    QTest::newRow("at its limit") << false << u"timeout"_s;
    QTest::newRow("on request") << true << u"interrupted"_s;
}

void tst_machines::endsWhatDoesNotStop()
{
    QFETCH(bool, interrupted);
    QFETCH(QString, state);
    const RunId run = running();
    const QString page = pageOf(run);
    if (interrupted)
        QVERIFY(m_pool->interrupt(run));
    else
        m_clock->advance(10s);
    QCOMPARE(m_engine->pages[page].interrupted, QStringList{run.toString()});
    QCOMPARE(stateOf(run), u"running"_s);
    m_clock->advance(limits::interruptGrace);
    QTRY_COMPARE(stateOf(run), state);
    QVERIFY(isClosed(page));
    QVERIFY(pageOf(finished()) != page);
}

void tst_machines::endsACompilerThatNeverEnds()
{
    const RunId run = submit();
    QTRY_VERIFY(!pageOf(run).isEmpty());
    m_clock->advance(50s);
    say(run, u"starting"_s, {{u"phase"_s, u"build"_s}, {u"text"_s, u"Linking"_s}});
    QTRY_COMPARE(m_hub->facts(run)->phase, u"Linking"_s);
    m_clock->advance(50s); // each step has its own clock
    QCOMPARE(stateOf(run), u"starting"_s);
    m_clock->advance(10s);
    QTRY_COMPARE(stateOf(run), u"timeout"_s);
    QVERIFY(m_hub->facts(run)->endReason.contains(u"60 s"));
    QVERIFY(isClosed(pageOf(run)));
}

void tst_machines::letsProgramsWaitWhenAllPagesAreInUse()
{
    QList<RunId> busy;
    for (int i = 0; i < limits::maxMachines; ++i)
        busy.append(running());
    const RunId own = submit();
    const RunId other = submit(u"c2"_s);
    QCOMPARE(stateOf(other), u"queued"_s);
    QCOMPARE(m_hub->facts(other)->queuePosition, 2);
    sayDone(busy[0]);
    QTRY_VERIFY(!pageOf(own).isEmpty());
    QCOMPARE(pageOf(own), pageOf(busy[0]));
    QCOMPARE(m_hub->facts(other)->queuePosition, 1);
    sayDone(busy[1]); // another client's page takes the place of this one
    QTRY_VERIFY(!pageOf(other).isEmpty());
    QVERIFY(isClosed(pageOf(busy[1])));
}

void tst_machines::givesAPageBackThatNobodyUses()
{
    const QString page = pageOf(finished());
    m_clock->advance(limits::machineIdleTime - 1s);
    QVERIFY(!isClosed(page));
    m_clock->advance(1s);
    QVERIFY(isClosed(page));
    QVERIFY(pageOf(finished()) != page);
}

void tst_machines::takesBackWhatWaits()
{
    const RunId starting = submit();
    QVERIFY(m_pool->cancel(starting, u"no longer wanted"_s));
    QCOMPARE(stateOf(starting), u"cancelled"_s);
    QCOMPARE(m_hub->facts(starting)->endReason, u"no longer wanted"_s);
    const RunId withdrawn = submit();
    QVERIFY(m_pool->withdraw(withdrawn));
    QVERIFY(!isFinal(m_hub->facts(withdrawn)->state));
    QVERIFY(!m_pool->withdraw(withdrawn));
    const RunId run = finished();
    QVERIFY(pageOf(starting).isEmpty());
    QVERIFY(pageOf(withdrawn).isEmpty());
    QVERIFY(!m_pool->interrupt(run));
}

void tst_machines::endsAPageThatLies()
{
    const RunId run = running();
    m_engine->say(pageOf(run), u"result"_s, {{u"run"_s, u"r77"_s}, {u"text"_s, u"1"_s}});
    QTRY_COMPARE(stateOf(run), u"killed"_s);
    QVERIFY(isClosed(pageOf(run)));
    const QString idle = pageOf(finished());
    m_engine->say(idle, u"stream"_s, {{u"run"_s, QJsonValue()}, {u"name"_s, u"stdout"_s}}, "x");
    QTRY_VERIFY(isClosed(idle));
}

void tst_machines::triesAPageThatDoesNotStartOnceMore()
{
    m_engine->startsPython = false;
    const RunId run = submit();
    for (int attempt = 0; attempt < 2; ++attempt) {
        QTRY_COMPARE(m_engine->pages[m_engine->order.last()].posted.size(), 1);
        QVERIFY(!isFinal(m_hub->facts(run)->state));
        m_engine->say(m_engine->order.last(), u"fatal"_s, {{u"reason"_s, u"no"_s}});
        if (attempt == 0)
            QTRY_VERIFY(!isClosed(m_engine->order.last()));
    }
    QTRY_COMPARE(stateOf(run), u"cancelled"_s);
    QVERIFY(m_hub->facts(run)->endReason.contains(u"could not be started"));
}

void tst_machines::endsProgramsWhenTheEngineDies()
{
    const RunId run = running();
    m_engine->running = false;
    Q_EMIT m_engine->down(u"gone"_s);
    QTRY_COMPARE(stateOf(run), u"crashed"_s);
    const RunId next = submit();
    QCOMPARE(stateOf(next), u"queued"_s);
    m_engine->running = true;
    Q_EMIT m_engine->up({1, {}, {}, {}, {}});
    QTRY_VERIFY(!pageOf(next).isEmpty());
}

void tst_machines::endsEveryProgramWhenItShutsDown()
{
    QList<RunId> busy;
    for (int i = 0; i < limits::maxMachines; ++i)
        busy.append(running());
    const RunId queued = submit();
    m_pool->shutDown();
    for (const RunId run : busy)
        QCOMPARE(stateOf(run), u"killed"_s);
    QCOMPARE(stateOf(queued), u"cancelled"_s);
    submit();
    QVERIFY(!m_taken);
}

void tst_machines::limitsTheQueue()
{
    for (int i = 0; i < limits::maxMachines; ++i)
        running();
    for (int i = 0; i < limits::maxQueuedPrograms; ++i)
        submit();
    QVERIFY(m_taken);
    submit();
    QVERIFY(!m_taken);
}

QTEST_GUILESS_MAIN(tst_machines)
#include "tst_machines.moc"
