// SPDX-License-Identifier: MIT
#include <ui/code/codetext.h>

#include <QTest>

using namespace glovebox::ui;
using namespace Qt::StringLiterals;

class TestCodeText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesUnseenCharacters_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("names");

        QTest::newRow("plain") << u"x = 'abc'"_s << QStringList();
        QTest::newRow("Japanese") << u"売上 = df['店舗']　# メモ"_s << QStringList();
        QTest::newRow("accents") << u"café = naïve"_s << QStringList();
        QTest::newRow("Russian alone") << u"# проверка"_s << QStringList();
        QTest::newRow("Greek alone") << u"Δx = σ2 + μ"_s << QStringList();
        QTest::newRow("right-to-left override") << u"a\u202Eb"_s << QStringList{u"U+202E"_s};
        QTest::newRow("isolate") << u"\u2066x\u2069"_s << QStringList{u"U+2066"_s, u"U+2069"_s};
        QTest::newRow("zero width space") << u"a\u200Bb"_s << QStringList{u"U+200B"_s};
        QTest::newRow("byte order mark") << u"\uFEFFimport os"_s << QStringList{u"U+FEFF"_s};
        QTest::newRow("no-break space") << u"a\u00A0b"_s << QStringList{u"U+00A0"_s};
        QTest::newRow("Hangul filler") << u"\u3164 = 1"_s << QStringList{u"U+3164"_s};
        QTest::newRow("escape") << u"\x1b[2J"_s << QStringList{u"U+001B"_s};
        QTest::newRow("line separator") << u"#\u2028import os"_s << QStringList{u"U+2028"_s};
        QTest::newRow("Cyrillic twin in a Latin word")
            << u"p\u0430ssword"_s << QStringList{u"U+0430"_s};
        QTest::newRow("twin beside an invisible character")
            << u"p\u200B\u0430"_s << QStringList{u"U+200B"_s, u"U+0430"_s};
        QTest::newRow("full-width letter in a Latin word")
            << u"ev\uFF41l"_s << QStringList{u"U+FF41"_s};
        QTest::newRow("mathematical letter") << u"\U0001D41Eval"_s << QStringList{u"U+1D41E"_s};
        QTest::newRow("tag characters") << u"\U000E0041"_s << QStringList{u"U+E0041"_s};
        QTest::newRow("selector after a heart") << u"❤\uFE0F"_s << QStringList();
        QTest::newRow("selector after a letter") << u"a\uFE0F"_s << QStringList{u"U+FE0F"_s};
        QTest::newRow("selectors in a row") << u"❤\uFE0F\U000E0101"_s << QStringList{u"U+E0101"_s};
    }
    void namesUnseenCharacters()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, names);
        QStringList found;
        for (const UnseenSpot &spot : findUnseen(text))
            found.append(unseenName(spot.character));
        QCOMPARE(found, names);
    }

    void splitsLinesAsPythonDoes()
    {
        const CodeText text = prepareCode("a\nb\r\nc\rd\n");
        QCOMPARE(text.lines, 4);
        QCOMPARE(text.rows.size(), 4U);
        QCOMPARE(text.rows[1].text, u"b"_s);
        // A carriage return alone hides code in editors that do not see it as a line's end.
        QCOMPARE(text.rows[2].text, u"cU+000D"_s);
        QCOMPARE(text.rows[3].text, u"d"_s);
        QCOMPARE(text.unseenLines, QList<int>{3});
    }

    void foldsLongBlankStretchesOnly()
    {
        const QByteArray eight = "a" + QByteArray(9, '\n') + "b";
        QCOMPARE(prepareCode(eight).rows.size(), 10U);

        const QByteArray forty = "a\n" + QByteArray("  \n").repeated(40) + "b";
        const CodeText text = prepareCode(forty);
        QCOMPARE(text.lines, 42);
        QCOMPARE(text.rows.size(), 3U);
        QCOMPARE(text.rows[1].blankLines, 40);
        QVERIFY(text.rows[1].text.contains(u"40"));
        QCOMPARE(text.rows[2].line, 42);

        const CodeText opened = prepareCode(forty, {2});
        QCOMPARE(opened.rows.size(), 42U);
    }

    void doesNotFoldLinesThatOnlyLookBlank()
    {
        const QByteArray code = "a\n" + QByteArray("\xE2\x80\x8B\n").repeated(40) + "b";
        QCOMPARE(prepareCode(code).rows.size(), 42U);
    }

    void cutsLongLinesWithoutLosingACharacter()
    {
        const QString line = QString(1999, u'x') + u"😀"_s + QString(3000, u'y');
        const CodeText text = prepareCode(line.toUtf8());
        QCOMPARE(text.lines, 1);
        QString joined;
        for (const CodeRow &row : text.rows) {
            QVERIFY(row.text.size() <= longestRow);
            QCOMPARE(row.line, 1);
            joined += row.text;
        }
        QCOMPARE(joined, line);
        QVERIFY(text.rows[0].begins);
        QVERIFY(!text.rows[1].begins);
    }

    void findsTheWayBackToTheSource()
    {
        const CodeText text = prepareCode("x\na\xE2\x80\xAE"
                                          "b\xF0\x9D\x90\x9E"
                                          "c\n");
        const CodeRow &row = text.rows[1];
        QCOMPARE(row.text, u"aU+202EbU+1D41Ec"_s);
        QCOMPARE(row.sourcePosition(0), 2);
        QCOMPARE(row.sourcePosition(1), 3); // before the box
        QCOMPARE(row.sourcePosition(4), 3); // inside of it
        QCOMPARE(row.sourcePosition(7), 4); // after it
        QCOMPARE(row.sourcePosition(8), 5);
        QCOMPARE(row.sourcePosition(15), 7); // after a character of two units
        QCOMPARE(row.sourcePosition(16), 8);
    }

    void takesAMegabyteOfAnything_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("one line") << QByteArray(1024 * 1024, 'x');
        QTest::newRow("line feeds") << QByteArray(1024 * 1024, '\n');
        QTest::newRow("bytes that are no text") << QByteArray(1024 * 1024, '\xff');
        QTest::newRow("zero bytes") << QByteArray(1024 * 1024, '\0');
    }
    void takesAMegabyteOfAnything()
    {
        QFETCH(QByteArray, code);
        const CodeText text = prepareCode(code);
        QVERIFY(!text.rows.empty());
        QCOMPARE(text.source.size(), 1024 * 1024);
    }
};

QTEST_GUILESS_MAIN(TestCodeText)
#include "tst_codetext.moc"
