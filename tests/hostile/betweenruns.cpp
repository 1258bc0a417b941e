// SPDX-License-Identifier: MIT
// What an earlier run left behind acts when no run is active (DESIGN 4.2). The aim: it reaches the
// host, or adds a fact to a run. The control: the same act during a run does.
#include "families.h"

#include "box.h"

#include <QScopeGuard>
#include <QUrl>

namespace glovebox::hostile {

using namespace std::chrono_literals;

namespace {

struct Row
{
    const char *name;
    QJsonObject act; // for attack-worker.mjs
    bool (*reached)(Box &box, RunId run);
};

bool called(Box &box, RunId)
{
    return !box.calls.calls.isEmpty();
}

bool printed(Box &box, RunId run)
{
    return box.outputOf(run).contains("forged");
}

const QList<Row> &rows()
{
    const auto frame = [](const QJsonObject &header, const QString &body = {}) {
        return QJsonObject{
            {u"frames"_s, QJsonArray{QJsonObject{{u"header"_s, header}, {u"body"_s, body}}}}};
    };
    const auto call = [](const QString &op, bool bulk) {
        return QJsonObject{
            {u"call"_s,
             QJsonObject{{u"op"_s, op},
                         {u"bulk"_s, bulk},
                         {u"fields"_s, QJsonObject{{u"mount"_s, u"w"_s}, {u"path"_s, u"a"_s}}}}}};
    };
    static const QList<Row> all{
        {"looks a file up", call(u"fs.lookup"_s, false), called},
        {"opens a file, in bulk", call(u"fs.open"_s, true), called},
        {"removes a file", call(u"fs.unlink"_s, false), called},
        {"prints", {{u"print"_s, u"forged"_s}}, printed},
        {"prints in the name of the last run", {{u"claim"_s, u"LAST"_s}}, printed},
        {"sends a display",
         frame({{u"type"_s, u"display"_s},
                {u"run"_s, u"LAST"_s},
                {u"mime"_s, u"image/png"_s},
                {u"offset"_s, 0},
                {u"total"_s, 6}},
               u"forged"_s),
         [](Box &box, RunId run) { return box.kindsOf(run).contains(u"display"_s); }},
        {"sends a result",
         frame({{u"type"_s, u"result"_s}, {u"run"_s, u"LAST"_s}, {u"text"_s, u"forged"_s}}),
         [](Box &box, RunId run) { return box.facts(run).result.contains(u"forged"); }},
        {"sends a result of the next run before it is asked for",
         frame({{u"type"_s, u"result"_s}, {u"run"_s, u"NEXT"_s}, {u"text"_s, u"forged"_s}}),
         [](Box &box, RunId run) {
             const RunFacts *next = box.hub.facts(RunId(run.number() + 1));
             return (next && next->result.contains(u"forged")) ||
                    box.facts(run).result.contains(u"forged");
         }},
    };
    return all;
}

} // namespace

class tst_betweenruns final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void doesNothing_data();
    void doesNothing();
    void keepsNobodyWaiting_data();
    void keepsNobodyWaiting();
    void burnsNoProcessor_data();
    void burnsNoProcessor();
    void isOverWhenItsSessionRetires();

private:
    static QJsonObject named(const QJsonObject &act, RunId last, RunId next);

    Box &m_box = sealedBox();
};

void tst_betweenruns::doesNothing_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < rows().size(); ++i)
        QTest::newRow(rows().at(i).name) << i;
}

QJsonObject tst_betweenruns::named(const QJsonObject &act, RunId last, RunId next)
{
    QByteArray text = compact(act);
    text.replace("LAST", last.toString().toUtf8()).replace("NEXT", next.toString().toUtf8());
    return QJsonDocument::fromJson(text).object();
}

void tst_betweenruns::doesNothing()
{
    QFETCH(int, index);
    const Row &row = rows().at(index);
    const SessionRef session = m_box.newSession();
    const auto close = qScopeGuard([&] { m_box.closeSessions(); });
    const RunId attacker(m_box.lastRun + 1);
    const RunId next(m_box.lastRun + 2);
    m_box.calls.calls.clear();
    QByteArrayList stray;
    const auto connection = connect(
        &m_box.pool, &sandbox::SessionPool::strayOutput, this,
        [&](const SessionRef &, StreamName, const QByteArray &bytes) { stray.append(bytes); });
    QStringList refused;
    const auto refusals = connect(&m_box.pool, &sandbox::SessionPool::pageRefused, this,
                                  [&](const SessionRef &, const QString &, const QString &url) {
                                      refused.append(QUrl(url).path());
                                  });
    m_box.python(session, calling("forgeLater", named(row.act, attacker, next)));
    QCOMPARE(m_box.last, attacker);
    // What each act can be seen by from outside, without a run for it to act in.
    if (row.act.contains(u"call"))
        TRY(refused.contains(u"/acted"_s));
    else if (row.act.contains(u"print"))
        TRY(stray.join().contains("forged"));
    else // it breaks the protocol, which ends its interpreter
        TRY(m_box.now(session).epoch > session.epoch);
    // Its act is over before later runs are; where the act breaks the protocol, with its
    // interpreter.
    QByteArray acted;
    TRY((acted = m_box.python(session, "import js\nprint(js.acted())\n")).startsWith("[\"") ||
        m_box.now(session).epoch > session.epoch);
    if (row.act.contains(u"call"))
        QVERIFY2(acted.contains("EACCES"), acted.constData());
    QVERIFY(!row.reached(m_box, attacker));
    if (row.act.contains(u"print"))
        QVERIFY(stray.join().contains("forged"));
    disconnect(connection);
    disconnect(refusals);

    const SessionRef other = m_box.newSession();
    m_box.calls.calls.clear();
    const RunId control(m_box.lastRun + 1);
    m_box.python(other, calling("forge", named(row.act, control, control)));
    QVERIFY(row.reached(m_box, control));
    shown("between runs");
}

void tst_betweenruns::keepsNobodyWaiting_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<bool>("listens");
    QTest::newRow("a task that computes without end")
        << QByteArray("import asyncio\nasync def spin():\n    await asyncio.sleep(0.05)\n"
                      "    while True: pass\nasyncio.create_task(spin())\n")
        << true;
    QTest::newRow("a timer of JavaScript that computes without end")
        << QByteArray("import js\njs.spinLater()\n") << false;
}

// The aim: what comes next in that session never begins, and nothing says so. Python is
// interrupted for it; who does not listen is ended.
void tst_betweenruns::keepsNobodyWaiting()
{
    QFETCH(QByteArray, left);
    QFETCH(bool, listens);
    const SessionRef other = m_box.newSession();
    const SessionRef session = m_box.newSession();
    const auto close = qScopeGuard([&] { m_box.closeSessions(); });
    m_box.python(session, left);
    QTest::qWait(500); // until it computes
    // It is there: a run that it does not hold up begins in this time many times over.
    const RunId next = m_box.submit(m_box.now(session), "print('here')");
    QTest::qWait(2000);
    QVERIFY(!m_box.facts(next).started.isValid());
    QCOMPARE(m_box.python(other, "print('here')"), "here\n");
    TRY(m_box.hasEnded(next));
    if (listens) {
        QCOMPARE(m_box.outputOf(next, StreamName::Stdout), "here\n");
        QCOMPARE(m_box.now(session).epoch, session.epoch);
    } else {
        QVERIFY2(m_box.facts(next).endReason.contains(u"earlier run"_s),
                 qPrintable(m_box.facts(next).endReason));
        QVERIFY(m_box.facts(next).state == RunState::Killed);
    }
    QCOMPARE(m_box.python(session, "print('here')"), "here\n");
    shown("between runs");
}

void tst_betweenruns::burnsNoProcessor_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::newRow("a task that computes without end")
        << QByteArray("import asyncio\nasync def spin():\n    await asyncio.sleep(0.05)\n"
                      "    while True: pass\nkept = asyncio.create_task(spin())\n");
    QTest::newRow("a task that lets others have their turn") << QByteArray(
        "import asyncio\nasync def spin():\n"
        "    while True: await asyncio.sleep(0)\nkept = asyncio.create_task(spin())\n");
}

// The aim: a processor is busy for as long as nobody asks for anything. The control: until it is
// stopped, it is.
void tst_betweenruns::burnsNoProcessor()
{
    QFETCH(QByteArray, left);
    QHash<QString, qint64> pids;
    const auto opened = connect(&m_box.engine, &sandbox::Engine::opened, this,
                                [&](const QString &page, qint64 pid) { pids[page] = pid; });
    const SessionRef other = m_box.newSession(); // takes the spare
    const SessionRef session = m_box.newSession();
    const auto close = qScopeGuard([&] { m_box.closeSessions(); });
    const QString page =
        QString::fromUtf8(m_box.python(session, "import js\nprint(js.location.host)\n").trimmed());
    const qint64 pid = pids.value(page);
    disconnect(opened);
    QVERIFY(pid > 0);
    m_box.python(session, left);
    const auto before = wantedTime(pid);
    TRY(wantedTime(pid) - before > 1500ms); // the control
    // Then of a second next to nothing.
    auto seen = wantedTime(pid);
    QTRY_VERIFY2_WITH_TIMEOUT(
        (QTest::qWait(1000), wantedTime(pid) - std::exchange(seen, wantedTime(pid)) < 100ms),
        "it goes on", sandbox::test::patienceMs);
    QCOMPARE(m_box.now(session).epoch, session.epoch);
    QCOMPARE(m_box.python(session, "print(kept.done())"), "True\n");
    const QByteArray told = m_box.outputOf(m_box.last, StreamName::Stderr);
    QVERIFY2(told.contains("kept the processor busy, so Glovebox interrupted it"),
             told.constData());
    QCOMPARE(m_box.python(other, "print('here')"), "here\n");
    QCOMPARE(m_box.now(other).epoch, other.epoch);
    shown("between runs");
}

// The aim: what ran in a session acts in the interpreter that the session gets after it was
// retired, or at all. The control: before that, it does act.
void tst_betweenruns::isOverWhenItsSessionRetires()
{
    const SessionRef session = m_box.newSession();
    const sandbox::SessionPool::Tuning before = m_box.pool.tuning();
    const auto close = qScopeGuard([&] {
        m_box.pool.tune(before);
        m_box.closeSessions();
    });
    QStringList hosts;
    const auto refusals = connect(&m_box.pool, &sandbox::SessionPool::pageRefused, this,
                                  [&](const SessionRef &, const QString &, const QString &url) {
                                      if (QUrl(url).path() == u"/acted"_s)
                                          hosts.append(QUrl(url).host());
                                  });
    const QByteArray act = "import js\nfrom pyodide.ffi import create_proxy\nkept = 7\n"
                           "act = create_proxy(lambda: js.fetch('/acted'))\n"
                           "js.setInterval(act, 20)\nopen('/session/left', 'w').write('x')\n"
                           "print(js.location.host)\n";
    const QString host = QString::fromUtf8(m_box.python(session, act).trimmed());
    TRY(hosts.count(host) >= 2); // the control
    sandbox::SessionPool::Tuning soon = before;
    soon.idleTime = 1ms;
    m_box.pool.tune(soon);
    TRY(m_box.pool.session(session.id)->state == SessionStatus::State::Retired);
    m_box.pool.tune(before);
    hosts.clear();
    QCOMPARE(m_box
                 .python(session, "import os, js\n"
                                  "print('kept' in globals(), os.listdir('/session'))\n"
                                  "print(js.location.host)\n")
                 .split('\n')
                 .first(),
             "False []");
    QVERIFY2(m_box.facts(m_box.last).sessionNews.contains(u"It was not used"_s),
             qPrintable(m_box.facts(m_box.last).sessionNews));
    QVERIFY(!m_box.outputOf(m_box.last, StreamName::Stdout).contains(host.toUtf8()));
    QTest::qWait(200); // ten times over
    QVERIFY(hosts.isEmpty());
    disconnect(refusals);
    shown("between runs");
}

std::unique_ptr<QObject> makeBetweenRuns()
{
    return std::make_unique<tst_betweenruns>();
}

} // namespace glovebox::hostile

#include "betweenruns.moc"
