// SPDX-License-Identifier: MIT
#include "approval/queue.h"
#include "approval/rules.h"
#include "fakeclock.h"
#include "records.h"

#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::approval;
using namespace std::chrono_literals;
using records::record;
using records::submission;

namespace {

Finding finding(const QString &rule, int line = 3)
{
    return {.rule = rule, .line = line, .endLine = line, .excerpt = {}, .arguments = {}};
}

FindingReport report(const QStringList &rules = {})
{
    FindingReport report;
    report.state = FindingReport::State::Complete;
    for (const QString &rule : rules)
        report.findings.append(finding(rule));
    return report;
}

Submission asked(qint64 run, const FindingReport &findings = {})
{
    Submission submission = records::submission(run);
    submission.findings = findings;
    return submission;
}

const RuleSwitches refusesImports{{FindingGroup::DangerousImports, RuleAction::Refuse}};

} // namespace

// What findings lead to, and a request that waits for its own.
class tst_rules final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void judgesByTheStrictestGroup_data();
    void judgesByTheStrictestGroup();
    void readsTheSwitchesOfAClient();
    void knowsTheNamesOfCodeBox();
    void saysThatValidationWasSwitchedOff();
    void allowsNothingBeforeItWasRead();
    void believesOnlyTheFirstReport();
    void refusesByRule();
    void askedByRuleInSpiteOfAPermission();
    void permitsNoNewKindOfNote();
    void permitsNothingThatCouldNotBeRead();
};

void tst_rules::judgesByTheStrictestGroup_data()
{
    QTest::addColumn<FindingReport>("found");
    QTest::addColumn<RuleSwitches>("switches");
    QTest::addColumn<QStringList>("disabled");
    QTest::addColumn<QString>("action");
    const RuleSwitches none;
    const RuleSwitches ask{{FindingGroup::DangerousImports, RuleAction::Ask}};
    const RuleSwitches both{{FindingGroup::DangerousImports, RuleAction::Refuse},
                            {FindingGroup::Network, RuleAction::Ask}};
    const RuleSwitches network{{FindingGroup::Network, RuleAction::Refuse}};
    QTest::newRow("nothing found") << report() << both << QStringList() << u"note"_s;
    QTest::newRow("no switch") << report({u"process"_s}) << none << QStringList() << u"note"_s;
    QTest::newRow("another group") << report({u"network"_s}) << ask << QStringList() << u"note"_s;
    QTest::newRow("asks") << report({u"process"_s}) << ask << QStringList() << u"ask"_s;
    QTest::newRow("refuses") << report({u"process"_s}) << both << QStringList() << u"refuse"_s;
    QTest::newRow("the strictest of two")
        << report({u"network"_s, u"process"_s}) << both << QStringList() << u"refuse"_s;
    QTest::newRow("switched off by the call")
        << report({u"process"_s}) << both << QStringList{u"dangerous_imports"_s} << u"ask"_s;
    QTest::newRow("all switched off by the call")
        << report({u"process"_s}) << both << QStringList{u"all"_s} << u"ask"_s;
    QTest::newRow("another one switched off")
        << report({u"process"_s}) << both << QStringList{u"dangerous_builtins"_s} << u"refuse"_s;
    QTest::newRow("the call cannot switch off ours")
        << report({u"network"_s}) << network << QStringList{u"all"_s, u"network"_s} << u"refuse"_s;
    QTest::newRow("the call cannot make a note of what asks")
        << report({u"process"_s}) << ask << QStringList{u"all"_s} << u"ask"_s;
    QTest::newRow("could not be read")
        << FindingReport::unavailable(u"gone"_s) << none << QStringList() << u"ask"_s;
    QTest::newRow("not read yet") << FindingReport() << none << QStringList() << u"ask"_s;
    QTest::newRow("nothing to read")
        << FindingReport::notCode() << both << QStringList() << u"note"_s;
}

void tst_rules::judgesByTheStrictestGroup()
{
    QFETCH(FindingReport, found);
    QFETCH(RuleSwitches, switches);
    QFETCH(QStringList, disabled);
    QFETCH(QString, action);
    const RuleVerdict verdict = judge(found, switches, disabled);
    QCOMPARE(toString(verdict.action), action);
    QCOMPARE(verdict.reason.isEmpty(), verdict.action == RuleAction::Note);
}

void tst_rules::readsTheSwitchesOfAClient()
{
    const QStringList settings{u"c01/dangerous_imports=note"_s,
                               u"dangerous_imports=refuse"_s,
                               u"network=ask"_s,
                               u"c02/network=refuse"_s,
                               u"files=perhaps"_s,
                               u"unknown=refuse"_s,
                               u"c01/network"_s,
                               u"=refuse"_s};
    QCOMPARE(switchesFor(u"c01"_s, settings),
             (RuleSwitches{{FindingGroup::DangerousImports, RuleAction::Note},
                           {FindingGroup::Network, RuleAction::Ask}}));
    QCOMPARE(switchesFor(u"c02"_s, settings),
             (RuleSwitches{{FindingGroup::DangerousImports, RuleAction::Refuse},
                           {FindingGroup::Network, RuleAction::Refuse}}));
}

void tst_rules::knowsTheNamesOfCodeBox()
{
    QVERIFY(checkValidators({u"jupyter_commands"_s, u"dangerous_builtins"_s, u"dangerous_imports"_s,
                             u"dangerous_patterns"_s, u"package_installation"_s, u"all"_s}));
    QVERIFY(checkValidators({}));
    const auto refused = checkValidators({u"network"_s});
    QVERIFY(!refused);
    QVERIFY(refused.error().text.contains(u"package_installation"));
}

void tst_rules::saysThatValidationWasSwitchedOff()
{
    const FindingReport before = report({u"process"_s});
    QCOMPARE(withDisabledNote(before, {}), before);
    const FindingReport after = withDisabledNote(before, {u"all"_s});
    QCOMPARE(after.findings.size(), 2); // hides nothing
    QCOMPARE(after.findings.first().rule, u"validation-disabled"_s);
    QVERIFY(after.findings.first().severity == FindingSeverity::Look);
}

void tst_rules::allowsNothingBeforeItWasRead()
{
    FakeClock clock;
    Queue queue(clock);
    const auto outcome = queue.submit(asked(1));
    const QString digest = queue.request(RunId(1))->digest; // shown at once
    const auto early = queue.answer(RunId(1), digest, {.allow = true});
    QVERIFY(!early);
    QVERIFY(early.error().code == ErrorCode::Conflict);
    QVERIFY(!outcome.isFinished());
    queue.setFindings(RunId(1), report());
    QVERIFY(queue.answer(RunId(1), digest, {.allow = true}));
    QVERIFY(outcome.result().kind == DecisionKind::Allow);
}

void tst_rules::believesOnlyTheFirstReport()
{
    FakeClock clock;
    Queue queue(clock);
    (void)queue.submit(asked(1));
    queue.setFindings(RunId(1), report({u"process"_s}));
    QSignalSpy changed(&queue, &ApprovalDesk::requestChanged);
    queue.setFindings(RunId(1), report());
    QCOMPARE(queue.request(RunId(1))->findings, report({u"process"_s}));
    QCOMPARE(changed.size(), 0);
}

void tst_rules::refusesByRule()
{
    FakeClock clock;
    QueueOptions options;
    options.rules = [](const ClientId &client) {
        return client == records::claude ? refusesImports : RuleSwitches();
    };
    Queue queue(clock, options);
    const auto outcome = queue.submit(asked(1));
    queue.setFindings(RunId(1), report({u"process"_s}));
    QVERIFY(outcome.isFinished());
    QVERIFY(outcome.result().kind == DecisionKind::Deny);
    QVERIFY(outcome.result().by == DecisionBy::Policy);
    QVERIFY(outcome.result().note.contains(u"dangerous_imports"));
    QVERIFY(!queue.request(RunId(1)));
    // Switched off by the call: the person is asked.
    Submission disabled = asked(2);
    disabled.disabledRules = {u"all"_s};
    const auto again = queue.submit(disabled);
    queue.setFindings(RunId(2), report({u"process"_s}));
    QVERIFY(!again.isFinished());
    QVERIFY(queue.request(RunId(2)));
    // Nobody is there who could be asked, and all is allowed: a rule that refuses still does.
    options.mode = Mode::Allow;
    options.headless = true;
    Queue headless(clock, options);
    const auto unseen = headless.submit(asked(3));
    QVERIFY(!unseen.isFinished());
    headless.setFindings(RunId(3), report({u"process"_s}));
    QVERIFY(unseen.result().kind == DecisionKind::Deny);
    const auto unread = headless.submit(asked(5));
    headless.setFindings(RunId(5), FindingReport::unavailable(u"It is gone."_s));
    QVERIFY(unread.result().kind == DecisionKind::Deny);
    const auto harmless = headless.submit(asked(4));
    headless.setFindings(RunId(4), report());
    QVERIFY(harmless.result().kind == DecisionKind::Allow);
}

void tst_rules::askedByRuleInSpiteOfAPermission()
{
    FakeClock clock;
    QueueOptions options;
    options.rules = [](const ClientId &) {
        return RuleSwitches{{FindingGroup::Network, RuleAction::Ask}};
    };
    Queue queue(clock, options);
    (void)queue.submit(asked(1, report({u"network"_s})));
    QVERIFY(queue.answer(RunId(1), queue.request(RunId(1))->digest,
                         {.allow = true, .scope = Scope::ThisSession}));
    const auto covered = queue.submit(asked(2, report()));
    QVERIFY(covered.result().by == DecisionBy::Grant); // the control
    const auto outcome = queue.submit(asked(3, report({u"network"_s})));
    QVERIFY(!outcome.isFinished());
    QVERIFY(queue.request(RunId(3)));
}

void tst_rules::permitsNoNewKindOfNote()
{
    FakeClock clock;
    Queue queue(clock);
    (void)queue.submit(asked(1, report({u"file-read"_s})));
    QVERIFY(queue.answer(RunId(1), queue.request(RunId(1))->digest,
                         {.allow = true, .scope = Scope::ThisSession}));
    const auto same = queue.submit(asked(2));
    QVERIFY(!same.isFinished());
    QVERIFY(!queue.request(RunId(2))); // neither asked nor allowed before it was read
    queue.setFindings(RunId(2), report({u"file-read"_s}));
    QVERIFY(same.result().by == DecisionBy::Grant);
    const auto more = queue.submit(asked(3));
    queue.setFindings(RunId(3), report({u"file-read"_s, u"network"_s}));
    QVERIFY(!more.isFinished());
    QVERIFY(!queue.request(RunId(3))->outsideGrant.isEmpty());
}

void tst_rules::permitsNothingThatCouldNotBeRead()
{
    FakeClock clock;
    Queue queue(clock);
    (void)queue.submit(asked(1, report()));
    QVERIFY(queue.answer(RunId(1), queue.request(RunId(1))->digest,
                         {.allow = true, .scope = Scope::ThisSession}));
    const auto outcome = queue.submit(asked(2));
    queue.setFindings(RunId(2), FindingReport::unavailable(u"It is gone."_s));
    QVERIFY(!outcome.isFinished());
    const auto request = queue.request(RunId(2));
    QVERIFY(request);
    QVERIFY(!request->sessionScopeOffered);
    QVERIFY(!queue.answer(RunId(2), request->digest, {.allow = true, .scope = Scope::ThisSession}));
    QVERIFY(queue.answer(RunId(2), request->digest, {.allow = true}));
    QVERIFY(outcome.result().kind == DecisionKind::Allow);
}

QTEST_GUILESS_MAIN(tst_rules)
#include "tst_rules.moc"
