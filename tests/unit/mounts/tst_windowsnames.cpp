// SPDX-License-Identifier: MIT
// What names may not be on Windows: rules that need no Windows to be tested.
#include <mounts/windowsnames.h>

#include <QTest>

using namespace glovebox::mounts;

Q_DECLARE_METATYPE(NameFault)

class TestWindowsNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void judgesNames_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<NameFault>("fault");
        const auto add = [](NameFault fault, std::initializer_list<const char *> names) {
            for (const char *name : names)
                QTest::addRow("%s", name) << QByteArray(name) << fault;
        };
        add(NameFault::None,
            {"a", "売上 📊.csv", ".hidden", "a.b.c", "con1", "console", "nulls.txt", "com", "com10",
             "lpt", "comma1", "a~1", "PROGRA~1", "x con", "it's", "a&b", "[x]", "a b"});
        add(NameFault::Empty, {""});
        add(NameFault::Dots, {".", ".."});
        add(NameFault::Stream,
            {"file:stream", "file::$DATA", ":x", "a:", "C:", "con:", "x:Zone.Identifier"});
        add(NameFault::Character, {"a\\b", "..\\up", "a/b", "a*", "a?", "<a", "a>", "a|b", "a\"b",
                                   "a\nb", "\x01", "\\\\.\\x"});
        add(NameFault::Device,
            {"CON", "con", "PRN", "AUX", "NUL", "nul.txt", "NUL.tar.gz", "com1", "COM9.log", "lpt0",
             "COM\u00B9", "lpt\u00B3.x", "CONIN$", "conout$.txt", "nul .txt", "aux."});
        add(NameFault::Trailing, {"a.", "a ", "a. ", "secret...", ".ssh ", ".env."});
        add(NameFault::NotUnicode, {"\xff", "a\xc3", "\xed\xa0\x80", "\xc0\xaf", "\xf4\x90\x80\x80",
                                    "\xe0\x80\xaf", "\x80"});
        QTest::newRow("255 characters") << QByteArray(255, 'x') << NameFault::None;
        QTest::newRow("256 characters") << QByteArray(256, 'x') << NameFault::TooLong;
        QTest::newRow("128 that take two units each")
            << QByteArray("\xf0\x9f\x93\x8a").repeated(128) << NameFault::TooLong;
    }
    void judgesNames()
    {
        QFETCH(QByteArray, name);
        QFETCH(NameFault, fault);
        QVERIFY(windowsNameFault({name.constData(), size_t(name.size())}) == fault);
    }

    void knowsNamesThatTheSystemMayHaveMadeUp()
    {
        for (const char *name : {"PROGRA~1", "a~1", "A~12.TXT", "ENV~1", "X~1.c"})
            QVERIFY2(mayBeShortName(name), name);
        for (const char *name : {"plain", "a~b", "longname~1", "a~1.html", "~", "~a", "a~", "a~1b"})
            QVERIFY2(!mayBeShortName(name), name);
    }

    void tellsAShortNameFromAnEntrysOwn()
    {
        QVERIFY(isNamed(u"\\Users\\me\\PROGRA~1", "progra~1")); // somebody called it so
        QVERIFY(!isNamed(u"\\Users\\me\\Program Files", "PROGRA~1"));
        QVERIFY(!isNamed(u"\\Users\\me\\.env", "ENV~1"));
        QVERIFY(isNamed(u"ÄÖ~1", "äö~1"));
        QVERIFY(isNamed(u"売~1", "売~1"));
        QVERIFY(!isNamed(u"a~1", "a~10"));
        QVERIFY(!isNamed(u"", "a~1"));
    }

    void followsNoReparsePointThatStandsForSomethingElse_data()
    {
        QTest::addColumn<quint32>("tag");
        QTest::addColumn<bool>("followed");
        QTest::newRow("symbolic link") << 0xA000000Cu << false;
        QTest::newRow("junction or mounted volume") << 0xA0000003u << false;
        QTest::newRow("a program's alias") << 0x8000001Bu << false;
        QTest::newRow("link of the Linux subsystem") << 0xA000001Du << false;
        QTest::newRow("socket") << 0x80000023u << false;
        QTest::newRow("pipe of the Linux subsystem") << 0x80000024u << false;
        QTest::newRow("device of the Linux subsystem") << 0x80000026u << false;
        QTest::newRow("cloud file") << 0x9000001Au << true;
        QTest::newRow("deduplicated") << 0x80000013u << true;
        QTest::newRow("compressed by the system") << 0x80000017u << true;
    }
    void followsNoReparsePointThatStandsForSomethingElse()
    {
        QFETCH(quint32, tag);
        QFETCH(bool, followed);
        QCOMPARE(reparseOf(tag) == Reparse::Content, followed);
    }

    void convertsNames()
    {
        QVERIFY(utf16Of("売上📊") == u"売上📊");
        QVERIFY(utf16Of("\xed\xa0\x80").empty());
    }
};

QTEST_APPLESS_MAIN(TestWindowsNames)
#include "tst_windowsnames.moc"
