// SPDX-License-Identifier: MIT
// Messages in the worker's name, written by its own means: the ring, its nonce, its frames. The
// aim: the hub holds a fact that did not happen, of this run or of another session's. The control
// of each row: the same message without the lie arrives in the hub, so the way there is open.
#include "families.h"

#include "box.h"

#include <QDirIterator>

#include <algorithm>
#include <functional>

namespace glovebox::hostile {

using namespace std::chrono_literals;

namespace {

using Reached = std::function<bool(Box &box, RunId own, RunId other)>;

QJsonObject frame(const QJsonObject &header, const QString &body = {})
{
    return {{u"header"_s, header}, {u"body"_s, body}};
}

QJsonObject frames(const QJsonArray &list)
{
    return {{u"frames"_s, list}};
}

QJsonObject one(const QJsonObject &header, const QString &body = {})
{
    return frames({frame(header, body)});
}

QJsonObject with(QJsonObject object, std::initializer_list<std::pair<QString, QJsonValue>> changes)
{
    for (const auto &[name, value] : changes)
        object.insert(name, value);
    return object;
}

const QJsonObject &forgedStream()
{
    static const QJsonObject header{{u"type"_s, u"stream"_s}, {u"name"_s, u"stdout"_s}};
    return header;
}

const QJsonObject &forgedResult()
{
    static const QJsonObject header{{u"type"_s, u"result"_s}, {u"text"_s, u"forged"_s}};
    return header;
}

QJsonObject display(std::initializer_list<std::pair<QString, QJsonValue>> changes = {})
{
    return with(
        {{u"type"_s, u"display"_s}, {u"mime"_s, u"image/png"_s}, {u"offset"_s, 0}, {u"total"_s, 6}},
        changes);
}

int eventsOf(Box &box, RunId run, const QString &kind)
{
    return int(box.kindsOf(run).count(kind));
}

bool printsForged(Box &box, RunId run)
{
    return box.outputOf(run).contains("forged");
}

bool hasResult(Box &box, RunId run)
{
    return box.facts(run).result.contains(u"forged");
}

bool ownPrints(Box &box, RunId own, RunId)
{
    return printsForged(box, own);
}

bool otherPrints(Box &box, RunId, RunId other)
{
    return printsForged(box, other);
}

bool ownResult(Box &box, RunId own, RunId)
{
    return hasResult(box, own);
}

bool ownDisplay(Box &box, RunId own, RunId)
{
    return eventsOf(box, own, u"display"_s) > 0;
}

// In a word that stands within a line of ours.
bool hasTwoLines(Box &box, RunId own, RunId)
{
    const RunFacts &facts = box.facts(own);
    QStringList words{facts.endReason};
    for (const event::Display &display : facts.displays)
        words.append(display.mimeType);
    for (const event::PackageLoaded &package : facts.packages)
        words.append(package.name + package.version);
    if (facts.raised)
        words.append(facts.raised->ename);
    const QString all = words.join(u' ');
    return all.contains(u'\n') || all.contains(u'\x1b') || all.contains(QChar(0x202e));
}

struct Row
{
    const char *name;
    QJsonObject attack; // for `forge`; "OTHER" stands for another session's active run
    QJsonObject control;
    Reached attackReached;
    Reached controlReached;
    bool ends = true; // the attacker's interpreter is ended for it
};

const QList<Row> &rows()
{
    const QJsonObject stream = forgedStream();
    const QJsonObject result = forgedResult();
    const auto other = [](const QJsonObject &header) {
        return with(header, {{u"run"_s, u"OTHER"_s}});
    };
    const QJsonObject done{{u"type"_s, u"done"_s}, {u"status"_s, u"ok"_s}, {u"execution_ms"_s, 1}};
    const QJsonObject honest = one(stream, u"forged"_s);
    const auto raw = [](const QByteArray &bytes) {
        return frames({QJsonObject{{u"raw"_s, QString::fromLatin1(bytes.toBase64())}}});
    };
    const auto deep = [stream](int depth) {
        return frames({with(frame(stream, u"forged"_s), {{u"deep"_s, depth}})});
    };
    static const QList<Row> all{
        {"output of another session's run", one(other(stream), u"forged"_s), honest, otherPrints,
         ownPrints},
        {"output of another session's run, by the ring's own claim",
         {{u"claim"_s, u"OTHER"_s}},
         honest,
         otherPrints,
         ownPrints},
        {"a result of another session's run", one(other(result)), one(result),
         [](Box &box, RunId, RunId o) { return hasResult(box, o); }, ownResult},
        {"the end of another session's run", one(other(done)), one(done),
         [](Box &box, RunId, RunId o) { return box.hasEnded(o); },
         [](Box &box, RunId own, RunId) { return box.hasEnded(own); }},
        {"a package of another session's run",
         one(other({{u"type"_s, u"package"_s}, {u"name"_s, u"forged"_s}, {u"version"_s, u"1"_s}})),
         one({{u"type"_s, u"package"_s}, {u"name"_s, u"forged"_s}, {u"version"_s, u"1"_s}}),
         [](Box &box, RunId, RunId o) { return eventsOf(box, o, u"package"_s) > 0; },
         [](Box &box, RunId own, RunId) { return eventsOf(box, own, u"package"_s) > 0; }},
        {"output of a run to come", one(with(stream, {{u"run"_s, u"r99999"_s}}), u"forged"_s),
         honest, [](Box &box, RunId, RunId) { return box.hub.facts(RunId(99999)) != nullptr; },
         ownPrints},
        {"a run that is no run", one(with(stream, {{u"run"_s, u"../r1"_s}}), u"forged"_s), honest,
         ownPrints, ownPrints},
        {"a wrong nonce", one(with(stream, {{u"nonce"_s, QString(32, u'0')}}), u"forged"_s), honest,
         ownPrints, ownPrints},
        {"no nonce", one(with(stream, {{u"nonce"_s, QJsonValue()}}), u"forged"_s), honest,
         ownPrints, ownPrints},
        {"another version", one(with(stream, {{u"v"_s, 2}}), u"forged"_s), honest, ownPrints,
         ownPrints},
        {"an unknown type", one(with(stream, {{u"type"_s, u"open_door"_s}}), u"forged"_s), honest,
         ownPrints, ownPrints},
        {"an unknown stream", one(with(stream, {{u"name"_s, u"stdlog"_s}}), u"forged"_s), honest,
         ownPrints, ownPrints},
        {"a second start of its run",
         frames({frame({{u"type"_s, u"started"_s}, {u"code_sha256"_s, QString(64, u'0')}}),
                 frame(stream, u"forged"_s)}),
         honest, ownPrints, ownPrints},
        {"results without end",
         frames({with(frame(with(result, {{u"text"_s, u"first"_s}})), {{u"times"_s, 100}}),
                 frame(result)}),
         one(result), ownResult, ownResult},
        {"a second start of its interpreter", one({{u"type"_s, u"ready"_s}}, u"x"_s), honest,
         [](Box &box, RunId own, RunId) { return box.facts(own).state == RunState::Complete; },
         ownPrints},
        {"a snapshot that others would start from",
         one({{u"type"_s, u"snapshot"_s},
              {u"layer"_s, u"bare"_s},
              {u"offset"_s, 0},
              {u"total"_s, 6}},
             u"forged"_s),
         honest,
         [](Box &box, RunId, RunId) {
             QDirIterator it(box.profile + u"/cache/snapshots"_s, QDir::Files,
                             QDirIterator::Subdirectories);
             while (it.hasNext()) {
                 if (contents(it.next()).startsWith("forged"))
                     return true;
             }
             return false;
         },
         ownPrints},
        {"a display of another length than it says", one(display({{u"total"_s, 5}}), u"forged"_s),
         one(display(), u"forged"_s), ownDisplay, ownDisplay},
        {"a display whose parts overlap",
         frames({frame(display({{u"total"_s, 12}}), u"forged"_s),
                 frame(display({{u"total"_s, 12}, {u"offset"_s, 3}}), u"forged"_s)}),
         frames({frame(display({{u"total"_s, 12}}), u"forged"_s),
                 frame(display({{u"total"_s, 12}, {u"offset"_s, 6}}), u"forged"_s)}),
         ownDisplay, ownDisplay},
        {"a display that begins in its middle",
         one(display({{u"total"_s, 12}, {u"offset"_s, 6}}), u"forged"_s),
         one(display(), u"forged"_s), ownDisplay, ownDisplay},
        {"a display inside another",
         frames({frame(display({{u"total"_s, 12}}), u"forged"_s), frame(display(), u"forged"_s)}),
         one(display(), u"forged"_s), ownDisplay, ownDisplay},
        {"a display with numbers beyond all numbers",
         one(display({{u"total"_s, 1e300}, {u"offset"_s, -1e300}}), u"forged"_s),
         one(display(), u"forged"_s), ownDisplay, ownDisplay},
        {"a display of absurd size",
         one(display({{u"width"_s, 2'000'000'000}, {u"height"_s, 1}}), u"forged"_s),
         one(display({{u"width"_s, 2}, {u"height"_s, 1}}), u"forged"_s), ownDisplay, ownDisplay},
        {"a time that no clock bears out", one(with(done, {{u"execution_ms"_s, 1e15}})), one(done),
         [](Box &box, RunId own, RunId) { return box.facts(own).executionMs > 60'000; },
         [](Box &box, RunId own, RunId) { return box.hasEnded(own); }, false},
        {"a header of a hundred thousand brackets", deep(100'000), deep(10), ownPrints, ownPrints},
        {"a header that is no UTF-8", raw(QByteArray("\x0a\0\0\0\0\0\0\0{\"v\":\xff\xfe}}", 18)),
         honest, ownPrints, ownPrints},
        {"a header that is no object", raw(QByteArray("\x02\0\0\0\0\0\0\0[]", 10)), honest,
         ownPrints, ownPrints},
        {"half a frame", raw(QByteArray("\xff\xff\0\0\0\0\0\0{}", 10)), honest, ownPrints,
         ownPrints},
        {"a frame of four gigabytes", raw(QByteArray("\x02\0\0\0\xff\xff\xff\xff{}", 10)), honest,
         ownPrints, ownPrints},
        {"events without end",
         frames(
             {with(frame({{u"type"_s, u"package"_s}, {u"name"_s, u"x"_s}, {u"version"_s, u"1"_s}}),
                   {{u"times"_s, 5000}})}),
         one({{u"type"_s, u"package"_s}, {u"name"_s, u"x"_s}, {u"version"_s, u"1"_s}}),
         [](Box &box, RunId own, RunId) { return eventsOf(box, own, u"package"_s) > 2000; },
         [](Box &box, RunId own, RunId) { return eventsOf(box, own, u"package"_s) == 1; }},
        {"a kind of display that is a line like ours",
         one(display({{u"mime"_s, u"text/x\n[display 9 of r1, image/png]\x1b[31m"_s}}),
             u"forged"_s),
         one(display({{u"mime"_s, u"text/x"_s}}), u"forged"_s), hasTwoLines,
         [](Box &box, RunId own, RunId) {
             return !box.facts(own).displays.isEmpty() &&
                    box.facts(own).displays.last().mimeType == u"text/x";
         },
         false},
        {"a package whose name is two lines",
         one({{u"type"_s, u"package"_s}, {u"name"_s, u"x\ny"_s}, {u"version"_s, u"1\n2"_s}}),
         one({{u"type"_s, u"package"_s}, {u"name"_s, u"x"_s}, {u"version"_s, u"1"_s}}), hasTwoLines,
         [](Box &box, RunId own, RunId) { return eventsOf(box, own, u"package"_s) == 1; }, false},
        {"an error whose name is two lines",
         one({{u"type"_s, u"error"_s}, {u"ename"_s, u"X\nrun r9 · complete"_s}}),
         one({{u"type"_s, u"error"_s}, {u"ename"_s, u"forged"_s}}), hasTwoLines,
         [](Box &box, RunId own, RunId) {
             return box.facts(own).raised && box.facts(own).raised->ename == u"forged";
         },
         false},
        {"last words that are lines like ours",
         one({{u"type"_s, u"fatal"_s}, {u"reason"_s, u"x.\nrun r9 · complete\u202e"_s}}),
         one({{u"type"_s, u"fatal"_s}, {u"reason"_s, u"forged"_s}}), hasTwoLines,
         [](Box &box, RunId own, RunId) { return box.facts(own).endReason.contains(u"forged"_s); }},
        {"a ring whose words lie",
         {{u"control"_s, QJsonObject{{u"1"_s, 123'456'789}}}},
         honest,
         otherPrints,
         ownPrints},
        {"a call with another page's nonce",
         {{u"call"_s, QJsonObject{{u"op"_s, u"fs.statfs"_s}, {u"nonce"_s, QString(32, u'0')}}}},
         {{u"call"_s, QJsonObject{{u"op"_s, u"fs.statfs"_s}}}},
         [](Box &box, RunId own, RunId) {
             return std::ranges::any_of(box.calls.calls,
                                        [own](const auto &c) { return c.first == own; });
         },
         [](Box &box, RunId own, RunId) {
             return std::ranges::any_of(box.calls.calls,
                                        [own](const auto &c) { return c.first == own; });
         }},
    };
    return all;
}

} // namespace

class tst_forgery final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void isNotBelieved_data();
    void isNotBelieved();
    void runsOnlyTheCodeThatWasApproved();
    void answersToLooksAreNotBelieved_data();
    void answersToLooksAreNotBelieved();
    void answersNoLookOfAnotherSession();
    void cleanupTestCase();

private:
    RunId forge(const SessionRef &session, const QJsonObject &order);

    Box &m_box = sealedBox();
    RunId m_other; // another session's run, active all the time
    // An attack ends its interpreter: meanwhile the next attacker's is there again.
    QList<SessionRef> m_attackers;
    SessionRef m_session; // of the controls
};

void tst_forgery::initTestCase()
{
    m_box.timeout = limits::maxRunTimeout; // however long the others take
    m_other = m_box.submit(m_box.newSession(), "import asyncio\nawait asyncio.sleep(3000)\n");
    m_box.timeout = std::chrono::seconds(120);
    m_session = m_box.newSession();
    for (int i = 0; i < 3; ++i)
        m_attackers.append(m_box.newSession());
    TRY(m_box.facts(m_other).state == RunState::Running);
}

// The run goes on after the forgery, so that what follows from it has its time.
RunId tst_forgery::forge(const SessionRef &session, const QJsonObject &order)
{
    QByteArray text = compact(order);
    text.replace("OTHER", m_other.toString().toUtf8());
    m_box.python(session, calling("forge", QJsonDocument::fromJson(text).object()) +
                              "import asyncio\nawait asyncio.sleep(0.05)\n");
    return m_box.last;
}

void tst_forgery::isNotBelieved_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < rows().size(); ++i)
        QTest::newRow(rows().at(i).name) << i;
}

void tst_forgery::isNotBelieved()
{
    QFETCH(int, index);
    const Row &row = rows().at(index);
    const RunId attack = forge(m_attackers[index % m_attackers.size()], row.attack);
    const QByteArray told = compact(row.attack).left(200) + m_box.facts(attack).endReason.toUtf8() +
                            m_box.outputOf(attack).left(300);
    QVERIFY2(!row.attackReached(m_box, attack, m_other), told.constData());
    if (row.ends)
        QVERIFY2(m_box.facts(attack).state == RunState::Killed ||
                     m_box.facts(attack).state == RunState::Crashed,
                 told.constData());
    const RunId control = forge(m_session, row.control);
    const QByteArray met = m_box.outputOf(control) + m_box.facts(control).endReason.toUtf8();
    QVERIFY2(row.controlReached(m_box, control, m_other), met.constData());
    QVERIFY(!m_box.hasEnded(m_other)); // nobody else was touched
    QVERIFY(!printsForged(m_box, m_other));
    shown("forgery");
}

// The worker says which code it received: another digest ends the run before its code begins.
void tst_forgery::runsOnlyTheCodeThatWasApproved()
{
    m_box.python(
        m_session,
        calling("forge",
                {{u"changes"_s, QJsonObject{{u"started"_s, QJsonObject{{u"code_sha256"_s,
                                                                        QString(64, u'0')}}}}}}));
    m_box.python(m_session, "print('forged')");
    QVERIFY2(m_box.facts(m_box.last).endReason.contains(u"other code"_s),
             qPrintable(m_box.facts(m_box.last).endReason));
    m_box.python(m_session, "print('forged')"); // the control: nothing changed
    QVERIFY(printsForged(m_box, m_box.last));
    shown("forgery");
}

// What the person asks of a session between its runs: the answer is forged by the worker itself.
// The aim: it is taken for what it is not, or nobody is answered any more. The control: a forged
// answer that keeps to the protocol arrives, so the way is open.
void tst_forgery::answersToLooksAreNotBelieved_data()
{
    QTest::addColumn<QJsonArray>("parts");
    QTest::addColumn<bool>("ends"); // its interpreter is ended for it
    const auto part = [](const QJsonObject &header, const QString &body, int times = 1) {
        return QJsonObject{{u"header"_s, header}, {u"body"_s, body}, {u"times"_s, times}};
    };
    const QString value = uR"({"value":{"forged":1}})"_s;
    const QJsonObject whole = part({}, value);
    QTest::newRow("to another question") << QJsonArray{part({{u"id"_s, 99}}, value)} << true;
    QTest::newRow("twice") << QJsonArray{whole, whole} << true;
    QTest::newRow("longer than any") << QJsonArray{part({{u"total"_s, 17 << 20}}, value)} << true;
    QTest::newRow("from its middle")
        << QJsonArray{part({{u"offset"_s, 5}, {u"total"_s, 99}}, value)} << true;
    QTest::newRow("another length in its second part")
        << QJsonArray{part({{u"total"_s, 99}}, value),
                      part({{u"offset"_s, value.size()}, {u"total"_s, 100}}, value)}
        << true;
    QTest::newRow("numbers beyond all numbers")
        << QJsonArray{part({{u"offset"_s, -1e300}, {u"total"_s, 1e300}}, value)} << true;
    QTest::newRow("no JSON") << QJsonArray{part({}, u"forged"_s)} << false;
    QTest::newRow("a list") << QJsonArray{part({}, u"[1]"_s)} << false;
    QTest::newRow("half a megabyte of brackets") << QJsonArray{part({}, u"["_s, 500'000)} << false;
    QTest::newRow("none at all") << QJsonArray() << false;
}

void tst_forgery::answersToLooksAreNotBelieved()
{
    QFETCH(QJsonArray, parts);
    QFETCH(bool, ends);
    const auto look = [this](const SessionRef &session, const QJsonArray &forged) {
        m_box.python(session, calling("forgeAnswers", {{u"parts"_s, forged}}));
        auto future = m_box.pool.look(session.id, u"variables"_s, {}, 1s);
        [&future] { TRY(future.isFinished()); }();
        return future.result();
    };
    const SessionRef attacker = m_attackers[parts.size() % m_attackers.size()];
    TRY(m_box.pool.session(attacker.id)->state == SessionStatus::State::Idle);
    const SessionRef before = m_box.now(attacker);
    const Result<QJsonObject> attack = look(before, parts);
    // An answer that is there twice arrived once.
    const bool isTwice = parts.size() == 2 && parts[0] == parts[1];
    QVERIFY(isTwice || !attack);
    if (ends)
        TRY(m_box.now(attacker).epoch > before.epoch);
    const Result<QJsonObject> control =
        look(m_session, {QJsonObject{{u"body"_s, uR"({"value":{"forged":1}})"_s}}});
    QVERIFY2(control, control ? "" : qPrintable(control.error().text));
    QCOMPARE((*control)[u"forged"].toInt(), 1);
    QVERIFY(!m_box.hasEnded(m_other));
    shown("forgery");
}

// Both are asked their first question; only one answers, for the other.
void tst_forgery::answersNoLookOfAnotherSession()
{
    const SessionRef asked = m_box.newSession();
    const SessionRef attacker = m_box.newSession();
    m_box.python(asked, "class Slow:\n    def __repr__(self):\n        while True: pass\n"
                        "slow = Slow()\n");
    auto future = m_box.pool.look(asked.id, u"variables"_s, {}, 2s);
    m_box.python(
        attacker,
        calling("forge",
                one({{u"type"_s, u"answer"_s}, {u"id"_s, 1}, {u"offset"_s, 0}, {u"total"_s, 22}},
                    uR"({"value":{"forged":1}})"_s)));
    QVERIFY(m_box.facts(m_box.last).state == RunState::Killed);
    TRY(future.isFinished());
    const Result<QJsonObject> answer = future.result();
    QVERIFY(answer && !answer->contains(u"forged"));
    QVERIFY(answer->contains(u"variables")); // the control: its own did arrive
    QCOMPARE(m_box.now(asked).epoch, asked.epoch);
    shown("forgery");
}

void tst_forgery::cleanupTestCase()
{
    QVERIFY(m_box.pool.interrupt(m_other));
    TRY(m_box.hasEnded(m_other));
}

std::unique_ptr<QObject> makeForgery()
{
    return std::make_unique<tst_forgery>();
}

} // namespace glovebox::hostile

#include "forgery.moc"
