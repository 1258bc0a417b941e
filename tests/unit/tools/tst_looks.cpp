// SPDX-License-Identifier: MIT
#include "tools/looks.h"

#include <QJsonArray>
#include <QTest>

using namespace glovebox;
using namespace glovebox::tools;
using namespace Qt::StringLiterals;

// What an interpreter answers about its variables, read as what it is: anything.
class tst_looks final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsCompletions();
    void looksAtSoMany();
    void readsAPathThatIsTyped();
    void keepsPlacesInTheCode_data();
    void keepsPlacesInTheCode();
    void readsAnInspection();
    void readsVariables();
    void readsAPage();
    void sendsAQuery();
    void takesNothingOutOfBounds();
    void takesAnythingElseAsNothing_data();
    void takesAnythingElseAsNothing();
};

void tst_looks::readsCompletions()
{
    const QJsonObject match{
        {u"text"_s, u"head"_s}, {u"type"_s, u"function"_s}, {u"signature"_s, u"(n=5)"_s}};
    const auto answer = completionsFrom(
        {{u"start"_s, 3}, {u"end"_s, 5}, {u"matches"_s, QJsonArray{match, QJsonObject()}}}, 5);
    QVERIFY(!answer.path);
    QCOMPARE(answer.completions, (Completions{3, 5, {{u"head"_s, u"function"_s, u"(n=5)"_s}}}));
}

// What is no good counts towards the most that is looked at, or millions of nothing would be.
void tst_looks::looksAtSoMany()
{
    QJsonArray list;
    for (int i = 0; i < 2000; ++i)
        list.append(QJsonObject());
    list.append(QJsonObject{{u"text"_s, u"behind"_s}, {u"name"_s, u"behind"_s}});
    QVERIFY(completionsFrom({{u"matches"_s, list}}, 5).completions.matches.isEmpty());
    QVERIFY(variablesFrom({{u"variables"_s, list}}).isEmpty());
    list.removeFirst();
    QCOMPARE(variablesFrom({{u"variables"_s, list}}).size(), 1); // the control: the 2,000th
}

void tst_looks::readsAPathThatIsTyped()
{
    const auto answer =
        completionsFrom({{u"start"_s, 9}, {u"end"_s, 10}, {u"path"_s, u"/mnt/data/売"_s}}, 20);
    QVERIFY(answer.path);
    QCOMPARE(answer.path->path, u"/mnt/data/売"_s);
    QCOMPARE(answer.path->start, 9);
    QCOMPARE(answer.path->end, 10);
}

void tst_looks::keepsPlacesInTheCode_data()
{
    QTest::addColumn<QJsonValue>("start");
    QTest::addColumn<QJsonValue>("end");
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::newRow("as it is") << QJsonValue(1) << QJsonValue(3) << 1 << 3;
    QTest::newRow("behind the end") << QJsonValue(5) << QJsonValue(900) << 5 << 10;
    QTest::newRow("before the beginning") << QJsonValue(-5) << QJsonValue(2) << 0 << 2;
    QTest::newRow("backwards") << QJsonValue(7) << QJsonValue(2) << 7 << 7;
    QTest::newRow("nothing") << QJsonValue() << QJsonValue() << 10 << 10;
    QTest::newRow("text") << QJsonValue(u"1"_s) << QJsonValue(u"2"_s) << 10 << 10;
    QTest::newRow("huge") << QJsonValue(1e300) << QJsonValue(-1e300) << 10 << 10;
}

void tst_looks::keepsPlacesInTheCode()
{
    QFETCH(QJsonValue, start);
    QFETCH(QJsonValue, end);
    const auto answer = completionsFrom({{u"start"_s, start}, {u"end"_s, end}}, 10);
    QTEST(int(answer.completions.start), "from");
    QTEST(int(answer.completions.end), "to");
}

void tst_looks::readsAnInspection()
{
    const Inspection found = inspectionFrom({{u"name"_s, u"df.head"_s},
                                             {u"type"_s, u"method"_s},
                                             {u"signature"_s, u"(n=5)"_s},
                                             {u"doc"_s, u"First rows.\n\tMore\x07"_s},
                                             {u"parameter"_s, 1}});
    QCOMPARE(found.doc, u"First rows.\n\tMore "_s);
    QCOMPARE(found.parameter, 1);
    QVERIFY(found.isFound());
    QVERIFY(!inspectionFrom({}).isFound());
    QCOMPARE(inspectionFrom({}).parameter, -1);
}

void tst_looks::readsVariables()
{
    const QJsonObject variable{{u"name"_s, u"df"_s},     {u"type"_s, u"DataFrame"_s},
                               {u"shape"_s, u"3 × 2"_s}, {u"preview"_s, u"a, b"_s},
                               {u"bytes"_s, 120},        {u"table"_s, true},
                               {u"callable"_s, false}};
    const auto variables =
        variablesFrom({{u"variables"_s, QJsonArray{variable, 7, QJsonObject()}}});
    QCOMPARE(variables,
             (QList<Variable>{{u"df"_s, u"DataFrame"_s, u"3 × 2"_s, u"a, b"_s, 120, true, false}}));
}

void tst_looks::readsAPage()
{
    const QJsonObject json{
        {u"total"_s, 10},
        {u"matching"_s, 4},
        {u"total_columns"_s, 2},
        {u"columns"_s, QJsonArray{QJsonObject{{u"name"_s, u"店"_s}, {u"dtype"_s, u"object"_s}},
                                  QJsonObject{{u"name"_s, u"数"_s}, {u"numeric"_s, true}}}},
        {u"index"_s, QJsonArray{u"0"_s, u"1"_s}},
        {u"cells"_s, QJsonArray{QJsonArray{u"新宿"_s, QJsonValue()}, QJsonArray{u""_s}}}};
    const TablePage page = tablePageFrom(json, {.variable = u"df"_s, .filter = {}});
    QCOMPARE(page.totalRows, 10);
    QCOMPARE(page.matchingRows, 4);
    QCOMPARE(page.columns.size(), 2);
    QVERIFY(page.columns[1].isNumeric);
    QCOMPARE(page.index, (QStringList{u"0"_s, u"1"_s}));
    QCOMPARE(page.cells[0][0], u"新宿"_s);
    QVERIFY(page.cells[0][1].isNull());
    QVERIFY(!page.cells[1][0].isNull()); // an empty text is not missing
    QVERIFY(page.cells[1][1].isNull());
}

void tst_looks::sendsAQuery()
{
    const QJsonObject arguments = toArguments({.variable = u"df"_s,
                                               .sortColumn = 2,
                                               .descending = true,
                                               .filter = u"a > 1"_s,
                                               .firstRow = -4,
                                               .rows = 1'000'000});
    QCOMPARE(arguments[u"sort"].toInt(), 2);
    QCOMPARE(arguments[u"first_row"].toInt(), 0);
    QCOMPARE(arguments[u"rows"].toInt(), 2000);
    QCOMPARE(arguments[u"filter"].toString(), u"a > 1"_s);
}

void tst_looks::takesNothingOutOfBounds()
{
    QJsonArray many;
    const QString endless(2000, u'x');
    for (int i = 0; i < 5000; ++i)
        many.append(QJsonObject{{u"text"_s, endless}, {u"name"_s, endless}});
    QCOMPARE(completionsFrom({{u"matches"_s, many}}, 1).completions.matches.size(), 1000);
    QCOMPARE(completionsFrom({{u"matches"_s, many}}, 1).completions.matches.first().text.size(),
             1000);
    QCOMPARE(variablesFrom({{u"variables"_s, many}}).size(), 2000);
    QJsonArray rows;
    for (int i = 0; i < 5000; ++i)
        rows.append(QJsonArray{endless, endless});
    const TablePage page = tablePageFrom({{u"total"_s, 5},
                                          {u"matching"_s, 99},
                                          {u"columns"_s, many},
                                          {u"cells"_s, rows},
                                          {u"index"_s, rows}},
                                         {.variable = {}, .filter = {}, .rows = 3, .columns = 2});
    QCOMPARE(page.matchingRows, 5);
    QCOMPARE(page.columns.size(), 2);
    QCOMPARE(page.cells.size(), 3);
    QCOMPARE(page.index.size(), 3);
    QCOMPARE(page.cells[0][0].size(), 1000);
}

void tst_looks::takesAnythingElseAsNothing_data()
{
    QTest::addColumn<QJsonValue>("value");
    QTest::newRow("null") << QJsonValue();
    QTest::newRow("number") << QJsonValue(-1e308);
    QTest::newRow("text") << QJsonValue(u"\xd800"_s);
    QTest::newRow("array") << QJsonValue(QJsonArray{QJsonArray{}, QJsonValue(), 3});
    QTest::newRow("object") << QJsonValue(QJsonObject{{u"a"_s, 1}});
}

void tst_looks::takesAnythingElseAsNothing()
{
    QFETCH(QJsonValue, value);
    QJsonObject json;
    for (const QString &key :
         {u"matches"_s, u"name"_s, u"variables"_s, u"columns"_s, u"cells"_s, u"index"_s, u"total"_s,
          u"matching"_s, u"total_columns"_s, u"parameter"_s, u"text"_s, u"next"_s})
        json.insert(key, value);
    QVERIFY(completionsFrom(json, 3).completions.matches.isEmpty());
    QVERIFY(variablesFrom(json).isEmpty());
    const TablePage page = tablePageFrom(json, {.variable = {}, .filter = {}});
    QVERIFY(page.totalRows >= 0 && page.matchingRows <= page.totalRows && page.totalColumns >= 0);
    QVERIFY(inspectionFrom(json).parameter >= -1);
    QVERIFY(tableTextFrom(json).next <= 0);
}

QTEST_GUILESS_MAIN(tst_looks)
#include "tst_looks.moc"
