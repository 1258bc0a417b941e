// SPDX-License-Identifier: MIT
#include "harness.h"

#include <QJsonArray>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace glovebox::sandbox::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

#define TRY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, patienceMs)

// What the person asks of a session, and what a run asks of the person, in the real engine.
class tst_looks final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_box.reset(); }
    void givesTheRunThePersonsLine();
    void interruptsARunThatWaitsForInput();
    void completesFromTheLiveSession();
    void looksAtAMillionRows();
    void interruptsAReprThatHangs();
    void letsARunGoFirst();
    void reachesNoFolderBetweenRuns();

private:
    RunId attended(const QByteArray &code)
    {
        const RunId run(++m_box->lastRun);
        const ApprovalRecord record = m_box->record(m_box->now(m_session), code);
        m_box->hub.publish(run, event::Asked{record, u"Test"_s, {}, {}});
        if (!m_box->pool.submit(run, record, record.digest(), true))
            qFatal("the run was not taken");
        return run;
    }
    void runs(const QByteArray &code)
    {
        const RunId run = m_box->submit(m_box->now(m_session), code);
        TRY(m_box->hasEnded(run));
        const RunFacts &facts = m_box->facts(run);
        QVERIFY2(facts.state == RunState::Complete,
                 facts.raised ? qPrintable(facts.raised->traceback.join(u'\n'))
                              : qPrintable(facts.endReason));
    }
    Result<QJsonObject> look(const QString &method, const QJsonObject &arguments = {},
                             std::chrono::milliseconds limit = 20s)
    {
        auto future = m_box->pool.look(m_session.id, method, arguments, limit);
        [&future] { TRY(future.isFinished()); }();
        return future.result();
    }
    static QJsonObject query(const QString &variable, int sort, const QString &filter)
    {
        return {{u"variable"_s, variable}, {u"sort"_s, sort},   {u"descending"_s, true},
                {u"filter"_s, filter},     {u"first_row"_s, 0}, {u"rows"_s, 2},
                {u"first_column"_s, 0},    {u"columns"_s, 5}};
    }
    static QJsonObject variable(const QJsonObject &answer, const QString &name)
    {
        for (const QJsonValue &value : answer[u"variables"].toArray()) {
            if (value[u"name"].toString() == name)
                return value.toObject();
        }
        return {};
    }

    std::unique_ptr<Harness> m_box;
    SessionRef m_session;
};

void tst_looks::initTestCase()
{
    m_box = std::make_unique<Harness>();
    m_session = m_box->session();
    runs("kept = 7");
}

void tst_looks::givesTheRunThePersonsLine()
{
    const RunId run = attended("print('before')\nname = input('Name? ')\nprint('hello', name)");
    TRY(m_box->facts(run).input);
    QCOMPARE(m_box->facts(run).input->prompt, u"Name? "_s);
    QCOMPARE(m_box->outputOf(run), "before\n");
    QVERIFY(m_box->pool.answerInput(run, u"花子 😀"_s));
    TRY(m_box->hasEnded(run));
    QCOMPARE(m_box->outputOf(run), u"before\nhello 花子 😀\n"_s.toUtf8());
    QCOMPARE(m_box->kindsOf(run).count(u"input_answered"_s), 1);
}

void tst_looks::interruptsARunThatWaitsForInput()
{
    const RunId run = attended("input('Name? ')");
    TRY(m_box->facts(run).input);
    QVERIFY(m_box->pool.interrupt(run));
    TRY(m_box->hasEnded(run));
    QCOMPARE(toString(m_box->facts(run).state), u"interrupted"_s);
    QCOMPARE(m_box->facts(run).raised->ename, u"KeyboardInterrupt"_s);
    runs("assert kept == 7");
}

void tst_looks::completesFromTheLiveSession()
{
    runs("売上 = {'東京': 1}");
    const auto found = look(u"complete"_s, {{u"code"_s, u"'😀'; 売上['東"_s}, {u"cursor"_s, 11}});
    QVERIFY2(found, found ? "" : qPrintable(found.error().text));
    QCOMPARE((*found)[u"matches"][0][u"text"].toString(), u"東京"_s);
    QCOMPARE((*found)[u"start"].toInt(), 10);
}

void tst_looks::looksAtAMillionRows()
{
    runs("import numpy as np, pandas as pd\nrows = 1_000_000\n"
         "sales = pd.DataFrame({'店': np.array(['新宿', '渋谷'], dtype=object)[np.arange(rows) % "
         "2],\n"
         "                      '数': (np.arange(rows) * 7919) % 1_000_003})");
    const auto variables = look(u"variables"_s);
    QVERIFY(variables);
    QCOMPARE(variable(*variables, u"sales"_s)[u"shape"].toString(), u"1,000,000 × 2"_s);
    QVERIFY(variable(*variables, u"sales"_s)[u"table"].toBool());
    const auto page = look(u"table"_s, query(u"sales"_s, 1, u"渋谷"_s));
    QVERIFY2(page, page ? "" : qPrintable(page.error().text));
    QCOMPARE((*page)[u"matching"].toInt(), 500'000);
    QCOMPARE((*page)[u"cells"].toArray().size(), 2);
    QCOMPARE((*page)[u"cells"][0][0].toString(), u"渋谷"_s);
    QVERIFY((*page)[u"cells"][0][1].toString().toInt() >= 999'990);
}

void tst_looks::interruptsAReprThatHangs()
{
    runs("class Slow:\n    def __repr__(self):\n        while True: pass\nslow = Slow()");
    const auto variables = look(u"variables"_s, {}, 500ms);
    QVERIFY2(variables, variables ? "" : qPrintable(variables.error().text));
    QCOMPARE(variable(*variables, u"slow"_s)[u"preview"].toString(), u"…"_s);
    QCOMPARE(variable(*variables, u"kept"_s)[u"preview"].toString(), u"7"_s);
    runs("assert kept == 7\ndel slow");
}

void tst_looks::letsARunGoFirst()
{
    runs("class Slow:\n    def __repr__(self):\n        while True: pass\nslow = Slow()");
    auto asked = m_box->pool.look(m_session.id, u"variables"_s, {}, 60s);
    const RunId run = m_box->submit(m_box->now(m_session), "kept");
    TRY(m_box->hasEnded(run));
    QCOMPARE(m_box->facts(run).result, u"7"_s);
    QVERIFY(asked.isFinished());
}

void tst_looks::reachesNoFolderBetweenRuns()
{
    m_box->calls.calls.clear();
    runs("class Curious:\n    def __repr__(self):\n        import os\n"
         "        return repr(os.listdir('/mnt/data'))\ncurious = Curious()");
    const auto variables = look(u"variables"_s);
    QVERIFY(variables);
    QVERIFY(!variable(*variables, u"curious"_s)[u"preview"].toString().contains(u'['));
    QVERIFY(m_box->calls.calls.isEmpty());
}

QTEST_GUILESS_MAIN(tst_looks)
#include "tst_looks.moc"
