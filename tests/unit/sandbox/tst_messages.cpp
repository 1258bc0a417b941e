// SPDX-License-Identifier: MIT
#include "sandbox/workermessage.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace Qt::StringLiterals;

static const QString nonce = u"0123456789abcdef0123456789abcdef"_s;

// The same fixtures are checked by the worker's own tests.
class tst_messages final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void understandsEveryFixtureOfTheWorker_data();
    void understandsEveryFixtureOfTheWorker();
    void readsEveryField();
    void writesTheFixturesOfTheProgram();
    void sendsCodeAndInputByteForByte_data();
    void sendsCodeAndInputByteForByte();
    void readsAnswers_data();
    void readsAnswers();
    void refusesHostileMessages_data();
    void refusesHostileMessages();
};

static QJsonObject fixture(const QString &name)
{
    QFile file(QStringLiteral(GLOVEBOX_SOURCE_DIR "/tests/fixtures/worker-protocol/") + name +
               u".json"_s);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no fixture %s", qPrintable(file.fileName()));
    return QJsonDocument::fromJson(file.readAll()).object();
}

static Frame frameOf(const QJsonObject &fixture)
{
    return {fixture[u"header"].toObject(),
            QByteArray::fromBase64(fixture[u"body_base64"].toString().toLatin1())};
}

template <class Message>
static Message parsed(const QString &name)
{
    const auto message = parseWorkerMessage(frameOf(fixture(name)), nonce);
    if (!message || !std::holds_alternative<Message>(*message))
        qFatal("fixture %s is not understood", qPrintable(name));
    return std::get<Message>(*message);
}

void tst_messages::understandsEveryFixtureOfTheWorker_data()
{
    QTest::addColumn<QString>("name");
    const QDir folder(QStringLiteral(GLOVEBOX_SOURCE_DIR "/tests/fixtures/worker-protocol"));
    for (const QString &file : folder.entryList({u"from_worker.*.json"_s}, QDir::Files)) {
        if (!file.startsWith(u"from_worker.call."))
            QTest::newRow(qPrintable(file)) << file.chopped(5);
    }
}

void tst_messages::understandsEveryFixtureOfTheWorker()
{
    QFETCH(QString, name);
    const Frame frame = frameOf(fixture(name));
    const auto message = parseWorkerMessage(frame, nonce);
    QVERIFY2(message, message ? "" : qPrintable(message.error().text));
    const QString run = frame.header[u"run"].toString();
    QCOMPARE(runOf(*message).isNull() ? QString() : runOf(*message).toString(), run);
    // The control: with another nonce it is not taken.
    QVERIFY(!parseWorkerMessage(frame, nonce.toUpper()));
}

void tst_messages::readsEveryField()
{
    const auto stream = parsed<worker::Stream>(u"from_worker.stream_stderr_bytes"_s);
    QVERIFY(stream.name == StreamName::Stderr);
    QCOMPARE(stream.bytes, QByteArray("\xff\0partial", 9));
    QVERIFY(parsed<worker::Stream>(u"from_worker.stream_between_runs"_s).run.isNull());
    const auto display = parsed<worker::DisplayPart>(u"from_worker.display"_s);
    QCOMPARE(display.mimeType, u"image/png"_s);
    QCOMPARE(display.pixels, QSize(640, 480));
    QCOMPARE(display.title, u"月別の売上"_s);
    QCOMPARE(display.total, display.bytes.size());
    const auto raised = parsed<worker::Raised>(u"from_worker.error"_s);
    QCOMPARE(raised.error.ename, u"ZeroDivisionError"_s);
    QCOMPARE(raised.error.traceback.size(), 5);
    const auto done = parsed<worker::Done>(u"from_worker.done_interrupted"_s);
    QVERIFY(done.status == worker::Done::Status::Interrupted);
    QCOMPARE(done.executionMs, 1204.0);
    QVERIFY(parsed<worker::Done>(u"from_worker.done_crashed"_s).status ==
            worker::Done::Status::Crashed);
    QCOMPARE(parsed<worker::DisplayPart>(u"from_worker.display_empty"_s).total, 0);
    const auto ready = parsed<worker::Ready>(u"from_worker.ready"_s);
    QCOMPARE(ready.python, u"3.14.2"_s);
    QCOMPARE(ready.milliseconds.value(u"total"_s), 180.0);
    QCOMPARE(parsed<worker::Package>(u"from_worker.package"_s).version, u"3.0.2"_s);
    QCOMPARE(parsed<worker::Started>(u"from_worker.started"_s).codeDigest.size(), 64);
    QCOMPARE(parsed<worker::Heap>(u"from_worker.heap"_s).bytes, 31457280);
    const auto answer = parsed<worker::AnswerPart>(u"from_worker.answer"_s);
    QCOMPARE(answer.id, 7);
    QCOMPARE(answer.total, answer.bytes.size());
    const auto input = parsed<worker::InputWanted>(u"from_worker.input"_s);
    QCOMPARE(input.wanted, (event::InputWanted{u"合言葉: "_s, true}));
    const auto part = parsed<worker::SnapshotPart>(u"from_worker.snapshot"_s);
    QCOMPARE(part.offset, 524288);
    QCOMPARE(part.layer, u"bare"_s);
}

static QJsonObject complete(QJsonObject message)
{
    message.insert(u"v"_s, 1);
    message.insert(u"nonce"_s, nonce);
    return message;
}

void tst_messages::writesTheFixturesOfTheProgram()
{
    const auto expected = [](const QString &name) { return fixture(name)[u"header"].toObject(); };
    QCOMPARE(complete(executeMessage(RunId(184), "print(\"売上\")\n1 + 1\n", {},
                                     {{u"pandas"_s, u"3.0.2"_s,
                                       u"a2c3f0d1e4b5968778695a4b3c2d1e0f"
                                       "a2c3f0d1e4b5968778695a4b3c2d1e0f"_s}})),
             expected(u"to_worker.execute"_s));
    QCOMPARE(complete(executeMessage(RunId(185), "name = input()\n", "花子\n", {})),
             expected(u"to_worker.execute_with_stdin"_s));
    QCOMPARE(executeMessage(RunId(1), "1", {}, {}, u"/mnt/data/a.py"_s)[u"path"].toString(),
             u"/mnt/data/a.py"_s);
    QCOMPARE(complete(askMessage(7, u"findings"_s, {{u"code"_s, u"print(1)\n"_s}})),
             expected(u"to_worker.ask"_s));
    QCOMPARE(complete(lookMessage(12, u"complete"_s, {{u"code"_s, u"売上."_s}, {u"cursor"_s, 3}})),
             expected(u"to_worker.look"_s));
    QCOMPARE(complete(executeMessage(RunId(186), "name = input()\n", {}, {}, {}, true)),
             expected(u"to_worker.execute_attended"_s));
    QCOMPARE(complete(mountsMessage({{u"data"_s, MountMode::Staged, u"/home/x"_s}})),
             expected(u"to_worker.mounts"_s));
    ApprovalRecord program;
    program.code = "puts '売上'\n";
    program.standardInput = "x";
    program.runtime = u"ruby"_s;
    program.files = {{u"/in.bin"_s, QByteArray("\xff\0", 2)}};
    program.outputFiles = {u"/out.txt"_s};
    const QList<QJsonObject> messages = programMessages(RunId(186), program);
    QCOMPARE(messages.size(), 2);
    QCOMPARE(complete(messages[0]), expected(u"to_worker.file"_s));
    QCOMPARE(complete(messages[1]), expected(u"to_worker.execute_program"_s));
    InitOptions options;
    options.heapBytes = limits::defaultHeapBytes;
    options.variables = {{u"LANG"_s, u"ja_JP.UTF-8"_s}};
    options.mounts = {{u"data"_s, MountMode::ReadOnly, u"/a"_s},
                      {u"out"_s, MountMode::ReadWrite, u"/b"_s}};
    options.snapshots = {u"bare"_s};
    options.fonts = {
        {u"/fonts/NotoSansCJK-Regular.ttc"_s, u"/usr/share/fonts/NotoSansCJK-Regular.ttc"_s}};
    options.links = {{u"/data/downloads"_s, u"/mnt/data"_s}};
    const QString wheel = QString(62, u'0') + u"ab"_s;
    options.packs = {{wheel, {}, u"/p"_s, 1'000'000, 216'470, QString(62, u'0') + u"cd"_s, {}}};
    QCOMPARE(complete(initMessage(options)), expected(u"to_worker.init"_s));
    QCOMPARE(complete(packMessage(wheel, u"sympy"_s, u"1.14.0"_s,
                                  u"/pyodide/sympy-1.14.0-py3-none-any.whl"_s)),
             expected(u"to_worker.pack"_s));
    options.role = InitOptions::Role::Programs;
    QCOMPARE(initMessage(options)[u"role"].toString(), u"wasi"_s);
    options.role = InitOptions::Role::Packer;
    QCOMPARE(initMessage(options)[u"role"].toString(), u"packer"_s);
}

void tst_messages::sendsCodeAndInputByteForByte_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("nothing") << QByteArray("");
    QTest::newRow("a byte order mark first") << QByteArray("\xef\xbb\xbfprint(1)\r\nprint(2)\r\n");
    QTest::newRow("two byte order marks") << QByteArray("\xef\xbb\xbf\xef\xbb\xbfx");
    QTest::newRow("one in the middle") << QByteArray("a\xef\xbb\xbfz");
    QTest::newRow("a null and a pair of surrogates") << QByteArray("a\0\xf0\x9f\x98\x80", 6);
}

// The digest of what the worker receives is that of the approved bytes.
void tst_messages::sendsCodeAndInputByteForByte()
{
    QFETCH(QByteArray, bytes);
    const QJsonObject message = executeMessage(RunId(1), bytes, bytes, {});
    QCOMPARE(message[u"code"].toString().toUtf8(), bytes);
    QCOMPARE(message[u"stdin"].toString().toUtf8(), bytes);
    const QByteArray json = QJsonDocument(message).toJson(QJsonDocument::Compact);
    QCOMPARE(json.count("\xef\xbb\xbf"), 2 * bytes.count("\xef\xbb\xbf"));
}

void tst_messages::readsAnswers_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code"); // -1: a value
    const auto row = [](const char *name, const QByteArray &bytes, int code) {
        QTest::newRow(name) << bytes << code;
    };
    row("a value", R"({"value": {"lines": 1}})", -1);
    row("an error", R"({"error": "no"})", int(ErrorCode::InvalidArgument));
    row("a variable that is gone", R"({"error": "no", "kind": "missing"})",
        int(ErrorCode::NotFound));
    row("what took too long", R"({"error": "no", "kind": "late"})", int(ErrorCode::LimitExceeded));
    row("an unknown kind", R"({"error": "no", "kind": "?"})", int(ErrorCode::InvalidArgument));
    row("no JSON", "nonsense", int(ErrorCode::Corrupt));
    row("a value that is no object", R"({"value": 7})", int(ErrorCode::Corrupt));
    row("nothing", "{}", int(ErrorCode::Corrupt));
}

void tst_messages::readsAnswers()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, code);
    const auto value = answerValue(bytes);
    QCOMPARE(value ? -1 : int(value.error().code), code);
}

void tst_messages::refusesHostileMessages_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QJsonValue>("value");
    const auto row = [](const char *name, const char *base, const char *field,
                        const QJsonValue &value) {
        QTest::newRow(name) << QString::fromLatin1(base) << QString::fromLatin1(field) << value;
    };
    row("another version", "from_worker.done", "v", 2);
    row("no version", "from_worker.done", "v", QJsonValue());
    row("no nonce", "from_worker.done", "nonce", QJsonValue());
    row("unknown type", "from_worker.done", "type", u"call"_s);
    row("no type", "from_worker.done", "type", QJsonValue());
    row("a run of another form", "from_worker.done", "run", u"184"_s);
    row("a run that is no text", "from_worker.done", "run", 184);
    row("no run", "from_worker.started", "run", QJsonValue());
    row("an unknown status", "from_worker.done", "status", u"great"_s);
    row("a negative time", "from_worker.done", "execution_ms", -1);
    row("an unknown stream", "from_worker.stream", "name", u"stdin"_s);
    row("a part before its beginning", "from_worker.display", "offset", -8);
    row("a part behind its end", "from_worker.display", "offset", 8);
    row("an absurd total", "from_worker.display", "total", 1e15);
    row("an absurd picture", "from_worker.display", "width", 1e9);
    row("an answer to no question", "from_worker.answer", "id", 0);
    row("an answer of absurd size", "from_worker.answer", "total", 1e15);
    row("a snapshot of absurd size", "from_worker.snapshot", "total", 1e15);
}

void tst_messages::refusesHostileMessages()
{
    QFETCH(QString, base);
    QFETCH(QString, field);
    QFETCH(QJsonValue, value);
    Frame frame = frameOf(fixture(base));
    QVERIFY(parseWorkerMessage(frame, nonce)); // the control
    if (value.isNull())
        frame.header.remove(field);
    else
        frame.header.insert(field, value);
    QVERIFY(!parseWorkerMessage(frame, nonce));
}

QTEST_GUILESS_MAIN(tst_messages)
#include "tst_messages.moc"
