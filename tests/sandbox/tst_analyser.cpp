// SPDX-License-Identifier: MIT
#include "base/finding.h"
#include "harness.h"
#include "sandbox/analyser.h"

#include <QElapsedTimer>
#include <QJsonArray>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace glovebox::sandbox::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// The interpreter that reads code, in the real engine.
class tst_analyser final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_harness = std::make_unique<Harness>(); }
    void cleanupTestCase() { m_harness.reset(); }
    void readsCode();
    void knowsWhatIsBundled();
    void saysWhatItDoesNotKnow();
    void resolvesRequirements();
    void answersInTurn();
    void survivesCodeThatKillsParsers();
    void comesBackAfterItsRendererDied();
    void comesBackAfterItTookTooLong();
    void isNoneOfTheSessions();
    void readsQuicklyEnough();

private:
    Analyser &analyser() { return m_harness->pool.analyser(); }
    QFuture<Result<QJsonObject>> ask(const QString &code, std::chrono::milliseconds limit = 30s)
    {
        return analyser().ask(u"findings"_s, {{u"code"_s, code}}, limit);
    }
    // The report as the program reads it.
    FindingReport reportOn(const QString &code)
    {
        const auto answer = ask(code);
        if (!QTest::qWaitFor([&] { return answer.isFinished(); }, patienceMs))
            return FindingReport::unavailable(u"no answer"_s);
        const Result<QJsonObject> value = answer.result();
        if (!value)
            return FindingReport::unavailable(value.error().text);
        return FindingReport::fromJson(*value).value_or(FindingReport::unavailable(u"unread"_s));
    }
    static QStringList rulesOf(const FindingReport &report)
    {
        QStringList rules;
        for (const Finding &finding : report.findings)
            rules.append(finding.rule);
        return rules;
    }

    std::unique_ptr<Harness> m_harness;
};

void tst_analyser::readsCode()
{
    const FindingReport report = reportOn(
        u"import pandas as pd\ndf = pd.read_csv('/mnt/sales/売上.csv')\n'あ'; eval(input())\n"_s);
    QCOMPARE(report.problem, QString());
    QVERIFY(report.state == FindingReport::State::Complete);
    QCOMPARE(report.lines, 3);
    QCOMPARE(report.files, (QList<NamedFile>{{u"sales"_s, u"売上.csv"_s, false}}));
    QCOMPARE(rulesOf(report), (QStringList{u"file-read"_s, u"run-text"_s}));
    QCOMPARE(report.findings.last().line, 3);
    QCOMPARE(report.findings.last().column, 5); // characters, not bytes
    QCOMPARE(report.findings.last().arguments, QStringList{u"eval"_s});
}

void tst_analyser::knowsWhatIsBundled()
{
    const FindingReport report = reportOn(u"import numpy, sklearn, tensorflow\n"_s);
    QCOMPARE(report.packages, QStringList{u"tensorflow"_s});
    QCOMPARE(rulesOf(report), QStringList{u"package-missing"_s});
}

void tst_analyser::saysWhatItDoesNotKnow()
{
    const auto unknown = analyser().ask(u"nothing"_s, {}, 30s);
    QTRY_VERIFY_WITH_TIMEOUT(unknown.isFinished(), patienceMs);
    QVERIFY(!unknown.result());
    QVERIFY(unknown.result().error().code == ErrorCode::InvalidArgument);
    const auto wrong = analyser().ask(u"findings"_s, {{u"text"_s, u"1"_s}}, 30s);
    QTRY_VERIFY_WITH_TIMEOUT(wrong.isFinished(), patienceMs);
    QVERIFY(!wrong.result());
    QVERIFY(reportOn(u"1"_s).state == FindingReport::State::Complete);
}

void tst_analyser::resolvesRequirements()
{
    const QJsonObject question{
        {u"requirements"_s,
         QJsonArray{QJsonObject{{u"text"_s, u"demo>=1"_s}, {u"hashes"_s, QJsonArray()}}}},
        {u"python"_s, u"3.14.0"_s},
        {u"platforms"_s, QJsonArray{u"pyemscripten_2026_0_wasm32"_s}}};
    const auto answer = analyser().ask(u"resolve"_s, question, 30s);
    QVERIFY(QTest::qWaitFor([&] { return answer.isFinished(); }, patienceMs));
    const Result<QJsonObject> value = answer.result();
    QVERIFY2(value, qPrintable(value ? QString() : value.error().text));
    QCOMPARE(value->value(u"need").toObject(),
             (QJsonObject{{u"verdicts"_s, QJsonArray{u"demo"_s}}}));
}

void tst_analyser::answersInTurn()
{
    QList<QFuture<Result<QJsonObject>>> answers;
    for (int i = 1; i <= 20; ++i)
        answers.append(ask(QString(u'\n').repeated(i)));
    for (int i = 0; i < 20; ++i) {
        QTRY_VERIFY_WITH_TIMEOUT(answers[i].isFinished(), patienceMs);
        QVERIFY(answers[i].result());
        QCOMPARE(answers[i].result()->value(u"lines").toInt(), i + 1);
    }
}

// Each of these ends, or almost ends, an interpreter that reads it carelessly. Whatever happens,
// the next question is answered.
void tst_analyser::survivesCodeThatKillsParsers()
{
    const QString sum = QStringList(20'000, u"a"_s).join(u'+');
    const QString brackets = QString(u'(').repeated(50'000);
    const QString not_ = u"x = "_s + u"not "_s.repeated(30'000) + u"1"_s;
    const QString attributes = u"a"_s + u".b"_s.repeated(30'000);
    const QString calls = u"f"_s + u"()"_s.repeated(30'000);
    const QString elif_ = u"if a: pass\n"_s + u"elif a: pass\n"_s.repeated(20'000);
    const QString fields = u"f'{"_s.repeated(500);
    QList<QFuture<Result<QJsonObject>>> answers;
    for (const QString &code : {sum, brackets, not_, attributes, calls, elif_, fields})
        answers.append(ask(code));
    const auto after = ask(u"import socket\n"_s);
    for (const auto &answer : answers)
        QTRY_VERIFY_WITH_TIMEOUT(answer.isFinished(), patienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(after.isFinished(), patienceMs);
    QVERIFY(after.result());
    QCOMPARE(rulesOf(reportOn(sum)), QStringList{u"too-deep"_s});
}

void tst_analyser::comesBackAfterItsRendererDied()
{
    QCOMPARE(reportOn(u"1"_s).state == FindingReport::State::Complete, true);
    const qint64 pid = analyser().rendererPid();
    QVERIFY(pid > 0);
    m_harness->engine.killRenderer(pid);
    QTRY_VERIFY_WITH_TIMEOUT(analyser().rendererPid() != pid, patienceMs);
    QVERIFY(reportOn(u"2"_s).state == FindingReport::State::Complete);
    QVERIFY(analyser().rendererPid() != pid);
}

void tst_analyser::comesBackAfterItTookTooLong()
{
    // Long enough for the clock, whatever the machine.
    const QString large = u"x = [a + b * c for a in d if e]\n"_s.repeated(20'000);
    const auto late = ask(large, 20ms);
    const auto next = ask(u"import socket\n"_s);
    QTRY_VERIFY_WITH_TIMEOUT(late.isFinished(), patienceMs);
    QVERIFY(!late.result());
    QVERIFY(late.result().error().code == ErrorCode::LimitExceeded);
    QTRY_VERIFY_WITH_TIMEOUT(next.isFinished(), patienceMs);
    QVERIFY(next.result());
}

// A session has no analyser, and the analyser runs nothing.
void tst_analyser::isNoneOfTheSessions()
{
    const SessionRef session = m_harness->session();
    const RunId run =
        m_harness->submit(session, "leaked = 1\nimport _analysis\n"
                                   "_analysis.answer = lambda *a: '{\"value\": {}}'\n");
    QTRY_VERIFY_WITH_TIMEOUT(m_harness->hasEnded(run), patienceMs);
    QVERIFY(m_harness->facts(run).state == RunState::Complete);
    QCOMPARE(rulesOf(reportOn(u"import socket\nleaked = 2\nraise SystemExit\n"_s)),
             QStringList{u"socket"_s});
}

// Prints what it measured; the limit is far from it, as this machine may be busy.
void tst_analyser::readsQuicklyEnough()
{
    const QString piece = u"import pandas as pd\n"
                          "def load(name, count=3):\n"
                          "    \"\"\"Reads one table.\"\"\"\n"
                          "    frame = pd.read_csv(f'/mnt/data/{name}.csv', nrows=count * 10)\n"
                          "    for row in frame.itertuples():\n"
                          "        if row.amount > 10 and row.name not in ('a', 'b'):\n"
                          "            print(row.name.upper(), row.amount / 2.0)\n"
                          "    return frame.groupby('name')['amount'].agg(['sum', 'mean'])\n"
                          "\n"
                          "result = [load('sales') for i in range(10)]\n"_s;
    for (const int lines : {200, 10'000}) {
        const QString code = piece.repeated(lines / 10);
        double best = 1e9;
        for (int i = 0; i < 5; ++i) {
            QElapsedTimer timer;
            timer.start();
            QVERIFY(reportOn(code).state == FindingReport::State::Complete);
            best = std::min(best, static_cast<double>(timer.nsecsElapsed()) / 1e6);
        }
        qInfo("findings for %d lines: %.1f ms", lines, best);
    }
}

QTEST_GUILESS_MAIN(tst_analyser)
#include "tst_analyser.moc"
