// SPDX-License-Identifier: MIT
#include "poolcontext.h"

#include "base/logging.h"
#include "sealprobe.h"

#include <QDir>

#include <algorithm>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// The run that took the spare has the processor first, as has an interpreter that is waited for.
constexpr auto spareDelay = 300ms;
constexpr int maxSpareFailures = 3;
// At most, of what reads code, where there is no snapshot yet: until it is there nobody is heard,
// so nothing else is needed sooner.
constexpr auto analyserHeadStart = limits::firstReaderPatience;

Interpreter::Measure measureOf(const SessionPool::Parts &parts)
{
    if (parts.measure)
        return parts.measure;
    return [&engine = parts.engine, allowRoot = parts.allowRoot](qint64, qint64 renderer) {
        return measureSeals(engine.facts().value_or(EngineFacts{}), renderer, allowRoot);
    };
}

SessionPool::Parts completed(SessionPool::Parts parts)
{
    if (!parts.processorTime)
        parts.processorTime = &processorTime;
    return parts;
}

QList<FontFile> fontsIn(const QString &assets)
{
    QList<FontFile> fonts;
    const QDir folder(assets + u"/fonts"_s);
    for (const QString &name : folder.entryList({u"*.ttc"_s, u"*.ttf"_s, u"*.otf"_s}, QDir::Files))
        fonts.append({u"/fonts/"_s + name, u"/usr/share/fonts/"_s + name});
    return fonts;
}

} // namespace

PoolContext::PoolContext(const SessionPool::Parts &parts)
    : m_parts(completed(parts))
    , m_tuning{.idleTime = parts.idleTime, .heapBytes = parts.heapBytes}
    , m_pages(parts.engine, parts.clock)
    , m_fonts(fontsIn(parts.assets))
    , m_keeper(m_pages, parts.snapshots, parts.assets, parts.runtime, m_fonts, measureOf(parts))
    , m_wheels(wheelParts())
    , m_lastRun(parts.clock.monotonic())
{
    const auto renewSpare = [this] {
        dropSpare();
        warmSpareLater();
    };
    connect(&m_keeper, &SnapshotKeeper::changed, this, renewSpare);
    connect(&m_wheels, &WheelKeeper::changed, this, renewSpare);
    connect(&m_keeper, &SnapshotKeeper::settled, this, &PoolContext::bootWaiting);
    connect(&m_keeper, &SnapshotKeeper::makingBare, this, [this] {
        bootWithoutLayers();
        Q_EMIT startsWithoutLayers();
    });
    connect(&m_keeper, &SnapshotKeeper::measured, this, &PoolContext::setSeals);
    connect(&parts.engine, &Engine::up, this, [this] {
        if (m_seals.level != SealStatus::Level::Broken)
            setProblem({});
        Q_EMIT engineUp();
        warmSpareLater();
    });
    connect(&parts.engine, &Engine::gaveUp, this,
            [this](const Error &error) { setProblem(error.text); });
}

PoolContext::~PoolContext()
{
    m_spare.reset();
}

void PoolContext::start()
{
    m_started = true;
    warmSpare();
    Q_EMIT engineUp(); // sessions that were made before
}

WheelKeeper::Parts PoolContext::wheelParts()
{
    return {.pages = m_pages,
            .folder = m_parts.snapshots.folder() + u"/wheels"_s,
            .assets = m_parts.assets,
            .measure = measureOf(m_parts),
            .idleTime =
                [this] {
                    if (m_running.use_count() > 1) // some execution has it, too
                        noteRun();
                    return m_parts.clock.monotonic() - m_lastRun;
                },
            .packingIdle = m_parts.packingIdle,
            .snapshots = [this] { return m_keeper.files(); },
            .layers = [this] { return m_keeper.layers(limits::defaultHeapBytes); }};
}

void PoolContext::stop()
{
    m_started = false;
    m_wheels.stop();
    m_spareTimer.reset();
    m_layerTimer.reset();
    m_headStart.reset();
    dropSpare();
}

Execution::Services PoolContext::services() const
{
    return {m_parts.hub, m_parts.output, m_parts.hostCalls,    m_parts.clock,
            &m_wheels,   m_running,      m_parts.processorTime};
}

void PoolContext::tune(const SessionPool::Tuning &tuning)
{
    const bool sameSpare =
        tuning.keepsSpare == m_tuning.keepsSpare && tuning.heapBytes == m_tuning.heapBytes;
    m_tuning = tuning;
    if (sameSpare)
        return;
    dropSpare();
    if (tuning.keepsSpare)
        warmSpareLater();
}

int PoolContext::sparesReady() const
{
    return m_spare && m_spare->state() == Interpreter::State::Ready ? 1 : 0;
}

std::unique_ptr<Interpreter> PoolContext::takeInterpreter(const SessionRequest &request)
{
    if (!canStart())
        return nullptr;
    if (m_spare && request.variables.isEmpty() && request.links.isEmpty() &&
        request.heapBytes == m_tuning.heapBytes) {
        m_spare->disconnect(this);
        connect(m_spare.get(), &Interpreter::measured, this, &PoolContext::setSeals);
        std::unique_ptr<Interpreter> taken = std::move(m_spare);
        warmSpareLater();
        return taken;
    }
    return makeInterpreter(sessionOptions(request));
}

std::unique_ptr<Interpreter> PoolContext::makeAnalyser()
{
    if (!canStart())
        return nullptr;
    return makeInterpreter(
        {InitOptions::Role::Analyser, limits::analyserHeapBytes, {}, {}, {}, {}});
}

bool PoolContext::canStart() const
{
    return m_started && canRun() && m_parts.engine.isRunning();
}

InitOptions PoolContext::sessionOptions(const SessionRequest &request) const
{
    return {InitOptions::Role::Session,
            request.heapBytes,
            request.variables,
            {},
            {},
            m_fonts,
            request.links,
            m_parts.folderBytes};
}

std::unique_ptr<Interpreter> PoolContext::makeInterpreter(const InitOptions &options)
{
    auto made = std::make_unique<Interpreter>(m_pages, m_keeper.files(), measureOf(m_parts));
    connect(made.get(), &Interpreter::measured, this, &PoolContext::setSeals);
    m_made.append(made.get());
    // Its renderer starts while the snapshot is verified; it is told to use it only then.
    m_waiting.append({made.get(), options});
    m_keeper.verify(options.heapBytes);
    if (m_keeper.isMakingBare())
        bootWithoutLayers();
    return made;
}

std::unique_ptr<Interpreter> PoolContext::takeMachine(qint64 heapBytes)
{
    if (!m_started || !canRun() || !m_parts.engine.isRunning())
        return nullptr;
    auto made = std::make_unique<Interpreter>(m_pages, QList<SnapshotFile>(), measureOf(m_parts));
    connect(made.get(), &Interpreter::measured, this, &PoolContext::setSeals);
    InitOptions options;
    options.role = InitOptions::Role::Programs;
    options.heapBytes = heapBytes;
    made->boot(options);
    return made;
}

void PoolContext::bootWaiting()
{
    for (Waiting &waiting : std::exchange(m_waiting, {})) {
        if (!waiting.interpreter)
            continue;
        waiting.options.snapshots = m_keeper.layers(waiting.options.heapBytes);
        boot(*waiting.interpreter, waiting.options);
    }
}

// The person is asked before anything runs, so what reads the code for them is needed first. It
// starts slowly like this, but while the layer is made.
void PoolContext::bootWithoutLayers()
{
    const auto reads = [](const Waiting &waiting) {
        return waiting.options.role == InitOptions::Role::Analyser;
    };
    for (const Waiting &waiting : std::as_const(m_waiting)) {
        if (!reads(waiting) || !waiting.interpreter)
            continue;
        giveHeadStart(*waiting.interpreter);
        boot(*waiting.interpreter, waiting.options);
    }
    m_waiting.removeIf(reads);
}

// Two that start at once on two processors take twice as long each, and the first question is
// asked before the first thing runs.
void PoolContext::giveHeadStart(Interpreter &interpreter)
{
    if (m_headStart)
        return;
    m_keeper.holdBare();
    const auto end = [this] {
        if (const auto timer = m_headStart.release())
            timer->deleteLater(); // it may be calling just now
        m_keeper.letBareBeMade();
    };
    m_headStart = m_parts.clock.after(analyserHeadStart, this, end);
    connect(&interpreter, &Interpreter::ready, this, end);
    connect(&interpreter, &Interpreter::ended, this, end);
}

void PoolContext::boot(Interpreter &interpreter, InitOptions options)
{
    m_wheels.setMaker(m_keeper.bytecodeDigest());
    if (options.role == InitOptions::Role::Session) {
        options.packs = m_wheels.bundled();
        QList<SnapshotFile> files;
        for (const WheelPack &pack : std::as_const(options.packs))
            files.append(WheelKeeper::fileOf(pack));
        interpreter.page().serve(files);
    }
    connect(&interpreter, &Interpreter::ready, this, [this](const worker::Ready &ready) {
        m_python = ready.python;
        if (!m_tuning.keepsSpare) // else the spare says when
            makeLayersLater();
        Q_EMIT interpreterReady(ready.python);
    });
    interpreter.boot(options, m_keeper.unchangedSince(options.snapshots));
}

// Sessions start from the bare layer meanwhile.
void PoolContext::makeLayersLater()
{
    m_layerTimer = m_parts.clock.after(limits::layerMakingDelay, this, [this] {
        m_keeper.makeMissing();
        if (m_keeper.isComplete())
            m_wheels.makeMissing();
    });
}

void PoolContext::warmSpareLater()
{
    m_spareTimer = m_parts.clock.after(spareDelay, this, [this] { warmSpare(); });
}

bool PoolContext::isStarting() const
{
    return std::ranges::any_of(m_made, [](const QPointer<Interpreter> &made) {
        return made && made->state() != Interpreter::State::Ready &&
               made->state() != Interpreter::State::Ended;
    });
}

void PoolContext::warmSpare()
{
    if (!m_tuning.keepsSpare || m_spare || !canStart() || m_spareFailures >= maxSpareFailures)
        return;
    m_made.removeIf([](const QPointer<Interpreter> &made) { return !made; });
    if (isStarting())
        return warmSpareLater();
    SessionRequest usual;
    usual.heapBytes = m_tuning.heapBytes;
    m_spare = makeInterpreter(sessionOptions(usual));
    connect(m_spare.get(), &Interpreter::ready, this, [this] {
        m_spareFailures = 0;
        makeLayersLater();
    });
    connect(m_spare.get(), &Interpreter::ended, this, [this](Interpreter::End how) {
        if (how == Interpreter::End::Failed && m_parts.engine.isRunning())
            startFailed(*m_spare);
        if (m_spare->hasOpened()) // else the engine is at fault, which is restarted for it
            ++m_spareFailures;
        dropSpare();
        warmSpareLater();
    });
}

void PoolContext::dropSpare()
{
    if (!m_spare)
        return;
    m_spare->disconnect(this);
    m_spare->kill();
    m_graveyard.bury(std::move(m_spare));
}

void PoolContext::startFailed(const Interpreter &interpreter)
{
    // All sessions start from it, so what one client put into its own says nothing about it. What
    // was changed is compared with its hash before it is used again.
    if (!interpreter.snapshots().isEmpty() && !interpreter.hasVariables() &&
        !interpreter.isOvertaken())
        m_keeper.distrust(interpreter.snapshots());
}

void PoolContext::setSeals(const SealStatus &seals)
{
    if (seals == m_seals)
        return;
    m_seals = seals;
    if (seals.level == SealStatus::Level::Broken) {
        qCCritical(lcSandbox).noquote() << seals.reason;
        setProblem(seals.reason);
    }
    Q_EMIT sealsChanged(seals);
}

void PoolContext::setProblem(const QString &problem)
{
    if (problem == m_problem)
        return;
    m_problem = problem;
    Q_EMIT problemChanged(problem);
}

} // namespace glovebox::sandbox
