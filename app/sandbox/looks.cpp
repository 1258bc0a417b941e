// SPDX-License-Identifier: MIT
#include "looks.h"

#include "base/inpool.h"
#include "base/limits.h"

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t maxWaiting = 16;
// Code may catch an interrupt: it gets another one, until nobody can wait any longer.
constexpr auto interruptInterval = 500ms;
constexpr int maxInterrupts = 20;
// The interpreter may lie, so an answer may be the longest that there can be, and full of brackets.
constexpr qsizetype readAtOnce = 64 * limits::KiB;

} // namespace

Looks::Looks(Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
{
    m_pool.setMaxThreadCount(1);
}

Looks::~Looks()
{
    drop(u"Glovebox is closing."_s);
    m_pool.waitForDone();
}

QFuture<Result<QJsonObject>> Looks::ask(Page &page, const QString &method,
                                        const QJsonObject &arguments,
                                        std::chrono::milliseconds limit)
{
    if (m_waiting.size() >= maxWaiting) {
        return QtFuture::makeReadyValueFuture(Result<QJsonObject>(
            fail(ErrorCode::LimitExceeded, u"The session is asked too much at once."_s)));
    }
    m_page = &page;
    auto question = std::make_unique<Question>();
    question->id = ++m_lastId;
    question->method = method;
    question->arguments = arguments;
    question->limit = limit;
    question->promise = std::make_unique<QPromise<Result<QJsonObject>>>();
    question->promise->start();
    const QFuture<Result<QJsonObject>> future = question->promise->future();
    m_waiting.push_back(std::move(question));
    next();
    return future;
}

void Looks::next()
{
    while (!m_asked && !m_waiting.empty()) {
        std::unique_ptr<Question> question = std::move(m_waiting.front());
        m_waiting.pop_front();
        if (question->promise->isCanceled()) {
            question->promise->finish();
            continue;
        }
        m_asked = std::move(question);
        m_answer.clear();
        m_interrupts = 0;
        m_page->post(lookMessage(m_asked->id, m_asked->method, m_asked->arguments));
        m_timer = m_clock.after(m_asked->limit, this, [this] { interrupt(); });
    }
}

void Looks::interrupt()
{
    // The first one has had its time: whoever asked waits no longer, and nor do those behind.
    if (m_interrupts == 1) {
        answer(*m_asked, fail(ErrorCode::LimitExceeded, u"Python took too long to answer."_s));
        failWaiting(ErrorCode::Unavailable, u"Python is busy."_s);
        if (!m_asked)
            return; // whoever heard of it took the interpreter away
    }
    if (++m_interrupts > maxInterrupts) {
        m_timer.reset();
        Q_EMIT stuck();
        return;
    }
    m_page->interruptLook(m_asked->id);
    m_timer = m_clock.after(interruptInterval, this, [this] { interrupt(); });
}

void Looks::hurry()
{
    failWaiting(ErrorCode::Cancelled, u"A run came first."_s);
    // Once: the timer sees to the rest.
    if (m_asked && m_interrupts == 0)
        interrupt();
}

bool Looks::receive(const worker::AnswerPart &part)
{
    if (part.offset == 0)
        m_total = part.total;
    if (!m_asked || part.id != m_asked->id || part.offset != m_answer.size() ||
        part.total != m_total)
        return false;
    m_answer += part.bytes;
    if (m_answer.size() < part.total)
        return true;
    m_timer.reset();
    deliver(std::move(m_asked), std::exchange(m_answer, {}));
    next();
    if (!m_asked)
        Q_EMIT finished();
    return true;
}

void Looks::drop(const QString &reason)
{
    m_timer.reset();
    m_page = nullptr;
    m_answer.clear();
    const std::unique_ptr<Question> asked = std::move(m_asked);
    auto waiting = std::exchange(m_waiting, {});
    if (asked)
        answer(*asked, fail(ErrorCode::Cancelled, reason));
    for (const auto &question : waiting)
        answer(*question, fail(ErrorCode::Cancelled, reason));
}

// Millions of brackets take most of a second to read, and the window's thread has none.
void Looks::deliver(std::unique_ptr<Question> question, const QByteArray &bytes)
{
    if (bytes.size() <= readAtOnce)
        return answer(*question, answerValue(bytes));
    inPool(m_pool, [bytes] {
        return answerValue(bytes);
    }).then(this, [asked = std::shared_ptr(std::move(question))](const Result<QJsonObject> &value) {
        answer(*asked, value);
    });
}

void Looks::answer(Question &question, const Result<QJsonObject> &result)
{
    // What hears of it may ask again at once.
    const Promise promise = std::move(question.promise);
    if (!promise)
        return;
    promise->addResult(result);
    promise->finish();
}

void Looks::failWaiting(ErrorCode code, const QString &text)
{
    for (const auto &question : std::exchange(m_waiting, {}))
        answer(*question, fail(code, text));
}

} // namespace glovebox::sandbox
