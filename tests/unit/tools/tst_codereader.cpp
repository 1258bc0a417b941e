// SPDX-License-Identifier: MIT
#include "spine.h"

#include <QJsonArray>
#include <QPromise>
#include <QTest>

using namespace glovebox;
using namespace glovebox::tools;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using test::Spine;

const ClientId ada(u"c1"_s);

QJsonObject reportJson(const QStringList &rules = {})
{
    FindingReport report;
    report.state = FindingReport::State::Complete;
    report.lines = 1;
    for (const QString &rule : rules)
        report.findings.append({.rule = rule, .excerpt = {}, .arguments = {}});
    return report.toJson();
}

} // namespace

// Code is read before it is decided, and nothing waits long for it.
class TestCodeReader final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_asked.clear();
        m = std::make_unique<Spine>(QString(), [this](const QJsonObject &arguments) {
            m_asked.append(arguments);
            m_promise = QPromise<Result<QJsonObject>>();
            m_promise.start();
            return m_promise.future();
        });
    }
    void cleanup() { m.reset(); }

    void isAskedAndShownAtOnceAndReadMeanwhile()
    {
        const RunId run = submit("eval('1')");
        QCOMPARE(m_asked.size(), 1);
        QCOMPARE(m_asked.first()[u"code"].toString(), u"eval('1')"_s);
        QVERIFY(m->queue.request(run)->findings.state == FindingReport::State::Pending);
        answer(reportJson({u"run-text"_s}));
        QTRY_VERIFY(m->queue.request(run)->findings.state == FindingReport::State::Complete);
        QCOMPARE(m->queue.request(run)->findings.findings.first().rule, u"run-text"_s);
        QCOMPARE(kinds(run), (QStringList{u"asked"_s, u"findings"_s}));
        QCOMPARE(m->hub.facts(run)->findings, m->queue.request(run)->findings);
        QVERIFY(allow(run));
        QTRY_VERIFY(m->hub.facts(run)->decision);
        QCOMPARE(kinds(run).first(3), (QStringList{u"asked"_s, u"findings"_s, u"decided"_s}));
    }

    void isInTheJournal()
    {
        const RunId run = submit("1");
        answer(reportJson({u"network"_s}));
        QTRY_COMPARE(kinds(run), (QStringList{u"asked"_s, u"findings"_s}));
        auto events = m->journal.recordedEvents(run);
        QTRY_VERIFY(events.isFinished());
        const Result<QList<RunEvent>> stored = events.result();
        QVERIFY(stored);
        const auto *findings = std::get_if<event::Findings>(&stored->last().body);
        QVERIFY(findings);
        QCOMPARE(findings->report, m->hub.facts(run)->findings);
    }

    void isUnknownAfterTwoSeconds()
    {
        const RunId run = submit("1");
        m->clock.advance(limits::analysisTime - 1ms);
        QVERIFY(!m->queue.request(run)->findings.isSettled());
        m->clock.advance(1ms);
        const auto request = m->queue.request(run);
        QVERIFY(request->findings.state == FindingReport::State::Unavailable);
        QVERIFY(!request->sessionScopeOffered);
        QVERIFY(m_promise.isCanceled());
        answer(reportJson({u"network"_s})); // late
        QTest::qWait(0);
        QVERIFY(m->queue.request(run)->findings.state == FindingReport::State::Unavailable);
        QVERIFY(allow(run)); // this once
    }

    void isUnknownWhenTheAnalyserFails_data()
    {
        QTest::addColumn<QJsonObject>("answered");
        QTest::newRow("nothing") << QJsonObject();
        QTest::newRow("nonsense") << QJsonObject{{u"state"_s, u"complete"_s}};
        QJsonObject pending = reportJson();
        pending.insert(u"state"_s, u"pending"_s);
        QTest::newRow("a report that is pending") << pending;
        QJsonObject unread = reportJson();
        unread.insert(u"state"_s, u"not_code"_s);
        QTest::newRow("a claim that there is no code") << unread;
        QTest::newRow("an unknown rule") << [] {
            QJsonObject json = reportJson({u"network"_s});
            QJsonObject finding = json[u"findings"].toArray().first().toObject();
            finding.insert(u"rule"_s, u"all is well"_s);
            json.insert(u"findings"_s, QJsonArray{finding});
            return json;
        }();
    }

    void isUnknownWhenTheAnalyserFails()
    {
        QFETCH(QJsonObject, answered);
        const RunId run = submit("1");
        if (answered.isEmpty())
            m_promise.addResult(
                Result<QJsonObject>(fail(ErrorCode::Unavailable, u"It is gone."_s)));
        else
            m_promise.addResult(Result<QJsonObject>(answered));
        m_promise.finish();
        QTRY_VERIFY(m->queue.request(run)->findings.state == FindingReport::State::Unavailable);
    }

    void isNotReadWhenItWasTakenBack()
    {
        const RunId run = submit("1");
        m->runs.takeBack(run, u"gone"_s);
        QTRY_VERIFY(m->hub.facts(run)->state == RunState::Cancelled);
        QVERIFY(m_promise.isCanceled());
        m->clock.advance(limits::analysisTime);
        QVERIFY(!kinds(run).contains(u"findings"_s));
    }

    void isReadAgainWhenItIsAskedAgain()
    {
        const RunId run = submit("1");
        answer(reportJson());
        QTRY_VERIFY(m->queue.request(run)->findings.isSettled());
        const auto asked = m->queue.request(run);
        QVERIFY(m->sessions.restart(asked->record.session.id, u"test"_s));
        QVERIFY(m->queue.answer(run, asked->digest, {.allow = true}));
        QTRY_COMPARE(m_asked.size(), 2);
        QVERIFY(!m->queue.request(run)->findings.isSettled());
        answer(reportJson());
        QTRY_VERIFY(m->queue.request(run)->findings.isSettled());
    }

    void saysWhichRulesTheCallSwitchedOff()
    {
        RunRequest disabled = request("1");
        disabled.disabledRules = {u"dangerous_imports"_s};
        auto future = m->runs.submit(disabled);
        QTRY_VERIFY(future.isFinished());
        const RunId run = *future.result();
        answer(reportJson({u"process"_s}));
        QTRY_VERIFY(m->queue.request(run)->findings.isSettled());
        QCOMPARE(m->queue.request(run)->findings.findings.size(), 2);
        QCOMPARE(m->queue.request(run)->findings.findings.first().rule, u"validation-disabled"_s);
    }

    void readsNoFilesThatAreWritten()
    {
        RunRequest install = request("");
        install.tool = u"install_packages"_s;
        install.packages = {{u"numpy"_s, u"2.4.3"_s, {}}};
        auto future = m->runs.submit(install);
        QTRY_VERIFY(future.isFinished());
        QVERIFY(m_asked.isEmpty());
        QVERIFY(m->queue.request(*future.result())->findings.state ==
                FindingReport::State::NotCode);
    }

    void isReadTogetherWithWhatRanBeforeInItsInterpreter()
    {
        const auto earlier = [this] {
            QStringList codes;
            for (const QJsonValue &code : m_asked.last()[u"earlier"].toArray())
                codes.append(code.toString());
            return codes;
        };
        const RunId first = submit("e = eval");
        QCOMPARE(earlier(), QStringList());
        answer(reportJson());
        QTRY_VERIFY(m->queue.request(first)->findings.isSettled());
        QVERIFY(allow(first));
        const RunId denied = submit("d = exec");
        QCOMPARE(earlier(), QStringList{u"e = eval"_s});
        answer(reportJson());
        QTRY_VERIFY(m->queue.request(denied)->findings.isSettled());
        QVERIFY(m->queue.answer(denied, m->queue.request(denied)->digest, {}));
        const RunId third = submit("e('1')");
        QCOMPARE(earlier(), QStringList{u"e = eval"_s}); // what was denied never ran
        answer(reportJson());
        QTRY_VERIFY(m->queue.request(third)->findings.isSettled());
        // A new interpreter knows none of it.
        QVERIFY(m->sessions.restart(m->queue.request(third)->record.session.id, u"test"_s));
        submit("e('2')");
        QCOMPARE(earlier(), QStringList());
    }

    void editsAreReadAsWhatIsAsked()
    {
        const RunId run = submit("1");
        answer(reportJson());
        QTRY_VERIFY(m->queue.request(run)->findings.isSettled());
        const QString digest = m->queue.request(run)->digest;
        auto dropped = m->queue.readEdited(run, digest, "eval('1'");
        auto read = m->queue.readEdited(run, digest, "eval('1')");
        QTRY_VERIFY(dropped.isCanceled()); // the next key came
        QCOMPARE(m_asked.last()[u"code"].toString(), u"eval('1')"_s);
        answer(reportJson({u"run-text"_s}));
        QTRY_VERIFY(read.isFinished());
        QVERIFY(m->queue.answer(run, digest, {.allow = true, .code = "eval('1')"}));
        QTRY_VERIFY(m->hub.facts(run)->decision);
        QCOMPARE(m->hub.facts(run)->findings.findings.first().rule, u"run-text"_s);
        QCOMPARE(m->hub.facts(run)->record.code, "eval('1')");
    }

    void editsAreUnknownAfterTwoSeconds()
    {
        const RunId run = submit("1");
        answer(reportJson());
        QTRY_VERIFY(m->queue.request(run)->findings.isSettled());
        auto read = m->queue.readEdited(run, m->queue.request(run)->digest, "2");
        m->clock.advance(limits::analysisTime);
        QTRY_VERIFY(read.isFinished());
        QVERIFY(read.result().value().state == FindingReport::State::Unavailable);
        QVERIFY(m->queue.answer(run, m->queue.request(run)->digest, {.allow = true, .code = "2"}));
    }

    // Nobody is asked about the person's own code.
    void readsNothingThatIsDecidedAtOnce()
    {
        RunRequest own = request("1");
        own.client = personClient();
        auto future = m->runs.submit(own);
        QTRY_VERIFY(future.isFinished());
        QTRY_VERIFY(m->hub.facts(*future.result())->decision);
        QVERIFY(m_asked.isEmpty());
    }

private:
    RunRequest request(const QByteArray &code)
    {
        return {.client = ada,
                .clientLabel = u"Ada"_s,
                .clientClaims = {},
                .code = code,
                .path = {},
                .standardInput = {},
                .session = m->sessions.defaultFor(ada, u"Ada"_s).value(),
                .timeout = {}};
    }
    RunId submit(const QByteArray &code)
    {
        auto future = m->runs.submit(request(code));
        if (!QTest::qWaitFor([&] { return future.isFinished(); }) || !future.result())
            qFatal("it was not asked");
        return *future.result();
    }
    void answer(const QJsonObject &report)
    {
        m_promise.addResult(Result<QJsonObject>(report));
        m_promise.finish();
    }
    bool allow(RunId run)
    {
        return m->queue.answer(run, m->queue.request(run)->digest, {.allow = true}).has_value();
    }
    QStringList kinds(RunId run) const
    {
        auto events = m->journal.recordedEvents(run);
        if (!QTest::qWaitFor([&] { return events.isFinished(); }))
            return {};
        QStringList kinds;
        const Result<QList<RunEvent>> stored = events.result();
        for (const RunEvent &event : stored.value_or(QList<RunEvent>()))
            kinds.append(event.kind());
        return kinds;
    }

    std::unique_ptr<Spine> m;
    QList<QJsonObject> m_asked;
    QPromise<Result<QJsonObject>> m_promise;
};

QTEST_GUILESS_MAIN(TestCodeReader)
#include "tst_codereader.moc"
