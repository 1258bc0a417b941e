// SPDX-License-Identifier: MIT
#include "engine/pageport.h"

#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox::engine;
using namespace Qt::StringLiterals;

// The texts between page and engine; what the page says is hostile.
class tst_port final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesRecordsAndCalls();
    void endsAPageThatBreaksTheProtocol_data();
    void endsAPageThatBreaksTheProtocol();
    void endsAPageWhoseCallCannotBeRead_data();
    void endsAPageWhoseCallCannotBeRead();
    void passesMessagesOnUnchanged();
};

void tst_port::takesRecordsAndCalls()
{
    PagePort port;
    QSignalSpy ready(&port, &PagePort::ready);
    QSignalSpy records(&port, &PagePort::records);
    QSignalSpy calls(&port, &PagePort::called);
    port.send(uR"({"kind":"ready"})"_s);
    port.send(uR"({"kind":"records","frames":"AAEC"})"_s);
    port.setProperty("outbox", u"7 AwQ="_s);
    QCOMPARE(ready.size(), 1);
    QCOMPARE(records.first().first().toByteArray(), QByteArray("\0\1\2", 3));
    QCOMPARE(calls.first().first().toLongLong(), 7);
    QCOMPARE(calls.first().last().toByteArray(), QByteArray("\3\4", 2));
}

void tst_port::endsAPageThatBreaksTheProtocol_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("no JSON") << u"hello"_s;
    QTest::newRow("no object") << u"[1]"_s;
    QTest::newRow("no kind") << u"{}"_s;
    QTest::newRow("unknown kind") << uR"({"kind":"post"})"_s;
    QTest::newRow("no base64") << uR"({"kind":"records","frames":"§"})"_s;
    QTest::newRow("no bytes") << uR"({"kind":"records","frames":""})"_s;
    QTest::newRow("a call by the slot") << uR"({"kind":"call","id":7,"frame":"AwQ="})"_s;
    QTest::newRow("too long") << uR"({"kind":"records","frames":")"_s + QString(300'000, u'A') +
                                     u"\"}"_s;
}

void tst_port::endsAPageThatBreaksTheProtocol()
{
    QFETCH(QString, text);
    PagePort port;
    QSignalSpy violated(&port, &PagePort::violated);
    QSignalSpy records(&port, &PagePort::records);
    QSignalSpy calls(&port, &PagePort::called);
    port.send(text);
    QCOMPARE(violated.size(), 1);
    QCOMPARE(records.size() + calls.size(), 0);
}

void tst_port::endsAPageWhoseCallCannotBeRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << QString();
    QTest::newRow("no number") << u"AwQ="_s;
    QTest::newRow("no number before") << u" AwQ="_s;
    QTest::newRow("below zero") << u"-1 AwQ="_s;
    QTest::newRow("no bytes") << u"7 "_s;
    QTest::newRow("no base64") << u"7 §"_s;
    QTest::newRow("too long") << u"7 "_s + QString(300'000, u'A');
}

void tst_port::endsAPageWhoseCallCannotBeRead()
{
    QFETCH(QString, text);
    PagePort port;
    QSignalSpy violated(&port, &PagePort::violated);
    QSignalSpy calls(&port, &PagePort::called);
    port.setProperty("outbox", text);
    QCOMPARE(violated.size(), 1);
    QCOMPARE(calls.size(), 0);
}

void tst_port::passesMessagesOnUnchanged()
{
    PagePort port;
    QSignalSpy sent(&port, &PagePort::received);
    port.post(R"json({"type":"execute","code":"print(\"売上\")"})json");
    port.interrupt(u"r7"_s);
    port.reply(3, QByteArray("\0\1", 2));
    const auto object = [&sent](int i) {
        return QJsonDocument::fromJson(sent.at(i).first().toString().toUtf8()).object();
    };
    QCOMPARE(object(0)[u"kind"].toString(), u"post"_s);
    QCOMPARE(object(0)[u"message"][u"code"].toString(), u"print(\"売上\")"_s);
    QCOMPARE(object(1)[u"run"].toString(), u"r7"_s);
    QCOMPARE(sent.at(2).first().toString(), u"reply 3 AAE="_s);
}

QTEST_GUILESS_MAIN(tst_port)
#include "tst_port.moc"
