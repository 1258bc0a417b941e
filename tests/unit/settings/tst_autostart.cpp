// SPDX-License-Identifier: MIT
#include "settings/autostart.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::settings;
using namespace Qt::StringLiterals;

class TestAutostart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void onWritesAnEntryAndOffRemovesIt();
    void wordsOfTheCommandAreQuoted();
    void anotherProfileHasAnotherEntry();
    void anEntrySwitchedOffByTheDesktopIsOff();
    void somebodyElsesEntryStaysSwitchedOff();
    void aMovedProgramIsFoundAgain();
    void saysWhatCouldNotBeWritten();
    void onMacOsItIsAnAgentOfLaunchd();
    void anAgentSwitchedOffIsOffAndAnothersIsNotOurs();
    void onWindowsItIsAValueOfTheKeyRun();
    void whatWindowsSettingsSwitchedOffIsOff();
    void windowsTakesItsCommandLineApartIntoTheSameWords_data();
    void windowsTakesItsCommandLineApartIntoTheSameWords();
    void aMovedProgramIsFoundAgainOnEveryPlatform_data();
    void aMovedProgramIsFoundAgainOnEveryPlatform();

private:
    Autostart of(const QString &program, const QString &profile = {}) const
    {
        return Autostart({m_folder->path(), program, profile});
    }
    Autostart onMacOs(const QString &program, const QString &profile = {}) const
    {
        return Autostart({m_folder->path(), program, profile, Platform::MacOs});
    }
    QString registry() const { return m_folder->filePath(u"registry.ini"_s); }
    Autostart onWindows(const QString &program, const QString &profile = {}) const
    {
        return Autostart({registry(), program, profile, Platform::Windows});
    }
    static QString textOf(const Autostart &autostart)
    {
        QFile file(autostart.file());
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    static void write(const QString &path, const QByteArray &text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAutostart::onWritesAnEntryAndOffRemovesIt()
{
    Autostart autostart = of(u"/usr/bin/glovebox"_s);
    QVERIFY(!autostart.isOn());
    QVERIFY(autostart.set(true));
    QVERIFY(autostart.isOn());
    const QString text = textOf(autostart);
    QVERIFY(text.startsWith(u"[Desktop Entry]\nType=Application\n"_s));
    QVERIFY(text.contains(u"\nExec=\"/usr/bin/glovebox\" --tray\n"_s));
    QVERIFY(autostart.set(false));
    QVERIFY(!autostart.isOn());
    QVERIFY(!QFile::exists(autostart.file()));
    QVERIFY(autostart.set(false)); // was off
}

void TestAutostart::wordsOfTheCommandAreQuoted()
{
    QCOMPARE(of(uR"(/opt/a "b" $c%d)"_s).command(), uR"("/opt/a \\"b\\" \\$c%%d" --tray)"_s);
}

void TestAutostart::anotherProfileHasAnotherEntry()
{
    const Autostart common = of(u"/usr/bin/glovebox"_s);
    const Autostart own = of(u"/usr/bin/glovebox"_s, u"/home/a b/profile"_s);
    QVERIFY(common.file() != own.file());
    QVERIFY(own.command().endsWith(u" --profile \"/home/a b/profile\""_s));
}

void TestAutostart::anEntrySwitchedOffByTheDesktopIsOff()
{
    Autostart autostart = of(u"/usr/bin/glovebox"_s);
    QVERIFY(autostart.set(true));
    write(autostart.file(),
          textOf(autostart).replace(u"enabled=true"_s, u"enabled=false"_s).toUtf8());
    QVERIFY(!autostart.isOn());
    QVERIFY(autostart.set(true));
    QVERIFY(autostart.isOn());
}

void TestAutostart::somebodyElsesEntryStaysSwitchedOff()
{
    Autostart autostart = of(u"/usr/bin/glovebox"_s);
    QVERIFY(QDir().mkpath(m_folder->filePath(u"autostart"_s)));
    write(autostart.file(), "[Desktop Entry]\nType=Application\nExec=glovebox --mine\n");
    QVERIFY(autostart.isOn());
    QVERIFY(autostart.set(false));
    QVERIFY(!autostart.isOn());
    QVERIFY(textOf(autostart).contains(u"--mine"_s));
}

void TestAutostart::aMovedProgramIsFoundAgain()
{
    const QString here = m_folder->filePath(u"glovebox"_s);
    write(here, "x");
    QVERIFY(of(u"/gone/glovebox"_s).set(true));
    Autostart moved = of(here);
    QVERIFY(moved.mend());
    QVERIFY(textOf(moved).contains(u"Exec=\"%1\""_s.arg(here)));
    // One that is there is not ours to change.
    QVERIFY(of(u"/elsewhere/glovebox"_s).mend());
    QVERIFY(textOf(moved).contains(u"Exec=\"%1\""_s.arg(here)));
}

void TestAutostart::saysWhatCouldNotBeWritten()
{
    write(m_folder->filePath(u"autostart"_s), "a file where a folder should be");
    const auto written = of(u"/usr/bin/glovebox"_s).set(true);
    QVERIFY(!written);
    QVERIFY(written.error().code == ErrorCode::Io);
    QVERIFY(written.error().text.contains(u"glovebox.desktop"_s));
}

void TestAutostart::onMacOsItIsAnAgentOfLaunchd()
{
    const QString program = u"/Applications/Glove & <box>.app/Contents/MacOS/glovebox"_s;
    Autostart autostart = onMacOs(program, u"/Users/a b/プロファイル"_s);
    QVERIFY(autostart.set(true));
    QVERIFY(autostart.isOn());
    const QString label = QFileInfo(autostart.file()).completeBaseName();
    QVERIFY(autostart.file().startsWith(m_folder->filePath(u"LaunchAgents/local.glovebox-"_s)));
    const QString text = textOf(autostart);
    QVERIFY(text.contains(u"<!DOCTYPE plist PUBLIC"_s));
    QVERIFY(text.contains(u"<string>%1</string>"_s.arg(label)));
    QVERIFY(text.contains(u"Glove &amp; &lt;box&gt;.app"_s));
    QVERIFY(text.indexOf(u"<string>--tray</string>"_s) <
            text.indexOf(u"<string>--profile</string>"_s));
    QVERIFY(text.contains(u"<string>/Users/a b/プロファイル</string>"_s));
    QVERIFY(text.simplified().contains(u"<key>RunAtLoad</key> <true/>"_s));
    QVERIFY(autostart.set(false));
    QVERIFY(!QFile::exists(autostart.file()));
}

void TestAutostart::anAgentSwitchedOffIsOffAndAnothersIsNotOurs()
{
    Autostart autostart = onMacOs(u"/gone/glovebox"_s);
    QVERIFY(autostart.set(true));
    const QString text = textOf(autostart);
    write(autostart.file(), QString(text)
                                .replace(u"<key>RunAtLoad</key>"_s,
                                         u"<key>Disabled</key><true/><key>RunAtLoad</key>"_s)
                                .toUtf8());
    QVERIFY(!autostart.isOn());
    // Inside of another dictionary the word means something else.
    write(autostart.file(), QString(text)
                                .replace(u"<key>RunAtLoad</key>"_s,
                                         u"<key>KeepAlive</key><dict><key>Disabled</key><true/>"
                                         "</dict><key>RunAtLoad</key>"_s)
                                .toUtf8());
    QVERIFY(autostart.isOn());
    // One that somebody else wrote is left alone when its program is gone.
    const QByteArray theirs = QString(text).remove(u"<key>GloveboxEntry</key>"_s).toUtf8();
    write(autostart.file(), theirs);
    QVERIFY(autostart.mend());
    QCOMPARE(textOf(autostart).toUtf8(), theirs);
}

void TestAutostart::onWindowsItIsAValueOfTheKeyRun()
{
    const QString program = u"C:/Program Files/Glovebox/bin/glovebox.exe"_s;
    Autostart autostart = onWindows(program);
    Autostart other = onWindows(program, u"D:/a b/"_s);
    QVERIFY(!autostart.isOn());
    QVERIFY(autostart.set(true));
    QVERIFY(autostart.isOn());
    QVERIFY(!other.isOn());
    QVERIFY(other.set(true));
    const QSettings stored(registry(), QSettings::IniFormat);
    QCOMPARE(stored.value(u"Run/glovebox"_s).toString(),
             uR"("C:\Program Files\Glovebox\bin\glovebox.exe" --tray)"_s);
    QCOMPARE(stored.value(u"Run/"_s + other.file()).toString(),
             uR"("C:\Program Files\Glovebox\bin\glovebox.exe" --tray --profile "D:\a b\\")"_s);
    QVERIFY(autostart.set(false));
    QVERIFY(!autostart.isOn());
    QVERIFY(other.isOn());
}

void TestAutostart::whatWindowsSettingsSwitchedOffIsOff()
{
    Autostart autostart = onWindows(u"C:/glovebox.exe"_s);
    QVERIFY(autostart.set(true));
    const auto decide = [this](ushort first) {
        QSettings stored(registry(), QSettings::IniFormat);
        stored.setValue(u"Explorer/StartupApproved/Run/glovebox"_s,
                        QString(QChar(first) + u"rest"_s));
    };
    decide(3);
    QVERIFY(!autostart.isOn());
    decide(2);
    QVERIFY(autostart.isOn());
    decide(3);
    QVERIFY(autostart.set(true)); // the person's newest word
    QVERIFY(autostart.isOn());
}

void TestAutostart::windowsTakesItsCommandLineApartIntoTheSameWords_data()
{
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QString>("word");
    // What CommandLineToArgvW makes of these words is what it was given.
    QTest::newRow("a space") << u"C:/a b"_s << uR"("C:\a b")"_s;
    QTest::newRow("a backslash at the end") << u"C:/a/"_s << uR"("C:\a\\")"_s;
    QTest::newRow("a quote") << uR"(a"b)"_s << uR"("a\"b")"_s;
    QTest::newRow("backslashes before a quote") << uR"(a//"b)"_s << uR"("a\\\\\"b")"_s;
}

void TestAutostart::windowsTakesItsCommandLineApartIntoTheSameWords()
{
    QFETCH(const QString, profile);
    QFETCH(const QString, word);
    const Autostart autostart = onWindows(u"C:/g.exe"_s, profile);
    QCOMPARE(autostart.command(), QString(uR"("C:\g.exe" --tray --profile )"_s + word));
}

void TestAutostart::aMovedProgramIsFoundAgainOnEveryPlatform_data()
{
    QTest::addColumn<int>("platform");
    QTest::newRow("Linux") << int(Platform::Linux);
    QTest::newRow("macOS") << int(Platform::MacOs);
    QTest::newRow("Windows") << int(Platform::Windows);
}

void TestAutostart::aMovedProgramIsFoundAgainOnEveryPlatform()
{
    QFETCH(const int, platform);
    const QString place = platform == int(Platform::Windows) ? registry() : m_folder->path();
    const QString here = m_folder->filePath(u"gl ove"_s);
    write(here, "x");
    const auto at = [&](const QString &program) {
        return Autostart({place, program, {}, Platform(platform)});
    };
    QVERIFY(at(u"/gone/glovebox"_s).set(true));
    QVERIFY(at(here).mend());
    QVERIFY(at(u"/elsewhere/glovebox"_s).mend()); // one that is there is left alone
    Autostart now = at(here);
    QVERIFY(now.isOn());
    const QString stored = platform == int(Platform::Windows)
                               ? QSettings(registry(), QSettings::IniFormat)
                                     .value(u"Run/glovebox"_s)
                                     .toString()
                                     .replace(u'\\', u'/')
                               : textOf(now);
    QVERIFY2(stored.contains(here), qPrintable(stored));
    QVERIFY(!stored.contains(u"/elsewhere"_s));
}

QTEST_GUILESS_MAIN(TestAutostart)
#include "tst_autostart.moc"
