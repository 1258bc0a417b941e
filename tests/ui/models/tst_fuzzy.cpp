// SPDX-License-Identifier: MIT
#include "ui/models/fuzzy.h"

#include <QTest>

using namespace glovebox::ui;
using namespace Qt::StringLiterals;

class FuzzyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsLettersInTheirOrder_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("found");
        QTest::newRow("beginnings of words") << u"ste"_s << u"Stop everything"_s << true;
        QTest::newRow("gaps") << u"rvk"_s << u"Revoke all standing permissions…"_s << true;
        QTest::newRow("capitals") << u"STOP"_s << u"Stop this run"_s << true;
        QTest::newRow("full width") << u"ｓｔｏｐ"_s << u"Stop this run"_s << true;
        QTest::newRow("blanks are nothing") << u"stop  run"_s << u"Stop this run"_s << true;
        QTest::newRow("Japanese") << u"停止"_s << u"すべて停止"_s << true;
        QTest::newRow("nothing typed") << u""_s << u"Stop this run"_s << true;
        QTest::newRow("wrong order") << u"pots"_s << u"Stop"_s << false;
        QTest::newRow("not there") << u"x"_s << u"Stop"_s << false;
    }
    void findsLettersInTheirOrder()
    {
        QFETCH(QString, typed);
        QFETCH(QString, text);
        QTEST(fuzzyScore(typed, text).has_value(), "found");
    }

    void whatIsTypedTogetherComesFirst()
    {
        QVERIFY(*fuzzyScore(u"follow"_s, u"Follow output"_s) >
                *fuzzyScore(u"follow"_s, u"Find old lines, look over words"_s));
        QVERIFY(*fuzzyScore(u"pau"_s, u"Pause all clients"_s) >
                fuzzyScore(u"pau"_s, u"Copy a useful unit"_s).value_or(-1000000));
        QVERIFY(*fuzzyScore(u"run"_s, u"Next run"_s) >
                *fuzzyScore(u"run"_s, u"Next run but one"_s));
    }
};

QTEST_GUILESS_MAIN(FuzzyTest)
#include "tst_fuzzy.moc"
