// SPDX-License-Identifier: MIT
#include "harness.h"
#include "sandbox/sealprobe.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTimer>

#include <csignal>
#include <unistd.h>

using namespace glovebox;
using namespace glovebox::sandbox;
using namespace glovebox::sandbox::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

#define TRY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, patienceMs)

// One profile for all tests: its snapshot is made once.
class tst_sandbox final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesASnapshotAndThenUsesIt();
    void refusesAChangedSnapshotAndMakesItAgain();
    void answersOnePlusOne();
    void keepsTheOrderOfBothStreamsAndPartialLines();
    void keepsVariablesBetweenRuns();
    void reportsWhatPythonRaised();
    void givesStandardInput();
    void keepsAByteOrderMark();
    void loadsPackagesByImport();
    void storesAPlotBeforeItIsTold();
    void interruptsALoopAndKeepsVariables();
    void interruptsASleep();
    void stopsAtTheTimeLimit();
    void killsWhatDoesNotStop();
    void endsACallThatNobodyAnswers();
    void endsQueuedRunsOfALostInterpreter();
    void survivesTheDeathOfARenderer();
    void survivesTheDeathOfTheEngine();
    void survivesTheDeathOfTheZygote();
    void keepsSessionsApart();
    void runsSessionsSideBySide();
    void endsInAMemoryErrorAtTheHeapLimit();
    void staysResponsiveUnderAFlood();
    void interruptsAFloodAtOnce();
    void refusesAWrongDigest();
    void refusesAnOldEpoch();
    void passesFileCallsOfTheActiveRunOnly();
    void restartsASessionOnRequest();
    void closesASessionWithItsRun();
    void hasASpareForANewSession();
    void packsAWheelForTheSessionsToCome();
    void tellsWhyNothingRunsAsRoot();

private:
    std::unique_ptr<Harness> box() const;

    QTemporaryDir m_profile;
};

std::unique_ptr<Harness> tst_sandbox::box() const
{
    Harness::Options options;
    options.profile = m_profile.path();
    return std::make_unique<Harness>(options);
}

void tst_sandbox::makesASnapshotAndThenUsesIt()
{
    const QString file = m_profile.filePath(u"cache/snapshots/bare.snapshot"_s);
    QVERIFY(!QFile::exists(file));
    QDateTime made;
    {
        const auto first = box();
        TRY(first->pool.sparesReady() == 1);
        QVERIFY(QFile::exists(file));
        QCOMPARE(QFile::permissions(file) & (QFile::ReadOther | QFile::ReadGroup),
                 QFile::Permissions());
        made = QFileInfo(file).lastModified();
    }
    const auto second = box();
    TRY(second->pool.sparesReady() == 1);
    QCOMPARE(QFileInfo(file).lastModified(), made);
}

void tst_sandbox::refusesAChangedSnapshotAndMakesItAgain()
{
    const QString path = m_profile.filePath(u"cache/snapshots/bare.snapshot"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray before = file.readAll();
    file.seek(before.size() / 2);
    file.write("tampered with");
    file.close();
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray changed = file.readAll();
    file.close();
    QVERIFY(changed != before);

    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"The stored snapshot was changed"_s));
    const auto box = this->box();
    const RunId run = box->submit(box->session(), "40 + 2");
    TRY(box->hasEnded(run));
    QCOMPARE(box->facts(run).result, u"42"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray after = file.readAll();
    QVERIFY(after != changed);
    QVERIFY(!after.contains("tampered with"));
    file.close();

    // The same while it runs; the session's memory is too small for any other layer, or the spare.
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.seek(after.size() / 2);
    file.write("tampered with");
    file.close();
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"The stored snapshot was changed"_s));
    const RunId next(++box->lastRun);
    ApprovalRecord small =
        box->record(box->session(u"small"_s, limits::minHeapBytes), "'tampered' in 'with'");
    small.reach.limits.heapBytes = limits::minHeapBytes;
    QVERIFY(box->submit(next, small));
    TRY(box->hasEnded(next));
    QCOMPARE(box->facts(next).result, u"False"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("tampered with"));
}

void tst_sandbox::answersOnePlusOne()
{
    const auto box = this->box();
    const RunId run = box->submit(box->session(), "1 + 1");
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Complete));
    QCOMPARE(box->facts(run).result, u"2"_s);
    QCOMPARE(box->facts(run).runsAsApproved(), std::optional(true));
    QCOMPARE(box->kindsOf(run), QStringList({u"asked"_s, u"queued"_s, u"starting"_s, u"started"_s,
                                             u"result"_s, u"ended"_s}));
    QVERIFY(box->pool.seals().level == SealStatus::Level::Sealed ||
            box->pool.seals().level == SealStatus::Level::Reduced);
    QVERIFY(!box->pool.python().isEmpty());
}

void tst_sandbox::keepsTheOrderOfBothStreamsAndPartialLines()
{
    const auto box = this->box();
    const RunId run = box->submit(box->session(), R"(
import sys
print("one", end="")
sys.stderr.write("two")
sys.stdout.write("three\n")
sys.stdout.buffer.write(b"\xff\x00")
print("売上", end="")
)");
    TRY(box->hasEnded(run));
    QCOMPARE(box->outputOf(run),
             QByteArray("onetwothree\n") + QByteArray("\xff\x00", 2) + QByteArray("売上"));
    QCOMPARE(box->outputOf(run, StreamName::Stderr), "two");
    // What was stored is byte for byte what was told.
    const auto stored = box->output.read(run, 0, 1000);
    TRY(stored.isFinished());
    QCOMPARE(stored.result().value(), box->outputOf(run));
    QCOMPARE(box->facts(run).outputBytes, box->outputOf(run).size());
    QCOMPARE(box->facts(run).outputBytesKept, box->outputOf(run).size());
}

void tst_sandbox::keepsVariablesBetweenRuns()
{
    const auto box = this->box();
    const SessionRef session = box->session();
    const RunId first = box->submit(session, "x = 20");
    const RunId second = box->submit(session, "x + 22");
    TRY(box->hasEnded(second));
    QCOMPARE(toString(box->facts(first).state), toString(RunState::Complete));
    QCOMPARE(box->facts(second).result, u"42"_s);
}

void tst_sandbox::reportsWhatPythonRaised()
{
    const auto box = this->box();
    const RunId run = box->submit(box->session(), "def f():\n    1 / 0\nf()");
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Error));
    QVERIFY(box->facts(run).raised.has_value());
    QCOMPARE(box->facts(run).raised->ename, u"ZeroDivisionError"_s);
}

void tst_sandbox::givesStandardInput()
{
    const auto box = this->box();
    const RunId run(++box->lastRun);
    ApprovalRecord record = box->record(box->session(), "input() + '!'");
    record.standardInput = QByteArray("花子\n");
    QVERIFY(box->submit(run, record));
    TRY(box->hasEnded(run));
    QCOMPARE(box->facts(run).result, u"'花子!'"_s);
}

void tst_sandbox::keepsAByteOrderMark()
{
    const auto box = this->box();
    const SessionRef session = box->session();
    const RunId run(++box->lastRun);
    ApprovalRecord record = box->record(session, "import sys\nsys.stdin.buffer.read()");
    record.standardInput = QByteArray("\xef\xbb\xbf"
                                      "a\r\n");
    QVERIFY(box->submit(run, record));
    TRY(box->hasEnded(run));
    QCOMPARE(box->facts(run).result, uR"(b'\xef\xbb\xbfa\r\n')"_s);
    // What Python makes of such code is Python's; that it received it is ours.
    const RunId marked = box->submit(session, "\xef\xbb\xbfprint(1)\r\nprint(2)\r\n");
    TRY(box->hasEnded(marked));
    QCOMPARE(box->facts(marked).runsAsApproved(), std::optional(true));
    QCOMPARE(box->now(session), session);
}

void tst_sandbox::loadsPackagesByImport()
{
    const auto box = this->box();
    const RunId run = box->submit(box->session(), "import numpy\nint(numpy.arange(10).sum())");
    TRY(box->hasEnded(run));
    QCOMPARE(box->facts(run).endReason, QString());
    QCOMPARE(box->facts(run).result, u"45"_s);
    QVERIFY(std::ranges::any_of(box->facts(run).packages, [](const event::PackageLoaded &package) {
        return package.name == u"numpy"_s && !package.version.isEmpty();
    }));
}

void tst_sandbox::storesAPlotBeforeItIsTold()
{
    const auto box = this->box();
    box->timeout = 120s;
    int seen = 0;
    QObject::connect(&box->hub, &RunHub::published, &box->hub, [&seen](const RunEvent &event) {
        if (const auto *display = std::get_if<event::Display>(&event.body)) {
            QFile file(display->file);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray bytes = file.readAll();
            QVERIFY(bytes.startsWith("\x89PNG"));
            QCOMPARE(bytes.size(), display->size);
            ++seen;
        }
    });
    const RunId run = box->submit(box->session(), R"(
import matplotlib.pyplot as plt
plt.plot([1, 2, 3])
plt.title("月別の売上")
plt.show()
print("after")
)");
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Complete));
    QCOMPARE(seen, 1);
    QVERIFY(box->kindsOf(run).indexOf(u"display"_s) < box->kindsOf(run).lastIndexOf(u"output"_s));
    QVERIFY(!box->outputOf(run).contains("Glyph"));
}

void tst_sandbox::interruptsALoopAndKeepsVariables()
{
    const auto box = this->box();
    const SessionRef session = box->session();
    const RunId run = box->submit(session, "kept = 7\nprint('going')\nwhile True: pass");
    TRY(!box->outputOf(run).isEmpty());
    QVERIFY(box->pool.interrupt(run));
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Interrupted));
    QCOMPARE(box->now(session), session);
    const RunId after = box->submit(session, "kept");
    TRY(box->hasEnded(after));
    QCOMPARE(box->facts(after).result, u"7"_s);
}

void tst_sandbox::interruptsASleep()
{
    const auto box = this->box();
    const SessionRef session = box->session();
    const RunId run = box->submit(session, "import time\nprint('going')\ntime.sleep(600)");
    TRY(!box->outputOf(run).isEmpty());
    QVERIFY(box->pool.interrupt(run));
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Interrupted));
    QCOMPARE(box->now(session), session);
}

void tst_sandbox::stopsAtTheTimeLimit()
{
    const auto box = this->box();
    box->timeout = 1s;
    const SessionRef session = box->session();
    const RunId run = box->submit(session, "kept = 8\nwhile True: pass");
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Timeout));
    QVERIFY(box->facts(run).endReason.contains(u"time limit of 1 s"_s));
    QCOMPARE(box->now(session), session);
    const RunId after = box->submit(session, "kept");
    TRY(box->hasEnded(after));
    QCOMPARE(box->facts(after).result, u"8"_s);
}

void tst_sandbox::killsWhatDoesNotStop()
{
    const auto box = this->box();
    box->timeout = 1s;
    const SessionRef session = box->session();
    const RunId run = box->submit(session, "sum(range(10**12))");
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Killed));
    QVERIFY(box->facts(run).endReason.contains(u"did not stop within 1 s after its time limit"_s));
    QCOMPARE(box->now(session).epoch, session.epoch + 1);
    const QStringList kinds = box->kindsOf(run);
    QCOMPARE(kinds.sliced(kinds.size() - 2), QStringList({u"restarted"_s, u"ended"_s}));
    const RunId after = box->submit(box->now(session), "2 + 2");
    TRY(box->hasEnded(after));
    QCOMPARE(box->facts(after).result, u"4"_s);
}

void tst_sandbox::endsACallThatNobodyAnswers()
{
    const auto box = this->box();
    box->calls.answers = false;
    const SessionRef session = box->session();
    const RunId run(++box->lastRun);
    ApprovalRecord record = box->record(session, "open('/mnt/data/a')");
    record.reach.mounts = {{u"data"_s, MountMode::ReadOnly, u"/nowhere"_s}};
    QVERIFY(box->submit(run, record));
    TRY(!box->calls.calls.isEmpty());
    QVERIFY(box->pool.interrupt(run));
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Killed));
    QVERIFY(box->facts(run).endReason.contains(u"did not stop within 1 s after it was asked"_s));
    const RunId after = box->submit(box->now(session), "2 + 2");
    TRY(box->hasEnded(after));
    QCOMPARE(box->facts(after).result, u"4"_s);
}

void tst_sandbox::endsQueuedRunsOfALostInterpreter()
{
    const auto box = this->box();
    box->timeout = 1s;
    const SessionRef session = box->session();
    const RunId busy = box->submit(session, "sum(range(10**12))");
    const RunId queued = box->submit(session, "1");
    TRY(box->hasEnded(busy) && box->hasEnded(queued));
    QCOMPARE(toString(box->facts(busy).state), toString(RunState::Killed));
    QCOMPARE(toString(box->facts(queued).state), toString(RunState::Cancelled));
    QVERIFY(!box->kindsOf(queued).contains(u"started"_s));
}

void tst_sandbox::survivesTheDeathOfARenderer()
{
    const auto box = this->box();
    qint64 pid = 0;
    QObject::connect(&box->engine, &Engine::opened, &box->hub,
                     [&pid](const QString &, qint64 renderer) { pid = pid ? pid : renderer; });
    const SessionRef session = box->session();
    const RunId run = box->submit(session, "print('going')\nwhile True: pass");
    TRY(!box->outputOf(run).isEmpty());
    QVERIFY(pid > 1);
    QCOMPARE(::kill(static_cast<pid_t>(pid), SIGKILL), 0);
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Crashed));
    QCOMPARE(box->now(session).epoch, session.epoch + 1);
    const RunId after = box->submit(box->now(session), "3 + 3");
    TRY(box->hasEnded(after));
    QCOMPARE(box->facts(after).result, u"6"_s);
}

void tst_sandbox::survivesTheDeathOfTheEngine()
{
    const auto box = this->box();
    const SessionRef session = box->session();
    const SessionRef idle = box->session(u"idle"_s);
    const RunId other = box->submit(idle, "1");
    const RunId run = box->submit(session, "print('going')\nwhile True: pass");
    TRY(box->hasEnded(other) && !box->outputOf(run).isEmpty());
    const qint64 pid = box->engine.facts()->pid;
    QCOMPARE(::kill(static_cast<pid_t>(pid), SIGKILL), 0);
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Crashed));
    const RunId after = box->submit(box->now(session), "4 + 4");
    const RunId afterIdle = box->submit(box->now(idle), "5 + 5");
    TRY(box->hasEnded(after) && box->hasEnded(afterIdle));
    QCOMPARE(box->facts(after).result, u"8"_s);
    QCOMPARE(box->facts(afterIdle).result, u"10"_s);
    QVERIFY(box->engine.facts()->pid != pid);
}

// Chromium forks its renderers from these, and does not start them again.
static QList<pid_t> zygotesOf(qint64 engine)
{
    QList<pid_t> pids;
    for (const QString &name : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        QFile file(u"/proc/%1/cmdline"_s.arg(name));
        const auto pid = static_cast<pid_t>(name.toInt());
        if (pid > 1 && file.open(QIODevice::ReadOnly) && file.readAll().contains("--type=zygote") &&
            isBelow(pid, engine))
            pids.append(pid);
    }
    return pids;
}

void tst_sandbox::survivesTheDeathOfTheZygote()
{
    const auto box = this->box();
    const SessionRef session = box->session();
    const RunId run = box->submit(session, "print('going')\nwhile True: pass");
    TRY(!box->outputOf(run).isEmpty());
    const qint64 engine = box->engine.facts()->pid;
    const QList<pid_t> zygotes = zygotesOf(engine);
    QVERIFY(!zygotes.isEmpty());
    for (const pid_t pid : zygotes)
        ::kill(pid, SIGKILL);          // one may have gone with another
    QVERIFY(box->pool.interrupt(run)); // should its renderer still live
    TRY(box->hasEnded(run));
    // Whoever asks next waits for the new engine and gets an answer.
    const RunId after = box->submit(box->now(session), "6 + 6");
    TRY(box->hasEnded(after));
    QCOMPARE(box->facts(after).result, u"12"_s);
    const RunId other = box->submit(box->session(u"other"_s), "7 + 7");
    TRY(box->hasEnded(other));
    QCOMPARE(box->facts(other).result, u"14"_s);
    QVERIFY(box->engine.facts()->pid != engine);
}

void tst_sandbox::keepsSessionsApart()
{
    const auto box = this->box();
    const SessionRef a = box->session(u"a"_s);
    const SessionRef b = box->session(u"b"_s);
    const RunId set = box->submit(a, "secret = 1\nopen('/session/secret', 'w').write('x')");
    TRY(box->hasEnded(set));
    const RunId look = box->submit(b, "import os\n('secret' in globals(), os.listdir('/session'))");
    TRY(box->hasEnded(look));
    QCOMPARE(box->facts(look).result, u"(False, [])"_s);
    // The control: in its own session it is there.
    const RunId own = box->submit(a, "import os\n('secret' in globals(), os.listdir('/session'))");
    TRY(box->hasEnded(own));
    QCOMPARE(box->facts(own).result, u"(True, ['secret'])"_s);
}

void tst_sandbox::runsSessionsSideBySide()
{
    const auto box = this->box();
    const RunId busy = box->submit(box->session(u"a"_s), "print('going')\nwhile True: pass");
    TRY(!box->outputOf(busy).isEmpty());
    const RunId other = box->submit(box->session(u"b"_s), "6 * 7");
    TRY(box->hasEnded(other));
    QCOMPARE(box->facts(other).result, u"42"_s);
    QVERIFY(!box->hasEnded(busy));
}

void tst_sandbox::endsInAMemoryErrorAtTheHeapLimit()
{
    const auto box = this->box();
    const SessionRef session = box->session(u"small"_s, limits::minHeapBytes);
    const auto submit = [&](const QByteArray &code) {
        const RunId run(++box->lastRun);
        ApprovalRecord record = box->record(session, code);
        record.reach.limits.heapBytes = limits::minHeapBytes;
        const auto done = box->submit(run, record);
        return done ? run : RunId();
    };
    const RunId run =
        submit("kept = 9\nblocks = []\nwhile True: blocks.append(bytearray(8_000_000))");
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Error));
    QCOMPARE(box->facts(run).raised->ename, u"MemoryError"_s);
    const RunId after = submit("blocks = None\nkept");
    TRY(box->hasEnded(after));
    QCOMPARE(box->facts(after).result, u"9"_s);
}

// Liveness is counted in turns of the event loop, not in time: between any two rounds of output
// the loop must come to everything else that waits.
void tst_sandbox::staysResponsiveUnderAFlood()
{
    const auto box = this->box();
    box->timeout = 300s;
    const RunId run = box->submit(box->session(), R"(
line = "x" * 1023
for _ in range(100 * 1024):
    print(line)
)");
    qint64 turns = 0;
    qint64 largest = 0;
    qint64 eventsBefore = 0;
    qint64 mostInOneTurn = 0;
    QTimer ticker;
    QObject::connect(&ticker, &QTimer::timeout, &box->hub, [&] {
        ++turns;
        mostInOneTurn = std::max(mostInOneTurn, box->facts(run).lastSeq - eventsBefore);
        eventsBefore = box->facts(run).lastSeq;
    });
    QObject::connect(&box->hub, &RunHub::published, &box->hub, [&largest](const RunEvent &event) {
        if (const auto *out = std::get_if<event::Output>(&event.body))
            largest = std::max(largest, out->length);
    });
    ticker.start(0);
    QTRY_VERIFY_WITH_TIMEOUT(box->hasEnded(run), 4 * patienceMs);
    constexpr qint64 bytes = 100 * limits::MiB;
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Complete));
    QCOMPARE(box->facts(run).outputBytes, bytes);
    QCOMPARE(box->facts(run).outputBytesKept, bytes);
    QCOMPARE(box->facts(run).outputLength, bytes);
    QVERIFY2(largest <= 512 * limits::KiB, qPrintable(QString::number(largest)));
    QVERIFY2(turns > bytes / limits::MiB, qPrintable(QString::number(turns)));
    QVERIFY2(mostInOneTurn <= 64, qPrintable(QString::number(mostInOneTurn)));
}

void tst_sandbox::interruptsAFloodAtOnce()
{
    const auto box = this->box();
    const SessionRef session = box->session();
    const RunId run = box->submit(session, "while True: print(1)");
    TRY(box->facts(run).outputLength > 256 * limits::KiB);
    QVERIFY(box->pool.interrupt(run));
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Interrupted));
    QCOMPARE(box->now(session), session);
}

void tst_sandbox::refusesAWrongDigest()
{
    const auto box = this->box();
    const SessionRef session = box->session();
    const RunId run(++box->lastRun);
    const ApprovalRecord shown = box->record(session, "1");
    ApprovalRecord other = shown;
    other.code = "2";
    box->hub.publish(run, event::Asked{shown, u"Test"_s, {}, {}});
    const auto refused = box->pool.submit(run, other, shown.digest());
    QVERIFY(!refused);
    QCOMPARE(toString(refused.error().code), toString(ErrorCode::Denied));
    QCOMPARE(box->kindsOf(run), QStringList{u"asked"_s});
    // The control: the record that was shown runs.
    QVERIFY(box->pool.submit(run, shown, shown.digest()));
    TRY(box->hasEnded(run));
    QCOMPARE(box->facts(run).result, u"1"_s);
}

void tst_sandbox::refusesAnOldEpoch()
{
    const auto box = this->box();
    const SessionRef session = box->session();
    const ApprovalRecord record = box->record(session, "1");
    const auto restarted = box->pool.restart(session.id, u"test"_s);
    QVERIFY(restarted);
    QCOMPARE(restarted->epoch, session.epoch + 1);
    const auto refused = box->pool.submit(RunId(1), record, record.digest());
    QVERIFY(!refused);
    QCOMPARE(toString(refused.error().code), toString(ErrorCode::Conflict));
}

void tst_sandbox::passesFileCallsOfTheActiveRunOnly()
{
    const auto box = this->box();
    const SessionRef session = box->session();
    const RunId run(++box->lastRun);
    ApprovalRecord record = box->record(session, "import os\nos.path.exists('/mnt/data/a')");
    record.reach.mounts = {{u"data"_s, MountMode::ReadOnly, u"/nowhere"_s}};
    QVERIFY(box->submit(run, record));
    TRY(box->hasEnded(run));
    QCOMPARE(box->facts(run).result, u"False"_s);
    QVERIFY(!box->calls.calls.isEmpty());
    QVERIFY(std::ranges::all_of(box->calls.calls,
                                [run](const auto &call) { return call.first == run; }));
    QCOMPARE(box->calls.begun, QList{run});
    QCOMPARE(box->calls.ended, QList{run});
    // Another run without the mount makes no call, and none comes between the runs.
    const qsizetype before = box->calls.calls.size();
    const RunId without = box->submit(session, "import os\nos.path.exists('/mnt/data/a')");
    TRY(box->hasEnded(without));
    QCOMPARE(box->facts(without).result, u"False"_s);
    QCOMPARE(box->calls.calls.size(), before);
}

void tst_sandbox::restartsASessionOnRequest()
{
    const auto box = this->box();
    const SessionRef session = box->session();
    const RunId run = box->submit(session, "gone = 1\nprint('going')\nwhile True: pass");
    TRY(!box->outputOf(run).isEmpty());
    const auto restarted = box->pool.restart(session.id, u"The person restarted the session."_s);
    QVERIFY(restarted);
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Killed));
    QCOMPARE(box->now(session), *restarted);
    const RunId after = box->submit(*restarted, "'gone' in globals()");
    TRY(box->hasEnded(after));
    QCOMPARE(box->facts(after).result, u"False"_s);
}

void tst_sandbox::closesASessionWithItsRun()
{
    const auto box = this->box();
    const SessionRef session = box->session();
    const RunId run = box->submit(session, "print('going')\nwhile True: pass");
    TRY(!box->outputOf(run).isEmpty());
    QVERIFY(box->pool.close(session.id, u"The client closed the session."_s));
    QVERIFY(!box->pool.session(session.id));
    TRY(box->hasEnded(run));
    QCOMPARE(toString(box->facts(run).state), toString(RunState::Killed));
    QVERIFY(!box->kindsOf(run).contains(u"restarted"_s));
}

void tst_sandbox::hasASpareForANewSession()
{
    const auto box = this->box();
    TRY(box->pool.sparesReady() == 1);
    const SessionRef session = box->session();
    QVERIFY(box->pool.session(session.id)->state == SessionStatus::State::Idle);
    const RunId run = box->submit(session, "1");
    QVERIFY(!box->kindsOf(run).contains(u"starting"_s));
    TRY(box->hasEnded(run));
    TRY(box->pool.sparesReady() == 1);
}

void tst_sandbox::packsAWheelForTheSessionsToCome()
{
    QFile lock(assets() + u"/pyodide/pyodide-lock.json"_s);
    QVERIFY(lock.open(QIODevice::ReadOnly));
    const QJsonObject tqdm =
        QJsonDocument::fromJson(lock.readAll()).object()[u"packages"][u"tqdm"].toObject();
    const QString wheel = tqdm[u"sha256"].toString();
    const QString pack = m_profile.filePath(u"cache/snapshots/wheels/"_s + wheel + u".pack"_s);
    const auto fileOfTqdm = [](Harness &box) {
        const RunId run = box.submit(box.session(), "import tqdm; tqdm.__file__");
        return QTest::qWaitFor([&] { return box.hasEnded(run); }, patienceMs)
                   ? box.facts(run).result
                   : u"no answer"_s;
    };
    {
        Harness::Options options;
        options.profile = m_profile.path();
        options.packingIdle = 100ms;
        Harness box(options);
        QVERIFY(fileOfTqdm(box).contains(u"site-packages"_s)); // there is no pack yet
        QVERIFY(!QFile::exists(pack));
        box.pool.packWheel(wheel, u"tqdm"_s, tqdm[u"version"].toString(),
                           assets() + u"/pyodide/"_s + tqdm[u"file_name"].toString());
        TRY(QFile::exists(pack));
        TRY(QFile::exists(m_profile.filePath(u"cache/snapshots/wheels/index.json"_s)));
    }
    const auto next = box();
    QVERIFY(fileOfTqdm(*next).contains(u"/lib/glovebox/wheels/"_s));
}

void tst_sandbox::tellsWhyNothingRunsAsRoot()
{
    if (::geteuid() != 0)
        QSKIP("not root");
    Harness::Options options;
    options.profile = m_profile.path();
    options.allowRoot = false;
    Harness box(options);
    TRY(!box.pool.problem().isEmpty());
    QVERIFY(box.pool.problem().contains(u"ordinary user"_s));
    const ApprovalRecord record = box.record(box.session(), "1");
    const auto refused = box.pool.submit(RunId(1), record, record.digest());
    QVERIFY(!refused);
    QCOMPARE(toString(refused.error().code), toString(ErrorCode::Unavailable));
    QCOMPARE(refused.error().text, box.pool.problem());
}

QTEST_GUILESS_MAIN(tst_sandbox)
#include "tst_sandbox.moc"
