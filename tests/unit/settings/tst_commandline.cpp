// SPDX-License-Identifier: MIT
#include <settings/commandline.h>

#include <QDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::settings;
using namespace Qt::StringLiterals;

class TestCommandLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startsWithItsDefaults()
    {
        const auto line = parse({});
        QVERIFY(line.has_value());
        const auto start = std::get<command::Start>(line->command);
        QCOMPARE(line->profile, QString());
        QVERIFY(!start.tray);
        QVERIFY(!start.headless);
        QVERIFY(!start.port.has_value());
        QCOMPARE(start.approve, u"ask"_s);
        QVERIFY(start.authentication);
        QVERIFY(start.mounts.isEmpty());
        QVERIFY(start.documents.isEmpty());
        QVERIFY(start.endpointFile.isEmpty());
        QVERIFY(start.cacheFolder.isEmpty());
    }

    void takesEveryOption()
    {
        const auto line =
            parse({u"--headless"_s, u"--port"_s, u"0"_s, u"--endpoint-file=/x/e"_s, u"--profile"_s,
                   u"/p p"_s, u"--approve"_s, u"allow"_s, u"--auth=on"_s, u"--mount"_s,
                   u"a=/売上 📊:ro"_s, u"--mount"_s, u"b=/b:rw"_s});
        QVERIFY(line.has_value());
        const auto start = std::get<command::Start>(line->command);
        QCOMPARE(line->profile, u"/p p"_s);
        QVERIFY(start.headless);
        QCOMPARE(start.port.value_or(1), quint16(0));
        QCOMPARE(start.endpointFile, u"/x/e"_s);
        QCOMPARE(start.approve, u"allow"_s);
        QVERIFY(start.authentication);
        QCOMPARE(start.mounts, (QStringList{u"a=/売上 📊:ro"_s, u"b=/b:rw"_s}));
        QVERIFY(std::get<command::Start>(parse({u"--tray"_s})->command).tray);
    }

    void passesDocumentsAsAbsolutePaths()
    {
        const auto line = parse({u"a b.ipynb"_s, u"/x/売上.ipynb"_s});
        QCOMPARE(
            std::get<command::Start>(line->command).documents,
            (QStringList{QDir::current().absoluteFilePath(u"a b.ipynb"_s), u"/x/売上.ipynb"_s}));
    }

    void readsTheEnvironmentOfMcpPyodide()
    {
        QProcessEnvironment environment;
        environment.insert(u"PYODIDE_CACHE_DIR"_s, u"/cache"_s);
        environment.insert(u"PYODIDE_DATA_DIR"_s, u"/my data"_s);
        auto start =
            std::get<command::Start>(parse({u"--mount"_s, u"other=/o"_s}, environment)->command);
        QCOMPARE(start.cacheFolder, u"/cache"_s);
        QCOMPARE(start.dataFolder, u"/my data"_s);
        QCOMPARE(start.mounts, (QStringList{u"data=/my data:rw"_s, u"other=/o"_s}));

        // What is given as an option comes later and so counts.
        start = std::get<command::Start>(parse({u"--mount"_s, u"data=/o"_s}, environment)->command);
        QCOMPARE(start.mounts.last(), u"data=/o"_s);
    }

    void readsCommands_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("index");
        QTest::newRow("key add") << QStringList{u"key"_s, u"add"_s, u"Claude Code"_s} << 1;
        QTest::newRow("key list") << QStringList{u"key"_s, u"list"_s} << 2;
        QTest::newRow("key revoke") << QStringList{u"key"_s, u"revoke"_s, u"Cline"_s} << 3;
        QTest::newRow("journal verify") << QStringList{u"journal"_s, u"verify"_s} << 4;
        QTest::newRow("journal export as a notebook")
            << QStringList{u"journal"_s, u"export"_s, u"ipynb"_s} << 5;
        QTest::newRow("journal export") << QStringList{u"journal"_s, u"export"_s} << 5;
        QTest::newRow("connect") << QStringList{u"connect"_s, u"cursor"_s} << 6;
        QTest::newRow("help") << QStringList{u"--help"_s} << 7;
        QTest::newRow("version") << QStringList{u"--version"_s} << 7;
    }
    void readsCommands()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, index);
        const auto line = parse(arguments);
        QVERIFY(line.has_value());
        QCOMPARE(int(line->command.index()), index);
        if (index < 7) {
            arguments.append({u"--profile"_s, u"/p"_s});
            QCOMPARE(parse(arguments)->profile, u"/p"_s);
        }
    }

    void addsAddressKeys()
    {
        const auto add = [](const Result<CommandLine> &line) {
            return std::get<command::KeyAdd>(line->command);
        };
        QCOMPARE(add(parse({u"key"_s, u"add"_s, u"売上 bot"_s})).label, u"売上 bot"_s);
        QVERIFY(!add(parse({u"key"_s, u"add"_s, u"x"_s})).address);
        QVERIFY(add(parse({u"key"_s, u"add"_s, u"x"_s, u"--address"_s})).address);
    }

    void helpNamesEveryOption()
    {
        const auto line = parse({u"--help"_s});
        const QString text = std::get<command::Show>(line->command).text;
        QVERIFY2(text.startsWith(u"Usage: glovebox [options] [documents]\n"_s), qPrintable(text));
        for (const QString &word :
             {u"--tray"_s, u"--headless"_s, u"--port"_s, u"--endpoint-file"_s, u"--profile"_s,
              u"--approve"_s, u"--auth"_s, u"--mount"_s, u"--version"_s, u"--help"_s,
              u"key add NAME [--address]"_s, u"key list"_s, u"key revoke NAME"_s,
              u"journal verify"_s, u"journal export"_s})
            QVERIFY2(text.contains(word), qPrintable(word));
    }

    void refusesWithASentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const QString &line, const QString &says) {
            QTest::newRow(name) << line.split(u' ') << says;
        };
        row("unknown option", u"--no-sandbox"_s, u"no-sandbox"_s);
        row("missing value", u"--port"_s, u"port"_s);
        row("port is text", u"--port http"_s, u"0 to 65535, not “http”"_s);
        row("no profile", u"--profile="_s, u"--profile names nothing"_s);
        row("no profile of a command", u"key list --profile="_s, u"--profile names nothing"_s);
        row("no endpoint file", u"--endpoint-file="_s, u"--endpoint-file names nothing"_s);
        row("port too high", u"--port 65536"_s, u"0 to 65535"_s);
        row("port negative", u"--port=-1"_s, u"0 to 65535"_s);
        row("unknown approval", u"--approve yes"_s, u"ask, allow or deny, not “yes”"_s);
        row("allow with a window", u"--approve allow"_s, u"only with --headless"_s);
        row("allow in the tray", u"--approve allow --tray"_s, u"only with --headless"_s);
        row("allow for anybody", u"--headless --approve allow --auth off"_s, u"anybody's code"_s);
        row("auth maybe", u"--auth maybe"_s, u"on or off, not “maybe”"_s);
        row("tray without a window", u"--tray --headless"_s, u"exclude each other"_s);
        row("one name twice", u"--mount a=/x --mount a=/y"_s, u"“a” to two folders"_s);
        row("key without a verb", u"key"_s, u"glovebox key add NAME"_s);
        row("key add without a name", u"key add"_s, u"glovebox key add NAME"_s);
        row("key add with an empty name", u"key add "_s, u"needs a name"_s);
        row("key add with two names", u"key add a b"_s, u"glovebox key add NAME"_s);
        row("unknown key verb", u"key show"_s, u"glovebox key add NAME"_s);
        row("address for a list", u"key list --address"_s, u"key add only"_s);
        row("address for the program", u"--address"_s, u"key add only"_s);
        row("unknown journal verb", u"journal delete"_s, u"glovebox journal verify"_s);
        row("unknown form of an export", u"journal export pdf"_s, u"jsonl|md|ipynb|html"_s);
        row("journal verb with more", u"journal verify x"_s, u"glovebox journal verify"_s);
    }
    void refusesWithASentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const auto line = parse(arguments);
        QVERIFY(!line.has_value());
        QVERIFY(line.error().code == ErrorCode::InvalidArgument);
        QVERIFY2(line.error().text.contains(says), qPrintable(line.error().text));
        QVERIFY2(!line.error().text.contains(u".."_s), qPrintable(line.error().text));
        QVERIFY(line.error().text.endsWith(u'.'));
    }

    // The control of the refusals above: each part alone, or in the right company, is accepted.
    void acceptsWhatIsAllowed_data()
    {
        QTest::addColumn<QString>("line");
        for (const char *line :
             {"--headless --approve allow", "--headless --auth off", "--auth off --approve deny",
              "--headless --approve ask", "--tray", "--mount a=/x --mount b=/x", "--port 65535"})
            QTest::newRow(line) << QString::fromLatin1(line);
    }
    void acceptsWhatIsAllowed()
    {
        QFETCH(QString, line);
        QVERIFY(parse(line.split(u' ')).has_value());
    }

private:
    static Result<CommandLine> parse(QStringList arguments,
                                     const QProcessEnvironment &environment = {})
    {
        arguments.prepend(u"glovebox"_s);
        return parseCommandLine(arguments, environment);
    }
};

// No application object: the command line decides which kind there will be.
int main(int argc, char *argv[])
{
    TestCommandLine test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_commandline.moc"
