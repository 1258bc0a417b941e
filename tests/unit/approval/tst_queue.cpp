// SPDX-License-Identifier: MIT
#include "approval/grantfile.h"
#include "approval/queue.h"
#include "fakeclock.h"
#include "records.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::approval;
using namespace std::chrono_literals;
using records::record;
using records::submission;

namespace {

const Answer allowOnce{.allow = true};
const Answer allowSession{.allow = true, .scope = Scope::ThisSession};

// A report in which just these rules were found.
FindingReport reportOf(const QStringList &rules)
{
    FindingReport report;
    report.state = FindingReport::State::Complete;
    for (const QString &rule : rules)
        report.findings.append({.rule = rule, .excerpt = {}, .arguments = {}});
    return report;
}

// A queue with its clock.
struct Desk
{
    FakeClock clock;
    Queue queue;

    explicit Desk(const QueueOptions &options = {})
        : queue(clock, options)
    {
    }

    QFuture<Outcome> ask(qint64 run, const ApprovalRecord &of = record())
    {
        return queue.submit(submission(run, of));
    }
    Result<> answer(qint64 run, const Answer &answer)
    {
        const auto request = queue.request(RunId(run));
        return queue.answer(RunId(run), request ? request->digest : QString(), answer);
    }
    QList<qint64> shown() const
    {
        QList<qint64> runs;
        for (const PendingRequest &request : queue.requests())
            runs.append(request.run.number());
        return runs;
    }
    PendingRequest request(qint64 run) const { return queue.request(RunId(run)).value(); }
};

} // namespace

#define COMPARE_OUTCOME(FUTURE, KIND, BY)                                                          \
    do {                                                                                           \
        const QFuture<Outcome> given = (FUTURE);                                                   \
        QVERIFY(given.isFinished());                                                               \
        QCOMPARE(given.resultCount(), 1);                                                          \
        QCOMPARE(toString(given.result().kind), toString(KIND));                                   \
        QCOMPARE(toString(given.result().by), toString(BY));                                       \
    } while (false)

class TestQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // Deciding
    void packagesOfARuleNeedNoQuestion();
    void packagesOfARuleAreNoReasonToAskAgain();
    void waitsForThePersonAndAllows();
    void deniesWithTheNoteOfThePerson();
    void deniesAndPausesTheClient();
    void refusesAnAnswerToAnotherRecord();
    void refusesASecondAnswer();
    void refusesANoteThatIsTooLong();
    void refusesSessionScopeWhereItWasNotOffered_data();
    void refusesSessionScopeWhereItWasNotOffered();
    void endsThePermissionsOfAClientThatIsToBeAskedEachTime();
    void allowsTheWholeRecordByItsDigest();
    void deniesAtOnceWhereNobodyCanBeAsked();
    void refusesToQueueWithoutEnd();
    // Time
    void expiresAfterItsTime();
    void neverExpiresWhenSetSo();
    void keepsWaitingAgainAndAgain();
    void ignoresAWallClockThatJumps();
    void letsNoLateAnswerThrough();
    void changesTheTimeOfLaterRequestsOnly();
    // Taken back, rebound
    void listsWhatTheClientTookBackUntilDismissed();
    void boundsWhatNobodyDismisses();
    void sendsALoosenedRecordBackToWaiting();
    void keepsClientSessionAndToolWhenRebound_data();
    void keepsClientSessionAndToolWhenRebound();
    void takesARunAgainAfterItsDecision();
    // Permissions
    void allowsTheSameReachByPermission();
    void asksOutsideThePermission_data();
    void asksOutsideThePermission();
    void allowsWhatWaitsAlreadyInOrder();
    void endsAPermissionAfterItsRuns();
    void keepsThePermissionOverARestart();
    void endsPermissions_data();
    void endsPermissions();
    void replacesANarrowerPermission();
    void coversReadWriteForOneSession();
    void codeThatMayRunMayAlsoWriteAndLoad();
    void aFileThatMayBeWrittenLetsNothingRun();
    void permitsTheClientInEverySession();
    void endsAPermissionByItsTime_data();
    void endsAPermissionByItsTime();
    void endsAPermissionWhenTheWallClockPassesIt();
    void permitsReadWriteForNoClient();
    void asksForANewKindOfNote();
    void waitsForTheCodeToBeReadBeforeAPermissionCounts();
    void permitsNothingAheadForCodeThatCannotBeRead();
    void asksAfterTwentyRunsWhetherToKeep();
    void permitsExactlyThisCode();
    void restoresWhatWasPermittedForGood();
    // Editing, folders
    void runsWhatThePersonMadeOfIt();
    void refusesEditsThatCannotRun_data();
    void refusesEditsThatCannotRun();
    void allowsOnlyTheEditThatWasRead();
    void holdsThePersonToTheirOwnRules();
    void givesAFolderInTheModeOfThePerson();
    // Comparing
    void comparesWithTheMostSimilarAllowedCode();
    // Rules and budget
    void refusesWhatTheRulesTake_data();
    void refusesWhatTheRulesTake();
    void keepsToTheRunsOfAMinute();
    void keepsToTheSecondsOfAnHour();
    void reviewsDoNotUseTheBudget();
    // Races: whatever comes first wins, and the other does nothing
    void expiryAgainstClick();
    void cancelAgainstApprove_data();
    void cancelAgainstApprove();
    void revokeAgainstRun();
    void twoWindows();
    // New here
    void saysWhatInTheCodeIsNewHere();
    void remembersTheEditedCodeAndNotTheAskedOne();
    void showsWhatIsNewHere();
    // Pause
    void holdsRequestsOfPausedClients();
    void stopsTheClockOfShownRequests();
    void appliesPermissionsWhenThePauseEnds();
    void takesBackHeldRequestsWithoutATrace();
    // Order
    void aChangedKeyDoesNotEndAPause();
    void tellsAfterItsStateIsWhole();
    void letsSlotsCallBack();
    void cancelsWhenDestroyed();
    void survivesADestructionFromASlot();
};

namespace {

const PackagePin ruled{u"rich"_s, u"14.3.3"_s, QString(64, u'a')};
const PackagePin other{u"evil"_s, u"1.0"_s, QString(64, u'b')};

QueueOptions withRule()
{
    QueueOptions options;
    options.isUnasked = [](const PackagePin &pin) { return pin == ruled; };
    return options;
}

ApprovalRecord installing(const QList<PackagePin> &pins)
{
    ApprovalRecord of = record();
    of.tool = u"install_packages"_s;
    of.code.clear();
    of.reach.packages = pins;
    return of;
}

} // namespace

void TestQueue::packagesOfARuleNeedNoQuestion()
{
    Desk desk(withRule());
    COMPARE_OUTCOME(desk.ask(1, installing({ruled})), DecisionKind::Allow, DecisionBy::Policy);
    const auto both = desk.ask(2, installing({ruled, other}));
    QVERIFY(!both.isFinished());
    QCOMPARE(desk.shown(), QList<qint64>{2});
    // The same name and version, but other bytes.
    PackagePin forged = ruled;
    forged.sha256 = QString(64, u'c');
    QVERIFY(!desk.ask(3, installing({forged})).isFinished());
}

void TestQueue::packagesOfARuleAreNoReasonToAskAgain()
{
    Desk desk(withRule());
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, {.allow = true, .scope = Scope::ThisSession}));
    QVERIFY(first.isFinished());
    ApprovalRecord more = record();
    more.reach.packages = {ruled};
    COMPARE_OUTCOME(desk.ask(2, more), DecisionKind::Allow, DecisionBy::Grant);
    more.reach.packages = {ruled, other};
    QVERIFY(!desk.ask(3, more).isFinished());
}

void TestQueue::waitsForThePersonAndAllows()
{
    Desk desk;
    QSignalSpy added(&desk.queue, &ApprovalDesk::requestAdded);
    QSignalSpy removed(&desk.queue, &ApprovalDesk::requestRemoved);
    const auto outcome = desk.ask(1, record("# 月次\nprint(1)"));
    QVERIFY(!outcome.isFinished());
    QCOMPARE(added.size(), 1);

    const PendingRequest request = desk.request(1);
    QCOMPARE(request.state, PendingRequest::State::Waiting);
    QCOMPARE(request.digest, record("# 月次\nprint(1)").digest());
    QCOMPARE(request.title, u"月次"_s);
    QCOMPARE(request.clientLabel, u"Claude Desktop"_s);
    QCOMPARE(request.expires, desk.clock.now().addSecs(300));
    QVERIFY(request.newHere);
    QVERIFY(request.sessionScopeOffered);
    QVERIFY(request.clientScopesOffered);

    QVERIFY(desk.answer(1, allowOnce));
    COMPARE_OUTCOME(outcome, DecisionKind::Allow, DecisionBy::Person);
    QVERIFY(outcome.result().scope == Scope::ThisRun);
    QVERIFY(desk.shown().isEmpty());
    QCOMPARE(removed.size(), 1);
    QVERIFY(desk.queue.grants().isEmpty());

    const auto again = desk.ask(2);
    QVERIFY2(!again.isFinished(), "nothing is remembered");
}

void TestQueue::deniesWithTheNoteOfThePerson()
{
    Desk desk;
    const auto outcome = desk.ask(1);
    QVERIFY(desk.answer(1, {.note = u"まず sales だけ読んでください"_s}));
    COMPARE_OUTCOME(outcome, DecisionKind::Deny, DecisionBy::Person);
    QCOMPARE(outcome.result().note, u"まず sales だけ読んでください"_s);
    QVERIFY(!desk.queue.isPaused(records::claude));
}

void TestQueue::deniesAndPausesTheClient()
{
    Desk desk;
    QSignalSpy paused(&desk.queue, &ApprovalDesk::pausedChanged);
    const auto outcome = desk.ask(1);
    QVERIFY(desk.answer(1, {.pauseClient = true}));
    COMPARE_OUTCOME(outcome, DecisionKind::Deny, DecisionBy::Person);
    QCOMPARE(paused.size(), 1);
    QVERIFY(desk.queue.isPaused(records::claude));
    QVERIFY(!desk.queue.isPaused(records::cline));
    const auto held = desk.ask(2);
    QVERIFY(!held.isFinished());
    QVERIFY(desk.shown().isEmpty());
    QCOMPARE(desk.queue.heldCount(), 1);
}

void TestQueue::refusesAnAnswerToAnotherRecord()
{
    Desk desk;
    const auto outcome = desk.ask(1);
    const auto result = desk.queue.answer(RunId(1), record("print(2)").digest(), allowOnce);
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::Conflict);
    QVERIFY(!outcome.isFinished());
    QVERIFY2(desk.answer(1, allowOnce), "the right digest is taken");
}

void TestQueue::refusesASecondAnswer()
{
    Desk desk;
    const auto outcome = desk.ask(1);
    const QString digest = desk.request(1).digest;
    QVERIFY(desk.answer(1, {}));
    const auto second = desk.queue.answer(RunId(1), digest, allowOnce);
    QVERIFY(!second);
    QVERIFY(second.error().code == ErrorCode::Conflict);
    COMPARE_OUTCOME(outcome, DecisionKind::Deny, DecisionBy::Person);
    QVERIFY(!desk.queue.answer(RunId(7), digest, allowOnce));
}

void TestQueue::refusesANoteThatIsTooLong()
{
    Desk desk;
    const auto outcome = desk.ask(1);
    const QString longest(limits::maxNoteChars, u'あ');
    const auto result = desk.answer(1, {.note = longest + u'x'});
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::InvalidArgument);
    QVERIFY(!outcome.isFinished());
    QVERIFY(desk.answer(1, {.note = longest}));
}

void TestQueue::refusesSessionScopeWhereItWasNotOffered_data()
{
    QTest::addColumn<bool>("onlyThisRun");
    QTest::addColumn<bool>("sessionIsPersons");
    QTest::addColumn<bool>("offered");
    QTest::addColumn<bool>("clientOnlyThisRun");
    QTest::newRow("control") << false << false << true << false;
    QTest::newRow("setting") << true << false << false << false;
    QTest::newRow("person's session") << false << true << false << false;
    QTest::newRow("a client that is asked each time") << false << false << false << true;
}

void TestQueue::refusesSessionScopeWhereItWasNotOffered()
{
    QFETCH(bool, onlyThisRun);
    QFETCH(bool, sessionIsPersons);
    QFETCH(bool, offered);
    QFETCH(bool, clientOnlyThisRun);
    Desk desk({.onlyThisRun = onlyThisRun});
    Submission asked = submission(1);
    desk.queue.setRules(asked.record.client, {.onlyThisRun = clientOnlyThisRun});
    asked.sessionIsPersons = sessionIsPersons;
    const auto outcome = desk.queue.submit(asked);
    QCOMPARE(desk.request(1).sessionScopeOffered, offered);
    QCOMPARE(desk.answer(1, allowSession).has_value(), offered);
    QCOMPARE(outcome.isFinished(), offered);
    QCOMPARE(desk.queue.grants().size(), offered ? 1 : 0);
}

void TestQueue::endsThePermissionsOfAClientThatIsToBeAskedEachTime()
{
    Desk desk;
    desk.ask(1);
    QVERIFY(desk.answer(1, allowSession));
    Submission other = submission(2);
    other.record.client = records::cline;
    const auto ofOther = desk.queue.submit(other);
    QVERIFY(desk.answer(2, allowSession));
    QCOMPARE(desk.queue.grants().size(), 2);
    QSignalSpy revoked(&desk.queue, &Queue::grantRevoked);
    desk.queue.setRules(records::claude, {.onlyThisRun = true});
    QCOMPARE(revoked.size(), 1);
    QCOMPARE(desk.queue.grants().size(), 1);
    QCOMPARE(desk.queue.grants().first().client, records::cline);
    QVERIFY(!desk.ask(3).isFinished());
    QVERIFY(!desk.queue.allowAlways(record("x = 1"), u"Claude"_s));
    QCOMPARE(desk.queue.grants().size(), 1);
    // A request that is on the screen offers again what the client may be offered again.
    QVERIFY(!desk.request(3).sessionScopeOffered);
    QSignalSpy changed(&desk.queue, &ApprovalDesk::requestChanged);
    desk.queue.setRules(records::claude, {});
    QCOMPARE(changed.size(), 1);
    QVERIFY(desk.request(3).sessionScopeOffered);
}

void TestQueue::allowsTheWholeRecordByItsDigest()
{
    Desk desk;
    const auto outcome = desk.ask(1, record("x = 1"));
    QVERIFY(desk.answer(1, allowOnce));
    QCOMPARE(outcome.result().digest, record("x = 1").digest());
    QCOMPARE(outcome.result().toEvent().digest, record("x = 1").digest());
}

void TestQueue::deniesAtOnceWhereNobodyCanBeAsked()
{
    Desk desk({.headless = true});
    const auto outcome = desk.ask(1);
    COMPARE_OUTCOME(outcome, DecisionKind::Deny, DecisionBy::Policy);
    QVERIFY(outcome.result().note.contains(u"nobody can be asked here"_s));

    Desk allows({.mode = Mode::Allow, .headless = true});
    COMPARE_OUTCOME(allows.ask(1), DecisionKind::Allow, DecisionBy::Policy);
}

void TestQueue::refusesToQueueWithoutEnd()
{
    Desk desk;
    QList<QFuture<Outcome>> waiting;
    for (int run = 1; run <= limits::maxWaitingRequestsPerClient; ++run)
        waiting.append(desk.ask(run));
    QVERIFY(!waiting.last().isFinished());
    COMPARE_OUTCOME(desk.ask(1000), DecisionKind::Deny, DecisionBy::Policy);
    ApprovalRecord another = record();
    another.client = records::cline;
    QVERIFY2(!desk.ask(1001, another).isFinished(), "one client does not shut out another");
}

void TestQueue::expiresAfterItsTime()
{
    Desk desk;
    QSignalSpy changed(&desk.queue, &ApprovalDesk::requestChanged);
    const auto outcome = desk.ask(1);
    desk.clock.advance(5min - 1ms);
    QVERIFY(!outcome.isFinished());
    desk.clock.advance(1ms);
    COMPARE_OUTCOME(outcome, DecisionKind::Expire, DecisionBy::Clock);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(desk.request(1).state, PendingRequest::State::Expired);
    QVERIFY(!desk.answer(1, allowOnce));
    QVERIFY(!desk.queue.keepWaiting(RunId(1)));
    desk.queue.dismiss(RunId(1));
    QVERIFY(desk.shown().isEmpty());
}

void TestQueue::neverExpiresWhenSetSo()
{
    Desk desk({.approvalTime = std::nullopt});
    const auto outcome = desk.ask(1);
    QVERIFY(!desk.request(1).expires.isValid());
    QVERIFY(!desk.queue.expiryFromNow().isValid());
    desk.clock.advance(24h * 365);
    QVERIFY(!outcome.isFinished());
    QVERIFY(desk.queue.keepWaiting(RunId(1)));
    QVERIFY(desk.answer(1, allowOnce));
}

void TestQueue::keepsWaitingAgainAndAgain()
{
    Desk desk;
    const auto outcome = desk.ask(1);
    QVERIFY(desk.queue.keepWaiting(RunId(1)));
    QVERIFY(desk.queue.keepWaiting(RunId(1)));
    QCOMPARE(desk.request(1).expires, desk.clock.now().addSecs(25 * 60));
    desk.clock.advance(25min - 1ms);
    QVERIFY(!outcome.isFinished());
    desk.clock.advance(1ms);
    COMPARE_OUTCOME(outcome, DecisionKind::Expire, DecisionBy::Clock);
}

void TestQueue::ignoresAWallClockThatJumps()
{
    Desk desk;
    const auto outcome = desk.ask(1);
    desk.clock.jump(48h);
    desk.clock.advance(1min);
    QVERIFY(!outcome.isFinished());
    QCOMPARE(desk.request(1).expires, desk.clock.now().addSecs(240));
    desk.clock.jump(-96h);
    desk.clock.advance(4min - 1ms);
    QVERIFY(!outcome.isFinished());
    desk.clock.advance(1ms);
    COMPARE_OUTCOME(outcome, DecisionKind::Expire, DecisionBy::Clock);
}

// A clock whose timers come late, as they do when the computer is busy or was asleep.
class LateClock final : public FakeClock
{
public:
    std::chrono::milliseconds late{0};
    std::chrono::milliseconds monotonic() const override { return FakeClock::monotonic() + late; }
};

void TestQueue::letsNoLateAnswerThrough()
{
    LateClock clock;
    Queue queue(clock);
    const auto outcome = queue.submit(submission(1));
    const QString digest = queue.request(RunId(1))->digest;
    clock.late = 5min;
    QCOMPARE(queue.request(RunId(1))->state, PendingRequest::State::Waiting);
    const auto result = queue.answer(RunId(1), digest, allowOnce);
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::Conflict);
    COMPARE_OUTCOME(outcome, DecisionKind::Expire, DecisionBy::Clock);
}

void TestQueue::changesTheTimeOfLaterRequestsOnly()
{
    Desk desk;
    const auto first = desk.ask(1);
    desk.queue.setApprovalTime(1min);
    const auto second = desk.ask(2);
    QCOMPARE(desk.queue.expiryFromNow(), desk.clock.now().addSecs(60));
    desk.clock.advance(1min);
    QVERIFY(!first.isFinished());
    COMPARE_OUTCOME(second, DecisionKind::Expire, DecisionBy::Clock);
}

void TestQueue::listsWhatTheClientTookBackUntilDismissed()
{
    Desk desk;
    const auto outcome = desk.ask(1);
    desk.queue.dismiss(RunId(1));
    QCOMPARE(desk.shown(), QList<qint64>{1}); // only a request that no longer waits
    desk.queue.withdraw(RunId(1), u"notifications/cancelled"_s);
    COMPARE_OUTCOME(outcome, DecisionKind::TakeBack, DecisionBy::Client);
    QCOMPARE(outcome.result().note, u"notifications/cancelled"_s);
    QCOMPARE(desk.request(1).state, PendingRequest::State::TakenBack);
    QVERIFY(!desk.request(1).expires.isValid());
    QVERIFY(!desk.answer(1, allowOnce));
    desk.clock.advance(1h);
    QCOMPARE(desk.request(1).state, PendingRequest::State::TakenBack);
    desk.queue.dismiss(RunId(1));
    QVERIFY(desk.shown().isEmpty());
    desk.queue.withdraw(RunId(1));
}

void TestQueue::boundsWhatNobodyDismisses()
{
    Desk desk;
    for (int run = 1; run <= limits::maxUnansweredListed + 5; ++run) {
        const auto outcome = desk.ask(run);
        desk.queue.withdraw(RunId(run));
    }
    QCOMPARE(desk.shown().size(), limits::maxUnansweredListed);
    QCOMPARE(desk.shown().first(), 6);
}

void TestQueue::sendsALoosenedRecordBackToWaiting()
{
    Desk desk;
    QSignalSpy changed(&desk.queue, &ApprovalDesk::requestChanged);
    const auto outcome = desk.ask(1);
    const QString before = desk.request(1).digest;
    ApprovalRecord loosened = record();
    loosened.reach.mounts[0].mode = MountMode::ReadWrite;
    QVERIFY(desk.queue.rebind(RunId(1), loosened));
    QCOMPARE(changed.size(), 1);
    QVERIFY(!desk.queue.answer(RunId(1), before, allowOnce));
    QVERIFY(!outcome.isFinished());
    QCOMPARE(desk.request(1).digest, loosened.digest());
    QVERIFY(desk.answer(1, allowOnce));
    QCOMPARE(outcome.result().digest, loosened.digest());
    QVERIFY(desk.queue.rebind(RunId(1), record()).error().code == ErrorCode::NotFound);
}

void TestQueue::keepsClientSessionAndToolWhenRebound_data()
{
    QTest::addColumn<ApprovalRecord>("changed");
    QTest::addColumn<bool>("accepted");
    ApprovalRecord changed = record();
    changed.session.epoch = 2;
    QTest::newRow("epoch (control)") << changed << true;
    changed = record();
    changed.client = records::cline;
    QTest::newRow("client") << changed << false;
    changed = record();
    changed.session.id = records::other;
    QTest::newRow("session") << changed << false;
    changed = record();
    changed.tool = u"write_file"_s;
    QTest::newRow("tool") << changed << false;
}

void TestQueue::keepsClientSessionAndToolWhenRebound()
{
    QFETCH(ApprovalRecord, changed);
    QFETCH(bool, accepted);
    Desk desk;
    const auto outcome = desk.ask(1);
    QCOMPARE(desk.queue.rebind(RunId(1), changed).has_value(), accepted);
    QCOMPARE(desk.request(1).digest, (accepted ? changed : record()).digest());
}

void TestQueue::takesARunAgainAfterItsDecision()
{
    Desk desk;
    const auto first = desk.ask(1);
    const auto twice = desk.ask(1);
    COMPARE_OUTCOME(twice, DecisionKind::Deny, DecisionBy::Policy);
    QVERIFY(!first.isFinished());
    QVERIFY(desk.answer(1, allowOnce));
    const auto second = desk.ask(1);
    QVERIFY(!second.isFinished());
    QVERIFY(desk.answer(1, {}));
    COMPARE_OUTCOME(second, DecisionKind::Deny, DecisionBy::Person);
}

void TestQueue::allowsTheSameReachByPermission()
{
    Desk desk;
    QSignalSpy grants(&desk.queue, &ApprovalDesk::grantsChanged);
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, allowSession));
    QVERIFY(first.result().scope == Scope::ThisSession);
    QCOMPARE(grants.size(), 1);
    QCOMPARE(desk.queue.grants().size(), 1);
    QCOMPARE(desk.queue.grants().first().reach, record().reach);

    desk.clock.advance(1min);
    const auto second = desk.ask(2, record("something_else()"));
    COMPARE_OUTCOME(second, DecisionKind::Allow, DecisionBy::Grant);
    QCOMPARE(second.result().grant, desk.queue.grants().first().id);
    QCOMPARE(desk.queue.grants().first().used, 1);
    QCOMPARE(desk.queue.grants().first().lastUsed, desk.clock.now());
    ApprovalRecord stricter = record();
    stricter.reach.mounts.removeFirst();
    stricter.reach.mounts[0].mode = MountMode::ReadOnly;
    COMPARE_OUTCOME(desk.ask(3, stricter), DecisionKind::Allow, DecisionBy::Grant);
}

void TestQueue::asksOutsideThePermission_data()
{
    QTest::addColumn<ApprovalRecord>("asked");
    QTest::addColumn<QString>("why");

    ApprovalRecord asked = record();
    asked.reach.mounts.append(records::mount(u"hr"_s, MountMode::ReadOnly));
    QTest::newRow("another folder") << asked << u"asks for another folder: hr"_s;
    asked = record();
    asked.reach.mounts[0].hostPath = u"/srv/elsewhere"_s;
    QTest::newRow("another folder, same name") << asked << u"asks for another folder: sales"_s;
    asked = record();
    asked.reach.mounts[0].mode = MountMode::Staged;
    QTest::newRow("staged") << asked << u"asks to write to sales"_s;
    asked = record();
    asked.reach.mounts[1].mode = MountMode::ReadWrite;
    QTest::newRow("read-write") << asked << u"asks to write to reports at once"_s;
    asked = record();
    asked.reach.packages.append({u"rich"_s, u"14.0"_s, u"bb"_s});
    QTest::newRow("another package") << asked << u"asks for another package: rich 14.0"_s;
    asked = record();
    asked.reach.packages[0].sha256 = u"cc"_s;
    QTest::newRow("another file of a package") << asked << u"asks for another package: tqdm 4.67"_s;
    asked = record();
    asked.reach.limits.timeout = 120s;
    QTest::newRow("more time") << asked << u"asks for more time: 120 s, was 60 s"_s;
    asked = record();
    asked.reach.limits.heapBytes = 2 * limits::GiB;
    QTest::newRow("more memory") << asked << u"asks for more memory: 2048 MB, was 1024 MB"_s;
    asked = record();
    asked.client = records::cline;
    QTest::newRow("another client") << asked << QString();
    asked = record();
    asked.session.id = records::other;
    QTest::newRow("another session") << asked << QString();
    asked = record();
    asked.tool = u"run_code"_s;
    asked.runtime = u"ruby"_s;
    QTest::newRow("another language") << asked << QString();
    asked = record();
    asked.tool = u"use_folder"_s;
    QTest::newRow("a folder") << asked << QString();
    asked = record();
    asked.tool = u"launch_missiles"_s;
    QTest::newRow("a tool that nobody knows") << asked << QString();
}

void TestQueue::asksOutsideThePermission()
{
    QFETCH(ApprovalRecord, asked);
    QFETCH(QString, why);
    Desk desk;
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, allowSession));
    const auto outcome = desk.ask(2, asked);
    QVERIFY(!outcome.isFinished());
    QCOMPARE(desk.request(2).outsideGrant, why);
    QVERIFY2(desk.ask(3).isFinished(), "the permission itself still counts");
}

void TestQueue::allowsWhatWaitsAlreadyInOrder()
{
    Desk desk;
    ApprovalRecord more = record();
    more.reach.limits.timeout = 600s;
    QList<int> order;
    const auto first = desk.ask(1);
    auto second = desk.ask(2);
    const auto outside = desk.ask(3, more);
    auto fourth = desk.ask(4);
    auto mark = [&order](int run) { return [&order, run](const Outcome &) { order << run; }; };
    const auto marks = {QFuture<Outcome>(first).then(this, mark(1)), second.then(this, mark(2)),
                        fourth.then(this, mark(4))};
    Q_UNUSED(marks);
    QVERIFY(desk.answer(1, allowSession));
    QCOMPARE(desk.shown(), QList<qint64>{3});
    QVERIFY(!outside.isFinished());
    COMPARE_OUTCOME(second, DecisionKind::Allow, DecisionBy::Grant);
    COMPARE_OUTCOME(fourth, DecisionKind::Allow, DecisionBy::Grant);
    QTRY_COMPARE(order, (QList<int>{1, 2, 4}));
    QCOMPARE(desk.queue.grants().first().used, 2);
    QCOMPARE(desk.request(3).outsideGrant, u"asks for more time: 600 s, was 60 s"_s);
}

void TestQueue::endsAPermissionAfterItsRuns()
{
    Desk desk;
    QSignalSpy revoked(&desk.queue, &Queue::grantRevoked);
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, allowSession));
    for (int run = 2; run < 2 + limits::grantMaxRuns; ++run)
        COMPARE_OUTCOME(desk.ask(run), DecisionKind::Allow, DecisionBy::Grant);
    QVERIFY(desk.queue.grants().isEmpty());
    QVERIFY(!desk.ask(1000).isFinished());
    QCOMPARE(revoked.size(), 0);
}

void TestQueue::keepsThePermissionOverARestart()
{
    Desk desk;
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, allowSession));
    ApprovalRecord restarted = record();
    restarted.session.epoch = 2;
    COMPARE_OUTCOME(desk.ask(2, restarted), DecisionKind::Allow, DecisionBy::Grant);
}

void TestQueue::endsPermissions_data()
{
    using Act = std::function<void(Queue &)>;
    QTest::addColumn<Act>("act");
    QTest::addColumn<bool>("ends");
    QTest::newRow("revoke") << Act([](Queue &q) { q.revoke(q.grants().first().id); }) << true;
    QTest::newRow("revoke another (control)") << Act([](Queue &q) { q.revoke(99); }) << false;
    QTest::newRow("revoke all") << Act([](Queue &q) { q.revokeAll(); }) << true;
    QTest::newRow("session closed") << Act([](Queue &q) { q.sessionClosed(records::etl); }) << true;
    QTest::newRow("other session closed (control)")
        << Act([](Queue &q) { q.sessionClosed(records::other); }) << false;
    QTest::newRow("key revoked") << Act([](Queue &q) { q.clientRevoked(records::claude); }) << true;
    QTest::newRow("other key revoked (control)")
        << Act([](Queue &q) { q.clientRevoked(records::cline); }) << false;
    QTest::newRow("mount loosened") << Act([](Queue &q) { q.mountLoosened(u"sales"_s); }) << true;
    QTest::newRow("other mount loosened (control)")
        << Act([](Queue &q) { q.mountLoosened(u"hr"_s); }) << false;
}

void TestQueue::endsPermissions()
{
    QFETCH(std::function<void(Queue &)>, act);
    QFETCH(bool, ends);
    Desk desk;
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, allowSession));
    QSignalSpy revoked(&desk.queue, &Queue::grantRevoked);
    act(desk.queue);
    QCOMPARE(desk.queue.grants().isEmpty(), ends);
    QCOMPARE(revoked.size(), ends ? 1 : 0);
    QCOMPARE(desk.ask(2).isFinished(), !ends);
}

void TestQueue::replacesANarrowerPermission()
{
    Desk desk;
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, allowSession));
    ApprovalRecord wider = record();
    wider.reach.limits.timeout = 600s;
    const auto second = desk.ask(2, wider);
    QVERIFY(desk.answer(2, allowSession));
    QCOMPARE(desk.queue.grants().size(), 1);
    QCOMPARE(desk.queue.grants().first().reach.limits.timeout, 600s);
}

void TestQueue::coversReadWriteForOneSession()
{
    Desk desk;
    ApprovalRecord writes = record();
    writes.reach.mounts[0].mode = MountMode::ReadWrite;
    const auto first = desk.ask(1, writes);
    QVERIFY(desk.answer(1, allowSession));
    COMPARE_OUTCOME(desk.ask(2, writes), DecisionKind::Allow, DecisionBy::Grant);
    writes.session.id = records::other;
    QVERIFY(!desk.ask(3, writes).isFinished());
}

void TestQueue::codeThatMayRunMayAlsoWriteAndLoad()
{
    Desk desk;
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, allowSession));
    ApprovalRecord file = record("text");
    file.tool = u"write_file"_s;
    file.path = u"/mnt/reports/a.txt"_s;
    file.reach.mounts = {records::mount(u"reports"_s, MountMode::Staged)};
    COMPARE_OUTCOME(desk.ask(2, file), DecisionKind::Allow, DecisionBy::Grant);
    ApprovalRecord install = record({});
    install.tool = u"install_packages"_s;
    install.reach.mounts.clear();
    COMPARE_OUTCOME(desk.ask(3, install), DecisionKind::Allow, DecisionBy::Grant);
    install.reach.packages.append({u"rich"_s, u"14.0"_s, u"bb"_s});
    QVERIFY2(!desk.ask(4, install).isFinished(), "another package");
}

void TestQueue::aFileThatMayBeWrittenLetsNothingRun()
{
    Desk desk;
    ApprovalRecord file = record("text");
    file.tool = u"write_file"_s;
    const auto first = desk.ask(1, file);
    QVERIFY(desk.answer(1, allowSession));
    COMPARE_OUTCOME(desk.ask(2, file), DecisionKind::Allow, DecisionBy::Grant);
    QVERIFY(!desk.ask(3).isFinished());
}

void TestQueue::permitsTheClientInEverySession()
{
    Desk desk;
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, {.allow = true, .scope = Scope::ClientUntilQuit}));
    ApprovalRecord elsewhere = record();
    elsewhere.session.id = records::other;
    const auto second = desk.ask(2, elsewhere);
    COMPARE_OUTCOME(second, DecisionKind::Allow, DecisionBy::Grant);
    QVERIFY(second.result().scope == Scope::ClientUntilQuit);
    desk.queue.sessionClosed(records::etl);
    QCOMPARE(desk.queue.grants().size(), 1);
    elsewhere.client = records::cline;
    QVERIFY2(!desk.ask(3, elsewhere).isFinished(), "it is not another client's");
    desk.queue.clientRevoked(records::claude);
    QVERIFY(desk.queue.grants().isEmpty());
}

void TestQueue::endsAPermissionByItsTime_data()
{
    QTest::addColumn<Scope>("scope");
    QTest::addColumn<std::chrono::minutes>("time");
    QTest::newRow("half an hour") << Scope::ClientHalfHour << std::chrono::minutes(30);
    QTest::newRow("two hours") << Scope::ClientTwoHours << std::chrono::minutes(120);
}

void TestQueue::endsAPermissionByItsTime()
{
    QFETCH(Scope, scope);
    QFETCH(std::chrono::minutes, time);
    Desk desk;
    QSignalSpy revoked(&desk.queue, &Queue::grantRevoked);
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, {.allow = true, .scope = scope}));
    QCOMPARE(desk.queue.grants().first().until, desk.clock.now().addDuration(time));
    desk.clock.advance(time - 1s);
    COMPARE_OUTCOME(desk.ask(2), DecisionKind::Allow, DecisionBy::Grant);
    QCOMPARE(revoked.size(), 0);
    desk.clock.advance(1s);
    QCOMPARE(revoked.size(), 1);
    QVERIFY(desk.queue.grants().isEmpty());
    QVERIFY(!desk.ask(3).isFinished());
}

// A computer that slept: its monotonic clock stood still.
void TestQueue::endsAPermissionWhenTheWallClockPassesIt()
{
    Desk desk;
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, {.allow = true, .scope = Scope::ClientHalfHour}));
    desk.clock.jump(-2h);
    desk.clock.advance(29min);
    COMPARE_OUTCOME(desk.ask(2), DecisionKind::Allow, DecisionBy::Grant);
    desk.clock.jump(3h);
    QVERIFY(!desk.ask(3).isFinished());
    QVERIFY(desk.queue.grants().isEmpty());
}

void TestQueue::permitsReadWriteForNoClient()
{
    Desk desk;
    ApprovalRecord writes = record();
    writes.reach.mounts[0].mode = MountMode::ReadWrite;
    const auto first = desk.ask(1, writes);
    QVERIFY(desk.request(1).sessionScopeOffered);
    QVERIFY(!desk.request(1).clientScopesOffered);
    QVERIFY(!desk.answer(1, {.allow = true, .scope = Scope::ClientHalfHour}));
    QVERIFY(!first.isFinished());
    QVERIFY(!desk.queue.allowAlways(writes, u"Claude"_s));
    QVERIFY(desk.queue.grants().isEmpty());
}

void TestQueue::asksForANewKindOfNote()
{
    Desk desk;
    Submission noted = submission(1);
    noted.findings = reportOf({u"network_use"_s});
    const auto first = desk.queue.submit(noted);
    QVERIFY(desk.answer(1, allowSession));
    QCOMPARE(desk.queue.grants().first().kindsOfNotes, QStringList{u"network_use"_s});
    noted.run = RunId(2);
    COMPARE_OUTCOME(desk.queue.submit(noted), DecisionKind::Allow, DecisionBy::Grant);
    noted.run = RunId(3);
    noted.findings = reportOf({u"network_use"_s, u"ctypes"_s});
    QVERIFY(!desk.queue.submit(noted).isFinished());
    QCOMPARE(desk.request(3).outsideGrant, u"its code has a new kind of note"_s);
}

void TestQueue::waitsForTheCodeToBeReadBeforeAPermissionCounts()
{
    Desk desk;
    Submission read = submission(1);
    read.findings = reportOf({});
    const auto first = desk.queue.submit(read);
    QVERIFY(desk.answer(1, allowSession));
    Submission pending = submission(2);
    pending.findings.state = FindingReport::State::Pending;
    const auto covered = desk.queue.submit(pending);
    QVERIFY(!covered.isFinished());
    QVERIFY2(desk.shown().isEmpty(), "nobody is asked what need not be asked");
    desk.queue.setFindings(RunId(2), reportOf({}));
    COMPARE_OUTCOME(covered, DecisionKind::Allow, DecisionBy::Grant);

    pending.run = RunId(3);
    const auto outside = desk.queue.submit(pending);
    desk.queue.setFindings(RunId(3), reportOf({u"ctypes"_s}));
    QVERIFY(!outside.isFinished());
    QCOMPARE(desk.shown(), QList<qint64>{3});
}

void TestQueue::permitsNothingAheadForCodeThatCannotBeRead()
{
    Desk desk;
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, allowSession));
    Submission unread = submission(2);
    unread.findings = FindingReport::unavailable(u"It is gone."_s);
    const auto outcome = desk.queue.submit(unread);
    QVERIFY(!outcome.isFinished());
    QVERIFY(!desk.request(2).sessionScopeOffered);
    QVERIFY(!desk.request(2).clientScopesOffered);
    QVERIFY(!desk.answer(2, allowSession));
    QVERIFY(desk.answer(2, allowOnce));
}

void TestQueue::asksAfterTwentyRunsWhetherToKeep()
{
    Desk desk;
    QSignalSpy review(&desk.queue, &ApprovalDesk::grantToReview);
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, allowSession));
    for (int run = 2; run < 2 + limits::grantMaxRuns; ++run) {
        (void)desk.ask(run);
        QCOMPARE(review.size(), run - 1 >= limits::grantReviewRuns ? 1 : 0);
    }
}

void TestQueue::permitsExactlyThisCode()
{
    Desk desk;
    QSignalSpy lasting(&desk.queue, &Queue::lastingGrantsChanged);
    QVERIFY(desk.queue.allowAlways(record(), u"Claude"_s));
    QCOMPARE(lasting.size(), 1);
    ApprovalRecord again = record();
    again.session = {records::other, 7};
    again.sessionName = u"another"_s;
    for (int run = 1; run <= limits::grantMaxRuns + 1; ++run)
        COMPARE_OUTCOME(desk.ask(run, again), DecisionKind::Allow, DecisionBy::Grant);
    auto differs = [&desk, run = 1000](const ApprovalRecord &asked) mutable {
        return !desk.ask(++run, asked).isFinished();
    };
    QVERIFY(differs(record("print(2)")));
    ApprovalRecord other = record();
    other.standardInput = "x";
    QVERIFY(differs(other));
    other = record();
    other.variables = {{u"A"_s, u"1"_s}};
    QVERIFY(differs(other));
    other = record();
    other.reach.limits.timeout = 600s;
    QVERIFY(differs(other));
    other = record();
    other.client = records::cline;
    QVERIFY(differs(other));
    desk.queue.clientRevoked(records::claude);
    QVERIFY(desk.queue.grants().isEmpty());
}

void TestQueue::restoresWhatWasPermittedForGood()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(u"permissions.json"_s);
    QCOMPARE(readGrants(file)->size(), 0);
    {
        Desk desk;
        QVERIFY(desk.queue.allowAlways(record(), u"Claude"_s));
        const auto once = desk.ask(1, record("print(2)"));
        QVERIFY(desk.answer(1, allowSession));
        (void)desk.ask(2);
        QVERIFY(writeGrants(file, desk.queue.grants()));
    }
    Desk desk;
    const auto grants = readGrants(file);
    QVERIFY(grants);
    QCOMPARE(grants->size(), 1);
    QCOMPARE(grants->first().used, 1);
    desk.queue.restoreGrant(grants->first());
    COMPARE_OUTCOME(desk.ask(3), DecisionKind::Allow, DecisionBy::Grant);
    QVERIFY2(!desk.ask(4, record("print(2)")).isFinished(), "that of the session is gone");

    QFile damaged(file);
    QVERIFY(damaged.open(QIODevice::ReadWrite));
    QByteArray bytes = damaged.readAll();
    bytes.replace("\"digest\": \"", "\"digest\": \"0");
    QVERIFY(damaged.seek(0) && damaged.write(bytes) == bytes.size());
    damaged.close();
    QVERIFY(!readGrants(file));
}

void TestQueue::runsWhatThePersonMadeOfIt()
{
    Desk desk;
    const auto outcome = desk.ask(1);
    Answer edited = allowOnce;
    edited.code = "print(2)";
    QVERIFY(desk.answer(1, edited));
    COMPARE_OUTCOME(outcome, DecisionKind::Allow, DecisionBy::Person);
    QCOMPARE(outcome.result().code, std::optional<QByteArray>("print(2)"));
    const ApprovalRecord decided = outcome.result().applyTo(record());
    QCOMPARE(decided.code, "print(2)");
    QCOMPARE(outcome.result().digest, decided.digest());
    QVERIFY(outcome.result().digest != record().digest());

    const auto same = desk.ask(2);
    edited.code = record().code;
    QVERIFY(desk.answer(2, edited));
    QVERIFY2(!same.result().code, "nothing was changed");
}

void TestQueue::refusesEditsThatCannotRun_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<Scope>("scope");
    QTest::addColumn<bool>("taken");
    const QString python = u"run_python"_s;
    QTest::newRow("control") << python << QByteArray("print(2)") << Scope::ThisRun << true;
    QTest::newRow("for later runs too") << python << QByteArray("x") << Scope::ThisSession << false;
    QTest::newRow("a file") << u"write_file"_s << QByteArray("x") << Scope::ThisRun << false;
    QTest::newRow("NUL") << python << QByteArray("a\0b", 3) << Scope::ThisRun << false;
    QTest::newRow("no UTF-8") << python << QByteArray("\xff") << Scope::ThisRun << false;
    QTest::newRow("too long") << python << QByteArray(limits::maxCodeBytes + 1, ' ')
                              << Scope::ThisRun << false;
}

void TestQueue::refusesEditsThatCannotRun()
{
    QFETCH(QString, tool);
    QFETCH(QByteArray, code);
    QFETCH(Scope, scope);
    QFETCH(bool, taken);
    Desk desk;
    ApprovalRecord asked = record();
    asked.tool = tool;
    const auto outcome = desk.ask(1, asked);
    QCOMPARE(bool(desk.answer(1, {.allow = true, .scope = scope, .code = code})), taken);
    QCOMPARE(outcome.isFinished(), taken);
}

void TestQueue::allowsOnlyTheEditThatWasRead()
{
    Desk desk;
    QList<QByteArray> asked;
    QPromise<FindingReport> reading;
    desk.queue.setReader([&](RunId, const ApprovalRecord &of) {
        asked.append(of.code);
        reading = QPromise<FindingReport>();
        reading.start();
        return reading.future();
    });
    Submission submitted = submission(1, record());
    submitted.findings = reportOf({});
    const auto outcome = desk.queue.submit(submitted);
    const QString digest = desk.request(1).digest;
    Answer edited = allowOnce;
    edited.code = "eval('2')";
    QVERIFY2(!desk.answer(1, edited), "nobody has read it");

    const auto read = desk.queue.readEdited(RunId(1), digest, *edited.code);
    QCOMPARE(asked, QList<QByteArray>{"eval('2')"});
    QVERIFY2(!desk.answer(1, edited), "it is being read");
    reading.addResult(reportOf({u"run-text"_s}));
    reading.finish();
    QTRY_VERIFY(read.isFinished());
    QCOMPARE(read.result().value().findings.first().rule, u"run-text"_s);

    Answer other = edited;
    other.code = "eval('3')";
    QVERIFY2(!desk.answer(1, other), "another code than was read");
    const auto again = desk.queue.readEdited(RunId(1), digest, *other.code);
    QVERIFY2(!desk.answer(1, edited), "the person went on typing");
    reading.addResult(reportOf({u"run-text"_s, u"network"_s}));
    reading.finish();
    QTRY_VERIFY(again.isFinished());
    QVERIFY(desk.answer(1, other));
    COMPARE_OUTCOME(outcome, DecisionKind::Allow, DecisionBy::Person);
    QCOMPARE(outcome.result().code, other.code);
    QCOMPARE(outcome.result().findings->findings.size(), 2);

    QVERIFY2(!desk.queue.readEdited(RunId(1), digest, "1").result(), "it waits no more");
}

void TestQueue::holdsThePersonToTheirOwnRules()
{
    Desk desk({.rules = [](const ClientId &) {
        return RuleSwitches{{FindingGroup::Network, RuleAction::Refuse}};
    }});
    desk.queue.setReader([](RunId, const ApprovalRecord &of) {
        return QtFuture::makeReadyValueFuture(
            reportOf(of.code.contains("net") ? QStringList{u"network"_s} : QStringList()));
    });
    Submission submitted = submission(1, record());
    submitted.findings = reportOf({});
    const auto outcome = desk.queue.submit(submitted);
    Answer edited = allowOnce;
    edited.code = "net()";
    (void)desk.queue.readEdited(RunId(1), desk.request(1).digest, *edited.code);
    const auto refused = desk.answer(1, edited);
    QVERIFY(!refused);
    QVERIFY(refused.error().code == ErrorCode::Denied);
    edited.code = "1";
    (void)desk.queue.readEdited(RunId(1), desk.request(1).digest, *edited.code);
    QVERIFY(desk.answer(1, edited));
    QVERIFY(outcome.isFinished());
}

void TestQueue::givesAFolderInTheModeOfThePerson()
{
    Desk desk;
    ApprovalRecord folder = record({});
    folder.tool = folderRequestTool.toString();
    folder.reach.mounts = {records::mount(u"data"_s, MountMode::ReadWrite)};
    const auto outcome = desk.ask(1, folder);
    QVERIFY(!desk.request(1).sessionScopeOffered);
    QVERIFY(!desk.answer(1, {.allow = true, .scope = Scope::ThisSession}));
    QVERIFY(desk.answer(1, {.allow = true, .mode = MountMode::ReadOnly}));
    const ApprovalRecord given = outcome.result().applyTo(folder);
    QVERIFY(given.reach.mounts.first().mode == MountMode::ReadOnly);
    QCOMPARE(outcome.result().digest, given.digest());
    const auto run = desk.ask(2);
    QVERIFY(!desk.answer(2, {.allow = true, .mode = MountMode::ReadOnly}));
}

void TestQueue::comparesWithTheMostSimilarAllowedCode()
{
    Desk desk;
    const auto allow = [&desk](qint64 run, const QByteArray &code) {
        (void)desk.ask(run, record(code));
        QVERIFY(desk.answer(run, allowOnce));
    };
    QVERIFY(desk.ask(1, record("a\nb\nc\nd\n")).isRunning());
    QVERIFY(!desk.request(1).earlier);
    QVERIFY(desk.answer(1, {})); // denied: never compared with
    allow(2, "x\ny\n");
    allow(3, "a\nb\nc\nD\n");
    const auto retry = desk.ask(4, record("a\nb\nc\nd\n"));
    QCOMPARE(desk.request(4).earlier->run, RunId(3));
    QCOMPARE(desk.request(4).earlier->code, "a\nb\nc\nD\n");
    const auto unlike = desk.ask(5, record("q\n"));
    QVERIFY(!desk.request(5).earlier);
    ApprovalRecord elsewhere = record("a\nb\nc\nd\n");
    elsewhere.session.id = records::other;
    const auto other = desk.ask(6, elsewhere);
    QVERIFY(!desk.request(6).earlier);
}

void TestQueue::refusesWhatTheRulesTake_data()
{
    QTest::addColumn<ClientRules>("rules");
    QTest::addColumn<QString>("why");
    QTest::newRow("none (control)") << ClientRules() << QString();
    QTest::newRow("tool") << ClientRules{.refusedTools = {u"run_python"_s}} << u"use run_python"_s;
    QTest::newRow("another tool (control)")
        << ClientRules{.refusedTools = {u"write_file"_s}} << QString();
}

void TestQueue::refusesWhatTheRulesTake()
{
    QFETCH(ClientRules, rules);
    QFETCH(QString, why);
    Desk desk;
    desk.queue.setRules(records::claude, rules);
    const auto outcome = desk.ask(1);
    QCOMPARE(outcome.isFinished(), !why.isEmpty());
    if (!why.isEmpty())
        QVERIFY2(outcome.result().note.contains(why), qPrintable(outcome.result().note));
    ApprovalRecord others = record();
    others.client = records::cline;
    QVERIFY(!desk.ask(2, others).isFinished());
}

void TestQueue::keepsToTheRunsOfAMinute()
{
    Desk desk;
    desk.queue.setRules(records::claude, {.budget = {.runsPerMinute = 2}});
    (void)desk.ask(1);
    desk.clock.advance(20s);
    (void)desk.ask(2);
    QCOMPARE(desk.shown(), (QList<qint64>{1, 2}));
    const auto third = desk.ask(3);
    COMPARE_OUTCOME(third, DecisionKind::Deny, DecisionBy::Policy);
    QVERIFY2(third.result().note.contains(u"40 s"_s), qPrintable(third.result().note));
    desk.clock.advance(39s);
    QVERIFY(desk.ask(4).isFinished());
    desk.clock.advance(1s);
    QVERIFY(!desk.ask(5).isFinished());
}

void TestQueue::keepsToTheSecondsOfAnHour()
{
    Desk desk;
    desk.queue.setRules(records::claude, {.budget = {.secondsPerHour = 60}});
    desk.queue.noteExecution(records::claude, 59s);
    QVERIFY(!desk.ask(1).isFinished());
    desk.clock.advance(10min);
    desk.queue.noteExecution(records::claude, 1s);
    const auto second = desk.ask(2);
    COMPARE_OUTCOME(second, DecisionKind::Deny, DecisionBy::Policy);
    QVERIFY2(second.result().note.contains(u"3000 s"_s), qPrintable(second.result().note));
    desk.clock.advance(50min);
    QVERIFY(!desk.ask(3).isFinished());
}

void TestQueue::reviewsDoNotUseTheBudget()
{
    Desk desk;
    desk.queue.setRules(records::claude, {.budget = {.runsPerMinute = 2}});
    const auto first = desk.ask(1);
    const auto second = desk.ask(2);
    QVERIFY(desk.answer(1, allowSession));
    COMPARE_OUTCOME(second, DecisionKind::Allow, DecisionBy::Grant);
}

void TestQueue::expiryAgainstClick()
{
    // The very millisecond of the end belongs to the clock.
    for (const auto &[wait, allowed] :
         {std::pair(5min - 1ms, true), std::pair(5min + 0ms, false)}) {
        Desk desk;
        const auto outcome = desk.ask(1);
        const QString digest = desk.request(1).digest;
        desk.clock.advance(wait);
        QCOMPARE(bool(desk.queue.answer(RunId(1), digest, allowOnce)), allowed);
        desk.clock.advance(1h);
        COMPARE_OUTCOME(outcome, allowed ? DecisionKind::Allow : DecisionKind::Expire,
                        allowed ? DecisionBy::Person : DecisionBy::Clock);
    }
}

void TestQueue::cancelAgainstApprove_data()
{
    QTest::addColumn<bool>("cancelFirst");
    QTest::newRow("cancelled first") << true;
    QTest::newRow("approved first") << false;
}

void TestQueue::cancelAgainstApprove()
{
    QFETCH(bool, cancelFirst);
    Desk desk;
    const auto outcome = desk.ask(1);
    const QString digest = desk.request(1).digest;
    if (cancelFirst)
        desk.queue.withdraw(RunId(1));
    QCOMPARE(bool(desk.queue.answer(RunId(1), digest, allowOnce)), !cancelFirst);
    desk.queue.withdraw(RunId(1));
    COMPARE_OUTCOME(outcome, cancelFirst ? DecisionKind::TakeBack : DecisionKind::Allow,
                    cancelFirst ? DecisionBy::Client : DecisionBy::Person);
}

// A permission that ends while a slot is told of the run that it allowed: the run was allowed
// once, and nothing after it is.
void TestQueue::revokeAgainstRun()
{
    Desk desk;
    const auto first = desk.ask(1);
    QVERIFY(desk.answer(1, allowSession));
    connect(&desk.queue, &ApprovalDesk::grantsChanged, &desk.queue,
            [&desk] { desk.queue.revokeAll(); });
    const auto second = desk.ask(2);
    const auto third = desk.ask(3);
    COMPARE_OUTCOME(second, DecisionKind::Allow, DecisionBy::Grant);
    QVERIFY(!third.isFinished());
}

// The workbench and the approval window show the same request; each answers what it showed.
void TestQueue::twoWindows()
{
    Desk desk;
    const auto outcome = desk.ask(1);
    const QString digest = desk.request(1).digest;
    int refused = 0;
    connect(&desk.queue, &ApprovalDesk::requestRemoved, &desk.queue,
            [&] { refused += desk.queue.answer(RunId(1), digest, {}) ? 0 : 1; });
    QVERIFY(desk.queue.answer(RunId(1), digest, allowOnce));
    QCOMPARE(refused, 1);
    COMPARE_OUTCOME(outcome, DecisionKind::Allow, DecisionBy::Person);
}

void TestQueue::showsWhatIsNewHere()
{
    Desk desk;
    QSignalSpy changed(&desk.queue, &ApprovalDesk::requestChanged);
    const auto first = desk.ask(1);
    const auto same = desk.ask(2);
    QVERIFY(desk.request(2).newHere);
    QVERIFY(desk.answer(1, allowOnce));
    QVERIFY(!desk.request(2).newHere);
    QCOMPARE(changed.size(), 1);
    QVERIFY(desk.answer(2, {}));

    ApprovalRecord wider = record();
    wider.reach.mounts[0].mode = MountMode::Staged;
    const auto new1 = desk.ask(3, wider);
    QVERIFY(desk.request(3).newHere);
    QVERIFY(desk.answer(3, {}));
    const auto denied = desk.ask(4, wider);
    QVERIFY2(desk.request(4).newHere, "what was denied stays new");
    QVERIFY(desk.answer(4, {}));

    ApprovalRecord elsewhere = record();
    elsewhere.session.id = records::other;
    const auto new2 = desk.ask(5, elsewhere);
    QVERIFY(desk.request(5).newHere);
    desk.queue.sessionClosed(records::etl);
    const auto again = desk.ask(6);
    QVERIFY(desk.request(6).newHere);
}

void TestQueue::saysWhatInTheCodeIsNewHere()
{
    Desk desk;
    const auto newsOf = [&desk](qint64 run) {
        const PendingRequest request = desk.request(run);
        return request.known.newsIn(request.record, request.findings);
    };
    const FindingReport plain = reportOf({});
    FindingReport writing = plain;
    writing.files = {{u"reports"_s, u"q3.xlsx"_s, true}};
    const auto first = desk.ask(1);
    desk.queue.setFindings(RunId(1), plain);
    QVERIFY(newsOf(1).reads);
    QVERIFY(desk.answer(1, allowOnce));

    Submission asked = submission(2, record());
    asked.findings = {};
    const auto second = desk.queue.submit(asked);
    QVERIFY(!desk.request(2).newHere);
    QSignalSpy changed(&desk.queue, &ApprovalDesk::requestChanged);
    desk.queue.setFindings(RunId(2), writing);
    QVERIFY(desk.request(2).newHere);
    QCOMPARE(newsOf(2), (ReachNews{.writes = true}));
    asked.run = RunId(3);
    asked.findings = writing;
    const auto third = desk.queue.submit(asked);
    changed.clear();
    QVERIFY(desk.answer(2, allowOnce));
    QVERIFY2(!newsOf(3).any() && !desk.request(3).newHere, "the like of it was allowed just now");
    QCOMPARE(changed.size(), 1);

    // Another client's are its own.
    asked.run = RunId(4);
    asked.record.client = records::cline;
    const auto fourth = desk.queue.submit(asked);
    QVERIFY(newsOf(4).reads && newsOf(4).writes);
}

void TestQueue::remembersTheEditedCodeAndNotTheAskedOne()
{
    Desk desk;
    FindingReport writing = reportOf({});
    writing.files = {{u"reports"_s, u"q3.xlsx"_s, true}};
    Submission asked = submission(1, record());
    asked.findings = writing;
    const auto first = desk.queue.submit(asked);
    desk.queue.setReader(
        [](RunId, const ApprovalRecord &) { return QtFuture::makeReadyValueFuture(reportOf({})); });
    const QByteArray edited = "print(2)";
    QVERIFY(desk.queue.readEdited(RunId(1), desk.request(1).digest, edited).result());
    QVERIFY(desk.answer(1, {.allow = true, .code = edited}));
    asked.run = RunId(2);
    const auto second = desk.queue.submit(asked);
    const PendingRequest request = desk.request(2);
    QCOMPARE(request.known.newsIn(request.record, request.findings), (ReachNews{.writes = true}));
}

void TestQueue::holdsRequestsOfPausedClients()
{
    Desk desk;
    desk.queue.setPaused(records::claude, true);
    const auto held = desk.ask(1);
    ApprovalRecord another = record();
    another.client = records::cline;
    const auto shown = desk.ask(2, another);
    QCOMPARE(desk.shown(), QList<qint64>{2});
    QCOMPARE(desk.queue.heldCount(), 1);
    desk.clock.advance(4min);
    QVERIFY(!desk.queue.answer(RunId(1), record().digest(), allowOnce));

    QSignalSpy added(&desk.queue, &ApprovalDesk::requestAdded);
    desk.queue.setPaused(records::claude, false);
    QCOMPARE(added.size(), 1);
    QCOMPARE(desk.shown(), (QList<qint64>{2, 1})); // joins at the end
    QCOMPARE(desk.request(1).expires, desk.clock.now().addSecs(300));
    desk.clock.advance(1min);
    COMPARE_OUTCOME(shown, DecisionKind::Expire, DecisionBy::Clock);
    QVERIFY(!held.isFinished());
    QVERIFY(desk.answer(1, allowOnce));
}

void TestQueue::stopsTheClockOfShownRequests()
{
    Desk desk;
    const auto outcome = desk.ask(1);
    desk.clock.advance(4min);
    QSignalSpy changed(&desk.queue, &ApprovalDesk::requestChanged);
    desk.queue.setAllPaused(true);
    QVERIFY(desk.queue.isPaused(records::cline));
    QCOMPARE(desk.shown(), QList<qint64>{1}); // what waits for the person stays
    QVERIFY(!desk.request(1).expires.isValid());
    QCOMPARE(changed.size(), 1);
    desk.clock.advance(1h);
    QVERIFY(!outcome.isFinished());
    QVERIFY(desk.queue.keepWaiting(RunId(1)));
    desk.queue.setAllPaused(false);
    QCOMPARE(desk.request(1).expires, desk.clock.now().addSecs(11 * 60));
    desk.queue.setAllPaused(true);
    QVERIFY2(desk.answer(1, allowOnce), "a shown request can be decided");
    COMPARE_OUTCOME(outcome, DecisionKind::Allow, DecisionBy::Person);
    QCOMPARE(desk.clock.pending(), 0);
}

void TestQueue::appliesPermissionsWhenThePauseEnds()
{
    Desk desk;
    const auto first = desk.ask(1);
    const auto second = desk.ask(2);
    desk.queue.setAllPaused(true);
    const auto held = desk.ask(3);
    QVERIFY(desk.answer(1, allowSession));
    QVERIFY2(!second.isFinished(), "a pause stops permissions too");
    QVERIFY(!held.isFinished());
    desk.queue.setAllPaused(false);
    COMPARE_OUTCOME(held, DecisionKind::Allow, DecisionBy::Grant);
    COMPARE_OUTCOME(second, DecisionKind::Allow, DecisionBy::Grant);
}

void TestQueue::takesBackHeldRequestsWithoutATrace()
{
    Desk desk;
    QSignalSpy removed(&desk.queue, &ApprovalDesk::requestRemoved);
    desk.queue.setAllPaused(true);
    const auto held = desk.ask(1);
    desk.queue.clientRevoked(records::claude);
    COMPARE_OUTCOME(held, DecisionKind::TakeBack, DecisionBy::Client);
    QCOMPARE(desk.queue.heldCount(), 0);
    QVERIFY(desk.shown().isEmpty());
    QCOMPARE(removed.size(), 0);
}

void TestQueue::aChangedKeyDoesNotEndAPause()
{
    Desk desk;
    desk.queue.setClientPaused(records::claude, true);
    desk.queue.clientRevoked(records::claude);
    QVERIFY2(desk.queue.isPaused(records::claude), "its key was changed");
    desk.queue.clientGone(records::claude);
    QVERIFY(!desk.queue.isPaused(records::claude));
}

void TestQueue::tellsAfterItsStateIsWhole()
{
    Desk desk;
    const auto first = desk.ask(1);
    const auto second = desk.ask(2);
    bool checked = false;
    connect(&desk.queue, &ApprovalDesk::requestRemoved, this, [&](RunId run) {
        if (run != RunId(1))
            return;
        // All consequences of the answer are visible in the first signal of it.
        checked = desk.shown().isEmpty() && desk.queue.grants().size() == 1 && first.isFinished();
    });
    QVERIFY(desk.answer(1, allowSession));
    QVERIFY(checked);
}

void TestQueue::letsSlotsCallBack()
{
    Desk desk;
    QStringList told;
    const auto first = desk.ask(1);
    const auto second = desk.ask(2);
    connect(&desk.queue, &ApprovalDesk::requestRemoved, this, [&](RunId run) {
        told << u"begin "_s + run.toString();
        if (run == RunId(1))
            QVERIFY(desk.answer(2, {}));
        told << u"end "_s + run.toString();
    });
    QVERIFY(desk.answer(1, {}));
    QCOMPARE(told, (QStringList{u"begin r1"_s, u"end r1"_s, u"begin r2"_s, u"end r2"_s}));
    QVERIFY(second.isFinished());
}

void TestQueue::cancelsWhenDestroyed()
{
    QFuture<Outcome> outcome;
    FakeClock clock;
    {
        Queue queue(clock);
        outcome = queue.submit(submission(1));
    }
    QVERIFY(outcome.isCanceled());
    QCOMPARE(outcome.resultCount(), 0);
    QCOMPARE(clock.pending(), 0);
}

void TestQueue::survivesADestructionFromASlot()
{
    FakeClock clock;
    auto queue = std::make_unique<Queue>(clock);
    const auto first = queue->submit(submission(1));
    const auto second = queue->submit(submission(2));
    connect(queue.get(), &ApprovalDesk::requestChanged, this, [&queue] { queue.reset(); });
    clock.advance(5min);
    QVERIFY(!queue);
    COMPARE_OUTCOME(first, DecisionKind::Expire, DecisionBy::Clock);
    QVERIFY(second.isCanceled());
}

QTEST_GUILESS_MAIN(TestQueue)
#include "tst_queue.moc"
