// SPDX-License-Identifier: MIT
#include "app/clients.h"
#include "http/locallistener.h"
#include "http/mcproute.h"
#include "spine.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

using namespace glovebox;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

class NoKeys final : public http::KeyStore
{
public:
    std::optional<http::Principal> find(QByteArrayView) override { return std::nullopt; }
};

// The clients with all that they stand on; the file stays when they are made anew.
struct World
{
    tools::test::Spine spine;
    mcp::Server server{{}};
    NoKeys keys;
    http::Guard guard{&keys, spine.clock};
    http::McpRoute route{server, spine.clock};
    http::LocalListener local{server, guard, spine.clock};
    std::unique_ptr<Clients> clients;

    World() { start(); }
    void start()
    {
        clients.reset();
        clients = std::make_unique<Clients>(
            Clients::Parts{.journal = spine.journal,
                           .queue = spine.queue,
                           .http = route,
                           .local = local,
                           .sessions = spine.sessions,
                           .clock = spine.clock,
                           .file = spine.folder.filePath(u"clients.json"_s),
                           .tools = {u"run_python"_s}});
        clients->start();
    }
    // The id of a client that was made just now.
    ClientId add(const QString &label)
    {
        auto made = clients->add(label, false);
        if (!QTest::qWaitFor([&] { return made.isFinished(); }) || !made.result())
            return {};
        ClientId id;
        (void)QTest::qWaitFor([&] {
            spine.clock.advance(1s);
            for (const ClientInfo &info : clients->clients())
                id = info.label == label ? info.id : id;
            return !id.isNull();
        });
        return id;
    }
    ClientInfo info(const ClientId &id) const
    {
        for (const ClientInfo &each : clients->clients()) {
            if (each.id == id)
                return each;
        }
        return {};
    }
};

const QString claims = u"cline 3.1"_s;
const QString protocol = u"MCP 2025-11-25"_s;

} // namespace

class TestClients : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void remembersWhatAClientDid();
    void refusesATool();
    void boundsTheSessions();
    void keepsRulesOverAStart();
    void keepsRulesWhenTheKeyChanges();
    void forgetsARevokedClient();
};

void TestClients::remembersWhatAClientDid()
{
    World world;
    const ClientId id = world.add(u"Cline"_s);
    QVERIFY(!id.isNull());
    QVERIFY(!world.info(id).lastCall.isValid());
    QCOMPARE(world.clients->enter(id, {claims, protocol, u"run_python"_s}), QString());
    QCOMPARE(world.clients->enter(id, {claims, protocol, u"list_mounts"_s}), QString());
    const ClientInfo info = world.info(id);
    QCOMPARE(info.lastCall, world.spine.clock.now());
    QCOMPARE(info.claims, u"cline 3.1"_s);
    QCOMPARE(info.tools, (QStringList{u"list_mounts"_s, u"run_python"_s}));
    QSignalSpy changed(world.clients.get(), &ClientDesk::changed);
    for (int i = 0; i < 100; ++i)
        (void)world.clients->enter(id, {claims, protocol, u"run_python"_s});
    world.spine.clock.advance(1s);
    QCOMPARE(changed.size(), 1);
}

void TestClients::refusesATool()
{
    World world;
    const ClientId id = world.add(u"Cline"_s);
    QVERIFY(world.clients->setRules(id, {.refusedTools = {u"read_file"_s}}));
    QVERIFY(world.clients->enter(id, {claims, protocol, u"read_file"_s}).contains(u"read_file"_s));
    QCOMPARE(world.clients->enter(id, {claims, protocol, u"run_python"_s}), QString());
    const ClientId other = world.add(u"Zed"_s);
    QCOMPARE(world.clients->enter(other, {claims, protocol, u"read_file"_s}), QString());
}

void TestClients::boundsTheSessions()
{
    World world;
    const ClientId id = world.add(u"Cline"_s);
    world.spine.sessions.setRefusal(
        [&world](const ClientId &client) { return world.clients->sessionRefusal(client); });
    QVERIFY(world.clients->setRules(id, {.maxSessions = 1}));
    QVERIFY(world.spine.sessions.create(id, u"Cline"_s, {.name = u"one"_s, .variables = {}}));
    const auto second =
        world.spine.sessions.create(id, u"Cline"_s, {.name = u"two"_s, .variables = {}});
    QVERIFY(!second);
    QVERIFY(second.error().code == ErrorCode::Denied);
    QVERIFY(world.clients->setRules(id, {}));
    QVERIFY(world.spine.sessions.create(id, u"Cline"_s, {.name = u"two"_s, .variables = {}}));
}

void TestClients::keepsRulesOverAStart()
{
    World world;
    const ClientId id = world.add(u"Cline"_s);
    const ClientRules rules{.refusedTools = {u"write_file"_s},
                            .maxSessions = 2,
                            .budget = {.runsPerMinute = 3, .secondsPerHour = 60},
                            .onlyThisRun = true};
    QVERIFY(world.clients->setRules(id, rules));
    (void)world.clients->enter(id, {claims, protocol, u"run_python"_s});
    world.start();
    QCOMPARE(world.clients->rules(id), rules);
    QTRY_COMPARE(world.info(id).claims, u"cline 3.1"_s);
    QCOMPARE(world.info(id).protocol, protocol);
    const auto permissions =
        QFileInfo(world.spine.folder.filePath(u"clients.json"_s)).permissions();
    QVERIFY(!(permissions & (QFileDevice::ReadGroup | QFileDevice::ReadOther)));
}

void TestClients::keepsRulesWhenTheKeyChanges()
{
    World world;
    const ClientId id = world.add(u"Cline"_s);
    const ClientRules rules{.budget = {.runsPerMinute = 1}};
    QVERIFY(world.clients->setRules(id, rules));
    QSignalSpy revoked(&world.spine.journal, &journal::Journal::clientRevoked);
    connect(&world.spine.journal, &journal::Journal::clientRevoked, &world.spine.queue,
            &approval::Queue::clientRevoked);
    auto key = world.clients->rotate(id);
    QTRY_VERIFY(key.isFinished());
    QVERIFY(key.result());
    QTRY_COMPARE(revoked.size(), 1);
    QCOMPARE(world.clients->rules(id), rules);
}

void TestClients::forgetsARevokedClient()
{
    World world;
    const ClientId id = world.add(u"Cline"_s);
    QVERIFY(world.clients->setRules(id, {.maxSessions = 1}));
    auto revoked = world.clients->revoke(id);
    QTRY_VERIFY(revoked.isFinished());
    QTRY_COMPARE(world.clients->rules(id), ClientRules());
    QTRY_VERIFY(world.clients->clients().isEmpty());
    QVERIFY(!world.spine.journal.findClient(id));
}

QTEST_GUILESS_MAIN(TestClients)
#include "tst_clients.moc"
