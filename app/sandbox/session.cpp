// SPDX-License-Identifier: MIT
#include "session.h"

#include "base/logging.h"
#include "sealprobe.h"

#include <QStringDecoder>

#include <algorithm>
#include <cstdlib>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int maxStartFailures = 3;
// What a renderer may use besides Python's heap: V8, the snapshot, wheels, pictures.
constexpr qint64 memoryBesideHeap = 1 * limits::GiB;
// Mapped and never touched: stacks of threads, areas that allocators take in one piece. The
// watchdog counts what is used; the kernel, which is faster, counts what is mapped.
constexpr qint64 untouchedMemory = 512 * limits::MiB;

// Of what is printed between two runs, so much is told with the next one.
constexpr qsizetype strayBytesKept = 4 * limits::KiB;

// Python hears of it, or is interrupted, within this.
constexpr auto stoppingTime = 6s;

QString straysStay()
{
    return u"What an earlier run left running kept the processor busy between runs, also when it "
           u"was "
           "interrupted, so Glovebox ended the interpreter."_s;
}

bool isUtf8(const QByteArray &bytes)
{
    return QUtf8StringView(bytes).isValidUtf8();
}

} // namespace

Session::Session(PoolContext &context, SessionId id, const SessionRequest &request)
    : m_context(context)
    , m_id(std::move(id))
    , m_request(request)
    , m_since(context.parts().clock.now())
    , m_lastUsed(context.parts().clock.monotonic())
    , m_queue(context.parts().hub)
    , m_looks(context.parts().clock)
{
    connect(&m_looks, &Looks::finished, this, [this] {
        if (std::exchange(m_isStopping, false))
            m_stoppedStrays = true;
        schedule();
    });
    connect(&m_looks, &Looks::stuck, this, [this] {
        restart(m_isStopping ? straysStay()
                             : u"Python did not stop looking at a variable, so Glovebox ended the "
                               "interpreter."_s);
    });
    connect(&context, &PoolContext::engineUp, this, &Session::ensureInterpreter);
    connect(&context, &PoolContext::problemChanged, this, [this](const QString &problem) {
        if (!problem.isEmpty())
            m_queue.endAll(problem);
    });
    ensureInterpreter();
}

Session::~Session()
{
    m_execution.reset(); // it refers to the interpreter
    m_interpreter.reset();
}

SessionStatus Session::status() const
{
    using State = SessionStatus::State;
    State state = State::Idle;
    if (m_closed)
        state = State::Closed;
    else if (m_execution)
        state = State::Busy;
    else if (m_retired)
        state = State::Retired;
    else if (!m_interpreter || m_interpreter->state() != Interpreter::State::Ready)
        state = m_lostOne ? State::Restarting : State::Starting;
    return {ref(),   m_request.name,  m_request.client,    m_request.clientLabel,
            state,   m_residentBytes, m_request.heapBytes, m_runs,
            m_since, m_queue.size()};
}

std::chrono::milliseconds Session::idleTime() const
{
    return m_context.parts().clock.monotonic() - m_lastUsed;
}

Result<> Session::submit(RunId run, const ApprovalRecord &record, const QString &approvedDigest,
                         bool isAttended)
{
    if (auto ok = check(record, approvedDigest).and_then([&] { return checkText(record); }); !ok)
        return ok;
    if (!m_context.canRun())
        return fail(ErrorCode::Unavailable, m_context.problem());
    if (m_queue.size() >= limits::maxQueuedRunsPerSession) {
        return fail(ErrorCode::LimitExceeded,
                    u"%1 runs wait in this session already. Wait for some to end, or use another "
                    "session."_s.arg(limits::maxQueuedRunsPerSession));
    }
    m_queue.append(
        {.run = run, .record = record, .approvedDigest = approvedDigest, .isAttended = isAttended});
    m_lastUsed = m_context.parts().clock.monotonic();
    m_retired = false;
    ensureInterpreter();
    m_queue.publishPositions();
    dispatch();
    return {};
}

QFuture<Result<QJsonObject>> Session::look(const QString &method, const QJsonObject &arguments,
                                           std::chrono::milliseconds limit)
{
    const bool isReady = m_interpreter && m_interpreter->state() == Interpreter::State::Ready;
    if (m_closed || m_execution || !m_queue.isEmpty() || !isReady) {
        return QtFuture::makeReadyValueFuture(Result<QJsonObject>(
            fail(ErrorCode::Unavailable, u"Python is busy, or does not run."_s)));
    }
    m_lastUsed = m_context.parts().clock.monotonic();
    return m_looks.ask(m_interpreter->page(), method, arguments, limit);
}

Result<> Session::answerInput(RunId run, const std::optional<QString> &line)
{
    if (!m_execution || m_execution->run() != run)
        return fail(ErrorCode::Conflict, u"This run does not wait for input."_s);
    return m_execution->answerInput(line);
}

// What runs is what was approved, in the session as it was then.
Result<> Session::check(const ApprovalRecord &record, const QString &approvedDigest) const
{
    if (m_closed || record.session.id != m_id)
        return fail(ErrorCode::NotFound, u"There is no such session."_s);
    if (auto approved = checkApproved(record, approvedDigest); !approved)
        return approved;
    if (record.session.epoch != m_epoch)
        return fail(ErrorCode::Conflict,
                    u"The session restarted after this was approved. Ask again."_s);
    const auto timeout = record.reach.limits.timeout;
    if (timeout <= 0s || timeout > limits::maxRunTimeout)
        return fail(
            ErrorCode::InvalidArgument,
            u"A run may take from 1 second to %1 seconds."_s.arg(limits::maxRunTimeout / 1s));
    if (record.variables != m_request.variables ||
        record.reach.limits.heapBytes < m_request.heapBytes)
        return fail(ErrorCode::Conflict,
                    u"The session has other variables or more memory than was approved."_s);
    return {};
}

Result<> Session::checkText(const ApprovalRecord &record) const
{
    if (record.code.size() > limits::maxCodeBytes)
        return fail(ErrorCode::LimitExceeded, u"The code has more than 1 MiB."_s);
    if (record.standardInput && record.standardInput->size() > limits::maxStdinBytes)
        return fail(ErrorCode::LimitExceeded, u"The input has more than 4 MiB."_s);
    if (!isUtf8(record.code) || (record.standardInput && !isUtf8(*record.standardInput)))
        return fail(ErrorCode::InvalidArgument, u"Code and input must be UTF-8."_s);
    return {};
}

bool Session::has(RunId run) const
{
    return (m_execution && m_execution->run() == run) || m_queue.has(run);
}

void Session::interrupt(RunId run)
{
    if (m_execution && m_execution->run() == run)
        m_execution->interrupt();
    else
        cancel(run, u"Stopped before it began."_s);
}

void Session::cancel(RunId run, const QString &reason)
{
    if (m_execution && m_execution->run() == run)
        return m_execution->interrupt();
    if (const auto queued = m_queue.take(run)) {
        m_queue.end(*queued, reason);
        m_queue.publishPositions();
    }
}

bool Session::withdraw(RunId run)
{
    const bool removed = m_queue.take(run).has_value();
    if (removed)
        m_queue.publishPositions();
    return removed;
}

SessionRef Session::restart(const QString &reason)
{
    m_lostOne = true;
    noteLoss(reason);
    if (m_execution) {
        // Its end, a moment from now, replaces the interpreter.
        if (!std::exchange(m_restarting, true))
            ++m_epoch;
        m_queue.endAll(reason);
        m_execution->abandon(reason);
        return ref();
    }
    ++m_epoch;
    m_queue.endAll(reason);
    dropInterpreter();
    ensureInterpreter();
    update();
    return ref();
}

void Session::retire(const QString &reason)
{
    if (!isIdle() || std::exchange(m_retired, true))
        return;
    qCInfo(lcSandbox).noquote() << m_id.value() << "is retired:" << reason;
    noteLoss(reason);
    ++m_epoch;
    dropInterpreter();
    update();
}

void Session::noteLoss(const QString &reason)
{
    if (m_runsHere > 0 || m_execution)
        m_news = reason;
}

void Session::close(const QString &reason)
{
    if (std::exchange(m_closed, true))
        return;
    m_queue.endAll(reason);
    if (m_execution)
        m_execution->abandon(reason);
    else
        finishClosing();
}

void Session::shutDown(const QString &reason, const QString &queuedReason)
{
    m_closed = true;
    m_queue.endAll(queuedReason);
    if (std::unique_ptr<Execution> last = std::move(m_execution)) {
        const auto [outcome, counts] = last->endNow(reason);
        m_context.parts().hub.publish(last->run(), endedEvent(outcome, counts));
        m_context.graveyard().bury(std::move(last));
    }
    dropInterpreter();
}

void Session::finishClosing()
{
    dropInterpreter();
    Q_EMIT closed();
}

qint64 Session::mostMemory() const
{
    return m_request.heapBytes + m_context.parts().folderBytes + memoryBesideHeap;
}

// Whatever a program does with JavaScript, it is over when this much is mapped.
void Session::boundMemory(qint64 rendererPid)
{
    m_context.parts().engine.boundMemory(rendererPid, mostMemory() + untouchedMemory);
}

void Session::watchProcess()
{
    watchMemory();
    watchStrays();
}

// Only what runs left: an interpreter that starts, a run and a question may take what they need.
void Session::watchStrays()
{
    const bool isLeft = isIdle() && m_runsHere > 0 && m_interpreter &&
                        m_interpreter->state() == Interpreter::State::Ready;
    const SessionPool::Parts &parts = m_context.parts();
    if (!isLeft || parts.strayTime <= 0ms)
        return m_busyWatch.reset();
    const auto used = parts.processorTime(m_interpreter->rendererPid());
    if (!m_busyWatch.isBusy(parts.clock.monotonic(), used, parts.strayTime))
        return;
    if (m_stoppedStrays)
        restart(straysStay());
    else
        stopStrays();
}

// Tasks that wait are cancelled; what computes without end is interrupted, because the question
// waits for it (shell.js).
void Session::stopStrays()
{
    qCInfo(lcSandbox).noquote() << m_id.value() << "computes between runs and is interrupted";
    m_isStopping = true;
    (void)m_looks.ask(m_interpreter->page(), u"stop_strays"_s, {}, stoppingTime);
}

void Session::watchMemory()
{
    const qint64 pid = m_interpreter ? m_interpreter->rendererPid() : 0;
    const qint64 resident = pid > 0 ? residentBytes(pid) : 0;
    if (std::abs(resident - m_residentBytes) >= limits::MiB) {
        m_residentBytes = resident;
        Q_EMIT changed();
    }
    if (const qint64 most = mostMemory(); resident > most) {
        restart(u"The session's process used %1 MiB of memory, but may use %2 MiB, so Glovebox "
                "ended it."_s.arg(resident / limits::MiB)
                    .arg(most / limits::MiB));
    }
}

void Session::ensureInterpreter()
{
    if (m_interpreter || m_closed || m_retired)
        return;
    m_interpreter = m_context.takeInterpreter(m_request);
    if (!m_interpreter)
        return;
    connectInterpreter();
    update();
    if (m_interpreter->state() == Interpreter::State::Ready)
        schedule();
}

void Session::connectInterpreter()
{
    Interpreter *interpreter = m_interpreter.get();
    if (interpreter->hasOpened())
        boundMemory(interpreter->rendererPid());
    connect(&interpreter->page(), &Page::opened, this, &Session::boundMemory);
    connect(interpreter, &Interpreter::ready, this, [this] {
        m_startFailures = 0;
        update();
        dispatch();
    });
    connect(interpreter, &Interpreter::ended, this, &Session::interpreterEnded);
    connect(interpreter, &Interpreter::received, this, [this](const WorkerMessage &message) {
        const auto *stream = std::get_if<worker::Stream>(&message);
        const auto *part = std::get_if<worker::AnswerPart>(&message);
        if (stream && stream->run.isNull())
            takeStray(*stream);
        else if (!m_execution && part && m_looks.receive(*part))
            return;
        else if (!m_execution && !std::holds_alternative<worker::Heap>(message) &&
                 !std::holds_alternative<worker::Held>(message)) // of a run that just ended
            interpreterEnded(Interpreter::End::Violated,
                             u"a message of a run while none is active"_s);
    });
    connect(&interpreter->page(), &Page::called, this, [this](qint64 call, const Frame &) {
        if (!m_execution)
            m_interpreter->page().reply(call, failedCall(u"EACCES"_s, u"no run is active"_s));
    });
    connect(&interpreter->page(), &Page::refused, this, &Session::refused);
}

// Told once, whatever a timer prints: the log is small, and what was logged before would be lost.
void Session::takeStray(const worker::Stream &stream)
{
    if (m_strayBytes == 0)
        qCInfo(lcSandbox).noquote()
            << m_id.value() << "prints between runs" << stream.bytes.left(200);
    m_stray += stream.bytes.first(
        std::clamp<qsizetype>(strayBytesKept - m_stray.size(), 0, stream.bytes.size()));
    m_strayBytes += stream.bytes.size();
    Q_EMIT strayOutput(stream.name, stream.bytes);
}

// "between runs" (DESIGN 4.2): before the output of the run that comes next.
QByteArray Session::takeStrayNote()
{
    const qint64 length = std::exchange(m_strayBytes, 0);
    const QByteArray kept = std::exchange(m_stray, {});
    const QByteArray stopped = std::exchange(m_stoppedStrays, false)
                                   ? "[Glovebox] Between runs, what an earlier run left running "
                                     "kept the processor busy, so "
                                     "Glovebox interrupted it.\n"
                                   : "";
    if (length == 0)
        return stopped;
    const QString more =
        length > kept.size() ? u" (the first %1 of them)"_s.arg(kept.size()) : QString();
    return stopped +
           u"[Glovebox] Between runs, what an earlier run left running printed %1 bytes%2:\n"_s
               .arg(length)
               .arg(more)
               .toUtf8() +
           kept + (kept.endsWith('\n') ? "" : "\n") + "[Glovebox] This run's own output:\n";
}

void Session::interpreterEnded(Interpreter::End how, const QString &reason)
{
    if (m_execution)
        return m_execution->interpreterEnded(how, reason); // its end replaces the interpreter
    startAgain(how, reason);
}

void Session::startAgain(Interpreter::End how, const QString &reason)
{
    const bool started = how == Interpreter::End::Crashed || how == Interpreter::End::Violated;
    if (started) {
        m_lostOne = true;
        noteLoss(u"Its interpreter ended between two runs: %1."_s.arg(reason));
        ++m_epoch;
        m_queue.endAll(
            u"The session's interpreter ended before this began: %1. Ask again."_s.arg(reason));
    } else if (how == Interpreter::End::Failed && m_context.parts().engine.isRunning()) {
        m_context.startFailed(*m_interpreter);
        if (++m_startFailures >= maxStartFailures) {
            m_startFailures = 0;
            dropInterpreter();
            m_queue.endAll(u"Python could not be started: %1."_s.arg(reason));
            return update();
        }
    }
    dropInterpreter();
    QMetaObject::invokeMethod(this, &Session::ensureInterpreter, Qt::QueuedConnection);
    update();
}

void Session::dropInterpreter()
{
    if (!m_interpreter)
        return;
    m_looks.drop(u"Its interpreter is gone."_s);
    if (!m_interpreter)
        return; // whoever heard of that took it away
    m_interpreter->disconnect(this);
    m_interpreter->page().disconnect(this);
    m_interpreter->kill();
    m_context.graveyard().bury(std::move(m_interpreter));
    m_residentBytes = 0;
    m_runsHere = 0;
    m_isStopping = false;
    takeStrayNote(); // whose interpreter is gone
}

void Session::schedule()
{
    if (std::exchange(m_scheduled, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_scheduled = false;
            dispatch();
        },
        Qt::QueuedConnection);
}

void Session::dispatch()
{
    if (m_execution || m_queue.isEmpty() || m_closed)
        return;
    if (!m_interpreter || m_interpreter->state() != Interpreter::State::Ready) {
        QueuedRun &head = m_queue.first();
        if (!std::exchange(head.toldStart, true)) {
            m_context.parts().hub.publish(head.run,
                                          event::Starting{u"session"_s, u"Python is starting"_s});
        }
        return;
    }
    if (m_looks.isBusy())
        return m_looks.hurry(); // `finished` follows
    const QueuedRun next = m_queue.takeFirst();
    if (const auto ok = check(next.record, next.approvedDigest); !ok) {
        m_queue.end(next, ok.error().text);
        return schedule();
    }
    const HostCallContext context{next.run, ref(), next.record.client, next.record.reach,
                                  m_request.client};
    m_execution = std::make_unique<Execution>(m_context.services(), context, next.record,
                                              *m_interpreter, next.isAttended);
    connect(m_execution.get(), &Execution::finished, this, &Session::finish);
    if (const QString news = std::exchange(m_news, {}); !news.isEmpty())
        m_context.parts().hub.publish(next.run, event::Restarted{news, m_epoch, true});
    m_context.noteRun();
    m_execution->begin(takeStrayNote());
    m_queue.publishPositions();
    update();
}

void Session::finish(const Outcome &outcome, const OutputStore::Counts &counts)
{
    const RunId run = m_execution->run();
    ++m_runs;
    ++m_runsHere;
    m_context.noteRun();
    m_lastUsed = m_context.parts().clock.monotonic();
    if (outcome.interpreterLost && !m_closed) {
        if (!std::exchange(m_restarting, false))
            ++m_epoch;
        m_lostOne = true;
        m_news.clear(); // this run's result tells it
        m_context.parts().hub.publish(run, event::Restarted{outcome.reason, m_epoch});
    }
    m_context.parts().hub.publish(run, endedEvent(outcome, counts));
    m_context.graveyard().bury(std::move(m_execution));
    if (m_closed)
        return finishClosing();
    if (outcome.interpreterLost) {
        m_queue.endAll(u"The session restarted before this began. Ask again."_s);
        dropInterpreter();
        ensureInterpreter();
    } else if (m_interpreter->state() == Interpreter::State::Ended) {
        return startAgain(Interpreter::End::Crashed, u"it ended right after a run"_s);
    }
    update();
    dispatch();
}

void Session::update()
{
    m_since = m_context.parts().clock.now();
    Q_EMIT changed();
}

} // namespace glovebox::sandbox
