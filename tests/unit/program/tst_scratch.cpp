// SPDX-License-Identifier: MIT
#include "scratch.h"
#include "spine.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// The scratchpad's desk on everything that a run passes through, but for Chromium and the time.
class tst_scratch final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void namesSessionsAfterTheirDocuments_data();
    void namesSessionsAfterTheirDocuments();
    void opensASessionOnceItsInterpreterIsReady();
    void givesUpOnASessionThatDoesNotStart();
    void closesItsOwnSessionsOnly();
    void restartsASession();
    void runsWithoutAskingAndRecords();
    void reachesInAClientsSessionWhatTheClientMayUse();
    void takesAnEarlierEpoch();
    void runsAProgramOfAnotherLanguage();
    void answersInput();
    void completes();
    void completesPathsFromTheFoldersThemselves();
    void readsVariables();
    void writesATableInParts();
    void stopsWritingATableThatIsTooLong();
    void showsCellsToOneClient();

private:
    SessionRef opened(const QString &name = u"notebook"_s)
    {
        auto future = desk->openSession(name);
        [&] { QTRY_VERIFY(future.isFinished()); }();
        return future.result().value_or(SessionRef{});
    }
    RunId submitted(const ScratchRun &run)
    {
        auto future = desk->run(run);
        [&] { QTRY_VERIFY(future.isFinished()); }();
        const Result<RunId> result = future.result();
        if (!result)
            qWarning() << result.error().text;
        return result.value_or(RunId());
    }
    QString pageOf(RunId run) const { return m->engine.pageRunning(run.toString()); }
    QJsonObject lastLook() const
    {
        for (const auto &page : std::as_const(m->engine.pages)) {
            if (!page.posted.isEmpty() && page.posted.last()[u"type"].toString() == u"look")
                return page.posted.last();
        }
        return {};
    }
    void answer(const QJsonObject &value)
    {
        const QByteArray json =
            QJsonDocument(QJsonObject{{u"value"_s, value}}).toJson(QJsonDocument::Compact);
        for (const auto &[id, page] : m->engine.pages.asKeyValueRange()) {
            if (!page.posted.isEmpty() && page.posted.last()[u"type"].toString() == u"look") {
                const QJsonObject fields{{u"id"_s, page.posted.last()[u"id"]},
                                         {u"offset"_s, 0},
                                         {u"total"_s, json.size()}};
                return m->engine.say(QString(id), u"answer"_s, fields, json);
            }
        }
        QFAIL("nothing was asked");
    }

    std::unique_ptr<tools::ShownCells> cells;
    std::unique_ptr<tools::test::Spine> m;
    std::unique_ptr<Scratch> desk;
    const ClientId ada{u"c000000000001"_s};
};

void tst_scratch::init()
{
    desk.reset();
    cells = std::make_unique<tools::ShownCells>();
    m = std::make_unique<tools::test::Spine>();
    desk = std::make_unique<Scratch>(Scratch::Parts{.hub = m->hub,
                                                    .runs = m->runs,
                                                    .sessions = m->sessions,
                                                    .pool = m->pool,
                                                    .mounts = m->mounts,
                                                    .files = m->files,
                                                    .cells = *cells,
                                                    .clock = m->clock,
                                                    .languages = m->folder.path()});
}

void tst_scratch::namesSessionsAfterTheirDocuments_data()
{
    QTest::addColumn<QString>("wish");
    QTest::addColumn<QString>("name");
    QTest::newRow("a number") << u"notebook 1"_s << u"notebook-1"_s;
    QTest::newRow("a file") << u"Sales (final).ipynb"_s << u"Sales-final-ipynb"_s;
    QTest::newRow("Japanese") << u"売上分析"_s << u"notebook"_s;
    QTest::newRow("mixed") << u"売上 2026"_s << u"2026"_s;
    QTest::newRow("nothing") << QString() << u"notebook"_s;
    QTest::newRow("long") << QString(100, u'x') << QString(56, u'x');
}

void tst_scratch::namesSessionsAfterTheirDocuments()
{
    QFETCH(QString, wish);
    QFETCH(QString, name);
    const SessionRef first = opened(wish);
    QCOMPARE(m->pool.session(first.id)->name, name);
    QCOMPARE(m->pool.session(opened(wish).id)->name, name + u"-2"_s);
    QCOMPARE(desk->sessions().size(), 2);
}

void tst_scratch::opensASessionOnceItsInterpreterIsReady()
{
    m->engine.startsPython = false;
    init();
    m->engine.startsPython = false;
    auto future = desk->openSession(u"notebook"_s);
    QTRY_VERIFY(!m->engine.order.isEmpty());
    QCoreApplication::processEvents();
    QVERIFY(!future.isFinished());
    QTRY_VERIFY(!m->engine.pages[m->engine.order.last()].posted.isEmpty());
    for (const QString &page : std::as_const(m->engine.order))
        m->engine.say(page, u"ready"_s, {{u"python"_s, u"3.14.2"_s}});
    QTRY_VERIFY(future.isFinished());
    const Result<SessionRef> made = future.result();
    QVERIFY(made);
    QVERIFY(m->pool.session(made->id)->state == SessionStatus::State::Idle);
    QCOMPARE(m->pool.session(made->id)->client, personClient());
}

void tst_scratch::givesUpOnASessionThatDoesNotStart()
{
    m->engine.opensPages = false;
    init();
    m->engine.opensPages = false;
    auto future = desk->openSession(u"notebook"_s);
    m->clock.advance(4min);
    QTRY_VERIFY(future.isFinished());
    QVERIFY(future.result().error().code == ErrorCode::Unavailable);
}

void tst_scratch::closesItsOwnSessionsOnly()
{
    const SessionRef own = opened();
    const SessionRef clients = m->sessions.defaultFor(ada, u"Ada"_s).value();
    desk->closeSession(own);
    desk->closeSession(clients);
    QVERIFY(!m->pool.session(own.id));
    QVERIFY(m->pool.session(clients.id));
}

void tst_scratch::restartsASession()
{
    const SessionRef session = opened();
    auto future = desk->restartSession(session);
    QTRY_VERIFY(future.isFinished());
    const Result<SessionRef> restarted = future.result();
    QVERIFY(restarted);
    QCOMPARE(restarted->id, session.id);
    QCOMPARE(restarted->epoch, session.epoch + 1);
}

void tst_scratch::runsWithoutAskingAndRecords()
{
    const RunId run = submitted({.session = opened(), .code = "1 + 1", .runtime = {}});
    QTRY_VERIFY(!pageOf(run).isEmpty());
    const RunFacts &facts = *m->hub.facts(run);
    QCOMPARE(facts.record.client, personClient());
    QCOMPARE(facts.record.code, "1 + 1");
    QVERIFY(facts.decision->by == DecisionBy::Person);
    QVERIFY(m->queue.requests().isEmpty());
    // As long as a notebook's cell may take; the person can stop it.
    QVERIFY(facts.record.reach.limits.timeout == limits::maxRunTimeout);
    QVERIFY(m->engine.pages[pageOf(run)].posted.last()[u"attended"].toBool());
    auto events = m->journal.recordedEvents(run);
    events.waitForFinished();
    const Result<QList<RunEvent>> recorded = events.result();
    QVERIFY(recorded && recorded->size() >= 2);
}

void tst_scratch::reachesInAClientsSessionWhatTheClientMayUse()
{
    for (const QString &name : {u"all"_s, u"hers"_s, u"others"_s})
        QVERIFY(QDir().mkpath(m->folder.filePath(name)));
    const auto add = [this](const QString &name, const std::optional<QSet<ClientId>> &clients) {
        return m->mounts.add({.name = name,
                              .hostPath = m->folder.filePath(name),
                              .mode = MountMode::ReadOnly,
                              .clients = clients});
    };
    QVERIFY(add(u"all"_s, {}));
    QVERIFY(add(u"hers"_s, QSet{ada}));
    QVERIFY(add(u"others"_s, QSet{ClientId(u"c000000000002"_s)}));
    const auto mountsOf = [this](const SessionRef &session) {
        QStringList names;
        const RunId run = submitted({.session = session, .code = "1", .runtime = {}});
        for (const MountReach &mount : m->hub.facts(run)->record.reach.mounts)
            names.append(mount.name);
        return names;
    };
    QCOMPARE(mountsOf(m->sessions.defaultFor(ada, u"Ada"_s).value()),
             (QStringList{u"all"_s, u"hers"_s}));
    QCOMPARE(mountsOf(opened()), (QStringList{u"all"_s, u"hers"_s, u"others"_s}));
}

void tst_scratch::takesAnEarlierEpoch()
{
    const SessionRef session = opened();
    QVERIFY(m->sessions.restart(session.id, u"test"_s));
    const RunId run = submitted({.session = session, .code = "1", .runtime = {}});
    QCOMPARE(m->hub.facts(run)->record.session.epoch, session.epoch + 1);
    auto gone = desk->run({.session = {SessionId(u"s1"_s), 1}, .code = "1", .runtime = {}});
    QTRY_VERIFY(gone.isFinished());
    QVERIFY(gone.result().error().code == ErrorCode::NotFound);
}

void tst_scratch::runsAProgramOfAnotherLanguage()
{
    auto missing = desk->run({.session = {}, .code = "puts 1", .runtime = u"ruby"_s});
    QTRY_VERIFY(missing.isFinished());
    QVERIFY(missing.result().error().code == ErrorCode::Unavailable); // not installed here
    auto unknown = desk->run({.session = {}, .code = "1", .runtime = u"cobol"_s});
    QTRY_VERIFY(unknown.isFinished());
    QVERIFY(unknown.result().error().code == ErrorCode::InvalidArgument);
}

void tst_scratch::answersInput()
{
    const RunId run = submitted({.session = opened(), .code = "input()", .runtime = {}});
    QTRY_VERIFY(!pageOf(run).isEmpty());
    QVERIFY(desk->answerInput(run, u"x"_s).error().code == ErrorCode::Conflict);
    const QString page = pageOf(run);
    const QJsonObject id{{u"run"_s, run.toString()}};
    QJsonObject started = id;
    started.insert(u"code_sha256"_s, m->hub.facts(run)->record.codeDigest());
    m->engine.say(page, u"started"_s, started);
    QJsonObject wish = id;
    wish.insert(u"prompt"_s, u"Name? "_s);
    m->engine.say(page, u"input"_s, wish);
    Q_EMIT m->engine.called(page, 1,
                            {{{u"v"_s, 1},
                              {u"nonce"_s, m->engine.pages[page].nonce},
                              {u"type"_s, u"call"_s},
                              {u"op"_s, u"input.line"_s}}});
    QVERIFY(m->hub.facts(run)->input);
    QVERIFY(desk->answerInput(run, u"花子"_s));
    QCOMPARE(m->engine.pages[page].replies.value(1).header[u"line"].toString(), u"花子"_s);
    QVERIFY(!m->hub.facts(run)->input);
}

void tst_scratch::completes()
{
    const SessionRef session = opened();
    auto future = desk->complete(session, u"sa"_s, 2);
    QTRY_VERIFY(!lastLook().isEmpty());
    QCOMPARE(lastLook()[u"arguments"].toObject(),
             (QJsonObject{{u"code"_s, u"sa"_s}, {u"cursor"_s, 2}}));
    answer({{u"start"_s, 0},
            {u"end"_s, 2},
            {u"matches"_s, QJsonArray{QJsonObject{{u"text"_s, u"sales"_s}}}}});
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(future.result().value(), (Completions{0, 2, {{u"sales"_s, {}, {}}}}));
    desk->closeSession(session);
    QVERIFY(desk->complete(session, u"x"_s, 1).result().error().code == ErrorCode::NotFound);
}

void tst_scratch::completesPathsFromTheFoldersThemselves()
{
    const QString folder = m->folder.filePath(u"data"_s);
    QVERIFY(QDir().mkpath(folder + u"/売上"_s));
    QFile file(folder + u"/売上.csv"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(m->mounts.add({.name = u"data"_s, .hostPath = folder, .mode = MountMode::ReadOnly}));
    const SessionRef session = opened();
    const auto complete = [&](const QString &path) {
        auto future = desk->complete(session, u"open('"_s + path, 6 + path.size());
        [&] { QTRY_VERIFY(!lastLook().isEmpty()); }();
        answer({{u"start"_s, 7}, {u"end"_s, 7}, {u"path"_s, path}});
        [&] { QTRY_VERIFY(future.isFinished()); }();
        QStringList names;
        for (const Completion &match : future.result().value_or(Completions{}).matches)
            names.append(match.text);
        return names;
    };
    QCOMPARE(complete(u"/mnt/data/売"_s), (QStringList{u"売上/"_s, u"売上.csv"_s}));
    QCOMPARE(complete(u"/mnt/data/x"_s), QStringList());
    QCOMPARE(complete(u"/mnt/gone/x"_s), QStringList());
    QCOMPARE(complete(u"/mnt/d"_s), QStringList{u"data/"_s});
    QCOMPARE(complete(u"/etc/pass"_s), QStringList()); // only what it may name
}

void tst_scratch::readsVariables()
{
    const SessionRef session = opened();
    auto future = desk->variables(session);
    QTRY_VERIFY(!lastLook().isEmpty());
    answer({{u"variables"_s, QJsonArray{QJsonObject{{u"name"_s, u"x"_s}, {u"type"_s, u"int"_s}}}}});
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(future.result().value(), (QList<Variable>{{u"x"_s, u"int"_s, {}, {}}}));
}

void tst_scratch::writesATableInParts()
{
    const SessionRef session = opened();
    auto future =
        desk->tableText(session, {.variable = u"df"_s, .filter = u"x"_s, .firstRow = 50}, u'\t');
    QTRY_VERIFY(!lastLook().isEmpty());
    QCOMPARE(lastLook()[u"arguments"][u"separator"].toString(), u"\t"_s);
    QCOMPARE(lastLook()[u"arguments"][u"first_row"].toInt(), 0); // all of them
    answer({{u"text"_s, u"a\n1\n"_s}, {u"next"_s, 1}});
    QTRY_COMPARE(lastLook()[u"arguments"][u"first_row"].toInt(), 1);
    QVERIFY(!future.isFinished());
    answer({{u"text"_s, u"売\n"_s}, {u"next"_s, -1}});
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(future.result().value(), u"a\n1\n売\n"_s.toUtf8());
}

void tst_scratch::stopsWritingATableThatIsTooLong()
{
    const SessionRef session = opened();
    auto future = desk->tableText(session, {.variable = u"df"_s, .filter = {}}, u',');
    const QString part(limits::MiB, u'x'); // what one frame holds
    const auto asksFor = [&](int row) {
        return lastLook()[u"arguments"][u"first_row"].toInt() == row;
    };
    for (int i = 1; i < 70; ++i) {
        QTRY_VERIFY(future.isFinished() || asksFor(i - 1)); // answers are read in a pool
        if (future.isFinished())
            break;
        answer({{u"text"_s, part}, {u"next"_s, i}});
    }
    QTRY_VERIFY(future.isFinished());
    QVERIFY(future.result().error().code == ErrorCode::LimitExceeded);
}

void tst_scratch::showsCellsToOneClient()
{
    mcp::ResourceSource source = cells->resources();
    QSignalSpy changed(cells.get(), &tools::ShownCells::changed);
    const auto listed = [&source](const ClientId &client) {
        QStringList addresses;
        source.list({.principal = {.id = client, .label = {}}, .client = {}, .sessionId = {}},
                    [&addresses](const QList<mcp::Resource> &resources) {
                        for (const mcp::Resource &resource : resources)
                            addresses.append(resource.uri);
                    });
        return addresses;
    };
    const auto read = [&source](const ClientId &client, const QString &address) {
        mcp::ResourceSource::Contents contents;
        source.read({.principal = {.id = client, .label = {}}, .client = {}, .sessionId = {}},
                    address,
                    [&contents](const mcp::ResourceSource::Contents &found) { contents = found; });
        return contents;
    };
    const auto shown = desk->showToClient(ada, u"Sales"_s, "print('```')", u"```\n"_s);
    QVERIFY(shown);
    QVERIFY(shown->startsWith(u"scratchpad://"_s));
    QVERIFY(source.matches(*shown));
    QCOMPARE(changed.takeFirst().first().value<ClientId>(), ada);
    QCOMPARE(listed(ada), QStringList{*shown});
    const auto contents = read(ada, *shown);
    QVERIFY(contents);
    QCOMPARE(std::get<QString>(contents->first().data),
             u"````python\nprint('```')\n````\n\nOutput:\n\n````\n```\n````\n"_s);
    const ClientId other(u"c000000000002"_s);
    QVERIFY(listed(other).isEmpty());
    QVERIFY(read(other, *shown).error().code == ErrorCode::NotFound);
    const auto sameWords = read(ada, u"scratchpad://gone"_s).error().text;
    QCOMPARE(read(other, *shown).error().text.left(20), sameWords.left(20));
    desk->takeBackFromClient(*shown);
    QVERIFY(listed(ada).isEmpty());
    QCOMPARE(changed.size(), 1);
    for (int i = 0; i < limits::maxShownCells; ++i)
        QVERIFY(desk->showToClient(ada, u"x"_s, "1", {}));
    QVERIFY(desk->showToClient(ada, u"x"_s, "1", {}).error().code == ErrorCode::LimitExceeded);
    QVERIFY(desk->showToClient(other, u"x"_s, "1", QString(1'000'000, u'y')));
    QVERIFY(std::get<QString>(read(other, listed(other).first())->first().data).size() < 70'000);
}

QTEST_GUILESS_MAIN(tst_scratch)
#include "tst_scratch.moc"
