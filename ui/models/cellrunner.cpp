// SPDX-License-Identifier: MIT
#include "cellrunner.h"

#include "base/inpool.h"
#include "base/limits.h"

#include <algorithm>

namespace glovebox::ui {

using notebook::Cell;
using notebook::CellKind;

namespace {

CellState stateAfter(RunState state)
{
    switch (state) {
    case RunState::Complete:
        return CellState::Complete;
    case RunState::Error:
        return CellState::Error;
    case RunState::Killed:
    case RunState::Crashed:
        return CellState::Lost;
    default:
        return CellState::Stopped;
    }
}

} // namespace

CellRunner::CellRunner(notebook::Document &document, ScratchDesk &desk, RunHub &hub,
                       QObject *parent)
    : QObject(parent)
    , m_document(document)
    , m_desk(desk)
{
    connect(&hub, &RunHub::published, this, &CellRunner::onPublished);
    connect(&document, &notebook::Document::wasReset, this, &CellRunner::onReset);
    connect(&document, &notebook::Document::removed, this, &CellRunner::dropVanished);
}

void CellRunner::setSession(const SessionRef &session)
{
    if (session == m_session)
        return;
    m_session = session;
    m_count = 0;
}

QString CellRunner::whyNot(const Cell &cell) const
{
    if (cell.kind != CellKind::Code)
        return tr("Only code runs.");
    const QString language = m_document.notebook().foreignLanguage();
    if (!language.isEmpty() && cell.runtime.isEmpty())
        return tr("This notebook is written in %1, which does not run here.").arg(language);
    if (cell.source.toUtf8().size() > limits::maxCodeBytes)
        return tr("This cell is longer than 1 MiB. Split it, or read the data from a file.");
    if (m_session.id.isNull() && cell.runtime.isEmpty())
        return tr("Choose a session first.");
    return {};
}

void CellRunner::run(const QStringList &ids)
{
    const bool before = isBusy();
    for (const QString &id : ids) {
        const Cell *cell = m_document.find(id);
        const bool isRunnable =
            cell && cell->kind == CellKind::Code && !cell->source.trimmed().isEmpty();
        if (!isRunnable || m_queue.contains(id))
            continue;
        if (const QString why = whyNot(*cell); !why.isEmpty()) {
            Q_EMIT refused(id, why);
            break;
        }
        m_queue.append(id);
        Q_EMIT cellStateChanged(id);
    }
    tellBusy(before);
    next();
}

void CellRunner::interrupt()
{
    const bool before = isBusy();
    dropQueue();
    if (m_running && m_running->run.isNull())
        m_running->isUnwanted = true;
    else if (m_running)
        m_desk.interrupt(m_running->run);
    tellBusy(before);
}

void CellRunner::cancel(const QString &id)
{
    const bool before = isBusy();
    if (m_queue.removeAll(id) == 0)
        return;
    Q_EMIT cellStateChanged(id);
    tellPlaces();
    tellBusy(before);
}

CellState CellRunner::state(const QString &id) const
{
    if (m_running && m_running->cell == id)
        return CellState::Running;
    if (m_queue.contains(id))
        return CellState::Queued;
    return m_states.value(id, CellState::Idle);
}

int CellRunner::queuePlace(const QString &id) const
{
    return int(m_queue.indexOf(id)) + 1;
}

RunId CellRunner::run(const QString &id) const
{
    return m_runs.value(id);
}

bool CellRunner::isChanged(const Cell &cell) const
{
    const auto ran = m_ran.constFind(cell.id);
    return ran != m_ran.cend() && *ran != cell.source;
}

std::optional<QString> CellRunner::runningCell() const
{
    return m_running ? std::optional(m_running->cell) : std::nullopt;
}

QDateTime CellRunner::runningSince() const
{
    return m_running ? m_running->started : QDateTime();
}

// ---- One after another

void CellRunner::next()
{
    if (m_running || m_queue.isEmpty())
        return;
    const QString id = m_queue.takeFirst();
    const Cell *cell = m_document.find(id);
    if (!cell)
        return;
    if (const QString why = whyNot(*cell); !why.isEmpty()) {
        giveUp(id, why);
        return;
    }
    m_running = Running{.cell = id, .number = ++m_submissions, .runtime = cell->runtime};
    m_ran.insert(id, cell->source);
    m_states.remove(id);
    Q_EMIT cellStateChanged(id);
    tellPlaces();
    const ScratchRun run{.session = cell->runtime.isEmpty() ? m_session : SessionRef(),
                         .code = cell->source.toUtf8(),
                         .runtime = cell->runtime};
    m_desk.run(run).then(this, [this, number = m_submissions](const Result<RunId> &answer) {
        if (m_running && m_running->number == number)
            onSubmitted(answer);
    });
}

void CellRunner::onSubmitted(const Result<RunId> &answer)
{
    if (!answer) {
        const QString id = m_running->cell;
        m_running.reset();
        giveUp(id, answer.error().text);
        return;
    }
    m_running->run = *answer;
    m_running->count = ++m_count;
    m_runs.insert(m_running->cell, *answer);
    m_document.setOutputs(m_running->cell, {}, {});
    Q_EMIT cellStateChanged(m_running->cell);
    if (m_running->isUnwanted)
        m_desk.interrupt(*answer);
    const QList<RunEvent> early = std::exchange(m_running->early, {});
    for (const RunEvent &event : early)
        onPublished(event);
}

void CellRunner::onPublished(const RunEvent &event)
{
    if (!m_running || m_running->isOver)
        return;
    if (m_running->run.isNull()) {
        m_running->early.append(event);
        return;
    }
    if (event.run != m_running->run)
        return;
    m_running->collector.add(event.body);
    if (std::holds_alternative<event::Started>(event.body)) {
        m_running->started = event.time;
        Q_EMIT cellStateChanged(m_running->cell);
    } else if (const auto *restarted = std::get_if<event::Restarted>(&event.body)) {
        // A new interpreter counts from 1; of one that this run found it is the first.
        m_count = restarted->beforeRun ? 1 : 0;
        if (restarted->beforeRun)
            m_running->count = 1;
    } else if (const auto *ended = std::get_if<event::Ended>(&event.body)) {
        m_running->ended = event.time;
        onEnded(*ended);
    }
}

// Plots are read from their files, which may take a while.
void CellRunner::onEnded(const event::Ended &ended)
{
    m_running->isOver = true;
    const bool hasRun = m_running->started.isValid();
    const std::optional<int> count = hasRun ? std::optional(m_running->count) : std::nullopt;
    inPool(*QThreadPool::globalInstance(),
           [collector = m_running->collector, count] { return collector.outputs(count); })
        .then(this, [this, ended, count,
                     number = m_running->number](const QList<notebook::Output> &outputs) {
            if (m_running && m_running->number == number)
                finish(ended, outputs, count);
        });
}

void CellRunner::finish(const event::Ended &ended, const QList<notebook::Output> &outputs,
                        std::optional<int> count)
{
    const Running over = *std::exchange(m_running, {});
    m_states.insert(over.cell, stateAfter(ended.state));
    m_document.setOutputs(over.cell, outputs, count);
    m_document.setTimes(over.cell, over.started, over.started.isValid() ? over.ended : QDateTime());
    if (ended.state != RunState::Complete)
        dropQueue();
    Q_EMIT cellStateChanged(over.cell);
    Q_EMIT finished(over.cell);
    tellBusy(true);
    next();
}

void CellRunner::giveUp(const QString &id, const QString &text)
{
    dropQueue();
    Q_EMIT cellStateChanged(id);
    tellBusy(true);
    Q_EMIT refused(id, text);
}

void CellRunner::dropQueue()
{
    const QStringList dropped = std::exchange(m_queue, {});
    for (const QString &id : dropped)
        Q_EMIT cellStateChanged(id);
}

void CellRunner::dropVanished()
{
    const bool before = isBusy();
    if (m_queue.removeIf([this](const QString &id) { return !m_document.find(id); }) > 0) {
        tellPlaces();
        tellBusy(before);
    }
}

// The document was read again: what runs goes on, and belongs to no cell any more.
void CellRunner::onReset()
{
    const bool before = isBusy();
    dropQueue();
    m_states.clear();
    m_runs.clear();
    m_ran.clear();
    tellBusy(before);
}

void CellRunner::tellPlaces()
{
    const QStringList queue = m_queue;
    for (const QString &id : queue)
        Q_EMIT cellStateChanged(id);
}

void CellRunner::tellBusy(bool before)
{
    if (isBusy() != before)
        Q_EMIT busyChanged(isBusy());
}

} // namespace glovebox::ui
