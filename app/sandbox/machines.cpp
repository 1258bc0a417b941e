// SPDX-License-Identifier: MIT
#include "machines.h"

#include "base/logging.h"

#include <algorithm>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

namespace {

constexpr int maxAttempts = 2;

} // namespace

Machines::Machines(PoolContext &context)
    : m_context(context)
{
    connect(&context, &PoolContext::engineUp, this, &Machines::dispatchLater);
    connect(&context, &PoolContext::problemChanged, this, [this](const QString &problem) {
        if (!problem.isEmpty())
            endAllQueued(problem);
    });
}

Machines::~Machines()
{
    for (const auto &page : m_pages)
        page->execution.reset(); // it refers to the interpreter
}

Result<> Machines::submit(RunId run, const ApprovalRecord &record, const QString &approvedDigest)
{
    if (auto ok = check(record, approvedDigest); !ok)
        return ok;
    if (!m_context.canRun())
        return fail(ErrorCode::Unavailable, m_context.problem());
    if (m_queue.size() >= size_t(limits::maxQueuedPrograms)) {
        return fail(ErrorCode::LimitExceeded,
                    u"%1 programs wait for a machine already. Wait for some to end."_s.arg(
                        limits::maxQueuedPrograms));
    }
    m_queue.push_back({run, record, approvedDigest});
    dispatch();
    publishPositions();
    return {};
}

// DESIGN 4.6: what runs is what was approved.
Result<> Machines::check(const ApprovalRecord &record, const QString &approvedDigest) const
{
    if (approvedDigest.isEmpty() || record.digest() != approvedDigest)
        return fail(ErrorCode::Denied, u"This is not what was approved. Ask again."_s);
    return {};
}

bool Machines::has(RunId run) const
{
    return pageOf(run) ||
           std::ranges::any_of(m_queue, [run](const Queued &q) { return q.run == run; });
}

void Machines::interrupt(RunId run)
{
    cancel(run, u"Stopped before it began."_s);
}

void Machines::cancel(RunId run, const QString &reason)
{
    Page *page = pageOf(run);
    if (page && page->execution)
        return page->execution->interrupt();
    if (const auto queued = takeQueued(run)) {
        endQueued(*queued, reason);
        publishPositions();
    }
}

bool Machines::withdraw(RunId run)
{
    const bool taken = takeQueued(run).has_value();
    publishPositions();
    return taken;
}

void Machines::shutDown(const QString &reason, const QString &queuedReason)
{
    m_shutDown = true;
    endAllQueued(queuedReason);
    for (auto &page : m_pages) {
        if (page->next)
            endQueued(*std::exchange(page->next, {}), queuedReason);
        if (std::unique_ptr<Execution> last = std::move(page->execution)) {
            const auto [outcome, counts] = last->endNow(reason);
            publishEnded(last->run(), outcome, counts);
            m_context.graveyard().bury(std::move(last));
        }
    }
    while (!m_pages.empty())
        drop(*m_pages.back());
}

void Machines::dispatchLater()
{
    if (std::exchange(m_scheduled, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_scheduled = false;
            dispatch();
            publishPositions();
        },
        Qt::QueuedConnection);
}

void Machines::dispatch()
{
    while (!m_queue.empty() && !m_shutDown) {
        Page *page = pageFor(m_queue.front());
        if (!page)
            return; // until one is free, or the engine is up
        const Queued next = std::move(m_queue.front());
        m_queue.pop_front();
        assign(*page, next);
    }
}

// An idle one of the client, or a new one, in the place of the one that was not used for longest.
Machines::Page *Machines::pageFor(const Queued &queued)
{
    const auto own = std::ranges::find_if(m_pages, [&queued](const auto &page) {
        return page->isIdle() && page->client == queued.record.client &&
               page->heapBytes == queued.record.reach.limits.heapBytes;
    });
    if (own != m_pages.end())
        return own->get();
    return makeRoom() ? open(queued) : nullptr;
}

bool Machines::makeRoom()
{
    if (m_pages.size() < size_t(limits::maxMachines))
        return true;
    Page *oldest = nullptr;
    for (const auto &page : m_pages) {
        if (page->isIdle() && (!oldest || page->lastUsed < oldest->lastUsed))
            oldest = page.get();
    }
    if (oldest)
        drop(*oldest);
    return oldest != nullptr;
}

Machines::Page *Machines::open(const Queued &queued)
{
    const qint64 heapBytes = queued.record.reach.limits.heapBytes;
    auto interpreter = m_context.takeMachine(heapBytes);
    if (!interpreter)
        return nullptr;
    auto page = std::make_unique<Page>();
    page->client = queued.record.client;
    page->heapBytes = heapBytes;
    page->interpreter = std::move(interpreter);
    Page *made = page.get();
    Interpreter &machine = *made->interpreter;
    connect(&machine, &Interpreter::ready, this, [this, made] { begin(*made); });
    connect(&machine, &Interpreter::ended, this,
            [this, made](Interpreter::End how, const QString &reason) {
                pageEnded(*made, how, reason);
            });
    connect(&machine, &Interpreter::received, this, [this, made](const WorkerMessage &message) {
        const bool isLate = std::holds_alternative<worker::Heap>(message) ||
                            std::holds_alternative<worker::Held>(message);
        if (!made->execution && !isLate)
            pageEnded(*made, Interpreter::End::Violated, u"a message while no program runs"_s);
    });
    // It has no folders: nothing that its programs could ask the host for.
    connect(&machine.page(), &sandbox::Page::called, this, [made](qint64 call, const Frame &) {
        if (!made->execution)
            made->interpreter->page().reply(call, failedCall(u"EACCES"_s, u"no run is active"_s));
    });
    m_pages.push_back(std::move(page));
    return made;
}

void Machines::assign(Page &page, const Queued &queued)
{
    page.idleTimer.reset();
    page.next = queued;
    if (page.interpreter->state() == Interpreter::State::Ready)
        return begin(page);
    m_context.parts().hub.publish(queued.run,
                                  event::Starting{u"machine"_s, u"A machine is starting"_s});
}

void Machines::begin(Page &page)
{
    if (!page.next) { // it was taken back meanwhile
        rest(page);
        return dispatchLater();
    }
    const Queued next = *std::exchange(page.next, {});
    // Once more, at the moment when the very bytes go out.
    if (const auto ok = check(next.record, next.approvedDigest); !ok) {
        endQueued(next, ok.error().text);
        rest(page);
        return dispatchLater();
    }
    const HostCallContext context{next.run, {}, next.record.client, next.record.reach};
    page.execution =
        std::make_unique<Execution>(m_context.services(), context, next.record, *page.interpreter);
    connect(page.execution.get(), &Execution::finished, this,
            [this, &page](const Outcome &outcome, const OutputStore::Counts &counts) {
                finish(page, outcome, counts);
            });
    page.execution->begin();
}

void Machines::finish(Page &page, const Outcome &outcome, const OutputStore::Counts &counts)
{
    const RunId run = page.execution->run();
    m_context.graveyard().bury(std::move(page.execution));
    if (outcome.interpreterLost || page.interpreter->state() == Interpreter::State::Ended)
        drop(page);
    else
        rest(page);
    publishEnded(run, outcome, counts);
    dispatchLater();
}

void Machines::rest(Page &page)
{
    page.lastUsed = m_context.parts().clock.monotonic();
    page.idleTimer =
        m_context.parts().clock.after(limits::machineIdleTime, this, [this, &page] { drop(page); });
}

void Machines::pageEnded(Page &page, Interpreter::End how, const QString &reason)
{
    if (page.execution)
        return page.execution->interpreterEnded(how, reason); // its end drops the page
    std::optional<Queued> next = std::exchange(page.next, {});
    drop(page);
    if (!next)
        return;
    if (how == Interpreter::End::Failed && ++next->attempts < maxAttempts) {
        m_queue.push_front(*std::move(next));
        return dispatchLater();
    }
    endQueued(*next, u"A machine for it could not be started: %1."_s.arg(reason));
    dispatchLater();
}

void Machines::drop(Page &page)
{
    page.interpreter->disconnect(this);
    page.interpreter->page().disconnect(this);
    page.interpreter->kill();
    m_context.graveyard().bury(std::move(page.execution));
    m_context.graveyard().bury(std::move(page.interpreter));
    m_context.graveyard().bury(std::move(page.idleTimer)); // which may be what calls this
    std::erase_if(m_pages, [&page](const auto &kept) { return kept.get() == &page; });
}

Machines::Page *Machines::pageOf(RunId run) const
{
    const auto it = std::ranges::find_if(m_pages, [run](const auto &page) {
        return (page->execution && page->execution->run() == run) ||
               (page->next && page->next->run == run);
    });
    return it == m_pages.end() ? nullptr : it->get();
}

std::optional<Machines::Queued> Machines::takeQueued(RunId run)
{
    Page *page = pageOf(run);
    if (page && page->next && page->next->run == run)
        return std::exchange(page->next, {});
    const auto it = std::ranges::find_if(m_queue, [run](const Queued &q) { return q.run == run; });
    if (it == m_queue.end())
        return std::nullopt;
    const Queued queued = *it;
    m_queue.erase(it);
    return queued;
}

void Machines::publishPositions()
{
    int position = 0;
    for (Queued &queued : m_queue) {
        if (++position != queued.position) {
            queued.position = position;
            m_context.parts().hub.publish(queued.run, event::Queued{position});
        }
    }
}

void Machines::publishEnded(RunId run, const Outcome &outcome, const OutputStore::Counts &counts)
{
    m_context.parts().hub.publish(run, event::Ended{outcome.state, outcome.reason,
                                                    qRound64(outcome.executionMs), counts.written,
                                                    counts.kept});
}

void Machines::endQueued(const Queued &queued, const QString &reason)
{
    m_context.parts().hub.publish(queued.run, event::Ended{RunState::Cancelled, reason, 0, 0, 0});
}

void Machines::endAllQueued(const QString &reason)
{
    for (const Queued &queued : std::exchange(m_queue, {}))
        endQueued(queued, reason);
}

} // namespace glovebox::sandbox
