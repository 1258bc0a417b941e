// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakeengine.h"
#include "sandbox/sessionpool.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QPromise>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

class Calls final : public HostCalls
{
public:
    QFuture<Frame> call(const HostCallContext &context, const Frame &) override
    {
        runs.append(context.run);
        return promise.future();
    }
    void runBegins(const HostCallContext &context) override { open.append(context.run); }
    void runStopping(const HostCallContext &context) override { stopping.append(context.run); }
    void runEnded(const HostCallContext &context) override { open.removeAll(context.run); }

    QPromise<Frame> promise;
    QList<RunId> runs;
    QList<RunId> open;
    QList<RunId> stopping;
};

using Variables = QMap<QString, QString>;

} // namespace

// Queue, clocks, order of events and distrust, against a fake engine and a fake clock.
class tst_pool final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_pool.reset(); } // it publishes until its end
    void runsOneAfterTheOther();
    void tellsPositions();
    void cancelsWhatIsQueued();
    void countsOnlyExecutionAgainstTheLimit();
    void countsNoTimeThatIsSpentOnWaitingForThePerson();
    void killsWhatIgnoresTheLimit();
    void interruptsAndKeepsTheSession();
    void endsBeforeTheCodeBegan_data();
    void endsBeforeTheCodeBegan();
    void saysTheCauseAndNothingElse_data();
    void saysTheCauseAndNothingElse();
    void killsAWorkerWithOtherCode();
    void killsAPageThatLies_data();
    void killsAPageThatLies();
    void killsAPageThatSaysTooMuch_data();
    void killsAPageThatSaysTooMuch();
    void endsAStartThatNeverEnds();
    void doesNotBelieveAnyDuration();
    void killsAPageWhoseCallsAreNotItsOwn_data();
    void killsAPageWhoseCallsAreNotItsOwn();
    void refusesTwoPagesInOneProcess();
    void keepsTheOrderOfOutput();
    void waitsWithAcknowledgesUntilRecordsAreTaken();
    void answersCallsOfTheActiveRunOnly();
    void runsNothingWithoutSeals();
    void sendsNothingBeforeSealsAreMeasured();
    void endsRunsWhenTheEngineDies();
    void boundsTheMemoryOfEachRenderer();
    void limitsSessionsAndNames();
    void leavesSessionsForOthers();
    void retiresNoOthersForAClientThatHasMore();
    void retiresThePersonsLast();
    void retiresWhatNobodyUses();
    void retiresNothingThatIsWanted();
    void neverRetiresWithoutALimit();
    void retiresTheOneUnusedForLongestForAnother();
    void startsNoMoreThanMayRunAtOnce();
    void tellsTheNextRunWhatWasLostBetweenRuns();
    void refusesWhatTheSessionIsNot();
    void tellsStrayOutput();
    void tellsOnceThatDisplaysAreTooLarge();
    void saysWhatHoldsARunUp();
    void blamesNoEarlierRunThatNobodySaw();
    void stopsWhatComputesBetweenRuns();
    void endsWhatGoesOnComputingBetweenRuns_data();
    void endsWhatGoesOnComputingBetweenRuns();
    void stopsNothingThatMayCompute();
    void countsWhatIsComputedWhileItSaysThatItWaits();
    void letsARunTakeAnHour();
    void waitsForPackagesOnceItIsTakenUp();
    void endsEveryRunWhenItShutsDown();
    void endsEveryRunWhenItIsDestroyed();
    void takesNothingAfterItShutDown();
    void givesUpOnAnInterpreterThatDoesNotStart();
    void distrustsTheSnapshotOnlyWithoutVariables_data();
    void distrustsTheSnapshotOnlyWithoutVariables();
    void startsNothingFromWhatWasChangedMeanwhile_data();
    void startsNothingFromWhatWasChangedMeanwhile();
    void comparesTheRestOfAFileThatWasChanged();
    void packsNoWheelWhileSomethingRuns();
    void restartsAnEngineThatLaunchesNothing();
    void keepsAnEngineThatLaunchedOne();
    void waitsForThePersonsLine();
    void givesLongLinesInParts();
    void endsAWaitForInputWithAnInterrupt();
    void asksNobodyForInputThatNobodyAttends();
    void killsAPageThatWantsInputItMayNotHave();
    void looksIntoASessionBetweenRuns();
    void readsALongAnswerElsewhere();
    void looksIntoNothingThatIsBusy();
    void interruptsALookThatTakesTooLong();
    void letsARunGoFirst();
    void endsAnInterpreterThatDoesNotComeBackFromALook();
    void killsAPageThatAnswersWhatNobodyAsked_data();
    void killsAPageThatAnswersWhatNobodyAsked();
    void killsAPageWhoseAnswerIsNone_data();
    void killsAPageWhoseAnswerIsNone();
    void endsALookThatDrips();
    void failsALookWhoseInterpreterEnds();

private:
    SessionRef session(const QString &name = u"default"_s)
    {
        return m_pool->create({m_client, u"Test"_s, name}).value();
    }
    ApprovalRecord record(const SessionRef &session, const QByteArray &code) const
    {
        ApprovalRecord record;
        record.client = m_client;
        record.session = session;
        record.code = code;
        record.reach.limits.timeout = 10s;
        return record;
    }
    RunId submit(const SessionRef &session, const QByteArray &code)
    {
        const RunId run(++m_last);
        const ApprovalRecord asked = record(session, code);
        m_hub->publish(run, event::Asked{asked, {}, {}, {}});
        if (const auto done = m_pool->submit(run, asked, asked.digest()); !done)
            qWarning() << done.error().text;
        return run;
    }
    // Running, and somebody answers when it wants input.
    RunId attended(const QByteArray &code)
    {
        const RunId run(++m_last);
        const ApprovalRecord asked = record(session(), code);
        m_hub->publish(run, event::Asked{asked, {}, {}, {}});
        if (!m_pool->submit(run, asked, asked.digest(), true))
            qWarning() << "it was not taken";
        [&] { QTRY_VERIFY(!pageOf(run).isEmpty()); }();
        sayStarted(run);
        return run;
    }
    void callForInput(RunId run, qint64 call, bool rest = false)
    {
        Frame frame = callOf(pageOf(run));
        frame.header[u"op"_s] = u"input.line"_s;
        if (rest)
            frame.header[u"rest"_s] = true;
        Q_EMIT m_engine->called(pageOf(run), call, frame);
    }
    QJsonObject replyTo(RunId run, qint64 call) const
    {
        return m_engine->pages[pageOf(run)].replies.value(call).header;
    }
    // The page that was asked last, and the number of the question; empty: none was.
    std::pair<QString, qint64> lastLook() const
    {
        for (const auto &[id, page] : m_engine->pages.asKeyValueRange()) {
            if (!page.posted.isEmpty() && page.posted.last()[u"type"].toString() == u"look")
                return {id, page.posted.last()[u"id"].toInteger()};
        }
        return {};
    }
    void answerLook(const QByteArray &json)
    {
        const auto [page, id] = lastLook();
        m_engine->say(page, u"answer"_s,
                      {{u"id"_s, id}, {u"offset"_s, 0}, {u"total"_s, json.size()}}, json);
    }
    // All pages have a processor of their own for so long.
    void computeAll(std::chrono::milliseconds time)
    {
        for (auto left = time; left > 0ms; left -= 500ms) {
            m_used += std::min(left, 500ms);
            m_clock->advance(std::min(left, 500ms));
            QCoreApplication::processEvents();
        }
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
    void sayDone(RunId run, const QString &status = u"ok"_s, double ms = 1)
    {
        say(run, u"done"_s, {{u"status"_s, status}, {u"execution_ms"_s, ms}});
    }
    void makePool(std::chrono::milliseconds idleTime = limits::sessionIdleTime);
    // A run that came to its end.
    RunId completed(const SessionRef &session, const QByteArray &code);
    // A session that has run something.
    SessionRef usedSession(const QString &name = u"default"_s);
    SessionStatus::State sessionState(const SessionRef &session) const
    {
        return m_pool->session(session.id)->state;
    }
    Frame callOf(const QString &page) const
    {
        return {{{u"v"_s, 1},
                 {u"nonce"_s, m_engine->pages[page].nonce},
                 {u"type"_s, u"call"_s},
                 {u"op"_s, u"fs.lookup"_s}},
                {}};
    }
    void makePoolWithSnapshot(bool hasData = false);
    // Of the layer's file on the disk.
    void changeByte(const QString &layer, qint64 at)
    {
        QTest::qWait(20); // the disk's clock has steps
        QFile file(m_snapshots->file(layer).path);
        QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(at) && file.write("X") == 1);
    }
    QJsonObject lastInit() const;
    QString stateOf(RunId run) const { return toString(m_hub->facts(run)->state); }
    QStringList kindsOf(RunId run) const { return m_kinds.value(run); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<RunHub> m_hub;
    std::unique_ptr<FakeEngine> m_engine;
    std::unique_ptr<OutputStore> m_output;
    std::unique_ptr<SnapshotStore> m_snapshots;
    std::unique_ptr<Calls> m_calls;
    std::unique_ptr<SessionPool> m_pool;
    QHash<RunId, QStringList> m_kinds;
    SealStatus m_seals;
    std::chrono::milliseconds m_used = {}; // of the processor, by every page
    ClientId m_client{u"c1"_s};
    qint64 m_last = 0;
};

void tst_pool::init()
{
    m_pool.reset();
    m_seals = {SealStatus::Level::Sealed, {}};
    m_folder = std::make_unique<QTemporaryDir>();
    m_clock = std::make_unique<FakeClock>();
    m_hub = std::make_unique<RunHub>(*m_clock);
    m_engine = std::make_unique<FakeEngine>();
    m_output = std::make_unique<OutputStore>(m_folder->filePath(u"runs"_s));
    m_snapshots = std::make_unique<SnapshotStore>(m_folder->filePath(u"snapshots"_s));
    m_calls = std::make_unique<Calls>();
    m_kinds.clear();
    m_last = 0;
    connect(m_hub.get(), &RunHub::published, this,
            [this](const RunEvent &event) { m_kinds[event.run].append(event.kind()); });
    makePool(); // no assets: interpreters start without a snapshot
}

void tst_pool::makePool(std::chrono::milliseconds idleTime)
{
    m_pool = std::make_unique<SessionPool>(
        SessionPool::Parts{.engine = *m_engine,
                           .hub = *m_hub,
                           .output = *m_output,
                           .snapshots = *m_snapshots,
                           .hostCalls = *m_calls,
                           .clock = *m_clock,
                           .assets = m_folder->path(),
                           .runtime = m_folder->path(),
                           .measure = [this](qint64, qint64) { return m_seals; },
                           .idleTime = idleTime,
                           .processorTime = [this](qint64) { return m_used; }});
    m_pool->start();
}

RunId tst_pool::completed(const SessionRef &session, const QByteArray &code)
{
    const RunId run = submit(session, code);
    [&] { QTRY_VERIFY(!pageOf(run).isEmpty()); }();
    sayStarted(run);
    sayDone(run);
    [&] { QTRY_COMPARE(stateOf(run), u"complete"_s); }();
    return run;
}

SessionRef tst_pool::usedSession(const QString &name)
{
    const SessionRef made = session(name);
    completed(made, "x = 1");
    return made;
}

// As if an earlier start of the program had made it.
void tst_pool::makePoolWithSnapshot(bool hasData)
{
    m_pool.reset();
    QVERIFY(QDir(m_folder->path()).mkpath(u"pyodide"_s));
    for (const char *name : {"pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs",
                             "python_stdlib.zip", "pyodide-lock.json"}) {
        QFile file(m_folder->filePath(u"pyodide/"_s + QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(name);
    }
    auto inputs = m_snapshots->measureInputs(m_folder->path(), m_folder->path()).result();
    QVERIFY(inputs);
    for (const QString &name : {u"qt"_s, u"chromium"_s, u"flags"_s})
        inputs->values.insert(name, QString());
    QVERIFY(m_snapshots->store(u"bare"_s, *inputs, "memory", 6).result());
    if (hasData)
        QVERIFY(m_snapshots->store(u"data"_s, *inputs, "headrest", 4).result());
    makePool();
}

// What the page that was opened last was told; empty while it was told nothing.
QJsonObject tst_pool::lastInit() const
{
    const auto page =
        m_engine->order.isEmpty() ? FakeEngine::Page() : m_engine->pages[m_engine->order.last()];
    return page.posted.isEmpty() ? QJsonObject() : page.posted.first();
}

void tst_pool::runsOneAfterTheOther()
{
    const SessionRef s = session();
    const RunId a = submit(s, "a");
    const RunId b = submit(s, "b");
    QTRY_VERIFY(!pageOf(a).isEmpty());
    sayStarted(a);
    QVERIFY(pageOf(b).isEmpty());
    sayDone(a);
    QTRY_COMPARE(pageOf(b), pageOf(a));
    QCOMPARE(stateOf(a), u"complete"_s);
    sayStarted(b);
    sayDone(b, u"error"_s);
    QTRY_COMPARE(stateOf(b), u"error"_s);
    QVERIFY(m_calls->open.isEmpty());
}

void tst_pool::tellsPositions()
{
    const SessionRef s = session();
    const RunId a = submit(s, "a");
    QTRY_VERIFY(!pageOf(a).isEmpty());
    const RunId b = submit(s, "b");
    const RunId c = submit(s, "c");
    QCOMPARE(m_hub->facts(b)->queuePosition, 1);
    QCOMPARE(m_hub->facts(c)->queuePosition, 2);
    sayStarted(a);
    sayDone(a);
    QTRY_VERIFY(!pageOf(b).isEmpty());
    QCOMPARE(m_hub->facts(c)->queuePosition, 1);
}

void tst_pool::cancelsWhatIsQueued()
{
    const SessionRef s = session();
    const RunId a = submit(s, "a");
    const RunId b = submit(s, "b");
    const RunId c = submit(s, "c");
    QTRY_VERIFY(!pageOf(a).isEmpty());
    QVERIFY(m_pool->cancel(b, u"taken back"_s));
    QCOMPARE(stateOf(b), u"cancelled"_s);
    QVERIFY(m_pool->interrupt(c));
    QCOMPARE(stateOf(c), u"cancelled"_s);
    QVERIFY(!m_pool->cancel(b, u"again"_s));
    QVERIFY(!m_pool->interrupt(RunId(99)));
    sayStarted(a);
    sayDone(a);
    QTRY_COMPARE(stateOf(a), u"complete"_s);
    QVERIFY(pageOf(b).isEmpty() && pageOf(c).isEmpty());
}

void tst_pool::countsOnlyExecutionAgainstTheLimit()
{
    const RunId run = submit(session(), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    for (int i = 0; i < 2; ++i) { // packages are loaded
        say(run, u"starting"_s, {{u"phase"_s, u"packages"_s}, {u"text"_s, u"Loading"_s}});
        m_clock->advance(40s);
    }
    QCOMPARE(stateOf(run), u"starting"_s);
    sayStarted(run);
    m_clock->advance(9999ms);
    QVERIFY(m_engine->pages[pageOf(run)].interrupted.isEmpty());
    m_clock->advance(1ms);
    QCOMPARE(m_engine->pages[pageOf(run)].interrupted, QStringList{run.toString()});
    sayDone(run, u"interrupted"_s, 10'002);
    QTRY_COMPARE(stateOf(run), u"timeout"_s);
    QVERIFY(m_hub->facts(run)->endReason.contains(u"10 s"_s));
    QVERIFY(!m_engine->pages[pageOf(run)].closed);
}

void tst_pool::countsNoTimeThatIsSpentOnWaitingForThePerson()
{
    const RunId run = submit(session(), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    const QString page = pageOf(run);
    Frame call = callOf(page);
    call.header[u"op"_s] = u"pkg.wait"_s;
    m_calls->promise.start();
    Q_EMIT m_engine->called(page, 5, call); // a wheel that takes long
    m_clock->advance(10min);
    QVERIFY(stateOf(run) != u"killed"_s);
    m_calls->promise.addResult(Frame{{{u"v"_s, 1}, {u"ok"_s, true}}});
    m_calls->promise.finish();
    QTRY_VERIFY(m_engine->pages[page].replies.contains(5));
    sayStarted(run);
    m_clock->advance(9s);
    m_calls->promise = {};
    m_calls->promise.start();
    Q_EMIT m_engine->called(page, 6, call);
    m_clock->advance(5min); // somebody thinks about it
    QVERIFY(m_engine->pages[page].interrupted.isEmpty());
    m_calls->promise.addResult(Frame{{{u"v"_s, 1}, {u"ok"_s, true}}});
    m_calls->promise.finish();
    QTRY_VERIFY(m_engine->pages[page].replies.contains(6));
    m_clock->advance(999ms);
    QVERIFY(m_engine->pages[page].interrupted.isEmpty());
    m_clock->advance(1ms);
    QCOMPARE(m_engine->pages[page].interrupted, QStringList{run.toString()});
    QCOMPARE(m_calls->stopping, QList<RunId>{run});
    sayDone(run, u"interrupted"_s, 10'002);
    QTRY_COMPARE(stateOf(run), u"timeout"_s);
}

void tst_pool::killsWhatIgnoresTheLimit()
{
    const SessionRef s = session();
    const RunId run = submit(s, "a");
    const RunId queued = submit(s, "b");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    m_clock->advance(10s);
    m_clock->advance(limits::interruptGrace - 1ms);
    QCOMPARE(stateOf(run), u"running"_s);
    m_clock->advance(1ms);
    QVERIFY(m_engine->pages[pageOf(run)].closed);
    QTRY_COMPARE(stateOf(run), u"killed"_s);
    QCOMPARE(kindsOf(run).sliced(kindsOf(run).size() - 2),
             QStringList({u"restarted"_s, u"ended"_s}));
    QCOMPARE(stateOf(queued), u"cancelled"_s);
    QCOMPARE(m_pool->session(s.id)->ref.epoch, s.epoch + 1);
    QVERIFY(m_engine->killed.isEmpty());
    m_clock->advance(1s); // a renderer that outlives its page is killed
    QCOMPARE(m_engine->killed.size(), 1);
}

void tst_pool::interruptsAndKeepsTheSession()
{
    const SessionRef s = session();
    const RunId run = submit(s, "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    QVERIFY(m_pool->interrupt(run));
    QCOMPARE(m_engine->pages[pageOf(run)].interrupted.size(), 1);
    QVERIFY(m_pool->interrupt(run)); // once is enough
    QCOMPARE(m_engine->pages[pageOf(run)].interrupted.size(), 1);
    sayDone(run, u"interrupted"_s);
    QTRY_COMPARE(stateOf(run), u"interrupted"_s);
    QCOMPARE(m_pool->session(s.id)->ref, s);
    m_clock->advance(10s);
    QCOMPARE(m_pool->session(s.id)->ref, s);
}

void tst_pool::endsBeforeTheCodeBegan_data()
{
    QTest::addColumn<bool>("interrupt");
    QTest::addColumn<QString>("status");
    QTest::addColumn<QString>("state");
    QTest::newRow("packages did not load") << false << u"error"_s << u"error"_s;
    QTest::newRow("Python was interrupted by itself") << false << u"interrupted"_s << u"error"_s;
    QTest::newRow("interrupted while they load") << true << u"interrupted"_s << u"interrupted"_s;
    QTest::newRow("the interrupt made them fail") << true << u"error"_s << u"interrupted"_s;
}

// Only "ok" before "started" is a lie, see killsAPageThatLies.
void tst_pool::endsBeforeTheCodeBegan()
{
    QFETCH(bool, interrupt);
    QFETCH(QString, status);
    QFETCH(QString, state);
    const SessionRef s = session();
    const RunId run = submit(s, "import numpy");
    const RunId next = submit(s, "b");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    say(run, u"starting"_s, {{u"phase"_s, u"packages"_s}, {u"text"_s, u"Loading numpy"_s}});
    if (interrupt)
        QVERIFY(m_pool->interrupt(run));
    sayDone(run, status);
    QTRY_COMPARE(stateOf(run), state);
    QVERIFY(!kindsOf(run).contains(u"started"_s));
    QCOMPARE(m_hub->facts(run)->executionMs, 0);
    QCOMPARE(m_pool->session(s.id)->ref, s);
    QTRY_COMPARE(pageOf(next), pageOf(run));
}

void tst_pool::saysTheCauseAndNothingElse_data()
{
    QTest::addColumn<QString>("way");
    for (const char *way :
         {"interrupted", "timed out", "did not stop", "did not begin", "crashed", "lied"})
        QTest::newRow(way) << QString::fromLatin1(way);
}

// What became of the variables is told once, by whoever makes the whole answer.
void tst_pool::saysTheCauseAndNothingElse()
{
    QFETCH(QString, way);
    const RunId run = submit(session(), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    if (way == u"did not begin") {
        m_clock->advance(limits::sessionStartTimeout);
    } else {
        sayStarted(run);
        if (way == u"interrupted")
            QVERIFY(m_pool->interrupt(run));
        else if (way == u"timed out" || way == u"did not stop")
            m_clock->advance(10s);
        if (way == u"did not stop")
            m_clock->advance(limits::interruptGrace);
        else if (way == u"crashed")
            Q_EMIT m_engine->gone(pageOf(run), u"crashed"_s, 11);
        else if (way == u"lied")
            sayStarted(run);
        else
            sayDone(run, u"interrupted"_s, 10'000);
    }
    QTRY_VERIFY(isFinal(m_hub->facts(run)->state));
    const QString reason = m_hub->facts(run)->endReason;
    QVERIFY2(!reason.isEmpty() && reason.endsWith(u'.'), qPrintable(reason));
    QVERIFY2(!reason.contains(u"variables"), qPrintable(reason));
}

void tst_pool::killsAWorkerWithOtherCode()
{
    const RunId run = submit(session(), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    say(run, u"started"_s, {{u"code_sha256"_s, sha256Hex("b")}});
    QTRY_COMPARE(stateOf(run), u"killed"_s);
    QCOMPARE(m_hub->facts(run)->runsAsApproved(), std::optional(false));
    QVERIFY(m_engine->pages[pageOf(run)].closed);
}

void tst_pool::killsAPageThatLies_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QJsonObject>("fields");
    const QJsonObject run{{u"run"_s, u"r1"_s}};
    const auto with = [](QJsonObject object, const QString &key, const QJsonValue &value) {
        object.insert(key, value);
        return object;
    };
    QTest::newRow("wrong nonce") << u"result"_s << with(run, u"nonce"_s, u"0123"_s);
    QTest::newRow("unknown type") << u"open_door"_s << run;
    QTest::newRow("another run") << u"result"_s << QJsonObject{{u"run"_s, u"r77"_s}};
    QTest::newRow("ready again") << u"ready"_s << QJsonObject();
    QTest::newRow("a snapshot") << u"snapshot"_s
                                << QJsonObject{
                                       {u"layer"_s, u"bare"_s}, {u"offset"_s, 0}, {u"total"_s, 1}};
    QTest::newRow("result before started") << u"result"_s << with(run, u"text"_s, u"42"_s);
    QTest::newRow("display before started")
        << u"display"_s
        << with(with(with(run, u"mime"_s, u"image/png"_s), u"offset"_s, 0), u"total"_s, 1);
    QTest::newRow("done before started")
        << u"done"_s << with(with(run, u"status"_s, u"ok"_s), u"execution_ms"_s, 1);
}

void tst_pool::killsAPageThatLies()
{
    QFETCH(QString, type);
    QFETCH(QJsonObject, fields);
    const SessionRef s = session();
    const RunId run = submit(s, "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    m_engine->say(pageOf(run), type, fields, "x");
    QTRY_COMPARE(stateOf(run), u"killed"_s);
    QVERIFY(m_engine->pages[pageOf(run)].closed);
    QCOMPARE(m_pool->session(s.id)->ref.epoch, s.epoch + 1);
}

void tst_pool::keepsTheOrderOfOutput()
{
    QByteArray seen;
    QObject context;
    connect(m_hub.get(), &RunHub::published, &context, [&seen](const RunEvent &event) {
        if (const auto *out = std::get_if<event::Output>(&event.body)) {
            QCOMPARE(out->offset, seen.size());
            seen += out->bytes;
        }
    });
    const RunId run = submit(session(), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    QByteArray expected;
    for (int i = 0; i < 100; ++i) {
        const QByteArray line = QByteArray::number(i) + '\n';
        say(run, u"stream"_s, {{u"name"_s, i % 3 ? u"stdout"_s : u"stderr"_s}}, line);
        expected += line;
    }
    // One event at once, the rest in a round.
    QCOMPARE(kindsOf(run).count(u"output"_s), 1);
    sayDone(run);
    QTRY_COMPARE(stateOf(run), u"complete"_s);
    QCOMPARE(seen, expected);
    QCOMPARE(m_hub->facts(run)->outputBytes, expected.size());
    QCOMPARE(m_output->read(run, 0, 10'000).result().value(), expected);
}

void tst_pool::waitsWithAcknowledgesUntilRecordsAreTaken()
{
    const RunId run = submit(session(), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    const QString page = pageOf(run);
    // More changes between the streams than one round takes: the worker must wait.
    for (int i = 0; i < 400; ++i) {
        m_engine->say(page, u"stream"_s,
                      {{u"run"_s, run.toString()}, {u"name"_s, i % 2 ? u"stdout"_s : u"stderr"_s}},
                      "x", i + 1);
    }
    const qsizetype before = m_engine->pages[page].acknowledged.size();
    QVERIFY(before < 400);
    QTRY_VERIFY((m_clock->advance(50ms), m_engine->pages[page].acknowledged.size() == 400));
    QCOMPARE(m_hub->facts(run)->outputLength, 400);
}

// Each would be an event that is kept for good, or a value that overwrites another.
void tst_pool::killsAPageThatSaysTooMuch_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("allowed");
    QTest::addColumn<bool>("started");
    QTest::newRow("starting") << u"starting"_s << 2000 << false;
    QTest::newRow("package") << u"package"_s << 2000 << false;
    QTest::newRow("package, later") << u"package"_s << 2000 << true;
    QTest::newRow("result") << u"result"_s << 16 << true;
    QTest::newRow("error") << u"error"_s << 16 << true;
    QTest::newRow("started") << u"started"_s << 0 << true;
}

void tst_pool::killsAPageThatSaysTooMuch()
{
    QFETCH(QString, type);
    QFETCH(int, allowed);
    QFETCH(bool, started);
    const RunId run = submit(session(), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    const QString page = pageOf(run);
    if (started)
        sayStarted(run);
    const QJsonObject fields{{u"run"_s, run.toString()}, {u"name"_s, u"x"_s}, {u"text"_s, u"1"_s}};
    for (int i = 0; i < allowed; ++i) {
        m_engine->say(page, type, fields);
        if (i % 100 == 0)
            QCoreApplication::processEvents();
    }
    QTRY_VERIFY(m_hub->facts(run)->state != RunState::Killed);
    m_engine->say(page, type, fields);
    QTRY_COMPARE(stateOf(run), u"killed"_s);
    QVERIFY(m_hub->facts(run)->endReason.contains(u"broke its protocol"_s));
}

// Signs of life put off the end of a start, but not for ever.
void tst_pool::endsAStartThatNeverEnds()
{
    const RunId run = submit(session(), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    const QString page = pageOf(run);
    int minutes = 0;
    for (; minutes < 60 && !m_engine->pages[page].closed; ++minutes) {
        m_engine->say(page, u"starting"_s,
                      {{u"run"_s, run.toString()}, {u"phase"_s, u"packages"_s}});
        QCoreApplication::processEvents();
        m_clock->advance(50s);
        QCoreApplication::processEvents();
    }
    QTRY_COMPARE(stateOf(run), u"killed"_s);
    QVERIFY(minutes > 10 && minutes < 25);
}

// What a run says of its own time is taken as far as our clock bears it out.
void tst_pool::doesNotBelieveAnyDuration()
{
    const RunId run = submit(session(), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    m_clock->advance(2s);
    m_engine->say(pageOf(run), u"done"_s,
                  {{u"run"_s, run.toString()}, {u"status"_s, u"ok"_s}, {u"execution_ms"_s, 1e300}});
    QTRY_COMPARE(stateOf(run), u"complete"_s);
    QVERIFY(m_hub->facts(run)->executionMs <= 3000);
}

void tst_pool::killsAPageWhoseCallsAreNotItsOwn_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QJsonValue>("value");
    QTest::newRow("another page's nonce") << u"nonce"_s << QJsonValue(QString(32, u'0'));
    QTest::newRow("no nonce") << u"nonce"_s << QJsonValue();
    QTest::newRow("another version") << u"v"_s << QJsonValue(2);
    QTest::newRow("another type") << u"type"_s << QJsonValue(u"done"_s);
}

void tst_pool::killsAPageWhoseCallsAreNotItsOwn()
{
    QFETCH(QString, field);
    QFETCH(QJsonValue, value);
    const RunId run = submit(session(), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    const QString page = pageOf(run);
    sayStarted(run);
    Frame request = callOf(page);
    request.header.insert(field, value);
    Q_EMIT m_engine->called(page, 5, request);
    QTRY_COMPARE(stateOf(run), u"killed"_s);
    QVERIFY(m_calls->runs.isEmpty());
}

void tst_pool::refusesTwoPagesInOneProcess()
{
    m_engine->opensPages = false;
    const RunId first = submit(session(), "a");
    const auto other = m_pool->create({ClientId(u"c2"_s), u"Other"_s, u"default"_s});
    QVERIFY(other);
    QTRY_VERIFY(m_engine->order.size() >= 2);
    Q_EMIT m_engine->opened(m_engine->order.at(0), 4711);
    Q_EMIT m_engine->opened(m_engine->order.at(1), 4711);
    QTRY_VERIFY(m_engine->pages[m_engine->order.at(1)].closed);
    QVERIFY(!m_engine->pages[m_engine->order.at(0)].closed);
    Q_UNUSED(first)
}

void tst_pool::answersCallsOfTheActiveRunOnly()
{
    const RunId run = submit(session(), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    const QString page = pageOf(run);
    sayStarted(run);
    m_calls->promise.start();
    Q_EMIT m_engine->called(page, 5, callOf(page));
    QCOMPARE(m_calls->runs, QList{run});
    QVERIFY(!m_engine->pages[page].replies.contains(5));
    m_calls->promise.addResult(Frame{{{u"ok"_s, true}}, {}});
    m_calls->promise.finish();
    QTRY_VERIFY(m_engine->pages[page].replies.contains(5));
    QCOMPARE(m_engine->pages[page].replies[5].header[u"ok"].toBool(), true);
    sayDone(run);
    QTRY_COMPARE(stateOf(run), u"complete"_s);
    Q_EMIT m_engine->called(page, 6, callOf(page));
    QCOMPARE(m_engine->pages[page].replies[6].header[u"errno"].toString(), u"EACCES"_s);
    QCOMPARE(m_calls->runs.size(), 1);
}

void tst_pool::runsNothingWithoutSeals()
{
    m_seals = {SealStatus::Level::Broken, u"Nothing runs, because of a test."_s};
    const SessionRef s = session();
    const RunId run = submit(s, "a");
    QTRY_COMPARE(stateOf(run), u"cancelled"_s);
    QCOMPARE(m_hub->facts(run)->endReason, m_seals.reason);
    QCOMPARE(m_pool->problem(), m_seals.reason);
    const ApprovalRecord again = record(s, "a");
    const auto refused = m_pool->submit(RunId(50), again, again.digest());
    QVERIFY(!refused);
    QCOMPARE(refused.error().text, m_seals.reason);
    for (const auto &page : m_engine->pages)
        QVERIFY(page.posted.isEmpty());
}

void tst_pool::sendsNothingBeforeSealsAreMeasured()
{
    m_engine->opensPages = false;
    submit(session(), "a");
    QTRY_VERIFY(!m_engine->pages.isEmpty());
    QTest::qWait(0);
    for (const auto &page : m_engine->pages)
        QVERIFY(page.posted.isEmpty());
}

void tst_pool::endsRunsWhenTheEngineDies()
{
    const SessionRef s = session();
    const RunId run = submit(s, "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    m_engine->running = false;
    Q_EMIT m_engine->down(u"signal 9"_s);
    QTRY_COMPARE(stateOf(run), u"crashed"_s);
    const SessionRef now = m_pool->session(s.id)->ref;
    QCOMPARE(now.epoch, s.epoch + 1);
    const RunId waiting = submit(now, "b");
    QVERIFY(pageOf(waiting).isEmpty());
    m_engine->running = true;
    Q_EMIT m_engine->up({});
    QTRY_VERIFY(!pageOf(waiting).isEmpty());
}

// The spare, and one that is started for its session: each by what its own session may use.
void tst_pool::boundsTheMemoryOfEachRenderer()
{
    QTRY_COMPARE(m_pool->sparesReady(), 1);
    QVERIFY(m_engine->bounds.isEmpty()); // nobody's yet
    session();
    QTRY_COMPARE(m_engine->bounds.size(), 1);
    const qint64 usual = m_engine->bounds.begin().value();
    QVERIFY(m_pool->create({m_client, u"Test"_s, u"small"_s, limits::minHeapBytes, {}}));
    QTRY_COMPARE(m_engine->bounds.size(), 2);
    const QList<qint64> bounds = m_engine->bounds.values();
    QCOMPARE(std::ranges::max(bounds), usual);
    QCOMPARE(usual - std::ranges::min(bounds), limits::defaultHeapBytes - limits::minHeapBytes);
}

void tst_pool::limitsSessionsAndNames()
{
    session(u"one"_s);
    const auto twice = m_pool->create({m_client, {}, u"one"_s});
    QVERIFY(!twice);
    QCOMPARE(toString(twice.error().code), toString(ErrorCode::Conflict));
    QVERIFY(m_pool->create({ClientId(u"c2"_s), {}, u"one"_s})); // another client's name
    QVERIFY(!m_pool->create({m_client, {}, u"no spaces"_s}));
    QVERIFY(!m_pool->create({m_client, {}, u"tiny"_s, 1}));
}

// A client may fill its own share; another one, and the person, have theirs.
void tst_pool::leavesSessionsForOthers()
{
    const auto fill = [this](const ClientId &client) {
        int made = 0;
        while (m_pool->create({client, {}, u"s%1"_s.arg(made)}))
            ++made;
        return made;
    };
    QCOMPARE(fill(m_client), maxSessionsOfClient);
    const auto tooMany = m_pool->create({m_client, {}, u"more"_s});
    QVERIFY(tooMany.error().code == ErrorCode::LimitExceeded);
    QVERIFY2(tooMany.error().text.contains(u"You have 32 sessions"),
             qPrintable(tooMany.error().text));
    QVERIFY(m_pool->close(m_pool->sessions().first().ref.id, u"test"_s));
    QVERIFY(m_pool->create({m_client, {}, u"more"_s}));
    QCOMPARE(fill(ClientId(u"c2"_s)), maxSessionsOfClient);
    QCOMPARE(fill(ClientId(u"c3"_s)), maxSessionsOfClient);
    QCOMPARE(fill(ClientId(u"c4"_s)), 16); // what is left but for the person
    QCOMPARE(fill(personClient()), sessionsForThePerson);
}

// Whoever makes many sessions loses its own for them, and makes nobody else lose any.
void tst_pool::retiresNoOthersForAClientThatHasMore()
{
    const ClientId other(u"c2"_s);
    const SessionRef oldest = m_pool->create({other, {}, u"kept"_s}).value();
    m_clock->advance(1min);
    const SessionRef first = session(u"s0"_s);
    for (int i = 1; i < limits::maxSessions + 4; ++i) {
        m_clock->advance(1s);
        session(u"s%1"_s.arg(i));
    }
    QVERIFY(sessionState(oldest) != SessionStatus::State::Retired);
    QVERIFY(sessionState(first) == SessionStatus::State::Retired);
    // When all of its own are in use, it waits.
    for (const SessionStatus &status : m_pool->sessions()) {
        if (status.client == m_client && status.state != SessionStatus::State::Retired)
            submit(status.ref, "busy");
    }
    const auto refused = m_pool->create({m_client, {}, u"more"_s});
    QVERIFY(!refused && refused.error().code == ErrorCode::LimitExceeded);
    QVERIFY(sessionState(oldest) != SessionStatus::State::Retired);
    // The control: for one that has less, what is idle makes room.
    QVERIFY(m_pool->create({ClientId(u"c3"_s), {}, u"new"_s}));
    QVERIFY(sessionState(oldest) == SessionStatus::State::Retired);
}

void tst_pool::retiresThePersonsLast()
{
    m_pool->tune({.maxSessions = 2});
    const auto make = [this](const ClientId &client, const QString &name) {
        m_clock->advance(1s);
        return m_pool->create({client, {}, name}).value();
    };
    const SessionRef notebook = make(personClient(), u"one"_s);
    const SessionRef theirs = make(m_client, u"one"_s);
    make(ClientId(u"c2"_s), u"one"_s);
    QVERIFY(sessionState(theirs) == SessionStatus::State::Retired);
    QVERIFY(sessionState(notebook) != SessionStatus::State::Retired);
    const SessionRef second = make(personClient(), u"two"_s);
    QVERIFY(sessionState(notebook) != SessionStatus::State::Retired);
    // Nothing else is left.
    make(m_client, u"two"_s);
    QVERIFY(sessionState(notebook) == SessionStatus::State::Retired);
    QVERIFY(sessionState(second) != SessionStatus::State::Retired);
}

void tst_pool::retiresWhatNobodyUses()
{
    const SessionRef s = usedSession();
    const QString page = m_engine->order.first();
    m_clock->advance(limits::sessionIdleTime - 1min);
    QVERIFY(sessionState(s) == SessionStatus::State::Idle);
    m_clock->advance(1min + 1s);
    QVERIFY(sessionState(s) == SessionStatus::State::Retired);
    QVERIFY(m_engine->pages[page].closed);

    const SessionRef now = m_pool->session(s.id)->ref;
    QCOMPARE(now.epoch, s.epoch + 1);
    const RunId next = submit(now, "x");
    QTRY_VERIFY(!pageOf(next).isEmpty());
    QVERIFY(pageOf(next) != page);
    QVERIFY2(m_hub->facts(next)->sessionNews.contains(u"not used for 60 minutes"),
             qPrintable(m_hub->facts(next)->sessionNews));
    QVERIFY(!m_hub->facts(next)->sessionRestarted);
    sayStarted(next);
    sayDone(next);
    QTRY_COMPARE(stateOf(next), u"complete"_s);
    const RunId after = submit(now, "x");
    QTRY_VERIFY(!pageOf(after).isEmpty());
    QVERIFY2(m_hub->facts(after)->sessionNews.isEmpty(), "it is told once");
}

void tst_pool::retiresNothingThatIsWanted()
{
    const SessionRef busy = usedSession(u"busy"_s);
    ApprovalRecord asked = record(busy, "long");
    asked.reach.limits.timeout = limits::maxRunTimeout;
    const RunId run(++m_last);
    m_hub->publish(run, event::Asked{asked, {}, {}, {}});
    QVERIFY(m_pool->submit(run, asked, asked.digest()));
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    const SessionRef waiting = usedSession(u"waiting"_s);
    m_hub->publish(RunId(++m_last), event::Asked{record(waiting, "y"), {}, {}, {}});
    m_clock->advance(limits::sessionIdleTime - 1min);
    sayDone(run);
    m_clock->advance(2min);
    QVERIFY2(sessionState(busy) == SessionStatus::State::Idle, "it was in use a minute ago");
    QVERIFY2(sessionState(waiting) == SessionStatus::State::Idle, "a request binds it");
}

void tst_pool::neverRetiresWithoutALimit()
{
    makePool(0min);
    const SessionRef s = usedSession();
    m_clock->advance(2 * limits::sessionIdleTime);
    QVERIFY(sessionState(s) == SessionStatus::State::Idle);
}

void tst_pool::retiresTheOneUnusedForLongestForAnother()
{
    const SessionRef first = usedSession(u"s0"_s);
    m_clock->advance(1s);
    const SessionRef second = usedSession(u"s1"_s);
    for (int i = 2; i < limits::maxSessions; ++i) {
        m_clock->advance(1s);
        session(u"s%1"_s.arg(i));
    }
    const RunId again = submit(first, "x"); // now the second is the one unused for longest
    session(u"more"_s);
    QVERIFY(sessionState(second) == SessionStatus::State::Retired);
    QVERIFY(m_hub->facts(again)->sessionNews.isEmpty());
    const RunId back = submit(m_pool->session(second.id)->ref, "x");
    QVERIFY2(m_hub->facts(back)->state != RunState::Cancelled, "another one made room");
    QTRY_VERIFY(!pageOf(back).isEmpty());
    QVERIFY(m_hub->facts(back)->sessionNews.contains(u"Another session needed its place"));
}

void tst_pool::startsNoMoreThanMayRunAtOnce()
{
    for (int i = 0; i < limits::maxSessions; ++i)
        submit(session(u"s%1"_s.arg(i)), "x");
    const auto more = m_pool->create({m_client, {}, u"more"_s});
    QVERIFY(!more);
    QCOMPARE(toString(more.error().code), toString(ErrorCode::LimitExceeded));
}

void tst_pool::tellsTheNextRunWhatWasLostBetweenRuns()
{
    const SessionRef s = usedSession();
    Q_EMIT m_engine->gone(m_engine->order.first(), u"killed"_s, 9);
    QTRY_COMPARE(m_pool->session(s.id)->ref.epoch, s.epoch + 1);
    const RunId next = submit(m_pool->session(s.id)->ref, "x");
    QTRY_VERIFY(!pageOf(next).isEmpty());
    QVERIFY2(m_hub->facts(next)->sessionNews.contains(u"its process was killed"),
             qPrintable(m_hub->facts(next)->sessionNews));
}

void tst_pool::refusesWhatTheSessionIsNot()
{
    const SessionRef s = session();
    const auto refused = [this](const ApprovalRecord &record) {
        return !m_pool->submit(RunId(1000), record, record.digest());
    };
    ApprovalRecord changed = record(s, "a");
    changed.variables = {{u"A"_s, u"1"_s}};
    QVERIFY(refused(changed));
    changed = record(s, "a");
    changed.reach.limits.heapBytes = limits::minHeapBytes;
    QVERIFY(refused(changed));
    changed = record(s, "\xff");
    QVERIFY(refused(changed));
    changed = record(s, QByteArray(limits::maxCodeBytes + 1, 'a'));
    QVERIFY(refused(changed));
    changed = record({newSessionId(), 1}, "a");
    QVERIFY(refused(changed));
    QVERIFY(!m_pool->submit(RunId(1000), record(s, "a"), QString()));
}

void tst_pool::tellsStrayOutput()
{
    const SessionRef s = session();
    const RunId run = completed(s, "a");
    QSignalSpy stray(m_pool.get(), &SessionPool::strayOutput);
    m_engine->say(pageOf(run), u"stream"_s, {{u"run"_s, QJsonValue()}, {u"name"_s, u"stdout"_s}},
                  "late");
    QCOMPARE(stray.size(), 1);
    QCOMPARE(stray.first().last().toByteArray(), "late");
    QVERIFY(!kindsOf(run).contains(u"output"_s));
    m_engine->say(pageOf(run), u"stream"_s, {{u"run"_s, QJsonValue()}, {u"name"_s, u"stderr"_s}},
                  QByteArray(10'000, 'x'));
    // The next run tells it, before its own output; the one after that no more.
    const RunId next = submit(s, "b");
    QTRY_VERIFY(!pageOf(next).isEmpty());
    sayStarted(next);
    say(next, u"stream"_s, {{u"name"_s, u"stdout"_s}}, "own");
    sayDone(next);
    QTRY_COMPARE(stateOf(next), u"complete"_s);
    const QByteArray told = m_output->read(next, 0, 10'000).result().value();
    QVERIFY2(told.startsWith("[Glovebox] Between runs, what an earlier run left running printed "
                             "10004 bytes (the first 4096 of them):\nlatexxx"),
             told.left(200).constData());
    QVERIFY(told.endsWith("x\n[Glovebox] This run's own output:\nown"));
    const RunId last = completed(s, "c");
    QVERIFY(!kindsOf(last).contains(u"output"_s));
}

void tst_pool::tellsOnceThatDisplaysAreTooLarge()
{
    const RunId run = submit(session(), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    for (int i = 0; i < 3; ++i) {
        say(run, u"display"_s,
            {{u"mime"_s, u"image/png"_s}, {u"offset"_s, 0}, {u"total"_s, 17 * limits::MiB}}, "x");
    }
    sayDone(run);
    QTRY_COMPARE(stateOf(run), u"complete"_s);
    QCOMPARE(
        m_output->read(run, 0, 10'000).result().value(),
        "[Glovebox] A display of 17 MiB was not kept, nor is any other of more than 16 MiB.\n");
}

void tst_pool::saysWhatHoldsARunUp()
{
    const SessionRef s = usedSession();
    const RunId next = submit(s, "b");
    m_clock->advance(4s);
    say(next, u"held"_s);
    QCOMPARE(stateOf(next), u"starting"_s);
    QVERIFY(m_hub->facts(next)->phase.contains(u"earlier run"_s));
    say(next, u"held"_s); // again: that is nothing new
    QCOMPARE(kindsOf(next).count(u"starting"_s), 1);
    m_clock->advance(10s);
    QVERIFY(!isFinal(m_hub->facts(next)->state));
    m_clock->advance(1s);
    QTRY_COMPARE(stateOf(next), u"killed"_s);
    QVERIFY(m_hub->facts(next)->endReason.contains(u"earlier run left running in this session kept "
                                                   "Python busy for 15 s"_s));
}

// However long it takes: nobody has seen that an earlier run is in the way.
void tst_pool::blamesNoEarlierRunThatNobodySaw()
{
    const SessionRef s = usedSession();
    const RunId next = submit(s, "b");
    m_clock->advance(59s);
    QVERIFY(!isFinal(m_hub->facts(next)->state));
    QVERIFY(!m_hub->facts(next)->phase.contains(u"earlier run"_s));
    // It was taken up in the moment in which the page spoke.
    sayStarted(next);
    say(next, u"held"_s);
    m_clock->advance(9s);
    QCOMPARE(stateOf(next), u"running"_s);
    sayDone(next);
    QTRY_COMPARE(stateOf(next), u"complete"_s);
    say(next, u"held"_s);
    QCOMPARE(m_pool->session(s.id)->ref, s);
    const RunId last = submit(s, "c");
    QTRY_VERIFY(!pageOf(last).isEmpty());
    say(next, u"held"_s);
    m_clock->advance(60s);
    QTRY_COMPARE(stateOf(last), u"killed"_s);
    QVERIFY2(m_hub->facts(last)->endReason.contains(u"did not begin within 60 s"),
             qPrintable(m_hub->facts(last)->endReason));
}

// ---- What an earlier run left running

void tst_pool::stopsWhatComputesBetweenRuns()
{
    const SessionRef s = usedSession();
    computeAll(9500ms);
    QCOMPARE(lastLook().second, 0);
    computeAll(2s);
    const auto [page, id] = lastLook();
    QCOMPARE(id, 1);
    QCOMPARE(m_engine->pages[page].posted.last()[u"method"].toString(), u"stop_strays"_s);
    answerLook(R"({"value": {"tasks": 1}})");
    QCOMPARE(m_pool->session(s.id)->ref, s);
    const RunId next = submit(s, "b");
    QTRY_VERIFY(!pageOf(next).isEmpty());
    sayStarted(next);
    sayDone(next);
    QTRY_COMPARE(stateOf(next), u"complete"_s);
    const QByteArray told = m_output->read(next, 0, 10'000).result().value();
    QVERIFY2(told.contains("kept the processor busy, so Glovebox interrupted it"),
             told.constData());
    const RunId last = completed(s, "c");
    QVERIFY2(!kindsOf(last).contains(u"output"_s), "it is told once");
}

void tst_pool::endsWhatGoesOnComputingBetweenRuns_data()
{
    QTest::addColumn<bool>("answers");
    QTest::newRow("it lets itself be asked and goes on") << true;
    QTest::newRow("it does not listen") << false;
}

void tst_pool::endsWhatGoesOnComputingBetweenRuns()
{
    QFETCH(bool, answers);
    const SessionRef s = usedSession();
    computeAll(11s);
    QCOMPARE(lastLook().second, 1);
    if (answers) {
        answerLook(R"({"value": {"tasks": 0}})");
        computeAll(11500ms);
    } else {
        m_clock->advance(17s);
    }
    QTRY_COMPARE(m_pool->session(s.id)->ref.epoch, s.epoch + 1);
    const RunId next = submit(m_pool->session(s.id)->ref, "b");
    QTRY_VERIFY(!pageOf(next).isEmpty());
    QVERIFY2(m_hub->facts(next)->sessionNews.contains(u"kept the processor busy between runs"),
             qPrintable(m_hub->facts(next)->sessionNews));
    sayStarted(next);
    sayDone(next);
    QTRY_COMPARE(stateOf(next), u"complete"_s);
    QVERIFY(!kindsOf(next).contains(u"output"_s));
}

// Runs, questions, starting, and what takes a little now and then.
void tst_pool::stopsNothingThatMayCompute()
{
    const SessionRef fresh = session(u"fresh"_s); // nothing ran in it
    const SessionRef used = usedSession(u"used"_s);
    for (int i = 0; i < 60; ++i) {
        m_used += 1s;
        m_clock->advance(10s);
    }
    QCOMPARE(lastLook().second, 0);
    auto look = m_pool->look(used.id, u"table"_s, {}, 60s);
    const auto [page, id] = lastLook();
    computeAll(30s);
    QCOMPARE(m_engine->pages[page].posted.last()[u"method"].toString(), u"table"_s);
    answerLook(R"({"value": {}})");
    QTRY_VERIFY(look.isFinished() && look.result());
    const RunId run = submit(used, "long");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    computeAll(9s);
    sayDone(run);
    QTRY_COMPARE(stateOf(run), u"complete"_s);
    computeAll(9s); // it counts from the run's end
    QCOMPARE(lastLook().second, 0);
    QCOMPARE(m_pool->session(fresh.id)->ref, fresh);
    QCOMPARE(m_pool->session(used.id)->ref, used);
}

// A call that stops the clock says nothing of what else the worker does.
void tst_pool::countsWhatIsComputedWhileItSaysThatItWaits()
{
    const RunId run = attended("input()");
    say(run, u"input"_s, {{u"prompt"_s, QString()}, {u"secret"_s, false}});
    callForInput(run, 3);
    m_clock->advance(10min); // the person is at lunch, and it does wait
    QCOMPARE(stateOf(run), u"running"_s);
    QVERIFY(m_engine->pages[pageOf(run)].interrupted.isEmpty());
    computeAll(9s);
    QVERIFY(m_engine->pages[pageOf(run)].interrupted.isEmpty());
    for (int i = 0; i < 4 && m_engine->pages[pageOf(run)].interrupted.isEmpty(); ++i)
        computeAll(500ms);
    QCOMPARE(m_engine->pages[pageOf(run)].interrupted.size(), 1);
    QCOMPARE(replyTo(run, 3)[u"errno"].toString(), u"EINTR"_s);
    sayDone(run, u"interrupted"_s, 1);
    QTRY_COMPARE(stateOf(run), u"timeout"_s);
}

// ---- The longest runs

void tst_pool::letsARunTakeAnHour()
{
    const SessionRef s = usedSession();
    ApprovalRecord asked = record(s, "long");
    asked.reach.limits.timeout = limits::maxRunTimeout;
    const RunId run(++m_last);
    m_hub->publish(run, event::Asked{asked, {}, {}, {}});
    QVERIFY(m_pool->submit(run, asked, asked.digest()));
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    m_clock->advance(1h - 1s);
    QCOMPARE(stateOf(run), u"running"_s);
    QVERIFY(m_engine->pages[pageOf(run)].interrupted.isEmpty());
    m_clock->advance(1s);
    QCOMPARE(m_engine->pages[pageOf(run)].interrupted.size(), 1);
    sayDone(run, u"interrupted"_s, 3'600'000);
    QTRY_COMPARE(stateOf(run), u"timeout"_s);
    QCOMPARE(m_pool->session(s.id)->ref, s);
    // What nobody may have is not run, whoever let it through.
    for (const std::chrono::seconds limit : {3601s, 0s, -1s}) {
        asked.reach.limits.timeout = limit;
        const auto refused = m_pool->submit(RunId(1000), asked, asked.digest());
        QVERIFY(!refused);
        QVERIFY(refused.error().code == ErrorCode::InvalidArgument);
    }
}

void tst_pool::waitsForPackagesOnceItIsTakenUp()
{
    const SessionRef s = session();
    const RunId run = submit(s, "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    QVERIFY(m_pool->interrupt(run));
    say(run, u"starting"_s, {{u"phase"_s, u"packages"_s}, {u"text"_s, u"Loading"_s}});
    m_clock->advance(limits::interruptGrace);
    QVERIFY(!isFinal(m_hub->facts(run)->state));
    m_clock->advance(9s);
    QTRY_COMPARE(stateOf(run), u"killed"_s);
}

void tst_pool::endsEveryRunWhenItShutsDown()
{
    const SessionRef s = session();
    const RunId running = submit(s, "a");
    const RunId queued = submit(s, "b");
    const RunId closing = submit(session(u"closing"_s), "c");
    QTRY_VERIFY(!pageOf(running).isEmpty() && !pageOf(closing).isEmpty());
    sayStarted(running);
    say(running, u"stream"_s, {{u"name"_s, u"stdout"_s}}, "one");
    say(running, u"stream"_s, {{u"name"_s, u"stdout"_s}}, "two");
    sayStarted(closing);
    say(closing, u"stream"_s, {{u"name"_s, u"stdout"_s}}, "three");
    QVERIFY(m_pool->close(m_hub->facts(closing)->record.session.id, u"closed"_s));
    QVERIFY(!isFinal(m_hub->facts(closing)->state)); // the disk is waited for
    m_pool->shutDown();
    // All at once: no turn of the event loop is needed.
    QCOMPARE(stateOf(running), u"killed"_s);
    QCOMPARE(m_hub->facts(running)->endReason, u"Glovebox was closed while it ran."_s);
    QCOMPARE(m_hub->facts(running)->outputBytes, 6);
    QCOMPARE(m_hub->facts(running)->outputBytesKept, 6);
    QCOMPARE(stateOf(queued), u"cancelled"_s);
    QCOMPARE(m_hub->facts(queued)->endReason, u"Glovebox was closed before it began."_s);
    QCOMPARE(stateOf(closing), u"killed"_s);
    QCOMPARE(m_hub->facts(closing)->endReason, u"closed"_s);
    QVERIFY(m_engine->pages[pageOf(running)].closed);
    QVERIFY(m_calls->open.isEmpty());
    m_pool.reset();
    QCoreApplication::processEvents();
    for (const RunId run : {running, queued, closing})
        QCOMPARE(kindsOf(run).count(u"ended"_s), 1);
}

void tst_pool::endsEveryRunWhenItIsDestroyed()
{
    const RunId run = submit(session(), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    QSignalSpy changed(m_pool.get(), &SessionPool::sessionsChanged);
    m_pool.reset();
    QCOMPARE(stateOf(run), u"killed"_s);
    QVERIFY(changed.isEmpty());
}

void tst_pool::takesNothingAfterItShutDown()
{
    const SessionRef s = session();
    const RunId run = submit(s, "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    m_pool->shutDown();
    const qsizetype pages = m_engine->order.size();
    const ApprovalRecord late = record(s, "b");
    const auto refused = m_pool->submit(RunId(50), late, late.digest());
    QVERIFY(!refused);
    QCOMPARE(toString(refused.error().code), toString(ErrorCode::Unavailable));
    QVERIFY(!m_pool->create({m_client, u"Test"_s, u"late"_s}));
    QVERIFY(!m_pool->restart(s.id, u"late"_s));
    Q_EMIT m_engine->up({});
    m_clock->advance(10s);
    QCoreApplication::processEvents();
    QCOMPARE(m_engine->order.size(), pages);
}

void tst_pool::givesUpOnAnInterpreterThatDoesNotStart()
{
    m_engine->startsPython = false;
    const SessionRef s = session();
    const RunId run = submit(s, "a");
    QTRY_VERIFY_WITH_TIMEOUT((m_clock->advance(1s), stateOf(run) == u"cancelled"), 30'000);
    QVERIFY(m_hub->facts(run)->endReason.contains(u"could not be started"_s));
}

void tst_pool::startsNothingFromWhatWasChangedMeanwhile_data()
{
    QTest::addColumn<bool>("isChanged");
    QTest::newRow("changed behind its verification") << true;
    QTest::newRow("the control: as it was verified") << false;
}

void tst_pool::startsNothingFromWhatWasChangedMeanwhile()
{
    QFETCH(bool, isChanged);
    makePoolWithSnapshot();
    QTRY_COMPARE(m_pool->sparesReady(), 1);
    m_engine->startsPython = false;
    const auto made = m_pool->create({m_client, u"Test"_s, u"odd"_s, limits::minHeapBytes, {}});
    QVERIFY(made);
    const QString page = m_engine->order.last();
    QTRY_COMPARE(lastInit()[u"snapshots"].toArray().size(), 1);
    ApprovalRecord asked = record(*made, "x");
    asked.reach.limits.heapBytes = limits::minHeapBytes;
    const RunId run(++m_last);
    m_hub->publish(run, event::Asked{asked, {}, {}, {}});
    QVERIFY(m_pool->submit(run, asked, asked.digest()));
    if (isChanged) {
        changeByte(u"bare"_s, 2);
        QTest::ignoreMessage(QtWarningMsg,
                             QRegularExpression(u"what it starts from was changed on the disk"_s));
    }
    m_engine->say(page, u"ready"_s, {{u"python"_s, u"3.14.2"_s}});
    if (!isChanged) {
        QTRY_COMPARE(pageOf(run), page);
        return;
    }
    // Nothing went to it, and the layer is made anew.
    QTRY_VERIFY(m_engine->pages[page].closed);
    QVERIFY(pageOf(run).isEmpty());
    QTRY_VERIFY(std::ranges::any_of(
        m_engine->order.sliced(m_engine->order.indexOf(page) + 1), [&](const QString &id) {
            const auto &posted = m_engine->pages[id].posted;
            return !posted.isEmpty() && posted.first()[u"role"].toString() == u"snapshot";
        }));
}

// A page checks each part of it when it takes it, which would fail in one session after the other.
void tst_pool::comparesTheRestOfAFileThatWasChanged()
{
    makePoolWithSnapshot(true);
    QTRY_COMPARE(m_pool->sparesReady(), 1);
    const auto layerOfAnother = [this](const QString &name) {
        const qsizetype before = m_engine->order.size();
        (void)m_pool->create({m_client, u"Test"_s, name, 2 * limits::GiB, {}});
        [&] { QTRY_VERIFY(m_engine->order.size() > before && !lastInit().isEmpty()); }();
        return lastInit()[u"snapshots"][0][u"name"].toString();
    };
    QCOMPARE(layerOfAnother(u"one"_s), u"data"_s); // the control
    changeByte(u"data"_s, 5);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"The stored snapshot was changed"_s));
    QCOMPARE(layerOfAnother(u"two"_s), u"bare"_s);
}

void tst_pool::packsNoWheelWhileSomethingRuns()
{
    makePoolWithSnapshot();
    const auto packers = [this] {
        return std::ranges::count_if(m_engine->order, [this](const QString &page) {
            const auto &posted = m_engine->pages[page].posted;
            return !posted.isEmpty() && posted.first()[u"role"].toString() == u"packer";
        });
    };
    const auto wait = [this] {
        for (auto left = limits::wheelPackingIdle + limits::wheelPackingInterval; left > 0s;
             left -= limits::wheelPackingInterval)
            m_clock->advance(limits::wheelPackingInterval);
    };
    const RunId run(++m_last);
    ApprovalRecord asked = record(session(), "a");
    asked.reach.limits.timeout = limits::maxRunTimeout;
    m_hub->publish(run, event::Asked{asked, {}, {}, {}});
    QVERIFY(m_pool->submit(run, asked, asked.digest()));
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    m_pool->packWheel(QString(64, u'a'), u"one"_s, u"1"_s, m_folder->filePath(u"one.whl"_s));
    wait();
    QCOMPARE(packers(), 0);
    sayDone(run);
    QTRY_COMPARE(stateOf(run), u"complete"_s);
    QTRY_VERIFY((wait(), packers() == 1)); // an execution is buried a little later
}

void tst_pool::distrustsTheSnapshotOnlyWithoutVariables_data()
{
    QTest::addColumn<Variables>("variables");
    QTest::addColumn<QString>("nextRole");
    QTest::newRow("a client's variables") << Variables{{u"A"_s, u"x"_s}} << u"session"_s;
    QTest::newRow("none") << Variables() << u"snapshot"_s; // the control
}

void tst_pool::distrustsTheSnapshotOnlyWithoutVariables()
{
    QFETCH(Variables, variables);
    QFETCH(QString, nextRole);
    makePoolWithSnapshot();
    QTRY_COMPARE(m_pool->sparesReady(), 1);
    m_engine->startsPython = false;
    // With memory of its own it does not take the spare.
    QVERIFY(m_pool->create({m_client, u"Test"_s, u"odd"_s, limits::minHeapBytes, variables}));
    const QString page = m_engine->order.last();
    QTRY_VERIFY(!lastInit().isEmpty());
    QCOMPARE(lastInit()[u"snapshots"].toArray().size(), 1);
    m_engine->say(page, u"fatal"_s, {{u"reason"_s, u"embedded null character"_s}});
    // What follows is another attempt with the snapshot, or the snapshot is made anew.
    QTRY_VERIFY(m_engine->order.last() != page && !lastInit().isEmpty());
    QTRY_VERIFY(std::ranges::any_of(
        m_engine->order.sliced(m_engine->order.indexOf(page) + 1), [&](const QString &id) {
            const auto &posted = m_engine->pages[id].posted;
            return !posted.isEmpty() && posted.first()[u"role"].toString() == nextRole;
        }));
    QCOMPARE(lastInit()[u"role"].toString(), nextRole);
    if (nextRole == u"session")
        QCOMPARE(lastInit()[u"snapshots"].toArray().size(), 1);
}

// Chromium's zygote is gone: the engine answers, but every renderer ends before it begins.
void tst_pool::restartsAnEngineThatLaunchesNothing()
{
    m_engine->opensPages = false;
    makePoolWithSnapshot();
    const RunId run = submit(session(), "a");
    Q_EMIT m_engine->gone(m_engine->order.last(), u"abnormal"_s, 1002);
    QVERIFY(m_engine->restarts.isEmpty());
    const qsizetype before = m_engine->order.size();
    QTRY_VERIFY(m_engine->order.size() > before);
    Q_EMIT m_engine->gone(m_engine->order.last(), u"abnormal"_s, 1002);
    QCOMPARE(m_engine->restarts.size(), 1);
    m_engine->opensPages = true;
    m_engine->running = true;
    Q_EMIT m_engine->up({});
    QTRY_VERIFY(!pageOf(run).isEmpty());
    const QJsonObject init = m_engine->pages[pageOf(run)].posted.first();
    QCOMPARE(init[u"snapshots"].toArray().size(), 1); // it is not to blame
    // A spare is wanted as before.
    QTRY_VERIFY((m_clock->advance(100ms), m_pool->sparesReady() == 1));
}

void tst_pool::keepsAnEngineThatLaunchedOne()
{
    m_engine->opensPages = false;
    session();
    Q_EMIT m_engine->gone(m_engine->order.last(), u"abnormal"_s, 1002);
    m_engine->opensPages = true;
    const RunId run = submit(session(u"other"_s), "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    m_engine->opensPages = false;
    // One that was up and ended is a renderer's own matter.
    Q_EMIT m_engine->gone(pageOf(run), u"normal"_s, 0);
    QTRY_COMPARE(stateOf(run), u"crashed"_s);
    QCOMPARE(m_hub->facts(run)->endReason,
             u"The Python interpreter ended unexpectedly: its process is gone."_s);
    Q_EMIT m_engine->gone(m_engine->order.last(), u"abnormal"_s, 1002);
    QVERIFY(m_engine->restarts.isEmpty());
}

// ---- Input

void tst_pool::waitsForThePersonsLine()
{
    const RunId run = attended("input('Name? ')");
    QVERIFY(m_engine->pages[pageOf(run)].posted.last()[u"attended"].toBool());
    say(run, u"stream"_s, {{u"name"_s, u"stdout"_s}}, "before");
    say(run, u"input"_s, {{u"prompt"_s, u"Name? "_s}, {u"secret"_s, false}});
    callForInput(run, 3);
    QCOMPARE(m_hub->facts(run)->input, std::optional(event::InputWanted{u"Name? "_s}));
    QVERIFY(kindsOf(run).indexOf(u"output"_s) < kindsOf(run).indexOf(u"input_wanted"_s));
    m_clock->advance(1h); // the person is at lunch
    QCOMPARE(stateOf(run), u"running"_s);
    QVERIFY(m_pool->answerInput(run, u"花子"_s));
    QCOMPARE(replyTo(run, 3)[u"line"].toString(), u"花子"_s);
    QVERIFY(!replyTo(run, 3).contains(u"more"));
    QVERIFY(!m_hub->facts(run)->input);
    QVERIFY(m_pool->answerInput(run, u"again"_s).error().code == ErrorCode::Conflict);
    m_clock->advance(9s);
    QCOMPARE(stateOf(run), u"running"_s);
    m_clock->advance(2s); // its own time does count
    QCOMPARE(m_engine->pages[pageOf(run)].interrupted.size(), 1);
}

void tst_pool::givesLongLinesInParts()
{
    const RunId run = attended("input()");
    const QString line = QString(u"売😀"_s).repeated(700);
    say(run, u"input"_s, {{u"prompt"_s, QString()}, {u"secret"_s, true}});
    callForInput(run, 3);
    QVERIFY(m_pool->answerInput(run, line));
    QString given = replyTo(run, 3)[u"line"].toString();
    qint64 call = 3;
    while (replyTo(run, call)[u"more"].toBool()) {
        callForInput(run, ++call, true);
        given += replyTo(run, call)[u"line"].toString();
    }
    QVERIFY(call > 4);
    QCOMPARE(given, line);
    // It was a secret.
    QCOMPARE(m_kinds.value(run).count(u"input_answered"_s), 1);
    say(run, u"input"_s, {{u"prompt"_s, QString()}, {u"secret"_s, false}});
    callForInput(run, ++call);
    QVERIFY(m_pool->answerInput(run, QString(limits::maxInputLine + 1, u'x')).error().code ==
            ErrorCode::LimitExceeded);
    QVERIFY(m_pool->answerInput(run, std::nullopt));
    QVERIFY(replyTo(run, call)[u"end"].toBool());
    // An answer that is quicker than the call.
    say(run, u"input"_s, {{u"prompt"_s, QString()}, {u"secret"_s, false}});
    QVERIFY(m_pool->answerInput(run, u"quick"_s));
    callForInput(run, ++call);
    QCOMPARE(replyTo(run, call)[u"line"].toString(), u"quick"_s);
}

void tst_pool::endsAWaitForInputWithAnInterrupt()
{
    const RunId run = attended("input()");
    say(run, u"input"_s, {{u"prompt"_s, QString()}, {u"secret"_s, false}});
    callForInput(run, 3);
    QVERIFY(m_pool->interrupt(run));
    QCOMPARE(replyTo(run, 3)[u"errno"].toString(), u"EINTR"_s);
    callForInput(run, 4); // it caught that, and asks again
    QCOMPARE(replyTo(run, 4)[u"errno"].toString(), u"EINTR"_s);
    QVERIFY(!m_pool->answerInput(run, u"late"_s));
    sayDone(run, u"interrupted"_s);
    QTRY_COMPARE(stateOf(run), u"interrupted"_s);
    QVERIFY(!m_hub->facts(run)->input);
}

void tst_pool::asksNobodyForInputThatNobodyAttends()
{
    const RunId run = submit(session(), "input()");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    QVERIFY(!m_engine->pages[pageOf(run)].posted.last().contains(u"attended"));
    sayStarted(run);
    callForInput(run, 3);
    QCOMPARE(replyTo(run, 3)[u"errno"].toString(), u"ENOTTY"_s);
    QVERIFY(m_pool->answerInput(run, u"x"_s).error().code == ErrorCode::Conflict);
    QVERIFY(m_pool->answerInput(RunId(999), u"x"_s).error().code == ErrorCode::Conflict);
}

void tst_pool::killsAPageThatWantsInputItMayNotHave()
{
    const RunId run = submit(session(), "input()");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    sayStarted(run);
    say(run, u"input"_s, {{u"prompt"_s, u"Password? "_s}, {u"secret"_s, true}});
    QTRY_COMPARE(stateOf(run), u"killed"_s);
    QVERIFY(!kindsOf(run).contains(u"input_wanted"_s));
}

// ---- Looking

void tst_pool::looksIntoASessionBetweenRuns()
{
    const SessionRef s = usedSession();
    auto first = m_pool->look(s.id, u"complete"_s, {{u"code"_s, u"x"_s}});
    auto second = m_pool->look(s.id, u"variables"_s, {});
    auto given = m_pool->look(s.id, u"inspect"_s, {});
    QCOMPARE(lastLook().second, 1);
    given.cancel();
    answerLook(R"({"value": {"matches": []}})");
    QTRY_VERIFY(first.isFinished());
    const Result<QJsonObject> value = first.result();
    QVERIFY(value && value->contains(u"matches"));
    QTRY_COMPARE(lastLook().second, 2); // one at a time
    answerLook(R"({"error": "gone", "kind": "missing"})");
    QTRY_VERIFY(second.isFinished());
    QVERIFY(second.result().error().code == ErrorCode::NotFound);
    QCOMPARE(lastLook().second, 2); // nobody wants the third any more
    QCOMPARE(m_pool->session(s.id)->ref, s);
    m_clock->advance(1min);
    QVERIFY(m_engine->pages[lastLook().first].interrupted.isEmpty());
}

// It may be long and full of brackets: the thread that draws does not read it.
void tst_pool::readsALongAnswerElsewhere()
{
    const SessionRef s = usedSession();
    auto brief = m_pool->look(s.id, u"variables"_s, {});
    answerLook(R"({"value": {"short": 1}})");
    QVERIFY(brief.isFinished());
    auto look = m_pool->look(s.id, u"variables"_s, {});
    const auto [page, id] = lastLook();
    const QByteArray json =
        "{\"value\": {\"list\": [" + QByteArray("[],").repeated(700'000) + "0]}}";
    constexpr qsizetype part = 512 * 1024;
    for (qsizetype at = 0; at < json.size(); at += part)
        m_engine->say(page, u"answer"_s,
                      {{u"id"_s, id}, {u"offset"_s, at}, {u"total"_s, json.size()}},
                      json.mid(at, part));
    QVERIFY(!look.isFinished());
    // Meanwhile the session is free.
    auto next = m_pool->look(s.id, u"complete"_s, {});
    QCOMPARE(lastLook().second, id + 1);
    answerLook(R"({"value": {}})");
    QTRY_VERIFY(look.isFinished());
    const Result<QJsonObject> value = look.result();
    QVERIFY(value);
    QCOMPARE((*value)[u"list"].toArray().size(), 700'001);
    QVERIFY(next.isFinished());
}

void tst_pool::looksIntoNothingThatIsBusy()
{
    const SessionRef s = session();
    QVERIFY(m_pool->look(s.id, u"variables"_s, {}).result().error().code == ErrorCode::Unavailable);
    const RunId run = submit(s, "a");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    QVERIFY(m_pool->look(s.id, u"variables"_s, {}).result().error().code == ErrorCode::Unavailable);
    QVERIFY(m_pool->look(SessionId(u"s0"_s), u"variables"_s, {}).result().error().code ==
            ErrorCode::NotFound);
    QCOMPARE(lastLook().second, 0);
}

void tst_pool::interruptsALookThatTakesTooLong()
{
    const SessionRef s = usedSession();
    auto look = m_pool->look(s.id, u"variables"_s, {}, 2s);
    const QString page = lastLook().first;
    m_clock->advance(1999ms);
    QVERIFY(m_engine->pages[page].interrupted.isEmpty());
    m_clock->advance(1ms);
    QCOMPARE(m_engine->pages[page].interrupted, QStringList{u"look-1"_s});
    QVERIFY(!look.isFinished()); // it may still say what it has
    m_clock->advance(500ms);
    QTRY_VERIFY(look.isFinished());
    QVERIFY(look.result().error().code == ErrorCode::LimitExceeded);
    QCOMPARE(m_engine->pages[page].interrupted.size(), 2);
    answerLook(R"({"value": {}})"); // late, and believed to be the end of it
    QCOMPARE(m_pool->session(s.id)->ref, s);
    auto next = m_pool->look(s.id, u"variables"_s, {});
    QCOMPARE(lastLook().second, 2);
    answerLook(R"({"value": {}})");
    QTRY_VERIFY(next.isFinished() && next.result());
}

void tst_pool::letsARunGoFirst()
{
    const SessionRef s = usedSession();
    auto asked = m_pool->look(s.id, u"table"_s, {}, 15s);
    auto waiting = m_pool->look(s.id, u"variables"_s, {});
    const QString page = lastLook().first;
    const RunId run = submit(s, "next");
    QCOMPARE(m_engine->pages[page].interrupted, QStringList{u"look-1"_s});
    QTRY_VERIFY(waiting.isFinished());
    QVERIFY(waiting.result().error().code == ErrorCode::Cancelled);
    QVERIFY(pageOf(run).isEmpty()); // not before the interpreter is free
    answerLook(R"({"error": "It took too long.", "kind": "late"})");
    QTRY_VERIFY(!pageOf(run).isEmpty());
    QVERIFY(asked.result().error().code == ErrorCode::LimitExceeded);
}

void tst_pool::endsAnInterpreterThatDoesNotComeBackFromALook()
{
    const SessionRef s = usedSession();
    auto look = m_pool->look(s.id, u"variables"_s, {});
    m_clock->advance(11s);
    QCOMPARE(m_pool->session(s.id)->ref, s);
    m_clock->advance(2s);
    QTRY_COMPARE(m_pool->session(s.id)->ref.epoch, s.epoch + 1);
    QVERIFY(look.result().error().code == ErrorCode::LimitExceeded);
}

void tst_pool::killsAPageThatAnswersWhatNobodyAsked_data()
{
    QTest::addColumn<qint64>("id");
    QTest::addColumn<qint64>("offset");
    QTest::addColumn<bool>("asks");
    QTest::newRow("nothing was asked") << qint64(1) << qint64(0) << false;
    QTest::newRow("another question") << qint64(9) << qint64(0) << true;
    QTest::newRow("a part out of order") << qint64(1) << qint64(3) << true;
}

void tst_pool::killsAPageThatAnswersWhatNobodyAsked()
{
    QFETCH(qint64, id);
    QFETCH(qint64, offset);
    QFETCH(bool, asks);
    const SessionRef s = usedSession();
    const QString page = pageOf(RunId(m_last));
    if (asks)
        (void)m_pool->look(s.id, u"variables"_s, {});
    m_engine->say(page, u"answer"_s, {{u"id"_s, id}, {u"offset"_s, offset}, {u"total"_s, 5}}, "{}");
    QTRY_COMPARE(m_pool->session(s.id)->ref.epoch, s.epoch + 1);
    QVERIFY(m_engine->pages[page].closed);
}

// What the worker says, Python may have written: an answer that changes its length, one that never
// ends, one that comes twice, and one of megabytes in bytes.
void tst_pool::killsAPageWhoseAnswerIsNone_data()
{
    QTest::addColumn<QList<QJsonObject>>("parts");
    const auto part = [](qint64 offset, qint64 total) {
        return QJsonObject{{u"offset"_s, offset}, {u"total"_s, total}};
    };
    QTest::newRow("another length in its second part") << QList{part(0, 100), part(2, 101)};
    QTest::newRow("a part that was there") << QList{part(0, 100), part(0, 100)};
    QTest::newRow("a part behind a hole") << QList{part(0, 100), part(3, 100)};
    QTest::newRow("twice") << QList{part(0, 2), part(0, 2)};
    QTest::newRow("longer than it says") << QList{part(0, 1)};
    QTest::newRow("longer than any") << QList{part(0, 17 * limits::MiB)};
    QTest::newRow("before its beginning") << QList{part(-2, 100)};
    QTest::newRow("without a length") << QList{QJsonObject{{u"offset"_s, 0}}};
}

void tst_pool::killsAPageWhoseAnswerIsNone()
{
    QFETCH(QList<QJsonObject>, parts);
    const SessionRef other = usedSession(u"other"_s);
    const SessionRef s = usedSession();
    auto look = m_pool->look(s.id, u"variables"_s, {});
    const auto [page, id] = lastLook();
    for (QJsonObject fields : parts) {
        QCOMPARE(m_pool->session(s.id)->ref, s); // until its last part all is well
        fields.insert(u"id"_s, id);
        m_engine->say(page, u"answer"_s, fields, "{}");
    }
    QTRY_COMPARE(m_pool->session(s.id)->ref.epoch, s.epoch + 1);
    QVERIFY(m_engine->pages[page].closed);
    QTRY_VERIFY(look.isFinished());
    QVERIFY(!look.result());
    QCOMPARE(m_pool->session(other.id)->ref, other);
}

// Part after part, and no end: it has as much time as any other.
void tst_pool::endsALookThatDrips()
{
    const SessionRef s = usedSession();
    auto look = m_pool->look(s.id, u"variables"_s, {}, 2s);
    const auto [page, id] = lastLook();
    for (int i = 0; i < 14; ++i) {
        m_engine->say(page, u"answer"_s, {{u"id"_s, id}, {u"offset"_s, i}, {u"total"_s, 1000}},
                      " ");
        m_clock->advance(1s);
    }
    QTRY_COMPARE(m_pool->session(s.id)->ref.epoch, s.epoch + 1);
    QVERIFY(look.result().error().code == ErrorCode::LimitExceeded);
}

void tst_pool::failsALookWhoseInterpreterEnds()
{
    const SessionRef s = usedSession();
    auto look = m_pool->look(s.id, u"variables"_s, {});
    QVERIFY(m_pool->restart(s.id, u"test"_s));
    QTRY_VERIFY(look.isFinished());
    QVERIFY(look.result().error().code == ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(tst_pool)
#include "tst_pool.moc"
