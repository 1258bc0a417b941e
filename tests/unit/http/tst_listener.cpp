// SPDX-License-Identifier: MIT
#include "client.h"
#include "fakeclock.h"

#include "http/listener.h"

#include <QSignalSpy>

#include <algorithm>

using namespace glovebox;
using namespace glovebox::http;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// Answers with the body, or does what the test wants.
class TestRoute final : public Route
{
public:
    bool handles(const QByteArray &path) const override { return path == "/test"; }
    QList<QByteArray> methods() const override { return {"GET", "POST"}; }
    qint64 maxBodyBytes() const override { return 1 * limits::MiB; }
    QString tooLargeAdvice() const override { return u"Send less."_s; }
    void handle(const Request &request, const ResponderPtr &responder) override
    {
        ++count;
        if (behaviour)
            behaviour(request, responder);
        else
            responder->send(200, "text/plain", request.body,
                            {{"X-Query", request.admission.query()}});
    }

    int count = 0;
    std::function<void(const Request &, const ResponderPtr &)> behaviour;
};

class OneKey final : public KeyStore
{
public:
    std::optional<Principal> find(QByteArrayView hash) override
    {
        if (isRevoked || !equalInConstantTime(keyHash("key"), hash))
            return std::nullopt;
        return Principal{.id = ClientId(u"c1"_s), .label = u"Ada"_s, .addressKey = true};
    }

    bool isRevoked = false;
};

// A table that another process writes to: a new key is found only after a refresh.
class LateKeys final : public KeyStore
{
public:
    std::optional<Principal> find(QByteArrayView hash) override
    {
        if (!m_fresh || !equalInConstantTime(keyHash("new"), hash))
            return std::nullopt;
        return Principal{.id = ClientId(u"c2"_s), .label = u"Ben"_s};
    }
    void refresh(QObject *context, std::function<void()> done) override
    {
        ++refreshes;
        QMetaObject::invokeMethod(
            context,
            [this, done = std::move(done)] {
                m_fresh = true;
                done();
            },
            Qt::QueuedConnection);
    }

    int refreshes = 0;

private:
    bool m_fresh = false;
};

// Any key is good and a client of its own.
class AnyKey final : public KeyStore
{
public:
    std::optional<Principal> find(QByteArrayView hash) override
    {
        return Principal{.id = ClientId(QString::fromLatin1(hash)), .label = u"Any"_s};
    }
};

} // namespace

class TestListener : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void saysThatAPortIsTaken();
    void answers();
    void answersPipelinedRequestsInOrder();
    void neverReachesARouteAroundTheGuard_data();
    void neverReachesARouteAroundTheGuard();
    void aKeyMadeAMomentAgoCountsAtItsFirstUse();
    void anUnknownKeyIsLookedForOnceMoreOnly();
    void refusesBeforeTheBodyIsSent();
    void refusesMethodsWithAllow_data();
    void refusesMethodsWithAllow();
    void sendsNoBodyForHead();
    void tellsWhatToDoWithALargeBody();
    void asksForTheBodyWhenExpected();
    void saysThatABodyMayNotBeCompressed();
    void closesAfterABrokenRequest();
    void endsASlowHead();
    void aKeyThatEndsWhileTheBodyComesIsRefused();
    void endsASlowBody();
    void closesAnIdleConnection();
    void turnsAwayWhoShowsNoKey();
    void givesThePlaceOfASilentOneToAKey();
    void givesThePlaceOfAnIdleOneToAnotherKey();
    void closesNoneOfAKeyThatHasFewer();
    void neverGivesAllPlacesToOneKey();
    void boundsAFloodOfSilentOnes();
    void cleansHeaderValues();
    void answersForARouteThatForgot();
    void streamsEvents();
    void sendsAStreamThatIsSoonOverInOnePiece();
    void tellsWhenThePeerOfAStreamVanished();
    void endsAStreamThatNobodyReads();
    void givesTheSlotBackAfterTheAnswer();

private:
    QByteArray request(const QByteArray &line, const QByteArray &more = {},
                       const QByteArray &body = {}) const
    {
        const QByteArray length =
            body.isEmpty() ? QByteArray()
                           : "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
        return line + " HTTP/1.1\r\nHost: localhost:" + QByteArray::number(m_port) +
               "\r\nAuthorization: Bearer key\r\n" + more + length + "\r\n" + body;
    }

    using Clients = std::vector<std::unique_ptr<RawClient>>;

    // Connections that say nothing.
    Clients silent(int count) const
    {
        Clients clients;
        for (int i = 0; i < count; ++i)
            clients.push_back(std::make_unique<RawClient>(m_port));
        return clients;
    }

    // As many, each with a request of this key.
    Clients asking(int count, const QByteArray &key) const
    {
        Clients clients = silent(count);
        for (const auto &client : clients)
            client->write(keyed(m_port, key));
        return clients;
    }

    // A listener that knows many clients, each of which may do as much at a time as it likes.
    void listenToMany()
    {
        m_listener.reset();
        m_guard = std::make_unique<Guard>(&m_anyKey, *m_clock, GuardOptions{.inFlight = 1000});
        m_listener = std::make_unique<Listener>(*m_guard, *m_clock);
        m_listener->addRoute(m_route.get());
        m_port = m_listener->listen(0).value_or(0);
    }

    // The route leaves its callers waiting.
    void workWithoutEnd(QList<ResponderPtr> &waiting)
    {
        m_route->behaviour = [&waiting](const Request &, const ResponderPtr &responder) {
            waiting.append(responder);
        };
    }

    static qsizetype closedOf(const Clients &clients)
    {
        return std::ranges::count_if(clients,
                                     [](const auto &client) { return client->isClosed(); });
    }

    // GET /test with a key of its own choice.
    static QByteArray keyed(quint16 port, const QByteArray &key)
    {
        return "GET /test HTTP/1.1\r\nHost: localhost:" + QByteArray::number(port) +
               "\r\nAuthorization: Bearer " + key + "\r\n\r\n";
    }

    OneKey m_keys;
    AnyKey m_anyKey;
    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<TestRoute> m_route;
    std::unique_ptr<Guard> m_guard;
    std::unique_ptr<Listener> m_listener;
    quint16 m_port = 0;
};

void TestListener::init()
{
    m_listener.reset();
    m_clock = std::make_unique<FakeClock>();
    m_route = std::make_unique<TestRoute>();
    m_guard = std::make_unique<Guard>(&m_keys, *m_clock, GuardOptions{.inFlight = 2});
    m_listener = std::make_unique<Listener>(*m_guard, *m_clock);
    m_listener->addRoute(m_route.get());
    const Result<quint16> port = m_listener->listen(0);
    QVERIFY(port);
    m_port = *port;
}

void TestListener::saysThatAPortIsTaken()
{
    Listener second(*m_guard, *m_clock);
    const Result<quint16> port = second.listen(m_port);
    QVERIFY(!port);
    QVERIFY(port.error().code == ErrorCode::Conflict);
    QVERIFY(port.error().text.contains(QString::number(m_port)));
}

void TestListener::answers()
{
    RawClient client(m_port);
    client.write(request("POST /test?a=b", {}, "hello"));
    QTRY_COMPARE(client.status(), 200);
    QCOMPARE(client.body(), QByteArray("hello"));
    QCOMPARE(client.header("X-Query"), QByteArray("a=b"));
    QVERIFY(!client.received().toLower().contains("access-control"));
    client.forget(); // the same connection goes on
    client.write(request("GET /k/key/test"));
    QTRY_COMPARE(client.status(), 200);
    client.forget();
    client.write(request("GET /other"));
    QTRY_COMPARE(client.status(), 404);
}

void TestListener::aKeyMadeAMomentAgoCountsAtItsFirstUse()
{
    LateKeys keys;
    int heard = 0;
    Guard guard(&keys, *m_clock, {.onRefused = [&heard](const Refusal &) { ++heard; }});
    Listener listener(guard, *m_clock);
    listener.addRoute(m_route.get());
    const quint16 port = listener.listen(0).value_or(0);
    RawClient client(port);
    client.write(keyed(port, "new"));
    QTRY_COMPARE(client.status(), 200);
    QCOMPARE(keys.refreshes, 1);
    QCOMPARE(heard, 0); // its first refusal did not stand
}

void TestListener::anUnknownKeyIsLookedForOnceMoreOnly()
{
    LateKeys keys;
    QStringList heard;
    Guard guard(&keys, *m_clock,
                {.onRefused = [&heard](const Refusal &refusal) { heard.append(refusal.log); }});
    Listener listener(guard, *m_clock);
    listener.addRoute(m_route.get());
    const quint16 port = listener.listen(0).value_or(0);
    RawClient client(port);
    client.write(keyed(port, "wrong"));
    QTRY_COMPARE(client.status(), 401);
    QCOMPARE(keys.refreshes, 1);
    QCOMPARE(m_route->count, 0);
    QCOMPARE(heard, QStringList{u"unknown key"_s});
}

void TestListener::answersPipelinedRequestsInOrder()
{
    QList<std::pair<ResponderPtr, QByteArray>> waiting;
    m_route->behaviour = [&](const Request &request, const ResponderPtr &responder) {
        waiting.append({responder, request.body});
    };
    RawClient client(m_port);
    client.write(request("POST /test", {}, "one") + request("POST /test", {}, "two"));
    QTRY_COMPARE(waiting.size(), 1);
    // The second waits until the first is answered.
    QTest::qWait(0);
    QCOMPARE(m_route->count, 1);
    waiting.first().first->send(200, "text/plain", "answer to " + waiting.first().second);
    QTRY_COMPARE(waiting.size(), 2);
    waiting.last().first->send(200, "text/plain", "answer to " + waiting.last().second);
    QTRY_VERIFY(client.received().contains("answer to two"));
    QVERIFY(client.received().indexOf("answer to one") <
            client.received().indexOf("answer to two"));
}

void TestListener::aKeyThatEndsWhileTheBodyComesIsRefused()
{
    for (const bool revoked : {false, true}) { // false: the control
        m_keys.isRevoked = false;
        RawClient client(m_port);
        client.write(request("POST /test", "Expect: 100-continue\r\nContent-Length: 8\r\n"));
        QTRY_VERIFY(client.received().contains("100 Continue")); // the key was good
        client.forget();
        m_keys.isRevoked = revoked;
        const int before = m_route->count;
        client.write("12345678");
        QTRY_COMPARE(client.status(), revoked ? 401 : 200);
        QCOMPARE(m_route->count, before + (revoked ? 0 : 1));
    }
    m_keys.isRevoked = false;
}

void TestListener::neverReachesARouteAroundTheGuard_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    const QByteArray host = "Host: localhost:PORT\r\n";
    const QByteArray key = "Authorization: Bearer key\r\n";
    const auto row = [](const char *name, const QByteArray &head, int status) {
        QTest::newRow(name) << "GET /test HTTP/1.1\r\n" + head + "\r\n" << status;
    };
    row("control: all well", host + key, 200);
    row("no key", host, 401);
    row("wrong key", host + "Authorization: Bearer no\r\n", 401);
    row("no Host", key, 403);
    row("foreign Host", "Host: evil.example\r\n" + key, 403);
    row("other port", "Host: localhost:1\r\n" + key, 403);
    row("foreign Origin", host + key + "Origin: https://evil.example\r\n", 403);
    row("null Origin", host + key + "Origin: null\r\n", 403);
    QTest::newRow("absolute target")
        << "GET http://localhost:PORT/test HTTP/1.1\r\n" + host + key + "\r\n"
        << 400;
    QTest::newRow("preflight") << "OPTIONS /test HTTP/1.1\r\n" + host +
                                      "Origin: https://evil.example\r\n"
                                      "Access-Control-Request-Method: POST\r\n\r\n"
                               << 403;
}

void TestListener::neverReachesARouteAroundTheGuard()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    RawClient client(m_port);
    client.write(bytes.replace("PORT", QByteArray::number(m_port)));
    QTRY_COMPARE(client.status(), status);
    QCOMPARE(m_route->count, status == 200 ? 1 : 0);
    if (status != 200)
        QVERIFY(client.body().startsWith("{\"error\":\""));
}

void TestListener::refusesBeforeTheBodyIsSent()
{
    RawClient client(m_port);
    client.write("POST /test HTTP/1.1\r\nHost: localhost:" + QByteArray::number(m_port) +
                 "\r\nContent-Length: 1000\r\n\r\n");
    QTRY_COMPARE(client.status(), 401);
    QCOMPARE(client.header("Connection"), QByteArray("close"));
    // What still comes is thrown away, and then the connection ends.
    client.write(QByteArray(1000, 'x'));
    QTRY_VERIFY(client.isClosed());
    QCOMPARE(m_route->count, 0);
}

void TestListener::refusesMethodsWithAllow_data()
{
    QTest::addColumn<QByteArray>("method");
    for (const char *method : {"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"})
        QTest::newRow(method) << QByteArray(method);
}

void TestListener::refusesMethodsWithAllow()
{
    QFETCH(QByteArray, method);
    RawClient client(m_port);
    client.write(request(method + " /test"));
    QTRY_COMPARE(client.status(), 405);
    QCOMPARE(client.header("Allow"), QByteArray("GET, POST"));
    QCOMPARE(m_route->count, 0);
}

void TestListener::sendsNoBodyForHead()
{
    RawClient client(m_port);
    client.write(request("HEAD /test"));
    QTRY_VERIFY(client.received().startsWith("HTTP/1.1 405"));
    client.write(request("GET /test"));
    QTRY_VERIFY(client.received().contains("HTTP/1.1 200"));
    QVERIFY(client.received().contains("\r\n\r\nHTTP/1.1 200")); // nothing in between
}

void TestListener::tellsWhatToDoWithALargeBody()
{
    RawClient client(m_port);
    client.write(request("POST /test", {}, QByteArray(5 * limits::MiB, 'x')));
    QTRY_COMPARE(client.status(), 413);
    QVERIFY(client.body().contains("Send less."));
    QCOMPARE(m_route->count, 0);
    QTRY_VERIFY(client.isClosed());
}

void TestListener::asksForTheBodyWhenExpected()
{
    RawClient client(m_port);
    client.write("POST /test HTTP/1.1\r\nHost: localhost:" + QByteArray::number(m_port) +
                 "\r\nAuthorization: Bearer key\r\nExpect: 100-continue\r\n"
                 "Content-Length: 2\r\n\r\n");
    QTRY_COMPARE(client.received(), QByteArray("HTTP/1.1 100 Continue\r\n\r\n"));
    client.forget();
    client.write("hi");
    QTRY_COMPARE(client.status(), 200);
    QCOMPARE(client.body(), QByteArray("hi"));
}

void TestListener::saysThatABodyMayNotBeCompressed()
{
    RawClient client(m_port);
    client.write(request("POST /test", "Content-Encoding: gzip\r\n", "\x1f\x8b"));
    QTRY_COMPARE(client.status(), 415);
    QCOMPARE(client.header("Accept-Encoding"), QByteArray("identity"));
    QVERIFY(client.body().contains("Content-Encoding"));
    QCOMPARE(m_route->count, 0);
    RawClient plain(m_port); // the control
    plain.write(request("POST /test", "Content-Encoding: Identity\r\n", "text"));
    QTRY_COMPARE(plain.status(), 200);
}

void TestListener::closesAfterABrokenRequest()
{
    RawClient client(m_port);
    client.write("POST /test HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n" +
                 request("GET /test"));
    QTRY_COMPARE(client.status(), 400);
    QCOMPARE(client.header("Connection"), QByteArray("close"));
    m_clock->advance(1s);
    QTRY_VERIFY(client.isClosed());
    QCOMPARE(m_route->count, 0); // the second one was never looked at
}

void TestListener::endsASlowHead()
{
    RawClient client(m_port);
    client.write("GET /te");
    QTRY_COMPARE(m_listener->connections(), 1);
    QTest::qWait(0);
    // A byte now and then does not help.
    for (int i = 0; i < 9; ++i) {
        m_clock->advance(1s);
        client.write("x");
        QTRY_COMPARE(client.socket().bytesToWrite(), 0);
        QTest::qWait(0);
        QCOMPARE(client.status(), 0);
    }
    m_clock->advance(limits::httpHeaderTimeout);
    QTRY_COMPARE(client.status(), 408);
    m_clock->advance(1s);
    QTRY_VERIFY(client.isClosed());
}

void TestListener::endsASlowBody()
{
    RawClient client(m_port);
    client.write("POST /test HTTP/1.1\r\nHost: localhost:" + QByteArray::number(m_port) +
                 "\r\nAuthorization: Bearer key\r\nExpect: 100-continue\r\n"
                 "Content-Length: 100\r\n\r\n");
    QTRY_VERIFY(client.received().contains("100 Continue"));
    client.forget();
    m_clock->advance(limits::httpBodyTimeout - 1s);
    QTest::qWait(0);
    QCOMPARE(client.status(), 0);
    m_clock->advance(1s);
    QTRY_COMPARE(client.status(), 408);
}

void TestListener::closesAnIdleConnection()
{
    RawClient client(m_port);
    client.write(request("GET /test"));
    QTRY_COMPARE(client.status(), 200);
    m_clock->advance(limits::httpIdleTimeout - 1s);
    QTest::qWait(0);
    QVERIFY(client.isConnected());
    m_clock->advance(1s);
    QTRY_VERIFY(client.isClosed());
    QTRY_COMPARE(m_listener->connections(), 0);
}

void TestListener::turnsAwayWhoShowsNoKey()
{
    Clients first = silent(limits::maxConnections);
    QTRY_COMPARE(m_listener->connections(), limits::maxConnections);
    RawClient last(m_port);
    QTRY_COMPARE(m_listener->connections(), limits::maxConnections + 1);
    m_clock->advance(limits::unknownConnectionTime);
    QTRY_COMPARE(last.status(), 503);
    QCOMPARE(last.header("Retry-After"), QByteArray("1"));
    QVERIFY2(last.body().contains("Too many connections"), last.body().constData());
    m_clock->advance(1s); // it may still be sending; then it is cut
    QTRY_VERIFY(last.isClosed());
    QCOMPARE(closedOf(first), 0);
    first.pop_back();
    QTRY_COMPARE(m_listener->connections(), limits::maxConnections - 1);
    RawClient next(m_port);
    QTRY_COMPARE(m_listener->connections(), limits::maxConnections);
    m_clock->advance(limits::unknownConnectionTime);
    next.write(request("GET /test"));
    QTRY_COMPARE(next.status(), 200);
}

void TestListener::givesThePlaceOfASilentOneToAKey()
{
    const Clients strangers = silent(limits::maxConnections);
    QTRY_COMPARE(m_listener->connections(), limits::maxConnections);
    RawClient known(m_port);
    known.write(request("GET /test"));
    QTRY_COMPARE(known.status(), 200);
    QTRY_COMPARE(strangers.front()->status(), 503);
    m_clock->advance(limits::unknownConnectionTime);
    QTRY_COMPARE(m_listener->connections(), limits::maxConnections);
    QTRY_COMPARE(closedOf(strangers), 1);
    known.forget();
    known.write(request("GET /test")); // it has its place for good
    QTRY_COMPARE(known.status(), 200);
}

void TestListener::givesThePlaceOfAnIdleOneToAnotherKey()
{
    listenToMany();
    const Clients first = asking(1, "many");
    QTRY_COMPARE(first.front()->status(), 200);
    m_clock->advance(1s);
    const Clients others = asking(limits::maxConnections - 1, "many");
    for (const auto &client : others)
        QTRY_COMPARE(client->status(), 200);
    const Clients tooSoon = asking(1, "many");
    QTRY_COMPARE(tooSoon.front()->status(), 503); // all were used a moment ago
    m_clock->advance(Listener::restTime);
    RawClient other(m_port);
    other.write(keyed(m_port, "other"));
    QTRY_COMPARE(other.status(), 200);
    QTRY_VERIFY(first.front()->isClosed()); // the one that was idle for longest
    QCOMPARE(closedOf(others), 0);
    QTRY_COMPARE(m_listener->connections(), limits::maxConnections);
    const Clients more = asking(1, "many"); // a client's own give way to it, too
    QTRY_COMPARE(more.front()->status(), 200);
    QVERIFY(other.isConnected());
}

void TestListener::closesNoneOfAKeyThatHasFewer()
{
    listenToMany();
    RawClient calm(m_port);
    calm.write(keyed(m_port, "calm"));
    QTRY_COMPARE(calm.status(), 200);
    m_clock->advance(Listener::restTime);
    QList<ResponderPtr> waiting;
    workWithoutEnd(waiting);
    const Clients many = asking(limits::maxConnections - 1, "many");
    QTRY_COMPARE(waiting.size(), limits::maxConnections - 1);
    const Clients tooMany = asking(1, "many");
    QTRY_COMPARE(tooMany.front()->status(), 503);
    QVERIFY(calm.isConnected());
    calm.forget();
    calm.write(keyed(m_port, "calm"));
    QTRY_COMPARE(waiting.size(), limits::maxConnections); // it is heard at once
}

void TestListener::neverGivesAllPlacesToOneKey()
{
    listenToMany();
    QList<ResponderPtr> waiting;
    workWithoutEnd(waiting);
    const Clients many = asking(limits::maxConnections, "many");
    QTRY_COMPARE(waiting.size(), limits::maxConnections);
    const Clients tooMany = asking(1, "many");
    QTRY_COMPARE(tooMany.front()->status(), 503);
    QCOMPARE(tooMany.front()->header("Retry-After"), QByteArray("1"));

    const Clients few = asking(limits::fewConnections, "few");
    QTRY_COMPARE(waiting.size(), limits::maxConnections + limits::fewConnections);
    const Clients notSoFew = asking(1, "few");
    QTRY_COMPARE(notSoFew.front()->status(), 503);
    // What waits for its next request in those last places is not for the one that has most.
    waiting.takeLast()->send(200, "text/plain", {});
    const auto isAnswered = [](const auto &client) { return client->status() == 200; };
    QTRY_COMPARE(std::ranges::count_if(few, isAnswered), 1);
    const Clients again = asking(1, "many");
    QTRY_COMPARE(again.front()->status(), 503);
    QCOMPARE(closedOf(few), 0);
    QCOMPARE(closedOf(many), 0); // nobody's work was ended for another

    for (const ResponderPtr &responder : std::as_const(waiting))
        responder->send(200, "text/plain", {});
    QTRY_COMPARE(std::ranges::count_if(many, isAnswered), limits::maxConnections);
    m_clock->advance(Listener::restTime);
    const Clients later = asking(1, "many"); // the control: now it has an idle one of its own
    QTRY_COMPARE(waiting.size(), limits::maxConnections + limits::fewConnections);
}

void TestListener::boundsAFloodOfSilentOnes()
{
    constexpr int most =
        limits::maxConnections + limits::connectionsKeptForOthers + limits::maxUnknownConnections;
    const Clients flood = silent(most + 50);
    QTRY_COMPARE(closedOf(flood), 50);
    QCOMPARE(m_listener->connections(), most);
    RawClient known(m_port);
    known.write(request("GET /test"));
    QTRY_COMPARE(known.status(), 200);
    m_clock->advance(limits::unknownConnectionTime);
    m_clock->advance(1s);
    QTRY_VERIFY(m_listener->connections() <= limits::maxConnections);
    QVERIFY(known.isConnected());
}

void TestListener::cleansHeaderValues()
{
    m_route->behaviour = [](const Request &, const ResponderPtr &responder) {
        responder->send(200, "text/plain", "x", {{"X-A", "a\r\nX-Evil: b\n\nc"}});
    };
    RawClient client(m_port);
    client.write(request("GET /test"));
    QTRY_COMPARE(client.status(), 200);
    QCOMPARE(client.header("X-A"), QByteArray("aX-Evil: bc"));
    QCOMPARE(client.body(), QByteArray("x"));
}

void TestListener::answersForARouteThatForgot()
{
    m_route->behaviour = [](const Request &, const ResponderPtr &) {};
    RawClient client(m_port);
    client.write(request("GET /test"));
    QTRY_COMPARE(client.status(), 500);
}

void TestListener::streamsEvents()
{
    ResponderPtr stream;
    m_route->behaviour = [&](const Request &, const ResponderPtr &responder) {
        stream = responder;
        responder->startEventStream();
    };
    RawClient client(m_port);
    client.write(request("GET /test"));
    QTRY_VERIFY(client.received().contains(": ok\n\n")); // before any event
    QCOMPARE(client.header("Content-Type"), QByteArray("text/event-stream"));
    QCOMPARE(client.header("Cache-Control"), QByteArray("no-cache, no-transform"));
    stream->writeEvent("one\ntwo", "s-1", "message");
    QTRY_VERIFY(client.received().contains("event: message\nid: s-1\ndata: one\ndata: two\n\n"));
    stream->endEventStream();
    QTRY_VERIFY(client.received().endsWith("0\r\n\r\n"));
    m_route->behaviour = nullptr;
    client.forget(); // the connection goes on
    client.write(request("GET /test"));
    QTRY_COMPARE(client.status(), 200);
}

void TestListener::sendsAStreamThatIsSoonOverInOnePiece()
{
    m_route->behaviour = [](const Request &, const ResponderPtr &responder) {
        responder->startEventStream();
        // As a run does, which tells of its steps in later turns of the event loop.
        QMetaObject::invokeMethod(
            responder.get(),
            [responder] {
                responder->writeEvent("one");
                responder->endEventStream();
            },
            Qt::QueuedConnection);
    };
    RawClient client(m_port);
    QSignalSpy arrivals(&client.socket(), &QTcpSocket::readyRead);
    client.write(request("GET /test"));
    QTRY_VERIFY(client.received().endsWith("data: one\n\n\r\n0\r\n\r\n"));
    QCOMPARE(arrivals.size(), 1);
    QVERIFY(client.received().contains(": ok\n\n"));
}

void TestListener::tellsWhenThePeerOfAStreamVanished()
{
    ResponderPtr stream;
    m_route->behaviour = [&](const Request &, const ResponderPtr &responder) {
        stream = responder;
        responder->startEventStream();
    };
    RawClient client(m_port);
    client.write(request("GET /test"));
    QTRY_VERIFY(stream);
    QSignalSpy closed(stream.get(), &Responder::closed);
    QVERIFY(stream->isOpen());
    client.socket().abort();
    QTRY_COMPARE(closed.size(), 1);
    QVERIFY(!stream->isOpen());
    stream->writeEvent("into the void"); // does nothing
    QTRY_COMPARE(m_listener->connections(), 0);
}

void TestListener::endsAStreamThatNobodyReads()
{
    ResponderPtr stream;
    m_route->behaviour = [&](const Request &, const ResponderPtr &responder) {
        stream = responder;
        responder->startEventStream();
    };
    RawClient client(m_port);
    client.socket().setReadBufferSize(1);
    client.write(request("GET /test"));
    QTRY_VERIFY(stream);
    QSignalSpy closed(stream.get(), &Responder::closed);
    const QByteArray block(1 * limits::MiB, 'x');
    for (int i = 0; i < 64 && closed.isEmpty(); ++i) {
        stream->writeEvent(block);
        QTest::qWait(0);
    }
    QTRY_COMPARE(closed.size(), 1);
}

void TestListener::givesTheSlotBackAfterTheAnswer()
{
    QList<std::pair<ResponderPtr, std::shared_ptr<void>>> waiting;
    m_route->behaviour = [&](const Request &request, const ResponderPtr &responder) {
        waiting.append({responder, request.admission.inFlight()});
    };
    RawClient one(m_port);
    RawClient two(m_port);
    RawClient three(m_port);
    one.write(request("GET /test"));
    two.write(request("GET /test"));
    QTRY_COMPARE(waiting.size(), 2);
    three.write(request("GET /test"));
    QTRY_COMPARE(three.status(), 429);
    QCOMPARE(three.header("Retry-After"), QByteArray("1"));
    three.forget();
    waiting.first().first->send(200, "text/plain", {});
    waiting.removeFirst();
    three.write(request("GET /test"));
    QTRY_COMPARE(waiting.size(), 2);
}

QTEST_GUILESS_MAIN(TestListener)
#include "tst_listener.moc"
