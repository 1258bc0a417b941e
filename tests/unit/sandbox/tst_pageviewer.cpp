// SPDX-License-Identifier: MIT
#include "sandbox/pageviewer.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace Qt::StringLiterals;

// What the viewer gets of the screen, and which documents are said to miss something.
class tst_pageviewer final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsWhatIsOnTheNetwork_data();
    void findsWhatIsOnTheNetwork();
    void needsAScreenOfThisComputer_data();
    void needsAScreenOfThisComputer();
    void letsOnlyTheSocketOfTheScreenThrough();
};

void tst_pageviewer::findsWhatIsOnTheNetwork_data()
{
    QTest::addColumn<QByteArray>("html");
    QTest::addColumn<bool>("wants");
    const auto row = [](const char *name, const QByteArray &html, bool wants) {
        QTest::newRow(name) << html << wants;
    };
    row("a script", "<script src=\"https://cdn.example/a.js\"></script>", true);
    row("single quotes", "<SCRIPT type='module' SRC='http://a/b.js'>", true);
    row("no quotes", "<img src=//a/b.png>", true);
    row("a style sheet", "<link rel=stylesheet\n href=\"https://a/b.css\">", true);
    row("a loader", "load('https://cdn.jsdelivr.net/npm/vega@5')", true);
    row("a picture within", "<img src=\"data:image/png;base64,AA//http://\">", false);
    row("a link to follow", "<a href=\"https://example.org/\">more</a>", false);
    row("an address in a script", "<script>const home = 'https://plot.ly';</script>", false);
    row("nothing", "<p>Hello</p>", false);
    // Each beginning is looked through to the next one, not a thousand characters far.
    row("behind half a million beginnings",
        QByteArray("<img ").repeated(500'000) + "<script src=\"https://example.org/x.js\">", true);
}

void tst_pageviewer::findsWhatIsOnTheNetwork()
{
    QFETCH(QByteArray, html);
    QFETCH(bool, wants);
    QCOMPARE(wantsNetwork(html), wants);
}

void tst_pageviewer::needsAScreenOfThisComputer_data()
{
    QTest::addColumn<QString>("platform");
    QTest::addColumn<QString>("display");
    QTest::newRow("offscreen") << u"offscreen"_s << u":0"_s;
    QTest::newRow("none") << u"xcb"_s << QString();
    QTest::newRow("another computer's") << u"xcb"_s << u"localhost:10.0"_s;
    QTest::newRow("not there") << u"xcb"_s << u":54321"_s;
    QTest::newRow("a path") << u"xcb"_s << u":0/../../x"_s;
    QTest::newRow("wayland") << u"wayland"_s << u":0"_s;
}

void tst_pageviewer::needsAScreenOfThisComputer()
{
    QFETCH(QString, platform);
    QFETCH(QString, display);
    QProcessEnvironment environment;
    environment.insert(u"DISPLAY"_s, display);
    environment.insert(u"WAYLAND_DISPLAY"_s, u"wayland-of-nobody"_s);
    environment.insert(u"XDG_RUNTIME_DIR"_s, u"/nowhere"_s);
    const auto access = screenAccess(platform, environment);
    QVERIFY(!access);
    QVERIFY(access.error().code == ErrorCode::Unavailable);
    QVERIFY(access.error().text.contains(u"desktop"));
}

void tst_pageviewer::letsOnlyTheSocketOfTheScreenThrough()
{
    QTemporaryDir folder;
    for (const QString &name : {u"wayland-7"_s, u"bus"_s}) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    QProcessEnvironment environment;
    environment.insert(u"WAYLAND_DISPLAY"_s, u"wayland-7"_s);
    environment.insert(u"XDG_RUNTIME_DIR"_s, folder.path());
    environment.insert(u"QT_SCALE_FACTOR"_s, u"2"_s);
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/run/bus"_s);
    const auto access = screenAccess(u"wayland"_s, environment);
    QVERIFY(access);
    QCOMPARE(access->files, QStringList{folder.filePath(u"wayland-7"_s)});
    QCOMPARE(access->environment.value(u"WAYLAND_DISPLAY"_s), folder.filePath(u"wayland-7"_s));
    QCOMPARE(access->environment.value(u"QT_QPA_PLATFORM"_s), u"wayland"_s);
    QCOMPARE(access->environment.value(u"QT_SCALE_FACTOR"_s), u"2"_s);
    QVERIFY(!access->environment.contains(u"DBUS_SESSION_BUS_ADDRESS"_s));
}

QTEST_GUILESS_MAIN(tst_pageviewer)
#include "tst_pageviewer.moc"
