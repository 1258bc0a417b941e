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
    , m_queue(context.parts().hub)
{
    connect(&context, &PoolContext::engineUp, this, &Machines::dispatchLater);
    connect(&context, &PoolContext::problemChanged, this, [this](const QString &problem) {
        if (!problem.isEmpty())
            m_queue.endAll(problem);
    });
}

Machines::~Machines()
{
    for (const auto &page : m_pages)
        page->execution.reset(); // it refers to the interpreter
}

Result<> Machines::submit(RunId run, const ApprovalRecord &record, const QString &approvedDigest)
{
    if (auto ok = checkApproved(record, approvedDigest); !ok)
        return ok;
    if (!m_context.canRun())
        return fail(ErrorCode::Unavailable, m_context.problem());
    if (m_queue.size() >= limits::maxQueuedPrograms) {
        return fail(ErrorCode::LimitExceeded,
                    u"%1 programs wait for a machine already. Wait for some to end."_s.arg(
                        limits::maxQueuedPrograms));
    }
    m_queue.append({.run = run, .record = record, .approvedDigest = approvedDigest});
    dispatch();
    m_queue.publishPositions();
    return {};
}

bool Machines::has(RunId run) const
{
    return pageOf(run) || m_queue.has(run);
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
    if (const auto waiting = takeWaiting(run)) {
        m_queue.end(*waiting, reason);
        m_queue.publishPositions();
    }
}

bool Machines::withdraw(RunId run)
{
    const bool taken = takeWaiting(run).has_value();
    m_queue.publishPositions();
    return taken;
}

void Machines::shutDown(const QString &reason, const QString &queuedReason)
{
    m_shutDown = true;
    m_queue.endAll(queuedReason);
    for (auto &page : m_pages) {
        if (page->next)
            m_queue.end(*std::exchange(page->next, {}), queuedReason);
        if (std::unique_ptr<Execution> last = std::move(page->execution)) {
            const auto [outcome, counts] = last->endNow(reason);
            m_context.parts().hub.publish(last->run(), endedEvent(outcome, counts));
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
            m_queue.publishPositions();
        },
        Qt::QueuedConnection);
}

void Machines::dispatch()
{
    while (!m_queue.isEmpty() && !m_shutDown) {
        Page *page = pageFor(m_queue.first());
        if (!page)
            return; // until one is free, or the engine is up
        assign(*page, m_queue.takeFirst());
    }
}

// An idle one of the client, or a new one, in the place of the one that was not used for longest.
Machines::Page *Machines::pageFor(const QueuedRun &queued)
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

Machines::Page *Machines::open(const QueuedRun &queued)
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

void Machines::assign(Page &page, const QueuedRun &queued)
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
    const QueuedRun next = *std::exchange(page.next, {});
    if (const auto ok = checkApproved(next.record, next.approvedDigest); !ok) {
        m_queue.end(next, ok.error().text);
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
    m_context.parts().hub.publish(run, endedEvent(outcome, counts));
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
    std::optional<QueuedRun> next = std::exchange(page.next, {});
    drop(page);
    if (!next)
        return;
    if (how == Interpreter::End::Failed && ++next->attempts < maxAttempts) {
        m_queue.prepend(*std::move(next));
        return dispatchLater();
    }
    m_queue.end(*next, u"A machine for it could not be started: %1."_s.arg(reason));
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

std::optional<QueuedRun> Machines::takeWaiting(RunId run)
{
    Page *page = pageOf(run);
    if (page && page->next && page->next->run == run)
        return std::exchange(page->next, {});
    return m_queue.take(run);
}

} // namespace glovebox::sandbox
