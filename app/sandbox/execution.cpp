// SPDX-License-Identifier: MIT
#include "execution.h"

#include "base/logging.h"
#include "base/scratchlimits.h"

#include <algorithm>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto flushInterval = 50ms; // at most 20 rounds of Output events per second
constexpr qint64 flushBytes = 256 * limits::KiB;
constexpr qsizetype flushSegments = 256; // changes between the streams in one round
constexpr int maxCallsInFlight =
    10; // blocks of large files, what gathers, and what Python waits for
constexpr double clockSlackMs = 1000;  // between the worker's clock and ours, messages on their way
constexpr int maxValues = 16;          // results, and errors, of one run: there is one as a rule
constexpr int maxStartMessages = 2000; // signs of life while packages load
constexpr auto maxStartTime = 15min;   // whatever signs of life there are
constexpr int maxInputs = 10'000;
constexpr qsizetype inputPart = 1000; // UTF-16 units, each at most six bytes in JSON
// Tasks and timers of an earlier run are interrupted for a run that waits for them, and the page
// says so (shell.js). A run that still is not taken up then is over.
constexpr auto heldUpTime = 11s;
// Between two looks at what is computed while the clock stands still.
constexpr auto waitingInterval = 1s;
// Python loads packages and does not look for signals yet.
constexpr auto stopGraceBeforeStart = 10s;

QString seconds(std::chrono::milliseconds time)
{
    return u"%1 s"_s.arg(std::chrono::duration<double>(time).count());
}

// The hash in a call for a wheel; empty: it is another call.
QString wheelAskedFor(const Frame &request)
{
    return request.header[u"op"].toString() == u"pkg.wheel" ? request.header[u"sha256"].toString()
                                                            : QString();
}

} // namespace

event::Ended endedEvent(const Outcome &outcome, const OutputStore::Counts &counts)
{
    return {outcome.state, outcome.reason, qRound64(outcome.executionMs), counts.written,
            counts.kept};
}

Execution::Execution(const Services &services, const HostCallContext &context,
                     const ApprovalRecord &record, Interpreter &interpreter, bool isAttended)
    : m_services(services)
    , m_context(context)
    , m_record(record)
    , m_interpreter(interpreter)
    , m_isAttended(isAttended && !record.standardInput)
{
    connect(&interpreter, &Interpreter::received, this, &Execution::receive);
    connect(&interpreter.page(), &Page::called, this, &Execution::answer);
}

Execution::~Execution()
{
    if (!m_ending)
        m_services.hostCalls.runEnded(m_context);
}

void Execution::begin(const QByteArray &note)
{
    m_note = note;
    m_services.hostCalls.runBegins(m_context);
    m_interpreter.setMounts(m_record.reach.mounts);
    if (isProgram()) {
        for (const QJsonObject &message : programMessages(run(), m_record))
            m_interpreter.page().post(message);
    } else {
        m_interpreter.page().post(executeMessage(run(), m_record.code, m_record.standardInput,
                                                 m_record.reach.packages, m_record.path,
                                                 m_isAttended));
    }
    m_begunAt = m_services.clock.monotonic();
    watchStart();
}

// Start-up and installation have a clock of their own (DESIGN 4.7): it begins anew with every sign
// of life, as long as those are not all that there is.
void Execution::watchStart()
{
    const auto left = m_begunAt + maxStartTime - m_services.clock.monotonic();
    auto limit = isProgram() ? limits::compileTimeout : limits::sessionStartTimeout;
    if (isHeldUp())
        limit = heldUpTime;
    const auto wait = std::min<std::chrono::milliseconds>(limit, left);
    m_startTimer = m_services.clock.after(std::max(wait, 0ms), this, [this] { endUnstarted(); });
}

void Execution::endUnstarted()
{
    if (isProgram()) {
        return end({RunState::Timeout,
                    u"Compiling or linking took more than %1, so Glovebox ended it."_s.arg(
                        seconds(limits::compileTimeout)),
                    0, true});
    }
    if (isHeldUp()) {
        const auto waited =
            std::chrono::floor<std::chrono::seconds>(m_services.clock.monotonic() - m_begunAt);
        return end({RunState::Killed,
                    u"What an earlier run left running in this session kept Python busy for %1, "
                    "also when it was interrupted, so Glovebox ended the interpreter."_s.arg(
                        seconds(waited)),
                    0, true});
    }
    end({RunState::Killed,
         u"The code did not begin within %1, so Glovebox ended the interpreter."_s.arg(
             seconds(limits::sessionStartTimeout)),
         0, true});
}

void Execution::receive(const WorkerMessage &message)
{
    if (m_ending || std::holds_alternative<worker::Heap>(message))
        return;
    if (const RunId of = runOf(message); of != run()) {
        // Between-run output is the session's, and what the page said of an earlier run may come
        // late; anything else of another run is a lie.
        const bool isLate = std::holds_alternative<worker::Held>(message);
        if (!isLate && (!of.isNull() || !std::holds_alternative<worker::Stream>(message)))
            violate(u"a message of another run"_s);
        return;
    }
    if (!std::holds_alternative<worker::Held>(message))
        m_isTakenUp = true;
    std::visit(
        [this](const auto &m) {
            if constexpr (requires { take(m); })
                take(m);
            else
                violate(u"a message that has no place in a run"_s);
        },
        message);
}

// Each is an event that is kept for good.
bool Execution::countsAsStart()
{
    if (++m_startMessages <= maxStartMessages)
        return true;
    violate(u"more messages about its start than anybody needs"_s);
    return false;
}

// It may come late, too, when the worker took the run up in that moment.
void Execution::take(const worker::Held &)
{
    if (isProgram() || m_isTakenUp || std::exchange(m_toldHeldUp, true))
        return;
    m_services.hub.publish(
        run(),
        event::Starting{u"session"_s, u"Python is busy with what an earlier run left running"_s});
    if (m_startTimer)
        watchStart();
}

void Execution::take(const worker::Starting &message)
{
    if (m_started)
        return violate(u"\"starting\" after \"started\""_s);
    if (!countsAsStart())
        return;
    m_services.hub.publish(run(), event::Starting{message.phase, message.text});
    if (m_startTimer)
        watchStart();
}

void Execution::take(const worker::Package &message)
{
    if (!countsAsStart())
        return;
    m_services.hub.publish(run(), event::PackageLoaded{message.name, message.version});
    if (m_startTimer)
        watchStart();
}

void Execution::take(const worker::Started &message)
{
    if (std::exchange(m_started, true))
        return violate(u"\"started\" twice"_s);
    m_startTimer.reset();
    m_startedAt = m_services.clock.monotonic();
    m_services.hub.publish(run(), event::Started{message.codeDigest});
    if (message.codeDigest != m_record.codeDigest()) {
        return end({RunState::Killed,
                    u"The worker received other code than was approved, so Glovebox ended it."_s, 0,
                    true});
    }
    addOutput(StreamName::Stderr, std::exchange(m_note, {}));
    watchLimit(m_record.reach.limits.timeout);
}

void Execution::watchLimit(std::chrono::milliseconds left)
{
    m_limitTimer = m_services.clock.after(left, this, [this] { requestStop(Stop::Timeout); });
}

// While the worker waits for a person or a download nothing counts against the run. That it waits
// is what the worker says, so what it computes meanwhile does count.
void Execution::stopClock()
{
    if (m_waits++ > 0)
        return;
    m_stoppedAt = m_services.clock.monotonic();
    m_usedBefore = {};
    m_usedBefore = computedMeanwhile();
    m_startTimer.reset();
    if (std::exchange(m_limitTimer, nullptr)) {
        m_limitLeft = m_startedAt + m_record.reach.limits.timeout - m_stoppedAt;
        watchWaiting();
    }
}

std::chrono::milliseconds Execution::computedMeanwhile() const
{
    const qint64 pid = m_interpreter.rendererPid();
    if (!m_services.processorTime || pid <= 0)
        return 0ms;
    return std::max<std::chrono::milliseconds>(m_services.processorTime(pid) - m_usedBefore, 0ms);
}

void Execution::watchWaiting()
{
    m_waitTimer = m_services.clock.after(waitingInterval, this, [this] {
        if (computedMeanwhile() < m_limitLeft)
            return watchWaiting();
        m_computedWaiting = true;
        requestStop(Stop::Timeout);
    });
}

void Execution::continueClock()
{
    if (--m_waits > 0 || m_ending)
        return;
    m_waitTimer.reset();
    const auto computed = computedMeanwhile();
    m_limitLeft -= computed;
    const auto waited = std::max<std::chrono::milliseconds>(
        m_services.clock.monotonic() - m_stoppedAt - computed, 0ms);
    m_begunAt += waited;
    m_startedAt += waited;
    if (!m_started)
        watchStart();
    else if (m_stop == Stop::None)
        watchLimit(std::max(m_limitLeft, 0ms));
}

void Execution::take(const worker::Stream &message)
{
    addOutput(message.name, message.bytes);
}

void Execution::take(const worker::ResultText &message)
{
    if (!m_started)
        return violate(u"\"result\" before \"started\""_s);
    if (++m_results > maxValues)
        return violate(u"more results than a run has"_s);
    flush();
    m_services.hub.publish(run(), event::ResultValue{message.text});
}

void Execution::take(const worker::Raised &message)
{
    if (++m_raised > maxValues)
        return violate(u"more errors than a run has"_s);
    flush();
    m_services.hub.publish(run(), message.error);
}

void Execution::take(const worker::Done &message)
{
    // Packages that did not load, or an interrupt meanwhile, end a run before its code began.
    if (!m_started && message.status == worker::Done::Status::Ok)
        return violate(u"\"done\" before \"started\""_s);
    end(outcomeOf(message));
}

Outcome Execution::outcomeOf(const worker::Done &done) const
{
    using Status = worker::Done::Status;
    const auto limit = m_record.reach.limits.timeout;
    // Its own clock is the better one, as long as ours bears it out.
    const double most =
        m_started ? double((m_services.clock.monotonic() - m_startedAt).count()) : 0;
    Outcome outcome{RunState::Complete, {}, std::min(done.executionMs, most + clockSlackMs), false};
    if (!m_started)
        outcome.executionMs = 0;
    if (done.status == Status::Error)
        outcome.state = RunState::Error;
    if (done.status == Status::Crashed) {
        outcome.state = RunState::Crashed;
        outcome.reason = u"The program crashed."_s;
    }
    const bool isOver =
        m_computedWaiting || done.executionMs >= std::chrono::milliseconds(limit).count();
    if (m_stop == Stop::Timeout && isOver) {
        outcome.state = RunState::Timeout;
        outcome.reason = u"Stopped at its time limit of %1."_s.arg(seconds(limit));
    } else if (m_stop == Stop::Interrupt && done.status != Status::Ok) {
        outcome.state = RunState::Interrupted;
        outcome.reason = u"Stopped on request."_s;
    } else if (done.status == Status::Interrupted) {
        // Python raised KeyboardInterrupt by itself: to Python that is an error like any other.
        outcome.state = RunState::Error;
    }
    return outcome;
}

void Execution::interrupt()
{
    requestStop(Stop::Interrupt);
}

void Execution::requestStop(Stop stop)
{
    if (m_ending || m_stop != Stop::None)
        return;
    m_stop = stop;
    m_interpreter.page().interrupt(run());
    m_services.hostCalls.runStopping(m_context);
    giveUpInput();
    m_stopGrace = stopGrace();
    m_stopTimer = m_services.clock.after(m_stopGrace, this, [this] { stopTimedOut(); });
}

// A program has nothing that would be lost with its machine.
std::chrono::milliseconds Execution::stopGrace() const
{
    return isProgram() || m_started || !m_isTakenUp
               ? limits::interruptGrace
               : std::chrono::milliseconds(stopGraceBeforeStart);
}

void Execution::stopTimedOut()
{
    // It was taken up meanwhile, and loads packages.
    if (!m_started && stopGrace() > m_stopGrace) {
        m_stopTimer = m_services.clock.after(stopGrace() - std::exchange(m_stopGrace, stopGrace()),
                                             this, [this] { stopTimedOut(); });
        return;
    }
    const auto ran = m_started ? m_services.clock.monotonic() - m_startedAt : 0ms;
    if (isProgram()) {
        const bool timeout = m_stop == Stop::Timeout;
        return end({timeout ? RunState::Timeout : RunState::Interrupted,
                    timeout ? u"Stopped at its time limit of %1."_s.arg(
                                  seconds(m_record.reach.limits.timeout))
                            : u"Stopped on request."_s,
                    double(ran.count()), true});
    }
    const QString after =
        m_stop == Stop::Timeout
            ? u"its time limit of %1"_s.arg(seconds(m_record.reach.limits.timeout))
            : u"it was asked to stop"_s;
    end({RunState::Killed,
         u"Python did not stop within %1 after %2, so Glovebox ended the interpreter."_s.arg(
             seconds(m_stopGrace), after),
         double(ran.count()), true});
}

void Execution::interpreterEnded(Interpreter::End how, const QString &reason)
{
    const auto ran = m_started ? m_services.clock.monotonic() - m_startedAt : 0ms;
    if (how == Interpreter::End::Violated) {
        return end({RunState::Killed,
                    u"The sandbox broke its protocol (%1), so Glovebox ended it."_s.arg(reason),
                    double(ran.count()), true});
    }
    const QString what = isProgram() ? u"The program's machine"_s : u"The Python interpreter"_s;
    end({RunState::Crashed, u"%1 ended unexpectedly: %2."_s.arg(what, reason), double(ran.count()),
         true});
}

void Execution::abandon(const QString &reason)
{
    const auto ran = m_started ? m_services.clock.monotonic() - m_startedAt : 0ms;
    end({RunState::Killed, reason, double(ran.count()), true});
}

Execution::Ending Execution::endNow(const QString &reason)
{
    // First: when the disk is done at once, `finished` is emitted from within.
    disconnect();
    abandon(reason);
    return *m_ending;
}

// The page gets a wheel's pack only after the host gave it the wheel.
Frame Execution::withPack(Frame answer, const QString &wheel)
{
    const auto pack = answer.header[u"ok"].toBool() && m_services.wheels
                          ? m_services.wheels->find(wheel)
                          : std::nullopt;
    if (pack) {
        m_interpreter.page().serve({WheelKeeper::fileOf(*pack)});
        answer.header.insert(u"pack"_s, packRecord(*pack));
    }
    return answer;
}

void Execution::answer(qint64 call, const Frame &request)
{
    Page &page = m_interpreter.page();
    if (m_ending)
        return page.reply(call, failedCall(u"EACCES"_s, u"no run is active"_s));
    if (++m_calls > maxCallsInFlight)
        return violate(u"calls that do not wait for their answers"_s);
    if (request.header[u"op"].toString() == u"input.line") {
        --m_calls;
        return answerInputCall(call, request.header);
    }
    const bool waits = stopsClock(request);
    if (waits)
        stopClock();
    const auto reply = [this, call, waits, wheel = wheelAskedFor(request)](const Frame &answer) {
        --m_calls;
        if (waits)
            continueClock();
        m_interpreter.page().reply(call, wheel.isEmpty() ? answer : withPack(answer, wheel));
    };
    m_services.hostCalls.call(m_context, request).then(this, reply).onCanceled(this, [reply] {
        reply(failedCall(u"EIO"_s, u"the call was given up"_s));
    });
}

// ---- Input

void Execution::take(const worker::InputWanted &message)
{
    if (!m_started || !m_isAttended || m_input.wanted)
        return violate(u"a wish for input that has no place"_s);
    if (++m_input.asked > maxInputs)
        return violate(u"more wishes for input than anybody answers"_s);
    if (m_stop != Stop::None)
        return;
    flush();
    m_input.wanted = message.wanted;
    m_services.hub.publish(run(), message.wanted);
}

// The wish itself comes with the output, so that it stands behind what was printed before it; it
// may come after this call.
void Execution::answerInputCall(qint64 call, const QJsonObject &header)
{
    if (!m_isAttended || m_input.call != 0) {
        return m_interpreter.page().reply(call,
                                          failedCall(u"ENOTTY"_s, u"nobody can be asked here"_s));
    }
    if (m_stop != Stop::None)
        return m_interpreter.page().reply(call, failedCall(u"EINTR"_s, u"the run is stopped"_s));
    if (m_input.line && m_input.isFresh != header[u"rest"].toBool())
        return replyWithLine(call);
    m_input.line.reset();
    m_input.call = call;
    stopClock();
}

Result<> Execution::answerInput(const std::optional<QString> &line)
{
    if (m_ending || !m_input.wanted)
        return fail(ErrorCode::Conflict, u"This run does not wait for input."_s);
    if (line && line->size() > limits::maxInputLine)
        return fail(ErrorCode::LimitExceeded, u"The line has more than 1 MiB."_s);
    const event::InputWanted wanted = *std::exchange(m_input.wanted, std::nullopt);
    const bool isShown = line && !wanted.isSecret;
    m_services.hub.publish(run(),
                           event::InputAnswered{isShown ? *line : QString(), !line.has_value()});
    m_input.line = line;
    m_input.isFresh = true;
    if (m_input.call == 0)
        return {}; // its call is on its way
    continueClock();
    replyWithLine(std::exchange(m_input.call, 0));
    return {};
}

// In parts that fit the small transport in any case.
void Execution::replyWithLine(qint64 call)
{
    QJsonObject header{{u"v"_s, 1}, {u"ok"_s, true}};
    const std::optional<QString> line = *m_input.line;
    m_input.isFresh = false;
    if (!line) {
        header.insert(u"end"_s, true);
        m_input.line.reset();
        return m_interpreter.page().reply(call, {header, {}});
    }
    qsizetype length = std::min(line->size(), inputPart);
    if (length < line->size() && line->at(length - 1).isHighSurrogate())
        --length;
    header.insert(u"line"_s, line->first(length));
    if (length < line->size()) {
        header.insert(u"more"_s, true);
        m_input.line = std::optional(line->sliced(length));
    } else {
        m_input.line.reset();
    }
    m_interpreter.page().reply(call, {header, {}});
}

void Execution::giveUpInput()
{
    m_input.wanted.reset();
    if (m_input.call == 0)
        return;
    continueClock();
    m_interpreter.page().reply(std::exchange(m_input.call, 0),
                               failedCall(u"EINTR"_s, u"the run is stopped"_s));
}

void Execution::addOutput(StreamName stream, const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return;
    if (!m_segments.isEmpty() && m_segments.last().stream == stream)
        m_segments.last().bytes += bytes;
    else
        m_segments.append({stream, bytes});
    m_segmentBytes += bytes.size();
    flushSoon();
}

// The first output of a quiet while is shown at once; a flood in rounds.
void Execution::flushSoon()
{
    const auto now = m_services.clock.monotonic();
    if (!m_flushTimer && (!m_lastFlush || now - *m_lastFlush >= flushInterval))
        return flush();
    if (m_segmentBytes >= flushBytes)
        return flush();
    if (!m_flushTimer) {
        m_flushTimer = m_services.clock.after(flushInterval, this, [this] { flush(); });
    }
    // More changes between the streams than readers can take: the worker waits for the round.
    if (m_segments.size() >= flushSegments && !std::exchange(m_waitsForFlush, true))
        m_interpreter.page().setPaused(true);
}

void Execution::flush()
{
    m_flushTimer.reset();
    m_lastFlush = m_services.clock.monotonic();
    for (const Segment &segment : std::exchange(m_segments, {})) {
        const auto [offset, kept] = m_services.output.append(run(), segment.bytes);
        if (kept > 0) {
            m_services.hub.publish(
                run(), event::Output{segment.stream, offset, segment.bytes.first(kept), kept});
        }
    }
    m_segmentBytes = 0;
    if (m_services.output.pendingBytes() > OutputStore::maxPendingBytes) {
        // The disk is slower than Python.
        m_waitsForFlush = true;
        m_interpreter.page().setPaused(true);
        m_flushTimer = m_services.clock.after(flushInterval, this, [this] { flush(); });
    } else if (std::exchange(m_waitsForFlush, false)) {
        resume();
    }
}

void Execution::take(const worker::DisplayPart &part)
{
    if (!m_started)
        return violate(u"\"display\" before \"started\""_s);
    if (part.offset == 0) {
        if (!m_display.bytes.isEmpty())
            return violate(u"a display inside another"_s);
        m_skipsDisplay = part.total > limits::maxDisplayBytes || m_displays >= limits::maxDisplays;
        if (m_skipsDisplay)
            tellSkippedDisplay(part.total);
        else
            m_display = part;
    }
    if (m_skipsDisplay)
        return;
    if (part.offset > 0) {
        if (part.offset != m_display.bytes.size() || part.total != m_display.total)
            return violate(u"parts of a display out of order"_s);
        m_display.bytes += part.bytes;
    }
    if (m_display.bytes.size() == m_display.total)
        finishDisplay();
}

// Once for each reason: a loop shows thousands.
void Execution::tellSkippedDisplay(qint64 size)
{
    const bool isLarge = size > limits::maxDisplayBytes;
    if (std::exchange(isLarge ? m_toldLargeDisplay : m_toldManyDisplays, true))
        return;
    const QString text =
        isLarge
            ? u"[Glovebox] A display of %1 MiB was not kept, nor is any other of more than "
              "%2 MiB.\n"_s.arg(size / limits::MiB)
                  .arg(limits::maxDisplayBytes / limits::MiB)
            : u"[Glovebox] A run keeps %1 displays; what it shows after them is not kept.\n"_s.arg(
                  limits::maxDisplays);
    addOutput(StreamName::Stderr, text.toUtf8());
}

// The event names a file, so the file comes first, and nothing overtakes it.
void Execution::finishDisplay()
{
    flush();
    const event::Display display{++m_displays,    m_display.mimeType, {},
                                 m_display.total, m_display.pixels,   m_display.title,
                                 m_display.text};
    m_waitsForDisplay = true;
    m_interpreter.page().setPaused(true);
    m_services.output.storeDisplay(run(), display.index, display.mimeType, m_display.bytes)
        .then(this, [this, display](const Result<QString> &path) { displayStored(path, display); });
    m_display = {};
}

void Execution::displayStored(const Result<QString> &path, const event::Display &display)
{
    m_waitsForDisplay = false;
    if (m_ending)
        return;
    if (path) {
        event::Display stored = display;
        stored.file = *path;
        m_services.hub.publish(run(), stored);
    } else {
        qCWarning(lcSandbox).noquote() << path.error().text << path.error().detail;
        addOutput(StreamName::Stderr, u"[Glovebox] A display could not be stored.\n"_s.toUtf8());
    }
    resume();
}

void Execution::resume()
{
    if (!m_waitsForDisplay && !m_waitsForFlush)
        m_interpreter.page().setPaused(false);
}

void Execution::violate(const QString &how)
{
    interpreterEnded(Interpreter::End::Violated, how);
}

void Execution::end(const Outcome &outcome)
{
    if (m_ending)
        return;
    flush();
    m_ending = Ending{outcome, m_services.output.counts(run())};
    m_startTimer.reset();
    m_limitTimer.reset();
    m_waitTimer.reset();
    m_stopTimer.reset();
    m_flushTimer.reset();
    m_services.hostCalls.runEnded(m_context);
    if (outcome.interpreterLost)
        m_interpreter.kill();
    else if (!m_waitsForDisplay)
        m_interpreter.page().setPaused(false);
    m_services.output.finish(run()).then(
        this, [this, outcome](OutputStore::Counts counts) { Q_EMIT finished(outcome, counts); });
}

} // namespace glovebox::sandbox
