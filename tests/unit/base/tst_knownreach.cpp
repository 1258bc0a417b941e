// SPDX-License-Identifier: MIT
#include "base/knownreach.h"

#include <QTest>

#include <functional>

using namespace glovebox;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// A run in a session with a folder to read and one to write to.
ApprovalRecord run()
{
    ApprovalRecord record;
    record.tool = u"run_python"_s;
    record.reach.mounts = {{u"sales"_s, MountMode::ReadOnly, u"/srv/sales"_s},
                           {u"reports"_s, MountMode::Staged, u"/srv/reports"_s}};
    return record;
}

// Code that reads from "sales".
FindingReport reading()
{
    FindingReport report;
    report.state = FindingReport::State::Complete;
    report.files = {{u"sales"_s, u"a.csv"_s, false}};
    return report;
}

struct Asked
{
    ApprovalRecord record = run();
    FindingReport findings = reading();
};

using Change = std::function<void(Asked &)>;

} // namespace

Q_DECLARE_METATYPE(Change)
Q_DECLARE_METATYPE(glovebox::ReachNews)

// Which cells of the reach are new in a session.
class tst_knownreach final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstOfASessionIsNewWhereItReaches();
    void marksTheCellThatGoesFurther_data();
    void marksTheCellThatGoesFurther();
    void whatWasAllowedOnceIsNotNewAgain_data() { marksTheCellThatGoesFurther_data(); }
    void whatWasAllowedOnceIsNotNewAgain();
    void codeThatCouldNotBeReadIsNewEachTime();
    void keepsOnlySoManyNamesThatCodeChose();
    void knowsTheToolsThatWereAllowed();
};

void tst_knownreach::theFirstOfASessionIsNewWhereItReaches()
{
    const KnownReach nothing;
    QCOMPARE(nothing.newsIn(run(), reading()), (ReachNews{.reads = true, .writes = true}));
    ApprovalRecord bare = run();
    bare.reach.mounts.clear();
    FindingReport harmless = reading();
    harmless.files.clear();
    QVERIFY2(!nothing.newsIn(bare, harmless).any(), "the usual limits are no news");
}

void tst_knownreach::marksTheCellThatGoesFurther_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<ReachNews>("news");
    const auto row = [](const char *name, const ReachNews &news, const Change &change) {
        QTest::newRow(name) << change << news;
    };
    row("the same", {}, [](Asked &) {});
    row("another file of the folder", {},
        [](Asked &asked) { asked.findings.files = {{u"sales"_s, u"b.csv"_s, false}}; });
    row("reads another folder", {.reads = true},
        [](Asked &asked) { asked.findings.files.append({u"reports"_s, u"old.csv"_s, false}); });
    row("writes for the first time", {.writes = true},
        [](Asked &asked) { asked.findings.files.append({u"reports"_s, u"new.csv"_s, true}); });
    row("reads what is not in the code", {.reads = true},
        [](Asked &asked) { asked.findings.readsUnknown = true; });
    row("writes what is not in the code", {.writes = true},
        [](Asked &asked) { asked.findings.writesUnknown = true; });
    row("names a folder that is not shared", {},
        [](Asked &asked) { asked.findings.files.append({u"elsewhere"_s, u"x"_s, true}); });
    row("works in its own folder", {},
        [](Asked &asked) { asked.findings.files.append({{}, u"/session/x"_s, true}); });
    row("needs another package", {.packages = true},
        [](Asked &asked) { asked.findings.packages = {u"rich"_s}; });
    row("tries the network", {.network = true},
        [](Asked &asked) { asked.findings.usesNetwork = true; });
    row("may read another folder", {.reads = true}, [](Asked &asked) {
        asked.record.reach.mounts.append({u"logs"_s, MountMode::ReadOnly, u"/srv/logs"_s});
    });
    row("a folder of the same name", {.reads = true},
        [](Asked &asked) { asked.record.reach.mounts[0].hostPath = u"/srv/other"_s; });
    row("may write where it could only read", {.writes = true},
        [](Asked &asked) { asked.record.reach.mounts[0].mode = MountMode::Staged; });
    row("may write at once", {.writes = true},
        [](Asked &asked) { asked.record.reach.mounts[1].mode = MountMode::ReadWrite; });
    row("a stricter mode", {},
        [](Asked &asked) { asked.record.reach.mounts[1].mode = MountMode::ReadOnly; });
    row("brings a package", {.packages = true},
        [](Asked &asked) { asked.record.reach.packages = {{u"rich"_s, u"14.3.3"_s, u"ab"_s}}; });
    row("more time", {.limits = true},
        [](Asked &asked) { asked.record.reach.limits.timeout += 60s; });
    row("more memory", {.limits = true},
        [](Asked &asked) { asked.record.reach.limits.heapBytes *= 2; });
    row("less of both", {}, [](Asked &asked) {
        asked.record.reach.limits = {10s, asked.record.reach.limits.heapBytes / 2};
    });
    row("still being read", {}, [](Asked &asked) { asked.findings = {}; });
    row("writes a file", {.writes = true}, [](Asked &asked) {
        asked.record.tool = u"write_file"_s;
        asked.record.path = u"/mnt/reports/a/note.txt"_s;
        asked.findings = FindingReport::notCode();
    });
}

void tst_knownreach::marksTheCellThatGoesFurther()
{
    QFETCH(const Change, change);
    QFETCH(const ReachNews, news);
    KnownReach known;
    known.add(run(), reading());
    Asked asked;
    change(asked);
    QCOMPARE(known.newsIn(asked.record, asked.findings), news);
}

void tst_knownreach::whatWasAllowedOnceIsNotNewAgain()
{
    QFETCH(const Change, change);
    KnownReach known;
    known.add(run(), reading());
    Asked asked;
    change(asked);
    known.add(asked.record, asked.findings);
    QVERIFY(!known.newsIn(asked.record, asked.findings).any());
    QVERIFY(!known.newsIn(run(), reading()).any());
}

void tst_knownreach::codeThatCouldNotBeReadIsNewEachTime()
{
    const FindingReport unread = FindingReport::unavailable(u"It is gone."_s);
    KnownReach known;
    known.add(run(), unread);
    QCOMPARE(known.newsIn(run(), unread),
             (ReachNews{.reads = true, .writes = true, .packages = true, .network = true}));
    QVERIFY2(known.newsIn(run(), reading()).reads, "what it named is not known either");
}

void tst_knownreach::keepsOnlySoManyNamesThatCodeChose()
{
    KnownReach known;
    FindingReport report = reading();
    for (int i = 0; i < 1000; ++i)
        report.packages.append(u"p%1"_s.arg(i));
    known.add(run(), report);
    report.packages = {u"p0"_s};
    QVERIFY(!known.newsIn(run(), report).any());
    report.packages = {u"p999"_s};
    QVERIFY2(known.newsIn(run(), report).packages, "what is not kept is new");
}

void tst_knownreach::knowsTheToolsThatWereAllowed()
{
    KnownReach known;
    known.add(run(), reading());
    QVERIFY(known.knowsTool(u"run_python"_s));
    QVERIFY(!known.knowsTool(u"write_file"_s));
}

QTEST_GUILESS_MAIN(tst_knownreach)
#include "tst_knownreach.moc"
