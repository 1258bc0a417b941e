// SPDX-License-Identifier: MIT
#include "settings/autostart.h"

#include <QDir>
#include <QFile>
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

private:
    Autostart of(const QString &program, const QString &profile = {}) const
    {
        return Autostart({m_folder->path(), program, profile});
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
    write(autostart.file(), textOf(autostart)
                                .replace(u"enabled=true"_s, u"enabled=false"_s)
                                .toUtf8());
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

QTEST_GUILESS_MAIN(TestAutostart)
#include "tst_autostart.moc"
