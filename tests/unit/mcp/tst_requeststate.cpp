// SPDX-License-Identifier: MIT
#include "base/limits.h"
#include "mcp/requeststate.h"

#include <QJsonArray>
#include <QTest>
#include <QTimeZone>

using namespace glovebox;
using namespace glovebox::mcp;
using namespace Qt::StringLiterals;

namespace {

const QDateTime begin(QDate(2026, 1, 2), QTime(3, 4, 5), QTimeZone::UTC);

StateBinding binding()
{
    return {.client = ClientId(u"c1"_s),
            .method = u"tools/call"_s,
            .params = {{u"name"_s, u"copy"_s}, {u"arguments"_s, QJsonObject{{u"to"_s, u"a"_s}}}}};
}

QString sealed()
{
    return sealState({.asked = {u"ok"_s}, .answers = {{u"name"_s, u"Ada"_s}}}, binding(), begin);
}

} // namespace

class TestRequestState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isTakenBackByTheRequestThatItIsFor();
    void isNotTakenBackWithOneCharacterChanged();
    void belongsToOneRequest_data();
    void belongsToOneRequest();
    void growsOld();
    void fitsItsQuestion_data();
    void fitsItsQuestion();
};

void TestRequestState::isTakenBackByTheRequestThatItIsFor()
{
    StateBinding repeated = binding();
    repeated.params.insert("requestState"_L1, sealed());
    repeated.params.insert("inputResponses"_L1, QJsonObject());
    repeated.params.insert("_meta"_L1, QJsonObject{{u"progressToken"_s, 9}});
    const auto state = openState(sealed(), repeated, begin);
    QVERIFY(state);
    QCOMPARE(state->asked, QStringList{u"ok"_s});
    QCOMPARE(state->answers.value("name"_L1).toString(), u"Ada"_s);
}

void TestRequestState::isNotTakenBackWithOneCharacterChanged()
{
    const QString good = sealed();
    QVERIFY(openState(good, binding(), begin));
    for (qsizetype i = 0; i < good.size(); ++i) {
        QString bad = good;
        bad[i] = bad.at(i) == u'A' ? u'B' : u'A';
        QVERIFY2(!openState(bad, binding(), begin), qPrintable(QString::number(i)));
    }
    for (const QString &bad : {QString(), u"."_s, u"a.b"_s, QString(good + u'A'), good.chopped(1)})
        QVERIFY(!openState(bad, binding(), begin));
}

void TestRequestState::belongsToOneRequest_data()
{
    QTest::addColumn<QString>("client");
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("to");
    QTest::addColumn<bool>("good");
    QTest::newRow("the same") << u"c1"_s << u"tools/call"_s << u"a"_s << true;
    QTest::newRow("another client") << u"c2"_s << u"tools/call"_s << u"a"_s << false;
    QTest::newRow("another method") << u"c1"_s << u"prompts/get"_s << u"a"_s << false;
    QTest::newRow("other arguments") << u"c1"_s << u"tools/call"_s << u"b"_s << false;
}

void TestRequestState::belongsToOneRequest()
{
    QFETCH(QString, client);
    QFETCH(QString, method);
    QFETCH(QString, to);
    QFETCH(bool, good);
    StateBinding other = binding();
    other.client = ClientId(client);
    other.method = method;
    other.params.insert("arguments"_L1, QJsonObject{{u"to"_s, to}});
    QCOMPARE(openState(sealed(), other, begin).has_value(), good);
}

void TestRequestState::growsOld()
{
    const QDateTime end = begin.addDuration(limits::requestStateLifetime);
    QVERIFY(openState(sealed(), binding(), end));
    QVERIFY(!openState(sealed(), binding(), end.addMSecs(1)));
}

void TestRequestState::fitsItsQuestion_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QJsonObject>("response");
    QTest::addColumn<bool>("good");
    const QJsonObject ok{{u"ok"_s, true}};
    const QJsonObject wrong{{u"ok"_s, u"yes"_s}};
    const QString form = u"elicitation/create"_s;
    QTest::newRow("accepted") << form << QJsonObject{{u"action"_s, u"accept"_s}, {u"content"_s, ok}}
                              << true;
    QTest::newRow("of another type")
        << form << QJsonObject{{u"action"_s, u"accept"_s}, {u"content"_s, wrong}} << false;
    QTest::newRow("without content") << form << QJsonObject{{u"action"_s, u"accept"_s}} << false;
    QTest::newRow("declined") << form << QJsonObject{{u"action"_s, u"decline"_s}} << true;
    QTest::newRow("no action") << form << ok << false;
    QTest::newRow("roots") << u"roots/list"_s << QJsonObject{{u"roots"_s, QJsonArray()}} << true;
    QTest::newRow("no roots") << u"roots/list"_s << QJsonObject() << false;
}

void TestRequestState::fitsItsQuestion()
{
    QFETCH(QString, method);
    QFETCH(QJsonObject, response);
    QFETCH(bool, good);
    const QJsonObject boolean{{u"type"_s, u"boolean"_s}};
    const QJsonObject schema{{u"type"_s, u"object"_s},
                             {u"properties"_s, QJsonObject{{u"ok"_s, boolean}}},
                             {u"required"_s, QJsonArray{u"ok"_s}}};
    const QJsonObject params{{u"requestedSchema"_s, schema}};
    QCOMPARE(fitsQuestion(method, params, response), good);
}

QTEST_GUILESS_MAIN(TestRequestState)
#include "tst_requeststate.moc"
