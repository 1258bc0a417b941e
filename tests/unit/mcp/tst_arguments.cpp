// SPDX-License-Identifier: MIT
#include "mcp/arguments.h"

#include <QJsonDocument>
#include <QTest>

using namespace glovebox::mcp;
using namespace Qt::StringLiterals;

class TestArguments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void says_data();
    void says();
    void leavesOpenSchemasOpen();
    void refusesHalfASurrogatePair();
};

namespace {

const char schemaText[] = R"({"type":"object","required":["code"],"properties":{
    "code":{"type":"string","maxLength":10},
    "timeout_s":{"type":"integer","minimum":1,"maximum":3600},
    "ratio":{"type":"number"},
    "mode":{"type":"string","enum":["ro","rw"]},
    "recursive":{"type":"boolean"},
    "packages":{"type":"array","maxItems":3,"items":{"type":"string","minLength":1}},
    "session":{"type":["string","null"]},
    "env":{"type":"object","properties":{"NAME":{"type":"string"}},"required":["NAME"]}}})";

QJsonObject parsed(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).object();
}

} // namespace

void TestArguments::says_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const char *arguments, const QString &text) {
        QTest::newRow(name) << QByteArray(arguments) << text;
    };
    const QString good;
    row("least", R"({"code":"x"})", good);
    row("all", R"({"code":"x","timeout_s":60,"ratio":0.5,"mode":"ro","recursive":true,
                   "packages":["numpy"],"session":null,"env":{"NAME":"v"}})",
        good);
    row("whole number as float", R"({"code":"x","timeout_s":60.0})", good);
    row("ten characters, more bytes", R"({"code":"日本語日本語日本語😀"})", good);
    row("missing", R"({"mode":"ro"})",
        u"t: the argument \"code\" is required but missing. Arrived: \"mode\"."_s);
    row("unknown before missing", R"({"cod":"x"})",
        u"t: there is no argument \"cod\". Known arguments: \"code\", \"env\", \"mode\", "
        "\"packages\", \"ratio\", \"recursive\", \"session\", \"timeout_s\"."_s);
    row("number for string", R"({"code":7})",
        u"t: \"code\" must be of type string, but 7 (integer) arrived."_s);
    row("null for string", R"({"code":null})",
        u"t: \"code\" must be of type string, but null (null) arrived."_s);
    row("string for integer", R"({"code":"x","timeout_s":"60"})",
        u"t: \"timeout_s\" must be of type integer, but \"60\" (string) arrived."_s);
    row("fraction for integer", R"({"code":"x","timeout_s":1.5})",
        u"t: \"timeout_s\" must be of type integer, but 1.5 (number) arrived."_s);
    row("too small", R"({"code":"x","timeout_s":0})",
        u"t: \"timeout_s\" must be at least 1, but 0 arrived."_s);
    row("too large", R"({"code":"x","timeout_s":3601})",
        u"t: \"timeout_s\" must be at most 3600, but 3601 arrived."_s);
    row("no such choice", R"({"code":"x","mode":"w"})",
        u"t: \"mode\" must be one of \"ro\", \"rw\", but \"w\" arrived."_s);
    row("too long", R"({"code":"12345678901"})",
        u"t: the length of \"code\" must be at most 10, but 11 arrived."_s);
    row("wrong item", R"({"code":"x","packages":["a",2]})",
        u"t: \"packages[1]\" must be of type string, but 2 (integer) arrived."_s);
    row("empty item", R"({"code":"x","packages":[""]})",
        u"t: the length of \"packages[0]\" must be at least 1, but 0 arrived."_s);
    row("too many items", R"({"code":"x","packages":["a","b","c","d"]})",
        u"t: the number of items in \"packages\" must be at most 3, but 4 arrived."_s);
    row("either kind", R"({"code":"x","session":3})",
        u"t: \"session\" must be of type string or null, but 3 (integer) arrived."_s);
    row("nested unknown", R"({"code":"x","env":{"OTHER":"v"}})",
        u"t: there is no argument \"OTHER\" in \"env\". Known arguments: \"NAME\"."_s);
    row("nested missing", R"({"code":"x","env":{}})",
        u"t: the argument \"NAME\" in \"env\" is required but missing. Arrived: none."_s);
}

void TestArguments::says()
{
    QFETCH(QByteArray, arguments);
    QTEST(checkArguments(u"t"_s, parsed(schemaText), parsed(arguments)).value_or(QString()),
          "text");
}

void TestArguments::leavesOpenSchemasOpen()
{
    QVERIFY(!checkArguments(u"t"_s, parsed(R"({"type":"object"})"), parsed(R"({"a":1})")));
    QVERIFY(!checkArguments(
        u"t"_s, parsed(R"({"type":"object","properties":{},"additionalProperties":true})"),
        parsed(R"({"a":1})")));
    QVERIFY(checkArguments(u"t"_s, parsed(R"({"type":"object","properties":{}})"),
                           parsed(R"({"a":1})")));
}

void TestArguments::refusesHalfASurrogatePair()
{
    const auto problem =
        checkArguments(u"t"_s, parsed(schemaText), {{u"code"_s, QString(QChar(0xd800))}});
    QVERIFY(problem);
    QVERIFY(problem->contains(u"surrogate"));
}

QTEST_GUILESS_MAIN(TestArguments)
#include "tst_arguments.moc"
