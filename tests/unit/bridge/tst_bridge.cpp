// SPDX-License-Identifier: MIT
#include "fakeclock.h"

#include "bridge/bridge.h"
#include "http/locallistener.h"

#include <QJsonDocument>
#include <QLockFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::bridge;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

class OneKey final : public http::KeyStore
{
public:
    std::optional<mcp::Principal> find(QByteArrayView hash) override
    {
        if (!http::equalInConstantTime(http::keyHash("ada"), hash))
            return std::nullopt;
        return mcp::Principal{.id = ClientId(u"c1"_s), .label = u"Ada"_s};
    }
};

// A program with one tool, which waits for the test, and one resource.
class Program
{
public:
    Program(const QString &path, Clock &clock)
        : server({.name = u"glovebox"_s, .title = {}, .version = u"1"_s})
        , guard(&keys, clock)
        , listener(server, guard, clock)
    {
        server.addTool({.name = u"hold"_s,
                        .title = {},
                        .description = u"Holds."_s,
                        .inputSchema = {},
                        .annotations = {},
                        .handler = [this](const mcp::ToolCallPtr &call) { held.append(call); }});
        if (!listener.listen(path))
            qFatal("cannot listen");
    }

    OneKey keys;
    QList<mcp::ToolCallPtr> held;
    mcp::Server server;
    http::Guard guard;
    http::LocalListener listener;
};

class FakeLauncher final : public Launcher
{
public:
    Result<> launch() override
    {
        ++launched;
        return refuses ? fail(ErrorCode::Unavailable, u"no display"_s) : Result<>();
    }
    bool isAlive() const override { return alive; }
    QString lastWords() const override { return u"out of luck"_s; }

    int launched = 0;
    bool refuses = false;
    bool alive = true;
};

} // namespace

class TestBridge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void answersTheHandshakeWithoutTheProgram();
    void tellsWhatTheProgramOffers();
    void startsTheProgramOnceAndLetsRequestsWait();
    void saysWhyTheProgramCannotBeStarted();
    void saysWhatAProgramThatEndedSaid();
    void waitsForTheProgramThatHasTheProfile();
    void tellsThatTheKeyIsRefused();
    void forwardsCallsAndTheirAnswers();
    void answersWhatWasAskedBeforeTheInputEnded();
    void doesNotWaitLongForAnswersWhenTheInputEnded();
    void takesBackWhatWasCancelledBeforeItWasSent();
    void failsCallsThatWereLostAndAsksTheRestAgain();
    void announcesTheProgramThatCameBack();
    void mapsTheProgramsQuestions();
    void refusesWhatIsNoMessage();
    void answersABatchInOnePiece();
    void looksAgainQuietlyWithoutStartingTheProgram();

private:
    void say(const QByteArray &json) { m_bridge->receive(json + '\n'); }
    void initialize(const QByteArray &version = "2025-11-25");
    void call(int id)
    {
        say(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) +
            R"(,"method":"tools/call","params":{"name":"hold"}})");
    }
    void startProgram() { m_program = std::make_unique<Program>(m_path, *m_clock); }
    // Lets time pass until the condition holds.
    template <class Condition>
    bool passTimeUntil(Condition condition)
    {
        for (int i = 0; i < 400 && !condition(); ++i) {
            m_clock->advance(25ms);
            QTest::qWait(1);
        }
        return condition();
    }
    QJsonObject said(qsizetype at) const
    {
        return QJsonDocument::fromJson(m_said.value(at)).object();
    }
    QString errorOf(qsizetype at) const { return said(at)["error"_L1]["message"_L1].toString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<Program> m_program;
    FakeLauncher m_launcher;
    std::unique_ptr<ProgramLink> m_link;
    std::unique_ptr<Bridge> m_bridge;
    QByteArrayList m_said;
};

void TestBridge::init()
{
    m_bridge.reset();
    m_link.reset();
    m_program.reset();
    m_launcher = FakeLauncher();
    m_said.clear();
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(u"bridge.sock"_s);
    m_clock = std::make_unique<FakeClock>();
    m_link = std::make_unique<ProgramLink>(m_path, QJsonObject{{u"key"_s, u"ada"_s}}, m_launcher,
                                           *m_clock);
    m_bridge = std::make_unique<Bridge>(
        mcp::ServerInfo{
            .name = u"glovebox"_s, .title = {}, .version = u"1"_s, .instructions = u"Work well."_s},
        Bridge::Offer{
            .standard = {{u"tools"_s, QJsonObject()}},
            .byRevision = {{u"2025-06-18"_s, QJsonObject{{u"prompts"_s, QJsonObject()}}}}},
        *m_link, *m_clock);
    connect(m_bridge.get(), &Bridge::send, this,
            [this](const QByteArray &bytes) { m_said.append(bytes); });
}

void TestBridge::initialize(const QByteArray &version)
{
    say(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" + version +
        R"(","capabilities":{"elicitation":{}},"clientInfo":{"name":"test","version":"1"}}})");
    say(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
}

void TestBridge::answersTheHandshakeWithoutTheProgram()
{
    initialize();
    say(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    QCOMPARE(m_said.size(), 2); // at once, and to the notification nothing
    const QJsonObject result = said(0)["result"_L1].toObject();
    QCOMPARE(result["protocolVersion"_L1].toString(), u"2025-11-25"_s);
    QCOMPARE(result["instructions"_L1].toString(), u"Work well."_s);
    QCOMPARE(result["serverInfo"_L1]["name"_L1].toString(), u"glovebox"_s);
    QVERIFY(said(1).contains("result"_L1));
}

void TestBridge::tellsWhatTheProgramOffers()
{
    initialize();
    const QJsonObject offered = said(0)["result"_L1]["capabilities"_L1].toObject();
    QCOMPARE(offered.keys(), QStringList{u"tools"_s});
    QVERIFY(offered["tools"_L1]["listChanged"_L1].toBool());
    init();
    initialize("2025-06-18"); // as that program said of itself
    QCOMPARE(said(0)["result"_L1]["capabilities"_L1].toObject().keys(), QStringList{u"prompts"_s});
}

void TestBridge::startsTheProgramOnceAndLetsRequestsWait()
{
    initialize();
    call(1);
    call(2);
    QVERIFY(passTimeUntil([this] { return m_launcher.launched > 0; }));
    QCOMPARE(m_launcher.launched, 1);
    startProgram();
    QVERIFY(passTimeUntil([this] { return m_program->held.size() == 2; }));
    QCOMPARE(m_launcher.launched, 1);
    QCOMPARE(m_program->held[0]->caller().client.name, u"test"_s);
}

void TestBridge::saysWhyTheProgramCannotBeStarted()
{
    m_launcher.refuses = true;
    initialize();
    call(1);
    QVERIFY(passTimeUntil([this] { return m_said.size() == 2; }));
    QCOMPARE(said(1)["id"_L1].toInt(), 1);
    QVERIFY(errorOf(1).contains(u"no display"_s));
    m_launcher.refuses = false; // and the next call tries again
    call(2);
    QVERIFY(passTimeUntil([this] { return m_launcher.launched > 1; }));
}

void TestBridge::saysWhatAProgramThatEndedSaid()
{
    m_launcher.alive = false;
    initialize();
    call(1);
    QVERIFY(passTimeUntil([this] { return m_said.size() == 2; }));
    QVERIFY(errorOf(1).contains(u"out of luck"_s));
}

// Of two programs that two bridges start at once, the second hands over and ends while the first is
// still on its way.
void TestBridge::waitsForTheProgramThatHasTheProfile()
{
    QTemporaryDir profile;
    const ProgramLauncher launcher(profile.path(), true);
    QVERIFY(!launcher.isAlive());
    QLockFile lock(profile.filePath(u"instance.lock"_s));
    QVERIFY(lock.lock());
    QVERIFY(launcher.isAlive());
    lock.unlock();
    QVERIFY(!launcher.isAlive());
}

void TestBridge::tellsThatTheKeyIsRefused()
{
    m_link = std::make_unique<ProgramLink>(m_path, QJsonObject{{u"key"_s, u"eve"_s}}, m_launcher,
                                           *m_clock);
    m_bridge = std::make_unique<Bridge>(mcp::ServerInfo{}, Bridge::Offer{}, *m_link, *m_clock);
    connect(m_bridge.get(), &Bridge::send, this,
            [this](const QByteArray &bytes) { m_said.append(bytes); });
    startProgram();
    initialize();
    call(1);
    QTRY_COMPARE(m_said.size(), 2);
    QVERIFY(errorOf(1).contains(u"key"_s));
    QCOMPARE(m_launcher.launched, 0);
}

void TestBridge::forwardsCallsAndTheirAnswers()
{
    startProgram();
    initialize();
    call(7);
    QTRY_COMPARE(m_program->held.size(), 1);
    mcp::CallResult result;
    result.content.append(mcp::content::Text{u"売上 📊"_s});
    m_program->held[0]->finish(result);
    QTRY_COMPARE(m_said.size(), 2);
    QCOMPARE(said(1)["id"_L1].toInt(), 7);
    QVERIFY(m_said[1].contains("売上 📊"));
    QCOMPARE(m_said[1].count('\n'), 1);
}

// As a script does that writes all its lines into the pipe.
void TestBridge::answersWhatWasAskedBeforeTheInputEnded()
{
    QSignalSpy finished(m_bridge.get(), &Bridge::finished);
    startProgram();
    initialize();
    call(1);
    m_bridge->receive(R"({"jsonrpc":"2.0","id":2,"method":"ping"})"); // and no line's end
    const qsizetype before = m_said.size();
    m_bridge->endOfInput();
    QCOMPARE(m_said.size(), before + 1);
    QCOMPARE(said(before)["id"_L1].toInt(), 2);
    QVERIFY(passTimeUntil([this] { return m_program->held.size() == 1; }));
    QCOMPARE(finished.count(), 0);
    m_program->held.first()->finish(mcp::CallResult::text(u"done"_s));
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(said(m_said.size() - 1)["id"_L1].toInt(), 1);
}

void TestBridge::doesNotWaitLongForAnswersWhenTheInputEnded()
{
    QSignalSpy finished(m_bridge.get(), &Bridge::finished);
    startProgram();
    initialize();
    call(1);
    QVERIFY(passTimeUntil([this] { return m_program->held.size() == 1; }));
    m_bridge->endOfInput();
    QCOMPARE(finished.count(), 0);
    m_clock->advance(2s);
    QCOMPARE(finished.count(), 1);
    m_program->held.first()->finish(mcp::CallResult::text(u"late"_s));
    QTest::qWait(0);
    QCOMPARE(finished.count(), 1);

    init(); // the control: nobody waits for anything
    QSignalSpy atOnce(m_bridge.get(), &Bridge::finished);
    m_bridge->endOfInput();
    QCOMPARE(atOnce.count(), 1);
}

void TestBridge::takesBackWhatWasCancelledBeforeItWasSent()
{
    initialize();
    call(1);
    call(2);
    say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
    startProgram();
    QVERIFY(passTimeUntil([this] { return m_program->held.size() == 1; }));
    m_program->held[0]->finish({});
    QTRY_COMPARE(m_said.size(), 2);
    QCOMPARE(said(1)["id"_L1].toInt(), 2);
}

void TestBridge::failsCallsThatWereLostAndAsksTheRestAgain()
{
    startProgram();
    initialize();
    call(1);
    QTRY_COMPARE(m_program->held.size(), 1);
    say(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
    m_program.reset(); // killed: the list may or may not have been answered
    QTRY_VERIFY(m_said.size() >= 2);
    startProgram();
    QVERIFY(passTimeUntil([this] {
        return std::ranges::any_of(
            m_said, [](const QByteArray &text) { return text.contains("\"tools\":["); });
    }));
    int answers = 0;
    for (qsizetype i = 0; i < m_said.size(); ++i) {
        if (said(i)["id"_L1].toInt() != 1)
            continue;
        ++answers;
        QVERIFY(said(i).contains("error"_L1));
    }
    QCOMPARE(answers, 1);
}

void TestBridge::announcesTheProgramThatCameBack()
{
    startProgram();
    initialize();
    call(1);
    QTRY_COMPARE(m_program->held.size(), 1);
    m_program.reset();
    QTRY_COMPARE(m_said.size(), 2); // the lost call
    startProgram();
    QVERIFY(passTimeUntil([this] { return m_said.size() == 3; }));
    QCOMPARE(said(2)["method"_L1].toString(), u"notifications/tools/list_changed"_s);
    QCOMPARE(m_launcher.launched, 0);
    call(1); // and the session is there again; the id is free
    QTRY_COMPARE(m_program->held.size(), 1);
}

void TestBridge::mapsTheProgramsQuestions()
{
    startProgram();
    initialize();
    call(1);
    QTRY_COMPARE(m_program->held.size(), 1);
    QJsonObject answer;
    const auto ask = [this, &answer] {
        m_program->held[0]->ask(u"sure"_s, u"elicitation/create"_s, {{u"message"_s, u"Sure?"_s}},
                                [&answer](const Result<QJsonObject> &result) {
                                    answer = result.value_or(QJsonObject());
                                });
    };
    ask();
    QTRY_COMPARE(m_said.size(), 2);
    QVERIFY(said(1)["id"_L1].isString());
    const QString id = said(1)["id"_L1].toString();
    say(R"({"jsonrpc":"2.0","id":"glovebox-bridge:9:x","result":{"action":"accept"}})"); // nobody's
    say(R"({"jsonrpc":"2.0","id":")" + id.toUtf8() + R"(","result":{"action":"accept"}})");
    QTRY_COMPARE(answer["action"_L1].toString(), u"accept"_s);
    answer = {};
    ask();
    QTRY_COMPARE(m_said.size(), 3);
    QVERIFY(said(2)["id"_L1].toString() != id);
    m_program->listener.endSessionsOf(ClientId(u"c1"_s));
    QTRY_VERIFY(m_said.size() >= 5); // the question is taken back, the call fails
}

void TestBridge::refusesWhatIsNoMessage()
{
    say("hello");
    say(QByteArray("\xff\xfe{}"));
    say("[]");
    say(R"({"jsonrpc":"2.0","id":5})");
    QCOMPARE(m_said.size(), 4);
    for (qsizetype i = 0; i < m_said.size(); ++i)
        QVERIFY(said(i).contains("error"_L1));
}

void TestBridge::answersABatchInOnePiece()
{
    startProgram();
    initialize("2025-03-26");
    say(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/list"},)"
        R"({"jsonrpc":"2.0","method":"notifications/x"}])");
    QTRY_COMPARE(m_said.size(), 2);
    const QJsonArray answers = QJsonDocument::fromJson(m_said[1]).array();
    QCOMPARE(answers.size(), 2);
}

void TestBridge::looksAgainQuietlyWithoutStartingTheProgram()
{
    startProgram();
    initialize();
    call(1);
    QTRY_COMPARE(m_program->held.size(), 1);
    m_program.reset();
    QTRY_COMPARE(m_said.size(), 2);
    for (int i = 0; i < 20; ++i) {
        m_clock->advance(500ms);
        QTest::qWait(1);
    }
    QCOMPARE(m_launcher.launched, 0); // the person ended it, and nobody asks for anything
    call(2);
    QVERIFY(passTimeUntil([this] { return m_launcher.launched == 1; }));
}

QTEST_GUILESS_MAIN(TestBridge)
#include "tst_bridge.moc"
