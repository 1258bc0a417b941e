// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakecontrols.h"
#include "fakedesk.h"
#include "ui/models/grantmodel.h"
#include "ui/models/mountmodel.h"
#include "ui/models/runlistmodel.h"
#include "ui/models/runtexts.h"
#include "ui/models/sessionmodel.h"
#include "ui/models/statusmodel.h"
#include "ui/models/waitingmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Mode = QAbstractItemModelTester::FailureReportingMode;

event::Asked askedFor(const QByteArray &code, const QString &session = u"sales-q3"_s)
{
    event::Asked asked;
    asked.record.client = ClientId(u"c0123456789ab"_s);
    asked.record.session = {SessionId(u's' + session), 1};
    asked.record.sessionName = session;
    asked.record.code = code;
    asked.clientLabel = u"Claude Desktop"_s;
    return asked;
}

event::Decided allowedBy(DecisionBy by)
{
    event::Decided decided;
    decided.kind = DecisionKind::Allow;
    decided.by = by;
    return decided;
}

} // namespace

class ListModelsTest : public QObject
{
    Q_OBJECT

    struct Stage
    {
        FakeClock clock{QDateTime(QDate(2026, 3, 4), QTime(12, 0), QTimeZone::LocalTime).toUTC()};
        RunHub hub{clock};
        FakeControls controls;

        void ask(int run, const QByteArray &code, const QString &session = u"sales-q3"_s)
        {
            hub.publish(RunId(run), askedFor(code, session));
        }
        void start(int run)
        {
            hub.publish(RunId(run), allowedBy(DecisionBy::Person));
            hub.publish(RunId(run), event::Started{});
        }
        void end(int run, RunState state = RunState::Complete)
        {
            event::Ended ended;
            ended.state = state;
            ended.executionMs = 800;
            hub.publish(RunId(run), ended);
        }
        // A whole run under a standing permission.
        void granted(int run, const QString &session, RunState state = RunState::Complete)
        {
            ask(run, "# granted", session);
            hub.publish(RunId(run), allowedBy(DecisionBy::Grant));
            hub.publish(RunId(run), event::Started{});
            end(run, state);
        }
        void recordDays(int runs)
        {
            for (int n = runs; n > 0; --n) {
                RunFacts facts;
                facts.apply({RunId(n), 1, clock.now().addDays(-1 - (runs - n) / 100),
                             askedFor("# run " + QByteArray::number(n))});
                facts.apply({RunId(n), 2, clock.now(), event::Ended{}});
                controls.recorded.append(facts);
            }
        }
    };

    static QStringList titles(const QAbstractItemModel &model)
    {
        QStringList result;
        for (int row = 0; row < model.rowCount(); ++row)
            result.append(model.index(row, 0).data().toString());
        return result;
    }

private Q_SLOTS:
    void groupsRunsByTime()
    {
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        s.ask(1, "# first");
        s.start(1);
        s.end(1);
        s.ask(2, "# second");
        s.start(2);
        s.clock.advance(50ms);
        QCOMPARE(titles(model),
                 (QStringList{u"Now"_s, u"second"_s, u"Earlier today"_s, u"first"_s}));
        s.clock.advance(12h);
        s.ask(3, "# third");
        s.start(3);
        s.end(3);
        s.clock.advance(50ms);
        QCOMPARE(titles(model), (QStringList{u"Now"_s, u"second"_s, u"Earlier today"_s, u"third"_s,
                                             u"Yesterday"_s, u"first"_s}));
    }

    void groupsRunsBySessionClientAndState()
    {
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        s.ask(1, "# first", u"a"_s);
        s.start(1);
        s.end(1);
        s.ask(2, "# second", u"b"_s);
        s.start(2);
        s.end(2, RunState::Error);
        s.ask(3, "# third", u"a"_s);
        s.start(3);
        s.end(3);
        s.ask(4, "# runs", u"b"_s);
        s.start(4);
        s.clock.advance(50ms);
        // The session that was used last is first, what runs now is above all.
        model.setGrouping(RunListModel::Grouping::Session);
        QCOMPARE(titles(model), (QStringList{u"Now"_s, u"runs"_s, u"a"_s, u"third"_s, u"first"_s,
                                             u"b"_s, u"second"_s}));
        model.setGrouping(RunListModel::Grouping::State);
        QCOMPARE(titles(model), (QStringList{u"Now"_s, u"runs"_s, u"Complete"_s, u"third"_s,
                                             u"first"_s, u"Error"_s, u"second"_s}));
        model.setGrouping(RunListModel::Grouping::Client);
        QCOMPARE(titles(model), (QStringList{u"Now"_s, u"runs"_s, u"Claude Desktop"_s, u"third"_s,
                                             u"second"_s, u"first"_s}));
        s.end(4);
        s.clock.advance(50ms);
        QCOMPARE(titles(model), (QStringList{u"Claude Desktop"_s, u"runs"_s, u"third"_s,
                                             u"second"_s, u"first"_s}));
        model.setGrouping(RunListModel::Grouping::Time);
        QCOMPARE(titles(model).first(), u"Earlier today"_s);
    }

    void leavesWaitingRunsToTheQueue()
    {
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        s.ask(1, "# waits");
        s.clock.advance(50ms);
        QCOMPARE(model.rowCount(), 0);
        s.start(1);
        s.clock.advance(50ms);
        QCOMPARE(model.rowCount(), 2);
    }

    // A row keeps its identity when its run ends: selections hold persistent indexes.
    void movesARunWithoutLosingIt()
    {
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        for (int run = 1; run <= 3; ++run) {
            s.ask(run, "# run " + QByteArray::number(run));
            s.start(run);
        }
        s.end(1);
        s.clock.advance(50ms);
        const QPersistentModelIndex second = model.index(model.rowOf(RunId(2)));
        QCOMPARE(second.data().toString(), u"run 2"_s);
        s.end(2);
        s.ask(4, "# run 4");
        s.start(4);
        s.clock.advance(50ms);
        QVERIFY(second.isValid());
        QCOMPARE(second.data().toString(), u"run 2"_s);
        QCOMPARE(titles(model), (QStringList{u"Now"_s, u"run 3"_s, u"run 4"_s, u"Earlier today"_s,
                                             u"run 2"_s, u"run 1"_s}));
    }

    void filtersAsYouType_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QStringList>("found");
        const QString monthly = u"地域別の月次売上"_s;
        QTest::newRow("Japanese within") << u"月次"_s << QStringList{monthly};
        QTest::newRow("one character") << u"域"_s << QStringList{monthly};
        QTest::newRow("case") << u"GRID"_s << QStringList{u"Grid search"_s};
        QTest::newRow("full width") << u"ｇｒｉｄ"_s << QStringList{u"Grid search"_s};
        QTest::newRow("id") << u"r2"_s << QStringList{u"Grid search"_s};
        QTest::newRow("two words in any order")
            << u"search grid"_s << QStringList{u"Grid search"_s};
        QTest::newRow("nothing") << u"absent"_s << QStringList{};
    }
    void filtersAsYouType()
    {
        QFETCH(QString, filter);
        QFETCH(QStringList, found);
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        s.ask(1, u"# 地域別の月次売上"_s.toUtf8());
        s.start(1);
        s.ask(2, "# Grid search");
        s.start(2);
        s.clock.advance(50ms);
        model.setFilter(filter);
        QStringList shown = titles(model);
        shown.removeAll(u"Now"_s);
        QCOMPARE(shown, found);
    }

    void foldsRunsUnderAStandingPermission()
    {
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        for (int run = 1; run <= 3; ++run)
            s.granted(run, u"etl-fix"_s);
        s.granted(4, u"etl-fix"_s, RunState::Error);
        s.granted(5, u"etl-fix"_s);
        s.granted(6, u"other"_s);
        s.clock.advance(50ms);
        // Errors never fold, one run is no fold, and another session is another matter.
        QCOMPARE(titles(model), (QStringList{u"Earlier today"_s, u"granted"_s, u"granted"_s,
                                             u"granted"_s, u"3 run(s) in etl-fix"_s}));
        model.setExpanded(4, true);
        QCOMPARE(model.rowCount(), 8);
        QVERIFY(model.index(5).data(RunListModel::InFoldRole).toBool());
        model.setExpanded(4, false);
        QCOMPARE(model.rowCount(), 5);
    }

    void neverHidesTheShownRunInAFold()
    {
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        model.setPinned(RunId(2));
        for (int run = 1; run <= 3; ++run)
            s.granted(run, u"etl-fix"_s);
        s.clock.advance(50ms);
        QCOMPARE(model.rowCount(), 4);
        QVERIFY(model.rowOf(RunId(2)) > 0);
    }

    void pagesEarlierRunsIn()
    {
        Stage s;
        s.recordDays(1200);
        RunListModel model(s.hub, s.controls, s.clock);
        QTRY_COMPARE(model.knownRuns(), 500);
        QVERIFY(model.canFetchMore({}));
        model.fetchMore({});
        QTRY_COMPARE(model.knownRuns(), 1000);
        model.fetchMore({});
        QTRY_COMPARE(model.knownRuns(), 1200);
        model.fetchMore({});
        QTRY_VERIFY(!model.canFetchMore({}));
        QCOMPARE(s.controls.pagesAsked, 4);
    }

    void countsToday()
    {
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        s.ask(1, "# asked");
        s.start(1);
        s.end(1);
        s.granted(2, u"etl-fix"_s);
        s.ask(3, "# waits");
        s.clock.advance(50ms);
        QCOMPARE(model.runsToday(), 3);
        QCOMPARE(model.askedToday(), 2);
    }

    void thePersonsOwnRunsWereNotAsked()
    {
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        event::Asked asked = askedFor("# mine", u"mine"_s);
        asked.record.client = personClient();
        s.hub.publish(RunId(1), asked);
        s.start(1);
        s.end(1);
        s.clock.advance(50ms);
        QCOMPARE(model.runsToday(), 1);
        QCOMPARE(model.askedToday(), 0);
        QCOMPARE(decisionLine(*s.hub.facts(RunId(1))), u"Your own run"_s);
    }

    void goesToTheNeighbour()
    {
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        for (int run = 1; run <= 2; ++run) {
            s.ask(run, "# x");
            s.start(run);
            if (run == 1)
                s.end(run);
        }
        s.clock.advance(50ms);
        QCOMPARE(model.neighbour(RunId(2), 1), RunId(1)); // over the heading
        QCOMPARE(model.neighbour(RunId(1), -1), RunId(2));
        QVERIFY(model.neighbour(RunId(1), 1).isNull());
    }

    void saysWhatWentWrong_data()
    {
        QTest::addColumn<RunState>("state");
        QTest::addColumn<QString>("second");
        QTest::newRow("complete") << RunState::Complete << u"r1 · sales-q3"_s;
        QTest::newRow("timeout") << RunState::Timeout << u"r1 · Timed out"_s;
        QTest::newRow("killed") << RunState::Killed << u"r1 · Killed"_s;
        QTest::newRow("crashed") << RunState::Crashed << u"r1 · Crashed"_s;
        QTest::newRow("stopped") << RunState::Interrupted << u"r1 · Stopped"_s;
        QTest::newRow("no answer") << RunState::Expired << u"r1 · No answer"_s;
        QTest::newRow("taken back") << RunState::Cancelled << u"r1 · Taken back by client"_s;
        QTest::newRow("error") << RunState::Error << u"r1 · KeyError: '売上高'"_s;
    }
    void saysWhatWentWrong()
    {
        QFETCH(RunState, state);
        QFETCH(QString, second);
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        s.ask(1, "# x");
        s.start(1);
        if (state == RunState::Error)
            s.hub.publish(RunId(1), event::Raised{u"KeyError"_s, u"'売上高'"_s, {}});
        s.end(1, state);
        s.clock.advance(50ms);
        QCOMPARE(model.index(1).data(RunListModel::SecondLineRole).toString(), second);
    }

    void saysWhoDenied()
    {
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        s.ask(1, "# x");
        event::Decided denied = allowedBy(DecisionBy::Person);
        denied.kind = DecisionKind::Deny;
        s.hub.publish(RunId(1), denied);
        s.end(1, RunState::Denied);
        s.clock.advance(50ms);
        QCOMPARE(model.index(1).data(RunListModel::SecondLineRole).toString(),
                 u"r1 · Denied by you"_s);
        QVERIFY(model.index(1).data(RunListModel::DurationRole).toString().isEmpty());
    }

    void tellsRunningTime()
    {
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        s.ask(1, "# x");
        s.start(1);
        s.clock.advance(12s);
        QCOMPARE(model.index(1).data(RunListModel::DurationRole).toString(), u"0:12"_s);
        QCOMPARE(stateLine(*s.hub.facts(RunId(1)), s.clock.now()), u"Running 0:12 of 1:00"_s);
        QVERIFY(decisionLine(*s.hub.facts(RunId(1))).startsWith(u"Allowed by you 12:00"));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        s.clock.advance(1s);
        QCOMPARE(changed.size(), 1);
    }

    void saysWhereAQueuedRunIs()
    {
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        s.ask(1, "# x");
        s.hub.publish(RunId(1), allowedBy(DecisionBy::Person));
        s.hub.publish(RunId(1), event::Queued{1});
        s.clock.advance(50ms);
        QCOMPARE(model.index(1).data(RunListModel::SecondLineRole).toString(),
                 u"r1 · Queued, next in sales-q3"_s);
    }

    // A flood of output is not the list's business.
    void ignoresOutput()
    {
        Stage s;
        RunListModel model(s.hub, s.controls, s.clock);
        s.ask(1, "# x");
        s.start(1);
        s.clock.advance(50ms);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        for (int n = 0; n < 1000; ++n)
            s.hub.publish(RunId(1), event::Output{StreamName::Stdout, n, "x", 1});
        s.clock.advance(100ms);
        QCOMPARE(changed.size(), 0);
    }

    void queuesWhatWaits()
    {
        FakeClock clock;
        FakeDesk desk;
        WaitingModel model(desk, clock);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        desk.add(FakeDesk::asking(187, "# Write the Q3 workbook", clock.now()));
        desk.add(FakeDesk::asking(188, "# Save", clock.now()));
        QCOMPARE(titles(model), (QStringList{u"Write the Q3 workbook"_s, u"Save"_s}));
        QCOMPARE(model.index(0).data(WaitingModel::SecondLineRole).toString(),
                 u"r187 · Claude Desktop · sales-q3"_s);
        QCOMPARE(model.index(0).data(WaitingModel::TimeLeftRole).toString(), u"5:00"_s);
        const QPersistentModelIndex second = model.index(1);
        clock.advance(198s);
        QCOMPARE(model.index(0).data(WaitingModel::TimeLeftRole).toString(), u"1:42"_s);
        desk.remove(RunId(187));
        QCOMPARE(second.row(), 0);
        QCOMPARE(model.firstWaiting(), RunId(188));
        desk.setState(RunId(188), PendingRequest::State::Expired);
        QCOMPARE(model.waiting(), 0);
        QCOMPARE(model.rowCount(), 1);
    }

    void stopsTickingWhenNothingWaits()
    {
        FakeClock clock;
        FakeDesk desk;
        WaitingModel model(desk, clock);
        QCOMPARE(clock.pending(), 0);
        desk.add(FakeDesk::asking(1, "x", clock.now()));
        QCOMPARE(clock.pending(), 1);
        desk.remove(RunId(1));
        QCOMPARE(clock.pending(), 0);
    }

    void saysThatAClientIsPaused()
    {
        FakeClock clock;
        FakeDesk desk;
        WaitingModel model(desk, clock);
        desk.add(FakeDesk::asking(1, "x", clock.now()));
        desk.setPaused(desk.pending.first().record.client, true);
        QCOMPARE(model.index(0).data(WaitingModel::TimeLeftRole).toString(), u"paused"_s);
    }

    void tellsTheReachInWords()
    {
        Reach reach;
        reach.mounts = {{u"sales"_s, MountMode::ReadOnly, {}},
                        {u"reports"_s, MountMode::Staged, {}}};
        reach.packages = {{u"xlsxwriter"_s, u"3.2"_s, {}}};
        QCOMPARE(reachWords(reach),
                 (QStringList{u"eye"_s, u"sales, reports"_s, u"file-pen-line"_s,
                              u"reports, staged"_s, u"package-plus"_s, u"xlsxwriter"_s}));
        reach.mounts.clear();
        reach.packages.clear();
        reach.limits.timeout = 300s;
        QCOMPARE(reachWords(reach),
                 (QStringList{u"file-pen-line"_s, u"writes none"_s, u"timer"_s, u"up to 5:00"_s}));
    }

    void listsMounts()
    {
        FakeControls controls;
        controls.folders = {{u"sales"_s, u"/data/sales"_s, MountMode::ReadOnly, {}, 3}};
        MountModel model(controls);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        QCOMPARE(model.index(0).data(MountModel::NoteRole).toString(), u"in use by 3 session(s)"_s);
        const QPersistentModelIndex sales = model.index(0);
        controls.setMounts({{u"usb"_s, u"/media/usb"_s, MountMode::Staged, u"no such folder"_s, 0},
                            {u"sales"_s, u"/data/sales"_s, MountMode::ReadWrite, {}, 0}});
        QCOMPARE(sales.row(), 1);
        QCOMPARE(sales.data(MountModel::ModeWordRole).toString(), u"Read-write"_s);
        QVERIFY(model.index(0).data(MountModel::ProblemRole).toBool());
        QCOMPARE(model.index(0).data(MountModel::NoteRole).toString(),
                 u"usb is gone: no such folder"_s);
    }

    void suggestsNamesForFolders_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << u"/home/p/reports"_s << u"reports"_s;
        QTest::newRow("capitals and spaces") << u"/home/p/My Reports"_s << u"my-reports"_s;
        QTest::newRow("Japanese") << u"/home/p/売上データ"_s << u"folder"_s;
        QTest::newRow("mixed") << u"/home/p/売上2026"_s << u"2026"_s;
        QTest::newRow("taken") << u"/home/p/sales"_s << u"sales2"_s;
    }
    void suggestsNamesForFolders()
    {
        QFETCH(QString, path);
        QFETCH(QString, name);
        FakeControls controls;
        controls.folders = {{u"sales"_s, u"/data/sales"_s, MountMode::ReadOnly, {}, 0}};
        QCOMPARE(MountModel(controls).suggestedName(path), name);
    }

    void listsSessionsAndGrants()
    {
        FakeControls controls;
        FakeDesk desk;
        SessionModel sessions(controls);
        GrantModel grants(desk);
        QAbstractItemModelTester sessionTester(&sessions, Mode::QtTest);
        QAbstractItemModelTester grantTester(&grants, Mode::QtTest);
        SessionStatus session;
        session.ref.id = SessionId(u"s1"_s);
        session.name = u"sales-q3"_s;
        session.residentBytes = 214 * limits::MiB;
        session.heapLimitBytes = limits::GiB;
        controls.setSessions({session});
        QCOMPARE(sessions.index(0).data(SessionModel::MemoryRole).toString(), u"214 MB of 1 GB"_s);
        QVERIFY(sessions.session(SessionId(u"s1"_s)));
        QVERIFY(!sessions.session(SessionId(u"s2"_s)));
        Grant grant;
        grant.id = 5;
        grant.clientLabel = u"Cline"_s;
        grant.sessionName = u"etl-fix"_s;
        grant.reach.mounts = {{u"sales"_s, MountMode::ReadOnly, {}}};
        grant.used = 6;
        grant.maxRuns = 50;
        desk.standing = {grant};
        Q_EMIT desk.grantsChanged();
        QCOMPARE(grants.index(0).data().toString(), u"Cline · etl-fix"_s);
        QCOMPARE(grants.index(0).data(GrantModel::ReachRole).toString(), u"Reads: sales"_s);
        QCOMPARE(grants.index(0).data(GrantModel::UsedRole).toString(), u"used 6 of 50"_s);
    }

    void tellsTheStatus()
    {
        FakeControls controls;
        FakeDesk desk;
        StatusModel status(controls, desk);
        QCOMPARE(status.addressText(), u"Not listening"_s);
        QCOMPARE(status.clientsText(), u"No clients yet"_s);
        QCOMPARE(status.grantsText(), u"No standing permissions"_s);
        // "Sandbox on" is said only of what was measured.
        QCOMPARE(status.sandboxText(), u"Sandbox not measured yet"_s);
        QVERIFY(status.sandboxDetail().isEmpty());
        QVERIFY(status.problems().isEmpty());
        QCOMPARE(status.sessionsText(), u"No sessions"_s);
        ProgramStatus program;
        program.address = u"127.0.0.1:8420"_s;
        program.clients = 3;
        program.python = u"3.14.2"_s;
        program.memoryLimitBytes = 4 * limits::GiB;
        program.seals.level = SealStatus::Level::Sealed;
        controls.setProgram(program);
        QCOMPARE(status.addressText(), u"Listening on 127.0.0.1:8420"_s);
        QCOMPARE(status.address(), u"http://127.0.0.1:8420/mcp"_s);
        QCOMPARE(status.pythonText(), u"Python 3.14"_s);
        QCOMPARE(status.sandboxText(), u"Sandbox on"_s);
        QVERIFY(status.sandboxDetail().endsWith(u"is not cut off from your files."));
        program.seals.files = SealStatus::Files::ViewAndRights;
        controls.setProgram(program);
        QVERIFY(status.sandboxDetail().endsWith(
            u"Your files do not exist for the browser around it, and it may open none."));
        QCOMPARE(status.sessionsText(), u"0 session(s) · 0 of 4 GB"_s);
    }

    void tellsWhatIsWrong()
    {
        FakeControls controls;
        FakeDesk desk;
        StatusModel status(controls, desk);
        ProgramStatus program;
        program.seals = {SealStatus::Level::Broken, u"no user namespaces."_s};
        program.journalProblem = u"disk full"_s;
        program.listenProblem = u"Port 8420 is taken."_s;
        controls.setProgram(program);
        using Problems = QList<StatusModel::Problem>;
        QVERIFY(
            (status.problems() ==
             Problems{
                 {u"The sandbox did not start: no user namespaces. Nothing runs."_s, false, true},
                 {u"The journal cannot be written: disk full. Nothing runs until it can."_s, false,
                  true},
                 {u"Port 8420 is taken."_s, true}}));
        QCOMPARE(status.whyNothingRuns(), status.problems().first().text);
        program.seals = {SealStatus::Level::Sealed, {}};
        program.journalProblem.clear();
        controls.setProgram(program);
        QVERIFY2(status.whyNothingRuns().isEmpty(), "runs do not depend on the port");
    }

    void asksForAnotherPortWhenItsOwnIsTaken()
    {
        FakeControls controls;
        FakeDesk desk;
        StatusModel status(controls, desk);
        ProgramStatus program;
        program.listenProblem = u"Port 18420 is taken by another program."_s;
        program.takenPort = 18420;
        controls.setProgram(program);
        QCOMPARE(status.problems().size(), 1);
        QCOMPARE(status.problems().first().text,
                 u"Port 18420 is taken: not listening. Use another port and update clients?"_s);
        QVERIFY(status.problems().first().freePortHelps);
        program.listenProblem.clear();
        program.takenPort = 0;
        controls.setProgram(program);
        QVERIFY(status.problems().isEmpty());
    }
};

QTEST_GUILESS_MAIN(ListModelsTest)
#include "tst_listmodels.moc"
