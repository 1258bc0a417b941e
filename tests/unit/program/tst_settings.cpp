// SPDX-License-Identifier: MIT
#include "app/clientrights.h"
#include "app/livesettings.h"
#include "app/preferences.h"
#include "approval/rules.h"
#include "fakeclock.h"

#include <QDir>
#include <QLoggingCategory>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

// The program without its engine and without a window.
struct World
{
    QTemporaryDir folder;
    QTemporaryDir shared;
    FakeClock clock;
    std::unique_ptr<settings::Settings> settings =
        *settings::Settings::open(folder.filePath(u"settings.json"_s));
    std::unique_ptr<Application> application;
    std::unique_ptr<LiveSettings> live;
    std::unique_ptr<Controls> controls;
    std::unique_ptr<Preferences> preferences;

    explicit World(bool portOption = false)
    {
        ApplicationOptions options;
        options.profileFolder = folder.path();
        options.files.assets = QStringLiteral(GLOVEBOX_ASSETS_DIR);
        options.files.runtime = QStringLiteral(GLOVEBOX_SOURCE_DIR);
        application = std::make_unique<Application>(options, clock);
        live = std::make_unique<LiveSettings>(*application, *settings);
        controls = std::make_unique<Controls>(*application, *settings);
        preferences = std::make_unique<Preferences>(Preferences::Parts{
            .application = *application,
            .controls = *controls,
            .settings = *settings,
            .autostart = settings::Autostart({folder.path(), u"/usr/bin/glovebox"_s, {}}),
            .logFile = folder.filePath(u"glovebox.log"_s),
            .portOption = portOption});
    }
    Result<> set(const QString &name, const QVariant &value)
    {
        return preferences->set(name, value);
    }
    // The id of a client that was made just now.
    ClientId add(const QString &label)
    {
        auto made = application->journal().addClient(label, journal::KeyUse::Header);
        made.waitForFinished();
        return made.result() ? made.result()->client.id : ClientId();
    }
    // Shares a folder of its own, and waits until `clients` are known.
    bool share(const QString &name, int clients)
    {
        const QString path = shared.filePath(name); // not in the profile, which is refused
        return QDir().mkpath(path) &&
               controls->addMount(name, path, MountMode::ReadOnly, true).has_value() &&
               QTest::qWaitFor([&] { return controls->clients().size() == clients; });
    }
    bool mayUse(const ClientId &client) const
    {
        return glovebox::mayUse(controls->mounts().first(), client);
    }
    sandbox::SessionPool::Tuning tuning() const { return application->pool().tuning(); }
};

quint16 freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : 0;
}

} // namespace

class TestProgramSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyDefaultCanBeSet();
    void sessionsGetWhatIsSet();
    void requestsWaitAsLongAsIsSet();
    void noticesAreSwitchedOneByOne();
    void packagesFollow();
    void anotherPortIsTakenAndATakenOneIsNot();
    void thePortOfTheCommandLineCounts();
    void theLogSaysAsMuchAsIsSet();
    void startingAtLoginIsAnEntry();
    void whatCannotBeIsRefusedInWords_data();
    void whatCannotBeIsRefusedInWords();
    void whatCountsFromTheNextStartIsPendingUntilThen();
    void resetGoesBackToTheDefault();
    void rulesOfOneClientStandBesideThoseOfAll();
    void aClientThatIsConnectedAgainMayNoMoreThanBefore();
    void aClientWhoseKeyChangesKeepsItsFolders();
};

void TestProgramSettings::everyDefaultCanBeSet()
{
    World world;
    QVERIFY(world.preferences->names().size() > 25);
    for (const QString &name : world.preferences->names()) {
        const SettingStatus status = world.preferences->setting(name);
        QVERIFY2(status.standard.isValid(), qPrintable(name));
        QVERIFY2(!status.isChanged(), qPrintable(name));
        QCOMPARE(world.preferences->problemOf(name, status.standard), QString());
    }
}

void TestProgramSettings::sessionsGetWhatIsSet()
{
    World world;
    QCOMPARE(world.tuning(), sandbox::SessionPool::Tuning());
    QVERIFY(world.set(u"sessions.idle_minutes"_s, 7));
    QVERIFY(world.set(u"sessions.max"_s, 3));
    QVERIFY(world.set(u"sessions.warm_spare"_s, false));
    QVERIFY(world.set(u"sessions.memory_mb"_s, 512));
    QVERIFY(world.set(u"sessions.timeout_s"_s, 90));
    QCOMPARE(world.tuning().idleTime, 7min);
    QCOMPARE(world.tuning().maxSessions, 3);
    QVERIFY(!world.tuning().keepsSpare);
    QCOMPARE(world.tuning().heapBytes, 512 * limits::MiB);
    const auto made = world.application->sessions().defaultFor(ClientId(u"k"_s), u"K"_s);
    QVERIFY(made);
    QCOMPARE(world.application->pool().session(made->id)->heapLimitBytes, 512 * limits::MiB);
    QCOMPARE(world.application->sessions().options(made->id).timeout, 90s);
}

void TestProgramSettings::requestsWaitAsLongAsIsSet()
{
    World world;
    QCOMPARE(world.application->queue().expiryFromNow(), world.clock.now().addSecs(300));
    QVERIFY(world.set(u"approvals.time_s"_s, 600));
    QCOMPARE(world.application->queue().expiryFromNow(), world.clock.now().addSecs(600));
    QVERIFY(world.set(u"approvals.time_s"_s, 0));
    QVERIFY(!world.application->queue().expiryFromNow().isValid());
}

void TestProgramSettings::noticesAreSwitchedOneByOne()
{
    World world;
    QVERIFY(world.set(u"notifications.changes"_s, false));
    QVERIFY(!world.settings->value(settings::keys::notices).contains(u"changes"_s));
    QVERIFY(world.settings->value(settings::keys::notices).contains(u"long_runs"_s));
    QVERIFY(world.preferences->setting(u"notifications.changes"_s).isChanged());
    QVERIFY(world.preferences->reset(u"notifications.changes"_s));
    QCOMPARE(world.settings->value(settings::keys::notices), settings::keys::notices.standard);
}

void TestProgramSettings::packagesFollow()
{
    World world;
    QVERIFY(world.set(u"packages.only_bundled"_s, true));
    QVERIFY(world.set(u"packages.offline"_s, true));
    QVERIFY(world.application->packageDesk().policy().onlyBundled);
    QVERIFY(world.application->packageDesk().policy().offline);
    QSignalSpy changed(world.preferences.get(), &SettingsDesk::changed);
    QVERIFY(world.set(u"packages.indexes"_s, QStringList{u"https://index.example/simple/"_s}));
    QCOMPARE(world.application->packageDesk().sources().indexes,
             QStringList{u"https://index.example/simple/"_s});
    QCOMPARE(changed.last().first().toString(), u"packages.indexes"_s);
    const auto refused = world.set(u"packages.indexes"_s, QStringList{u"ftp://index.example/"_s});
    QVERIFY(!refused);
    QVERIFY(!refused.error().text.isEmpty());
}

void TestProgramSettings::anotherPortIsTakenAndATakenOneIsNot()
{
    World world;
    world.application->listen(0);
    const quint16 first = world.application->port();
    QVERIFY(first != 0);
    QSignalSpy moved(world.controls.get(), &Controls::movedToPort);
    const quint16 second = freePort();
    QVERIFY(world.set(u"server.port"_s, second));
    QCOMPARE(world.application->port(), second);
    QCOMPARE(moved.size(), 1);
    QCOMPARE(world.settings->value(settings::keys::port), second);

    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    const auto taken = world.set(u"server.port"_s, other.serverPort());
    QVERIFY(!taken);
    QVERIFY(!taken.error().text.isEmpty());
    QCOMPARE(world.application->port(), second); // still there
    QCOMPARE(world.settings->value(settings::keys::port), second);
    QCOMPARE(moved.size(), 1);
}

void TestProgramSettings::thePortOfTheCommandLineCounts()
{
    World world(true);
    world.application->listen(0);
    const quint16 port = world.application->port();
    QCOMPARE(world.preferences->setting(u"server.port"_s).override, u"--port"_s);
    QVERIFY(world.set(u"server.port"_s, freePort()));
    QCOMPARE(world.application->port(), port);
}

void TestProgramSettings::theLogSaysAsMuchAsIsSet()
{
    World world;
    const QLoggingCategory category("glovebox.test", QtInfoMsg);
    QVERIFY(category.isInfoEnabled());
    QVERIFY(world.set(u"advanced.log_level"_s, u"warnings"_s));
    QVERIFY(!category.isInfoEnabled());
    QVERIFY(category.isWarningEnabled());
    QVERIFY(world.set(u"advanced.log_level"_s, u"debug"_s));
    QVERIFY(category.isDebugEnabled());
    QVERIFY(world.preferences->reset(u"advanced.log_level"_s));
    QVERIFY(!category.isDebugEnabled());
}

void TestProgramSettings::startingAtLoginIsAnEntry()
{
    World world;
    QVERIFY(world.set(u"startup.login"_s, true));
    QVERIFY(QFile::exists(world.folder.filePath(u"autostart/glovebox.desktop"_s)));
    QVERIFY(world.preferences->setting(u"startup.login"_s).value.toBool());
    QVERIFY(world.preferences->reset(u"startup.login"_s));
    QVERIFY(!world.preferences->setting(u"startup.login"_s).value.toBool());
}

void TestProgramSettings::whatCannotBeIsRefusedInWords_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QVariant>("value");
    QTest::newRow("no number") << u"sessions.max"_s << QVariant(u"many"_s);
    QTest::newRow("too many") << u"sessions.max"_s << QVariant(17);
    QTest::newRow("none") << u"sessions.max"_s << QVariant(0);
    QTest::newRow("half a minute") << u"approvals.time_s"_s << QVariant(30);
    QTest::newRow("a port of root's") << u"server.port"_s << QVariant(80);
    QTest::newRow("no port") << u"server.port"_s << QVariant(70000);
    QTest::newRow("no theme") << u"appearance.theme"_s << QVariant(u"pink"_s);
    QTest::newRow("no seconds") << u"clients.patience_s"_s << QVariant(QStringList{u"cline"_s});
    QTest::newRow("no name") << u"clients.patience_s"_s << QVariant(QStringList{u"=50"_s});
    QTest::newRow("no setting") << u"colour.of.the.sky"_s << QVariant(1);
}

void TestProgramSettings::whatCannotBeIsRefusedInWords()
{
    QFETCH(const QString, name);
    QFETCH(const QVariant, value);
    World world;
    const SettingStatus before = world.preferences->setting(name);
    const auto set = world.set(name, value);
    QVERIFY(!set);
    QVERIFY(set.error().code == ErrorCode::InvalidArgument);
    QVERIFY(set.error().text.endsWith(u'.'));
    QCOMPARE(world.preferences->setting(name), before);
}

void TestProgramSettings::whatCountsFromTheNextStartIsPendingUntilThen()
{
    World world;
    const QString name = u"mounts.tell_paths"_s;
    QVERIFY(!world.preferences->setting(name).isPending);
    QVERIFY(world.set(name, true));
    QVERIFY(world.preferences->setting(name).isPending);
    QVERIFY(world.preferences->reset(name));
    QVERIFY(!world.preferences->setting(name).isPending);
    QVERIFY(world.preferences->facts().restartObstacle.isEmpty());
    QSignalSpy wanted(world.preferences.get(), &Preferences::restartRequested);
    QVERIFY(world.preferences->restart());
    QCOMPARE(wanted.size(), 1);
}

void TestProgramSettings::resetGoesBackToTheDefault()
{
    World world;
    QVERIFY(world.set(u"journal.keep_days"_s, 30));
    QVERIFY(world.preferences->setting(u"journal.keep_days"_s).isChanged());
    QVERIFY(world.preferences->reset(u"journal.keep_days"_s));
    QCOMPARE(world.settings->value(settings::keys::journalDays), 0);
    QVERIFY(!world.preferences->reset(u"colour.of.the.sky"_s));
}

void TestProgramSettings::rulesOfOneClientStandBesideThoseOfAll()
{
    World world;
    const ClientId client(u"k1"_s);
    const FindingGroup imports = FindingGroup::DangerousImports;
    QCOMPARE(world.preferences->rule(imports, {}), u"note"_s);
    QCOMPARE(world.preferences->rule(imports, client), QString());
    QVERIFY(world.preferences->setRule(imports, {}, u"ask"_s));
    QVERIFY(world.preferences->setRule(imports, client, u"refuse"_s));
    const QStringList lines = world.settings->value(settings::keys::rules);
    QVERIFY(approval::switchesFor(u"k1"_s, lines).value(imports) == approval::RuleAction::Refuse);
    QVERIFY(approval::switchesFor(u"k2"_s, lines).value(imports) == approval::RuleAction::Ask);
    QVERIFY(world.preferences->setRule(imports, client, {}));
    QCOMPARE(world.preferences->rule(imports, client), QString());
    QVERIFY(!world.preferences->setRule(imports, client, u"pray"_s));
    QVERIFY(world.preferences->setRule(imports, {}, u"note"_s));
    QVERIFY(world.settings->value(settings::keys::rules).isEmpty());
}

void TestProgramSettings::aClientThatIsConnectedAgainMayNoMoreThanBefore()
{
    World world;
    ClientRights rights({.clients = world.application->clientDesk(),
                         .controls = *world.controls,
                         .packages = world.application->packageDesk(),
                         .settings = *world.settings});
    const ClientId old = world.add(u"Cursor"_s);
    const ClientId other = world.add(u"Zed"_s);
    QVERIFY(world.share(u"sales"_s, 2));
    ConnectionRules rules = rights.of(old);
    QVERIFY(!rules.onlyThisRun);
    QVERIFY(rules.folders.size() == 1 && rules.folders[0].isAllowed);
    rules.onlyThisRun = true;
    rules.folders[0].isAllowed = false;
    QVERIFY(rights.set(rules, old));
    QVERIFY(rights.of(old) == rules);
    QVERIFY(!rights.of(other).onlyThisRun && world.mayUse(other));
    ClientRules own = world.application->clientDesk().rules(old);
    own.refusedTools = {u"write_file"_s};
    QVERIFY(world.application->clientDesk().setRules(old, own));
    const FindingGroup imports = FindingGroup::DangerousImports;
    QVERIFY(world.preferences->setRule(imports, old, u"refuse"_s));
    PackagePolicy policy = world.application->packageDesk().policy();
    policy.clients.insert(old, {.onlyBundled = true});
    QVERIFY(world.application->packageDesk().setPolicy(policy));

    const ClientId again = world.add(u"Cursor 2"_s);
    rights.inherit(old, again);
    QVERIFY(rights.of(again) == rules);
    QVERIFY(world.application->clientDesk().rules(again) == own);
    QCOMPARE(world.preferences->rule(imports, again), u"refuse"_s);
    QVERIFY(world.application->packageDesk().policy().clients.value(again).onlyBundled);
    // It may also what the older one might, and nobody else lost anything.
    QVERIFY(world.mayUse(other));
    QVERIFY(world.controls->setMountClients(u"sales"_s, QList<ClientId>{old}));
    const ClientId third = world.add(u"Cursor 3"_s);
    QVERIFY(!world.mayUse(third));
    rights.inherit(old, third);
    QVERIFY(world.mayUse(third) && world.mayUse(old) && !world.mayUse(other));
}

void TestProgramSettings::aClientWhoseKeyChangesKeepsItsFolders()
{
    World world;
    const ClientId client = world.add(u"Cursor"_s);
    QVERIFY(world.share(u"sales"_s, 1));
    QVERIFY(world.controls->setMountClients(u"sales"_s, QList<ClientId>{client}));
    QSignalSpy ended(&world.application->journal(), &journal::Journal::clientRevoked);
    auto key = world.application->journal().changeKey(client);
    QTRY_COMPARE(ended.size(), 1); // what stood on the old key ends
    QVERIFY(key.result());
    QVERIFY(world.mayUse(client));
    auto revoked = world.application->journal().revokeClient(client);
    QTRY_COMPARE(ended.size(), 2);
    QVERIFY(!world.mayUse(client));
}

QTEST_GUILESS_MAIN(TestProgramSettings)
#include "tst_settings.moc"
