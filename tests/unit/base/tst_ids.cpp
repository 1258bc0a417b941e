// SPDX-License-Identifier: MIT
#include "base/ids.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace glovebox;
using namespace Qt::StringLiterals;

class TestIds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsRunIds_data();
    void readsRunIds();
    void writesWhatItReads();
    void makesRandomIds();
    void acceptsSessionNames_data();
    void acceptsSessionNames();
    void tellsSessionsApartByEpoch();
};

void TestIds::readsRunIds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("number"); // 0: refused
    QTest::newRow("usual") << u"r184"_s << qint64(184);
    QTest::newRow("one") << u"r1"_s << qint64(1);
    QTest::newRow("largest") << u"r999999999999999999"_s << qint64(999999999999999999);
    QTest::newRow("too long") << u"r1000000000000000000"_s << qint64(0);
    QTest::newRow("zero") << u"r0"_s << qint64(0);
    QTest::newRow("leading zero") << u"r01"_s << qint64(0);
    QTest::newRow("no digits") << u"r"_s << qint64(0);
    QTest::newRow("empty") << QString() << qint64(0);
    QTest::newRow("no letter") << u"184"_s << qint64(0);
    QTest::newRow("upper case") << u"R184"_s << qint64(0);
    QTest::newRow("negative") << u"r-1"_s << qint64(0);
    QTest::newRow("plus") << u"r+1"_s << qint64(0);
    QTest::newRow("space") << u"r1 "_s << qint64(0);
    QTest::newRow("other digits") << u"r１"_s << qint64(0);
    QTest::newRow("hexadecimal") << u"r0x1"_s << qint64(0);
}

void TestIds::readsRunIds()
{
    QFETCH(QString, text);
    QFETCH(qint64, number);
    const auto run = RunId::fromString(text);
    QCOMPARE(run.has_value(), number != 0);
    if (run)
        QCOMPARE(run->number(), number);
}

void TestIds::writesWhatItReads()
{
    for (const qint64 number : {qint64(1), qint64(184), qint64(999999999999999999)})
        QCOMPARE(RunId::fromString(RunId(number).toString()), RunId(number));
    QVERIFY(RunId().isNull());
    QVERIFY(!RunId(1).isNull());
    QVERIFY(RunId(2) < RunId(10));
}

void TestIds::makesRandomIds()
{
    static const QRegularExpression client(u"^c[0-9a-f]{12}$"_s);
    static const QRegularExpression session(u"^s[0-9a-f]{12}$"_s);
    QSet<QString> seen;
    for (int i = 0; i < 200; ++i) {
        QVERIFY(client.match(newClientId().value()).hasMatch());
        QVERIFY(session.match(newSessionId().value()).hasMatch());
        seen.insert(newClientId().value());
        seen.insert(randomHex(16));
    }
    QCOMPARE(seen.size(), 400);
    QVERIFY(!client.match(personClient().value()).hasMatch());
}

void TestIds::acceptsSessionNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("valid");
    QTest::newRow("usual") << u"etl-fix_2"_s << true;
    QTest::newRow("longest") << QString(64, u'a') << true;
    QTest::newRow("one") << u"Z"_s << true;
    QTest::newRow("empty") << QString() << false;
    QTest::newRow("too long") << QString(65, u'a') << false;
    QTest::newRow("space") << u"a b"_s << false;
    QTest::newRow("dot") << u"a.b"_s << false;
    QTest::newRow("slash") << u"../a"_s << false;
    QTest::newRow("japanese") << u"分析"_s << false;
    QTest::newRow("line break") << u"a\n"_s << false;
    QTest::newRow("look-alike") << u"\u0430"_s << false;
}

void TestIds::acceptsSessionNames()
{
    QFETCH(QString, name);
    QFETCH(bool, valid);
    QCOMPARE(isValidSessionName(name), valid);
}

void TestIds::tellsSessionsApartByEpoch()
{
    const SessionId id(u"s1"_s);
    QVERIFY((SessionRef{id, 1} == SessionRef{id, 1}));
    QVERIFY(!(SessionRef{id, 1} == SessionRef{id, 2}));
    QVERIFY(SessionId().isNull());
}

QTEST_GUILESS_MAIN(TestIds)
#include "tst_ids.moc"
