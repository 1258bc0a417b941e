// SPDX-License-Identifier: MIT
#include "base/runtimes.h"
#include "harness.h"

#include <QFile>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace glovebox::sandbox::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

#define TRY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, patienceMs)

// Programs of run_code in the real engine, with the real runtimes.
class tst_programs final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsEveryRuntime_data();
    void runsEveryRuntime();
    void givesFilesBack();
    void tellsACompilersErrorFromACrash();
    void limitsMemory();
    void keepsNothingForTheNextProgram();
    void interruptsAProgram();
    void slowsAFloodDownAndLosesNothing();

private:
    RunId submit(const QString &runtime, const QByteArray &code,
                 const std::function<void(ApprovalRecord &)> &change = {})
    {
        ApprovalRecord record;
        record.tool = u"run_code"_s;
        record.client = m_harness.client;
        record.sessionName = record.runtime = runtime;
        record.code = code;
        record.reach.limits.timeout = 30s;
        if (change)
            change(record);
        const RunId run(++m_harness.lastRun);
        if (const auto taken = m_harness.submit(run, record); !taken)
            qCritical() << taken.error().text;
        return run;
    }
    RunId ended(const QString &runtime, const QByteArray &code,
                const std::function<void(ApprovalRecord &)> &change = {})
    {
        const RunId run = submit(runtime, code, change);
        [&] { TRY(m_harness.hasEnded(run)); }();
        return run;
    }
    QString stateOf(RunId run) const { return toString(m_harness.facts(run).state); }

    Harness m_harness;
};

void tst_programs::runsEveryRuntime_data()
{
    QTest::addColumn<QByteArray>("copies");
    QTest::addColumn<QByteArray>("exits");
    QTest::addColumn<QByteArray>("loops");
    QTest::newRow("python") << QByteArray("import sys; print('売', sys.stdin.read(), end='')")
                            << QByteArray("import sys; sys.exit(3)")
                            << QByteArray("while True: pass");
    QTest::newRow("quickjs")
        << QByteArray("import * as std from 'std'; std.out.puts('売 ' + std.in.readAsString())")
        << QByteArray("import * as std from 'std'; std.exit(3)") << QByteArray("for (;;);");
    QTest::newRow("clang")
        << QByteArray("#include <stdio.h>\nint main() { char b[9] = {0}; fgets(b, 9, stdin);"
                      "printf(\"売 %s\", b); return getchar() != EOF; }")
        << QByteArray("int main() { return 3; }")
        << QByteArray("int main() { for (volatile int i = 0;; i++); }");
    QTest::newRow("clangpp")
        << QByteArray("#include <iostream>\nint main() { std::string s; std::cin >> s;"
                      "std::cout << \"売 \" << s; }")
        << QByteArray("int main() { return 3; }")
        << QByteArray("int main() { for (volatile int i = 0;; i++); }");
    QTest::newRow("ruby") << QByteArray("print '売 ', STDIN.read") << QByteArray("exit 3")
                          << QByteArray("loop {}");
    QTest::newRow("php-cgi") << QByteArray("<?php echo '売 ', file_get_contents('/dev/stdin');")
                             << QByteArray("<?php exit(3);") << QByteArray("<?php for (;;);");
    QTest::newRow("sqlite")
        << QByteArray("select '売 in';") << QByteArray()
        << QByteArray("with recursive n(i) as (select 1 union all select i + 1 from n) "
                      "select count(*) from n;");
}

void tst_programs::runsEveryRuntime()
{
    QFETCH(QByteArray, copies);
    QFETCH(QByteArray, exits);
    QFETCH(QByteArray, loops);
    const QString runtime = QString::fromUtf8(QTest::currentDataTag());
    QVERIFY(runtimeFor(runtime));
    const bool takesInput = runtime != u"sqlite"; // what it reads there are more commands
    const RunId said = ended(runtime, copies, [&](ApprovalRecord &record) {
        if (takesInput)
            record.standardInput = "in";
    });
    QCOMPARE(stateOf(said), u"complete"_s);
    QCOMPARE(m_harness.outputOf(said).trimmed(), "売 in");
    QVERIFY(m_harness.facts(said).runsAsApproved() == true);
    if (!exits.isEmpty()) {
        const RunId left = ended(runtime, exits);
        QCOMPARE(stateOf(left), u"error"_s);
        QCOMPARE(m_harness.facts(left).raised->ename, u"ExitCode"_s);
        QCOMPARE(m_harness.facts(left).raised->evalue, u"3"_s);
    }
    const RunId late =
        ended(runtime, loops, [](ApprovalRecord &record) { record.reach.limits.timeout = 1s; });
    QCOMPARE(stateOf(late), u"timeout"_s);
}

void tst_programs::givesFilesBack()
{
    const QByteArray bytes = QByteArray("\xff\0\x01", 3).repeated(300'000); // several parts
    const RunId run = ended(u"ruby"_s,
                            "b = File.binread('/in'); File.binwrite('/out', b.reverse)\n"
                            "File.write('/empty', '')",
                            [&bytes](ApprovalRecord &record) {
                                record.files = {{u"/in"_s, bytes}};
                                record.outputFiles = {u"/out"_s, u"/empty"_s, u"/never"_s};
                            });
    QCOMPARE(stateOf(run), u"complete"_s);
    const QList<event::Display> &files = m_harness.facts(run).displays;
    QCOMPARE(files.size(), 2);
    QCOMPARE(files[0].title, u"/out"_s);
    QCOMPARE(files[1].title, u"/empty"_s);
    QFile file(files[0].file);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray back = file.readAll();
    QCOMPARE(back.size(), bytes.size());
    QVERIFY(std::equal(back.begin(), back.end(), bytes.rbegin()));
    QCOMPARE(files[1].size, 0);
}

void tst_programs::tellsACompilersErrorFromACrash()
{
    const RunId wrong = ended(u"clang"_s, "int main() {\n  return x;\n}");
    QCOMPARE(stateOf(wrong), u"error"_s);
    QCOMPARE(m_harness.facts(wrong).raised->ename, u"CompileError"_s);
    QVERIFY(m_harness.outputOf(wrong, StreamName::Stderr).startsWith("/program:2:10: error:"));
    QVERIFY(!m_harness.facts(wrong).started.isValid());
    const RunId crash = ended(u"clang"_s, "int main() { __builtin_trap(); }");
    QCOMPARE(stateOf(crash), u"crashed"_s);
    QVERIFY(m_harness.facts(crash).raised->evalue.contains(u"unreachable"));
}

void tst_programs::limitsMemory()
{
    const auto allocate = [this](qint64 heapBytes) {
        const RunId run = ended(
            u"clang"_s,
            "#include <stdio.h>\n#include <stdlib.h>\nint main() { int n = 0;"
            "volatile char *p; while ((p = malloc(1 << 20))) { p[0] = 1; n++; }"
            "printf(\"%d\", n); }",
            [heapBytes](ApprovalRecord &record) { record.reach.limits.heapBytes = heapBytes; });
        return m_harness.outputOf(run).toInt();
    };
    const int little = allocate(128 * limits::MiB);
    QVERIFY2(little > 50 && little < 128, qPrintable(QString::number(little)));
    const int more = allocate(256 * limits::MiB); // the control
    QVERIFY2(more > 180 && more < 256, qPrintable(QString::number(more)));
}

void tst_programs::keepsNothingForTheNextProgram()
{
    ended(u"ruby"_s, "File.write('/left', 'x')");
    QCOMPARE(m_harness.outputOf(ended(u"ruby"_s, "p File.exist?('/left')")), "false\n");
}

void tst_programs::interruptsAProgram()
{
    const RunId run = submit(u"ruby"_s, "puts 'on'; sleep 1000");
    TRY(m_harness.outputOf(run) == "on\n");
    QVERIFY(m_harness.pool.interrupt(run));
    TRY(m_harness.hasEnded(run));
    QCOMPARE(stateOf(run), u"interrupted"_s);
}

void tst_programs::slowsAFloodDownAndLosesNothing()
{
    const RunId run = ended(u"python"_s, "for i in range(200000): print('%063d' % i)");
    QCOMPARE(stateOf(run), u"complete"_s);
    QCOMPARE(m_harness.facts(run).outputBytes, 200000 * 64);
}

QTEST_GUILESS_MAIN(tst_programs)
#include "tst_programs.moc"
