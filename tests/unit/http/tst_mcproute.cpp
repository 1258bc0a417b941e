// SPDX-License-Identifier: MIT
#include "client.h"
#include "fakeclock.h"
#include "filestool.h"

#include "http/listener.h"
#include "http/mcproute.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>

using namespace glovebox;
using namespace glovebox::http;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

class TwoKeys final : public KeyStore
{
public:
    std::optional<Principal> find(QByteArrayView hash) override
    {
        if (equalInConstantTime(keyHash("ada"), hash))
            return Principal{.id = ClientId(u"c1"_s), .label = u"Ada"_s};
        if (equalInConstantTime(keyHash("ben"), hash))
            return Principal{.id = ClientId(u"c2"_s), .label = u"Ben"_s};
        return std::nullopt;
    }
};

const QByteArray initializeBody =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})";
const QByteArray pingBody = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
const QByteArray callBody =
    R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"hold"}})";
const QByteArray cancelBody =
    R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})";

const QByteArray json = "Content-Type: application/json\r\n";
const QByteArray accept = "Accept: application/json, text/event-stream\r\n";

} // namespace

class TestMcpRoute : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void refuses_data();
    void refuses();
    void beginsASession();
    void forgetsASessionThatDidNotBegin();
    void neverGivesAnotherKeysSession();
    void toleratesRevisionHeaders_data();
    void toleratesRevisionHeaders();
    void takesNotificationsWithoutAnAnswer();
    void answersCallsAsAStream();
    void endsTheStreamOfACancelledCall();
    void keepsTheAnswerForAClientThatComesBack();
    void keepsOnlyTheLatestAnswers();
    void tellsTheToolLateThatItsPeerVanished();
    void endsTheSessionAtOnceOnDelete();
    void endsTheSessionsOfARevokedKey();
    void listensOncePerSession();
    void reclaimsIdleSessions();
    void keepsBusySessions();
    void makesRoomForANewSession();
    void countsVanishedCallsAsInFlight();
    void tellsLargeBodiesWhatToDo();
    void takesLargeBodiesForFilesOnly();
    void answersBatchesOfTheirRevision();
    void answersABodyThatIsNoText();
    void streamsToOldClientsThatSendNoAccept();

private:
    QByteArray head(const QByteArray &method, const QByteArray &more, const QByteArray &key) const
    {
        return method + " /mcp HTTP/1.1\r\nHost: localhost:" + QByteArray::number(m_port) +
               "\r\nAuthorization: Bearer " + key + "\r\n" + more;
    }
    QByteArray post(const QByteArray &body, const QByteArray &more = {},
                    const QByteArray &key = "ada") const
    {
        return head("POST", json + accept + more, key) +
               "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    }
    QByteArray get(const QByteArray &more = {}, const QByteArray &key = "ada") const
    {
        return head("GET", "Accept: text/event-stream\r\n" + more, key) + "\r\n";
    }
    QByteArray begin(const QByteArray &key = "ada", const QByteArray &version = "2025-11-25");
    // Starts a call of "hold" over `client` and waits until the tool has it.
    void startCall(RawClient &client, const QByteArray &session);
    QByteArray lastEventId(const RawClient &client) const
    {
        const qsizetype at = client.received().lastIndexOf("\nid: ");
        return client.received().mid(at + 5, client.received().indexOf('\n', at + 5) - at - 5);
    }

    TwoKeys m_keys;
    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<mcp::Server> m_server;
    std::unique_ptr<McpRoute> m_route;
    std::unique_ptr<Guard> m_guard;
    std::unique_ptr<Listener> m_listener;
    QList<mcp::ToolCallPtr> m_held;
    quint16 m_port = 0;
};

void TestMcpRoute::init()
{
    m_listener.reset();
    m_route.reset();
    m_held.clear();
    m_clock = std::make_unique<FakeClock>();
    m_server = std::make_unique<mcp::Server>(
        mcp::ServerInfo{.name = u"test"_s, .title = {}, .version = u"1"_s});
    m_server->addTool({.name = u"hold"_s,
                       .title = {},
                       .description = u"Holds."_s,
                       .inputSchema = {},
                       .annotations = {},
                       .handler = [this](const mcp::ToolCallPtr &call) { m_held.append(call); }});
    m_server->addTool(filesTool());
    m_route = std::make_unique<McpRoute>(
        *m_server, *m_clock,
        McpRouteOptions{.tooLargeAdvice = u"Use \"path\"."_s, .maxSessionsPerKey = 3});
    m_guard = std::make_unique<Guard>(&m_keys, *m_clock, GuardOptions{.inFlight = 2});
    m_listener = std::make_unique<Listener>(*m_guard, *m_clock);
    m_listener->addRoute(m_route.get());
    m_port = m_listener->listen(0).value();
}

QByteArray TestMcpRoute::begin(const QByteArray &key, const QByteArray &version)
{
    RawClient client(m_port);
    QByteArray body = initializeBody;
    client.write(post(body.replace("2025-11-25", version), {}, key));
    if (!QTest::qWaitFor([&] { return client.status() == 200; }))
        return {};
    return "Mcp-Session-Id: " + client.header("Mcp-Session-Id") + "\r\n";
}

void TestMcpRoute::startCall(RawClient &client, const QByteArray &session)
{
    const qsizetype before = m_held.size();
    client.write(post(callBody, session));
    QTRY_COMPARE(m_held.size(), before + 1);
    QTRY_VERIFY(client.received().contains("\nid: "));
}

void TestMcpRoute::refuses_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("code");
    const QByteArray session = "SESSION\r\n";
    const auto row = [](const char *name, const QByteArray &head, const QByteArray &body,
                        int status,
                        int code) { QTest::newRow(name) << head << body << status << code; };
    row("control: all well", "POST " + json + accept + session, pingBody, 200, 0);
    row("type with charset",
        "POST Content-Type: application/json; charset=utf-8\r\n" + accept + session, pingBody, 200,
        0);
    row("any type accepted", "POST Accept: */*\r\n" + json + session, pingBody, 200, 0);
    row("no content type", "POST " + accept + session, pingBody, 415, -32000);
    row("a form", "POST Content-Type: text/plain\r\n" + accept + session, pingBody, 415, -32000);
    row("no Accept", "POST " + json + session, pingBody, 406, -32000);
    row("only JSON accepted", "POST Accept: application/json\r\n" + json + session, pingBody, 406,
        -32000);
    row("only a stream accepted", "POST Accept: text/event-stream\r\n" + json + session, pingBody,
        406, -32000);
    row("no JSON", "POST " + json + accept + session, "{", 400, -32700);
    row("no UTF-8", "POST " + json + accept + session, "\"\xff\"", 400, -32700);
    row("nothing", "POST " + json + accept + session, "", 400, -32700);
    row("only spaces", "POST " + json + accept + session, " \r\n", 400, -32700);
    for (const char *value : {"null", "1", "-0.5", "true", "\"ping\"", " 7 "})
        row(value, "POST " + json + accept + session, value, 400, -32600);
    row("two values", "POST " + json + accept + session, "1, 2", 400, -32700);
    row("no message", "POST " + json + accept + session, "{}", 400, -32600);
    row("no message, no session", "POST " + json + accept, "{}", 400, -32600);
    row("no parameters, no session", "POST " + json + accept,
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":[]})", 400, -32600);
    row("a batch", "POST " + json + accept + session, '[' + pingBody + ']', 400, -32600);
    row("no session", "POST " + json + accept, pingBody, 400, -32000);
    row("unknown session",
        "POST Mcp-Session-Id: 0123456789abcdef0123456789abcdef\r\n" + json + accept, pingBody, 404,
        -32001);
    row("two sessions", "POST Mcp-Session-Id: x\r\n" + json + accept + session, pingBody, 404,
        -32001);
    row("later revision", "POST MCP-Protocol-Version: 2026-07-28\r\n" + json + accept + session,
        pingBody, 400, -32000);
    row("a probe of later clients", "POST MCP-Protocol-Version: 2026-07-28\r\n" + json + accept,
        R"({"jsonrpc":"2.0","id":"p","method":"server/discover"})", 400, -32602);
    row("unknown method", "POST " + json + accept + session,
        R"({"jsonrpc":"2.0","id":1,"method":"nonsense"})", 200, -32601);
    row("GET without Accept", "GET " + session, "", 406, -32000);
    row("GET without session", "GET Accept: text/event-stream\r\n", "", 400, -32000);
    row("DELETE without session", "DELETE ", "", 400, -32000);
    row("DELETE unknown session", "DELETE Mcp-Session-Id: x\r\n", "", 404, -32001);
    row("PUT", "PUT " + json, "", 405, -32000);
}

void TestMcpRoute::refuses()
{
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, body);
    QFETCH(int, status);
    const QByteArray session = begin();
    const qsizetype blank = head.indexOf(' ');
    const QByteArray method = head.first(blank);
    RawClient client(m_port);
    client.write(this->head(method, head.sliced(blank + 1).replace("SESSION\r\n", session), "ada") +
                 "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    QTRY_COMPARE(client.status(), status);
    const QJsonObject answer = QJsonDocument::fromJson(client.body()).object();
    const QJsonObject error = answer.value("error"_L1).toObject();
    QTEST(error.value("code"_L1).toInt(), "code");
    if (!error.isEmpty())
        QVERIFY(error.value("message"_L1).toString().contains(u'.'));
}

void TestMcpRoute::beginsASession()
{
    QSignalSpy changed(m_route.get(), &McpRoute::sessionsChanged);
    const QByteArray one = begin();
    const QByteArray two = begin("ben");
    QVERIFY(one != two);
    QCOMPARE(one.size(), qsizetype(qstrlen("Mcp-Session-Id: \r\n")) + 32);
    QCOMPARE(m_route->sessionCount(), 2);
    QCOMPARE(m_route->clients().size(), 2);
    QCOMPARE(changed.size(), 2);
}

void TestMcpRoute::forgetsASessionThatDidNotBegin()
{
    RawClient client(m_port);
    client.write(post(R"({"jsonrpc":"2.0","id":0,"method":"initialize"})"));
    QTRY_COMPARE(client.status(), 200);
    QVERIFY(client.body().contains("-32602"));
    QCOMPARE(m_route->sessionCount(), 0);
}

void TestMcpRoute::neverGivesAnotherKeysSession()
{
    const QByteArray session = begin("ada");
    RawClient foreign(m_port);
    foreign.write(post(pingBody, session, "ben"));
    QTRY_COMPARE(foreign.status(), 404);
    RawClient unknown(m_port);
    unknown.write(post(pingBody, "Mcp-Session-Id: " + QByteArray(32, '0') + "\r\n", "ben"));
    QTRY_COMPARE(unknown.status(), 404);
    QCOMPARE(foreign.received(), unknown.received()); // to the last byte
    RawClient remove(m_port);
    remove.write(head("DELETE", session, "ben") + "\r\n");
    QTRY_COMPARE(remove.status(), 404);
    RawClient own(m_port);
    own.write(post(pingBody, session, "ada"));
    QTRY_COMPARE(own.status(), 200);
}

void TestMcpRoute::toleratesRevisionHeaders_data()
{
    QTest::addColumn<QByteArray>("more");
    QTest::newRow("the same") << QByteArray("MCP-Protocol-Version: 2025-06-18\r\n");
    QTest::newRow("none") << QByteArray();
    QTest::newRow("another one of ours") << QByteArray("MCP-Protocol-Version: 2025-11-25\r\n");
}

void TestMcpRoute::toleratesRevisionHeaders()
{
    QFETCH(QByteArray, more);
    RawClient client(m_port);
    client.write(post(pingBody, begin("ada", "2025-06-18") + more));
    QTRY_COMPARE(client.status(), 200);
}

void TestMcpRoute::takesNotificationsWithoutAnAnswer()
{
    RawClient client(m_port);
    client.write(post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", begin()));
    QTRY_COMPARE(client.status(), 202);
    QCOMPARE(client.body(), QByteArray());
}

void TestMcpRoute::answersCallsAsAStream()
{
    RawClient client(m_port);
    client.write(post(callBody, begin()));
    QTRY_VERIFY(client.received().contains(": ok\n")); // at once, long before the answer
    QCOMPARE(client.header("Content-Type"), QByteArray("text/event-stream"));
    for (int i = 1; i <= 3; ++i) {
        m_clock->advance(limits::sseKeepalive);
        QTRY_COMPARE(client.received().count(": keepalive\n"), i);
    }
    m_held.last()->finish(mcp::CallResult::text(u"42"_s));
    QTRY_VERIFY(client.received().endsWith("0\r\n\r\n"));
    QVERIFY(client.received().contains(R"("text":"42")"));
}

void TestMcpRoute::endsTheStreamOfACancelledCall()
{
    const QByteArray session = begin();
    RawClient client(m_port);
    startCall(client, session);
    QSignalSpy cancelled(m_held.last().get(), &mcp::ToolCall::cancelled);
    RawClient other(m_port);
    other.write(post(cancelBody, session));
    QTRY_COMPARE(other.status(), 202);
    QCOMPARE(cancelled.size(), 1);
    QTRY_VERIFY(client.received().endsWith("0\r\n\r\n"));
    QVERIFY(!client.received().contains("\"id\":7"));
}

void TestMcpRoute::keepsTheAnswerForAClientThatComesBack()
{
    const QByteArray session = begin();
    RawClient first(m_port);
    startCall(first, session);
    QSignalSpy cancelled(m_held.last().get(), &mcp::ToolCall::cancelled);
    const QByteArray resume = "Last-Event-ID: " + lastEventId(first) + "\r\n";
    first.socket().abort();
    QTRY_COMPARE(m_listener->connections(), 0);
    m_held.last()->finish(mcp::CallResult::text(u"kept"_s));
    QCOMPARE(cancelled.size(), 0);
    // Not for somebody else.
    RawClient foreign(m_port);
    foreign.write(get(session + resume, "ben"));
    QTRY_COMPARE(foreign.status(), 404);
    RawClient second(m_port);
    second.write(get(session + resume));
    QTRY_VERIFY(second.received().endsWith("0\r\n\r\n"));
    QVERIFY(second.received().contains(R"("text":"kept")"));
    // What was received is not sent again.
    RawClient third(m_port);
    third.write(get(session + "Last-Event-ID: " + lastEventId(second) + "\r\n"));
    QTRY_VERIFY(third.received().endsWith("0\r\n\r\n"));
    QVERIFY(!third.received().contains("kept"));
}

void TestMcpRoute::keepsOnlyTheLatestAnswers()
{
    const QByteArray session = begin();
    RawClient client(m_port);
    QByteArray firstId;
    QByteArray lastId;
    for (int i = 0; i < 70; ++i) {
        client.forget();
        startCall(client, session);
        lastId = lastEventId(client);
        if (i == 0)
            firstId = lastId;
        m_held.takeLast()->finish(mcp::CallResult::text(u"answer"_s));
        QTRY_VERIFY(client.received().endsWith("0\r\n\r\n"));
    }
    RawClient again(m_port);
    again.write(get(session + "Last-Event-ID: " + lastId + "\r\n"));
    QTRY_VERIFY(again.received().contains("answer"));
    RawClient late(m_port);
    late.write(get(session + "Last-Event-ID: " + firstId + "\r\n"));
    QTRY_VERIFY(late.received().contains(": ok\n"));
    QVERIFY(!late.received().contains("answer"));
}

void TestMcpRoute::tellsTheToolLateThatItsPeerVanished()
{
    const QByteArray session = begin();
    RawClient first(m_port);
    startCall(first, session);
    const mcp::ToolCallPtr call = m_held.last();
    QSignalSpy vanished(call.get(), &mcp::ToolCall::peerVanished);
    first.socket().abort();
    QTRY_COMPARE(m_listener->connections(), 0);
    m_clock->advance(limits::vanishedClientGrace - 1ms);
    QCOMPARE(vanished.size(), 0);
    m_clock->advance(1ms);
    QCOMPARE(vanished.size(), 1);
    call->finish(mcp::CallResult::text({}));
}

void TestMcpRoute::endsTheSessionAtOnceOnDelete()
{
    const QByteArray session = begin();
    RawClient client(m_port);
    startCall(client, session);
    QSignalSpy cancelled(m_held.last().get(), &mcp::ToolCall::cancelled);
    RawClient other(m_port);
    other.write(head("DELETE", session, "ada") + "\r\n");
    QTRY_COMPARE(other.status(), 200);
    QCOMPARE(cancelled.size(), 1);
    QTRY_VERIFY(client.received().endsWith("0\r\n\r\n"));
    other.forget();
    other.write(post(pingBody, session));
    QTRY_COMPARE(other.status(), 404);
}

void TestMcpRoute::endsTheSessionsOfARevokedKey()
{
    const QByteArray ada = begin("ada");
    const QByteArray ben = begin("ben");
    RawClient client(m_port);
    startCall(client, ada);
    QSignalSpy cancelled(m_held.last().get(), &mcp::ToolCall::cancelled);
    m_route->endSessionsOf(ClientId(u"c1"_s));
    QCOMPARE(cancelled.size(), 1);
    QCOMPARE(m_route->sessionCount(), 1);
    QTRY_VERIFY(client.received().contains("The key of this client was revoked."));
    QTRY_VERIFY(client.received().endsWith("0\r\n\r\n"));
}

void TestMcpRoute::listensOncePerSession()
{
    const QByteArray session = begin();
    RawClient first(m_port);
    first.write(get(session));
    QTRY_VERIFY(first.received().contains(": ok\n"));
    RawClient second(m_port);
    second.write(get(session));
    QTRY_COMPARE(second.status(), 409);
    first.socket().abort();
    QTRY_COMPARE(m_listener->connections(), 1);
    second.forget();
    second.write(get(session));
    QTRY_VERIFY(second.received().contains(": ok\n"));
}

void TestMcpRoute::reclaimsIdleSessions()
{
    const QByteArray session = begin();
    m_clock->advance(limits::mcpSessionIdle - 2min);
    RawClient client(m_port);
    client.write(post(pingBody, session)); // counts anew from here
    QTRY_COMPARE(client.status(), 200);
    m_clock->advance(limits::mcpSessionIdle - 2min);
    QCOMPARE(m_route->sessionCount(), 1);
    m_clock->advance(3min);
    QCOMPARE(m_route->sessionCount(), 0);
}

void TestMcpRoute::keepsBusySessions()
{
    const QByteArray session = begin();
    RawClient client(m_port);
    startCall(client, session);
    m_clock->advance(2 * limits::mcpSessionIdle);
    QCOMPARE(m_route->sessionCount(), 1);
    m_held.last()->finish(mcp::CallResult::text({}));
    m_clock->advance(2min);
    QCOMPARE(m_route->sessionCount(), 0);
}

void TestMcpRoute::makesRoomForANewSession()
{
    const QByteArray oldest = begin();
    m_clock->advance(1s);
    const QByteArray busy = begin();
    RawClient caller(m_port);
    startCall(caller, busy);
    begin();
    begin();
    QCOMPARE(m_route->sessionCount(), 3);
    RawClient client(m_port);
    client.write(post(pingBody, oldest));
    QTRY_COMPARE(client.status(), 404);
    client.forget();
    client.write(post(pingBody, busy));
    QTRY_COMPARE(client.status(), 200);
    QVERIFY(!begin("ben").isEmpty()); // another key has its own room
    QCOMPARE(m_route->sessionCount(), 4);
    m_held.last()->finish(mcp::CallResult::text({}));
}

void TestMcpRoute::countsVanishedCallsAsInFlight()
{
    const QByteArray session = begin();
    RawClient first(m_port);
    startCall(first, session);
    first.socket().abort();
    QTRY_COMPARE(m_listener->connections(), 0);
    RawClient second(m_port);
    QByteArray body = callBody;
    second.write(post(body.replace("7", "8"), session));
    QTRY_COMPARE(m_held.size(), 2);
    RawClient third(m_port);
    third.write(post(pingBody, session));
    QTRY_COMPARE(third.status(), 429);
    m_held.first()->finish(mcp::CallResult::text({}));
    RawClient fourth(m_port);
    fourth.write(post(pingBody, session));
    QTRY_COMPARE(fourth.status(), 200);
    m_held.last()->finish(mcp::CallResult::text({}));
}

void TestMcpRoute::tellsLargeBodiesWhatToDo()
{
    RawClient client(m_port);
    client.write(post(QByteArray(5 * limits::MiB, 'x'), begin()));
    QTRY_COMPARE(client.status(), 413);
    const QJsonObject error =
        QJsonDocument::fromJson(client.body()).object().value("error"_L1).toObject();
    QVERIFY(error.value("message"_L1).toString().contains(u"Use \"path\"."));
}

void TestMcpRoute::takesLargeBodiesForFilesOnly()
{
    const auto call = [](const QByteArray &tool, qint64 bytes) -> QByteArray {
        return R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":")" + tool +
               R"(","arguments":{"text":")" + QByteArray(bytes, 'x') + R"("}}})";
    };
    const QByteArray session = begin();
    RawClient files(m_port);
    files.write(post(call("files", 5 * limits::MiB), session));
    QTRY_VERIFY2(files.received().contains("5242880 came"), files.received().left(300).constData());
    RawClient none(m_port);
    none.write(post(call("hold", 5 * limits::MiB), session));
    QTRY_COMPARE(none.status(), 413);
    QVERIFY2(none.body().contains("\"id\":7"), none.body().constData());
    QVERIFY2(none.body().contains("4 MiB"), none.body().constData());
    for (const QByteArray &body : {QByteArray(5 * limits::MiB, 'x'),
                                   QByteArray('[' + call("files", 5 * limits::MiB) + ']')}) {
        RawClient other(m_port);
        other.write(post(body, session));
        QTRY_COMPARE(other.status(), 413);
    }
    RawClient tooMany(m_port);
    tooMany.write(post(call("files", 16 * limits::MiB), session));
    QTRY_COMPARE(tooMany.status(), 413);
}

void TestMcpRoute::answersBatchesOfTheirRevision()
{
    const QByteArray session = begin("ada", "2025-03-26");
    RawClient client(m_port);
    client.write(post('[' + pingBody + ',' + cancelBody + ']', session));
    QTRY_COMPARE(client.status(), 200);
    QCOMPARE(client.body(), QByteArray(R"([{"id":1,"jsonrpc":"2.0","result":{}}])"));
    client.forget();
    client.write(post('[' + cancelBody + ']', session));
    QTRY_COMPARE(client.status(), 202);
}

// Of 2024, and everything that is written by hand.
void TestMcpRoute::streamsToOldClientsThatSendNoAccept()
{
    const auto asked = [this](const QByteArray &accept) -> QByteArray {
        return head("GET", accept, "ada").replace(" /mcp ", " /sse ") + "\r\n";
    };
    for (const QByteArray accept : {"", "Accept: */*\r\n", "Accept: text/event-stream\r\n"}) {
        RawClient client(m_port);
        client.write(asked(accept));
        QTRY_VERIFY2(client.received().contains("event: endpoint"), accept.constData());
    }
    RawClient other(m_port); // the control
    other.write(asked("Accept: application/json\r\n"));
    QTRY_COMPARE(other.status(), 406);
}

void TestMcpRoute::answersABodyThatIsNoText()
{
    RawClient client(m_port);
    QByteArray body = callBody; // code in Latin-1 instead of UTF-8
    client.write(post(body.replace("hold", "h\xf6ld"), begin()));
    QTRY_COMPARE(client.status(), 400);
    QVERIFY(client.body().contains("UTF-8"));
}

QTEST_GUILESS_MAIN(TestMcpRoute)
#include "tst_mcproute.moc"
