// SPDX-License-Identifier: MIT
#include "engine/pagerules.h"
#include "engine/scheme.h"

#include <QTest>

using namespace glovebox::engine;
using namespace Qt::StringLiterals;
using Info = QWebEngineUrlRequestInfo;

// What the page view may ask for, what its documents are allowed, and what its title may say.
class tst_page final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void judgesRequests_data();
    void judgesRequests();
    void givesNoDocumentTheNetwork();
    void isAnotherSchemeThanTheSessions();
    void keepsTitlesPlain_data();
    void keepsTitlesPlain();
};

void tst_page::judgesRequests_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("allowed");
    const QByteArray get = "GET";
    const auto frame = int(Info::ResourceTypeMainFrame);
    QTest::newRow("the document") << u"glovebox-page://page/"_s << get << frame << true;
    QTest::newRow("the empty page") << u"glovebox-page://page/waiting"_s << get << frame << true;
    QTest::newRow("another path") << u"glovebox-page://page/x"_s << get << frame << false;
    QTest::newRow("a query") << u"glovebox-page://page/?x"_s << get << frame << false;
    QTest::newRow("another host") << u"glovebox-page://other/"_s << get << frame << false;
    QTest::newRow("as a frame") << u"glovebox-page://page/"_s << get
                                << int(Info::ResourceTypeSubFrame) << false;
    QTest::newRow("by a script") << u"glovebox-page://page/"_s << get << int(Info::ResourceTypeXhr)
                                 << false;
    QTest::newRow("posted to") << u"glovebox-page://page/"_s << QByteArray("POST") << frame
                               << false;
    QTest::newRow("a session") << u"glovebox://0123456789abcdef0123456789abcdef/shell.html"_s << get
                               << frame << false;
    QTest::newRow("http") << u"http://127.0.0.1:8420/"_s << get << frame << false;
    QTest::newRow("a file") << u"file:///etc/passwd"_s << get << frame << false;
    QTest::newRow("an image") << u"https://example.org/a.png"_s << get
                              << int(Info::ResourceTypeImage) << false;
}

void tst_page::judgesRequests()
{
    QFETCH(QString, url);
    QFETCH(QByteArray, method);
    QFETCH(int, type);
    QFETCH(bool, allowed);
    QCOMPARE(isPageRequestAllowed(QUrl(url), method, Info::ResourceType(type)), allowed);
}

void tst_page::givesNoDocumentTheNetwork()
{
    const QByteArray policy = pageHeaders({}).value("content-security-policy");
    for (const char *rule :
         {"default-src 'none'", "connect-src 'none'", "frame-src 'none'", "form-action 'none'",
          "base-uri 'none'", "img-src data: blob:", "font-src data:", "worker-src blob:",
          "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'",
          "style-src 'unsafe-inline'"})
        QVERIFY2(policy.contains(rule), rule);
    // Nothing in it names a place.
    for (const char *place : {"http", "//", "*", "'self'", "glovebox", "ws"})
        QVERIFY2(!policy.contains(place), place);
    Layers open;
    open.csp = false;
    QVERIFY(!pageHeaders(open).contains("content-security-policy"));
}

void tst_page::isAnotherSchemeThanTheSessions()
{
    QVERIFY(documentUrl().scheme() != QLatin1StringView(schemeName));
    QCOMPARE(documentUrl().host(), waitingUrl().host()); // one origin, one renderer
}

void tst_page::keepsTitlesPlain_data()
{
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("shown");
    QTest::newRow("a title") << u"売上 2025"_s << u"売上 2025"_s;
    QTest::newRow("an address") << u"glovebox-page://page/waiting"_s << QString();
    QTest::newRow("lines") << u"a\n\n  b"_s << u"a b"_s;
    QTest::newRow("turned letters") << u"a\u202Eb\u2066c"_s << u"abc"_s;
    QTest::newRow("controls") << u"a\u0007b"_s << u"ab"_s;
    QTest::newRow("a book") << QString(5000, u'x') << QString(80, u'x');
}

void tst_page::keepsTitlesPlain()
{
    QFETCH(QString, said);
    QFETCH(QString, shown);
    QCOMPARE(windowTitleOf(said), shown);
}

QTEST_GUILESS_MAIN(tst_page)
#include "tst_page.moc"
