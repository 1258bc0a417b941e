// SPDX-License-Identifier: MIT
// Calls past their budget, and folders that clients ask for, with the person in the test's hands.
#include "mcp/serversession.h"
#include "rest/about.h"
#include "rest/codeboxset.h"
#include "rest/pyodideset.h"
#include "spine.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace glovebox;
using namespace glovebox::rest;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const mcp::Principal ada{.id = ClientId(u"c1"_s), .label = u"Ada"_s};
const mcp::Principal eve{.id = ClientId(u"c2"_s), .label = u"Eve"_s};

class Answers final : public mcp::MessageSink
{
public:
    void send(const QJsonObject &message, bool answer) override
    {
        if (answer)
            result = message[u"result"].toObject();
    }
    void finished() override { done = true; }

    QString text() const { return result[u"content"].toArray().first()[u"text"].toString(); }

    QJsonObject result;
    bool done = false;
};
using AnswersPtr = std::shared_ptr<Answers>;

// One client of a tool set.
struct Caller
{
    Caller(tools::test::Spine &spine, const mcp::Server &server, const mcp::Principal &who)
        : session(server, spine.clock, who, u"m"_s + who.id.value())
    {
        ask(u"initialize"_s,
            {{u"protocolVersion"_s, u"2025-06-18"_s},
             {u"capabilities"_s, QJsonObject()},
             {u"clientInfo"_s, QJsonObject{{u"name"_s, u"test"_s}, {u"version"_s, u"1"_s}}}});
    }

    AnswersPtr ask(const QString &method, const QJsonObject &params)
    {
        const auto answers = std::make_shared<Answers>();
        session.receive(QJsonDocument(QJsonObject{{u"jsonrpc"_s, u"2.0"_s},
                                                  {u"id"_s, ++id},
                                                  {u"method"_s, method},
                                                  {u"params"_s, params}})
                            .toJson(),
                        answers);
        return answers;
    }
    AnswersPtr call(const QString &tool, const QJsonObject &arguments)
    {
        return ask(u"tools/call"_s, {{u"name"_s, tool}, {u"arguments"_s, arguments}});
    }
    AnswersPtr execute(const QString &code)
    {
        return call(u"pyodide_execute"_s, {{u"code"_s, code}});
    }

    mcp::ServerSession session;
    int id = 0;
};

// Takes one tool from everybody.
class Gate final : public tools::ToolGate
{
public:
    QString enter(const ClientId &client, const Entry &entry) override
    {
        entered.append(entry.tool);
        return refusal(client, entry.tool);
    }
    QString refusal(const ClientId &, const QString &tool) const override
    {
        return tool == taken ? u"This is not yours."_s : QString();
    }

    QString taken = u"list_mounts"_s;
    QStringList entered;
};

struct Stage
{
    Stage() { set.addTo(server, nullptr); }

    Backend backend() { return {spine.services(), spine.output, calls, folders}; }

    QList<PendingRequest> requests(qsizetype count)
    {
        if (!QTest::qWaitFor([&] { return waiting().size() == count; }, 20'000))
            qCritical() << "waiting:" << waiting().size() << "instead of" << count;
        return waiting();
    }
    QList<PendingRequest> waiting() const
    {
        QList<PendingRequest> all = spine.queue.requests();
        all.removeIf([](const PendingRequest &request) {
            return request.state != PendingRequest::State::Waiting;
        });
        return all;
    }
    void answer(const PendingRequest &request, bool allow)
    {
        if (!spine.queue.answer(request.run, request.digest, {.allow = allow}))
            qCritical() << "not answered";
    }
    void pass(std::chrono::seconds time) { spine.clock.advance(time); }

    tools::test::Spine spine;
    RepeatableCalls calls{spine.services()};
    FolderRequests folders{spine.services()};
    PyodideSet set{backend()};
    mcp::Server server{*compatInfo(mcpPyodide)};
};

} // namespace

class TestCalls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCallPastItsBudgetSaysThatItWaits()
    {
        Stage stage;
        Caller caller(stage.spine, stage.server, ada);
        const auto answers = caller.execute(u"1"_s);
        stage.requests(1);
        stage.pass(std::chrono::seconds(51));
        QTRY_VERIFY(answers->done);
        QVERIFY2(answers->text().startsWith(u"Error: Waiting for the person"),
                 qPrintable(answers->text()));
        QVERIFY(answers->text().contains(u"Repeat exactly the same call"));
        QCOMPARE(answers->result[u"isError"].toBool(), true);
    }

    // What the person took from a client is taken under every name.
    void takenToolsAreTakenHereToo()
    {
        Stage stage;
        Gate gate;
        mcp::Server gated{*compatInfo(mcpPyodide)};
        stage.set.addTo(gated, &gate);
        Caller caller(stage.spine, gated, ada);
        const auto refused = caller.call(u"pyodide_get-mount-points"_s, {});
        QTRY_VERIFY(refused->done);
        QVERIFY(refused->result[u"isError"].toBool());
        QVERIFY2(refused->text().contains(u"not yours"), qPrintable(refused->text()));
        QCOMPARE(gate.entered, QStringList{u"list_mounts"_s});
        const auto run = caller.execute(u"1"_s); // the control: another tool
        QCOMPARE(stage.requests(1).size(), 1);
        QCOMPARE(gate.entered.last(), u"run_python"_s);
        stage.answer(stage.waiting().first(), false);

        gate.taken = u"read_image"_s;
        const auto list = caller.ask(u"resources/list"_s, {});
        QTRY_VERIFY(list->done);
        QVERIFY(list->result[u"resources"].toArray().isEmpty());
    }

    void theSameCallAttachesInsteadOfAskingAgain()
    {
        Stage stage;
        Caller caller(stage.spine, stage.server, ada);
        const auto first = caller.execute(u"1"_s);
        const auto request = stage.requests(1).first();
        stage.pass(std::chrono::seconds(51));
        QTRY_VERIFY(first->done);
        const auto second = caller.execute(u"1"_s);
        const auto other = caller.execute(u"2"_s);
        stage.requests(2); // one for the other code
        stage.answer(request, false);
        QTRY_VERIFY(second->done);
        QVERIFY(second->text().startsWith(u"Error: The person denied it"));
        QVERIFY(!other->done);
    }

    void whatEndedMeanwhileIsTheAnswerOfTheSameCallForADay()
    {
        Stage stage;
        Caller caller(stage.spine, stage.server, ada);
        const auto first = caller.execute(u"1"_s);
        const auto request = stage.requests(1).first();
        stage.pass(std::chrono::seconds(51));
        QTRY_VERIFY(first->done);
        stage.answer(request, false);
        stage.requests(0);
        const auto second = caller.execute(u"1"_s);
        stage.pass(0s); // what is over already is told by the clock
        QTRY_VERIFY(second->done);
        QVERIFY(second->text().startsWith(u"Error: The person denied it"));
        // It was delivered, so the next one is a request of its own.
        const auto third = caller.execute(u"1"_s);
        stage.requests(1);
        QVERIFY(!third->done);
    }

    void anotherClientsSameCallIsAnother()
    {
        Stage stage;
        Caller caller(stage.spine, stage.server, ada);
        Caller stranger(stage.spine, stage.server, eve);
        caller.execute(u"1"_s);
        stranger.execute(u"1"_s);
        const auto requests = stage.requests(2);
        QVERIFY(requests[0].record.client != requests[1].record.client);
    }

    void aRunGoesWithItsLastCallUnlessOneWasToldToWait()
    {
        Stage stage;
        auto caller = std::make_unique<Caller>(stage.spine, stage.server, ada);
        const auto told = caller->execute(u"1"_s);
        stage.requests(1);
        stage.pass(std::chrono::seconds(51));
        QTRY_VERIFY(told->done);
        caller->execute(u"1"_s);
        caller->execute(u"2"_s);
        stage.requests(2);
        caller->session.end(u"The client is gone."_s);
        const auto left = stage.requests(1);
        QCOMPARE(left.first().record.code, "1"_ba);
    }

    void aFolderIsGivenToTheOneClientThatWasAllowedIt()
    {
        Stage stage;
        const QString path = stage.spine.folder.filePath(u"My Data"_s);
        QVERIFY(QDir().mkpath(path));
        QList<RunId> told;
        const auto tell = [&told](const Result<RunId> &run) { told.append(run.value_or(RunId())); };
        QCOMPARE(stage.folders.ask(ada, {}, {path, {}, MountMode::ReadOnly}, tell), u"my-data"_s);
        QCOMPARE(stage.folders.ask(ada, {}, {path, {}, MountMode::ReadOnly}, tell), u"my-data"_s);
        const auto requests = stage.requests(1);
        QTRY_COMPARE(told, QList<RunId>(2, requests.first().run));
        const ApprovalRecord &record = requests.first().record;
        QCOMPARE(record.tool, u"use_folder"_s);
        QCOMPARE(record.reach.mounts,
                 (QList<MountReach>{{u"my-data"_s, MountMode::ReadOnly, path}}));
        QVERIFY(stage.folders.isWaiting(ada.id));
        QVERIFY(stage.spine.mounts.reachFor(ada.id).isEmpty());
        stage.answer(requests.first(), true);
        QTRY_VERIFY(!stage.folders.isWaiting(ada.id));
        QCOMPARE(stage.spine.mounts.reachFor(ada.id).size(), 1);
        QVERIFY(stage.spine.mounts.reachFor(eve.id).isEmpty());
        // Now it has it: nobody is asked.
        stage.folders.ask(ada, {}, {path, {}, MountMode::ReadOnly});
        QCOMPARE(stage.waiting().size(), 0);
        // More than was given is asked.
        stage.folders.ask(ada, {}, {path, {}, MountMode::ReadWrite});
        stage.requests(1);
    }

    void whatTheConfigurationNamesIsAskedOnceAndNotAgainAfterANo()
    {
        Stage stage;
        const QString path = stage.spine.folder.filePath(u"d"_s);
        QVERIFY(QDir().mkpath(path));
        const QJsonArray wishes{QJsonObject{{u"host"_s, path},
                                            {u"name"_s, u"data"_s},
                                            {u"mode"_s, u"rw"_s},
                                            {u"path"_s, u"/data/here"_s}},
                                QJsonObject{{u"host"_s, u"relative"_s}, {u"mode"_s, u"rw"_s}}, 7};
        const auto links = askConfigured(stage.folders, ada, wishes);
        QCOMPARE(links, (QMap<QString, QString>{{u"/data/here"_s, u"/mnt/data"_s}}));
        stage.answer(stage.requests(1).first(), false);
        QTRY_VERIFY(!stage.folders.isWaiting(ada.id));
        askConfigured(stage.folders, ada, wishes);
        QCOMPARE(stage.waiting().size(), 0);
        askConfigured(stage.folders, eve, wishes);
        stage.requests(1);
    }

    void aClientsWishIsStagedAtMostAndItsAnswerIsKept()
    {
        Stage stage;
        const QString path = stage.spine.folder.filePath(u"d"_s);
        QVERIFY(QDir().mkpath(path));
        const QJsonArray wishes{
            QJsonObject{{u"host"_s, path}, {u"name"_s, u"data"_s}, {u"mode"_s, u"rw"_s}}};
        askConfigured(stage.folders, ada, wishes);
        const auto request = stage.requests(1).first();
        QCOMPARE(toString(request.record.reach.mounts.first().mode), u"staged"_s);
        stage.answer(request, true);
        QTRY_VERIFY(!stage.folders.isWaiting(ada.id));
        // The person then made it stricter: that is their word, also for the next connection, and
        // after a restart, where only the mount itself tells of it.
        QVERIFY(stage.spine.mounts.setMode(u"data"_s, MountMode::ReadOnly));
        FolderRequests later(stage.spine.services());
        askConfigured(later, ada, wishes);
        QCOMPARE(stage.waiting().size(), 0);
    }

    void aCallWaitsForTheFolderOfItsClient()
    {
        Stage stage;
        const QString path = stage.spine.folder.filePath(u"d"_s);
        QVERIFY(QDir().mkpath(path));
        stage.folders.ask(ada, {}, {path, u"data"_s, MountMode::ReadWrite});
        const auto request = stage.requests(1).first();
        Caller caller(stage.spine, stage.server, ada);
        Caller stranger(stage.spine, stage.server, eve);
        const auto mine = caller.call(u"pyodide_get-mount-points"_s, {});
        const auto theirs = stranger.call(u"pyodide_get-mount-points"_s, {});
        QTRY_VERIFY(theirs->done);
        QCOMPARE(theirs->text(), u"[]"_s);
        QVERIFY(!mine->done);
        stage.answer(request, true);
        QTRY_VERIFY(mine->done);
        QVERIFY(mine->text().contains(u"\"mountPoint\": \"/mnt/data\""));
    }

    void aFolderThatMayNotBeSharedIsNotSharedEvenIfAllowed()
    {
        Stage stage;
        const QString profile = stage.spine.folder.filePath(u"profile"_s);
        QVERIFY(QDir().mkpath(profile));
        stage.folders.ask(ada, {}, {profile, {}, MountMode::ReadOnly});
        stage.answer(stage.requests(1).first(), true);
        QTRY_VERIFY(!stage.folders.isWaiting(ada.id));
        QVERIFY(stage.spine.mounts.reachFor(ada.id).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestCalls)
#include "tst_calls.moc"
