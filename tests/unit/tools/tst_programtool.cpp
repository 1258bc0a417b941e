// SPDX-License-Identifier: MIT
#include "base/runtimes.h"
#include "tools/programtool.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace glovebox;
using namespace glovebox::tools;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// What a client may ask of run_code.
class TestProgramTool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void takesWhatCanRun();
    void saysWhichRuntimesThereAre();
    void saysWhatToDoWhenLanguagesAreNotInstalled();
    void refusesNamesThatCannotBe_data();
    void refusesNamesThatCannotBe();
    void refusesFilesThatCollide_data();
    void refusesFilesThatCollide();
    void limitsCodeAndFiles();
    void decodesContent();
    void namesARuntimeForEveryLanguage();

private:
    Result<RunRequest> request(const ProgramRequest &program) const
    {
        mcp::Caller caller;
        caller.principal = {.id = ClientId(u"c1"_s), .label = u"Ada"_s};
        return programRequest(caller, program, m_languages.path());
    }

    QTemporaryDir m_languages;
};

void TestProgramTool::initTestCase()
{
    for (const Runtime &runtime : runtimes()) {
        QFile file(m_languages.filePath(runtime.module));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
}

void TestProgramTool::takesWhatCanRun()
{
    const auto taken = request({.runtime = u"ruby"_s,
                                .code = "puts 1",
                                .standardInput = "in",
                                .files = {{u"a/b.csv"_s, "1"}, {u"/c"_s, {}}},
                                .outputFiles = {u"out.txt"_s, u"/out.txt"_s, u"//x//y"_s},
                                .timeout = 3s});
    QVERIFY(taken);
    QCOMPARE(taken->tool, u"run_code"_s);
    QCOMPARE(taken->runtime, u"ruby"_s);
    QCOMPARE(taken->code, "puts 1");
    QVERIFY(taken->standardInput == QByteArray("in"));
    QVERIFY(taken->files == (QList<InputFile>{{u"/a/b.csv"_s, "1"}, {u"/c"_s, {}}}));
    QCOMPARE(taken->outputFiles, (QStringList{u"/out.txt"_s, u"/x/y"_s}));
    QVERIFY(taken->timeout == 3s);
    QVERIFY(taken->client == ClientId(u"c1"_s));
}

void TestProgramTool::saysWhichRuntimesThereAre()
{
    const auto refused = request({.runtime = u"perl"_s, .code = "1"});
    QVERIFY(!refused);
    QVERIFY(refused.error().code == ErrorCode::InvalidArgument);
    for (const Runtime &runtime : runtimes())
        QVERIFY(refused.error().text.contains(runtime.id));
}

void TestProgramTool::saysWhatToDoWhenLanguagesAreNotInstalled()
{
    const QTemporaryDir empty;
    const auto refused = programRequest({}, {.runtime = u"ruby"_s, .code = "1"}, empty.path());
    QVERIFY(!refused);
    QVERIFY(refused.error().code == ErrorCode::Unavailable);
    QVERIFY(refused.error().text.contains(u"48 MB"));
    QVERIFY(refused.error().text.contains(u"--with languages"));
}

void TestProgramTool::refusesNamesThatCannotBe_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("empty") << QString();
    QTest::newRow("the root") << u"/"_s;
    QTest::newRow("a folder") << u"/a/"_s;
    QTest::newRow("leads out") << u"/a/../../b"_s;
    QTest::newRow("a NUL") << QString(u"/a"_s + QChar::Null);
    QTest::newRow("too long") << u"/"_s + QString(2000, u'a');
}

void TestProgramTool::refusesNamesThatCannotBe()
{
    QFETCH(QString, name);
    QVERIFY(!request({.runtime = u"ruby"_s, .code = "1", .files = {{name, {}}}}));
    QVERIFY(!request({.runtime = u"ruby"_s, .code = "1", .outputFiles = {name}}));
}

void TestProgramTool::refusesFilesThatCollide_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<bool>("taken");
    QTest::newRow("two files (control)") << QStringList{u"/a/b"_s, u"/a/c"_s, u"/system"_s} << true;
    QTest::newRow("twice") << QStringList{u"/a"_s, u"a"_s} << false;
    QTest::newRow("a file that is a folder too") << QStringList{u"/a/b"_s, u"/a"_s} << false;
    QTest::newRow("the program") << QStringList{u"program"_s} << false;
    QTest::newRow("the compiler's headers") << QStringList{u"/sys/include/stdio.h"_s} << false;
    QTest::newRow("Python's library") << QStringList{u"/usr/local/lib/python3.11/os.py"_s} << false;
    QTest::newRow("a device") << QStringList{u"/dev/stdin"_s} << false;
}

void TestProgramTool::refusesFilesThatCollide()
{
    QFETCH(QStringList, names);
    QFETCH(bool, taken);
    QList<InputFile> files;
    for (const QString &name : names)
        files.append({name, "x"});
    QCOMPARE(request({.runtime = u"ruby"_s, .code = "1", .files = files}).has_value(), taken);
}

void TestProgramTool::limitsCodeAndFiles()
{
    const QByteArray most(limits::maxProgramFileBytes, 'x');
    QVERIFY(request({.runtime = u"ruby"_s, .code = "1", .files = {{u"/a"_s, most}}}));
    QVERIFY(
        !request({.runtime = u"ruby"_s, .code = "1", .files = {{u"/a"_s, most}, {u"/b"_s, "x"}}}));
    QVERIFY(!request({.runtime = u"ruby"_s, .code = QByteArray(limits::maxCodeBytes + 1, ' ')}));
    QList<InputFile> many;
    QStringList names;
    for (int i = 0; i <= limits::maxProgramFiles; ++i) {
        names.append(u"/%1"_s.arg(i));
        many.append({names.last(), {}});
    }
    QVERIFY(!request({.runtime = u"ruby"_s, .code = "1", .files = many}));
    QVERIFY(!request({.runtime = u"ruby"_s, .code = "1", .outputFiles = names}));
}

void TestProgramTool::decodesContent()
{
    QCOMPARE(decodedContent(u"a"_s, u"売"_s, {}).value(), "売");
    QCOMPARE(decodedContent(u"a"_s, u"/wA="_s, u"base64"_s).value(), QByteArray("\xff\0", 2));
    QVERIFY(!decodedContent(u"a"_s, u"not base64!"_s, u"base64"_s));
}

void TestProgramTool::namesARuntimeForEveryLanguage()
{
    QCOMPARE(runtimes().size(), size_t(7));
    QCOMPARE(runtimeFor(u"php-cgi")->language, u"PHP"_s);
    QVERIFY(!runtimeFor(u"PHP"));
}

QTEST_GUILESS_MAIN(TestProgramTool)
#include "tst_programtool.moc"
