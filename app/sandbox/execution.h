// SPDX-License-Identifier: MIT
#pragma once

#include "base/runhub.h"
#include "hostcalls.h"
#include "interpreter.h"
#include "outputstore.h"
#include "wheelkeeper.h"

#include <functional>

namespace glovebox::sandbox {

// How one execution ended, before its Ended event.
struct Outcome
{
    RunState state = RunState::Complete;
    QString reason;
    double executionMs = 0;
    bool interpreterLost = false; // the session needs a new one
};

// What is published of it.
event::Ended endedEvent(const Outcome &outcome, const OutputStore::Counts &counts);

// One run in one interpreter, or one program in one machine: sends its bytes, publishes what the
// worker tells, keeps time and ends it. Publishes everything after Queued and before Restarted and
// Ended.
class Execution final : public QObject
{
    Q_OBJECT

public:
    struct Services
    {
        RunHub &hub;
        OutputStore &output;
        HostCalls &hostCalls;
        Clock &clock;
        const WheelKeeper *wheels = nullptr;        // whose packs a run may use, too
        std::shared_ptr<const void> isGoingOn = {}; // lives as long as anything runs
        // What a process has used of the processor.
        std::function<std::chrono::milliseconds(qint64 pid)> processorTime = {};
    };

    Execution(const Services &services, const HostCallContext &context,
              const ApprovalRecord &record, Interpreter &interpreter, bool isAttended = false);
    ~Execution() override;

    RunId run() const { return m_context.run; }

    // The bytes go out. `note`: of ours, to stand before what the run prints.
    void begin(const QByteArray &note = {});
    // A person or client wants it to end.
    void interrupt();
    // The line that it waits for; nullopt: end of file. Conflict when it waits for none.
    Result<> answerInput(const std::optional<QString> &line);
    // The interpreter ended under it, or is about to be ended by us.
    void interpreterEnded(Interpreter::End end, const QString &reason);
    void abandon(const QString &reason);

    struct Ending
    {
        Outcome outcome;
        OutputStore::Counts counts;
    };
    // For a program that closes: how it ended, or ends now for `reason`, without waiting for the
    // disk. `finished` does not follow.
    Ending endNow(const QString &reason);

Q_SIGNALS:
    // Once, last: all output is published and stored. Destroy it from a queued call only.
    void finished(const glovebox::sandbox::Outcome &outcome,
                  const glovebox::sandbox::OutputStore::Counts &counts);

private:
    enum class Stop { None, Timeout, Interrupt };

    void receive(const WorkerMessage &message);
    void take(const worker::Held &message);
    void take(const worker::Starting &message);
    void take(const worker::Package &message);
    void take(const worker::Started &message);
    void take(const worker::Stream &message);
    void take(const worker::DisplayPart &message);
    void take(const worker::ResultText &message);
    void take(const worker::Raised &message);
    void take(const worker::Done &message);
    void take(const worker::InputWanted &message);
    Frame withPack(Frame answer, const QString &wheel);
    void answer(qint64 call, const Frame &request);
    void answerInputCall(qint64 call, const QJsonObject &header);
    void replyWithLine(qint64 call);
    void giveUpInput();

    void watchStart();
    void watchLimit(std::chrono::milliseconds left);
    void stopClock();
    void continueClock();
    std::chrono::milliseconds computedMeanwhile() const;
    void watchWaiting();
    void endUnstarted();
    // What an earlier run left behind is in the way, as the page has seen.
    bool isHeldUp() const { return m_toldHeldUp && !m_isTakenUp; }
    bool isProgram() const { return !m_record.runtime.isEmpty(); }
    std::chrono::milliseconds stopGrace() const;
    bool countsAsStart();
    void requestStop(Stop stop);
    void stopTimedOut();
    Outcome outcomeOf(const worker::Done &done) const;

    void addOutput(StreamName stream, const QByteArray &bytes);
    void flushSoon();
    void flush();
    void tellSkippedDisplay(qint64 size);
    void finishDisplay();
    void displayStored(const Result<QString> &path, const event::Display &display);
    void resume();

    void violate(const QString &how);
    void end(const Outcome &outcome);

    struct Segment
    {
        StreamName stream;
        QByteArray bytes;
    };

    Services m_services;
    HostCallContext m_context;
    ApprovalRecord m_record;
    Interpreter &m_interpreter;

    QByteArray m_note;
    bool m_isTakenUp = false; // the worker has said something of it
    bool m_toldHeldUp = false;
    bool m_started = false;
    int m_results = 0;
    int m_raised = 0;
    int m_startMessages = 0;
    std::chrono::milliseconds m_begunAt = {};
    std::optional<Ending> m_ending; // from its end on; `finished` follows
    Stop m_stop = Stop::None;
    std::unique_ptr<QObject> m_startTimer; // from execute to started
    std::unique_ptr<QObject> m_limitTimer; // from started
    std::unique_ptr<QObject> m_stopTimer;  // from the request to stop
    std::chrono::milliseconds m_stopGrace = {};
    std::chrono::milliseconds m_startedAt = {};
    int m_waits = 0; // calls that stop the clock
    std::chrono::milliseconds m_stoppedAt = {};
    std::chrono::milliseconds m_limitLeft = {};  // when the clock was stopped
    std::chrono::milliseconds m_usedBefore = {}; // of the processor, when the clock was stopped
    std::unique_ptr<QObject> m_waitTimer;
    bool m_computedWaiting = false; // up to its limit

    QList<Segment> m_segments;
    qint64 m_segmentBytes = 0;
    std::unique_ptr<QObject> m_flushTimer;
    std::optional<std::chrono::milliseconds> m_lastFlush;
    bool m_waitsForFlush = false;
    bool m_waitsForDisplay = false;

    worker::DisplayPart m_display; // its first part, with all bytes so far
    bool m_skipsDisplay = false;
    bool m_toldLargeDisplay = false;
    bool m_toldManyDisplays = false;
    int m_displays = 0;
    int m_calls = 0;

    // Of a run that somebody attends: what it said it wants, and the call that waits for it.
    struct Input
    {
        std::optional<event::InputWanted> wanted;
        qint64 call = 0;
        std::optional<std::optional<QString>> line; // given; what of it the worker has not taken
        bool isFresh = false;                       // nothing of it was taken
        int asked = 0;
    };
    bool m_isAttended;
    Input m_input;
};

} // namespace glovebox::sandbox
