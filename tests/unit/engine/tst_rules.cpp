// SPDX-License-Identifier: MIT
#include "engine/interceptor.h"
#include "engine/routes.h"
#include "engine/scheme.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox::engine;
using namespace Qt::StringLiterals;
using Info = QWebEngineUrlRequestInfo;

static const QString page = u"0123456789abcdef0123456789abcdef"_s;

// What the interceptor lets through, which files a page can name, and what every reply says.
class tst_rules final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void judgesRequests_data();
    void judgesRequests();
    void servesOnlyFilesOfTheTable();
    void sendsThePolicyWithEveryReply();
    void headersSurviveLowerCasing();
};

void tst_rules::judgesRequests_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("allowed");
    const QString own = u"glovebox://"_s + page;
    const QByteArray get = "GET";
    QTest::newRow("the shell") << own + u"/shell.html"_s << get << int(Info::ResourceTypeMainFrame)
                               << true;
    QTest::newRow("the worker") << own + u"/worker/worker.mjs"_s << get
                                << int(Info::ResourceTypeWorker) << true;
    QTest::newRow("a lane") << own + u"/lane/call"_s << QByteArray("POST")
                            << int(Info::ResourceTypeXhr) << true;
    QTest::newRow("another page as document")
        << own + u"/other.html"_s << get << int(Info::ResourceTypeMainFrame) << false;
    QTest::newRow("a frame") << own + u"/shell.html"_s << get << int(Info::ResourceTypeSubFrame)
                             << false;
    QTest::newRow("another page's origin")
        << u"glovebox://fedcba9876543210fedcba9876543210/shell.html"_s << get
        << int(Info::ResourceTypeXhr) << false;
    QTest::newRow("a port") << own + u":1/shell.html"_s << get << int(Info::ResourceTypeXhr)
                            << false;
    QTest::newRow("http on loopback") << u"http://127.0.0.1:8420/mcp"_s << QByteArray("POST")
                                      << int(Info::ResourceTypeXhr) << false;
    QTest::newRow("a file") << u"file:///etc/passwd"_s << get << int(Info::ResourceTypeXhr)
                            << false;
    QTest::newRow("a resource of Qt")
        << u"qrc:///qtwebchannel/qwebchannel.js"_s << get << int(Info::ResourceTypeXhr) << false;
    QTest::newRow("a web socket") << u"ws://127.0.0.1:8420/"_s << get
                                  << int(Info::ResourceTypeWebSocket) << false;
    QTest::newRow("a service worker")
        << own + u"/worker/worker.mjs"_s << get << int(Info::ResourceTypeServiceWorker) << false;
    QTest::newRow("a ping") << own + u"/lane/call"_s << QByteArray("POST")
                            << int(Info::ResourceTypePing) << false;
    QTest::newRow("an image") << own + u"/fonts/a.png"_s << get << int(Info::ResourceTypeImage)
                              << false;
    QTest::newRow("another method")
        << own + u"/lane/call"_s << QByteArray("PUT") << int(Info::ResourceTypeXhr) << false;
}

void tst_rules::judgesRequests()
{
    QFETCH(QString, url);
    QFETCH(QByteArray, method);
    QFETCH(int, type);
    QFETCH(bool, allowed);
    QCOMPARE(isRequestAllowed(page, QUrl(url), method, static_cast<Info::ResourceType>(type)),
             allowed);
}

void tst_rules::servesOnlyFilesOfTheTable()
{
    QTemporaryDir folder;
    const auto put = [&folder](const QString &name) {
        const QString path = folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("x");
    };
    put(u"runtime/pyodide/worker/worker.mjs"_s);
    put(u"runtime/pyodide/python/_glovebox/cell.py"_s);
    put(u"runtime/pyodide/worker/notes.txt"_s);
    put(u"runtime/secret.mjs"_s);
    put(u"runtime/pyodide/wasi/host.mjs"_s);
    put(u"assets/pyodide/pyodide.asm.wasm"_s);
    put(u"assets/languages/clang-fs.tar.gz"_s);
    QVERIFY(QFile::link(folder.filePath(u"runtime/secret.mjs"_s),
                        folder.filePath(u"runtime/pyodide/worker/link.mjs"_s)));
    const Routes routes(folder.filePath(u"assets"_s), folder.filePath(u"runtime"_s));
    QCOMPARE(routes.count(), 5);
    QVERIFY(routes.find(u"/worker/worker.mjs"_s));
    QVERIFY(routes.find(u"/python/_glovebox/cell.py"_s));
    QVERIFY(routes.find(u"/wasi/host.mjs"_s));
    QVERIFY(routes.find(u"/languages/clang-fs.tar.gz"_s));
    QCOMPARE(routes.find(u"/pyodide/pyodide.asm.wasm"_s)->contentType, "application/wasm");
    for (const QString &path : {u"/worker/notes.txt"_s, u"/worker/link.mjs"_s, u"/worker/"_s,
                                u"/worker/../../secret.mjs"_s, u"/secret.mjs"_s,
                                u"//worker/worker.mjs"_s, u"/WORKER/worker.mjs"_s, QString()})
        QVERIFY2(!routes.find(path), qPrintable(path));
}

void tst_rules::sendsThePolicyWithEveryReply()
{
    const auto headers = replyHeaders({});
    QCOMPARE(headers.value("cross-origin-opener-policy"), "same-origin");
    QCOMPARE(headers.value("cross-origin-embedder-policy"), "require-corp");
    QCOMPARE(headers.value("cross-origin-resource-policy"), "same-origin");
    const QByteArray policy = headers.value("content-security-policy");
    for (const char *directive : {"default-src 'none'", "connect-src 'self'", "worker-src 'self'",
                                  "script-src 'self' 'wasm-unsafe-eval'", "frame-src 'none'",
                                  "form-action 'none'", "base-uri 'none'"})
        QVERIFY2(policy.contains(directive), directive);
    for (const char *never : {"'unsafe-eval'", "'unsafe-inline'", "http:", "*", "data:", "blob:"})
        QVERIFY2(!policy.contains(never), never);
    Layers withoutCsp;
    withoutCsp.csp = false;
    QVERIFY(!replyHeaders(withoutCsp).contains("content-security-policy"));
}

// Qt sends values in lower case, so none may need anything else.
void tst_rules::headersSurviveLowerCasing()
{
    const auto headers = replyHeaders({});
    for (const auto &[name, value] : headers.asKeyValueRange())
        QCOMPARE(value, value.toLower());
}

QTEST_GUILESS_MAIN(tst_rules)
#include "tst_rules.moc"
