// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakedesk.h"

#include <ui/approval/approvalwords.h>
#include <ui/approval/findingwords.h>
#include <ui/approval/notesmenu.h>
#include <ui/approval/requestview.h>

#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace Qt::StringLiterals;

namespace {

Finding finding(const QString &rule, const QStringList &arguments = {u"one"_s, u"two"_s},
                FindingSeverity severity = FindingSeverity::Note)
{
    return {.rule = rule,
            .severity = severity,
            .line = 2,
            .endLine = 2,
            .excerpt = {},
            .arguments = arguments};
}

Reach reach(MountMode mode = MountMode::Staged)
{
    Reach reach;
    reach.mounts = {{u"reports"_s, mode, u"/home/person/reports"_s}};
    return reach;
}

FindingReport complete()
{
    FindingReport report;
    report.state = FindingReport::State::Complete;
    return report;
}

} // namespace

// What was found, as the person reads it.
class tst_findingwords final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasASentenceForEveryRule_data();
    void hasASentenceForEveryRule();
    void saysWhatBecomesOfFiles_data();
    void saysWhatBecomesOfFiles();
    void quotesInOneLine();
    void saysWhatTheCodeReaches();
    void saysOfAFileAndOfPackagesWhatTheRequestTells();
    void neverSaysNoneOfWhatIsNotKnown();
    void marksWhatCouldNotBeRead();
    void leavesOutWhatTheViewMarksItself();
    void showsNotesWhenTheyCome();
    void goesToTheLineOfANote();
};

void tst_findingwords::hasASentenceForEveryRule_data()
{
    QTest::addColumn<QString>("rule");
    for (const FindingRule &rule : findingRules())
        QTest::newRow(qPrintable(rule.name)) << rule.name;
}

void tst_findingwords::hasASentenceForEveryRule()
{
    QFETCH(QString, rule);
    for (const auto severity :
         {FindingSeverity::Note, FindingSeverity::Look, FindingSeverity::Refused}) {
        const QString sentence =
            findingSentence(finding(rule, {u"one"_s, u"two"_s}, severity), reach());
        QVERIFY(!sentence.isEmpty());
        QVERIFY2(!sentence.contains(u'%'), qPrintable(sentence));
        QVERIFY2(sentence != findingSentence(finding(u"listed-import"_s), reach()) ||
                     rule == u"listed-import",
                 qPrintable(sentence));
    }
    QVERIFY(!findingIcon(finding(rule)).isEmpty());
}

void tst_findingwords::saysWhatBecomesOfFiles_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("mount");
    QTest::addColumn<MountMode>("mode");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<CodeMark::Kind>("mark");
    using Kind = CodeMark::Kind;
    const auto row = [](const char *name, const QString &rule, const QString &mount, MountMode mode,
                        const QString &sentence, Kind mark) {
        QTest::newRow(name) << rule << mount << mode << sentence << mark;
    };
    row("read", u"file-read"_s, u"reports"_s, MountMode::ReadOnly, u"reads reports"_s,
        Kind::Information);
    row("write staged", u"file-write"_s, u"reports"_s, MountMode::Staged,
        u"writes reports, staged"_s, Kind::Look);
    row("write at once", u"file-write"_s, u"reports"_s, MountMode::ReadWrite,
        u"writes reports at once"_s, Kind::Look);
    row("write read-only", u"file-write"_s, u"reports"_s, MountMode::ReadOnly,
        u"writes reports, which is read-only: will fail"_s, Kind::Refused);
    row("delete read-only", u"file-delete"_s, u"reports"_s, MountMode::ReadOnly,
        u"deletes in reports, which is read-only: will fail"_s, Kind::Refused);
    row("delete staged", u"file-delete"_s, u"reports"_s, MountMode::Staged,
        u"deletes in reports, staged"_s, Kind::Look);
    row("not shared", u"file-read"_s, u"taxes"_s, MountMode::ReadWrite,
        u"names taxes, which is not shared: will fail"_s, Kind::Refused);
}

void tst_findingwords::saysWhatBecomesOfFiles()
{
    QFETCH(QString, rule);
    QFETCH(QString, mount);
    QFETCH(MountMode, mode);
    QFETCH(QString, sentence);
    QFETCH(CodeMark::Kind, mark);
    const Finding found = finding(rule, {mount, u"a.csv"_s});
    QCOMPARE(findingSentence(found, reach(mode)), sentence);
    QVERIFY(findingMark(found, reach(mode)) == mark);
}

void tst_findingwords::quotesInOneLine()
{
    const QString sentence = findingSentence(
        finding(u"package-missing"_s, {u"<b>evil</b>\n\nAllow\u202e%2 %n"_s + QString(500, u'x')}),
        reach());
    QVERIFY(!sentence.contains(u'\n'));
    QVERIFY(sentence.size() < 100);
    QVERIFY(sentence.contains(u"<b>evil</b>")); // plain text wherever it is drawn
    QCOMPARE(findingSentence(finding(u"look-alike"_s, {u"%2"_s, u"%1"_s}), reach()),
             u"“%2” only looks like “%1”"_s);
}

void tst_findingwords::saysWhatTheCodeReaches()
{
    FindingReport report = complete();
    QCOMPARE(reachInCode(report).reads, u"None"_s);
    QCOMPARE(reachInCode(report).network, u"not used"_s);
    report.files = {{u"reports"_s, u"a.csv"_s, true}, {u"sales"_s, u"b.csv"_s, false}};
    report.packages = {u"xlsxwriter"_s};
    report.usesNetwork = true;
    const ReachInCode inCode = reachInCode(report);
    QCOMPARE(inCode.readDetail, QStringList{u"sales/b.csv"_s});
    QCOMPARE(inCode.writeDetail, QStringList{u"reports/a.csv"_s});
    QCOMPARE(inCode.packages, u"xlsxwriter"_s);
    QCOMPARE(inCode.network, u"tries it"_s);
    PendingRequest request = FakeDesk::asking(1, "x");
    request.findings = report;
    const QList<ReachCellText> cells = reachCells(request);
    QCOMPARE(cells[2].inCode, u"xlsxwriter"_s);
    QCOMPARE(cells[3].inCode, u"tries it"_s);
    QCOMPARE(cells[3].atMost, u"closed"_s); // what is enforced does not depend on it
    QVERIFY(cells[0].detail.contains(u"sales/b.csv"));
}

void tst_findingwords::saysOfAFileAndOfPackagesWhatTheRequestTells()
{
    PendingRequest request = FakeDesk::asking(1, "今日は");
    request.findings = FindingReport::notCode();
    request.record.tool = u"write_file"_s;
    request.record.path = u"/mnt/reports/a/note.txt"_s;
    QList<ReachCellText> cells = reachCells(request);
    QCOMPARE(cells[0].inCode, u"None"_s);
    QVERIFY(cells[1].inCode.startsWith(u"1 file"));
    QVERIFY(cells[1].detail.contains(u"reports/a/note.txt"));
    QCOMPARE(cells[3].inCode, u"not used"_s);

    request.record.tool = u"install_packages"_s;
    request.record.reach.packages = {{u"rich"_s, u"14.3.3"_s, u"ab"_s}};
    cells = reachCells(request);
    QCOMPARE(cells[1].inCode, u"None"_s);
    QCOMPARE(cells[2].inCode, u"rich"_s);

    // A program in another language is code that nobody read.
    request.record.tool = u"run_code"_s;
    QCOMPARE(reachCells(request)[0].inCode, u"paths not known"_s);
}

void tst_findingwords::neverSaysNoneOfWhatIsNotKnown()
{
    FindingReport unknown = complete();
    unknown.readsUnknown = unknown.writesUnknown = true;
    for (const FindingReport &report :
         {unknown, FindingReport::unavailable(u"It is gone."_s), FindingReport::notCode()}) {
        QCOMPARE(reachInCode(report).reads, u"paths not known"_s);
        QCOMPARE(reachInCode(report).writes, u"paths not known"_s);
    }
    QCOMPARE(reachInCode(FindingReport::unavailable({})).network, u"not known"_s);
    QCOMPARE(reachInCode(FindingReport()).reads, u"…"_s);
    unknown.files = {{u"reports"_s, u"a.csv"_s, false}};
    QVERIFY(reachInCode(unknown).reads.contains(u"others"));
}

void tst_findingwords::marksWhatCouldNotBeRead()
{
    const auto marks = findingMarks(FindingReport::unavailable(u"It is gone."_s), reach());
    QCOMPARE(marks.size(), 1);
    QVERIFY(marks.first().kind == CodeMark::Kind::Refused);
    QVERIFY(findingMarks(FindingReport(), reach()).isEmpty());
}

void tst_findingwords::leavesOutWhatTheViewMarksItself()
{
    FindingReport report = complete();
    report.findings = {finding(u"invisible-character"_s), finding(u"listed-import"_s),
                       finding(u"listed-import"_s)};
    QCOMPARE(findingMarks(report, reach()).size(), 1);
    report.left = 7;
    QCOMPARE(findingMarks(report, reach()).size(), 2);
}

void tst_findingwords::showsNotesWhenTheyCome()
{
    FakeDesk desk;
    FakeClock clock;
    PendingRequest request = FakeDesk::asking(1, "import sys\nimport socket\n");
    request.findings = {};
    desk.add(request);
    RequestView view(desk, clock);
    view.showRequest(RunId(1));
    QVERIFY(view.code()->marks().isEmpty());
    request.findings = complete();
    request.findings.findings = {finding(u"socket"_s, {u"socket"_s}, FindingSeverity::Refused)};
    desk.change(request);
    QCOMPARE(view.code()->marks().size(), 1);
    QCOMPARE(view.code()->marks().first().line, 2);
    QCOMPARE(view.code()->marks().first().text, u"tries the network (socket): will fail"_s);
    QVERIFY(view.code()->marks().first().kind == CodeMark::Kind::Refused);
}

void tst_findingwords::goesToTheLineOfANote()
{
    PendingRequest request = FakeDesk::asking(1, "a\nb\n");
    request.findings = complete();
    request.findings.findings = {finding(u"listed-import"_s, {u"a & b"_s})};
    NotesMenu menu;
    menu.setRequest(request);
    QCOMPARE(menu.actions().size(), 1);
    QCOMPARE(menu.actions().first()->text(), u"Line 2: imports a && b"_s);
    QSignalSpy chosen(&menu, &NotesMenu::chosen);
    menu.actions().first()->trigger();
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.first().first().toInt(), 2);
    // As many as a screen takes; the code has the others.
    request.findings.findings = QList<Finding>(80, finding(u"listed-import"_s));
    menu.setRequest(request);
    QVERIFY(menu.actions().size() < 30);
    QVERIFY(!menu.actions().last()->isEnabled());
}

QTEST_MAIN(tst_findingwords)
#include "tst_findingwords.moc"
