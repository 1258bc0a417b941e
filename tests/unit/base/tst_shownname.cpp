// SPDX-License-Identifier: MIT
#include <base/shownname.h>

#include <QTest>

using namespace glovebox;
using namespace Qt::StringLiterals;

class TestShownName : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesWhatIsNotSeenAsItsNumber_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << u"a b.txt"_s << u"a b.txt"_s;
        QTest::newRow("other scripts") << u"売上 résumé"_s << u"売上 résumé"_s;
        QTest::newRow("a second line") << u"a\nb"_s << u"a\\u000ab"_s;
        QTest::newRow("another ending") << u"a\u202Efdp.exe"_s << u"a\\u202efdp.exe"_s;
        QTest::newRow("isolates") << u"\u2066x\u2069"_s << u"\\u2066x\\u2069"_s;
        QTest::newRow("no width") << u"a\u200Bb"_s << u"a\\u200bb"_s;
        QTest::newRow("a joiner between letters") << u"a\u200Db"_s << u"a\\u200db"_s;
        QTest::newRow("one emoji of several") << u"👩\u200D💻.py"_s << u"👩\u200D💻.py"_s;
        QTest::newRow("tags") << u"a\U000E0041"_s << u"a\\U000e0041"_s;
        QTest::newRow("lines of Unicode") << u"a\u2028b\u2029"_s << u"a\\u2028b\\u2029"_s;
        QTest::newRow("empty") << u""_s << u""_s;
    }
    void writesWhatIsNotSeenAsItsNumber()
    {
        QFETCH(QString, name);
        QFETCH(QString, shown);
        QCOMPARE(shownName(name), shown);
    }
};

QTEST_APPLESS_MAIN(TestShownName)
#include "tst_shownname.moc"
