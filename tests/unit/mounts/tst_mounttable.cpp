// SPDX-License-Identifier: MIT
#include "mountfixture.h"

#include <mounts/mounttable.h>

#include <QSignalSpy>

#include <fcntl.h>

using namespace glovebox;
using namespace glovebox::mounts;
using namespace Qt::StringLiterals;

class TestMountTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<MountFixture>();
        m_profile = m_fixture->base() + u"/profile"_s;
        QDir().mkpath(m_profile);
    }

    void parsesTheOption_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("path");
        QTest::addColumn<MountMode>("mode");
        QTest::newRow("no mode") << u"d=/a"_s << u"/a"_s << MountMode::Staged;
        QTest::newRow("ro") << u"d=/a:ro"_s << u"/a"_s << MountMode::ReadOnly;
        QTest::newRow("staged") << u"d=/a:staged"_s << u"/a"_s << MountMode::Staged;
        QTest::newRow("rw") << u"d=/a:rw"_s << u"/a"_s << MountMode::ReadWrite;
        QTest::newRow("only the last suffix")
            << u"d=/a:ro:rw"_s << u"/a:ro"_s << MountMode::ReadWrite;
        QTest::newRow("colons in the path") << u"d=/a:b:c"_s << u"/a:b:c"_s << MountMode::Staged;
        QTest::newRow("unknown suffix is the path")
            << u"d=/a:rx"_s << u"/a:rx"_s << MountMode::Staged;
        QTest::newRow("equals in the path") << u"d=/a=b:ro"_s << u"/a=b"_s << MountMode::ReadOnly;
        QTest::newRow("spaces and CJK") << u"d=/home/me/測試 中文/data set:ro"_s
                                        << u"/home/me/測試 中文/data set"_s << MountMode::ReadOnly;
        QTest::newRow("emoji") << u"d=/📊:rw"_s << u"/📊"_s << MountMode::ReadWrite;
        QTest::newRow("home") << u"d=~/x:ro"_s << QString(QDir::homePath() + u"/x"_s)
                              << MountMode::ReadOnly;
        QTest::newRow("relative") << u"d=./x"_s << QString(QDir::currentPath() + u"/./x"_s)
                                  << MountMode::Staged;
    }
    void parsesTheOption()
    {
        QFETCH(QString, text);
        QFETCH(QString, path);
        QFETCH(MountMode, mode);
        const auto spec = parseMountSpec(text);
        QVERIFY2(spec.has_value(), qPrintable(spec ? QString() : spec.error().text));
        QCOMPARE(spec->name, u"d"_s);
        QCOMPARE(spec->hostPath, path);
        QCOMPARE(toString(spec->mode), toString(mode));
        QVERIFY(!spec->clients.has_value());
    }

    void saysWhatIsWrongWithTheOption_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("no folder") << u"data"_s << u"NAME=FOLDER"_s;
        QTest::newRow("empty name") << u"=/a"_s << u"name of a mount"_s;
        QTest::newRow("capital") << u"Data=/a"_s << u"name of a mount"_s;
        QTest::newRow("slash") << u"a/b=/a"_s << u"name of a mount"_s;
        QTest::newRow("japanese name") << u"売上=/a"_s << u"a-z"_s;
        QTest::newRow("long name") << QString(QString(33, u'a') + u"=/a"_s) << u"1 to 32"_s;
        QTest::newRow("empty path") << u"d="_s << u"no folder"_s;
        QTest::newRow("only a mode") << u"d=:ro"_s << u"no folder"_s;
    }
    void saysWhatIsWrongWithTheOption()
    {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto spec = parseMountSpec(text);
        QVERIFY(!spec.has_value());
        QCOMPARE(toString(spec.error().code), toString(ErrorCode::InvalidArgument));
        QVERIFY2(spec.error().text.contains(says), qPrintable(spec.error().text));
    }

    void takesNamesOfTheDesign()
    {
        QVERIFY(isValidMountName(u"sales_2024-q1"));
        QVERIFY(isValidMountName(QString(32, u'a')));
        QVERIFY(!isValidMountName(QString(33, u'a')));
        QVERIFY(!isValidMountName(u""));
        QVERIFY(!isValidMountName(u".."));
        QVERIFY(!isValidMountName(u"ａ"));
    }

    void refusesWhatCannotBeShared_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("missing") << u"missing"_s << ErrorCode::NotFound << u"no folder"_s;
        QTest::newRow("file") << u"outside/secret.txt"_s << ErrorCode::InvalidArgument
                              << u"not a folder"_s;
        QTest::newRow("profile") << u"profile"_s << ErrorCode::Denied << u"own data"_s;
        QTest::newRow("above the profile") << u"."_s << ErrorCode::Denied << u"own data"_s;
        QTest::newRow("below the profile")
            << u"profile/inner"_s << ErrorCode::Denied << u"own data"_s;
        QTest::newRow("profile by a link") << u"to-profile"_s << ErrorCode::Denied << u"own data"_s;
        QTest::newRow("profile by a detour")
            << u"outside/../profile"_s << ErrorCode::Denied << u"own data"_s;
    }
    void refusesWhatCannotBeShared()
    {
        QFETCH(QString, path);
        QFETCH(ErrorCode, code);
        QFETCH(QString, says);
        QDir().mkpath(m_profile + u"/inner"_s);
        QFile::link(m_profile, m_fixture->base() + u"/to-profile"_s);
        MountTable table(m_profile);
        const auto added = table.add({u"data"_s, m_fixture->base() + u'/' + path});
        QVERIFY(!added.has_value());
        QCOMPARE(toString(added.error().code), toString(code));
        QVERIFY2(added.error().text.contains(says), qPrintable(added.error().text));
        QVERIFY(table.mounts().isEmpty());
    }

    void refusesTheSystemsSwitches()
    {
        MountTable table(m_profile);
        for (const QString &path : {u"/"_s, u"/proc"_s, u"/proc/self"_s, u"/sys"_s}) {
            const auto added = table.add({u"data"_s, path});
            QVERIFY2(!added.has_value(), qPrintable(path));
            QCOMPARE(toString(added.error().code), toString(ErrorCode::Denied));
        }
    }

    void refusesWhatMayNotBeRead()
    {
        if (::geteuid() == 0)
            QSKIP("root may read everything");
        QVERIFY(::chmod(QFile::encodeName(m_fixture->root()).constData(), 0300) == 0);
        MountTable table(m_profile);
        const auto added = table.add({u"data"_s, m_fixture->root()});
        QVERIFY(!added.has_value());
        QCOMPARE(toString(added.error().code), toString(ErrorCode::Denied));
        QVERIFY(added.error().text.contains(u"may not open"_s));
        ::chmod(QFile::encodeName(m_fixture->root()).constData(), 0700);
    }

    void refusesATakenName()
    {
        MountTable table(m_profile);
        QVERIFY(table.add({u"data"_s, m_fixture->root()}).has_value());
        const auto again = table.add({u"data"_s, m_fixture->outside()});
        QVERIFY(!again.has_value());
        QCOMPARE(toString(again.error().code), toString(ErrorCode::Conflict));
        QVERIFY(again.error().text.contains(m_fixture->root()));
    }

    void limitsMountsToClients()
    {
        const ClientId one(u"c1"_s);
        const ClientId two(u"c2"_s);
        MountTable table(m_profile);
        QVERIFY(table.add({u"all"_s, m_fixture->root(), MountMode::ReadOnly}).has_value());
        QVERIFY(
            table.add({u"one"_s, m_fixture->outside(), MountMode::ReadWrite, QSet<ClientId>{one}})
                .has_value());
        const MountReach all{u"all"_s, MountMode::ReadOnly, m_fixture->root()};
        const MountReach ones{u"one"_s, MountMode::ReadWrite, m_fixture->outside()};
        QCOMPARE(table.reachFor(one), (QList{all, ones}));
        QCOMPARE(table.reachFor(two), (QList{all}));
        QCOMPARE(table.reachFor(personClient()), (QList{all, ones}));

        QVERIFY(table.setClients(u"all"_s, QSet<ClientId>{}).has_value());
        QVERIFY(table.reachFor(two).isEmpty());
    }

    void keepsPointingAtAFolderThatIsRenamed_data() { addContainments(); }
    void keepsPointingAtAFolderThatIsRenamed()
    {
        QFETCH(Containment, containment);
        m_fixture->file(u"a.txt"_s, "the real one"_ba);
        MountTable table(m_profile, containment);
        QVERIFY(table.add({u"data"_s, m_fixture->root()}).has_value());
        const auto reach = table.reachFor(personClient()).first();

        QVERIFY(QDir().rename(m_fixture->root(), m_fixture->base() + u"/moved"_s));
        QVERIFY(QFile::link(m_fixture->outside(), m_fixture->root()));
        MountFixture::write(m_fixture->outside(u"a.txt"_s), "another"_ba);

        const auto access = table.access(reach);
        QVERIFY(access.has_value());
        const auto fd = access->root->open("a.txt", O_RDONLY);
        QVERIFY(fd.has_value());
        QCOMPARE(contentOf(fd->value()), "the real one"_ba);
        QCOMPARE(MountFixture::read(m_fixture->root(u"a.txt"_s)), "another"_ba); // the control
    }

    void saysWhenAFolderIsGone()
    {
        MountTable table(m_profile);
        QVERIFY(table.add({u"data"_s, m_fixture->root()}).has_value());
        QCOMPARE(table.statuses().first().problem, QString());
        QVERIFY(QDir(m_fixture->root()).removeRecursively());
        QVERIFY(table.statuses().first().problem.contains(u"deleted"_s));
    }

    void aFolderThatWasDeletedAndMadeAnewIsOpenedAgain()
    {
        MountTable table(m_profile);
        QVERIFY(table.add({u"d"_s, m_fixture->root(), MountMode::ReadOnly}));
        QVERIFY(QDir(m_fixture->root()).removeRecursively());
        table.reopenIfGone(u"d"_s);
        QVERIFY(!table.statuses().first().problem.isEmpty());
        QVERIFY(QDir().mkpath(m_fixture->root()));
        m_fixture->file(u"again"_s);
        QSignalSpy changed(&table, &MountTable::changed);
        table.reopenIfGone(u"d"_s);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(table.statuses().first().problem, QString());
        const auto access = table.access(table.reachFor({}).first());
        QVERIFY(access && access->root->open("again", O_RDONLY).has_value());
    }

    void aDangerousFolderInThePlaceOfADeletedOneStaysClosed()
    {
        MountTable table(m_profile);
        const QString folder = m_fixture->root(u"given"_s);
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(table.add({u"d"_s, folder, MountMode::ReadOnly}));
        QVERIFY(QDir(folder).removeRecursively());
        m_fixture->link(u"given"_s, u"/etc"_s);
        table.reopenIfGone(u"d"_s);
        QVERIFY(!table.statuses().first().problem.isEmpty());
    }

    void takesTheStricterModeOfThenAndNow()
    {
        MountTable table(m_profile);
        QVERIFY(table.add({u"data"_s, m_fixture->root(), MountMode::ReadWrite}).has_value());
        const auto captured = table.reachFor(personClient()).first();
        QVERIFY(table.setMode(u"data"_s, MountMode::ReadOnly).has_value());
        QCOMPARE(toString(table.access(captured)->reach.mode), u"ro"_s);
        QVERIFY(table.setMode(u"data"_s, MountMode::ReadWrite).has_value());
        const MountReach asked{captured.name, MountMode::ReadOnly, captured.hostPath};
        QCOMPARE(toString(table.access(asked)->reach.mode), u"ro"_s);
    }

    void forgetsARemovedMount()
    {
        MountTable table(m_profile);
        QSignalSpy changed(&table, &MountTable::changed);
        QVERIFY(table.add({u"data"_s, m_fixture->root()}).has_value());
        const auto captured = table.reachFor(personClient()).first();
        QVERIFY(table.remove(u"data"_s));
        QVERIFY(!table.remove(u"data"_s));
        QCOMPARE(changed.count(), 2);
        QCOMPARE(toString(table.access(captured).error().code), toString(ErrorCode::Denied));

        // The same name for another folder is not what was allowed.
        QVERIFY(table.add({u"data"_s, m_fixture->outside()}).has_value());
        QVERIFY(!table.access(captured).has_value());
    }

    void whatAClientAskedForGoesWithItsLastClient()
    {
        const ClientId ada(u"c1"_s);
        const ClientId eve(u"c2"_s);
        MountTable table(m_profile);
        QVERIFY(table.add({.name = u"asked"_s,
                           .hostPath = m_fixture->root(),
                           .clients = QSet<ClientId>{ada, eve},
                           .wasRequested = true}));
        QVERIFY(table.add(
            {.name = u"given"_s, .hostPath = m_fixture->root(), .clients = QSet<ClientId>{ada}}));
        QVERIFY(table.add({u"open"_s, m_fixture->root()}));
        QCOMPARE(table.forgetClient(ada), (QStringList{u"asked"_s, u"given"_s}));
        QCOMPARE(table.reachFor(ada).size(), 1);
        QCOMPARE(table.mounts().size(), 3);
        QCOMPARE(table.forgetClient(eve), QStringList{u"asked"_s});
        // What the person shared by themselves is theirs to take away.
        QCOMPARE(table.mounts().size(), 2);
        QSignalSpy changed(&table, &MountTable::changed);
        QCOMPARE(table.forgetClient(eve), QStringList());
        QCOMPARE(changed.size(), 0);
    }

    void refusesToChangeWhatIsNotThere()
    {
        MountTable table(m_profile);
        QCOMPARE(toString(table.setMode(u"no"_s, MountMode::ReadOnly).error().code),
                 toString(ErrorCode::NotFound));
        QCOMPARE(toString(table.setClients(u"no"_s, std::nullopt).error().code),
                 toString(ErrorCode::NotFound));
    }

private:
    std::unique_ptr<MountFixture> m_fixture;
    QString m_profile;
};

QTEST_GUILESS_MAIN(TestMountTable)
#include "tst_mounttable.moc"
