// SPDX-License-Identifier: MIT
#include "tools/modeltext.h"

#include <QtTest>

using namespace Qt::StringLiterals;
using namespace glovebox::tools;

class TestModelText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void settlesWhatATerminalWouldShow_data()
    {
        QTest::addColumn<QByteArray>("written");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << QByteArray("a\nb\n") << u"a\nb\n"_s;
        QTest::newRow("colours") << QByteArray("\x1b[1;31mred\x1b[0m done") << u"red done"_s;
        QTest::newRow("title and link")
            << QByteArray("\x1b]0;title\x07x\x1b]8;;u\x1b\\y") << u"xy"_s;
        QTest::newRow("one sequence in another")
            << QByteArray("\x1b\x1b[0m[31mred\x1b[3\x1b[0m1m") << u"[31mred1m"_s;
        QTest::newRow("one character for two") << QByteArray("\xc2\x9b"
                                                             "31mred\xc2\x9d"
                                                             "0;t\xc2\x9cx")
                                               << u"redx"_s;
        QTest::newRow("a title without end") << QByteArray("\x1b]0;title\nnext") << u"\nnext"_s;
        QTest::newRow("a string for the device") << QByteArray("a\x1bP1$qm\x1b\\z") << u"az"_s;
        QTest::newRow("a character set") << QByteArray("a\x1b(0z") << u"az"_s;
        QTest::newRow("nothing behind it") << QByteArray("a\x1b") << u"a"_s;
        QTest::newRow("nothing behind its bracket") << QByteArray("a\x1b[") << u"a"_s;
        QTest::newRow("bells and zeros") << QByteArray("a\x07\x00\x7f\x0c"
                                                       "b",
                                                       6)
                                         << u"ab"_s;
        QTest::newRow("progress bar") << QByteArray(" 10%\r 50%\r100%\nend") << u"100%\nend"_s;
        QTest::newRow("shorter rewrite") << QByteArray("abcdef\rXY") << u"XYcdef"_s;
        QTest::newRow("windows line ends") << QByteArray("a\r\nb") << u"a\nb"_s;
        QTest::newRow("backspace") << QByteArray("ab\b\bX") << u"Xb"_s;
        QTest::newRow("backspace at the start") << QByteArray("\b\bX") << u"X"_s;
        QTest::newRow("japanese") << QByteArray("売上 合計\r売") << u"売上 合計"_s;
        QTest::newRow("not utf-8") << QByteArray("a\xff"
                                                 "b")
                                   << u"a\uFFFDb"_s;
    }

    void settlesWhatATerminalWouldShow()
    {
        QFETCH(QByteArray, written);
        QFETCH(QString, shown);
        QCOMPARE(plainTerminalText(written), shown);
    }

    void shortensLongDataUrlsOnly()
    {
        const QByteArray small = "data:image/png;base64,AAAA";
        QCOMPARE(plainTerminalText(small), QString::fromLatin1(small));
        const QByteArray large = "see data:image/png;base64," + QByteArray(300'000, 'A') + " end";
        const QString shown = plainTerminalText(large);
        QVERIFY(shown.size() < 200);
        QVERIFY(shown.startsWith(u"see [data: URL of 300022 characters left out]"));
        QVERIFY(shown.endsWith(u" end"));
    }

    void shortensDataUrlsHoweverTheyAreWritten_data()
    {
        QTest::addColumn<QByteArray>("written");
        const QByteArray body(3000, 'A');
        QByteArray wrapped;
        for (int i = 0; i < 40; ++i)
            wrapped += QByteArray(76, 'B') + '\n';
        QTest::newRow("parameters") << "data:text/plain;charset=utf-8;base64," + body;
        QTest::newRow("wrapped") << "data:image/png;base64," + wrapped;
    }

    void shortensDataUrlsHoweverTheyAreWritten()
    {
        QFETCH(QByteArray, written);
        QVERIFY(plainTerminalText(written).size() < 200);
    }

    void leavesNoBase64InACutTail()
    {
        const QByteArray half(30'000, 'A');
        const QByteArray head = "data:image/png;base64," + half;
        const QByteArray tail = half + " end";
        const QString shown = headAndTail(head, tail, 300'000);
        QVERIFY2(shown.size() < 500, qPrintable(QString::number(shown.size())));
        QVERIFY(shown.endsWith(u" end"));
    }

    void keepsTheEndOfALongLine()
    {
        const QByteArray half(30'000, 'y');
        const QString shown = headAndTail(half, half, 300'000);
        QCOMPARE(shown.count(u'y'), 60'000 + shown.count(u"bytes"));
    }

    void leavesNoBase64InATailWhoseBeginningWasLeftOut()
    {
        QByteArray bytes(20'000, '\0');
        for (qsizetype i = 0; i < bytes.size(); ++i)
            bytes[i] = char(i * 7919 % 251);
        const QString shown = headAndTail("begin", QByteArray(bytes.toBase64() + " end"), 300'000);
        QVERIFY2(shown.size() < 500, qPrintable(QString::number(shown.size())));
    }

    void countsHonestlyWhatItLeavesOut()
    {
        const QString shown = headAndTail("begin", "end", 1000);
        QVERIFY(shown.startsWith(u"begin"));
        QVERIFY(shown.endsWith(u"end"));
        QVERIFY(shown.contains(u"992 bytes"));
        QVERIFY(shown.contains(u"1000 bytes"));
    }

    void leavesNothingOutWhereBothEndsMeet()
    {
        QCOMPARE(headAndTail("abc", "def", 6), u"abcdef"_s);
        QCOMPARE(headAndTail("abcd", "cdef", 6), u"abcdef"_s);
        QCOMPARE(headAndTail("abc", "", 3), u"abc"_s);
    }
};

QTEST_GUILESS_MAIN(TestModelText)
#include "tst_modeltext.moc"
