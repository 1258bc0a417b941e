// SPDX-License-Identifier: MIT
#include "base/limits.h"
#include "base/runtimes.h"
#include "fakeclock.h"
#include "notebook/htmlsanitizer.h"
#include "notebook/outputs.h"
#include "ui/models/markdownhtml.h"
#include "ui/models/notebookexport.h"
#include "ui/models/notebookmodel.h"
#include "ui/models/readablemarkdown.h"

#include <QAbstractItemModelTester>
#include <QBuffer>
#include <QImage>
#include <QPromise>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::ui;
using namespace glovebox::notebook;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// Gives runs numbers, at once or when it is told to.
class Desk final : public ScratchDesk
{
public:
    QFuture<Result<RunId>> run(const ScratchRun &run) override
    {
        runs.append(run);
        if (!refusal.isEmpty())
            return QtFuture::makeReadyValueFuture<Result<RunId>>(
                fail(ErrorCode::Unavailable, refusal));
        if (isLate) {
            promise = std::make_unique<QPromise<Result<RunId>>>();
            promise->start();
            return promise->future();
        }
        return QtFuture::makeReadyValueFuture<Result<RunId>>(RunId(++number));
    }
    void answer(RunId run)
    {
        promise->addResult(Result<RunId>(run));
        promise->finish();
    }
    void interrupt(RunId run) override { interrupted.append(run); }

    QFuture<Result<SessionRef>> openSession(const QString &) override { return {}; }
    void closeSession(const SessionRef &) override {}
    QFuture<Result<SessionRef>> restartSession(const SessionRef &) override { return {}; }
    QList<SessionStatus> sessions() const override { return {}; }
    Result<> answerInput(RunId, const std::optional<QString> &) override { return {}; }
    QFuture<Result<Completions>> complete(const SessionRef &, const QString &, qsizetype) override
    {
        return {};
    }
    QFuture<Result<Inspection>> inspect(const SessionRef &, const QString &, qsizetype) override
    {
        return {};
    }
    QFuture<Result<QList<Variable>>> variables(const SessionRef &) override { return {}; }
    QFuture<Result<TablePage>> table(const SessionRef &, const TableQuery &) override { return {}; }
    QFuture<Result<QByteArray>> tableText(const SessionRef &, const TableQuery &, QChar) override
    {
        return {};
    }
    Result<QString> showToClient(const ClientId &, const QString &, const QByteArray &,
                                 const QString &) override
    {
        return QString();
    }
    void takeBackFromClient(const QString &) override {}

    QList<ScratchRun> runs;
    QList<RunId> interrupted;
    QString refusal;
    bool isLate = false;
    qint64 number = 0;
    std::unique_ptr<QPromise<Result<RunId>>> promise;
};

Cell codeCell(const QString &id, const QString &source, const QString &runtime = {})
{
    return Cell{.id = id, .runtime = runtime, .source = source};
}

QByteArray png(QSize size, Qt::GlobalColor color = Qt::red)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(color);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace

class NotebookModelTest : public QObject
{
    Q_OBJECT

    struct Stage
    {
        FakeClock clock;
        RunHub hub{clock};
        Desk desk;
        Document document{newNotebook(
            {codeCell(u"a"_s, u"1"_s), codeCell(u"b"_s, u"2"_s), codeCell(u"c"_s, u"3"_s)})};
        CellRunner runner{document, desk, hub};
        NotebookModel model{document, runner, clock};
        QAbstractItemModelTester tester{&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest};
        QSignalSpy finished{&runner, &CellRunner::finished};

        Stage() { runner.setSession({SessionId(u"s1"_s), 1}); }

        QVariant of(const QString &id, int role) const
        {
            return model.index(document.indexOf(id)).data(role);
        }
        CellState state(const QString &id) const
        {
            return CellState(of(id, NotebookModel::StateRole).toInt());
        }
        void begin(qint64 run) { hub.publish(RunId(run), event::Started{}); }
        void write(qint64 run, const QByteArray &bytes)
        {
            hub.publish(RunId(run), event::Output{StreamName::Stdout, 0, bytes, bytes.size()});
        }
        // Its outputs are made in another thread.
        bool end(qint64 run, RunState state = RunState::Complete, const QString &reason = {})
        {
            const auto before = finished.size();
            hub.publish(RunId(run), event::Ended{.state = state, .reason = reason});
            return QTest::qWaitFor([&] { return finished.size() > before; });
        }
    };

private Q_SLOTS:
    void runsCellsOneAfterAnother();
    void failureTakesTheRestOutOfTheQueue_data();
    void failureTakesTheRestOutOfTheQueue();
    void runsTheTextOfTheMomentItsTurnComes();
    void stopsBeforeTheRunHasANumber();
    void countsFromOneInANewInterpreter();
    void cellsOfRuntimesNeedNoSession();
    void saysWhyACellDoesNotRun();
    void refusalKeepsOutputs();
    void deletedCellsLeaveTheQueue();
    void otherRunsAreNotMixedIn();
    void timeOfTheRunningCellGoesOn();

    void followsEveryChangeOfTheDocument();
    void outlineHasTheHeadings();
    void namesCellsForScreenReaders();

    void markdownBecomesHtml_data();
    void markdownBecomesHtml();
    void markdownOfNotebooksIsReadable_data();
    void markdownOfNotebooksIsReadable();
    void wordsOfPicturesAreKept();
    void markdownLoadsNothing();
    void pageShowsEverything();
    void pageIsHarmless_data();
    void pageIsHarmless();
    void pdfHasPagesPicturesAndJapanese();
    void exportReplacesTheFileWhole();
};

void NotebookModelTest::runsCellsOneAfterAnother()
{
    Stage stage;
    QSignalSpy busy(&stage.runner, &CellRunner::busyChanged);
    stage.runner.run({u"a"_s, u"b"_s, u"c"_s});
    QCOMPARE(stage.desk.runs.size(), 1);
    QCOMPARE(stage.state(u"a"_s), CellState::Running);
    QCOMPARE(stage.state(u"c"_s), CellState::Queued);
    QCOMPARE(stage.of(u"a"_s, NotebookModel::CountRole), u"[*]"_s);
    QCOMPARE(stage.of(u"b"_s, NotebookModel::QueuePlaceRole), 1);
    QCOMPARE(stage.of(u"c"_s, NotebookModel::QueuePlaceRole), 2);
    stage.begin(1);
    stage.write(1, "one\n");
    stage.clock.advance(300ms);
    stage.hub.publish(RunId(1), event::ResultValue{u"42"_s});
    QVERIFY(stage.end(1));
    QCOMPARE(stage.state(u"a"_s), CellState::Complete);
    QCOMPARE(stage.of(u"a"_s, NotebookModel::CountRole), u"[1]"_s);
    QCOMPARE(stage.of(u"a"_s, NotebookModel::DurationRole), u"0.3 s"_s);
    QCOMPARE(stage.of(u"a"_s, NotebookModel::RunRole).value<RunId>(), RunId(1));
    QCOMPARE(stage.document.find(u"a")->outputs.size(), 2);
    QCOMPARE(stage.document.find(u"a")->outputs.at(0).text(), u"one\n"_s);
    QCOMPARE(stage.desk.runs.size(), 2);
    QCOMPARE(stage.of(u"c"_s, NotebookModel::QueuePlaceRole), 1);
    stage.begin(2);
    QVERIFY(stage.end(2));
    stage.begin(3);
    QVERIFY(stage.end(3));
    QCOMPARE(stage.of(u"c"_s, NotebookModel::CountRole), u"[3]"_s);
    QVERIFY(!stage.runner.isBusy());
    QCOMPARE(busy.size(), 2);
}

void NotebookModelTest::failureTakesTheRestOutOfTheQueue_data()
{
    QTest::addColumn<RunState>("ended");
    QTest::addColumn<CellState>("state");
    QTest::newRow("error") << RunState::Error << CellState::Error;
    QTest::newRow("interrupted") << RunState::Interrupted << CellState::Stopped;
    QTest::newRow("timeout") << RunState::Timeout << CellState::Stopped;
    QTest::newRow("killed") << RunState::Killed << CellState::Lost;
}

void NotebookModelTest::failureTakesTheRestOutOfTheQueue()
{
    QFETCH(RunState, ended);
    QFETCH(CellState, state);
    Stage stage;
    stage.runner.run({u"a"_s, u"b"_s, u"c"_s});
    stage.begin(1);
    QVERIFY(stage.end(1, ended, u"It was so."_s));
    QCOMPARE(stage.state(u"a"_s), state);
    QCOMPARE(stage.state(u"b"_s), CellState::Idle);
    QCOMPARE(stage.desk.runs.size(), 1);
    QVERIFY(!stage.runner.isBusy());
    QVERIFY(stage.document.find(u"a")->outputs.last().evalue().contains(u"It was so."));
}

void NotebookModelTest::runsTheTextOfTheMomentItsTurnComes()
{
    Stage stage;
    stage.runner.run({u"a"_s, u"b"_s});
    stage.document.setSource(u"b"_s, u"typed while it waited"_s);
    QVERIFY(stage.end(1));
    QCOMPARE(stage.desk.runs.last().code, QByteArray("typed while it waited"));
}

void NotebookModelTest::stopsBeforeTheRunHasANumber()
{
    Stage stage;
    stage.desk.isLate = true;
    stage.runner.run({u"a"_s, u"b"_s});
    // Its first events come before its number does, among those of others.
    stage.begin(9);
    stage.write(9, "early\n");
    stage.write(8, "of another\n");
    stage.runner.interrupt();
    QCOMPARE(stage.desk.interrupted.size(), 0);
    QCOMPARE(stage.state(u"b"_s), CellState::Idle);
    stage.desk.answer(RunId(9));
    QTRY_COMPARE(stage.desk.interrupted, QList<RunId>{RunId(9)});
    QVERIFY(stage.end(9, RunState::Interrupted));
    QCOMPARE(stage.document.find(u"a")->outputs.at(0).text(), u"early\n"_s);
    QVERIFY(!stage.runner.isBusy());
}

void NotebookModelTest::countsFromOneInANewInterpreter()
{
    Stage stage;
    stage.runner.run({u"a"_s, u"b"_s});
    stage.begin(1);
    QVERIFY(stage.end(1));
    stage.begin(2);
    QVERIFY(stage.end(2));
    QCOMPARE(stage.of(u"b"_s, NotebookModel::CountRole), u"[2]"_s);
    stage.runner.setSession({SessionId(u"s1"_s), 2});
    stage.runner.run({u"c"_s, u"a"_s});
    stage.begin(3);
    QVERIFY(stage.end(3));
    QCOMPARE(stage.of(u"c"_s, NotebookModel::CountRole), u"[1]"_s);
    stage.begin(4);
    stage.hub.publish(RunId(4),
                      event::Restarted{.reason = u"idle"_s, .newEpoch = 3, .beforeRun = true});
    QVERIFY(stage.end(4));
    QCOMPARE(stage.of(u"a"_s, NotebookModel::CountRole), u"[1]"_s);
}

void NotebookModelTest::cellsOfRuntimesNeedNoSession()
{
    Stage stage;
    stage.runner.setSession({});
    stage.document.setKind({u"a"_s}, CellKind::Code, u"ruby"_s);
    stage.runner.run(QStringList{u"a"_s});
    QCOMPARE(stage.desk.runs.size(), 1);
    QCOMPARE(stage.desk.runs.first().runtime, u"ruby"_s);
    QVERIFY(stage.desk.runs.first().session.id.isNull());
    QCOMPARE(stage.of(u"a"_s, NotebookModel::LanguageRole), u"Ruby"_s);
    QCOMPARE(stage.of(u"a"_s, NotebookModel::HighlightRole), runtimeFor(u"ruby")->highlight);
}

void NotebookModelTest::saysWhyACellDoesNotRun()
{
    Stage stage;
    QSignalSpy refused(&stage.runner, &CellRunner::refused);
    stage.runner.setSession({});
    stage.runner.run({u"a"_s, u"b"_s});
    QCOMPARE(refused.size(), 1);
    stage.runner.setSession({SessionId(u"s1"_s), 1});
    stage.document.setSource(u"a"_s, QString(limits::maxCodeBytes + 1, u'x'));
    stage.runner.run(QStringList{u"a"_s});
    QCOMPARE(refused.size(), 2);
    // Nothing in it, or no code: passed over.
    stage.document.setSource(u"a"_s, u" \n"_s);
    stage.document.setKind({u"b"_s}, CellKind::Text);
    stage.runner.run({u"a"_s, u"b"_s, u"none"_s});
    QCOMPARE(refused.size(), 2);
    stage.document.setMetadata(u"language_info"_s,
                               Json(Json::Members{{u"name"_s, Json(u"julia"_s)}}));
    stage.runner.run(QStringList{u"c"_s});
    QCOMPARE(refused.size(), 3);
    QVERIFY(refused.last().at(1).toString().contains(u"julia"));
    QCOMPARE(stage.desk.runs.size(), 0);
    QVERIFY(!stage.runner.isBusy());
}

void NotebookModelTest::refusalKeepsOutputs()
{
    Stage stage;
    stage.document.setOutputs(u"a"_s, {Output::stream(u"stdout"_s, u"old"_s)}, 5);
    stage.desk.refusal = u"The session is gone."_s;
    QSignalSpy refused(&stage.runner, &CellRunner::refused);
    stage.runner.run({u"a"_s, u"b"_s});
    QCOMPARE(refused.size(), 1);
    QCOMPARE(stage.document.find(u"a")->outputs.size(), 1);
    QCOMPARE(stage.state(u"b"_s), CellState::Idle);
    QVERIFY(!stage.runner.isBusy());
}

void NotebookModelTest::deletedCellsLeaveTheQueue()
{
    Stage stage;
    stage.runner.run({u"a"_s, u"b"_s, u"c"_s});
    stage.document.deleteCells({u"a"_s, u"b"_s});
    QCOMPARE(stage.of(u"c"_s, NotebookModel::QueuePlaceRole), 1);
    stage.write(1, "x");
    QVERIFY(stage.end(1)); // of a cell that is gone
    QCOMPARE(stage.desk.runs.last().code, QByteArray("3"));
}

void NotebookModelTest::otherRunsAreNotMixedIn()
{
    Stage stage;
    stage.runner.run(QStringList{u"a"_s});
    stage.begin(1);
    stage.write(77, "of a client");
    stage.write(1, "mine");
    stage.hub.publish(RunId(77), event::Ended{});
    QVERIFY(stage.runner.isBusy());
    QVERIFY(stage.end(1));
    QCOMPARE(stage.document.find(u"a")->outputs.size(), 1);
    QCOMPARE(stage.document.find(u"a")->outputs.at(0).text(), u"mine"_s);
}

void NotebookModelTest::timeOfTheRunningCellGoesOn()
{
    Stage stage;
    stage.runner.run(QStringList{u"a"_s});
    stage.begin(1);
    QSignalSpy changed(&stage.model, &NotebookModel::dataChanged);
    stage.clock.advance(3s);
    QCOMPARE(changed.size(), 3);
    QCOMPARE(stage.of(u"a"_s, NotebookModel::DurationRole), u"0:03"_s);
    QVERIFY(stage.end(1));
    changed.clear();
    stage.clock.advance(5s);
    QCOMPARE(changed.size(), 0);
}

void NotebookModelTest::followsEveryChangeOfTheDocument()
{
    Stage stage; // its tester judges every step
    stage.document.insertCell(1, CellKind::Text, u"# T"_s);
    stage.document.moveCell(u"a"_s, 3);
    stage.document.moveCell(u"a"_s, 0);
    stage.document.splitCell(u"b"_s, 1);
    stage.document.deleteCells({u"a"_s, u"c"_s});
    while (stage.document.canUndo())
        stage.document.undo();
    QCOMPARE(stage.model.rowCount(), 3);
    QCOMPARE(stage.model.index(2).data().toString(), u"3"_s);
    stage.document.reset(newNotebook());
    QCOMPARE(stage.model.rowCount(), 1);
}

void NotebookModelTest::outlineHasTheHeadings()
{
    const auto headings = headingsOf(u"# A *b* `c`\ntext\n\nUnder\n===\n\n```\n# no\n```\n"
                                     "    # no\n## D ##\n- item\n---\n####### no\n#no\nE\n---"_s);
    QStringList texts;
    for (const OutlineEntry &heading : headings)
        texts.append(QString::number(heading.level) + heading.text);
    QCOMPARE(texts, QStringList({u"1A b c"_s, u"1Under"_s, u"2D"_s, u"2E"_s}));
    QCOMPARE(headings.at(1).place, 18);

    Stage stage;
    QSignalSpy changed(&stage.model, &NotebookModel::outlineChanged);
    const QString id = stage.document.insertCell(0, CellKind::Text, u"# 売上"_s);
    stage.clock.advance(Refresher::interval);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(stage.model.outline().at(0).text, u"売上"_s);
    QCOMPARE(stage.model.outline().at(0).cell, id);
    stage.document.setKind({id}, CellKind::Code);
    stage.clock.advance(Refresher::interval);
    QCOMPARE(stage.model.outline().size(), 0);
}

void NotebookModelTest::namesCellsForScreenReaders()
{
    Stage stage;
    QCOMPARE(stage.of(u"b"_s, Qt::AccessibleTextRole), u"Code cell 2 of 3, Python, not run"_s);
    stage.runner.run({u"a"_s, u"b"_s});
    QCOMPARE(stage.of(u"b"_s, Qt::AccessibleTextRole),
             u"Code cell 2 of 3, Python, waiting, place 1"_s);
}

// ---- Exports

void NotebookModelTest::markdownBecomesHtml_data()
{
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<QString>("html");
    QTest::newRow("heading") << u"## A & B"_s << u"<h2>A &amp; B</h2>"_s;
    QTest::newRow("emphasis") << u"*a* **b** `c` ~~d~~"_s << u"<em>a</em>"_s;
    QTest::newRow("code") << u"```python\nx < 1\n\ny\n```"_s
                          << u"<pre><code>x &lt; 1\n\ny</code></pre>"_s;
    QTest::newRow("list") << u"- a\n- b\n  - c\n\ntext"_s
                          << u"<ul><li>a</li>\n<li>b<ul><li>c</li></ul>"_s;
    QTest::newRow("numbers") << u"1. a\n2. b"_s << u"<ol><li>a</li>\n<li>b</li></ol>"_s;
    QTest::newRow("quotation") << u"> a"_s << u"<blockquote><p>a</p>\n</blockquote>"_s;
    QTest::newRow("table")
        << u"|a|b|\n|-|-|\n|1|2|"_s
        << u"<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"_s;
    QTest::newRow("link") << u"[t](https://example.org)"_s << u"<a href=\"https://example.org\""_s;
}

void NotebookModelTest::markdownBecomesHtml()
{
    QFETCH(QString, markdown);
    QFETCH(QString, html);
    const QString made = markdownToHtml(markdown);
    QVERIFY2(made.contains(html), qPrintable(made));
}

void NotebookModelTest::markdownOfNotebooksIsReadable_data()
{
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<QString>("readable");
    QTest::newRow("formula") << u"$E = mc^2$ and $\\frac{a_1}{b+c}$"_s
                             << u"E = mc² and a₁/\\(b\\+c\\)"_s;
    QTest::newRow("display") << u"$$\n\\sum_{i=0}^{n} \\alpha_i \\leq \\sqrt{2}\n$$"_s
                             << u"∑ᵢ₌₀ⁿ αᵢ ≤ √2"_s;
    QTest::newRow("nothing is lost")
        << u"$\\foo{x} ^ {y z} _!$"_s << u"\\\\foox ^\\(y z\\) \\_\\!"_s;
    QTest::newRow("money") << u"$5 and $6, \\$x"_s << u"$5 and $6, \\$x"_s;
    QTest::newRow("formulas in code")
        << u"`$x$`\n```\n$x$ <b>\n```\n"_s << u"`$x$`\n```\n$x$ <b>\n```\n"_s;
    QTest::newRow("tags") << u"<b>a</b> <i> b </i><br/>c"_s
                          << QString(u"**a**  *b* "_s + QChar(QChar::LineSeparator) + u'c');
    QTest::newRow("link") << u"<a href=\"https://e.org\">t</a>"_s << u"[t](<https://e.org>)"_s;
    QTest::newRow("picture") << u"<img src='a.png' alt=\"b\">"_s << u"![b](<a.png>)"_s;
    QTest::newRow("picture without words")
        << u"![](attachment:a_b.png)"_s << u"![a b.png](attachment:a_b.png)"_s;
    QTest::newRow("markup in the words of a picture")
        << u"![x *y* $z$](<a b.png> \"t\")"_s << u"![x y z](<a b.png> \"t\")"_s;
    QTest::newRow("script") << u"a<script>alert(1)</script>b<!-- c -->d"_s << u"abd"_s;
    QTest::newRow("no tag") << u"vector<int> x < y <https://e.org>"_s
                            << u"vector<int> x < y <https://e.org>"_s;
    QTest::newRow("cut off") << u"<b>a <script> $x \\frac{ `c <!-- d"_s << u"**a "_s;
}

void NotebookModelTest::markdownOfNotebooksIsReadable()
{
    QFETCH(QString, markdown);
    QFETCH(QString, readable);
    QCOMPARE(readableMarkdown(markdown), readable);
}

void NotebookModelTest::wordsOfPicturesAreKept()
{
    const Json attachments(
        Json::Members{{u"a.png"_s, Json(Json::Members{{u"image/png"_s, Json(u"AAAA"_s)}})}});
    const auto html = [&attachments](const QString &markdown) {
        return markdownToHtml(markdown, attachments);
    };
    QVERIFY(html(u"![a *b* c](attachment:a.png)"_s).contains(u"alt=\"a b c\">"));
    QCOMPARE(html(u"![a *b* c](attachment:a.png)"_s).count(u"<img"_s), 1);
    QVERIFY(html(u"![](attachment:a.png)"_s).contains(u"alt=\"a.png\">"));
    const QString behindTags = html(u"<b>x</b><br>![d](attachment:a.png)<br>y"_s);
    QVERIFY2(behindTags.contains(u"alt=\"d\">") && behindTags.contains(u"y"),
             qPrintable(behindTags));
}

void NotebookModelTest::markdownLoadsNothing()
{
    const QString made = markdownToHtml(
        u"![a](http://evil/x.png) ![b](file:///etc/passwd) [c](javascript:x) "
        u"<script>alert(1)</script>\n\n"
        "<img src=\"http://evil/y.png\"> ![d](attachment:d.png)"_s,
        Json(Json::Members{{u"d.png"_s, Json(Json::Members{{u"image/png"_s, Json(u"AAAA"_s)}})}}));
    QVERIFY2(!made.contains(u"src=\"http") && !made.contains(u"src=\"file"), qPrintable(made));
    QVERIFY2(!made.contains(u"<script") && !made.contains(u"href=\"javascript"), qPrintable(made));
    QVERIFY2(made.contains(u"<img src=\"data:image/png;base64,AAAA\" alt=\"d\">"),
             qPrintable(made));
}

void NotebookModelTest::pageShowsEverything()
{
    Cell code = codeCell(u"a"_s, u"x < 1"_s);
    code.executionCount = 3;
    code.outputs = {Output::stream(u"stdout"_s, u"\x1b[31mred\x1b[0m <b>\n"_s),
                    displayOutput(u"image/png"_s, png({4, 4}), u"図"_s),
                    displayOutput(u"image/svg+xml"_s, "<svg onload='alert(1)'></svg>", {}),
                    displayOutput(u"text/html"_s, "<table><tr><td>7</td></tr></table>", u"7"_s),
                    displayOutput(u"text/html"_s, "<script>draw()</script>", u"<Chart>"_s),
                    Output::error(u"E"_s, u"v"_s, {u"Traceback"_s, u"E: v"_s})};
    const Notebook notebook =
        newNotebook({Cell{.id = u"t"_s, .kind = CellKind::Text, .source = u"# 見出し"_s}, code,
                     codeCell(u"r"_s, u"puts 1"_s, u"ruby"_s),
                     Cell{.id = u"w"_s, .kind = CellKind::Raw, .source = u"<raw>"_s}});
    ExportOptions options{.title = u"売上 & <x>"_s, .language = u"ja"_s};
    options.highlight = [](const QString &text, const QString &definition) {
        return u"<span style=\"color:#000\">" + definition + u'|' + text.toHtmlEscaped() +
               u"</span>";
    };
    const QString page = QString::fromUtf8(notebookToHtml(notebook, options));
    for (const QString &part :
         {u"<html lang=\"ja\">"_s, u"default-src 'none'"_s,
          u"<title>売上 &amp; &lt;x&gt;</title>"_s, u"<h1>見出し</h1>"_s, u"[3]"_s,
          u"Python|x &lt; 1"_s, u"Ruby|puts 1"_s,
          u"<span style=\"color:#a8261d\">red</span> &lt;b&gt;"_s, u"data:image/png;base64,"_s,
          u"alt=\"図\""_s, u"data:image/svg+xml;base64,"_s, u"<td>7</td>"_s, u"&lt;Chart&gt;"_s,
          u"Traceback\nE: v"_s, u"&lt;raw&gt;"_s})
        QVERIFY2(page.contains(part), qPrintable(part));
    QVERIFY(!page.contains(u"<script") && !page.contains(u"<svg"));
}

void NotebookModelTest::pageIsHarmless_data()
{
    QTest::addColumn<Cell>("cell");
    const QByteArray attack = "<img src=x onerror=alert(1)><script>alert(1)</script>";
    const QString text = QString::fromUtf8(attack);
    const auto with = [](const Output &output) {
        return Cell{.id = u"a"_s, .source = u"x"_s, .outputs = {output}};
    };
    QTest::newRow("code") << codeCell(u"a"_s, text);
    QTest::newRow("text") << Cell{.id = u"a"_s, .kind = CellKind::Text, .source = text};
    QTest::newRow("raw") << Cell{.id = u"a"_s, .kind = CellKind::Raw, .source = text};
    QTest::newRow("stream") << with(Output::stream(u"stdout"_s, text));
    QTest::newRow("error") << with(Output::error(text, text, {text}));
    QTest::newRow("html") << with(displayOutput(u"text/html"_s, attack, text));
    QTest::newRow("markdown") << with(displayOutput(u"text/markdown"_s, attack, text));
    QTest::newRow("mime type") << with(
        displayOutput(u"image/png\" onerror=\"alert(1)"_s, attack, text));
    QTest::newRow("javascript") << with(displayOutput(u"application/javascript"_s, attack, {}));
    QTest::newRow("picture that is no base64") << with(Output::display(
        Json(Json::Members{{u"image/png"_s, Json(u"\"><script>"_s)}}), Json::object()));
    QTest::newRow("attachment") << Cell{
        .id = u"a"_s,
        .kind = CellKind::Text,
        .source = u"![x](attachment:a)"_s,
        .attachments = Json(Json::Members{
            {u"a"_s, Json(Json::Members{{u"image/png"_s, Json(u"\" onerror=\"alert(1)"_s)}})}})};
}

void NotebookModelTest::pageIsHarmless()
{
    QFETCH(Cell, cell);
    const QString page = QString::fromUtf8(notebookToHtml(
        newNotebook({cell}), {.title = u"<script>"_s, .language = u"\"><script>"_s}));
    static const QRegularExpression handler(u"<[^>]*\\son[a-z]+="_s);
    QVERIFY2(!page.contains(u"<script", Qt::CaseInsensitive), qPrintable(page));
    QVERIFY2(!handler.match(page).hasMatch(), qPrintable(page));
}

void NotebookModelTest::pdfHasPagesPicturesAndJapanese()
{
    Cell plot = codeCell(u"a"_s, u"print('売上')"_s);
    plot.outputs = {displayOutput(u"image/png"_s, png({3000, 600}), {})};
    Cell lines = codeCell(u"b"_s, u"x"_s);
    QString many;
    for (int line = 0; line < 300; ++line)
        many += u"行 %1\n"_s.arg(line);
    lines.outputs = {Output::stream(u"stdout"_s, many)};
    const ExportOptions options{.title = u"報告"_s, .codeFamily = u"Noto Sans Mono CJK JP"_s};
    const QByteArray empty = notebookToPdf(newNotebook({codeCell(u"e"_s, u"x"_s)}), options);
    const QByteArray pdf = notebookToPdf(newNotebook({plot, lines}), options);
    QVERIFY(empty.startsWith("%PDF-"));
    QVERIFY(pdf.startsWith("%PDF-"));
    static const QRegularExpression page(u"/Type\\s*/Page\\b"_s);
    QCOMPARE(QString::fromLatin1(empty).count(page), 1);
    QVERIFY(QString::fromLatin1(pdf).count(page) > 3);
    QVERIFY(pdf.contains("/Subtype /Image") && !empty.contains("/Subtype /Image"));
}

void NotebookModelTest::exportReplacesTheFileWhole()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"a.html"_s);
    const auto done = exportNotebook(newNotebook(), ExportFormat::Html, {.title = u"T"_s}, path);
    QTRY_VERIFY(done.isFinished());
    QVERIFY(done.result());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().endsWith("</html>\n"));
    const auto failed =
        exportNotebook(newNotebook(), ExportFormat::Pdf, {}, folder.filePath(u"none/a.pdf"_s));
    QTRY_VERIFY(failed.isFinished());
    QVERIFY(!failed.result());
}

QTEST_MAIN(NotebookModelTest)
#include "tst_notebook.moc"
