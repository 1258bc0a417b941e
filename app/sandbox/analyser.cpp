// SPDX-License-Identifier: MIT
#include "analyser.h"

#include "base/logging.h"
#include "poolcontext.h"

#include <algorithm>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// Behind a question that takes longer than this, others get a page of their own.
constexpr auto slowAfter = 250ms;
// Of a page that does not start, in a row; then there is a pause.
constexpr int maxFailures = 3;
constexpr auto pauseAfterFailures = 10s;
constexpr auto restAfter = 60s;

} // namespace

Analyser::Analyser(PoolContext &context, QObject *parent)
    : QObject(parent)
    , m_context(context)
{
    connect(&context, &PoolContext::engineUp, this, [this] {
        if (m_isWanted)
            warm();
    });
    connect(&context, &PoolContext::startsWithoutLayers, this, [this] {
        if (m_isExpected)
            warm();
    });
}

Analyser::~Analyser()
{
    stop();
}

QFuture<Result<QJsonObject>> Analyser::ask(const QString &method, const QJsonObject &arguments,
                                           std::chrono::milliseconds limit)
{
    auto question = std::make_unique<Question>();
    question->id = ++m_lastId;
    question->method = method;
    question->arguments = arguments;
    question->limit = limit;
    question->promise = std::make_shared<QPromise<Result<QJsonObject>>>();
    question->promise->start();
    QFuture<Result<QJsonObject>> future = question->promise->future();
    question->patience = m_context.parts().clock.after(
        limits::analyserPatience, this, [this, id = question->id] { giveUpWaiting(id); });
    m_waiting.push_back(std::move(question));
    if (m_stopped)
        failAll(ErrorCode::Cancelled, u"Glovebox is closing."_s);
    else
        next();
    return future;
}

void Analyser::warm()
{
    m_isWanted = true;
    if (!m_seats[0].interpreter)
        startSeat(m_seats[0]);
}

bool Analyser::isReady() const
{
    const Interpreter *first = m_seats[0].interpreter.get();
    return first && first->state() == Interpreter::State::Ready;
}

qint64 Analyser::rendererPid() const
{
    return m_seats[0].interpreter ? m_seats[0].interpreter->rendererPid() : 0;
}

void Analyser::stop()
{
    m_stopped = true;
    m_retryTimer.reset();
    m_restTimer.reset();
    for (Seat &seat : m_seats) {
        dropSeat(seat);
        finish(seat, fail(ErrorCode::Cancelled, u"Glovebox is closing."_s));
    }
    failAll(ErrorCode::Cancelled, u"Glovebox is closing."_s);
}

void Analyser::startSeat(Seat &seat)
{
    if (m_stopped || m_retryTimer)
        return;
    seat.interpreter = m_context.makeAnalyser();
    if (!seat.interpreter)
        return; // engineUp follows
    Interpreter *interpreter = seat.interpreter.get();
    connect(interpreter, &Interpreter::ready, this, [this] {
        m_failures = 0;
        next();
        Q_EMIT ready();
        restLater();
    });
    connect(interpreter, &Interpreter::received, this,
            [this, &seat](const WorkerMessage &message) { receive(seat, message); });
    connect(interpreter, &Interpreter::ended, this,
            [this, &seat](Interpreter::End how, const QString &reason) {
                seatEnded(seat, how, reason);
            });
}

// Leaves what it was asked to the caller.
void Analyser::dropSeat(Seat &seat)
{
    seat.limit.reset();
    seat.answer.clear();
    seat.isSlow = false;
    if (!seat.interpreter)
        return;
    seat.interpreter->disconnect(this);
    seat.interpreter->kill();
    m_graveyard.bury(std::move(seat.interpreter));
}

// Gives questions to pages that are free, and starts pages that are missing.
void Analyser::next()
{
    if (m_stopped)
        return;
    for (Seat &seat : m_seats) {
        const bool isFree = seat.interpreter && !seat.asked &&
                            seat.interpreter->state() == Interpreter::State::Ready;
        if (isFree && !m_waiting.empty())
            put(seat);
    }
    if (m_waiting.empty())
        return;
    if (!m_seats[0].interpreter)
        warm();
    else if (m_seats[0].isSlow && !m_seats[1].interpreter)
        startSeat(m_seats[1]);
}

void Analyser::put(Seat &seat)
{
    while (!m_waiting.empty() && m_waiting.front()->promise->isCanceled()) {
        m_waiting.front()->promise->finish();
        m_waiting.pop_front();
    }
    if (m_waiting.empty())
        return;
    m_restTimer.reset();
    seat.asked = std::move(m_waiting.front());
    m_waiting.pop_front();
    seat.asked->patience.reset();
    seat.answer.clear();
    seat.interpreter->page().post(
        askMessage(seat.asked->id, seat.asked->method, seat.asked->arguments));
    const auto slow = std::min(slowAfter, seat.asked->limit);
    seat.limit = m_context.parts().clock.after(slow, this, [this, &seat, slow] {
        seat.isSlow = true;
        seat.limit = m_context.parts().clock.after(seat.asked->limit - slow, this, [this, &seat] {
            qCWarning(lcSandbox).noquote() << "the analyser did not answer" << seat.asked->method;
            dropSeat(seat);
            finish(seat, fail(ErrorCode::LimitExceeded, u"Reading the code took too long."_s));
            next();
        });
        next();
    });
}

void Analyser::receive(Seat &seat, const WorkerMessage &message)
{
    if (const auto *part = std::get_if<worker::AnswerPart>(&message))
        return take(seat, *part);
    if (std::holds_alternative<worker::Heap>(message))
        return;
    seatEnded(seat, Interpreter::End::Violated, u"a message that no analyser sends"_s);
}

void Analyser::take(Seat &seat, const worker::AnswerPart &part)
{
    if (!seat.asked || part.id != seat.asked->id || part.offset != seat.answer.size())
        return seatEnded(seat, Interpreter::End::Violated, u"an answer to another question"_s);
    seat.answer += part.bytes;
    if (seat.answer.size() < part.total)
        return;
    seat.limit.reset();
    seat.isSlow = false;
    const Result<QJsonObject> answer = answerValue(std::exchange(seat.answer, {}));
    const bool isSecond = &seat != &m_seats[0];
    if (isSecond && m_waiting.empty())
        dropSeat(seat); // one is enough again
    finish(seat, answer);
    next();
}

void Analyser::seatEnded(Seat &seat, Interpreter::End how, const QString &reason)
{
    qCWarning(lcSandbox).noquote() << "an analyser ended:" << reason;
    if (how == Interpreter::End::Failed && m_context.parts().engine.isRunning()) {
        m_context.startFailed(*seat.interpreter);
        ++m_failures;
    } else if (how == Interpreter::End::Unsealed) {
        m_failures = maxFailures;
    }
    dropSeat(seat);
    finish(seat,
           fail(ErrorCode::Unavailable, u"The analyser ended while it read the code."_s, reason));
    if (m_failures >= maxFailures) {
        m_failures = 0;
        m_retryTimer = m_context.parts().clock.after(pauseAfterFailures, this, [this] {
            m_retryTimer.release()->deleteLater(); // it is calling just now
            warm();
        });
        failAll(ErrorCode::Unavailable, u"The analyser does not start."_s);
    }
    // The engine may be just about to end altogether; a page that starts then fails for nothing.
    QMetaObject::invokeMethod(this, &Analyser::warm, Qt::QueuedConnection);
}

void Analyser::finish(Seat &seat, const Result<QJsonObject> &result)
{
    const std::unique_ptr<Question> asked = std::move(seat.asked);
    if (!asked)
        return;
    asked->promise->addResult(result);
    asked->promise->finish();
    restLater();
}

bool Analyser::isBusy() const
{
    return !m_waiting.empty() ||
           std::ranges::any_of(m_seats, [](const Seat &seat) { return bool(seat.asked); });
}

void Analyser::restLater()
{
    if (m_stopped || m_context.tuning().keepsSpare || isBusy())
        return;
    m_restTimer = m_context.parts().clock.after(restAfter, this, [this] {
        m_restTimer.release()->deleteLater(); // it is calling just now
        if (m_context.tuning().keepsSpare || isBusy())
            return;
        m_isWanted = false;
        for (Seat &seat : m_seats)
            dropSeat(seat);
    });
}

void Analyser::tuned()
{
    m_restTimer.reset();
    if (!m_context.tuning().keepsSpare)
        restLater();
    else if (m_isExpected)
        warm();
}

void Analyser::giveUpWaiting(qint64 id)
{
    const auto it =
        std::ranges::find(m_waiting, id, [](const auto &question) { return question->id; });
    if (it == m_waiting.end())
        return;
    const std::unique_ptr<Question> question = std::move(*it);
    m_waiting.erase(it);
    question->patience.release()->deleteLater(); // it is calling just now
    question->promise->addResult(fail(ErrorCode::Unavailable, u"The analyser is not there."_s));
    question->promise->finish();
}

void Analyser::failAll(ErrorCode code, const QString &text)
{
    for (auto &question : std::exchange(m_waiting, {})) {
        question->promise->addResult(fail(code, text));
        question->promise->finish();
    }
}

} // namespace glovebox::sandbox
