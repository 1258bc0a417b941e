// SPDX-License-Identifier: MIT
#include "journal/journal.h"
#include "support.h"

#include <QCoreApplication>
#include <QDir>
#include <QProcess>
#include <QRandomGenerator>

#include <cstdio>

using namespace glovebox;
using namespace glovebox::journal;
using namespace support;

// ---- What the child process does: record as fast as it can, and say what is on the disk.

namespace {

void say(const QString &line)
{
    std::fputs(qPrintable(line + u'\n'), stdout);
    std::fflush(stdout);
}

QString runsOf(const QString &file)
{
    return file + u".runs"_s;
}

void writeOutput(const QString &file, RunId run)
{
    const QString folder = runsOf(file) + u'/' + run.toString();
    QFile output(folder + u"/output"_s);
    if (!QDir().mkpath(folder) || !output.open(QIODevice::WriteOnly))
        std::exit(6);
    output.write(QByteArray(40, 'x'));
}

[[noreturn]] void recordForEver(Journal &journal, const QString &file)
{
    for (;;) {
        const auto number = get(journal.nextRun());
        if (!number)
            std::exit(3);
        say(u"number %1"_s.arg(number->number()));
        Run run(number->number());
        journal.record(run.event(asked()));
        journal.record(run.event(allowed()));
        // Being in the file is enough for the end of a process.
        const auto written = run.id().number() % 2 ? journal.committed(run.id(), run.seq())
                                                   : journal.durable(run.id(), run.seq());
        if (!get(written))
            std::exit(4);
        say(u"durable %1 %2"_s.arg(run.id().number()).arg(run.seq()));
        journal.record(run.event(event::Started{sha256Hex("print(1)")}));
        for (int i = 0; i < 40; ++i)
            journal.record(run.event(event::Output{StreamName::Stdout, i, {}, 1}));
        if (run.id().number() % 3 == 0)
            continue; // stays open
        if (run.id().number() % 4 == 0)
            writeOutput(file, run.id());
        journal.record(run.event(event::Ended{}));
        // Some are kept and purged again under way.
        if (run.id().number() % 8 == 0) {
            if (!get(journal.kept()) || !get(journal.purge({.runs = {run.id()}})))
                std::exit(7);
            say(u"purged %1"_s.arg(run.id().number()));
            continue;
        }
        if (run.id().number() % 2 == 0 && get(journal.durable(run.id(), run.seq())))
            say(u"durable %1 %2"_s.arg(run.id().number()).arg(run.seq()));
    }
}

void addClients(Journal &journal, int count)
{
    for (int i = 0; i < count; ++i) {
        const QString label = u"%1 of %2"_s.arg(i).arg(QCoreApplication::applicationPid());
        const auto made = get(journal.addClient(label, KeyUse::Header));
        if (!made || (i % 2 && !get(journal.revokeClient(made->client.id))))
            std::exit(5);
    }
}

int child(const QStringList &arguments)
{
    const QString task = arguments[2];
    Journal journal({arguments[1], task == u"record" ? Role::Program : Role::Tool, nullptr,
                     runsOf(arguments[1])});
    if (!get(journal.opened()))
        return 2;
    if (task == u"record")
        recordForEver(journal, arguments[1]);
    addClients(journal, 40);
    return 0;
}

} // namespace

class TestKill : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void losesNothingThatWasDurable_data();
    void losesNothingThatWasDurable();
    void letsTwoProcessesWrite();

private:
    static void startChild(QProcess &process, const QString &file, const QString &task)
    {
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(QCoreApplication::applicationFilePath(), {u"--child"_s, file, task});
    }
};

// Two hundred kills, in journals that do not become so long that verifying them takes the time.
void TestKill::losesNothingThatWasDurable_data()
{
    QTest::addColumn<int>("number");
    for (int number = 1; number <= 10; ++number)
        QTest::addRow("journal %d", number) << number;
}

void TestKill::losesNothingThatWasDurable()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"journal.db"_s);
    QSet<qint64> numbers;
    QList<std::pair<RunId, qint64>> durable;
    QSet<RunId> purged;
    for (int round = 0; round < 20; ++round) {
        QProcess process;
        startChild(process, file, u"record"_s);
        // At a random moment, counted in what it said.
        const int linesToRead = 1 + QRandomGenerator::global()->bounded(40);
        QList<QByteArray> lines;
        while (lines.size() < linesToRead) {
            QVERIFY2(process.canReadLine() || process.waitForReadyRead(30'000),
                     "the child stopped by itself");
            while (process.canReadLine())
                lines.append(process.readLine());
        }
        process.kill(); // SIGKILL
        QVERIFY(process.waitForFinished());
        QVERIFY(process.exitStatus() == QProcess::CrashExit);
        lines.append(process.readAll().split('\n'));
        for (const QByteArray &line : std::as_const(lines)) {
            const QList<QByteArray> words = line.simplified().split(' ');
            if (words.size() == 2 && words[0] == "number") {
                QVERIFY2(!numbers.contains(words[1].toLongLong()), line.constData());
                numbers.insert(words[1].toLongLong());
            } else if (words.size() == 3 && words[0] == "durable") {
                durable.append({RunId(words[1].toLongLong()), words[2].toLongLong()});
            } else if (words.size() == 2 && words[0] == "purged") {
                purged.insert(RunId(words[1].toLongLong()));
            }
        }
        Journal journal({file, Role::Program, nullptr, runsOf(file)});
        QVERIFY(get(journal.opened()));
        QVERIFY(get(journal.kept()));
        const auto verified = get(journal.verify());
        QVERIFY(verified);
        QVERIFY2(verified->ok(), qPrintable(verified->problem));
        QVERIFY2(verified->fileProblems.isEmpty(), qPrintable(verified->fileProblems.join(u' ')));
        for (const RunFacts &facts : take(journal.recordedRuns({}, 1000)))
            QVERIFY2(isFinal(facts.state), qPrintable(facts.run.toString()));
    }
    QVERIFY(!durable.isEmpty());
    Journal journal({file, Role::Program, nullptr});
    for (const auto &[run, seq] : std::as_const(durable)) {
        // A kill may come between removing its content and saying so.
        const auto row = get(journal.run(run));
        QVERIFY2(row, qPrintable(run.toString()));
        if (row->row.purged.isValid()) {
            QVERIFY(run.number() % 8 == 0);
            continue;
        }
        QVERIFY2(!purged.contains(run), qPrintable(run.toString()));
        const auto events = get(journal.recordedEvents(run));
        QVERIFY2(events, qPrintable(run.toString()));
        QVERIFY(events->size() >= seq);
    }
}

void TestKill::letsTwoProcessesWrite()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"journal.db"_s);
    Journal program({file, Role::Program, nullptr});
    QVERIFY(get(program.opened()));
    std::array<QProcess, 2> commands;
    for (QProcess &command : commands)
        startChild(command, file, u"clients"_s);
    int runs = 0;
    const auto running = [&commands] {
        return std::ranges::any_of(commands, [](const QProcess &command) {
            return command.state() != QProcess::NotRunning;
        });
    };
    while (running() || runs < 10) {
        const auto number = get(program.nextRun());
        QVERIFY(number);
        for (const RunEvent &event : wholeRun(number->number()))
            program.record(event);
        const auto written = get(program.durable(*number, 8));
        QVERIFY2(written, written ? "" : qPrintable(written.error().text));
        ++runs;
    }
    for (QProcess &command : commands)
        QCOMPARE(command.exitCode(), 0);
    const auto verified = get(program.verify());
    QVERIFY(verified);
    QVERIFY2(verified->ok(), qPrintable(verified->problem));
    // What the program has kept of its runs meanwhile adds none: they have no files.
    QCOMPARE(verified->rows, runs * 8 + 2 * (40 + 20));
    QCOMPARE(take(program.listClients()).size(), 80);
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QStringList arguments = QCoreApplication::arguments().mid(1);
    if (!arguments.isEmpty() && arguments.first() == u"--child")
        return child(arguments);
    TestKill test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_kill.moc"
