// SPDX-License-Identifier: MIT
#include "base/runhub.h"
#include "tools/runresult.h"

#include <QBuffer>
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

QByteArray png(const QImage &image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QImage noise(int width, int height)
{
    QImage image(width, height, QImage::Format_RGB32);
    QRandomGenerator generator(7);
    for (int y = 0; y < height; ++y) {
        auto *line = reinterpret_cast<quint32 *>(image.scanLine(y));
        std::generate(line, line + width, [&generator] { return generator.generate() | 0xff000000u; });
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

    mcp::CallResult report(const RunFacts &facts, sandbox::OutputStore &store)
    {
        RunReporter reporter(store);
        auto future = reporter.report(facts, QDateTime::currentDateTimeUtc());
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
        facts.decision = event::Decided{.kind = DecisionKind::Deny, .by = DecisionBy::Person, .note = u"use the other file"_s, .digest = {}};
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
                 u"The session is new: its earlier variables are gone. It was not used for 60 "
                 "minutes."_s);
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
        facts.decision = event::Decided{.kind = DecisionKind::Allow, .by = DecisionBy::Policy, .note = {}, .digest = {}};
        QVERIFY(stateAdvice(facts).startsWith(u"Allowed"));
    }

    void smallPicturesPassUntouched()
    {
        const QByteArray bytes = png(QImage(64, 48, QImage::Format_RGB32));
        const auto fitted = fitForModel(bytes, u"image/png"_s);
        QVERIFY(fitted);
        QCOMPARE(fitted->bytes, bytes);
        QVERIFY(fitted->note.isEmpty());
    }

    void largeNoiseIsMadeToFit()
    {
        const QByteArray bytes = png(noise(1500, 1500));
        QVERIFY(bytes.size() > 1'048'576); // the control: as it is, clients would refuse it
        const auto fitted = fitForModel(bytes, u"image/png"_s);
        QVERIFY(fitted);
        QVERIFY2(fitted->bytes.size() <= 200 * 1024, qPrintable(QString::number(fitted->bytes.size())));
        const QImage image = QImage::fromData(fitted->bytes);
        QVERIFY(!image.isNull());
        QVERIFY(fitted->note.contains(u"of 1500x1500"));
    }

    void vectorPicturesAreNeverSentAsImages()
    {
        QVERIFY(!fitForModel("<svg xmlns='http://www.w3.org/2000/svg'/>", u"image/svg+xml"_s));
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
        QVERIFY(text.endsWith(u"LAST"));
        QVERIFY(text.size() < 100'000);
        QVERIFY(text.contains(u"left out"));
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
        facts.raised = event::Raised{u"ValueError"_s, u"no"_s, {u"Traceback …"_s, u"ValueError: no"_s}};
        const auto result = report(facts, store);
        QVERIFY(result.isError);
        QVERIFY(textOf(result).contains(u"ValueError: no"));
    }
};

QTEST_GUILESS_MAIN(TestRunResult)
#include "tst_runresult.moc"
