// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "fakeengine.h"
#include "sandbox/analyser.h"
#include "sandbox/sessionpool.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

class NoCalls final : public HostCalls
{
public:
    QFuture<Frame> call(const HostCallContext &, const Frame &) override { return {}; }
    void runBegins(const HostCallContext &) override {}
    void runEnded(const HostCallContext &) override {}
};

using Answer = QFuture<Result<QJsonObject>>;

} // namespace

// One question at a time, pages that die, questions that do not come back; against a fake engine.
class tst_analyserpages final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_pool.reset(); }
    void startsAPageWithNothingOfAClient();
    void answersOneAfterTheOther();
    void joinsAnswersThatComeInParts();
    void failsOnlyTheQuestionThatKilledIt();
    void givesUpOnAQuestionThatDoesNotComeBack();
    void takesOthersToASecondPageWhileOneIsSlow();
    void endsAPageThatLies_data();
    void endsAPageThatLies();
    void asksNoCancelledQuestion();
    void saysSoWhenItDoesNotStart();
    void saysSoWhenNoEngineComes();
    void comesBackWithTheEngine();
    void leavesNoQuestionWithoutAnAnswer();
    void hasTheProcessorFirstWhereThereIsNoSnapshot_data();
    void hasTheProcessorFirstWhereThereIsNoSnapshot();
    void endsItsPageWhereNoInterpreterIsKeptReady();

private:
    void makePool();
    int pagesOf(const QString &role) const
    {
        return int(std::ranges::count_if(m_engine->pages, [&role](const FakeEngine::Page &page) {
            return !page.posted.isEmpty() && page.posted.first()[u"role"].toString() == role;
        }));
    }
    Answer ask(const QString &code, std::chrono::milliseconds limit = 2s)
    {
        return m_pool->analyser().ask(u"findings"_s, {{u"code"_s, code}}, limit);
    }
    QStringList analysers() const
    {
        QStringList found;
        for (const QString &page : m_engine->order) {
            const auto &posted = m_engine->pages[page].posted;
            if (!posted.isEmpty() && posted.first()[u"role"].toString() == u"analyser")
                found.append(page);
        }
        return found;
    }
    // What the page with this number was asked last; empty: nothing.
    QJsonObject asked(int page) const
    {
        const QStringList pages = analysers();
        if (pages.size() <= page)
            return {};
        const QJsonObject last = m_engine->pages[pages[page]].posted.last();
        return last[u"type"].toString() == u"ask" ? last : QJsonObject();
    }
    QString codeAsked(int page) const
    {
        return asked(page)[u"arguments"].toObject()[u"code"].toString();
    }
    void reply(int page, const QByteArray &body, qint64 offset = 0, qint64 total = -1)
    {
        m_engine->say(analysers()[page], u"answer"_s,
                      {{u"id"_s, asked(page)[u"id"]},
                       {u"offset"_s, offset},
                       {u"total"_s, total < 0 ? qint64(body.size()) : total}},
                      body);
    }
    bool isClosed(int page) const { return m_engine->pages[analysers()[page]].closed; }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<FakeEngine> m_engine;
    std::unique_ptr<RunHub> m_hub;
    std::unique_ptr<OutputStore> m_output;
    std::unique_ptr<SnapshotStore> m_snapshots;
    NoCalls m_calls;
    std::unique_ptr<SessionPool> m_pool;
};

static const QByteArray fine = R"({"value": {"lines": 1}})";

void tst_analyserpages::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_clock = std::make_unique<FakeClock>();
    m_engine = std::make_unique<FakeEngine>();
    m_hub = std::make_unique<RunHub>(*m_clock);
    m_output = std::make_unique<OutputStore>(m_folder->filePath(u"runs"_s));
    m_snapshots = std::make_unique<SnapshotStore>(m_folder->filePath(u"snapshots"_s));
    makePool();
    m_pool->start();
}

void tst_analyserpages::makePool()
{
    m_pool = std::make_unique<SessionPool>(SessionPool::Parts{
        .engine = *m_engine,
        .hub = *m_hub,
        .output = *m_output,
        .snapshots = *m_snapshots,
        .hostCalls = m_calls,
        .clock = *m_clock,
        .assets = m_folder->path(),
        .runtime = m_folder->path(),
        .measure = [](qint64, qint64) { return SealStatus{SealStatus::Level::Sealed, {}}; }});
}

void tst_analyserpages::startsAPageWithNothingOfAClient()
{
    const Answer answer = ask(u"1"_s);
    QTRY_COMPARE(codeAsked(0), u"1"_s);
    const QJsonObject init = m_engine->pages[analysers().first()].posted.first();
    QVERIFY(init[u"env"].toObject().isEmpty());
    QVERIFY(init[u"mounts"].toArray().isEmpty());
    QCOMPARE(init[u"heap_bytes"].toInteger(), limits::analyserHeapBytes);
    QVERIFY(limits::analyserHeapBytes < limits::minDataLayerHeapBytes); // the bare layer
    reply(0, fine);
    QVERIFY(answer.isFinished());
    QCOMPARE(answer.result()->value(u"lines").toInt(), 1);
}

void tst_analyserpages::answersOneAfterTheOther()
{
    const Answer first = ask(u"1"_s);
    const Answer second = ask(u"2"_s);
    QTRY_COMPARE(codeAsked(0), u"1"_s);
    QVERIFY(!second.isFinished());
    reply(0, fine);
    QCOMPARE(codeAsked(0), u"2"_s);
    reply(0, R"({"error": "ValueError: no"})");
    QVERIFY(first.result());
    QVERIFY(!second.result());
    QVERIFY(second.result().error().code == ErrorCode::InvalidArgument);
    QCOMPARE(analysers().size(), 1); // both by one page, which goes on living
    QVERIFY(!isClosed(0));
}

void tst_analyserpages::endsItsPageWhereNoInterpreterIsKeptReady()
{
    const Answer kept = ask(u"1"_s);
    QTRY_COMPARE(codeAsked(0), u"1"_s);
    reply(0, fine);
    QVERIFY(kept.isFinished());
    m_clock->advance(10min);
    QVERIFY(!isClosed(0)); // the next request is read at once

    SessionPool::Tuning tuning = m_pool->tuning();
    tuning.keepsSpare = false;
    m_pool->tune(tuning);
    m_clock->advance(59s);
    QVERIFY(!isClosed(0));
    const Answer meanwhile = ask(u"2"_s);
    m_clock->advance(1s); // it is being asked
    QVERIFY(!isClosed(0));
    reply(0, fine);
    QVERIFY(meanwhile.isFinished());
    m_clock->advance(61s);
    QTRY_VERIFY(isClosed(0));

    const Answer later = ask(u"3"_s); // by another page
    QTRY_COMPARE(codeAsked(1), u"3"_s);
    reply(1, fine);
    QVERIFY(later.result());
}

void tst_analyserpages::joinsAnswersThatComeInParts()
{
    const Answer answer = ask(u"1"_s);
    QTRY_COMPARE(codeAsked(0), u"1"_s);
    reply(0, fine.first(5), 0, fine.size());
    QVERIFY(!answer.isFinished());
    reply(0, fine.sliced(5), 5, fine.size());
    QVERIFY(answer.result());
}

void tst_analyserpages::failsOnlyTheQuestionThatKilledIt()
{
    const Answer deadly = ask(u"deadly"_s);
    const Answer next = ask(u"next"_s);
    QTRY_COMPARE(codeAsked(0), u"deadly"_s);
    Q_EMIT m_engine->gone(analysers().first(), u"crashed"_s, 11);
    QTRY_VERIFY(deadly.isFinished());
    QVERIFY(deadly.result().error().code == ErrorCode::Unavailable);
    QTRY_COMPARE(codeAsked(1), u"next"_s);
    reply(1, fine);
    QVERIFY(next.result());
}

void tst_analyserpages::givesUpOnAQuestionThatDoesNotComeBack()
{
    const Answer late = ask(u"late"_s, 500ms);
    QTRY_COMPARE(codeAsked(0), u"late"_s);
    m_clock->advance(499ms);
    QVERIFY(!late.isFinished());
    m_clock->advance(1ms);
    QVERIFY(late.isFinished());
    QVERIFY(late.result().error().code == ErrorCode::LimitExceeded);
    QVERIFY(isClosed(0));
    const Answer next = ask(u"next"_s);
    QTRY_COMPARE(codeAsked(1), u"next"_s);
    reply(1, fine);
    QVERIFY(next.result());
}

void tst_analyserpages::takesOthersToASecondPageWhileOneIsSlow()
{
    const Answer slow = ask(u"slow"_s);
    const Answer next = ask(u"next"_s);
    QTRY_COMPARE(codeAsked(0), u"slow"_s);
    QCOMPARE(analysers().size(), 1);
    m_clock->advance(300ms);
    QTRY_COMPARE(codeAsked(1), u"next"_s);
    reply(1, fine);
    QVERIFY(next.result());
    QTRY_VERIFY(isClosed(1)); // one is enough again
    QVERIFY(!slow.isFinished());
    reply(0, fine);
    QVERIFY(slow.result());
    QVERIFY(!isClosed(0));
}

void tst_analyserpages::endsAPageThatLies_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QJsonObject>("fields");
    QTest::newRow("an answer to another question")
        << u"answer"_s << QJsonObject{{u"id"_s, 99}, {u"offset"_s, 0}, {u"total"_s, 5}};
    QTest::newRow("a part that does not follow")
        << u"answer"_s << QJsonObject{{u"id"_s, 1}, {u"offset"_s, 3}, {u"total"_s, 9}};
    QTest::newRow("output") << u"stream"_s
                            << QJsonObject{{u"run"_s, QJsonValue()}, {u"name"_s, u"stdout"_s}};
    QTest::newRow("a run") << u"result"_s << QJsonObject{{u"run"_s, u"r1"_s}, {u"text"_s, u"x"_s}};
}

void tst_analyserpages::endsAPageThatLies()
{
    QFETCH(QString, type);
    QFETCH(QJsonObject, fields);
    const Answer answer = ask(u"1"_s);
    QTRY_COMPARE(codeAsked(0), u"1"_s);
    m_engine->say(analysers().first(), type, fields, "12345");
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(!answer.result());
    QVERIFY(isClosed(0));
    const Answer next = ask(u"2"_s);
    QTRY_COMPARE(codeAsked(1), u"2"_s);
}

void tst_analyserpages::asksNoCancelledQuestion()
{
    const Answer first = ask(u"1"_s);
    Answer second = ask(u"2"_s);
    const Answer third = ask(u"3"_s);
    second.cancel();
    QTRY_COMPARE(codeAsked(0), u"1"_s);
    reply(0, fine);
    QCOMPARE(codeAsked(0), u"3"_s);
}

void tst_analyserpages::saysSoWhenItDoesNotStart()
{
    m_engine->startsPython = false;
    const Answer answer = ask(u"1"_s);
    for (int i = 0; i < 3; ++i) {
        QTRY_COMPARE(analysers().size(), i + 1);
        m_engine->say(analysers()[i], u"fatal"_s, {{u"reason"_s, u"broken"_s}});
    }
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(answer.result().error().code == ErrorCode::Unavailable);
    // It is not tried for ever, and not given up for ever.
    QTest::qWait(0);
    QCOMPARE(analysers().size(), 3);
    m_engine->startsPython = true;
    const Answer later = ask(u"2"_s);
    m_clock->advance(10s);
    QTRY_COMPARE(codeAsked(3), u"2"_s);
}

void tst_analyserpages::saysSoWhenNoEngineComes()
{
    m_engine->running = false;
    const Answer answer = ask(u"1"_s);
    m_clock->advance(limits::analyserPatience);
    QVERIFY(answer.isFinished());
    QVERIFY(answer.result().error().code == ErrorCode::Unavailable);
}

void tst_analyserpages::comesBackWithTheEngine()
{
    const Answer first = ask(u"1"_s);
    QTRY_COMPARE(codeAsked(0), u"1"_s);
    const Answer second = ask(u"2"_s);
    m_engine->running = false;
    Q_EMIT m_engine->down(u"test"_s);
    QTRY_VERIFY(first.isFinished());
    QVERIFY(!first.result());
    QVERIFY(!second.isFinished());
    m_engine->running = true;
    Q_EMIT m_engine->up(*m_engine->facts());
    QTRY_COMPARE(codeAsked(1), u"2"_s);
    reply(1, fine);
    QVERIFY(second.result());
}

void tst_analyserpages::leavesNoQuestionWithoutAnAnswer()
{
    const Answer first = ask(u"1"_s);
    QTRY_COMPARE(codeAsked(0), u"1"_s);
    const Answer second = ask(u"2"_s);
    m_pool->shutDown();
    const Answer third = ask(u"3"_s);
    for (const Answer &answer : {first, second, third}) {
        QVERIFY(answer.isFinished());
        QVERIFY(answer.result().error().code == ErrorCode::Cancelled);
    }
}

void tst_analyserpages::hasTheProcessorFirstWhereThereIsNoSnapshot_data()
{
    QTest::addColumn<bool>("comesUp");
    QTest::newRow("until it is there") << true;
    QTest::newRow("not for ever") << false;
}

// The very first start: a question may come before the first interpreter is there.
void tst_analyserpages::hasTheProcessorFirstWhereThereIsNoSnapshot()
{
    QFETCH(bool, comesUp);
    m_pool.reset();
    QVERIFY(QDir(m_folder->path()).mkpath(u"pyodide"_s));
    for (const char *name : {"pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs",
                             "python_stdlib.zip", "pyodide-lock.json"}) {
        QFile file(m_folder->filePath(u"pyodide/"_s + QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(name);
    }
    m_engine->startsPython = false;
    makePool();
    m_pool->analyser().expect();
    m_pool->start();
    QTRY_COMPARE(pagesOf(u"analyser"_s), 1);
    const QJsonObject init = m_engine->pages[analysers().first()].posted.first();
    QVERIFY(init[u"snapshots"].toArray().isEmpty());
    QTest::qWait(0);
    QCOMPARE(pagesOf(u"snapshot"_s), 0);
    // Who waits for it before they listen to anybody.
    QVERIFY(m_pool->startsFromNothing());
    QVERIFY(!m_pool->analyser().isReady());
    QSignalSpy ready(&m_pool->analyser(), &Analyser::ready);
    if (comesUp)
        m_engine->say(analysers().first(), u"ready"_s, {{u"python"_s, u"3.14.2"_s}});
    else
        m_clock->advance(limits::firstReaderPatience);
    QTRY_COMPARE(pagesOf(u"snapshot"_s), 1);
    QCOMPARE(ready.size(), comesUp ? 1 : 0);
    QCOMPARE(m_pool->analyser().isReady(), comesUp);
}

QTEST_GUILESS_MAIN(tst_analyserpages)
#include "tst_analyserpages.moc"
