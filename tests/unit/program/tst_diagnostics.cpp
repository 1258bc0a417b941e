// SPDX-License-Identifier: MIT
#include "app/datafiles.h"
#include "app/diagnostics.h"
#include "fakecontrols.h"
#include "fakesettings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace Qt::StringLiterals;

class TestDiagnostics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsVersionsMeasurementsAndWarnings();
    void holdsNoSecretNoNameAndNoHome();
    void isBounded();
    void filesAreBesideThePrograms_data();
    void filesAreBesideThePrograms();

private:
    static QString of(const FakeControls &controls, const FakeSettings &settings,
                      const QStringList &warnings)
    {
        return diagnosticsText({.program = u"1.2.3"_s,
                                .qt = u"6.8.2"_s,
                                .chromium = u"122.0"_s,
                                .chromiumPatch = u"131.0"_s,
                                .pyodide = u"314.0.3"_s,
                                .python = u"3.14"_s},
                               controls, settings, warnings);
    }
};

void TestDiagnostics::tellsVersionsMeasurementsAndWarnings()
{
    FakeControls controls;
    controls.program.seals = {.level = SealStatus::Level::Broken, .reason = u"No namespaces."_s};
    controls.program.clients = 2;
    FakeSettings settings;
    settings.known[u"sessions.memory_mb"_s].value = qint64(512);
    const QString text = of(controls, settings, {u"warning glovebox.http: refused"_s});
    for (const QString &part :
         {u"glovebox 1.2.3\n"_s, u"Chromium 122.0"_s, u"Sandbox broken No namespaces."_s,
          u"Clients connected: 2"_s, u"Setting sessions.memory_mb: 512"_s,
          u"warning glovebox.http: refused"_s})
        QVERIFY2(text.contains(part), qPrintable(part));
    QVERIFY(!text.contains(u"appearance.theme"_s)); // as it comes
}

void TestDiagnostics::holdsNoSecretNoNameAndNoHome()
{
    FakeControls controls;
    controls.folders = {{u"divorce"_s, u"/home/ada/divorce"_s, MountMode::Staged, {}, 0, 3}};
    FakeSettings settings;
    settings.known[u"clients.patience_s"_s].value = QStringList{u"secretclient=9"_s};
    const QString key = u"ghp_"_s + QString(36, u'a');
    const QString text =
        of(controls, settings,
           {u"cannot open "_s + QDir::homePath() + u"/notes"_s, u"token "_s + key});
    QVERIFY(!text.contains(u"divorce"_s));
    QVERIFY(!text.contains(u"secretclient"_s));
    QVERIFY(!text.contains(key));
    QVERIFY(!text.contains(QDir::homePath()));
    QVERIFY(text.contains(u"~/notes"_s));
    QVERIFY(text.contains(u"changes that wait: 3"_s));
    QVERIFY(text.contains(u"Setting clients.patience_s: changed"_s));
}

void TestDiagnostics::isBounded()
{
    FakeControls controls;
    FakeSettings settings;
    const QString text = of(controls, settings, QStringList(2000, QString(100, u'x')));
    QVERIFY(text.size() <= 32 * 1024);
}

void TestDiagnostics::filesAreBesideThePrograms_data()
{
    QTest::addColumn<QString>("binaries");
    QTest::addColumn<QString>("files");
    QTest::newRow("installed") << u"bin"_s << u"share/glovebox"_s;
    QTest::newRow("a bundle of macOS") << u"Contents/MacOS"_s << u"Contents/Resources/glovebox"_s;
}

void TestDiagnostics::filesAreBesideThePrograms()
{
    QFETCH(const QString, binaries);
    QFETCH(const QString, files);
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(binaries));
    QVERIFY(!DataFiles::locate(folder.filePath(binaries)));
    for (const QString &name :
         {u"/assets/pyodide/pyodide.mjs"_s, u"/runtime/pyodide/worker/worker.mjs"_s}) {
        const QString path = folder.filePath(files + name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    const auto found = DataFiles::locate(folder.filePath(binaries));
    QVERIFY(found.has_value());
    QCOMPARE(QDir::cleanPath(found->assets), folder.filePath(files + u"/assets"_s));
}

QTEST_MAIN(TestDiagnostics)
#include "tst_diagnostics.moc"
