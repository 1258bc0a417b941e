// SPDX-License-Identifier: MIT
#include "ui/models/shownhtml.h"

#include <QAbstractItemModelTester>
#include <QSortFilterProxyModel>
#include <QTest>

using namespace glovebox::ui;
using namespace Qt::StringLiterals;

namespace {

// As pandas 3 writes it.
const QString frame = uR"(<div>
<style scoped>.dataframe tbody tr th { vertical-align: top; }</style>
<table border="1" class="dataframe">
  <thead>
    <tr style="text-align: right;"><th></th><th>地域</th><th>売上</th><th>a &lt;b&gt; &amp; c</th></tr>
  </thead>
  <tbody>
    <tr><th>0</th><td>関東</td><td>239.4</td><td>&#x41;&#66;</td></tr>
    <tr><th>1</th><td>近畿</td><td>1,171.1</td><td>NaN</td></tr>
    <tr><th>...</th><td>...</td><td>...</td><td>...</td></tr>
  </tbody>
</table>
<p>27846 rows × 3 columns</p>
</div>)"_s;

} // namespace

class ShownHtmlTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatPandasWrites()
    {
        const auto table = tableIn(frame);
        QVERIFY(table);
        QCOMPARE(table->header, QStringList({u""_s, u"地域"_s, u"売上"_s, u"a <b> & c"_s}));
        QCOMPARE(table->rows.size(), 3);
        QCOMPARE(table->rows.at(0), QStringList({u"0"_s, u"関東"_s, u"239.4"_s, u"AB"_s}));
        QCOMPARE(table->totalRows, 27846);
        QCOMPARE(table->totalColumns, 3);
    }

    void readsColumnsOfSeveralLevelsAndIndexesOfSeveralRows()
    {
        const auto table =
            tableIn(u"<table><thead><tr><th></th><th></th><th colspan=\"2\">sum</th></tr>"
                    "<tr><th>a</th><th>b</th><th>x</th><th>y</th></tr></thead><tbody>"
                    "<tr><th rowspan=\"2\">1</th><th>p</th><td>1</td><td>2</td></tr>"
                    "<tr><th>q</th><td>3</td><td>4</td></tr></tbody></table>"_s);
        QVERIFY(table);
        QCOMPARE(table->header, QStringList({u"a"_s, u"b"_s, u"x"_s, u"y"_s}));
        QCOMPARE(table->rows.at(1), QStringList({u""_s, u"q"_s, u"3"_s, u"4"_s}));
    }

    void typesStandBesideTheNamesOfTheColumns_data()
    {
        QTest::addColumn<QString>("told");
        QTest::addColumn<QStringList>("types");
        QTest::newRow("all") << u"1|str|float64|category"_s
                             << QStringList({u""_s, u"str"_s, u"float64"_s, u"category"_s});
        QTest::newRow("escaped") << u"1|str|interval[int64, &quot;&lt;&quot;]|str"_s
                                 << QStringList(
                                        {u""_s, u"str"_s, u"interval[int64, \"<\"]"_s, u"str"_s});
        QTest::newRow("an index of two columns")
            << u"2|str|bool"_s << QStringList({u""_s, u""_s, u"str"_s, u"bool"_s});
        QTest::newRow("too few") << u"1|str"_s << QStringList();
        QTest::newRow("more than are shown") << u"1|a|b|c|d|e"_s << QStringList();
        QTest::newRow("nothing") << u""_s << QStringList();
        QTest::newRow("no number") << u"x|a|b|c"_s << QStringList();
    }

    void typesStandBesideTheNamesOfTheColumns()
    {
        QFETCH(QString, told);
        QFETCH(QStringList, types);
        QString html = frame;
        html.replace(u"<table "_s, u"<table data-dtypes=\""_s + told + u"\" "_s);
        const auto table = tableIn(html);
        QVERIFY(table);
        QCOMPARE(table->types, types);
        QCOMPARE(tableIn(frame)->types, QStringList());
    }

    void typesOfColumnsThatAreLeftOutAreLeftOut()
    {
        const auto table = tableIn(
            u"<table "
            u"data-dtypes=\"1|a|b|c|d|e\"><thead><tr><th></th><th>A</th><th>B</th><th>...</th>"
            "<th>E</th></tr></thead><tbody></tbody></table>"_s);
        QVERIFY(table);
        QCOMPARE(table->types, QStringList({u""_s, u"a"_s, u"b"_s, u""_s, u"e"_s}));
        const ShownTableModel model(*table);
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), u"A\na"_s);
    }

    void typesBelowTheNamesAreNoNames()
    {
        const auto table = tableIn(
            u"<table><thead><tr><th>A</th><th>B</th></tr><tr><td>i64</td><td>str</td></tr></thead>"
            "<tbody><tr><td>1</td><td>x</td></tr></tbody></table>"_s);
        QVERIFY(table);
        QCOMPARE(table->header, QStringList({u"A"_s, u"B"_s}));
        QCOMPARE(table->types, QStringList({u"i64"_s, u"str"_s}));
    }

    void whatIsNoTableIsNone_data()
    {
        QTest::addColumn<QString>("html");
        QTest::newRow("empty") << QString();
        QTest::newRow("text") << u"<p>hello</p>"_s;
        QTest::newRow("no header") << u"<table><tr><td>1</td></tr></table>"_s;
        QTest::newRow("cut off") << u"<table><thead><tr><th>a"_s;
        QTest::newRow("other name") << u"<tablet><thead></thead></tablet>"_s;
        QTest::newRow("only tags") << u"<<<<table<<thead>>></table"_s;
        QTest::newRow("too wide") << QString(
            u"<table><thead><tr><th colspan=9999>a</th></tr></thead>"_s + u"</table>"_s);
    }
    void whatIsNoTableIsNone()
    {
        QFETCH(QString, html);
        QVERIFY(!tableIn(html));
    }

    void scriptsAndMarkupInCellsAreText()
    {
        const auto table = tableIn(u"<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>"
                                   "<script>alert(1)</script><b>x</b></td></tr></tbody></table>"_s);
        QVERIFY(table);
        QCOMPARE(table->rows.first().first(), u"alert(1)x"_s);
    }

    void sortsNumbersByValue()
    {
        ShownTable table;
        table.header = {u"n"_s};
        table.rows = {{u"10"_s}, {u"9"_s}, {u"1,000"_s}, {u"-2"_s}};
        ShownTableModel model(table);
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSortFilterProxyModel sorted;
        sorted.setSourceModel(&model);
        sorted.setSortRole(ShownTableModel::SortRole);
        sorted.sort(0);
        QStringList values;
        for (int row = 0; row < 4; ++row)
            values.append(sorted.index(row, 0).data().toString());
        QCOMPARE(values, QStringList({u"-2"_s, u"9"_s, u"10"_s, u"1,000"_s}));
    }

    void csvKeepsCommasQuotesAndLines()
    {
        ShownTable table;
        table.header = {u"a"_s, u"b"_s};
        table.rows = {{u"x,y"_s, u"say \"hi\""_s}};
        QCOMPARE(table.toCsv(), u"a,b\r\n\"x,y\",\"say \"\"hi\"\"\"\r\n"_s);
    }
};

QTEST_GUILESS_MAIN(ShownHtmlTest)
#include "tst_shownhtml.moc"
