// SPDX-License-Identifier: MIT
#include <mounts/hostpath.h>

#include <QTest>

#include <cerrno>

using namespace glovebox::mounts;
using namespace Qt::StringLiterals;

class TestHostPath : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyHostNameComesBackAsItsBytes_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << "a.csv"_ba << u"a.csv"_s;
        QTest::newRow("japanese") << QByteArray("売上 2024.csv") << u"売上 2024.csv"_s;
        QTest::newRow("emoji") << QByteArray("📊.png") << u"📊.png"_s;
        QTest::newRow("decomposed") << QByteArray("e\xCC\x81") << u"e\u0301"_s;
        QTest::newRow("latin-1") << "caf\xE9"_ba << u"caf\U0010F7E9"_s;
        QTest::newRow("shift-jis")
            << "\x94\x84\x8F\xE3"_ba << u"\U0010F794\U0010F784\U0010F78F\U0010F7E3"_s;
        QTest::newRow("broken end") << "a\xE3\x81"_ba << u"a\U0010F7E3\U0010F781"_s;
        QTest::newRow("overlong slash") << "\xC0\xAF"_ba << u"\U0010F7C0\U0010F7AF"_s;
        QTest::newRow("surrogate") << "\xED\xA0\x80"_ba << u"\U0010F7ED\U0010F7A0\U0010F780"_s;
        QTest::newRow("our own escape")
            << QByteArray("\xF4\x8F\x9E\x80") << u"\U0010F7F4\U0010F78F\U0010F79E\U0010F780"_s;
        QTest::newRow("other private use") << QByteArray("\xEF\x80\x80") << u"\uF000"_s;
    }
    void everyHostNameComesBackAsItsBytes()
    {
        QFETCH(QByteArray, name);
        QFETCH(QString, shown);
        QCOMPARE(nameFromHost(name), shown);
        const auto back = pathToHost(shown);
        QVERIFY(back.has_value());
        QCOMPARE(*back, name);
    }

    void everySingleByteComesBack()
    {
        for (int byte = 1; byte < 256; ++byte) {
            if (byte == '/' || byte == '.')
                continue;
            const QByteArray name(1, static_cast<char>(byte));
            QCOMPARE(pathToHost(nameFromHost(name)).value_or(QByteArray()), name);
        }
    }

    void refusesWhatIsNoPathInAMount_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("error");
        QTest::newRow("parent") << u".."_s << EINVAL;
        QTest::newRow("parent inside") << u"a/../b"_s << EINVAL;
        QTest::newRow("parent at the end") << u"a/.."_s << EINVAL;
        QTest::newRow("self") << u"."_s << EINVAL;
        QTest::newRow("absolute") << u"/etc/passwd"_s << EINVAL;
        QTest::newRow("double slash") << u"a//b"_s << EINVAL;
        QTest::newRow("slash at the end") << u"a/"_s << EINVAL;
        QTest::newRow("nul") << QString(u"a"_s + QChar(u'\0') + u"b"_s) << EINVAL;
        QTest::newRow("half a surrogate") << QString(QChar(u'\xD800')) << EINVAL;
        QTest::newRow("halves the wrong way") << QString(u"\xDC00\xD800"_s) << EINVAL;
        QTest::newRow("long name") << QString(256, u'a') << ENAMETOOLONG;
        QTest::newRow("long japanese name") << QString(86, u'あ') << ENAMETOOLONG;
        QTest::newRow("long path") << QString(u"abc/"_s.repeated(1024) + u'a') << ENAMETOOLONG;
    }
    void refusesWhatIsNoPathInAMount()
    {
        QFETCH(QString, path);
        QFETCH(int, error);
        const auto bytes = pathToHost(path);
        QVERIFY(!bytes.has_value());
        QCOMPARE(bytes.error(), error);
        QVERIFY(pathRefusal(path, error).endsWith(u'.'));
    }

    void takesLongestNames()
    {
        QVERIFY(pathToHost(QString(255, u'a')).has_value());
        QVERIFY(pathToHost(QString(85, u'あ')).has_value());
        QCOMPARE(pathToHost(u""_s).value_or("?"_ba), QByteArray());
    }
};

QTEST_GUILESS_MAIN(TestHostPath)
#include "tst_hostpath.moc"
