// SPDX-License-Identifier: MIT
#include "spine.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace glovebox;
using namespace glovebox::tools;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using test::Spine;

const ClientId ada(u"c1"_s);
const ClientId ben(u"c2"_s);

} // namespace

class TestRunService final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m = std::make_unique<Spine>(); }
    void cleanup() { m.reset(); }

    void runsExactlyWhatWasAllowed()
    {
        const RunId run = submit("print(1)");
        QVERIFY(pageOf(run).isEmpty());
        allow(run);
        QTRY_VERIFY(!pageOf(run).isEmpty());
        QCOMPARE(executed(run)[u"code"].toString(), u"print(1)"_s);
        finish(run);
        QTRY_VERIFY(m->hub.facts(run)->state == RunState::Complete);
        QCOMPARE(m->hub.facts(run)->runsAsApproved(), std::optional(true));
    }

    void isInTheJournalBeforeItRuns()
    {
        const RunId run = submit("1");
        allow(run);
        QTRY_VERIFY(!pageOf(run).isEmpty());
        // Read by another connection: what it sees was committed.
        journal::Journal reader(
            {.file = m->folder.filePath(u"journal.sqlite"_s), .role = journal::Role::Tool});
        auto events = reader.recordedEvents(run);
        events.waitForFinished();
        const Result<QList<RunEvent>> stored = events.result();
        QVERIFY(stored);
        QStringList kinds;
        for (const RunEvent &event : *stored)
            kinds.append(event.kind());
        QVERIFY(kinds.contains(u"asked"_s));
        QVERIFY(kinds.contains(u"decided"_s));
    }

    void nothingIsAskedWhenTheJournalCannotBeWritten()
    {
        m = std::make_unique<Spine>(u"/proc/no/such/folder/journal.sqlite"_s);
        QTRY_VERIFY(!m->journal.problem().isEmpty());
        auto future = m->runs.submit(request("1"));
        QTRY_VERIFY(future.isFinished());
        QVERIFY(!future.result());
        QVERIFY(future.result().error().code == ErrorCode::Unavailable);
        QVERIFY(m->queue.requests().isEmpty());
    }

    void whatIsDeniedReachesNoInterpreter()
    {
        const RunId run = submit("1");
        const auto asked = m->queue.request(run);
        QVERIFY(m->queue.answer(run, asked->digest, {.allow = false, .note = u"no"_s}));
        QTRY_VERIFY(m->hub.facts(run)->state == RunState::Denied);
        QCOMPARE(m->hub.facts(run)->endReason, u"no"_s);
        QVERIFY(pageOf(run).isEmpty());
    }

    void noAnswerIsExpired()
    {
        const RunId run = submit("1");
        m->clock.advance(limits::defaultApprovalTime);
        QTRY_VERIFY(m->hub.facts(run)->state == RunState::Expired);
        QVERIFY(pageOf(run).isEmpty());
    }

    void isTakenBackWhileItWaits()
    {
        const RunId run = submit("1");
        m->runs.takeBack(run, u"gone"_s);
        QTRY_VERIFY(m->hub.facts(run)->state == RunState::Cancelled);
        QVERIFY(pageOf(run).isEmpty());
    }

    void asksAgainWhenTheSessionWasRestartedAfterTheAnswer()
    {
        const RunId run = submit("1");
        const auto asked = m->queue.request(run);
        const SessionRef before = asked->record.session;
        QVERIFY(m->sessions.restart(before.id, u"test"_s));
        QVERIFY(m->queue.answer(run, asked->digest, {.allow = true}));
        QTRY_VERIFY(m->queue.request(run) &&
                    m->queue.request(run)->state == PendingRequest::State::Waiting);
        QVERIFY(m->queue.request(run)->digest != asked->digest);
        QVERIFY(m->hub.facts(run)->state == RunState::PendingApproval);
        QVERIFY(!m->hub.facts(run)->decision);
        QVERIFY(pageOf(run).isEmpty());
        allow(run);
        QTRY_VERIFY(!pageOf(run).isEmpty());
    }

    void asksAgainForWhatARevokedPermissionHadAllowed()
    {
        const RunId first = submit("1");
        allow(first, Scope::ThisSession);
        QTRY_VERIFY(!pageOf(first).isEmpty());
        const RunId second = submit("2"); // queued behind the first, by the permission
        QTRY_VERIFY(m->hub.facts(second)->state == RunState::Queued);
        m->queue.revokeAll();
        QTRY_VERIFY(m->queue.request(second).has_value());
        QVERIFY(m->hub.facts(second)->state == RunState::PendingApproval);
        finish(first); // what runs may finish
        QTRY_VERIFY(m->hub.facts(first)->state == RunState::Complete);
        QVERIFY(pageOf(second).isEmpty());
        allow(second);
        QTRY_VERIFY(!pageOf(second).isEmpty());
    }

    void aFileIsWrittenOnlyAfterItWasAllowed()
    {
        const QString file = mountFolder(MountMode::ReadWrite);
        const RunId run = submitFile("new\n");
        QCOMPARE(m->queue.request(run)->record.reach.mounts.size(), 1);
        QVERIFY(!QFile::exists(file));
        allow(run);
        QTRY_VERIFY(isFinal(m->hub.facts(run)->state));
        QVERIFY2(m->hub.facts(run)->state == RunState::Complete,
                 qPrintable(m->hub.facts(run)->raised.value_or(event::Raised()).evalue));
        QCOMPARE(contentOf(file), "new\n");
        QVERIFY(m->hub.facts(run)->result.contains(u"4 bytes"));
        QVERIFY(pageOf(run).isEmpty()); // no interpreter had a hand in it
        QCOMPARE(QDir(QFileInfo(file).path())
                     .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList{u"a.txt"_s}); // nothing beside it
    }

    void aDeniedFileIsNotWritten()
    {
        const QString file = mountFolder(MountMode::ReadWrite);
        const RunId run = submitFile("new");
        QVERIFY(m->queue.answer(run, m->queue.request(run)->digest, {.allow = false}));
        QTRY_VERIFY(m->hub.facts(run)->state == RunState::Denied);
        QVERIFY(!QFile::exists(file));
    }

    void whatSomebodyElseChangedMeanwhileIsNotOverwritten()
    {
        const QString file = mountFolder(MountMode::ReadWrite);
        put(file, "old");
        const RunId run = submitFile("new");
        put(file, "theirs, longer");
        allow(run);
        QTRY_VERIFY(m->hub.facts(run)->state == RunState::Error);
        QCOMPARE(contentOf(file), "theirs, longer");
        QVERIFY(m->hub.facts(run)->raised->evalue.contains(u"changed after this was asked"));
    }

    void aReadOnlyMountIsRefusedBeforeAnybodyIsAsked()
    {
        mountFolder(MountMode::ReadOnly);
        auto future = m->runs.submit(fileRequest("x"));
        QTRY_VERIFY(future.isFinished());
        QVERIFY(!future.result());
        QVERIFY(future.result().error().text.contains(u"read-only"));
        QVERIFY(m->queue.requests().isEmpty());
    }

    void anInstallationReachesNoFolder()
    {
        mountFolder(MountMode::ReadWrite);
        RunRequest asked = request({});
        asked.tool = u"install_packages"_s;
        asked.packages = {{u"numpy"_s, u"2.4.3"_s, u"aa"_s}};
        auto future = m->runs.submit(asked);
        QTRY_VERIFY(future.isFinished());
        const auto pending = m->queue.request(future.result().value());
        QVERIFY(pending->record.reach.mounts.isEmpty());
        QCOMPARE(pending->record.reach.packages, asked.packages);
        allow(pending->run);
        QTRY_VERIFY(!pageOf(pending->run).isEmpty());
        const QJsonObject numpy{
            {u"name"_s, u"numpy"_s}, {u"version"_s, u"2.4.3"_s}, {u"sha256"_s, u"aa"_s}};
        QCOMPARE(executed(pending->run)[u"packages"].toArray(), QJsonArray{numpy});
    }

    void anOldResultIsSaidToBeGone()
    {
        const RunId run = submit("1");
        m->runs.takeBack(run, u"gone"_s);
        QTRY_VERIFY(isFinal(m->hub.facts(run)->state));
        m->clock.advance(limits::runResultLifetime + 1min);
        auto own = m->runs.factsFor(ada, run);
        auto foreign = m->runs.factsFor(ben, run);
        QTRY_VERIFY(own.isFinished() && foreign.isFinished());
        QVERIFY(own.result().error().text.contains(u"more than a day ago"));
        QVERIFY(!foreign.result().error().text.contains(u"day ago")); // it never was theirs
    }

    void anothersRunAnswersLikeAnUnknownOne()
    {
        const RunId run = submit("1");
        auto foreign = m->runs.factsFor(ben, run);
        auto unknown = m->runs.factsFor(ben, RunId(99999));
        QTRY_VERIFY(foreign.isFinished() && unknown.isFinished());
        QVERIFY(!foreign.result() && !unknown.result());
        QString toForeign = foreign.result().error().text;
        QString toUnknown = unknown.result().error().text;
        QCOMPARE(toForeign.replace(u"\"%1\""_s.arg(run.toString()), u"ID"_s),
                 toUnknown.replace(u"\"r99999\""_s, u"ID"_s));
        auto own = m->runs.factsFor(ada, run);
        QTRY_VERIFY(own.isFinished());
        QVERIFY(own.result());
    }

    void waitersAreCalledAtTheEndOrWhenTheirPatienceIsOver()
    {
        const RunId run = submit("1");
        int calls = 0;
        m->runs.whenOver(run, 10s, this, [&calls] { ++calls; });
        m->runs.whenOver(run, 1h, this, [&calls] { ++calls; });
        m->clock.advance(9s);
        QCOMPARE(calls, 0);
        m->clock.advance(1s);
        QCOMPARE(calls, 1);
        m->runs.takeBack(run, {});
        QTRY_COMPARE(calls, 2);
    }

    void refusesWhatCannotBeCode_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QString>("word");
        QTest::newRow("too large") << QByteArray(limits::maxCodeBytes + 1, '#') << u"1 MiB"_s;
        QTest::newRow("not UTF-8") << QByteArray("print('\xff')") << u"UTF-8"_s;
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << u"NUL"_s;
    }
    void asksNothingForAClientThatEndedMeanwhile()
    {
        auto future = m->runs.submit(request("1")); // its number is on its way
        m->runs.clientEnded(ada);
        m->sessions.closeAllOf(ada, u"Its client's key was revoked."_s);
        QTRY_VERIFY(future.isFinished());
        const RunId run = future.result().value();
        QVERIFY(m->queue.requests().isEmpty());
        QVERIFY(m->hub.facts(run)->state == RunState::Cancelled);
        QVERIFY(!m->hub.facts(run)->decision);
    }

    void aProgramOfAClientThatEndedDoesNotBegin_data()
    {
        QTest::addColumn<bool>("ends");
        QTest::newRow("control") << false;
        QTest::newRow("revoked after the answer") << true;
    }

    void aProgramOfAClientThatEndedDoesNotBegin()
    {
        QFETCH(bool, ends);
        RunRequest asked = request("puts 1");
        asked.tool = u"run_code"_s;
        asked.runtime = u"ruby"_s;
        auto future = m->runs.submit(asked);
        QTRY_VERIFY(future.isFinished());
        const RunId run = future.result().value();
        allow(run); // and the journal has it a moment later
        if (ends)
            m->runs.clientEnded(ada);
        QTRY_VERIFY(m->hub.facts(run)->state != RunState::PendingApproval);
        if (ends)
            QTRY_VERIFY(m->hub.facts(run)->state == RunState::Cancelled);
        else
            QTRY_VERIFY(m->hub.facts(run)->state == RunState::Starting ||
                        m->hub.facts(run)->state == RunState::Running);
    }

    void refusesWhatCannotBeCode()
    {
        QFETCH(QByteArray, code);
        QFETCH(QString, word);
        auto future = m->runs.submit(request(code));
        QTRY_VERIFY(future.isFinished());
        QVERIFY(!future.result());
        QVERIFY2(future.result().error().text.contains(word),
                 qPrintable(future.result().error().text));
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
    // Gives a folder as /mnt/w, and the path of a.txt in it.
    QString mountFolder(MountMode mode)
    {
        const QString path = m->folder.filePath(u"w"_s);
        QDir().mkpath(path);
        if (!m->mounts.add({.name = u"w"_s, .hostPath = path, .mode = mode}))
            qFatal("the folder could not be mounted");
        return path + u"/a.txt";
    }
    static void put(const QString &name, const QByteArray &bytes)
    {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    static QByteArray contentOf(const QString &name)
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    RunRequest fileRequest(const QByteArray &bytes)
    {
        RunRequest asked = request(bytes);
        asked.tool = u"write_file"_s;
        asked.path = u"/mnt/w/a.txt"_s;
        return asked;
    }
    RunId submitFile(const QByteArray &bytes)
    {
        auto future = m->runs.submit(fileRequest(bytes));
        [&future] { QTRY_VERIFY(future.isFinished()); }();
        return future.result().value();
    }
    RunId submit(const QByteArray &code)
    {
        auto future = m->runs.submit(request(code));
        [&future] { QTRY_VERIFY(future.isFinished()); }();
        return future.result().value();
    }
    void allow(RunId run, Scope scope = Scope::ThisRun)
    {
        const auto asked = m->queue.request(run);
        QVERIFY(asked);
        QVERIFY(m->queue.answer(run, asked->digest, {.allow = true, .scope = scope}));
    }
    QString pageOf(RunId run) const { return m->engine.pageRunning(run.toString()); }
    QJsonObject executed(RunId run) const { return m->engine.pages[pageOf(run)].posted.last(); }
    void finish(RunId run)
    {
        const QJsonObject id{{u"run"_s, run.toString()}};
        QJsonObject started = id;
        started.insert(u"code_sha256"_s, m->hub.facts(run)->record.codeDigest());
        m->engine.say(pageOf(run), u"started"_s, started);
        QJsonObject done = id;
        done.insert(u"status"_s, u"ok"_s);
        done.insert(u"execution_ms"_s, 1);
        m->engine.say(pageOf(run), u"done"_s, done);
    }

    std::unique_ptr<Spine> m;
};

QTEST_GUILESS_MAIN(TestRunService)
#include "tst_runservice.moc"
