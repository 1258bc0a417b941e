// SPDX-License-Identifier: MIT
#include "mcp/callbudget.h"
#include "mcp/content.h"

#include <QTest>

using namespace glovebox::mcp;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestProtocol : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsMessagesApart_data();
    void tellsMessagesApart();
    void refusesWhatIsNoJson_data();
    void refusesWhatIsNoJson();
    void keepsIdsAsTheyWere_data();
    void keepsIdsAsTheyWere();
    void neverTakesANumberForAString();
    void knowsTheRevisions();
    void tellsLinksAsTextToOldClients();
    void leavesStructuredContentOutForOldClients();
    void choosesABudgetByName_data();
    void choosesABudgetByName();
};

void TestProtocol::tellsMessagesApart_data()
{
    using Kind = Message::Kind;
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<Kind>("kind");
    const auto row = [](const char *name, const char *bytes, Kind kind) {
        QTest::newRow(name) << QByteArray(bytes) << kind;
    };
    row("request", R"({"jsonrpc":"2.0","id":1,"method":"ping"})", Kind::Request);
    row("string id", R"({"jsonrpc":"2.0","id":"a","method":"ping"})", Kind::Request);
    row("notification", R"({"jsonrpc":"2.0","method":"notifications/x"})", Kind::Notification);
    row("result", R"({"jsonrpc":"2.0","id":1,"result":{}})", Kind::Response);
    row("error", R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}})", Kind::Response);
    row("null id", R"({"jsonrpc":"2.0","id":null,"method":"ping"})", Kind::Invalid);
    row("fractional id", R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", Kind::Invalid);
    row("object id", R"({"jsonrpc":"2.0","id":{},"method":"ping"})", Kind::Invalid);
    row("no version", R"({"id":1,"method":"ping"})", Kind::Invalid);
    row("other version", R"({"jsonrpc":"1.0","id":1,"method":"ping"})", Kind::Invalid);
    row("array params", R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})", Kind::Invalid);
    row("method is a number", R"({"jsonrpc":"2.0","id":1,"method":7})", Kind::Invalid);
    row("empty object", "{}", Kind::Invalid);
    row("result without id", R"({"jsonrpc":"2.0","result":{}})", Kind::Invalid);
}

void TestProtocol::tellsMessagesApart()
{
    QFETCH(QByteArray, bytes);
    QFETCH(Message::Kind, kind);
    const auto body = parseBody(bytes);
    QVERIFY(body);
    QVERIFY(!body->batch);
    QCOMPARE(body->messages.size(), 1);
    QCOMPARE(body->messages.first().kind, kind);
    if (kind == Message::Kind::Invalid)
        QVERIFY(!body->messages.first().invalid.text.isEmpty());
    // The same inside a batch.
    const auto batch = parseBody('[' + bytes + ',' + bytes + ']');
    QVERIFY(batch && batch->batch);
    QCOMPARE(batch->messages.size(), 2);
    QCOMPARE(batch->messages.last().kind, kind);
}

void TestProtocol::refusesWhatIsNoJson_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<RpcCode>("code");
    QTest::newRow("nothing") << QByteArray() << RpcCode::ParseError;
    QTest::newRow("half") << QByteArray("{\"jsonrpc\":") << RpcCode::ParseError;
    QTest::newRow("two") << QByteArray("{}{}") << RpcCode::ParseError;
    QTest::newRow("bare string") << QByteArray("\"x\"") << RpcCode::InvalidRequest;
    QTest::newRow("null") << QByteArray("null") << RpcCode::InvalidRequest;
    QTest::newRow("bare words") << QByteArray("x") << RpcCode::ParseError;
    QTest::newRow("not UTF-8") << QByteArray("{\"a\":\"\xff\xfe\"}") << RpcCode::ParseError;
    QTest::newRow("overlong UTF-8") << QByteArray("{\"a\":\"\xc0\xaf\"}") << RpcCode::ParseError;
    QTest::newRow("empty batch") << QByteArray("[]") << RpcCode::InvalidRequest;
    QTest::newRow("deep") << QByteArray(100000, '[') << RpcCode::ParseError;
}

void TestProtocol::refusesWhatIsNoJson()
{
    QFETCH(QByteArray, bytes);
    const auto body = parseBody(bytes);
    QVERIFY(!body);
    QTEST(body.error().code, "code");
    QVERIFY(body.error().text.endsWith(u'.'));
}

void TestProtocol::keepsIdsAsTheyWere_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("zero") << QByteArray("0");
    QTest::newRow("negative") << QByteArray("-7");
    QTest::newRow("beyond double") << QByteArray("9007199254740993");
    QTest::newRow("string") << QByteArray("\"7\"");
    QTest::newRow("empty string") << QByteArray("\"\"");
    QTest::newRow("probe") << QByteArray("\"server-discover-probe-1\"");
}

void TestProtocol::keepsIdsAsTheyWere()
{
    QFETCH(QByteArray, id);
    const auto body = parseBody("{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":" + id + '}');
    QVERIFY(body);
    const QByteArray answer = encode(resultMessage(body->messages.first().id, {}));
    QCOMPARE(answer, "{\"id\":" + id + ",\"jsonrpc\":\"2.0\",\"result\":{}}");
}

void TestProtocol::neverTakesANumberForAString()
{
    QVERIFY(idKey(7) != idKey(u"7"_s));
    QVERIFY(idKey(u"i:7"_s) != idKey(7));
    QCOMPARE(idKey(7), idKey(QJsonValue(7.0)));
}

void TestProtocol::knowsTheRevisions()
{
    QCOMPARE(supportedVersions(), QStringList({u"2026-07-28"_s, u"2025-11-25"_s, u"2025-06-18"_s,
                                               u"2025-03-26"_s, u"2024-11-05"_s}));
    const QStringList versions = supportedVersions();
    for (const QString &version : versions)
        QCOMPARE(QString(dialect(*eraOf(version)).version), version);
    QVERIFY(!eraOf(u"2026-07-29"));
    QCOMPARE(sessionVersions().first(), u"2025-11-25"_s);
    QVERIFY(!eraOf(u"2025-11-2"));
    QVERIFY(!eraOf(u""));
    QVERIFY(dialect(Era::V2025_03_26).batches);
    QVERIFY(!dialect(Era::V2025_06_18).batches);
}

void TestProtocol::tellsLinksAsTextToOldClients()
{
    const Content link = content::Link{.uri = u"run://r1/output"_s, .name = u"Output"_s};
    QCOMPARE(toJson(link, dialect(Era::V2025_06_18)).value("type"_L1).toString(),
             u"resource_link"_s);
    const QJsonObject old = toJson(link, dialect(Era::V2025_03_26));
    QCOMPARE(old.value("type"_L1).toString(), u"text"_s);
    QVERIFY(old.value("text"_L1).toString().contains(u"run://r1/output"));
}

void TestProtocol::leavesStructuredContentOutForOldClients()
{
    CallResult result = CallResult::text(u"x"_s);
    result.structured = {{u"a"_s, 1}};
    QVERIFY(toJson(result, dialect(Era::V2025_11_25)).contains("structuredContent"_L1));
    QVERIFY(!toJson(result, dialect(Era::V2025_03_26)).contains("structuredContent"_L1));
}

void TestProtocol::choosesABudgetByName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<std::chrono::seconds>("budget");
    QTest::newRow("unknown") << u"something"_s << std::chrono::seconds(50s);
    QTest::newRow("empty") << QString() << std::chrono::seconds(50s);
    QTest::newRow("Cline") << u"Cline"_s << std::chrono::seconds(50s);
    QTest::newRow("Codex") << u"codex-mcp-client"_s << std::chrono::seconds(50s);
    QTest::newRow("Claude Desktop") << u"claude-ai"_s << std::chrono::seconds(220s);
    QTest::newRow("behind mcp-remote")
        << u"claude-ai (via mcp-remote 0.15.1)"_s << std::chrono::seconds(220s);
    QTest::newRow("Claude Code") << u"claude-code"_s << std::chrono::seconds(30min);
}

void TestProtocol::choosesABudgetByName()
{
    QFETCH(QString, name);
    QTEST(callBudget(name), "budget");
}

QTEST_GUILESS_MAIN(TestProtocol)
#include "tst_protocol.moc"
