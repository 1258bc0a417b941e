// SPDX-License-Identifier: MIT
#include "sandbox/engineprocess.h"
#include "sandbox/sealprobe.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>

#include <csignal>
#include <unistd.h>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace Qt::StringLiterals;

// The program's end of the engine protocol, against a small peer in a real process.
class tst_engineprocess final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void speaksTheProtocol();
    void isCutOffFromTheNetwork();
    void givesOnlyWhatIsNeeded();
    void comesBackWhenItDies();
    void comesBackWhenItIsRestarted();
    void givesUpWhenItDiesTooOften();
    void endsAPeerThatBreaksTheProtocol_data();
    void endsAPeerThatBreaksTheProtocol();
    void saysThatTheProgramIsMissing();
    void refusesRootWithoutPermission();

private:
    static EngineProcess::Options options(const QString &way);
};

EngineProcess::Options tst_engineprocess::options(const QString &way)
{
    return {QStringLiteral(GLOVEBOX_BIN_DIR "/fake-engine-peer"),
            u"/assets"_s,
            u"/runtime"_s,
            true,
            true,
            true,
            {},
            {},
            {way}};
}

void tst_engineprocess::speaksTheProtocol()
{
    EngineProcess engine(options(u"polite"_s), systemClock());
    QSignalSpy opened(&engine, &Engine::opened);
    QSignalSpy records(&engine, &Engine::records);
    engine.start();
    engine.open(u"p1"_s, u"n1"_s, {}); // before it is up
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(engine.facts()->chromiumVersion, u"122"_s);
    QVERIFY(engine.facts()->pid > 1); // our child's, whatever it says
    QCOMPARE(opened.first().last().toLongLong(), 7);
    engine.post(u"p1"_s, {{u"type"_s, u"mounts"_s}});
    QTRY_COMPARE(records.size(), 1);
    QCOMPARE(records.first().at(1).toLongLong(), 9);
    QCOMPARE(records.first().at(2).toByteArray(), R"({"type":"mounts"})");
}

void tst_engineprocess::isCutOffFromTheNetwork()
{
    EngineProcess engine(options(u"polite"_s), systemClock());
    engine.start();
    QTRY_VERIFY(engine.facts());
    const ProcessSeals self = readProcessSeals(::getpid());
    const ProcessSeals peer = readProcessSeals(engine.facts()->pid);
    QVERIFY(self.hasNetwork && !peer.hasNetwork);
    QVERIFY(!peer.netNamespace.isEmpty() && peer.netNamespace != self.netNamespace);
    QVERIFY(!peer.userNamespace.isEmpty() && peer.userNamespace != self.userNamespace);

    EngineProcess::Options open = options(u"polite"_s); // the control
    open.namespaces = false;
    EngineProcess other(open, systemClock());
    other.start();
    QTRY_VERIFY(other.facts());
    QCOMPARE(readProcessSeals(other.facts()->pid).netNamespace, self.netNamespace);
}

void tst_engineprocess::givesOnlyWhatIsNeeded()
{
    qputenv("SECRET_TOKEN", "1");
    qputenv("QTWEBENGINE_CHROMIUM_FLAGS", "--no-sandbox");
    EngineProcess engine(options(u"environment"_s), systemClock());
    QSignalSpy told(&engine, &Engine::refused);
    engine.start();
    QTRY_COMPARE(told.size(), 1);
    QCOMPARE(told.first().at(1).toString(), uR"(["PATH"])"_s);
    QCOMPARE(told.first().at(2).toString(), u"[0,1,2,3]"_s);
    qunsetenv("SECRET_TOKEN");
    qunsetenv("QTWEBENGINE_CHROMIUM_FLAGS");
}

void tst_engineprocess::comesBackWhenItDies()
{
    EngineProcess engine(options(u"polite"_s), systemClock());
    QSignalSpy up(&engine, &Engine::up);
    QSignalSpy down(&engine, &Engine::down);
    engine.start();
    QTRY_COMPARE(up.size(), 1);
    const qint64 first = engine.facts()->pid;
    QCOMPARE(::kill(static_cast<pid_t>(first), SIGKILL), 0);
    QTRY_COMPARE(down.size(), 1);
    QTRY_COMPARE(up.size(), 2);
    QVERIFY(engine.facts()->pid != first);
}

void tst_engineprocess::comesBackWhenItIsRestarted()
{
    EngineProcess engine(options(u"polite"_s), systemClock());
    QSignalSpy up(&engine, &Engine::up);
    QSignalSpy down(&engine, &Engine::down);
    engine.start();
    QTRY_COMPARE(up.size(), 1);
    const qint64 first = engine.facts()->pid;
    engine.restart(u"a test"_s);
    QCOMPARE(down.size(), 1);
    QVERIFY(!engine.isRunning());
    engine.restart(u"again"_s); // once is enough
    QCOMPARE(down.size(), 1);
    QTRY_COMPARE(up.size(), 2);
    QVERIFY(engine.facts()->pid != first);
}

void tst_engineprocess::givesUpWhenItDiesTooOften()
{
    EngineProcess engine(options(u"dies"_s), systemClock());
    QSignalSpy down(&engine, &Engine::down);
    QSignalSpy gaveUp(&engine, &Engine::gaveUp);
    engine.start();
    QTRY_COMPARE_WITH_TIMEOUT(gaveUp.size(), 1, 30'000);
    QCOMPARE(down.size(), 6);
    QVERIFY(!engine.isRunning());
    const auto error = gaveUp.first().first().value<Error>();
    QVERIFY2(error.text.contains(u"Restart Glovebox"_s), qPrintable(error.text));
}

void tst_engineprocess::endsAPeerThatBreaksTheProtocol_data()
{
    QTest::addColumn<QString>("way");
    QTest::newRow("an unknown type") << u"babbles"_s;
    QTest::newRow("no frames") << u"floods"_s;
}

void tst_engineprocess::endsAPeerThatBreaksTheProtocol()
{
    QFETCH(QString, way);
    EngineProcess engine(options(way), systemClock());
    QSignalSpy down(&engine, &Engine::down);
    engine.start();
    QTRY_VERIFY(!down.isEmpty());
}

void tst_engineprocess::saysThatTheProgramIsMissing()
{
    EngineProcess::Options missing = options({});
    missing.program = u"/nonexistent/glovebox-engine"_s;
    EngineProcess engine(missing, systemClock());
    QSignalSpy gaveUp(&engine, &Engine::gaveUp);
    engine.start();
    QTRY_COMPARE(gaveUp.size(), 1);
    QVERIFY(gaveUp.first().first().value<Error>().text.contains(u"glovebox-engine"_s));
}

void tst_engineprocess::refusesRootWithoutPermission()
{
    if (::geteuid() != 0)
        QSKIP("not root");
    EngineProcess::Options strict = options(u"polite"_s);
    strict.allowRoot = false;
    EngineProcess engine(strict, systemClock());
    QSignalSpy gaveUp(&engine, &Engine::gaveUp);
    engine.start();
    QTRY_COMPARE(gaveUp.size(), 1);
    QVERIFY(!engine.isRunning());
}

QTEST_GUILESS_MAIN(tst_engineprocess)
#include "tst_engineprocess.moc"
