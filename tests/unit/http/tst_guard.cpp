// SPDX-License-Identifier: MIT
#include "fakeclock.h"

#include "http/guard.h"

#include <QTest>

using namespace glovebox;
using namespace glovebox::http;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

class Keys final : public KeyStore
{
public:
    std::optional<Principal> find(QByteArrayView hash) override
    {
        for (const auto &[key, principal] : known) {
            if (equalInConstantTime(keyHash(key), hash))
                return principal;
        }
        return std::nullopt;
    }

    QList<std::pair<QByteArray, Principal>> known{
        {"plain", {.id = ClientId(u"c1"_s), .label = u"Ada"_s}},
        {"address", {.id = ClientId(u"c2"_s), .label = u"Ben"_s, .addressKey = true}},
    };
};

RequestHead head(Headers headers, const QByteArray &target = "/mcp")
{
    return {.method = "POST",
            .target = target,
            .version = 11,
            .headers = std::move(headers),
            .peer = QHostAddress(QHostAddress::LocalHost),
            .localPort = 8420};
}

const Header host{"Host", "127.0.0.1:8420"};
const Header authorization{"Authorization", "Bearer plain"};

} // namespace

class TestGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void admitsOnlyLoopback_data();
    void admitsOnlyLoopback();
    void checksHost_data();
    void checksHost();
    void checksOrigin_data();
    void checksOrigin();
    void checksTheKey_data();
    void checksTheKey();
    void stripsTheAddressKey_data();
    void stripsTheAddressKey();
    void saysThatTheWordBearerIsMissing();
    void asksNobodyWhenAuthIsOff();
    void stillChecksHostAndOriginWhenAuthIsOff();
    void invitesNoOAuth();
    void limitsTheRatePerKey();
    void limitsWhatIsInFlight();
    void neverTellsTheKey();
    void comparesWholeStrings();
};

void TestGuard::admitsOnlyLoopback_data()
{
    QTest::addColumn<QString>("peer");
    QTest::addColumn<bool>("admitted");
    QTest::newRow("127.0.0.1") << u"127.0.0.1"_s << true;
    QTest::newRow("127.1.2.3") << u"127.1.2.3"_s << true;
    QTest::newRow("::1") << u"::1"_s << true;
    QTest::newRow("mapped") << u"::ffff:127.0.0.1"_s << true;
    QTest::newRow("private") << u"192.168.1.2"_s << false;
    QTest::newRow("public") << u"8.8.8.8"_s << false;
    QTest::newRow("any") << u"0.0.0.0"_s << false;
    QTest::newRow("unknown") << QString() << false;
}

void TestGuard::admitsOnlyLoopback()
{
    QFETCH(QString, peer);
    QFETCH(bool, admitted);
    FakeClock clock;
    Keys keys;
    Guard guard(&keys, clock);
    RequestHead request = head({host, authorization});
    request.peer = QHostAddress(peer);
    const auto result = guard.admit(request);
    QCOMPARE(result.has_value(), admitted);
    if (!admitted)
        QCOMPARE(result.error().status, 403);
}

void TestGuard::checksHost_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("admitted");
    const auto row = [](const char *value, bool admitted) {
        QTest::newRow(value) << QByteArray(value) << admitted;
    };
    row("127.0.0.1:8420", true);
    row("localhost:8420", true);
    row("LOCALHOST:8420", true);
    row("[::1]:8420", true);
    row("localhost", false);
    row("localhost:8421", false);
    row("localhost:84200", false);
    row("localhost:08420", false);
    row("localhost.:8420", false);
    row("localhost.evil.com:8420", false);
    row("evil.localhost:8420", false);
    row("evil.example:8420", false);
    row("127.0.0.1.evil.com:8420", false);
    row("127.0.0.1:8420@evil.com", false);
    row("user@localhost:8420", false);
    row("127.1:8420", false);
    row("2130706433:8420", false);
    row("0.0.0.0:8420", false);
    row("::1:8420", false);
    row("localhost:8420, evil.com", false);
    row("", false);
}

void TestGuard::checksHost()
{
    QFETCH(QByteArray, value);
    QFETCH(bool, admitted);
    FakeClock clock;
    Keys keys;
    Guard guard(&keys, clock);
    const auto result = guard.admit(head({{"Host", value}, authorization}));
    QCOMPARE(result.has_value(), admitted);
    if (!admitted)
        QCOMPARE(result.error().status, 403);
    QVERIFY(!guard.admit(head({authorization}))); // without any
}

void TestGuard::checksOrigin_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("admitted");
    const auto row = [](const char *value, bool admitted) {
        QTest::newRow(value) << QByteArray(value) << admitted;
    };
    row("http://127.0.0.1:8420", true);
    row("http://localhost:8420", true);
    row("https://app.example", true);
    row("https://app.example.evil.com", false);
    row("https://app.example:444", false);
    row("https://APP.example", false);
    row("http://app.example", false);
    row("http://localhost", false);
    row("http://localhost:8421", false);
    row("https://localhost:8420", false);
    row("http://localhost.evil.com:8420", false);
    row("http://localhost:8420.evil.com", false);
    row("http://localhost:8420/", false);
    row("http://evil.example", false);
    row("null", false);
    row("file://", false);
    row("", false);
}

void TestGuard::checksOrigin()
{
    QFETCH(QByteArray, value);
    QFETCH(bool, admitted);
    FakeClock clock;
    Keys keys;
    Guard guard(&keys, clock, {.allowedOrigins = {"https://app.example"}});
    const auto result = guard.admit(head({host, authorization, {"Origin", value}}));
    QCOMPARE(result.has_value(), admitted);
    if (!admitted)
        QCOMPARE(result.error().status, 403);
    // One good and one bad one are a bad one.
    QVERIFY(!guard.admit(head({host,
                               authorization,
                               {"Origin", "https://app.example"},
                               {"Origin", "http://evil.example"}})));
}

void TestGuard::checksTheKey_data()
{
    QTest::addColumn<QByteArray>("authorization");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QString>("client"); // empty: refused
    const auto row = [](const char *name, const char *header, const char *target,
                        const QString &client) {
        QTest::newRow(name) << QByteArray(header) << QByteArray(target) << client;
    };
    row("bearer", "Bearer plain", "/mcp", u"c1"_s);
    row("scheme in lower case", "bearer plain", "/mcp", u"c1"_s);
    row("address key as bearer", "Bearer address", "/mcp", u"c2"_s);
    row("address key in the address", "", "/k/address/mcp", u"c2"_s);
    row("header counts, not address", "Bearer plain", "/k/address/mcp", u"c1"_s);
    row("none", "", "/mcp", {});
    row("wrong", "Bearer plaim", "/mcp", {});
    row("longer", "Bearer plainx", "/mcp", {});
    row("beginning only", "Bearer plai", "/mcp", {});
    row("other case", "Bearer PLAIN", "/mcp", {});
    row("no scheme", "plain", "/mcp", {});
    row("basic", "Basic plain", "/mcp", {});
    row("empty bearer", "Bearer ", "/mcp", {});
    row("plain key in the address", "", "/k/plain/mcp", {});
    row("empty address key", "", "/k//mcp", {});
    row("wrong bearer, good address", "Bearer nope", "/k/address/mcp", {});
    row("key as a query", "", "/mcp?key=plain", {});
    row("the hash itself", "Bearer a27b8b1e8bd2a5d5a0a0d4b1ae0a2b1b", "/mcp", {});
}

void TestGuard::checksTheKey()
{
    QFETCH(QByteArray, authorization);
    QFETCH(QByteArray, target);
    QFETCH(QString, client);
    FakeClock clock;
    Keys keys;
    Guard guard(&keys, clock);
    Headers headers{host};
    if (!authorization.isEmpty())
        headers.add("Authorization", authorization);
    const auto result = guard.admit(head(headers, target));
    QCOMPARE(result.has_value(), !client.isEmpty());
    if (result)
        QCOMPARE(result->principal().id.value(), client);
    else
        QCOMPARE(result.error().status, 401);
    // Two headers are no header.
    headers.add("Authorization", "Bearer plain");
    if (!authorization.isEmpty())
        QVERIFY(!guard.admit(head(headers, "/mcp")));
}

void TestGuard::stripsTheAddressKey_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("query");
    QTest::newRow("plain") << QByteArray("/k/address/mcp") << QByteArray("/mcp") << QByteArray();
    QTest::newRow("deep") << QByteArray("/k/address/execute/1/status?x=1&y")
                          << QByteArray("/execute/1/status") << QByteArray("x=1&y");
    QTest::newRow("nothing behind") << QByteArray("/k/address") << QByteArray("/") << QByteArray();
    QTest::newRow("only once") << QByteArray("/k/address/k/address/mcp")
                               << QByteArray("/k/address/mcp") << QByteArray();
}

void TestGuard::stripsTheAddressKey()
{
    QFETCH(QByteArray, target);
    FakeClock clock;
    Keys keys;
    Guard guard(&keys, clock);
    const auto result = guard.admit(head({host}, target));
    QVERIFY(result);
    QTEST(result->path(), "path");
    QTEST(result->query(), "query");
}

// The commonest slip of all: the key alone.
void TestGuard::saysThatTheWordBearerIsMissing()
{
    FakeClock clock;
    Keys keys;
    Guard guard(&keys, clock);
    for (const char *value : {"plain", "Basic plain", "Bearer", "Bearer ", "Token plain"}) {
        const auto refused = guard.admit(head({host, {"Authorization", value}}));
        QVERIFY(!refused);
        QCOMPARE(refused.error().status, 401);
        QVERIFY2(refused.error().text.contains(u"\"Bearer KEY\""),
                 qPrintable(refused.error().text));
        QVERIFY(!refused.error().unknownKey);
    }
    const auto unknown = guard.admit(head({host, {"Authorization", "Bearer nope"}})); // the control
    QVERIFY(unknown.error().text.contains(u"not known"));
}

void TestGuard::asksNobodyWhenAuthIsOff()
{
    FakeClock clock;
    Guard guard(
        nullptr, clock,
        {.everybody = Principal{.id = ClientId(u"c0"_s), .label = u"Anyone"_s, .anyone = true}});
    const auto result = guard.admit(head({host, {"Authorization", "Bearer nonsense"}}));
    QVERIFY(result);
    QVERIFY(result->principal().anyone);
    QCOMPARE(guard.admit(head({host}, "/k/whatever/mcp"))->path(), QByteArray("/mcp"));
}

void TestGuard::stillChecksHostAndOriginWhenAuthIsOff()
{
    FakeClock clock;
    Guard guard(nullptr, clock, {.everybody = Principal{.id = ClientId(u"c0"_s), .label = {}}});
    QCOMPARE(guard.admit(head({{"Host", "evil.example"}})).error().status, 403);
    QCOMPARE(guard.admit(head({host, {"Origin", "null"}})).error().status, 403);
}

void TestGuard::invitesNoOAuth()
{
    FakeClock clock;
    Keys keys;
    Guard guard(&keys, clock);
    const auto refused = guard.admit(head({host}));
    QCOMPARE(refused.error().headers.value("WWW-Authenticate"),
             QByteArray("Bearer realm=\"Glovebox key\""));
    QVERIFY(refused.error().text.contains(u"glovebox key add"));
    for (const char *probe :
         {"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp",
          "/.well-known/oauth-authorization-server",
          "/k/address/.well-known/openid-configuration"}) {
        QCOMPARE(guard.admit(head({host}, probe)).error().status, 404);
    }
}

void TestGuard::limitsTheRatePerKey()
{
    FakeClock clock;
    Keys keys;
    Guard guard(&keys, clock, {.requestsPerSecond = 10});
    const auto admit = [&](const char *key) {
        return guard.admit(head({host, {"Authorization", QByteArray("Bearer ") + key}}));
    };
    for (int i = 0; i < 10; ++i)
        QVERIFY(admit("plain"));
    const auto refused = admit("plain");
    QCOMPARE(refused.error().status, 429);
    QCOMPARE(refused.error().headers.value("Retry-After"), QByteArray("1"));
    QVERIFY(admit("address")); // another key is not affected
    clock.advance(100ms);
    QVERIFY(admit("plain"));
    QVERIFY(!admit("plain"));
    clock.advance(1h); // an hour of silence is not saved up
    for (int i = 0; i < 10; ++i)
        QVERIFY(admit("plain"));
    QVERIFY(!admit("plain"));
}

void TestGuard::limitsWhatIsInFlight()
{
    FakeClock clock;
    Keys keys;
    Guard guard(&keys, clock, {.inFlight = 2});
    const RequestHead request = head({host, authorization});
    auto first = guard.admit(request);
    const auto second = guard.admit(request);
    QVERIFY(first && second);
    QCOMPARE(guard.admit(request).error().status, 429);
    std::shared_ptr<void> kept = first->inFlight();
    first = std::unexpected(Refusal());
    QVERIFY(!guard.admit(request)); // somebody still works on it
    kept.reset();
    QVERIFY(guard.admit(request));
}

void TestGuard::neverTellsTheKey()
{
    FakeClock clock;
    Keys keys;
    Guard guard(&keys, clock);
    for (const char *target : {"/k/SECRET/mcp", "/k/SECRET", "/k/plain/mcp"}) {
        const auto refused = guard.admit(head({host}, target));
        QVERIFY(!refused);
        for (const QString &text : {refused.error().text, refused.error().log,
                                    QString::fromLatin1(loggablePath(target))}) {
            QVERIFY(!text.contains(u"SECRET"));
            QVERIFY(!text.contains(u"plain"));
        }
    }
    QCOMPARE(loggablePath("/k/SECRET/mcp?key=SECRET"), QByteArray("/mcp"));
    // Addresses that somebody misspelled.
    for (const char *target : {"/k/plain/k/SECRET/mcp", "/K/SECRET/mcp", "//k/SECRET/mcp",
                               "/gb_SECRET/mcp", "/mcp/k/SECRET", "/mcp/gb_SECRET/k"}) {
        const QByteArray path = loggablePath(target);
        QVERIFY2(!path.contains("SECRET"), path.constData());
        QVERIFY2(path.contains("(a key)"), path.constData());
    }
    QCOMPARE(loggablePath("/sessions/k1/gbx"), QByteArray("/sessions/k1/gbx"));
}

void TestGuard::comparesWholeStrings()
{
    QVERIFY(equalInConstantTime("abc", "abc"));
    QVERIFY(!equalInConstantTime("abc", "abd"));
    QVERIFY(!equalInConstantTime("abc", "ab"));
    QVERIFY(!equalInConstantTime("", "a"));
    QCOMPARE(keyHash("abc"),
             QByteArray("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
}

QTEST_GUILESS_MAIN(TestGuard)
#include "tst_guard.moc"
