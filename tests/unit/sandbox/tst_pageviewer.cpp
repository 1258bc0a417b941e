// SPDX-License-Identifier: MIT
#include "sandbox/pageviewer.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace Qt::StringLiterals;

// What the viewer gets of the screen.
class tst_pageviewer final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void needsAScreenOfThisComputer_data();
    void needsAScreenOfThisComputer();
    void letsOnlyTheSocketOfTheScreenThrough();
};

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
