// SPDX-License-Identifier: MIT
#include "fakeclock.h"

#include "base/limits.h"
#include "mcp/serversession.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace glovebox::mcp;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

class Collector final : public MessageSink
{
public:
    void send(const QJsonObject &message, bool answer) override
    {
        QVERIFY2(!done, "a message after the end");
        (answer ? answers : others).append(message);
    }
    void finished() override
    {
        QVERIFY2(!done, "finished twice");
        done = true;
    }

    QJsonObject answer() const { return answers.isEmpty() ? QJsonObject() : answers.first(); }
    QJsonObject result() const { return answer().value("result"_L1).toObject(); }
    int errorCode() const { return answer().value("error"_L1).toObject().value("code"_L1).toInt(); }
    QString text() const
    {
        return result()
            .value("content"_L1)
            .toArray()
            .first()
            .toObject()
            .value("text"_L1)
            .toString();
    }
    QList<double> progress() const
    {
        QList<double> values;
        for (const QJsonObject &message : others)
            values.append(message.value("params"_L1).toObject().value("progress"_L1).toDouble());
        return values;
    }

    QList<QJsonObject> answers;
    QList<QJsonObject> others;
    bool done = false;
};
using CollectorPtr = std::shared_ptr<Collector>;

QByteArray request(int id, const char *method, const char *params = "{}")
{
    return "{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::number(id) + ",\"method\":\"" + method +
           "\",\"params\":" + params + '}';
}

QByteArray hold(int id, const char *more = "")
{
    return request(id, "tools/call",
                   QByteArray("{\"name\":\"hold\"" + QByteArray(more) + '}').constData());
}

QByteArray cancel(const char *id)
{
    return QByteArray("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                      "{\"requestId\":") +
           id + "}}";
}

} // namespace

// Messages in, messages out; no sockets.
class TestSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void agreesOnARevision_data();
    void agreesOnARevision();
    void declaresOnlyWhatIsRegistered();
    void answersServerDiscoverAtOnceAsUnknown();
    void wantsInitializeFirst();
    void refusesASecondInitialize();
    void answersPing();
    void listsToolsInPages();
    void tellsAnUnknownToolWhatThereIs();
    void tellsWrongArgumentsByRevision_data();
    void tellsWrongArgumentsByRevision();
    void takesBatchesOnlyInTheirRevision();
    void tellsTheHandlerWhoCalls();
    void answersLater();
    void answersOnlyOnce();
    void answersForAToolThatForgot();
    void sendsProgressOnlyWhenAsked();
    void sendsOnlyGrowingProgress();
    void keepsStatusAliveUntilTheAnswer();
    void sendsNothingAfterCancelling();
    void ignoresCancellingTwice();
    void ignoresCancellingAnUnknownId_data();
    void ignoresCancellingAnUnknownId();
    void refusesAnIdThatStillRuns();
    void neverMixesTwoSessionsWithTheSameIds();
    void tellsTheHandlerLateThatThePeerVanished();
    void forgetsTheVanishedPeerThatReturns();
    void cancelsEverythingAtTheEnd();
    void survivesAnAnswerAfterTheSession();
    void readsResources();
    void tellsForeignResourcesLikeUnknownOnes();
    void asksTheClientOnlyWhatItDeclared();
    void takesTheClientsAnswer();
    void takesItsQuestionBackWhenTheCallIsAnswered();
    void dropsQuestionsWithTheirCall();
    void logsFromTheLevelOn();

private:
    CollectorPtr tell(const QByteArray &bytes) { return tell(*m_session, bytes); }
    static CollectorPtr tell(ServerSession &session, const QByteArray &bytes)
    {
        auto sink = std::make_shared<Collector>();
        session.receive(bytes, sink);
        return sink;
    }
    std::unique_ptr<ServerSession> newSession(const QString &id = u"one"_s);
    void initialize(ServerSession &session, const QByteArray &version = "2025-11-25",
                    const QByteArray &capabilities = "{}");
    ToolCallPtr lastHeld() const { return m_held.isEmpty() ? nullptr : m_held.last(); }

    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<Server> m_server;
    QList<ToolCallPtr> m_held; // calls of the tool "hold"
    std::unique_ptr<ServerSession> m_session;
};

void TestSession::init()
{
    m_session.reset();
    m_held.clear();
    m_clock = std::make_unique<FakeClock>();
    m_server = std::make_unique<Server>(ServerInfo{.name = u"test"_s,
                                                   .title = u"Test"_s,
                                                   .version = u"1"_s,
                                                   .instructions = u"Read me."_s,
                                                   .logging = true});
    const QJsonObject schema =
        QJsonDocument::fromJson(R"({"type":"object","properties":{"n":{"type":"integer"}}})")
            .object();
    m_server->addTool({.name = u"hold"_s,
                       .title = u"Hold"_s,
                       .description = u"Holds."_s,
                       .inputSchema = schema,
                       .annotations = {.readOnly = true},
                       .handler = [this](const ToolCallPtr &call) { m_held.append(call); }});
    m_server->addTool({.name = u"forget"_s,
                       .title = {},
                       .description = u"Forgets."_s,
                       .inputSchema = schema,
                       .annotations = {},
                       .handler = [](const ToolCallPtr &) {}});
    ResourceSource source;
    source.matches = [](const QString &uri) { return uri.startsWith("run://"_L1); };
    source.read = [](const Caller &caller, const QString &uri, const auto &done) {
        if (uri == u"run://"_s + caller.principal.id.value())
            done(QList<ResourceContents>{{uri, u"text/plain"_s, u"mine"_s}});
        else
            done(fail(ErrorCode::NotFound, u"There is no such resource."_s));
    };
    m_server->addResources(source);
    m_session = newSession();
    initialize(*m_session);
}

std::unique_ptr<ServerSession> TestSession::newSession(const QString &id)
{
    return std::make_unique<ServerSession>(
        *m_server, *m_clock, Principal{.id = ClientId(u"c1"_s), .label = u"Ada"_s}, id);
}

void TestSession::initialize(ServerSession &session, const QByteArray &version,
                             const QByteArray &capabilities)
{
    const auto sink = tell(session, request(0, "initialize",
                                            QByteArray("{\"protocolVersion\":\"" + version +
                                                       "\",\"capabilities\":" + capabilities +
                                                       ",\"clientInfo\":{\"name\":\"Cline\","
                                                       "\"version\":\"3\"}}")
                                                .constData()));
    QVERIFY(session.isInitialized());
    QVERIFY(sink->done);
}

void TestSession::agreesOnARevision_data()
{
    QTest::addColumn<QByteArray>("asked");
    QTest::addColumn<QString>("agreed");
    QTest::addColumn<bool>("titles");
    QTest::newRow("2025-03-26") << QByteArray("2025-03-26") << u"2025-03-26"_s << false;
    QTest::newRow("2025-06-18") << QByteArray("2025-06-18") << u"2025-06-18"_s << true;
    QTest::newRow("2025-11-25") << QByteArray("2025-11-25") << u"2025-11-25"_s << true;
    QTest::newRow("older") << QByteArray("2024-10-07") << u"2025-11-25"_s << true;
    QTest::newRow("later") << QByteArray("2026-07-28") << u"2025-11-25"_s << true;
    QTest::newRow("nonsense") << QByteArray("x") << u"2025-11-25"_s << true;
}

void TestSession::agreesOnARevision()
{
    QFETCH(QByteArray, asked);
    QFETCH(bool, titles);
    const auto session = newSession();
    const QByteArray params = "{\"protocolVersion\":\"" + asked + "\"}";
    const auto sink = tell(*session, request(0, "initialize", params.constData()));
    QTEST(sink->result().value("protocolVersion"_L1).toString(), "agreed");
    QCOMPARE(sink->result().value("instructions"_L1).toString(), u"Read me."_s);
    QCOMPARE(sink->result().value("serverInfo"_L1).toObject().contains("title"_L1), titles);
    const auto list = tell(*session, request(1, "tools/list"));
    const QJsonObject tool = list->result().value("tools"_L1).toArray().first().toObject();
    QCOMPARE(tool.contains("title"_L1), titles);
    QCOMPARE(tool.value("annotations"_L1).toObject().value("readOnlyHint"_L1).toBool(), true);
}

void TestSession::declaresOnlyWhatIsRegistered()
{
    QCOMPARE(m_server->capabilities(dialect(Era::V2025_11_25)).keys(),
             QStringList({u"logging"_s, u"resources"_s, u"tools"_s}));
    QCOMPARE(Server({.name = u"x"_s, .title = {}, .version = u"1"_s})
                 .capabilities(dialect(Era::V2025_11_25)),
             QJsonObject());
    QCOMPARE(tell(request(1, "prompts/list"))->result().value("prompts"_L1).toArray().size(), 0);
    QCOMPARE(tell(request(2, "resources/subscribe", "{\"uri\":\"run://1\"}"))->errorCode(),
             int(RpcCode::MethodNotFound));
}

void TestSession::answersServerDiscoverAtOnceAsUnknown()
{
    const auto session = newSession();
    const auto sink = tell(*session, request(1, "server/discover"));
    QCOMPARE(sink->errorCode(), int(RpcCode::MethodNotFound));
    QVERIFY(sink->done);
    // And the client can go on with initialize on the same connection.
    initialize(*session);
}

void TestSession::wantsInitializeFirst()
{
    const auto session = newSession();
    QCOMPARE(tell(*session, request(1, "tools/list"))->errorCode(), int(RpcCode::InvalidRequest));
    QVERIFY(tell(*session, request(2, "ping"))->answer().contains("result"_L1));
    QCOMPARE(tell(*session, request(3, "initialize"))->errorCode(), int(RpcCode::InvalidParams));
    QVERIFY(!session->isInitialized());
}

void TestSession::refusesASecondInitialize()
{
    QCOMPARE(tell(request(1, "initialize", "{\"protocolVersion\":\"2025-03-26\"}"))->errorCode(),
             int(RpcCode::InvalidRequest));
    QCOMPARE(m_session->caller().era, Era::V2025_11_25);
}

void TestSession::answersPing()
{
    const auto sink = tell(request(7, "ping"));
    QCOMPARE(encode(sink->answer()), QByteArray(R"({"id":7,"jsonrpc":"2.0","result":{}})"));
}

void TestSession::listsToolsInPages()
{
    for (int i = 0; i < 150; ++i) {
        m_server->addTool({.name = u"tool%1"_s.arg(i),
                           .title = {},
                           .description = {},
                           .inputSchema = {},
                           .annotations = {},
                           .handler = [](const ToolCallPtr &) {}});
    }
    const QJsonObject first = tell(request(1, "tools/list"))->result();
    QCOMPARE(first.value("tools"_L1).toArray().size(), 100);
    const QByteArray cursor =
        "{\"cursor\":\"" + first.value("nextCursor"_L1).toString().toUtf8() + "\"}";
    const QJsonObject second = tell(request(2, "tools/list", cursor.constData()))->result();
    QCOMPARE(second.value("tools"_L1).toArray().size(), 52);
    QVERIFY(!second.contains("nextCursor"_L1));
    for (const char *wrong :
         {"{\"cursor\":\"x\"}", "{\"cursor\":\"-1\"}", "{\"cursor\":\"999\"}", "{\"cursor\":5}"}) {
        QCOMPARE(tell(request(3, "tools/list", wrong))->errorCode(), int(RpcCode::InvalidParams));
    }
}

void TestSession::tellsAnUnknownToolWhatThereIs()
{
    const auto sink = tell(request(1, "tools/call", "{\"name\":\"run_pyton\"}"));
    QCOMPARE(sink->errorCode(), int(RpcCode::InvalidParams));
    const QString text = sink->answer().value("error"_L1).toObject().value("message"_L1).toString();
    QCOMPARE(text, u"Unknown tool \"run_pyton\". Known tools: forget, hold."_s);
}

void TestSession::tellsWrongArgumentsByRevision_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<bool>("asResult");
    QTest::newRow("2025-03-26") << QByteArray("2025-03-26") << false;
    QTest::newRow("2025-06-18") << QByteArray("2025-06-18") << false;
    QTest::newRow("2025-11-25") << QByteArray("2025-11-25") << true;
}

void TestSession::tellsWrongArgumentsByRevision()
{
    QFETCH(QByteArray, version);
    QFETCH(bool, asResult);
    const auto session = newSession();
    initialize(*session, version);
    const auto sink = tell(*session, hold(1, ",\"arguments\":{\"n\":\"x\"}"));
    QVERIFY(m_held.isEmpty());
    if (asResult) {
        QVERIFY(sink->result().value("isError"_L1).toBool());
        QVERIFY(sink->text().contains(u"must be of type integer"));
    } else {
        QCOMPARE(sink->errorCode(), int(RpcCode::InvalidParams));
    }
    QVERIFY(tell(*session, hold(2, ",\"arguments\":[1]"))->done);
    QVERIFY(m_held.isEmpty());
}

void TestSession::takesBatchesOnlyInTheirRevision()
{
    const QByteArray batch =
        '[' + request(1, "ping") + ',' + request(2, "nonsense") + ',' + cancel("9") + ']';
    QCOMPARE(tell(batch)->errorCode(), int(RpcCode::InvalidRequest));
    const auto session = newSession();
    QCOMPARE(tell(*session, batch)->errorCode(), int(RpcCode::InvalidRequest)); // too early
    initialize(*session, "2025-03-26");
    const auto sink = tell(*session, batch);
    QCOMPARE(sink->answers.size(), 2);
    QVERIFY(sink->done);
}

void TestSession::tellsTheHandlerWhoCalls()
{
    tell(hold(1, ",\"arguments\":{\"n\":5}"));
    const ToolCallPtr call = lastHeld();
    QVERIFY(call);
    QCOMPARE(call->tool(), u"hold"_s);
    QCOMPARE(call->arguments().value("n"_L1).toInt(), 5);
    QCOMPARE(call->caller().principal.label, u"Ada"_s);
    QCOMPARE(call->caller().client.quotation(), u"Cline 3"_s);
    QCOMPARE(call->caller().sessionId, u"one"_s);
    QCOMPARE(call->budget(), std::chrono::seconds(50s));
    call->finish(CallResult::text({}));
}

void TestSession::answersLater()
{
    const auto sink = tell(hold(1));
    QVERIFY(!sink->done && sink->answers.isEmpty());
    QCOMPARE(m_session->callsInFlight(), 1);
    QVERIFY(tell(request(2, "ping"))->done); // nobody waits for the call
    lastHeld()->finish(CallResult::text(u"42"_s));
    QCOMPARE(sink->text(), u"42"_s);
    QCOMPARE(sink->answer().value("id"_L1).toInt(), 1);
    QVERIFY(sink->done);
    QCOMPARE(m_session->callsInFlight(), 0);
}

void TestSession::answersOnlyOnce()
{
    const auto sink = tell(hold(1));
    lastHeld()->finish(CallResult::text(u"first"_s));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"answered a call that was over"_s));
    lastHeld()->finish(CallResult::text(u"second"_s));
    QCOMPARE(sink->answers.size(), 1);
    QCOMPARE(sink->text(), u"first"_s);
}

void TestSession::answersForAToolThatForgot()
{
    QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(u"dropped a call without an answer"_s));
    const auto sink = tell(request(1, "tools/call", "{\"name\":\"forget\"}"));
    QCOMPARE(sink->errorCode(), int(RpcCode::InternalError));
    QVERIFY(sink->done);
}

void TestSession::sendsProgressOnlyWhenAsked()
{
    const auto without = tell(hold(1));
    lastHeld()->progress(1);
    lastHeld()->status(u"working"_s);
    m_clock->advance(1min);
    QCOMPARE(without->others.size(), 0);
    const auto with = tell(hold(2, ",\"_meta\":{\"progressToken\":\"p\"}"));
    lastHeld()->progress(1, 2, u"half"_s);
    QCOMPARE(encode(with->others.first()),
             QByteArray(R"({"jsonrpc":"2.0","method":"notifications/progress","params":)"
                        R"({"message":"half","progress":1,"progressToken":"p","total":2}})"));
    for (const ToolCallPtr &call : std::as_const(m_held))
        call->finish(CallResult::text({}));
}

void TestSession::sendsOnlyGrowingProgress()
{
    const auto sink = tell(hold(1, ",\"_meta\":{\"progressToken\":0}"));
    for (const double value : {0.0, 0.0, 5.0, 3.0, 5.0, 5.5})
        lastHeld()->progress(value, 10);
    QCOMPARE(sink->progress(), QList<double>({0, 5, 5.5}));
    lastHeld()->finish(CallResult::text({}));
    lastHeld()->progress(9, 10);
    QCOMPARE(sink->others.size(), 3);
}

void TestSession::keepsStatusAliveUntilTheAnswer()
{
    const auto sink = tell(hold(1, ",\"_meta\":{\"progressToken\":0}"));
    lastHeld()->status(u"waiting for approval"_s);
    m_clock->advance(limits::progressInterval * 2);
    QCOMPARE(sink->progress(), QList<double>({1, 2, 3}));
    lastHeld()->status(u"running"_s);
    QCOMPARE(sink->others.last().value("params"_L1).toObject().value("message"_L1).toString(),
             u"running"_s);
    lastHeld()->finish(CallResult::text({}));
    m_clock->advance(limits::progressInterval * 2); // the collector fails on a late message
    QCOMPARE(sink->others.size(), 4);
}

void TestSession::sendsNothingAfterCancelling()
{
    const auto sink = tell(hold(1, ",\"_meta\":{\"progressToken\":0}"));
    const ToolCallPtr call = lastHeld();
    QSignalSpy cancelled(call.get(), &ToolCall::cancelled);
    call->status(u"x"_s);
    tell(cancel("1"));
    QCOMPARE(cancelled.size(), 1);
    QVERIFY(call->isOver());
    QVERIFY(sink->done);
    QCOMPARE(m_session->callsInFlight(), 0);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"answered a call that was over"_s));
    call->finish(CallResult::text(u"too late"_s));
    call->progress(100);
    m_clock->advance(1min);
    QCOMPARE(sink->answers.size(), 0);
}

void TestSession::ignoresCancellingTwice()
{
    tell(hold(1));
    QSignalSpy cancelled(lastHeld().get(), &ToolCall::cancelled);
    tell(cancel("1"));
    tell(cancel("1"));
    QCOMPARE(cancelled.size(), 1);
    // The id is free again, and an old handle cannot answer the new call.
    const ToolCallPtr old = lastHeld();
    const auto sink = tell(hold(1));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"answered a call that was over"_s));
    old->finish(CallResult::text(u"old"_s));
    QVERIFY(!sink->done);
    lastHeld()->finish(CallResult::text(u"new"_s));
    QCOMPARE(sink->text(), u"new"_s);
}

void TestSession::ignoresCancellingAnUnknownId_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("never was") << QByteArray("5");
    QTest::newRow("the same as a string") << QByteArray("\"1\"");
    QTest::newRow("null") << QByteArray("null");
}

void TestSession::ignoresCancellingAnUnknownId()
{
    QFETCH(QByteArray, id);
    const auto sink = tell(hold(1));
    QVERIFY(tell(cancel(id.constData()))->done);
    QVERIFY(!lastHeld()->isOver());
    lastHeld()->finish(CallResult::text(u"x"_s));
    QCOMPARE(sink->text(), u"x"_s);
}

void TestSession::refusesAnIdThatStillRuns()
{
    const auto first = tell(hold(1));
    const auto second = tell(hold(1));
    QCOMPARE(second->errorCode(), int(RpcCode::InvalidRequest));
    QVERIFY(second->answer().value("id"_L1).isNull());
    QCOMPARE(m_held.size(), 1);
    lastHeld()->finish(CallResult::text(u"x"_s));
    QCOMPARE(first->text(), u"x"_s);
}

void TestSession::neverMixesTwoSessionsWithTheSameIds()
{
    const auto other = newSession(u"two"_s);
    initialize(*other);
    const auto mine = tell(hold(1));
    const auto theirs = tell(*other, hold(1));
    tell(*other, cancel("1"));
    QVERIFY(theirs->done && theirs->answers.isEmpty());
    QVERIFY(!mine->done);
    m_held.first()->finish(CallResult::text(u"mine"_s));
    QCOMPARE(mine->text(), u"mine"_s);
    QCOMPARE(m_held.last()->caller().sessionId, u"two"_s);
}

void TestSession::tellsTheHandlerLateThatThePeerVanished()
{
    const auto sink = tell(hold(1));
    QSignalSpy vanished(lastHeld().get(), &ToolCall::peerVanished);
    m_session->sinkVanished(sink.get());
    m_clock->advance(limits::vanishedClientGrace - 1ms);
    QCOMPARE(vanished.size(), 0);
    m_clock->advance(1ms);
    QCOMPARE(vanished.size(), 1);
    QVERIFY(!lastHeld()->isOver()); // not a cancellation
    lastHeld()->finish(CallResult::text(u"kept"_s));
    QCOMPARE(sink->text(), u"kept"_s);
}

void TestSession::forgetsTheVanishedPeerThatReturns()
{
    const auto sink = tell(hold(1));
    QSignalSpy vanished(lastHeld().get(), &ToolCall::peerVanished);
    m_session->sinkVanished(sink.get());
    m_clock->advance(30s);
    m_session->sinkReturned(sink.get());
    m_clock->advance(10min);
    QCOMPARE(vanished.size(), 0);
    lastHeld()->finish(CallResult::text({}));
}

void TestSession::cancelsEverythingAtTheEnd()
{
    const auto sink = tell(hold(1));
    tell(hold(2));
    QSignalSpy first(m_held.first().get(), &ToolCall::cancelled);
    QSignalSpy second(m_held.last().get(), &ToolCall::cancelled);
    m_session->end(u"deleted"_s);
    QCOMPARE(first.size(), 1);
    QCOMPARE(second.size(), 1);
    QVERIFY(sink->done);
    QCOMPARE(sink->errorCode(), int(RpcCode::Refused)); // silence would look like a broken stream
    QCOMPARE(tell(request(3, "tools/list"))->errorCode(), int(RpcCode::Refused));
}

void TestSession::survivesAnAnswerAfterTheSession()
{
    tell(hold(1));
    m_session.reset();
    QVERIFY(lastHeld()->isOver());
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"answered a call that was over"_s));
    lastHeld()->finish(CallResult::text(u"x"_s));
}

void TestSession::readsResources()
{
    const auto sink = tell(request(1, "resources/read", "{\"uri\":\"run://c1\"}"));
    const QJsonObject contents = sink->result().value("contents"_L1).toArray().first().toObject();
    QCOMPARE(contents.value("text"_L1).toString(), u"mine"_s);
}

void TestSession::tellsForeignResourcesLikeUnknownOnes()
{
    const auto foreign = tell(request(1, "resources/read", "{\"uri\":\"run://c2\"}"));
    QCOMPARE(foreign->errorCode(), int(RpcCode::ResourceNotFound));
    const auto unknown = tell(request(2, "resources/read", "{\"uri\":\"other://c2\"}"));
    QCOMPARE(unknown->errorCode(), int(RpcCode::ResourceNotFound));
}

void TestSession::asksTheClientOnlyWhatItDeclared()
{
    const auto sink = tell(hold(1));
    std::optional<Result<QJsonObject>> got;
    lastHeld()->ask(u"question"_s, u"elicitation/create"_s, {},
                    [&](const Result<QJsonObject> &answer) { got = answer; });
    QVERIFY(got && !*got);
    QVERIFY(got->error().code == ErrorCode::Unavailable);
    QCOMPARE(sink->others.size(), 0);
    lastHeld()->finish(CallResult::text({}));
}

void TestSession::takesTheClientsAnswer()
{
    const auto session = newSession();
    initialize(*session, "2025-11-25", "{\"elicitation\":{}}");
    const auto sink = tell(*session, hold(1));
    std::optional<Result<QJsonObject>> got;
    lastHeld()->ask(u"question"_s, u"elicitation/create"_s, {},
                    [&](const Result<QJsonObject> &answer) { got = answer; });
    const QJsonValue id = sink->others.first().value("id"_L1);
    QVERIFY(id.isString()); // clients take numbers for answers to their own (mcp.md 3.4)
    tell(*session, R"({"jsonrpc":"2.0","id":"wrong","result":{"action":"accept"}})");
    QVERIFY(!got);
    const QByteArray answer = R"({"jsonrpc":"2.0","id":")" + id.toString().toUtf8() +
                              R"(","result":{"action":"accept"}})";
    QVERIFY(tell(*session, answer)->answers.isEmpty());
    QVERIFY(got && *got);
    QCOMPARE((*got)->value("action"_L1).toString(), u"accept"_s);
    lastHeld()->finish(CallResult::text({}));
    QCOMPARE(sink->others.size(), 1);
}

void TestSession::takesItsQuestionBackWhenTheCallIsAnswered()
{
    const auto session = newSession();
    initialize(*session, "2025-11-25", "{\"elicitation\":{}}");
    const auto sink = tell(*session, hold(1));
    lastHeld()->ask(u"question"_s, u"elicitation/create"_s, {}, [](const Result<QJsonObject> &) {});
    const QJsonValue id = sink->others.first().value("id"_L1);
    lastHeld()->finish(CallResult::text({}));
    QCOMPARE(sink->others.size(), 2);
    QCOMPARE(sink->others.last().value("method"_L1).toString(), u"notifications/cancelled"_s);
    QCOMPARE(sink->others.last().value("params"_L1)["requestId"_L1], id);
}

void TestSession::dropsQuestionsWithTheirCall()
{
    const auto session = newSession();
    initialize(*session, "2025-11-25", "{\"elicitation\":{}}");
    tell(*session, hold(1));
    std::optional<Result<QJsonObject>> got;
    lastHeld()->ask(u"question"_s, u"elicitation/create"_s, {},
                    [&](const Result<QJsonObject> &answer) { got = answer; });
    tell(*session, cancel("1"));
    QVERIFY(got && !*got);
    QVERIFY(got->error().code == ErrorCode::Cancelled);
}

void TestSession::logsFromTheLevelOn()
{
    const auto sink = tell(hold(1));
    QVERIFY(tell(request(2, "logging/setLevel", "{\"level\":\"warning\"}"))->done);
    lastHeld()->log(u"info"_s, u"quiet"_s);
    lastHeld()->log(u"error"_s, u"loud"_s);
    QCOMPARE(sink->others.size(), 1);
    QCOMPARE(tell(request(3, "logging/setLevel", "{\"level\":\"all\"}"))->errorCode(),
             int(RpcCode::InvalidParams));
    lastHeld()->finish(CallResult::text({}));
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
