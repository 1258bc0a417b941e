// SPDX-License-Identifier: MIT
#include <settings/clients/textedit.h>

#include <QJsonArray>
#include <QTest>

using namespace glovebox;
using namespace glovebox::settings;
using namespace Qt::StringLiterals;

namespace {

const QStringList jsonPath{u"mcpServers"_s, u"glovebox"_s};
const QStringList tomlPath{u"mcp_servers"_s, u"glovebox"_s};
const QJsonObject entry{{u"url"_s, u"http://127.0.0.1:8420/mcp"_s},
                        {u"headers"_s, QJsonObject{{u"Authorization"_s, u"Bearer k"_s}}}};

// What stands in the texts below where the entry is expected; two steps of two blanks.
const QByteArray lines = "    \"glovebox\": {\n"
                         "      \"url\": \"http://127.0.0.1:8420/mcp\",\n"
                         "      \"headers\": {\n"
                         "        \"Authorization\": \"Bearer k\"\n"
                         "      }\n"
                         "    }";

QByteArray crlf(QByteArray text)
{
    return text.replace("\n", "\r\n");
}

} // namespace

class TestTextEdit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void addsToJson_data();
    void addsToJson();
    void goesBackExactly_data() { addsToJson_data(); }
    void goesBackExactly();
    void replacesOnlyItsOwnEntry();
    void removesWhereverItStands_data();
    void removesWhereverItStands();
    void refusesBrokenJson_data();
    void refusesBrokenJson();
    void readsWhatItWrote();
    void changesOnlyTheAddress();
    void keepsTheIndentationOfTheFile();
    void addsToToml_data();
    void addsToToml();
    void replacesATomlTableWithItsSubtables();
    void refusesToml_data();
    void refusesToml();
    void readsAndChangesTomlStrings();
};

void TestTextEdit::addsToJson_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<bool>("exact"); // removing the entry alone gives `before` again
    const QByteArray other = "    \"weather\": { \"command\": \"uvx\", \"args\": [\"weather\"] }";
    QTest::newRow("beside another one")
        << "{\n  \"mcpServers\": {\n" + other + "\n  }\n}\n"
        << "{\n  \"mcpServers\": {\n" + lines + ",\n" + other + "\n  }\n}\n"
        << true;
    QTest::newRow("comments, trailing commas, unknown keys")
        << "// mine\n{\n  \"theme\": \"dark\", /* yes */\n  \"mcpServers\": { // all of them\n"
           "    // the weather\n" +
               other + ",\n  },\n}\n"
        << "// mine\n{\n  \"theme\": \"dark\", /* yes */\n  \"mcpServers\": { // all of them\n" +
               lines + ",\n    // the weather\n" + other + ",\n  },\n}\n"
        << true;
    QTest::newRow("Windows line ends and a byte order mark")
        << "\xef\xbb\xbf" + crlf("{\n  \"mcpServers\": {\n" + other + "\n  }\n}\n")
        << "\xef\xbb\xbf" + crlf("{\n  \"mcpServers\": {\n" + lines + ",\n" + other + "\n  }\n}\n")
        << true;
    QTest::newRow("no servers yet")
        << "{\n  \"a\": 1\n}\n"_ba
        << "{\n  \"mcpServers\": {\n" + lines + "\n  },\n  \"a\": 1\n}\n"
        << false;
    QTest::newRow("an empty object of servers")
        << "{\n  \"mcpServers\": {}\n}"_ba
        << "{\n  \"mcpServers\": {\n" + lines + "\n  }\n}" << false;
    QTest::newRow("an empty object on two lines")
        << "{\n  \"mcpServers\": {\n  }\n}"_ba
        << "{\n  \"mcpServers\": {\n" + lines + "\n  }\n}" << true;
    QTest::newRow("an empty document")
        << "{}"_ba << "{\n  \"mcpServers\": {\n" + lines + "\n  }\n}" << false;
    QTest::newRow("no document") << ""_ba << "{\n  \"mcpServers\": {\n" + lines + "\n  }\n}\n"
                                 << false;
    QTest::newRow("all on one line")
        << R"({ "mcpServers": { "a": {} }, "b": 2 })"_ba
        << R"({ "mcpServers": { "glovebox": {"headers":{"Authorization":"Bearer k"},"url":"http://127.0.0.1:8420/mcp"}, "a": {} }, "b": 2 })"_ba
        << true;
    QTest::newRow("the last of two objects with the same name counts")
        << "{\n  \"mcpServers\": {},\n  \"mcpServers\": {\n" + other + "\n  }\n}"
        << "{\n  \"mcpServers\": {},\n  \"mcpServers\": {\n" + lines + ",\n" + other + "\n  }\n}"
        << true;
    QTest::newRow("braces and commas in strings and comments")
        << "{\n  \"mcpServers\": {\n    \"a}\": { \"b\": \"{,\\\"}\" } // }, {\n  }\n}\n"_ba
        << "{\n  \"mcpServers\": {\n" + lines +
               ",\n    \"a}\": { \"b\": \"{,\\\"}\" } // }, {\n  }\n}\n"
        << true;
}

void TestTextEdit::addsToJson()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const auto changed = jsonc::set(before, jsonPath, entry);
    QVERIFY2(changed.has_value(), changed ? "" : qPrintable(changed.error().text));
    QCOMPARE(*changed, after);
    QCOMPARE(jsonc::set(*changed, jsonPath, entry).value(), after); // again changes nothing
}

void TestTextEdit::goesBackExactly()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(bool, exact);
    const auto removed = jsonc::remove(after, jsonPath);
    QVERIFY(removed.has_value());
    if (exact)
        QCOMPARE(*removed, before);
    QVERIFY(!jsonc::object(*removed, jsonPath).value().has_value());
}

void TestTextEdit::replacesOnlyItsOwnEntry()
{
    const QByteArray text =
        "{ // x\n\t\"mcpServers\": {\n\t\t\"a\": 1, // keep\n\t\t\"glovebox\": {"
        " \"url\": \"old\", \"extra\": [1, 2] }, // ours\n\t},\n}\n";
    const auto changed = jsonc::set(text, jsonPath, {{u"url"_s, u"new"_s}});
    QCOMPARE(changed.value(),
             "{ // x\n\t\"mcpServers\": {\n\t\t\"a\": 1, // keep\n\t\t\"glovebox\": {"
             "\n\t\t\t\"url\": \"new\"\n\t\t}, // ours\n\t},\n}\n");
}

void TestTextEdit::removesWhereverItStands_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const QByteArray open = "{\n  \"mcpServers\": {\n";
    const QByteArray close = "\n  }\n}\n";
    QTest::newRow("first") << open + lines + ",\n    \"a\": 1" + close
                           << open + "    \"a\": 1" + close;
    QTest::newRow("last") << open + "    \"a\": 1,\n" + lines + close
                          << open + "    \"a\": 1" + close;
    QTest::newRow("last with a trailing comma")
        << open + "    \"a\": 1,\n" + lines + "," + close << open + "    \"a\": 1," + close;
    QTest::newRow("between") << open + "    \"a\": 1,\n" + lines + ",\n    \"b\": 2" + close
                             << open + "    \"a\": 1,\n    \"b\": 2" + close;
    QTest::newRow("on one line") << R"({"mcpServers":{"a":1,"glovebox":{},"b":2}})"_ba
                                 << R"({"mcpServers":{"a":1,"b":2}})"_ba;
    QTest::newRow("not there") << R"({"mcpServers":{"a":1}})"_ba << R"({"mcpServers":{"a":1}})"_ba;
    QTest::newRow("no document") << " \n"_ba << " \n"_ba;
}

void TestTextEdit::removesWhereverItStands()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QCOMPARE(jsonc::remove(before, jsonPath).value(), after);
}

void TestTextEdit::refusesBrokenJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("cut off") << "{\n  \"mcpServers\": {"_ba << u"line 2"_s;
    QTest::newRow("no comma") << "{\n\"a\": 1\n\"b\": 2\n}"_ba << u"line 3"_s;
    QTest::newRow("two commas") << "{\"a\": 1,,\n\"b\": 2}"_ba << u"line 1"_s;
    QTest::newRow("comment without end") << "{} /* x"_ba << u"line"_s;
    QTest::newRow("single quotes") << "{'a': 1}"_ba << u"line 1"_s;
    QTest::newRow("a word") << "{\"a\": yes}"_ba << u"line 1"_s;
    QTest::newRow("more behind it") << "{}\n{}"_ba << u"line 2"_s;
    QTest::newRow("line break in a string") << "{\"a\": \"x\ny\"}"_ba << u"line 1"_s;
    QTest::newRow("conflict markers") << "<<<<<<< HEAD\n{}\n"_ba << u"line 1"_s;
    QTest::newRow("an array") << "[]"_ba << u"no JSON object"_s;
    QTest::newRow("servers are a list") << R"({"mcpServers":[]})"_ba << u"mcpServers"_s;
    QTest::newRow("servers are null") << R"({"mcpServers":null})"_ba << u"mcpServers"_s;
    QTest::newRow("nested too deeply") << QByteArray(5000, '[') << u"line 1"_s;
}

void TestTextEdit::refusesBrokenJson()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const auto changed = jsonc::set(text, jsonPath, entry);
    QVERIFY(!changed.has_value());
    QVERIFY2(changed.error().text.contains(says), qPrintable(changed.error().text));
}

void TestTextEdit::readsWhatItWrote()
{
    const auto text = jsonc::set({}, jsonPath, entry);
    QCOMPARE(jsonc::object(*text, jsonPath).value().value(), entry);
    QVERIFY(!jsonc::object("{}", jsonPath).value().has_value());
}

void TestTextEdit::changesOnlyTheAddress()
{
    const QByteArray text =
        "{\"mcpServers\": {\"glovebox\": { /* x */ \"url\" : \"a\" ,\"b\": 1}}}";
    QCOMPARE(jsonc::setString(text, jsonPath + QStringList{u"url"_s}, u"b\"c"_s).value(),
             "{\"mcpServers\": {\"glovebox\": { /* x */ \"url\" : \"b\\\"c\" ,\"b\": 1}}}");
    QVERIFY(!jsonc::setString("{}", jsonPath, u"x"_s).has_value());
}

void TestTextEdit::keepsTheIndentationOfTheFile()
{
    const auto tabs =
        jsonc::set("{\n\t\"mcpServers\": {\n\t\t\"a\": 1\n\t}\n}", jsonPath, {{u"url"_s, u"x"_s}});
    QCOMPARE(tabs.value(),
             "{\n\t\"mcpServers\": {\n\t\t\"glovebox\": {\n\t\t\t\"url\": \"x\"\n\t\t},"
             "\n\t\t\"a\": 1\n\t}\n}");
}

void TestTextEdit::addsToToml_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const QByteArray table = "[mcp_servers.glovebox]\n"
                             "http_headers = { Authorization = \"Bearer k\" }\n"
                             "url = \"http://127.0.0.1:8420/mcp\"\n";
    const QByteArray before =
        "# mine\nmodel = \"o3\" # best\n\n[mcp_servers.weather]\n"
        "args = [\n  \"a]\", # ]\n  '''[x]''',\n]\nlong = \"\"\"\n[no.table]\n\"\"\"\n";
    QTest::newRow("behind others") << before << before + '\n' + table;
    QTest::newRow("no line end at the end") << "a = 1"_ba << "a = 1\n\n" + table;
    QTest::newRow("Windows line ends") << "a = 1\r\n"_ba << "a = 1\r\n" + crlf('\n' + table);
    QTest::newRow("no document") << ""_ba << table;
    QTest::newRow("dates, numbers, dotted and quoted keys")
        << "d = 1979-05-27T07:32:00Z\nx.y = 1_000\n\"a b\" = inf\n[[list]]\nk = {a = 1, b = [2]}\n"_ba
        << "d = 1979-05-27T07:32:00Z\nx.y = 1_000\n\"a b\" = inf\n[[list]]\nk = {a = 1, b = "
           "[2]}\n\n" +
               table;
}

void TestTextEdit::addsToToml()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const QJsonObject codex{{u"url"_s, entry["url"_L1]}, {u"http_headers"_s, entry["headers"_L1]}};
    const auto changed = toml::set(before, tomlPath, codex);
    QVERIFY2(changed.has_value(), changed ? "" : qPrintable(changed.error().text));
    QCOMPARE(*changed, after);
    QCOMPARE(toml::set(*changed, tomlPath, codex).value(), after);
    const QByteArray gone = toml::remove(*changed, tomlPath).value();
    QCOMPARE(gone, before.isEmpty() || before.endsWith('\n') ? before : before + '\n');
}

void TestTextEdit::replacesATomlTableWithItsSubtables()
{
    const QByteArray text = "[mcp_servers.\"glovebox\"]\nurl = \"old\" # x\n"
                            "[mcp_servers.glovebox.env]\nA = \"b\"\n\n[other]\nx = 1\n"
                            "[mcp_servers.glovebox.more]\ny = 2\n[last]\n";
    QCOMPARE(toml::set(text, tomlPath, {{u"url"_s, u"new"_s}}).value(),
             "[mcp_servers.glovebox]\nurl = \"new\"\n\n[other]\nx = 1\n[last]\n");
    QCOMPARE(toml::remove(text, tomlPath).value(), "\n[other]\nx = 1\n[last]\n");
}

void TestTextEdit::refusesToml_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("no value") << "a =\n"_ba << ErrorCode::Corrupt;
    QTest::newRow("no equals sign") << "a\n"_ba << ErrorCode::Corrupt;
    QTest::newRow("string without end") << "a = \"x\nb = 1\n"_ba << ErrorCode::Corrupt;
    QTest::newRow("bracket without end") << "a = [1,\n"_ba << ErrorCode::Corrupt;
    QTest::newRow("wrong bracket") << "a = [1}\n"_ba << ErrorCode::Corrupt;
    QTest::newRow("two values") << "a = \"1\" 2\n"_ba << ErrorCode::Corrupt;
    QTest::newRow("header without end") << "[a\n"_ba << ErrorCode::Corrupt;
    QTest::newRow("JSON") << "{\"a\": 1}"_ba << ErrorCode::Corrupt;
    QTest::newRow("servers inline")
        << "mcp_servers = { a = { url = \"x\" } }\n"_ba << ErrorCode::Conflict;
    QTest::newRow("entry inline") << "[mcp_servers]\nglovebox = { url = \"x\" }\n"_ba
                                  << ErrorCode::Conflict;
    QTest::newRow("entry dotted") << "mcp_servers.glovebox.url = \"x\"\n"_ba << ErrorCode::Conflict;
    QTest::newRow("array of tables")
        << "[[mcp_servers.glovebox]]\nurl = \"x\"\n"_ba << ErrorCode::Conflict;
}

void TestTextEdit::refusesToml()
{
    QFETCH(QByteArray, text);
    QFETCH(ErrorCode, code);
    const auto changed = toml::set(text, tomlPath, entry);
    QVERIFY(!changed.has_value());
    QVERIFY(changed.error().code == code);
}

void TestTextEdit::readsAndChangesTomlStrings()
{
    const QByteArray text = "[mcp_servers.glovebox]\nurl = 'a' # x\ncommand = \"b\\\"\"\nn = 1\n";
    QCOMPARE(toml::string(text, tomlPath, u"url"_s).value().value(), u"a"_s);
    QCOMPARE(toml::string(text, tomlPath, u"command"_s).value().value(), u"b\""_s);
    QVERIFY(!toml::string(text, tomlPath, u"n"_s).value().has_value());
    QCOMPARE(toml::setString(text, tomlPath, u"url"_s, u"c"_s).value(),
             "[mcp_servers.glovebox]\nurl = \"c\" # x\ncommand = \"b\\\"\"\nn = 1\n");
}

QTEST_GUILESS_MAIN(TestTextEdit)
#include "tst_textedit.moc"
