// SPDX-License-Identifier: MIT
#include "rest/runnoset.h"

#include <QTest>

using namespace glovebox;
using namespace glovebox::rest;
using namespace Qt::StringLiterals;

// What Runno says about the end of a run.
class tst_runno final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesTheEndOfARun_data();
    void namesTheEndOfARun();
};

void tst_runno::namesTheEndOfARun_data()
{
    QTest::addColumn<RunState>("state");
    QTest::addColumn<QString>("ename");
    QTest::addColumn<QString>("evalue");
    QTest::addColumn<QString>("status");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, RunState state, const QString &ename,
                        const QString &evalue, const QString &status, int code,
                        const QString &sentence = {}) {
        QTest::newRow(name) << state << ename << evalue << status << code << sentence;
    };
    row("well", RunState::Complete, {}, {}, u"complete"_s, 0);
    row("with an exit code", RunState::Error, u"ExitCode"_s, u"3"_s, u"complete"_s, 3);
    row("a compiler's error", RunState::Error, u"CompileError"_s, u"no"_s, u"complete"_s, 1);
    row("a crash", RunState::Crashed, u"Crash"_s, u"The program crashed: unreachable"_s, u"crash"_s,
        1, u"Execution crashed with error RuntimeError: unreachable."_s);
    row("at its limit", RunState::Timeout, {}, {}, u"timeout"_s, 0, u"Execution timed out."_s);
    row("on request", RunState::Interrupted, {}, {}, u"terminated"_s, 0,
        u"The program was terminated."_s);
    row("ended by Glovebox", RunState::Killed, {}, {}, u"terminated"_s, 0,
        u"The program was terminated."_s);
    row("denied", RunState::Denied, {}, {}, {}, 0);
}

void tst_runno::namesTheEndOfARun()
{
    QFETCH(RunState, state);
    QFETCH(QString, ename);
    QFETCH(QString, evalue);
    QFETCH(QString, status);
    QFETCH(int, code);
    QFETCH(QString, sentence);
    RunFacts facts;
    facts.state = state;
    if (!ename.isEmpty())
        facts.raised = event::Raised{ename, evalue, {}};
    QCOMPARE(runnoStatus(facts), status);
    QCOMPARE(runnoExitCode(facts), code);
    if (!sentence.isEmpty())
        QCOMPARE(runnoSentence(facts), sentence);
}

QTEST_GUILESS_MAIN(tst_runno)
#include "tst_runno.moc"
