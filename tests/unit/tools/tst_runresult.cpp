// SPDX-License-Identifier: MIT
#include "base/runhub.h"
#include "tools/runresult.h"

#include <QImage>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>

using namespace Qt::StringLiterals;
using namespace glovebox;
using namespace glovebox::tools;

namespace {

RunFacts factsIn(RunState state, const QString &reason = {})
{
    RunFacts facts;
    facts.run = RunId(12);
    facts.state = state;
    facts.record.sessionName = u"default"_s;
    facts.endReason = reason;
    facts.executionMs = 820;
    return facts;
}

QImage noise(int width, int height)
{
    QImage image(width, height, QImage::Format_RGB32);
    QRandomGenerator generator(7);
    for (int y = 0; y < height; ++y) {
        auto *line = reinterpret_cast<quint32 *>(image.scanLine(y));
        std::generate(line, line + width,
                      [&generator] { return generator.generate() | 0xff000000u; });
    }
    return image;
}

QString textOf(const mcp::CallResult &result)
{
    QStringList texts;
    for (const mcp::Content &content : result.content) {
        if (const auto *text = std::get_if<mcp::content::Text>(&content))
            texts.append(text->text);
    }
    return texts.join(u'\n');
}

} // namespace

class TestRunResult : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    mcp::CallResult report(const RunFacts &facts, sandbox::OutputStore &store,
                           const ClientTraits &client = {})
    {
        RunReporter reporter(store);
        auto future = reporter.report(facts, QDateTime::currentDateTimeUtc(), client);
        future.waitForFinished();
        return future.result();
    }

private Q_SLOTS:
    void firstLineIsTheContract()
    {
        QCOMPARE(statusLine(factsIn(RunState::Complete), {}),
                 u"run r12 · complete · session default · 0.82 s"_s);
    }

    void everyUnfinishedStateNamesGetRun_data()
    {
        QTest::addColumn<RunState>("state");
        QTest::newRow("pending") << RunState::PendingApproval;
        QTest::newRow("queued") << RunState::Queued;
        QTest::newRow("starting") << RunState::Starting;
        QTest::newRow("running") << RunState::Running;
    }

    void everyUnfinishedStateNamesGetRun()
    {
        QFETCH(RunState, state);
        const QString advice = stateAdvice(factsIn(state));
        QVERIFY2(advice.contains(u"get_run"), qPrintable(advice));
        QVERIFY2(advice.contains(u"r12"), qPrintable(advice));
    }

    void denialCarriesThePersonsWords()
    {
        RunFacts facts = factsIn(RunState::Denied, u"use the other file"_s);
        facts.decision = event::Decided{.kind = DecisionKind::Deny,
                                        .by = DecisionBy::Person,
                                        .note = u"use the other file"_s,
                                        .digest = {}};
        QVERIFY(stateAdvice(facts).contains(u"“use the other file”"));
    }

    void noAnswerIsNotADenial()
    {
        QVERIFY(stateAdvice(factsIn(RunState::Expired)).contains(u"not a denial"));
    }

    void lostVariablesAreSaid()
    {
        RunFacts restarted = factsIn(RunState::Killed);
        restarted.sessionRestarted = true;
        QVERIFY(stateAdvice(restarted).contains(u"variables are gone"));
        QVERIFY(stateAdvice(factsIn(RunState::Killed)).contains(u"session is closed"));
        QVERIFY(stateAdvice(factsIn(RunState::Timeout)).contains(u"variables are kept"));
    }

    void whatWasLostBeforeTheRunIsSaidOnce()
    {
        RunHub hub(systemClock());
        ApprovalRecord record;
        hub.publish(RunId(12), event::Asked{record, {}, {}, {}});
        hub.publish(RunId(12), event::Restarted{u"It was not used for 60 minutes."_s, 2, true});
        hub.publish(RunId(12), event::Ended{});
        QTemporaryDir folder;
        sandbox::OutputStore output(folder.path());
        RunReporter reporter(output);
        const auto result = reporter.report(*hub.facts(RunId(12)), {}).result();
        const auto *text = std::get_if<mcp::content::Text>(&result.content.first());
        QVERIFY(text);
        QCOMPARE(text->text.section(u'\n', 1),
                 u"The session is new: its earlier variables and files in /session are gone. "
                 "It was not used for 60 minutes."_s);
    }

    void aQueuedRunKnowsItsPosition()
    {
        RunFacts facts = factsIn(RunState::Queued);
        facts.queuePosition = 2;
        QVERIFY(stateAdvice(facts).contains(u"queued · position 2"));
    }

    void anAllowedRunIsNotSaidToWaitForThePerson()
    {
        RunFacts facts = factsIn(RunState::PendingApproval);
        QVERIFY(stateAdvice(facts).contains(u"has not answered"));
        facts.decision = event::Decided{
            .kind = DecisionKind::Allow, .by = DecisionBy::Policy, .note = {}, .digest = {}};
        QVERIFY(stateAdvice(facts).startsWith(u"Allowed"));
    }

    void longOutputKeepsHeadAndTail()
    {
        sandbox::OutputStore store(m_folder.filePath(u"runs"_s));
        RunFacts facts = factsIn(RunState::Complete);
        QByteArray output = "FIRST\n";
        output += QByteArray(400'000, 'x') + "\nLAST";
        store.append(facts.run, output);
        facts.outputLength = facts.outputBytes = facts.outputBytesKept = output.size();
        const QString text = textOf(report(facts, store));
        QVERIFY(text.contains(u"FIRST"));
        QVERIFY(text.last(3000).contains(u"LAST"));
        QVERIFY(text.size() < 82 * 1024);
        QVERIFY(text.contains(u"left out"));
        QVERIFY(text.contains(u"run://r12/output"));
    }

    void everyWidestPartTogetherStaysWithinTheBudgets()
    {
        sandbox::OutputStore store(m_folder.filePath(u"all"_s));
        RunFacts facts = factsIn(RunState::Error);
        store.append(facts.run, QByteArray(500'000, 'o'));
        facts.outputLength = facts.outputBytes = facts.outputBytesKept = 500'000;
        facts.result = QString(300'000, u'v');
        facts.raised = event::Raised{u"ValueError"_s, u"the end"_s, {QString(300'000, u't')}};
        const QString file = m_folder.filePath(u"noise.png"_s);
        QVERIFY(noise(1000, 1000).save(file));
        for (int plot = 1; plot <= 60; ++plot)
            facts.displays.append({.index = plot,
                                   .mimeType = u"image/png"_s,
                                   .file = file,
                                   .size = 1,
                                   .pixels = {1000, 1000},
                                   .title = {},
                                   .text = QString(5000, u'p')});
        const auto result = report(facts, store);
        qsizetype text = 0;
        qsizetype pictures = 0;
        for (const mcp::Content &content : result.content) {
            if (const auto *part = std::get_if<mcp::content::Text>(&content))
                text += part->text.size();
            if (const auto *image = std::get_if<mcp::content::Image>(&content)) {
                pictures += image->data.toBase64().size();
                QVERIFY(!QImage::fromData(image->data).isNull()); // never a cut one
            }
        }
        QVERIFY2(text < 90 * 1024, qPrintable(QString::number(text)));
        QVERIFY(pictures > 400'000); // the control: there was more to send than fits
        QVERIFY2(text + pictures < 950'000, qPrintable(QString::number(text + pictures)));
        const QString all = textOf(result);
        QVERIFY(all.first(3000).contains(u"run r12 · error"));
        QVERIFY(all.last(3000).contains(u"ValueError: the end"));
        QVERIFY(all.contains(u"run://r12/plots/"));
    }

    void clineGetsShortStringsAndNoCutPicture()
    {
        sandbox::OutputStore store(m_folder.filePath(u"cline"_s));
        RunFacts facts = factsIn(RunState::Complete);
        QByteArray lines;
        for (int i = 0; i < 3000; ++i)
            lines += "line " + QByteArray::number(i) + '\n';
        store.append(facts.run, lines);
        facts.outputLength = facts.outputBytes = facts.outputBytesKept = lines.size();
        const QString file = m_folder.filePath(u"plot.png"_s);
        QVERIFY(noise(500, 500).save(file));
        facts.displays = {{.index = 1,
                           .mimeType = u"image/png"_s,
                           .file = file,
                           .size = 1,
                           .pixels = {500, 500},
                           .title = u"t"_s,
                           .text = u"Sales; x 0 to 4"_s}};
        QString joined;
        for (const mcp::Content &content :
             report(facts, store, ClientTraits::of(u"Cline")).content) {
            const auto *part = std::get_if<mcp::content::Text>(&content);
            if (const auto *image = std::get_if<mcp::content::Image>(&content))
                QVERIFY(image->data.toBase64().size() <= 8000);
            if (!part)
                continue;
            QVERIFY(part->text.size() <= 8000);
            joined += part->text;
        }
        QVERIFY(joined.contains(QString::fromLatin1(lines))); // nothing is lost at the cuts
        QVERIFY(joined.contains(u"Sales; x 0 to 4"));
        QVERIFY(joined.contains(file));
    }

    void blocksAreCutAtLineEndsAndNeverInsideACharacter()
    {
        QCOMPARE(inBlocks(u"ab\ncd\nef"_s, 5), (QStringList{u"ab\n"_s, u"cd\nef"_s}));
        const QString faces = u"😀"_s.repeated(5); // two units each
        const QStringList blocks = inBlocks(faces, 3);
        QCOMPARE(blocks.join(QString()), faces);
        for (const QString &block : blocks)
            QVERIFY(block.isValidUtf16());
        QCOMPARE(inBlocks(faces, 0), QStringList{faces});
    }

    void aTableOrPageIsNotCalledABadPicture()
    {
        sandbox::OutputStore store(m_folder.filePath(u"page"_s));
        RunFacts facts = factsIn(RunState::Complete);
        const QString file = m_folder.filePath(u"page.html"_s);
        QFile page(file);
        QVERIFY(page.open(QIODevice::WriteOnly));
        page.write("<table></table>");
        page.close();
        facts.displays = {{.index = 1,
                           .mimeType = u"text/html"_s,
                           .file = file,
                           .size = 15,
                           .pixels = {},
                           .title = {},
                           .text = u"DataFrame, 1 rows"_s}};
        const QString text = textOf(report(facts, store));
        QVERIFY(text.contains(u"DataFrame, 1 rows"));
        QVERIFY(text.contains(u"run://r12/plots/1"));
        QVERIFY2(text.contains(u"The person sees it"), qPrintable(text));
        QVERIFY2(!text.contains(u"not a picture"), qPrintable(text));
        // The control: what says that it is a picture and cannot be read as one.
        facts.displays.first().mimeType = u"image/png"_s;
        QVERIFY(textOf(report(facts, store)).contains(u"not a picture"));
    }

    void silenceIsSaid()
    {
        sandbox::OutputStore store(m_folder.filePath(u"silent"_s));
        const auto result = report(factsIn(RunState::Complete), store);
        QVERIFY(textOf(result).contains(u"No output."));
        QVERIFY(!result.isError);
    }

    void errorsAreErrorResults()
    {
        sandbox::OutputStore store(m_folder.filePath(u"error"_s));
        RunFacts facts = factsIn(RunState::Error);
        facts.raised =
            event::Raised{u"ValueError"_s, u"no"_s, {u"Traceback …"_s, u"ValueError: no"_s}};
        const auto result = report(facts, store);
        QVERIFY(result.isError);
        QVERIFY(textOf(result).contains(u"ValueError: no"));
    }
};

QTEST_GUILESS_MAIN(TestRunResult)
#include "tst_runresult.moc"
