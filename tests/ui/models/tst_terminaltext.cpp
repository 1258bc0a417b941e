// SPDX-License-Identifier: MIT
#include "ui/models/terminaltext.h"
#include "ui/models/textcolumns.h"

#include <QTest>

using namespace glovebox::ui;
using namespace Qt::StringLiterals;

namespace {

// Feeds the pieces one after another and gives all lines, the unfinished one too.
QList<StyledLine> linesOf(const QStringList &pieces)
{
    TerminalParser parser;
    LineBuilder builder;
    QList<StyledLine> lines;
    for (const QString &piece : pieces) {
        parser.feed(piece, builder, [&] {
            lines.append(builder.line());
            builder.clear();
        });
    }
    if (!builder.isEmpty())
        lines.append(builder.line());
    return lines;
}

QStringList textsOf(const QStringList &pieces)
{
    QStringList texts;
    for (const StyledLine &line : linesOf(pieces))
        texts.append(line.text);
    return texts;
}

} // namespace

class TerminalTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesLines_data()
    {
        QTest::addColumn<QStringList>("pieces");
        QTest::addColumn<QStringList>("lines");
        using L = QStringList;
        QTest::newRow("plain") << L{u"a\nb"_s} << L{u"a"_s, u"b"_s};
        QTest::newRow("empty lines") << L{u"\n\na\n"_s} << L{u""_s, u""_s, u"a"_s};
        QTest::newRow("carriage return overwrites") << L{u"  10%\r  20%"_s} << L{u"  20%"_s};
        QTest::newRow("a shorter text leaves the rest") << L{u"abcdef\rXY"_s} << L{u"XYcdef"_s};
        QTest::newRow("carriage return before line feed") << L{u"a\r\nb"_s} << L{u"a"_s, u"b"_s};
        QTest::newRow("carriage return alone at the end of a piece")
            << L{u"12%\r"_s, u"13%"_s} << L{u"13%"_s};
        QTest::newRow("backspace") << L{u"ab\bc"_s} << L{u"ac"_s};
        QTest::newRow("backspace at the beginning") << L{u"\b\ba"_s} << L{u"a"_s};
        QTest::newRow("erase to the end") << L{u"abcdef\rab\x1b[K"_s} << L{u"ab"_s};
        QTest::newRow("erase the line") << L{u"abcdef\r\x1b[2Kx"_s} << L{u"x"_s};
        QTest::newRow("tab") << L{u"a\tb"_s} << L{u"a       b"_s};
        QTest::newRow("tab after a wide character") << L{u"売\tb"_s} << L{u"売      b"_s};
        QTest::newRow("colour is no text") << L{u"\x1b[31mred\x1b[0m"_s} << L{u"red"_s};
        QTest::newRow("sequence in two pieces") << L{u"a\x1b[3"_s, u"1mb"_s} << L{u"ab"_s};
        QTest::newRow("cursor movement is dropped") << L{u"a\x1b[5A\x1b[10;3Hb"_s} << L{u"ab"_s};
        QTest::newRow("window title is dropped") << L{u"\x1b]0;title\aa"_s} << L{u"a"_s};
        QTest::newRow("hyperlink is its text")
            << L{u"\x1b]8;;http://x\x1b\\a\x1b]8;;\x1b\\"_s} << L{u"a"_s};
        QTest::newRow("a title without end stops at the line")
            << L{u"\x1b]0;title\nnext"_s} << L{u""_s, u"next"_s};
        QTest::newRow("other control characters are seen")
            << L{QString(QChar(0)) + u"a"_s} << L{u"\u2400a"_s};
    }
    void makesLines()
    {
        QFETCH(QStringList, pieces);
        QFETCH(QStringList, lines);
        QCOMPARE(textsOf(pieces), lines);
    }

    void keepsStyles()
    {
        const QList<StyledLine> lines = linesOf({u"a\x1b[1;31mbc\x1b[0md\x1b[38;5;208me"_s});
        QCOMPARE(lines.size(), 1);
        QCOMPARE(lines.at(0).text, u"abcde"_s);
        QCOMPARE(lines.at(0).spans.size(), 2);
        QCOMPARE(lines.at(0).spans.at(0).start, 1);
        QCOMPARE(lines.at(0).spans.at(0).length, 2);
        QVERIFY(lines.at(0).spans.at(0).style.bold);
        QCOMPARE(lines.at(0).spans.at(0).style.foreground, 2u);
        QCOMPARE(lines.at(0).spans.at(1).style.foreground, 209u);
    }

    void keepsTheStyleOverLinesAndPieces()
    {
        const QList<StyledLine> lines = linesOf({u"\x1b[3"_s, u"2ma\nb"_s});
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines.at(1).spans.size(), 1);
        QCOMPARE(lines.at(1).spans.at(0).style.foreground, 3u);
    }

    void takesTrueColours()
    {
        const QList<StyledLine> lines = linesOf({u"\x1b[38;2;1;2;3;48;2;4;5;6mx"_s});
        QCOMPARE(lines.at(0).spans.at(0).style.foreground, 0x1010203u);
        QCOMPARE(lines.at(0).spans.at(0).style.background, 0x1040506u);
    }

    void survivesBrokenColours_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("cut off") << u"\x1b[38;5mx"_s;
        QTest::newRow("too large") << u"\x1b[38;5;99999mx"_s;
        QTest::newRow("negative") << u"\x1b[38;2;-1;-2;-3mx"_s;
        QTest::newRow("empty parts") << u"\x1b[;;;mx"_s;
        QTest::newRow("without end") << u"\x1b["_s + QString(1000, u'1') + u"mx"_s;
    }
    void survivesBrokenColours()
    {
        QFETCH(QString, text);
        QCOMPARE(textsOf({text}), QStringList{u"x"_s});
    }

    void cutsVeryLongLines()
    {
        const QList<StyledLine> lines = linesOf({QString(maxLineChars + 10, u'x') + u"\nnext"_s});
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines.at(0).text.size(), maxLineChars);
        QVERIFY(lines.at(0).cut);
        QVERIFY(!lines.at(1).cut);
    }

    void countsColumns_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("columns");
        QTest::newRow("latin") << u"abc"_s << 3;
        QTest::newRow("kanji") << u"地域"_s << 4;
        QTest::newRow("half-width kana") << u"ｱｲ"_s << 2;
        QTest::newRow("full-width latin") << u"ＡＢ"_s << 4;
        QTest::newRow("hangul") << u"한국"_s << 4;
        QTest::newRow("combining") << u"e\u0301"_s << 1;
        QTest::newRow("emoji") << u"🎉"_s << 2;
        QTest::newRow("beyond the basic plane") << u"𠮷"_s << 2;
        QTest::newRow("box drawing") << u"│─"_s << 2;
    }
    void countsColumns()
    {
        QFETCH(QString, text);
        QFETCH(int, columns);
        QCOMPARE(columnsOf(text), columns);
    }
};

QTEST_GUILESS_MAIN(TerminalTextTest)
#include "tst_terminaltext.moc"
