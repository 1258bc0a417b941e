// SPDX-License-Identifier: MIT
#include "base/runfacts.h"
#include "base/runhub.h"
#include "fakeclock.h"

#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QDateTime at(int second)
{
    return QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5, 678), QTimeZone::UTC).addSecs(second);
}

event::Asked asked(const QByteArray &code = "# 月次\nprint(1)")
{
    event::Asked asked;
    asked.record.tool = u"run_python"_s;
    asked.record.client = ClientId(u"c1"_s);
    asked.record.session = {SessionId(u"s1"_s), 2};
    asked.record.code = code;
    asked.clientLabel = u"Claude Desktop"_s;
    asked.clientClaims = u"<b>claude</b>"_s;
    asked.expires = at(300);
    return asked;
}

event::Display plot()
{
    return {2, u"image/png"_s, u"/data/r1/2.png"_s, 1234, {640, 480}, u"地域別"_s, u"a plot"_s};
}

FindingReport findings()
{
    return {.state = FindingReport::State::Complete,
            .problem = {},
            .findings = {{u"network"_s,
                          FindingSeverity::Refused,
                          2,
                          1,
                          3,
                          4,
                          u"import 売上"_s,
                          {u"requests"_s}}},
            .files = {{u"sales"_s, u"売上/a.csv"_s, true}},
            .readsUnknown = true,
            .writesUnknown = true,
            .packages = {u"requests"_s},
            .imports = {u"requests"_s},
            .usesNetwork = true,
            .lines = 3,
            .left = 1};
}

// One of each kind, no field at its default.
QList<RunEventBody> everyKind()
{
    return {asked(),
            event::Decided{DecisionKind::Expire, DecisionBy::Clock, Scope::ThisSession, u"だめ"_s,
                           u"ab"_s},
            event::Queued{3},
            event::Starting{u"packages"_s, u"installing tqdm"_s},
            event::Started{u"cd"_s},
            event::Output{StreamName::Stderr, 10, {}, 5},
            plot(),
            event::ResultValue{u"a\0b 2"_s},
            event::Raised{u"ValueError"_s, u"値"_s, {u"line 1"_s, u"line 2"_s}},
            event::Progress{0.5, u"half"_s},
            event::FileTouched{u"sales"_s, u"売上/a.csv"_s, true},
            event::PackageLoaded{u"tqdm"_s, u"4.67"_s},
            event::InputWanted{u"name? "_s, true},
            event::Restarted{u"killed"_s, 3, true},
            event::Ended{RunState::Killed, u"It did not stop."_s, 1500, 20, 15},
            event::Findings{findings()},
            event::InputAnswered{u"花子"_s, true}};
}

} // namespace

Q_DECLARE_METATYPE(glovebox::RunEventBody)

class TestEvents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsEveryKind();
    void givesBackEveryKind_data();
    void givesBackEveryKind();
    void storesNoOutputBytes();
    void refusesWhatItDoesNotKnow_data();
    void refusesWhatItDoesNotKnow();
    void namesEveryState();
    void foldsARunIntoFacts();
    void knowsWhetherInputIsWanted();
    void foldsTheState_data();
    void foldsTheState();
    void saysWhetherTheApprovedCodeRuns();
    void namesARequestWithoutCodeByWhatItIsFor();
    void takesTitlesFromCode_data();
    void takesTitlesFromCode();
    void numbersAndStampsInTheHub();
    void callsInOrderUntilDropped();
};

void TestEvents::knowsEveryKind()
{
    QCOMPARE(everyKind().size(), qsizetype(std::variant_size_v<RunEventBody>));
    for (qsizetype i = 0; i < everyKind().size(); ++i)
        QCOMPARE(everyKind()[i].index(), std::size_t(i));
}

void TestEvents::givesBackEveryKind_data()
{
    QTest::addColumn<RunEventBody>("body");
    for (const RunEventBody &body : everyKind())
        QTest::newRow(qPrintable((RunEvent{RunId(1), 1, at(0), body}.kind()))) << body;
    event::Asked never = asked();
    never.expires = {};
    QTest::newRow("asked, never expires") << RunEventBody(never);
    QTest::newRow("progress, unknown") << RunEventBody(event::Progress{});
    QTest::newRow("output, 5 GB") << RunEventBody(
        event::Output{StreamName::Stdout, 5'000'000'000, {}, 5'000'000'000});
}

void TestEvents::givesBackEveryKind()
{
    QFETCH(RunEventBody, body);
    const RunEvent event{RunId(1), 1, at(0), body};
    // Through text, as it is stored.
    const QByteArray text = QJsonDocument(event.bodyToJson()).toJson(QJsonDocument::Compact);
    const auto back = RunEvent::bodyFromJson(event.kind(), QJsonDocument::fromJson(text).object());
    QVERIFY2(back, back ? "" : qPrintable(back.error().text));
    QVERIFY(*back == body);
}

void TestEvents::storesNoOutputBytes()
{
    const RunEvent event{RunId(1), 1, at(0), event::Output{StreamName::Stdout, 0, "secret", 6}};
    const QByteArray text = QJsonDocument(event.bodyToJson()).toJson();
    QVERIFY(!text.contains("secret"));
    QVERIFY(text.contains("\"length\": 6"));
}

void TestEvents::refusesWhatItDoesNotKnow_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QJsonObject>("json");
    QTest::addColumn<bool>("accepted");
    const QJsonObject ended{{u"state"_s, u"complete"_s}};
    QTest::newRow("ended (control)") << u"ended"_s << ended << true;
    QTest::newRow("kind") << u"exploded"_s << ended << false;
    QTest::newRow("no kind") << QString() << ended << false;
    QTest::newRow("state") << u"ended"_s << QJsonObject{{u"state"_s, u"done"_s}} << false;
    QTest::newRow("state that is no end")
        << u"ended"_s << QJsonObject{{u"state"_s, u"running"_s}} << false;
    QTest::newRow("stream") << u"output"_s << QJsonObject{{u"stream"_s, u"stdlog"_s}} << false;
    QTest::newRow("decision") << u"decided"_s << QJsonObject{{u"kind"_s, u"maybe"_s}} << false;
}

void TestEvents::refusesWhatItDoesNotKnow()
{
    QFETCH(QString, kind);
    QFETCH(QJsonObject, json);
    QFETCH(bool, accepted);
    const auto body = RunEvent::bodyFromJson(kind, json);
    QCOMPARE(body.has_value(), accepted);
    if (!accepted)
        QVERIFY(body.error().code == ErrorCode::Corrupt);
}

void TestEvents::namesEveryState()
{
    int finals = 0;
    for (int i = 0; i <= static_cast<int>(RunState::Cancelled); ++i) {
        const auto state = static_cast<RunState>(i);
        QVERIFY(runStateFromString(toString(state)) == state);
        finals += isFinal(state) ? 1 : 0;
    }
    QCOMPARE(finals, 9);
    QVERIFY(!runStateFromString(u"Running"));
}

void TestEvents::foldsARunIntoFacts()
{
    RunFacts facts;
    qint64 seq = 0;
    for (const RunEventBody &body : everyKind()) {
        ++seq;
        facts.apply({RunId(1), seq, at(static_cast<int>(seq)), body});
    }
    QCOMPARE(facts.run, RunId(1));
    QCOMPARE(facts.lastSeq, 17);
    QVERIFY(!facts.input); // answered
    QCOMPARE(facts.findings, findings());
    QVERIFY(facts.state == RunState::Killed);
    QCOMPARE(facts.record, asked().record);
    QCOMPARE(facts.digest, asked().record.digest());
    QCOMPARE(facts.clientLabel, u"Claude Desktop"_s);
    QCOMPARE(facts.clientClaims, u"<b>claude</b>"_s);
    QCOMPARE(facts.title, u"月次"_s);
    QCOMPARE(facts.asked, at(1));
    QCOMPARE(facts.expires, at(300));
    QVERIFY(facts.decision->kind == DecisionKind::Expire);
    QCOMPARE(facts.decided, at(2));
    QCOMPARE(facts.queuePosition, 3);
    QCOMPARE(facts.phase, u"installing tqdm"_s);
    QCOMPARE(facts.started, at(5));
    QCOMPARE(facts.workerDigest, u"cd"_s);
    QCOMPARE(facts.outputLength, 15);
    QCOMPARE(facts.displays, QList<event::Display>{plot()});
    QCOMPARE(facts.result, QString(u"a\0b 2"_s));
    QCOMPARE(facts.raised->ename, u"ValueError"_s);
    QCOMPARE(facts.progress->fraction, 0.5);
    QCOMPARE(facts.files.size(), 1);
    QCOMPARE(facts.packages.size(), 1);
    QCOMPARE(facts.sessionNews, u"killed"_s);
    QVERIFY2(!facts.sessionRestarted, "the loss was before this run");
    QCOMPARE(facts.endReason, u"It did not stop."_s);
    QCOMPARE(facts.executionMs, 1500);
    QCOMPARE(facts.outputBytes, 20);
    QCOMPARE(facts.outputBytesKept, 15);
    QCOMPARE(facts.ended, at(15));
}

void TestEvents::knowsWhetherInputIsWanted()
{
    const event::InputWanted wanted{u"name? "_s, true};
    RunFacts facts;
    facts.apply({RunId(1), 1, at(1), wanted});
    QCOMPARE(facts.input, std::optional(wanted));
    RunFacts ended = facts;
    facts.apply({RunId(1), 2, at(2), event::InputAnswered{}});
    QVERIFY(!facts.input);
    ended.apply({RunId(1), 2, at(2), event::Ended{RunState::Interrupted, {}}});
    QVERIFY(!ended.input);
}

void TestEvents::foldsTheState_data()
{
    QTest::addColumn<int>("events");
    QTest::addColumn<RunState>("state");
    QTest::newRow("asked") << 1 << RunState::PendingApproval;
    QTest::newRow("decided") << 2 << RunState::PendingApproval;
    QTest::newRow("queued") << 3 << RunState::Queued;
    QTest::newRow("starting") << 4 << RunState::Starting;
    QTest::newRow("started") << 5 << RunState::Running;
    QTest::newRow("restarted") << 14 << RunState::Running;
    QTest::newRow("ended") << 15 << RunState::Killed;
}

void TestEvents::foldsTheState()
{
    QFETCH(int, events);
    QFETCH(RunState, state);
    RunFacts facts;
    for (int i = 0; i < events; ++i)
        facts.apply({RunId(1), i + 1, at(i), everyKind()[i]});
    QVERIFY(facts.state == state);
}

void TestEvents::saysWhetherTheApprovedCodeRuns()
{
    RunFacts facts;
    facts.apply({RunId(1), 1, at(0), asked("x")});
    QVERIFY(!facts.runsAsApproved().has_value());
    facts.apply({RunId(1), 2, at(0), event::Started{sha256Hex("x")}});
    QCOMPARE(facts.runsAsApproved(), true);
    facts.apply({RunId(1), 3, at(0), event::Started{sha256Hex("y")}});
    QCOMPARE(facts.runsAsApproved(), false);
}

void TestEvents::takesTitlesFromCode_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("title");
    QTest::newRow("comment") << QByteArray("# load sales\nx = 1") << u"load sales"_s;
    QTest::newRow("docstring") << QByteArray("\"\"\"月次の集計\"\"\"\nx") << u"月次の集計"_s;
    QTest::newRow("docstring over lines") << QByteArray("'''\nmonthly\n'''") << u"monthly"_s;
    QTest::newRow("statement") << QByteArray("\n\n  x = 1\n") << u"x = 1"_s;
    QTest::newRow("cell mark") << QByteArray("#%% totals") << u"totals"_s;
    QTest::newRow("empty comment") << QByteArray("#\n#\nx") << u"x"_s;
    QTest::newRow("empty") << QByteArray() << QString();
    QTest::newRow("windows lines") << QByteArray("# a\r\nb") << u"a"_s;
    QTest::newRow("long") << QByteArray(200, 'x') << QString(QString(79, u'x') + u'…');
    QTest::newRow("longest") << QByteArray(80, 'x') << QString(80, u'x');
}

void TestEvents::takesTitlesFromCode()
{
    QFETCH(QByteArray, code);
    QFETCH(QString, title);
    QCOMPARE(titleOfCode(code), title);
}

void TestEvents::namesARequestWithoutCodeByWhatItIsFor()
{
    ApprovalRecord record;
    record.tool = u"install_packages"_s;
    record.reach.packages = {{u"rich"_s, u"14.3.3"_s, {}}, {u"mdurl"_s, u"0.1.2"_s, {}}};
    QCOMPARE(titleOf(record), u"rich 14.3.3, mdurl 0.1.2"_s);
    record.tool = u"use_folder"_s;
    record.reach.mounts = {{u"sales"_s, MountMode::Staged, u"/srv/sales"_s}};
    QCOMPARE(titleOf(record), u"/srv/sales"_s);
    record.tool = u"write_file"_s;
    record.path = u"/mnt/sales/empty.txt"_s;
    QCOMPARE(titleOf(record), record.path);
    record.code = "# load sales\n";
    QCOMPARE(titleOf(record), u"load sales"_s);
}

void TestEvents::numbersAndStampsInTheHub()
{
    FakeClock clock;
    RunHub hub(clock);
    QSignalSpy published(&hub, &RunHub::published);
    bool folded = false;
    connect(&hub, &RunHub::published, this,
            [&](const RunEvent &event) { folded = hub.facts(event.run)->lastSeq == event.seq; });
    hub.publish(RunId(2), asked());
    QVERIFY(folded);
    clock.advance(5s);
    const RunEvent second = hub.publish(RunId(2), event::Queued{1});
    hub.publish(RunId(1), asked());
    QCOMPARE(second.seq, 2);
    QCOMPARE(second.time, clock.now());
    QCOMPARE(published.size(), 3);
    QCOMPARE(published[2].first().value<RunEvent>().seq, 1);
    QCOMPARE(hub.runs(), (QList<RunId>{RunId(1), RunId(2)}));
    hub.forget(RunId(2));
    QVERIFY(!hub.facts(RunId(2)));
}

// The clock of the tests keeps the promises of the real one.
void TestEvents::callsInOrderUntilDropped()
{
    FakeClock clock;
    QStringList called;
    QObject context;
    const auto late = clock.after(20ms, &context, [&] { called << u"late"_s; });
    const auto early = clock.after(10ms, &context, [&] { called << u"early"_s; });
    auto dropped = clock.after(10ms, &context, [&] { called << u"dropped"_s; });
    dropped.reset();
    {
        QObject gone;
        dropped = clock.after(10ms, &gone, [&] { called << u"gone"_s; });
    }
    clock.advance(9ms);
    QCOMPARE(called, QStringList());
    clock.advance(1h);
    QCOMPARE(called, (QStringList{u"early"_s, u"late"_s}));
    clock.advance(1h);
    QCOMPARE(called.size(), 2);
}

QTEST_GUILESS_MAIN(TestEvents)
#include "tst_events.moc"
