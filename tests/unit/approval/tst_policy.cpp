// SPDX-License-Identifier: MIT
#include "approval/policy.h"
#include "base/desk.h"
#include "base/limits.h"
#include "records.h"

#include <QTest>

using namespace glovebox;
using namespace glovebox::approval;
using Kind = Verdict::Kind;

class TestPolicy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decidesByTable_data();
    void decidesByTable();
    void tellsTheModelWhy_data();
    void tellsTheModelWhy();
    void neverAllowsClientsWithAWindowUnlessPermitted();
    void readsItsOption();
};

void TestPolicy::decidesByTable_data()
{
    QTest::addColumn<PolicyInput>("input");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<DecisionBy>("by");

    const ClientId client = records::claude;
    const int full = limits::maxWaitingRequestsPerClient;
    const auto row = [](const char *name, const PolicyInput &input, Kind kind, DecisionBy by) {
        QTest::newRow(name) << input << kind << by;
    };
    row("asks by default", {.client = client}, Kind::Ask, DecisionBy::Person);
    row("a permission allows", {.grant = 3, .client = client}, Kind::Allow, DecisionBy::Grant);
    row("no permission counts in the person's session",
        {.sessionIsPersons = true, .grant = 3, .client = client}, Kind::Ask, DecisionBy::Person);
    row("a pause holds", {.paused = true, .client = client}, Kind::Hold, DecisionBy::Policy);
    row("a pause holds what is permitted", {.paused = true, .grant = 3, .client = client},
        Kind::Hold, DecisionBy::Policy);
    row("deny denies", {.mode = Mode::Deny, .client = client}, Kind::Deny, DecisionBy::Policy);
    row("deny denies what is permitted", {.mode = Mode::Deny, .grant = 3, .client = client},
        Kind::Deny, DecisionBy::Policy);
    row("deny denies without a window", {.mode = Mode::Deny, .headless = true, .client = client},
        Kind::Deny, DecisionBy::Policy);
    row("without a window nobody is asked", {.headless = true, .client = client}, Kind::Deny,
        DecisionBy::Policy);
    row("without a window no permission counts", {.headless = true, .grant = 3, .client = client},
        Kind::Deny, DecisionBy::Policy);
    row("allow without a window", {.mode = Mode::Allow, .headless = true, .client = client},
        Kind::Allow, DecisionBy::Policy);
    row("allow without a window, paused",
        {.mode = Mode::Allow, .headless = true, .paused = true, .client = client}, Kind::Hold,
        DecisionBy::Policy);
    row("allow with a window asks all the same", {.mode = Mode::Allow, .client = client}, Kind::Ask,
        DecisionBy::Person);
    const QString install = QStringLiteral("install_packages");
    row("packages of a rule are not asked",
        {.client = client, .tool = install, .packagesUnasked = true}, Kind::Allow,
        DecisionBy::Policy);
    row("other packages are", {.client = client, .tool = install}, Kind::Ask, DecisionBy::Person);
    row("a rule for packages lets no code run", {.client = client, .packagesUnasked = true},
        Kind::Ask, DecisionBy::Person);
    row("a pause holds packages of a rule",
        {.paused = true, .client = client, .tool = install, .packagesUnasked = true}, Kind::Hold,
        DecisionBy::Policy);
    row("a rule for packages does not count in the person's session",
        {.sessionIsPersons = true, .client = client, .tool = install, .packagesUnasked = true},
        Kind::Ask, DecisionBy::Person);
    row("nor where nobody can be asked",
        {.headless = true, .client = client, .tool = install, .packagesUnasked = true}, Kind::Deny,
        DecisionBy::Policy);
    row("the person is not asked", {.client = personClient()}, Kind::Allow, DecisionBy::Person);
    row("the person is not asked while clients are paused",
        {.paused = true, .client = personClient()}, Kind::Allow, DecisionBy::Person);
    row("the person may although clients may not", {.mode = Mode::Deny, .client = personClient()},
        Kind::Allow, DecisionBy::Person);
    row("without a window there is no person", {.headless = true, .client = personClient()},
        Kind::Deny, DecisionBy::Policy);
    row("code that is being read waits for a permission to count",
        {.grant = 3, .client = client, .findingsPending = true}, Kind::Hold, DecisionBy::Policy);
    row("code that is being read is asked where nothing is permitted",
        {.client = client, .findingsPending = true}, Kind::Ask, DecisionBy::Person);
    const RuleVerdict asks{.action = RuleAction::Ask, .reason = u"Look."_s};
    const RuleVerdict refuses{.action = RuleAction::Refuse, .reason = u"No."_s};
    row("a rule asks whatever is permitted", {.grant = 3, .client = client, .rules = asks},
        Kind::Ask, DecisionBy::Person);
    row("no permission counts for a folder",
        {.grant = 3, .client = client, .tool = folderRequestTool.toString()}, Kind::Ask,
        DecisionBy::Person);
    row("refused code is denied", {.client = client, .rules = refuses}, Kind::Deny,
        DecisionBy::Policy);
    row("refused code is denied whatever is permitted",
        {.grant = 3, .client = client, .rules = refuses}, Kind::Deny, DecisionBy::Policy);
    row("the person's own code is not refused", {.client = personClient(), .rules = refuses},
        Kind::Allow, DecisionBy::Person);
    row("what the person runs again of a client's is asked",
        {.client = personClient(), .isReplay = true}, Kind::Ask, DecisionBy::Person);
    const RuleVerdict unread{.action = RuleAction::Ask, .reason = u"Unread."_s, .isUnread = true};
    row("code that cannot be read is asked whatever is permitted",
        {.grant = 3, .client = client, .rules = unread}, Kind::Ask, DecisionBy::Person);
    row("code that cannot be read passes no rule where nobody can be asked",
        {.mode = Mode::Allow,
         .headless = true,
         .client = client,
         .rulesMayRefuse = true,
         .rules = unread},
        Kind::Deny, DecisionBy::Policy);
    row("code that cannot be read runs without a window where no rule could refuse it",
        {.mode = Mode::Allow, .headless = true, .client = client, .rules = unread}, Kind::Allow,
        DecisionBy::Policy);
    row("without a window rules wait for the findings",
        {.mode = Mode::Allow,
         .headless = true,
         .client = client,
         .findingsPending = true,
         .rulesMayRefuse = true},
        Kind::Hold, DecisionBy::Policy);
    const ClientRules noWriting{.refusedTools = {u"write_file"_s}};
    row("a tool that was taken",
        {.client = client, .tool = u"write_file"_s, .clientRules = noWriting}, Kind::Deny,
        DecisionBy::Policy);
    row("a tool that was taken, permitted",
        {.grant = 3, .client = client, .tool = u"write_file"_s, .clientRules = noWriting},
        Kind::Deny, DecisionBy::Policy);
    row("a tool that was taken, without a window",
        {.mode = Mode::Allow,
         .headless = true,
         .client = client,
         .tool = u"write_file"_s,
         .clientRules = noWriting},
        Kind::Deny, DecisionBy::Policy);
    row("another tool than was taken",
        {.client = client, .tool = u"run_python"_s, .clientRules = noWriting}, Kind::Ask,
        DecisionBy::Person);
    const ClientRules askedEachTime{.onlyThisRun = true};
    row("a client that is asked each time, permitted",
        {.grant = 3, .client = client, .clientRules = askedEachTime}, Kind::Ask,
        DecisionBy::Person);
    row("a client that is asked each time, its code being read",
        {.grant = 3, .client = client, .findingsPending = true, .clientRules = askedEachTime},
        Kind::Ask, DecisionBy::Person);
    const ClientRules bounded{.budget = {.runsPerMinute = 3, .secondsPerHour = 60}};
    row("within the budget",
        {.client = client,
         .clientRules = bounded,
         .usage = {.runsThisMinute = 2, .executedThisHour = std::chrono::milliseconds(59999)}},
        Kind::Ask, DecisionBy::Person);
    row("runs used up",
        {.grant = 3, .client = client, .clientRules = bounded, .usage = {.runsThisMinute = 3}},
        Kind::Deny, DecisionBy::Policy);
    row("seconds used up",
        {.client = client,
         .clientRules = bounded,
         .usage = {.executedThisHour = std::chrono::seconds(60)}},
        Kind::Deny, DecisionBy::Policy);
    row("no budget",
        {.client = client,
         .usage = {.runsThisMinute = 1000, .executedThisHour = std::chrono::hours(1)}},
        Kind::Ask, DecisionBy::Person);
    row("one more may wait", {.waitingOfClient = full - 1, .client = client}, Kind::Ask,
        DecisionBy::Person);
    row("too many wait", {.waitingOfClient = full, .client = client}, Kind::Deny,
        DecisionBy::Policy);
    row("too many are held", {.paused = true, .waitingOfClient = full, .client = client},
        Kind::Deny, DecisionBy::Policy);
}

void TestPolicy::decidesByTable()
{
    QFETCH(PolicyInput, input);
    QFETCH(Kind, kind);
    QFETCH(DecisionBy, by);

    const Verdict verdict = decide(input);
    QCOMPARE(verdict.kind, kind);
    QCOMPARE(toString(verdict.by), toString(by));
    QCOMPARE(verdict.reason.isEmpty(), kind != Kind::Deny);
}

void TestPolicy::tellsTheModelWhy_data()
{
    QTest::addColumn<PolicyInput>("input");
    QTest::addColumn<QString>("words");
    QTest::newRow("headless") << PolicyInput{.headless = true} << u"nobody can be asked here"_s;
    QTest::newRow("deny") << PolicyInput{.mode = Mode::Deny} << u"--approve deny"_s;
    QTest::newRow("too many") << PolicyInput{.waitingOfClient = limits::maxWaitingRequestsPerClient}
                              << u"wait for the person already"_s;
}

void TestPolicy::tellsTheModelWhy()
{
    QFETCH(PolicyInput, input);
    QFETCH(QString, words);
    QVERIFY2(decide(input).reason.contains(words), qPrintable(decide(input).reason));
}

void TestPolicy::neverAllowsClientsWithAWindowUnlessPermitted()
{
    for (const Mode mode : {Mode::Ask, Mode::Allow, Mode::Deny}) {
        for (const bool paused : {false, true}) {
            for (const bool persons : {false, true}) {
                const PolicyInput input{.mode = mode,
                                        .paused = paused,
                                        .sessionIsPersons = persons,
                                        .client = records::claude};
                QVERIFY(decide(input).kind != Kind::Allow);
            }
        }
    }
}

void TestPolicy::readsItsOption()
{
    QCOMPARE(modeFromString(u"ask"), Mode::Ask);
    QCOMPARE(modeFromString(u"allow"), Mode::Allow);
    QCOMPARE(modeFromString(u"deny"), Mode::Deny);
    QVERIFY(!modeFromString(u"Allow"));
    QVERIFY(!modeFromString(u""));
}

QTEST_GUILESS_MAIN(TestPolicy)
#include "tst_policy.moc"
