// SPDX-License-Identifier: MIT
#include "fakeclock.h"
#include "filestool.h"

#include "base/frame.h"
#include "http/locallistener.h"

#include <QJsonDocument>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

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
        if (equalInConstantTime(keyHash("ada"), hash))
            return Principal{.id = ClientId(u"c1"_s), .label = u"Ada"_s};
        if (late && equalInConstantTime(keyHash("late"), hash))
            return Principal{.id = ClientId(u"c2"_s), .label = u"Late"_s};
        return std::nullopt;
    }
    void refresh(QObject *, std::function<void()> done) override
    {
        late = true;
        done();
    }

    bool late = false;
};

// A bridge, as raw as it gets.
class Bridge
{
public:
    explicit Bridge(const QString &path)
    {
        m_socket.connectToServer(path);
        QObject::connect(&m_socket, &QLocalSocket::readyRead, &m_socket, [this] {
            if (const auto frames = m_reader.feed(m_socket.readAll()))
                m_frames.append(*frames);
        });
    }

    void send(const QString &type, QJsonObject header = {}, const QByteArray &body = {})
    {
        header.insert("v"_L1, 1);
        header.insert("type"_L1, type);
        m_socket.write(encode(Frame{.header = header, .body = body}));
    }
    void raw(const QByteArray &bytes) { m_socket.write(bytes); }
    void hello(const QString &key) { send(u"hello"_s, {{u"key"_s, key}}); }
    void message(const QByteArray &json) { send(u"message"_s, {}, json); }
    void close() { m_socket.disconnectFromServer(); }

    bool isOpen() const { return m_socket.state() == QLocalSocket::ConnectedState; }
    qsizetype count() const { return m_frames.size(); }
    QString type(qsizetype at) const { return m_frames[at].header["type"_L1].toString(); }
    QString text(qsizetype at) const { return m_frames[at].header["text"_L1].toString(); }
    QJsonObject json(qsizetype at) const
    {
        return QJsonDocument::fromJson(m_frames[at].body).object();
    }

private:
    QLocalSocket m_socket;
    FrameReader m_reader;
    QList<Frame> m_frames;
};

const QByteArray initialize =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})";
const QByteArray hold =
    R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"hold"}})";

} // namespace

class TestLocalListener : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void letsAKeyIn();
    void findsAKeyThatWasMadeJustNow();
    void refusesWithASentence_data();
    void refusesWithASentence();
    void dropsWhatBreaksTheProtocol_data();
    void dropsWhatBreaksTheProtocol();
    void dropsWhoSaysNothing();
    void cancelsCallsWhenTheClientIsGone();
    void endsTheSessionsOfARevokedKey();
    void countsMessagesAgainstTheLimitsOfTheKey();
    void takesLongMessagesForFilesOnly();
    void saysThatTooManyAreConnected();
    void isForItsOwnerOnly();

private:
    void start(GuardOptions options = {});

    Keys m_keys;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<mcp::Server> m_server;
    std::unique_ptr<Guard> m_guard;
    std::unique_ptr<LocalListener> m_listener;
    QList<mcp::ToolCallPtr> m_held;
    QString m_path;
};

void TestLocalListener::init()
{
    m_listener.reset();
    m_held.clear();
    m_keys.late = false;
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(u"bridge.sock"_s);
    m_clock = std::make_unique<FakeClock>();
    m_server = std::make_unique<mcp::Server>(
        mcp::ServerInfo{.name = u"test"_s, .title = {}, .version = u"7"_s});
    m_server->addTool({.name = u"hold"_s,
                       .title = {},
                       .description = u"Holds."_s,
                       .inputSchema = {},
                       .annotations = {},
                       .handler = [this](const mcp::ToolCallPtr &call) { m_held.append(call); }});
    m_server->addTool(filesTool());
    start();
}

void TestLocalListener::start(GuardOptions options)
{
    m_listener.reset();
    m_guard = std::make_unique<Guard>(&m_keys, *m_clock, std::move(options));
    m_listener = std::make_unique<LocalListener>(*m_server, *m_guard, *m_clock);
    QVERIFY(m_listener->listen(m_path).has_value());
}

void TestLocalListener::letsAKeyIn()
{
    QSignalSpy changed(m_listener.get(), &LocalListener::sessionsChanged);
    Bridge bridge(m_path);
    bridge.hello(u"ada"_s);
    QTRY_COMPARE(bridge.count(), 1);
    QCOMPARE(bridge.type(0), u"hello"_s);
    QCOMPARE(m_listener->clients(), QSet{ClientId(u"c1"_s)});
    bridge.message(initialize);
    QTRY_COMPARE(bridge.count(), 2);
    QCOMPARE(bridge.json(1)["result"_L1]["serverInfo"_L1]["version"_L1].toString(), u"7"_s);
    bridge.close();
    QTRY_COMPARE(changed.count(), 2);
    QVERIFY(m_listener->clients().isEmpty());
}

void TestLocalListener::findsAKeyThatWasMadeJustNow()
{
    Bridge bridge(m_path);
    bridge.hello(u"late"_s);
    QTRY_COMPARE(bridge.count(), 1);
    QCOMPARE(bridge.type(0), u"hello"_s);
}

void TestLocalListener::refusesWithASentence_data()
{
    QTest::addColumn<QString>("key");
    QTest::newRow("no key") << QString();
    QTest::newRow("unknown key") << u"eve"_s;
}
void TestLocalListener::refusesWithASentence()
{
    QFETCH(QString, key);
    Bridge bridge(m_path);
    bridge.hello(key);
    QTRY_COMPARE(bridge.count(), 1);
    QCOMPARE(bridge.type(0), u"refused"_s);
    QVERIFY(bridge.text(0).contains(u"key"_s));
    QTRY_VERIFY(!bridge.isOpen());
    QVERIFY(m_listener->clients().isEmpty());
}

void TestLocalListener::dropsWhatBreaksTheProtocol_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto frame = [](const QJsonObject &header, const QByteArray &body = {}) {
        return encode(Frame{.header = header, .body = body});
    };
    const QByteArray hello = frame({{u"v"_s, 1}, {u"type"_s, u"hello"_s}, {u"key"_s, u"ada"_s}});
    QTest::newRow("no frame") << "POST /mcp HTTP/1.1\r\nHost: x\r\n\r\n"_ba;
    QTest::newRow("message before hello")
        << frame({{u"v"_s, 1}, {u"type"_s, u"message"_s}}, initialize);
    QTest::newRow("other version")
        << frame({{u"v"_s, 2}, {u"type"_s, u"hello"_s}, {u"key"_s, u"ada"_s}});
    QTest::newRow("second hello") << hello + hello;
    QTest::newRow("unknown type") << hello + frame({{u"v"_s, 1}, {u"type"_s, u"raise"_s}});
}
void TestLocalListener::dropsWhatBreaksTheProtocol()
{
    QFETCH(QByteArray, bytes);
    Bridge bridge(m_path);
    bridge.raw(bytes);
    QTRY_VERIFY(bridge.isOpen());
    QTRY_VERIFY(!bridge.isOpen());
    QTRY_VERIFY(m_listener->clients().isEmpty());
    QVERIFY(m_held.isEmpty());
}

void TestLocalListener::dropsWhoSaysNothing()
{
    Bridge silent(m_path);
    Bridge speaking(m_path); // the control
    speaking.hello(u"ada"_s);
    QTRY_COMPARE(speaking.count(), 1);
    m_clock->advance(limits::httpHeaderTimeout);
    QTRY_VERIFY(!silent.isOpen());
    QVERIFY(speaking.isOpen());
}

void TestLocalListener::cancelsCallsWhenTheClientIsGone()
{
    Bridge bridge(m_path);
    bridge.hello(u"ada"_s);
    bridge.message(initialize);
    bridge.message(hold);
    QTRY_COMPARE(m_held.size(), 1);
    QSignalSpy cancelled(m_held[0].get(), &mcp::ToolCall::cancelled);
    bridge.close();
    QTRY_COMPARE(cancelled.count(), 1);
    QVERIFY(m_held[0]->isOver());
}

void TestLocalListener::endsTheSessionsOfARevokedKey()
{
    Bridge bridge(m_path);
    bridge.hello(u"ada"_s);
    bridge.message(initialize);
    bridge.message(hold);
    QTRY_COMPARE(m_held.size(), 1);
    m_listener->endSessionsOf(ClientId(u"c2"_s)); // another one's
    QVERIFY(!m_held[0]->isOver());
    m_listener->endSessionsOf(ClientId(u"c1"_s));
    QVERIFY(m_held[0]->isOver());
    QTRY_COMPARE(bridge.count(), 4); // hello, initialize, the call's error, the end
    QCOMPARE(bridge.json(2)["id"_L1].toInt(), 7);
    QVERIFY(bridge.json(2).contains("error"_L1));
    QCOMPARE(bridge.type(3), u"end"_s);
    QTRY_VERIFY(!bridge.isOpen());
}

void TestLocalListener::countsMessagesAgainstTheLimitsOfTheKey()
{
    GuardOptions options;
    options.inFlight = 1;
    start(options);
    Bridge bridge(m_path);
    bridge.hello(u"ada"_s);
    bridge.message(initialize);
    bridge.message(hold);
    QTRY_COMPARE(m_held.size(), 1);
    bridge.message(R"({"jsonrpc":"2.0","id":8,"method":"ping"})");
    QTRY_COMPARE(bridge.count(), 3);
    QCOMPARE(bridge.json(2)["id"_L1].toInt(), 8);
    QVERIFY(bridge.json(2).contains("error"_L1));
    m_held[0]->finish({});
    QTRY_COMPARE(bridge.count(), 4);
    bridge.message(R"({"jsonrpc":"2.0","id":9,"method":"ping"})");
    QTRY_COMPARE(bridge.count(), 5);
    QVERIFY(bridge.json(4).contains("result"_L1)); // the place is free again
}

void TestLocalListener::takesLongMessagesForFilesOnly()
{
    const auto call = [](const QByteArray &tool) -> QByteArray {
        return R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":")" + tool +
               R"(","arguments":{"text":")" + QByteArray(5 * limits::MiB, 'x') + R"("}}})";
    };
    Bridge bridge(m_path);
    bridge.hello(u"ada"_s);
    bridge.message(initialize);
    bridge.message(call("files"));
    QTRY_COMPARE(bridge.count(), 3);
    QVERIFY(bridge.json(2).contains("result"_L1));
    bridge.message(call("hold"));
    QTRY_COMPARE(bridge.count(), 4);
    QCOMPARE(bridge.json(3)["id"_L1].toString(), u"a"_s); // or its client would wait for it
    QVERIFY(bridge.json(3)["error"_L1]["message"_L1].toString().contains(u"4 MiB"_s));
    QVERIFY(m_held.isEmpty());
}

void TestLocalListener::saysThatTooManyAreConnected()
{
    std::vector<std::unique_ptr<Bridge>> bridges;
    bridges.push_back(std::make_unique<Bridge>(m_path)); // says nothing
    while (bridges.size() < size_t(limits::maxConnections)) {
        bridges.push_back(std::make_unique<Bridge>(m_path));
        bridges.back()->hello(u"ada"_s);
        QTRY_COMPARE(bridges.back()->count(), 1);
    }
    const auto next = [this] {
        auto bridge = std::make_unique<Bridge>(m_path);
        bridge->hello(u"late"_s);
        return bridge;
    };
    const auto one = next();
    QTRY_COMPARE(one->count(), 1);
    QCOMPARE(one->type(0), u"hello"_s);
    QTRY_COMPARE(bridges[0]->count(), 1); // it made room
    QCOMPARE(bridges[0]->type(0), u"refused"_s);
    const auto two = next();
    QTRY_COMPARE(two->count(), 1);
    QCOMPARE(two->type(0), u"refused"_s);
    QVERIFY(two->text(0).contains(u"64 bridges"_s));
    QVERIFY(one->isOpen());
}

void TestLocalListener::isForItsOwnerOnly()
{
    struct stat status = {};
    QCOMPARE(::stat(QFile::encodeName(m_path).constData(), &status), 0);
    QVERIFY(S_ISSOCK(status.st_mode));
    QCOMPARE(status.st_mode & 077, mode_t(0));
}

QTEST_GUILESS_MAIN(TestLocalListener)
#include "tst_locallistener.moc"
