// SPDX-License-Identifier: MIT
#include "tools/textencoding.h"

#include <QtTest>

using namespace Qt::StringLiterals;
using namespace glovebox::tools;

namespace {

const QString sales = u"月,売上 合計\n一月,1200円\n二月,１３００円\n"_s;

QByteArray in(TextEncoding encoding)
{
    return encodeText(sales, encoding).value();
}

} // namespace

class TestTextEncoding : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsOutHowATextWasWritten_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("name");
        QTest::newRow("utf-8") << sales.toUtf8() << u"utf-8"_s;
        QTest::newRow("utf-8 with a mark") << "\xEF\xBB\xBF" + sales.toUtf8() << u"utf-8"_s;
        QTest::newRow("utf-16le") << "\xFF\xFE" + in(TextEncoding::Utf16Le) << u"utf-16le"_s;
        QTest::newRow("utf-16be") << "\xFE\xFF" + in(TextEncoding::Utf16Be) << u"utf-16be"_s;
        QTest::newRow("shift_jis") << in(TextEncoding::ShiftJis) << u"shift_jis"_s;
        QTest::newRow("euc-jp") << in(TextEncoding::EucJp) << u"euc-jp"_s;
    }
    void findsOutHowATextWasWritten()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, name);
        const auto decoded = decodeText(bytes, true);
        QVERIFY(decoded);
        QCOMPARE(decoded->text, sales);
        QCOMPARE(toString(decoded->encoding), name);
        QCOMPARE(decoded->used, bytes.size());
    }

    void readsTheCharactersThatOnlyWindowsHas()
    {
        const auto decoded = decodeText("\x87\x40\x81\x40\x87\x54\xEE\xE0\x82\xA0", true);
        QVERIFY(decoded);
        QCOMPARE(toString(decoded->encoding), u"shift_jis"_s);
        QVERIFY2(decoded->text.startsWith(u"①　Ⅰ"), qPrintable(decoded->text));
    }

    void piecesGiveTheWholeTextBack_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"utf-8", "shift_jis", "euc-jp", "utf-16be"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void piecesGiveTheWholeTextBack()
    {
        QFETCH(QString, name);
        const auto encoding = textEncodingFromString(name);
        QVERIFY(encoding);
        const QByteArray whole = in(*encoding);
        QString text;
        for (qsizetype at = 0; at < whole.size();) {
            const auto part =
                decodeText(QByteArrayView(whole).sliced(at).first(qMin(7, whole.size() - at)),
                           at == 0, encoding);
            QVERIFY(part);
            QCOMPARE(part->skipped, 0);
            QVERIFY(part->used > 0);
            text += part->text;
            at += part->used;
        }
        QCOMPARE(text, sales);
    }

    void skipsTheRestOfACharacterInTheMiddle()
    {
        const auto part = decodeText(QByteArrayView(u"売上"_s.toUtf8()).sliced(1), false);
        QVERIFY(part);
        QCOMPARE(part->skipped, 2);
        QCOMPARE(part->text, u"上"_s);
    }

    void whatIsNoTextIsNotMadeOne_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("png") << QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
        QTest::newRow("nul") << QByteArray("a\0b", 3);
        QTest::newRow("control characters") << QByteArray("\xB1\x01\x02\xB2");
        QTest::newRow("latin-1") << QByteArray("caf\xe9 ol\xe9");
    }
    void whatIsNoTextIsNotMadeOne()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(!decodeText(bytes, true));
    }

    void namesTheCharacterThatAnEncodingHasNot()
    {
        QString fault;
        QVERIFY(!encodeText(u"売上😀"_s, TextEncoding::ShiftJis, &fault));
        QCOMPARE(fault, u"😀"_s);
        QVERIFY(encodeText(u"売上😀"_s, TextEncoding::Utf16Le));
    }

    void knowsOtherNames()
    {
        QVERIFY(textEncodingFromString(u"CP932") == TextEncoding::ShiftJis);
        QVERIFY(textEncodingFromString(u"Shift-JIS") == TextEncoding::ShiftJis);
        QVERIFY(textEncodingFromString(u"UTF8") == TextEncoding::Utf8);
        QVERIFY(!textEncodingFromString(u"klingon"));
    }
};

QTEST_GUILESS_MAIN(TestTextEncoding)
#include "tst_textencoding.moc"
