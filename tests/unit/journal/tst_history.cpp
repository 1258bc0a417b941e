// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "journal/headfile.h"
#include "journal/journal.h"
#include "journal/keeper.h"
#include "journal/searchtext.h"
#include "support.h"

#include <QCryptographicHash>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>

using namespace glovebox;
using namespace glovebox::journal;
using namespace std::chrono_literals;
using namespace support;

constexpr QFile::Permissions others{QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther |
                                    QFile::WriteOther};

namespace {

// Text of a notebook, which is kept in lines.
QString joined(const QJsonValue &lines)
{
    return lines.toVariant().toStringList().join(QString());
}

} // namespace

// What becomes of runs that are over: search, lists, exports, removing, and what verify() says.
class TestHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void cutsTextIntoWords_data();
    void cutsTextIntoWords();
    void findsRunsByTheirText_data();
    void findsRunsByTheirText();
    void saysWhereItWasFound();
    void findsWhatNoReaderKnows();
    void filtersRuns_data();
    void filtersRuns();
    void pagesThroughWhatItFound();
    void countsHours();
    void offersWhatCanBeChosen();
    void tellsTheHistoryOfARun();

    void keepsDigestsOfFiles();
    void findsAFileThatWasChanged_data();
    void findsAFileThatWasChanged();

    void purgesContentAndKeepsDigests();
    void saysThatContentWasPurged();
    void leavesRunsThatAreNotOver();
    void findsRowsThatWereEmptiedInSilence();
    void removesWhatIsTooOld();
    void removesTheOldestWhenThereIsTooMuch();
    void removesFilesThatAKillLeft();

    void missesATailThatWasCut();
    void doesNotMissItWithoutTheKeptEnd();
    void remembersACutAfterItWentOn();
    void missesTheKeptEndItself_data();
    void missesTheKeptEndItself();
    void believesNoEndWithAnotherKey();

    void exportsMarkdownThatNothingBreaksOutOf();
    void exportsNotebooks();
    void exportsHtmlWithoutMarkupOfRuns();
    void masksSecretsInEveryExport_data();
    void masksSecretsInEveryExport();
    void exportsOnlyWhatMatches();

    void bringsSchema1UpToDate_data();
    void bringsSchema1UpToDate();

private:
    std::unique_ptr<Journal> open(Role role = Role::Program)
    {
        auto journal = std::make_unique<Journal>(Options{m_file, role, &m_clock, m_runs});
        return get(journal->opened()) ? std::move(journal) : nullptr;
    }
    void record(Journal &journal, const QList<RunEvent> &events)
    {
        for (const RunEvent &event : events)
            journal.record(event);
        QVERIFY(get(journal.durable(events.last().run, events.last().seq)));
    }
    // A run with output in a file, as the output store leaves it.
    QList<RunEvent> runWith(qint64 number, const QByteArray &code, const QByteArray &output = {},
                            const QString &session = u"default"_s)
    {
        QList<RunEvent> events;
        Run run(number);
        event::Asked ask = asked(code);
        ask.record.sessionName = session;
        events.append(run.event(ask));
        events.append(run.event(allowed(ask)));
        events.append(run.event(event::Started{sha256Hex(code)}));
        if (!output.isEmpty()) {
            write(RunId(number).toString() + u"/output"_s, output);
            events.append(run.event(event::Output{StreamName::Stdout, 0, output, output.size()}));
        }
        events.append(
            run.event(event::Ended{RunState::Complete, {}, 400, output.size(), output.size()}));
        return events;
    }
    void write(const QString &path, const QByteArray &bytes)
    {
        const QString whole = m_runs + u'/' + path;
        QDir().mkpath(QFileInfo(whole).path());
        QFile file(whole);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    QList<qint64> found(Journal &journal, const JournalQuery &query)
    {
        QList<qint64> numbers;
        for (const JournalRow &row : take(journal.find(query, {}, 100)))
            numbers.append(row.run.number());
        return numbers;
    }
    void cut(qint64 rows)
    {
        RawFile raw(m_file);
        QVERIFY(raw.run(u"DELETE FROM events WHERE row > %1"_s.arg(rows)));
        QVERIFY(raw.run(u"DELETE FROM runs WHERE run NOT IN (SELECT run FROM events)"_s));
        // As somebody would who knows how it is made.
        QVERIFY(raw.run(u"UPDATE head SET rows = %1, "
                        "digest = (SELECT digest FROM events WHERE row = %1)"_s.arg(rows)));
    }
    QByteArray exported(Journal &journal, JournalFormat format, const JournalQuery &query = {})
    {
        const QString path = m_folder->filePath(u"export"_s);
        if (!get(journal.exportRuns(query, format, path)))
            return {};
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
    QString m_runs;
    FakeClock m_clock;
};

void TestHistory::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath(u"journal.sqlite"_s);
    m_runs = m_folder->filePath(u"runs"_s);
}

// ---- Search

void TestHistory::cutsTextIntoWords_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("match");
    QTest::newRow("Japanese") << u"売上高"_s << u"売上 上高 高"_s << u"\"売上 上高\""_s;
    QTest::newRow("one character") << u"売"_s << u"売"_s << u"\"売\"*"_s;
    QTest::newRow("names in code")
        << u"pd.read_csv("_s << u"pd read csv"_s << u"\"pd read csv\"*"_s;
    QTest::newRow("two words") << u"total sales"_s << u"total sales"_s
                               << u"\"total\"* \"sales\"*"_s;
    QTest::newRow("mixed") << u"2026年売上"_s << u"2026 年売 売上 上"_s
                           << u"\"2026\"* \"年売 売上\""_s;
    QTest::newRow("half width") << u"ｶﾞﾗｽ"_s << u"ガラ ラス ス"_s << u"\"ガラ ラス\""_s;
    QTest::newRow("upper case") << u"ＡＢＣ"_s << u"abc"_s << u"\"abc\"*"_s;
    QTest::newRow("Korean") << u"매출"_s << u"매출 출"_s << u"\"매출\""_s;
    QTest::newRow("quotes do not end a term")
        << u"a\"b OR c*"_s << u"a b or c"_s << u"\"a b\"* \"or\"* \"c\"*"_s;
    QTest::newRow("signs") << u"== ()"_s << QString() << QString();
    QTest::newRow("a sign that stands alone") << u"🎉"_s << u"🎉"_s << u"\"🎉\"*"_s;
}

void TestHistory::cutsTextIntoWords()
{
    QFETCH(QString, text);
    QFETCH(QString, words);
    QFETCH(QString, match);
    QCOMPARE(searchWords(text), words);
    QCOMPARE(matchExpression(text), match);
}

void TestHistory::findsRunsByTheirText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<qint64>>("runs");
    const auto row = [](const char *name, const QString &text, const QList<qint64> &runs) {
        QTest::newRow(name) << text << runs;
    };
    row("one character", u"売"_s, {3, 1});
    row("two characters", u"売上"_s, {3, 1});
    row("the end of a word", u"高"_s, {1});
    row("three characters", u"売上高"_s, {1});
    row("characters that are not neighbours", u"売高"_s, {});
    row("katakana in half width", u"ｸﾞﾗﾌ"_s, {2});
    row("an English word", u"rename"_s, {2});
    row("the beginning of one", u"ren"_s, {2});
    row("in another case", u"RENAME"_s, {2});
    row("part of a name", u"csv"_s, {1});
    row("a whole name", u"read_csv"_s, {1});
    row("two words, both needed", u"df 売上"_s, {3});
    row("in the output", u"KeyError"_s, {3});
    row("the end of long output", u"末尾"_s, {4});
    row("nothing", u"absent"_s, {});
    row("only signs", u"((("_s, {});
}

void TestHistory::findsRunsByTheirText()
{
    QFETCH(QString, text);
    QFETCH(QList<qint64>, runs);
    const auto journal = open();
    QVERIFY(journal);
    record(*journal, runWith(1, "x = pd.read_csv('/mnt/sales/売上高.csv')"));
    record(*journal, runWith(2, "ax.rename('グラフ')"));
    record(*journal, runWith(3, "df['売上']", "KeyError: 'a'\n"));
    record(*journal, runWith(4, "print(1)", QByteArray(300'000, 'x') + "\n末尾\n"));
    QVERIFY(get(journal->kept()));
    QCOMPARE(found(*journal, {.text = text}), runs);
    QCOMPARE(take(journal->count({.text = text})), runs.size());
}

void TestHistory::saysWhereItWasFound()
{
    const auto journal = open();
    QVERIFY(journal);
    record(*journal, runWith(1, "a = 1\ndf.rename(columns={'売上': '売上高'})\n"));
    record(*journal, runWith(2, "print(2)", "先頭\n月次まとめ: 売上高 312.7 百万円\n"));
    QList<RunEvent> third = runWith(3, "print(3)");
    third.insert(
        3, RunEvent{RunId(3), 9, at(4), event::FileTouched{u"sales"_s, u"売上高.csv"_s, true}});
    record(*journal, third);
    QVERIFY(get(journal->kept()));
    const auto rows = take(journal->find({.text = u"売上高"_s}, {}, 10));
    QCOMPARE(rows.size(), 3);
    QVERIFY(rows[0].place == JournalRow::Place::Files);
    QVERIFY(rows[1].place == JournalRow::Place::Output);
    QCOMPARE(rows[1].excerpt, u"月次まとめ: 売上高 312.7 百万円"_s);
    QCOMPARE(rows[1].marks, (QList<std::pair<int, int>>{{7, 3}}));
    QVERIFY(rows[2].place == JournalRow::Place::Code);
    QVERIFY2(rows[2].excerpt.startsWith(u"df.rename"), qPrintable(rows[2].excerpt));
}

// Kinds of rows that come later are found by their texts without a change here.
void TestHistory::findsWhatNoReaderKnows()
{
    SearchedText texts;
    texts.add(
        {1,
         {},
         u"brand_new"_s,
         QJsonObject{{u"list"_s, QJsonArray{QJsonObject{{u"text"_s, u"opens a socket"_s}}}}}});
    QVERIFY(texts.notes.contains(u"opens a socket"));
}

void TestHistory::filtersRuns_data()
{
    QTest::addColumn<JournalQuery>("query");
    QTest::addColumn<QList<qint64>>("runs");
    const auto row = [](const char *name, const JournalQuery &query, const QList<qint64> &runs) {
        QTest::newRow(name) << query << runs;
    };
    row("all", {}, {4, 3, 2, 1});
    row("client", {.clients = {ClientId(u"c2"_s)}}, {2});
    row("state", {.states = {RunState::Error, RunState::Denied}}, {4, 3});
    row("session", {.session = u"etl"_s}, {2});
    row("mount", {.mount = u"sales"_s}, {3});
    row("decided by the person", {.deciders = {JournalDecider::You}}, {4, 3, 2});
    row("own runs", {.deciders = {JournalDecider::OwnRun}}, {1});
    row("own runs or by permission",
        {.deciders = {JournalDecider::OwnRun, JournalDecider::Permission}}, {1});
    row("time", {.from = at(1000), .until = at(2000)}, {2});
    row("runs", {.runs = {RunId(4), RunId(1), RunId(99)}}, {4, 1});
    row("text and state", {.text = u"print"_s, .states = {RunState::Complete}}, {2, 1});
}

void TestHistory::filtersRuns()
{
    QFETCH(JournalQuery, query);
    QFETCH(QList<qint64>, runs);
    const auto journal = open();
    QVERIFY(journal);
    for (int number = 1; number <= 4; ++number) {
        QList<RunEvent> events = runWith(number, "print(1)");
        auto &ask = std::get<event::Asked>(events[0].body);
        if (number == 1)
            ask.record.client = personClient();
        if (number == 2) {
            ask.record.client = ClientId(u"c2"_s);
            ask.record.sessionName = u"etl"_s;
        }
        if (number == 3) {
            events.insert(3, RunEvent{RunId(3), 9, at(3), event::FileTouched{u"sales"_s, u"a"_s}});
            std::get<event::Ended>(events.last().body).state = RunState::Error;
        }
        if (number == 4)
            std::get<event::Ended>(events.last().body).state = RunState::Denied;
        for (RunEvent &event : events)
            event.time = at(number * 1000 - 1000 + int(event.seq));
        record(*journal, events);
    }
    QVERIFY(get(journal->kept()));
    QCOMPARE(found(*journal, query), runs);
    QCOMPARE(take(journal->count(query)), runs.size());
}

void TestHistory::pagesThroughWhatItFound()
{
    const auto journal = open();
    QVERIFY(journal);
    for (int number = 1; number <= 5; ++number)
        record(*journal, runWith(number, "売上"));
    QVERIFY(get(journal->kept()));
    for (const QString &text : {QString(), u"売上"_s}) {
        const auto first = take(journal->find({.text = text}, {}, 2));
        QCOMPARE(first.last().run, RunId(4));
        const auto second = take(journal->find({.text = text}, first.last().run, 10));
        QCOMPARE(second.size(), 3);
        QCOMPARE(second.first().run, RunId(3));
    }
}

void TestHistory::countsHours()
{
    const auto journal = open();
    QVERIFY(journal);
    const RunState states[]{RunState::Complete, RunState::Killed, RunState::Expired,
                            RunState::Complete, RunState::Interrupted};
    for (int number = 1; number <= 5; ++number) {
        QList<RunEvent> events = runWith(number, "1");
        std::get<event::Ended>(events.last().body).state = states[number - 1];
        for (RunEvent &event : events)
            event.time = at((number - 1) / 3 * 7200);
        record(*journal, events);
    }
    const QDateTime hour(QDate(2026, 1, 2), QTime(3, 0), QTimeZone::UTC);
    QCOMPARE(take(journal->hours({}, {})),
             (QList<JournalHour>{{hour, 1, 1, 1, 0}, {hour.addSecs(7200), 1, 0, 0, 1}}));
    QCOMPARE(take(journal->hours(at(3600), {})).size(), 1);
}

void TestHistory::offersWhatCanBeChosen()
{
    const auto journal = open();
    QVERIFY(journal);
    record(*journal, runWith(1, "1", {}, u"etl"_s));
    QList<RunEvent> second = runWith(2, "2");
    std::get<event::Asked>(second[0].body).clientLabel = u"Renamed"_s;
    second.insert(3, RunEvent{RunId(2), 9, at(3), event::FileTouched{u"sales"_s, u"a"_s}});
    record(*journal, second);
    const auto choices = take(journal->choices());
    QCOMPARE(choices.runs, 2);
    QCOMPARE(choices.sessions, (QStringList{u"default"_s, u"etl"_s}));
    QCOMPARE(choices.mounts, QStringList{u"sales"_s});
    QCOMPARE(choices.clients.size(), 1);
    QCOMPARE(choices.clients.first().second, u"Renamed"_s);
}

void TestHistory::tellsTheHistoryOfARun()
{
    const auto journal = open();
    QVERIFY(journal);
    record(*journal, runWith(7, "print('a')", "a\n"));
    QVERIFY(get(journal->kept()));
    const auto run = take(journal->run(RunId(7)));
    QStringList kinds;
    for (const JournalStep &step : run.steps)
        kinds.append(step.kind);
    QCOMPARE(kinds, (QStringList{u"asked"_s, u"decided"_s, u"started"_s, u"ended"_s}));
    QCOMPARE(run.facts.record.code, "print('a')");
    QCOMPARE(run.row.asked, at(1));
    QCOMPARE(run.row.decided, at(2));
    QCOMPARE(run.outputSha256, sha256Hex("a\n"));
    const auto unknown = get(journal->run(RunId(8)));
    QVERIFY(!unknown && unknown.error().code == ErrorCode::NotFound);
}

// ---- Files

void TestHistory::keepsDigestsOfFiles()
{
    const auto journal = open();
    QVERIFY(journal);
    const QByteArray output = "行\n" + QByteArray(200'000, 'y') + "終わり\n";
    QList<RunEvent> events = runWith(1, "1", output);
    write(u"r1/display-1.png"_s, "PNG");
    event::Display display{.index = 1,
                           .mimeType = u"image/png"_s,
                           .file = m_runs + u"/r1/display-1.png"_s,
                           .size = 3,
                           .pixels = {},
                           .title = {},
                           .text = {}};
    events.insert(3, RunEvent{RunId(1), 9, at(3), display});
    record(*journal, events);
    QVERIFY(get(journal->kept()));
    RawFile raw(m_file);
    const QJsonObject kept =
        QJsonDocument::fromJson(
            raw.value(u"SELECT body FROM events WHERE kind = 'kept'"_s).toByteArray())
            .object();
    QCOMPARE(kept[u"output"][u"sha256"].toString(), sha256Hex(output));
    QCOMPARE(kept[u"output"][u"bytes"].toInteger(), output.size());
    QVERIFY(kept[u"output"][u"head"].toString().startsWith(u"行\n"));
    QVERIFY(kept[u"output"][u"tail"].toString().endsWith(u"終わり\n"));
    QCOMPARE(kept[u"plots"][0][u"sha256"].toString(), sha256Hex("PNG"));
    const auto verified = take(journal->verify());
    QVERIFY2(verified.ok(), qPrintable(verified.problem));
    QCOMPARE(verified.files, 2);
    QVERIFY(verified.fileProblems.isEmpty());
}

void TestHistory::findsAFileThatWasChanged_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<int>("problems");
    QTest::newRow("nothing (control)") << QString() << 0;
    QTest::newRow("changed") << u"b\n"_s << 1;
    QTest::newRow("longer") << u"a\na\n"_s << 1;
    QTest::newRow("removed") << u"-"_s << 1;
}

void TestHistory::findsAFileThatWasChanged()
{
    QFETCH(QString, change);
    QFETCH(int, problems);
    const auto journal = open();
    QVERIFY(journal);
    record(*journal, runWith(1, "1", "a\n"));
    QVERIFY(get(journal->kept()));
    if (change == u"-")
        QVERIFY(QFile::remove(m_runs + u"/r1/output"_s));
    else if (!change.isEmpty())
        write(u"r1/output"_s, change.toUtf8());
    const auto verified = take(journal->verify());
    QVERIFY(verified.ok());
    QCOMPARE(verified.fileProblems.size(), problems);
}

// ---- Removing

void TestHistory::purgesContentAndKeepsDigests()
{
    const QByteArray secret = "print('千歳船橋 unlikely-word')";
    {
        const auto journal = open();
        QVERIFY(journal);
        record(*journal, runWith(1, secret, "unlikely-output\n"));
        record(*journal, runWith(2, "print(2)", "2\n"));
        QVERIFY(get(journal->kept()));
        RawFile raw(m_file);
        const QString digests = u"SELECT group_concat(hex(digest)) FROM events "
                                "WHERE run = 1 AND kind <> 'purged'"_s;
        const QString before = raw.value(digests).toString();
        const auto report = take(journal->purge({.runs = {RunId(1)}}));
        QCOMPARE(report.runs, 1);
        QCOMPARE(report.bytes, 16);
        QVERIFY(!QFileInfo::exists(m_runs + u"/r1"_s));
        QVERIFY(QFileInfo::exists(m_runs + u"/r2/output"_s));
        QVERIFY(!before.isEmpty());
        QCOMPARE(raw.value(digests).toString(), before);
        const auto verified = take(journal->verify());
        QVERIFY2(verified.ok(), qPrintable(verified.problem));
        QCOMPARE(found(*journal, {.text = u"unlikely"_s}), QList<qint64>());
        QCOMPARE(found(*journal, {}), (QList<qint64>{2, 1}));
        QCOMPARE(take(journal->purge({.runs = {RunId(1)}})).runs, 0);
    }
    // Nothing of it is left anywhere in the folder.
    const QStringList files = QDir(m_folder->path()).entryList(QDir::Files);
    QVERIFY(files.size() >= 3);
    for (const QString &name : files) {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY2(!bytes.contains("unlikely") && !bytes.contains("千歳"), qPrintable(name));
    }
    const auto journal = open();
    QVERIFY(journal);
    const auto verified = take(journal->verify());
    QVERIFY2(verified.ok(), qPrintable(verified.problem));
}

void TestHistory::saysThatContentWasPurged()
{
    const auto journal = open();
    QVERIFY(journal);
    record(*journal, runWith(1, "print(1)", "1\n"));
    m_clock.advance(1h);
    QVERIFY(get(journal->purge({})));
    const auto run = take(journal->run(RunId(1)));
    QVERIFY(run.row.purged.isValid());
    QCOMPARE(run.row.clientLabel, u"Claude Desktop"_s);
    QVERIFY(run.row.state == RunState::Complete);
    QVERIFY(run.row.decider == JournalDecider::You);
    QVERIFY(run.row.title.isEmpty());
    QVERIFY(run.facts.record.code.isEmpty());
    QCOMPARE(run.steps.size(), 1);
    QCOMPARE(run.steps.first().kind, u"purged"_s);
    QCOMPARE(run.steps.first().body[u"by"].toString(), u"person"_s);
    const auto events = get(journal->recordedEvents(RunId(1)));
    QVERIFY(!events && events.error().code == ErrorCode::NotFound);
    QVERIFY2(events.error().text.contains(u"removed"), qPrintable(events.error().text));
    QVERIFY(take(journal->recordedRuns({}, 10)).isEmpty());
}

void TestHistory::leavesRunsThatAreNotOver()
{
    const auto journal = open();
    QVERIFY(journal);
    QList<RunEvent> events = runWith(1, "print(1)");
    const RunEvent end = events.takeLast();
    record(*journal, events);
    QCOMPARE(take(journal->purge({})).runs, 0);
    QCOMPARE(take(journal->run(RunId(1))).facts.record.code, "print(1)");
    record(*journal, {end});
    QCOMPARE(take(journal->purge({})).runs, 1);
}

void TestHistory::findsRowsThatWereEmptiedInSilence()
{
    const auto journal = open();
    QVERIFY(journal);
    record(*journal, runWith(1, "print(1)"));
    record(*journal, runWith(2, "print(2)"));
    QVERIFY(take(journal->verify()).ok());
    RawFile raw(m_file);
    QVERIFY(raw.run(u"UPDATE events SET body = '' WHERE run = 2 AND kind = 'decided'"_s));
    const auto verified = take(journal->verify());
    QVERIFY(!verified.ok());
    QCOMPARE(verified.firstBroken, 6);
}

void TestHistory::removesWhatIsTooOld()
{
    const auto journal = open();
    QVERIFY(journal);
    record(*journal, runWith(1, "old", "1\n"));
    QList<RunEvent> young = runWith(2, "young", "2\n");
    for (RunEvent &event : young)
        event.time = at(20 * 86'400);
    record(*journal, young);
    m_clock.jump(std::chrono::days(29));
    journal->setRetention({.days = 30, .maxBytes = 0});
    QVERIFY(get(journal->kept()));
    QVERIFY2(!take(journal->run(RunId(1))).row.purged.isValid(), "not yet");
    m_clock.jump(std::chrono::days(2));
    m_clock.advance(1h); // it looks again by itself
    QVERIFY(get(journal->kept()));
    QTRY_VERIFY(take(journal->run(RunId(1))).row.purged.isValid());
    QVERIFY(!take(journal->run(RunId(2))).row.purged.isValid());
    QCOMPARE(take(journal->run(RunId(1))).steps.first().body[u"by"].toString(), u"retention"_s);
    QVERIFY(take(journal->verify()).ok());
}

void TestHistory::removesTheOldestWhenThereIsTooMuch()
{
    const auto journal = open();
    QVERIFY(journal);
    for (int number = 1; number <= 4; ++number)
        record(*journal, runWith(number, "print(1)", QByteArray(1000, 'x')));
    journal->setRetention({.days = 0, .maxBytes = 2500});
    QVERIFY(get(journal->kept()));
    const auto isPurged = [&](int number) {
        return take(journal->run(RunId(number))).row.purged.isValid();
    };
    QTRY_VERIFY(isPurged(2));
    QVERIFY(isPurged(1));
    QVERIFY(!isPurged(3) && !isPurged(4));
}

void TestHistory::removesFilesThatAKillLeft()
{
    {
        const auto journal = open();
        QVERIFY(journal);
        record(*journal, runWith(1, "print(1)", "1\n"));
        record(*journal, runWith(2, "print(2)", "2\n"));
        QVERIFY(get(journal->purge({.runs = {RunId(1)}})));
    }
    write(u"r1/output"_s, "1\n");
    const auto journal = open();
    QVERIFY(journal);
    QVERIFY(get(journal->kept()));
    QVERIFY(!QFileInfo::exists(m_runs + u"/r1"_s));
    QVERIFY(QFileInfo::exists(m_runs + u"/r2/output"_s));
}

// ---- The end that is kept outside

void TestHistory::missesATailThatWasCut()
{
    {
        const auto journal = open();
        QVERIFY(journal);
        record(*journal, runWith(1, "print(1)"));
        record(*journal, runWith(2, "import os"));
    }
    cut(4);
    const auto journal = open(Role::Tool);
    QVERIFY(journal);
    const auto verified = take(journal->verify());
    QVERIFY(!verified.ok());
    QCOMPARE(verified.firstBroken, 5);
}

// The control: without what is kept outside, the same cut is not seen.
void TestHistory::doesNotMissItWithoutTheKeptEnd()
{
    {
        const auto journal = open();
        QVERIFY(journal);
        record(*journal, runWith(1, "print(1)"));
        record(*journal, runWith(2, "import os"));
    }
    cut(4);
    QVERIFY(QFile::remove(m_file + u".head"_s));
    {
        RawFile raw(m_file);
        QVERIFY(raw.run(u"UPDATE head SET keyed = 0"_s));
    }
    const auto journal = open(Role::Tool);
    QVERIFY(journal);
    QVERIFY(take(journal->verify()).ok());
}

void TestHistory::remembersACutAfterItWentOn()
{
    {
        const auto journal = open();
        QVERIFY(journal);
        record(*journal, runWith(1, "print(1)"));
        record(*journal, runWith(2, "import os"));
    }
    cut(4);
    for (int start = 0; start < 2; ++start) {
        const auto journal = open();
        QVERIFY(journal);
        record(*journal, runWith(10 + start, "print(3)"));
        const auto verified = take(journal->verify());
        QVERIFY2(verified.problem.contains(u"end of the journal"), qPrintable(verified.problem));
    }
}

void TestHistory::missesTheKeptEndItself_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("nothing (control)") << QString();
    QTest::newRow("end") << u".head"_s;
    QTest::newRow("key") << u".key"_s;
}

void TestHistory::missesTheKeptEndItself()
{
    QFETCH(QString, file);
    {
        const auto journal = open();
        QVERIFY(journal);
        record(*journal, runWith(1, "print(1)"));
    }
    QCOMPARE(QFile::permissions(m_file + u".key"_s) & others, QFile::Permissions());
    QCOMPARE(QFile::permissions(m_file + u".head"_s) & others, QFile::Permissions());
    if (!file.isEmpty())
        QVERIFY(QFile::remove(m_file + file));
    const auto journal = open(Role::Tool);
    QVERIFY(journal);
    QCOMPARE(take(journal->verify()).ok(), file.isEmpty());
}

void TestHistory::believesNoEndWithAnotherKey()
{
    const QString other = m_folder->filePath(u"other"_s);
    HeadFile own(m_file);
    HeadFile strange(other);
    QVERIFY(own.makeKey() && strange.makeKey());
    QVERIFY(own.write({7, QByteArray(32, 'a')}));
    QCOMPARE(HeadFile(m_file).read(), (ChainEnd{7, QByteArray(32, 'a')}));
    QVERIFY(own.write({9, QByteArray(32, 'b')}));
    QVERIFY(own.write({11, QByteArray(32, 'c')}));
    QCOMPARE(HeadFile(m_file).read()->rows, 11);
    QVERIFY(QFile::copy(m_file + u".head"_s, other + u".head"_s));
    QVERIFY(!HeadFile(other).read());
    // A slot that a kill left half: the other one counts.
    QFile head(m_file + u".head"_s);
    QVERIFY(head.open(QIODevice::ReadWrite));
    head.write("journal-end 1 99");
    head.close();
    QCOMPARE(HeadFile(m_file).read()->rows, 9);
}

// ---- Exports

void TestHistory::exportsMarkdownThatNothingBreaksOutOf()
{
    const auto journal = open();
    QVERIFY(journal);
    record(*journal, runWith(1, "# <b>title</b> *x*\nprint('```')\n````\n", "```\n# no heading\n"));
    const QString text = QString::fromUtf8(exported(*journal, JournalFormat::Markdown));
    QVERIFY2(text.contains(u"## r1 · \\<b\\>title\\</b\\> \\*x\\*\n"_s), qPrintable(text));
    QVERIFY2(text.contains(u"\n`````python\n# <b>title</b> *x*\n"_s), qPrintable(text));
    QVERIFY(text.contains(u"\n````\n```\n# no heading\n````\n"_s));
    QVERIFY(text.contains(u"Decided \\(allow\\) by the person, after 1\\.0 s"_s));
}

void TestHistory::exportsNotebooks()
{
    const auto journal = open();
    QVERIFY(journal);
    QList<RunEvent> events = runWith(1, "print('売上')", "売上\nrest");
    const auto add = [&events](RunEventBody body) {
        const RunEvent &last = events.at(events.size() - 2);
        events.insert(events.size() - 1, {last.run, last.seq + 10, last.time, std::move(body)});
    };
    write(u"r1/display-1.png"_s, "\x89PNG");
    add(event::Display{.index = 1,
                       .mimeType = u"image/png"_s,
                       .file = m_runs + u"/r1/display-1.png"_s,
                       .size = 4,
                       .pixels = {},
                       .title = u"図"_s,
                       .text = {}});
    add(event::ResultValue{u"42"_s});
    add(event::Raised{u"KeyError"_s, u"'a'"_s, {u"Traceback"_s, u"KeyError: 'a'"_s}});
    events.last().seq = 99;
    record(*journal, events);
    record(*journal, runWith(2, "pass"));
    const QByteArray bytes = exported(*journal, JournalFormat::Notebook);
    const QJsonObject notebook = QJsonDocument::fromJson(bytes).object();
    QCOMPARE(notebook[u"nbformat"].toInt(), 4);
    QCOMPARE(notebook[u"nbformat_minor"].toInt(), 5);
    const QJsonArray cells = notebook[u"cells"].toArray();
    QCOMPARE(cells.size(), 4);
    const QJsonValue code = cells[1];
    QCOMPARE(code[u"cell_type"].toString(), u"code"_s);
    QCOMPARE(code[u"id"].toString(), u"r1"_s);
    QCOMPARE(joined(code[u"source"]), u"print('売上')"_s);
    QStringList types;
    const QJsonArray outputs = code[u"outputs"].toArray();
    for (const QJsonValue &output : outputs)
        types.append(output[u"output_type"].toString());
    QCOMPARE(types, (QStringList{u"stream"_s, u"display_data"_s, u"execute_result"_s, u"error"_s}));
    QCOMPARE(joined(outputs[0][u"text"]), u"売上\nrest"_s);
    QCOMPARE(outputs[1][u"data"][u"image/png"].toString(), u"iVBORw=="_s);
    QCOMPARE(joined(outputs[2][u"data"][u"text/plain"]), u"42"_s);
    QCOMPARE(outputs[3][u"ename"].toString(), u"KeyError"_s);
    QCOMPARE(cells[3][u"execution_count"].toInt(), 2);
}

void TestHistory::exportsHtmlWithoutMarkupOfRuns()
{
    const auto journal = open();
    QVERIFY(journal);
    record(*journal, runWith(1, "'<script>alert(1)</script>'", "<img src=x onerror=y>\n"));
    const QByteArray html = exported(*journal, JournalFormat::Html);
    QVERIFY(html.contains("&lt;script&gt;"));
    QVERIFY(!html.contains("<script") && !html.contains("<img"));
    QVERIFY(html.contains("default-src 'none'"));
}

void TestHistory::masksSecretsInEveryExport_data()
{
    QTest::addColumn<JournalFormat>("format");
    QTest::newRow("JSON Lines") << JournalFormat::JsonLines;
    QTest::newRow("Markdown") << JournalFormat::Markdown;
    QTest::newRow("notebook") << JournalFormat::Notebook;
    QTest::newRow("HTML") << JournalFormat::Html;
}

void TestHistory::masksSecretsInEveryExport()
{
    QFETCH(JournalFormat, format);
    const QByteArray secret = QByteArray("gh") + "p_aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gH3kM5p";
    const auto journal = open();
    QVERIFY(journal);
    QList<RunEvent> events = runWith(1, "# token " + secret + "\nlogin('" + secret + "')",
                                     "logged in as " + secret + "\n");
    std::get<event::Decided>(events[1].body).note = QString::fromLatin1(secret);
    events.insert(
        4, {RunId(1), 9, at(4),
            event::Raised{u"E"_s, QString::fromLatin1(secret), {QString::fromLatin1(secret)}}});
    record(*journal, events);
    QVERIFY(get(journal->kept()));
    const QByteArray text = exported(*journal, format);
    QVERIFY(text.contains("[masked: GitHub token]") || text.contains("masked: GitHub token"));
    QVERIFY2(!text.contains("aB3dE5gH7jK9mN1pQ3"), text.constData());
    QVERIFY(!text.contains(secret.toBase64()));
}

void TestHistory::exportsOnlyWhatMatches()
{
    const auto journal = open();
    QVERIFY(journal);
    record(*journal, runWith(1, "print('売上')"));
    record(*journal, runWith(2, "print(2)"));
    QVERIFY(get(journal->kept()));
    const QString path = m_folder->filePath(u"x.md"_s);
    QCOMPARE(take(journal->exportRuns({.text = u"売上"_s}, JournalFormat::Markdown, path)), 1);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.permissions() & others, QFile::Permissions());
    const QByteArray text = file.readAll();
    QVERIFY(text.contains("売上") && !text.contains("print(2)"));
    const auto refused = get(journal->exportRuns({}, JournalFormat::Markdown, u"/proc/x/y"_s));
    QVERIFY(!refused && refused.error().code == ErrorCode::Io);
}

// ---- Schema 1

void TestHistory::bringsSchema1UpToDate_data()
{
    QTest::addColumn<bool>("broken");
    QTest::newRow("whole") << false;
    QTest::newRow("changed before: the new chain does not hide it") << true;
}

void TestHistory::bringsSchema1UpToDate()
{
    QFETCH(bool, broken);
    {
        RawFile raw(m_file);
        for (const QString &sql :
             {u"CREATE TABLE schema (version INTEGER NOT NULL)"_s,
              u"INSERT INTO schema VALUES (1)"_s,
              u"CREATE TABLE head (one INTEGER PRIMARY KEY, rows INTEGER NOT NULL, digest BLOB "
              "NOT NULL, next_run INTEGER NOT NULL, syncs INTEGER NOT NULL)"_s,
              u"CREATE TABLE clients (id TEXT PRIMARY KEY, label TEXT NOT NULL, folded TEXT NOT "
              "NULL, key_hash BLOB NOT NULL UNIQUE, address_key INTEGER NOT NULL, temporary "
              "INTEGER NOT NULL, created INTEGER NOT NULL, revoked INTEGER) WITHOUT ROWID"_s,
              u"CREATE TABLE runs (run INTEGER PRIMARY KEY, client TEXT, session TEXT, asked "
              "INTEGER, ended INTEGER, state TEXT)"_s,
              u"CREATE INDEX runs_open ON runs (run) WHERE ended IS NULL"_s,
              u"CREATE TABLE events (row INTEGER PRIMARY KEY, run INTEGER NOT NULL, seq INTEGER "
              "NOT NULL, time INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, digest "
              "BLOB NOT NULL)"_s,
              u"CREATE UNIQUE INDEX events_run ON events (run, seq)"_s,
              u"CREATE INDEX events_facts ON events (run, seq) WHERE kind NOT IN ('output', "
              "'progress')"_s})
            QVERIFY(raw.run(sql));
        QByteArray link(32, '\0');
        qint64 row = 0;
        for (const RunEvent &event : wholeRun(5, "print('売上')")) {
            ++row;
            const QByteArray body =
                QJsonDocument(event.bodyToJson()).toJson(QJsonDocument::Compact);
            const qint64 time = event.time.toMSecsSinceEpoch();
            QCryptographicHash hash(QCryptographicHash::Sha256);
            for (const QByteArray &field :
                 {link, QByteArray::number(row), QByteArray::number(event.run.number()),
                  QByteArray::number(event.seq), QByteArray::number(time), event.kind().toUtf8(),
                  body}) {
                hash.addData(QByteArray::number(field.size()));
                hash.addData(QByteArrayView(":"));
                hash.addData(field);
            }
            link = hash.result();
            QVERIFY(raw.run(u"INSERT INTO events VALUES (%1, %2, %3, %4, '%5', "
                            "CAST(x'%6' AS TEXT), x'%7')"_s.arg(row)
                                .arg(event.run.number())
                                .arg(event.seq)
                                .arg(time)
                                .arg(event.kind(), QString::fromLatin1(body.toHex()),
                                     QString::fromLatin1(link.toHex()))));
        }
        QVERIFY(raw.run(u"INSERT INTO head VALUES (1, %1, x'%2', 6, 0)"_s.arg(row).arg(
            QString::fromLatin1(link.toHex()))));
        if (broken)
            QVERIFY(raw.run(u"UPDATE events SET body = replace(body, 'allow', 'deny') "
                            "WHERE row = 2"_s));
    }
    const auto journal = open();
    QVERIFY(journal);
    QVERIFY(get(journal->kept()));
    const auto verified = take(journal->verify());
    QCOMPARE(verified.ok(), !broken);
    if (broken)
        QVERIFY2(verified.problem.contains(u"row 2"), qPrintable(verified.problem));
    QCOMPARE(found(*journal, {.text = u"売上"_s}), (QList<qint64>{5}));
    QCOMPARE(take(journal->recordedEvents(RunId(5))).size(), 8);
    QCOMPARE(get(journal->nextRun())->number(), 6);
}

QTEST_GUILESS_MAIN(TestHistory)
#include "tst_history.moc"
