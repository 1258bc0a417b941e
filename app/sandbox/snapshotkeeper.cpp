// SPDX-License-Identifier: MIT
#include "snapshotkeeper.h"

#include "base/limits.h"
#include "base/logging.h"

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

namespace {

// Of making or using a snapshot, in one process; then interpreters start without one.
constexpr int maxFailures = 3;

} // namespace

SnapshotKeeper::SnapshotKeeper(Pages &pages, SnapshotStore &store, const QString &assets,
                               const QString &runtime, const Interpreter::Measure &measure)
    : m_pages(pages)
    , m_store(store)
    , m_assets(assets)
    , m_runtime(runtime)
    , m_measure(measure)
{
    connect(&pages.engine(), &Engine::up, this, &SnapshotKeeper::judge);
}

SnapshotKeeper::~SnapshotKeeper() = default;

QString SnapshotKeeper::bareLayer()
{
    return u"bare"_s;
}

QStringList SnapshotKeeper::layers() const
{
    return m_settled && m_available ? QStringList{bareLayer()} : QStringList();
}

void SnapshotKeeper::verify()
{
    if (m_maker)
        return;
    m_settled = false;
    m_found.reset();
    m_store.verify(bareLayer()).then(this, [this](const Result<StoredSnapshot> &found) {
        m_found = found;
        judge();
    });
    if (!m_inputs && !std::exchange(m_measuring, true)) {
        m_store.measureInputs(m_assets, m_runtime)
            .then(this, [this](const Result<SnapshotInputs> &inputs) {
                m_inputs = inputs;
                judge();
            });
    }
}

SnapshotInputs SnapshotKeeper::completeInputs() const
{
    SnapshotInputs inputs = **m_inputs;
    const EngineFacts facts = m_pages.engine().facts().value_or(EngineFacts{});
    inputs.values.insert(u"qt"_s, facts.qtVersion);
    inputs.values.insert(u"chromium"_s, facts.chromiumVersion);
    inputs.values.insert(u"flags"_s, facts.flags);
    return inputs;
}

// All three answers are needed: what the layer must be made from, which engine it is for, and what
// is on disk.
void SnapshotKeeper::judge()
{
    if (m_settled || m_maker || !m_inputs || !m_found || !m_pages.engine().facts())
        return;
    if (!*m_inputs) {
        qCCritical(lcSandbox).noquote() << m_inputs->error().text << m_inputs->error().detail;
        return settle(false);
    }
    if (m_failures >= maxFailures)
        return settle(false);
    if (!m_distrusted && *m_found && (*m_found)->inputsDigest == completeInputs().digest())
        return settle(true);
    if (!*m_found && m_found->error().code == ErrorCode::Corrupt)
        qCWarning(lcSandbox).noquote() << m_found->error().text << m_found->error().detail;
    make();
}

void SnapshotKeeper::make()
{
    qCInfo(lcSandbox) << "making the interpreter's snapshot";
    m_bytes.clear();
    m_maker = std::make_unique<Interpreter>(m_pages, QList<SnapshotFile>(), m_measure);
    connect(m_maker.get(), &Interpreter::measured, this, &SnapshotKeeper::measured);
    connect(m_maker.get(), &Interpreter::received, this, [this](const WorkerMessage &message) {
        if (const auto *part = std::get_if<worker::SnapshotPart>(&message))
            takePart(*part);
    });
    connect(m_maker.get(), &Interpreter::ready, this, &SnapshotKeeper::watchParts);
    connect(m_maker.get(), &Interpreter::ended, this, &SnapshotKeeper::makerEnded);
    m_maker->boot({InitOptions::Role::Snapshot, limits::defaultHeapBytes, {}, {}, {}, {}});
}

void SnapshotKeeper::makerEnded()
{
    // An engine that is gone, or launches no renderer, says nothing about the snapshot.
    if (m_maker->hasOpened() && m_pages.engine().isRunning())
        makingFailed();
    else
        settle(false);
}

void SnapshotKeeper::makingFailed()
{
    qCWarning(lcSandbox) << "no snapshot could be made";
    ++m_failures;
    settle(false);
}

// Everybody waits for the snapshot, so it may not stop half-way for ever.
void SnapshotKeeper::watchParts()
{
    m_partTimer = m_pages.clock().after(limits::sessionStartTimeout, this, [this] { makingFailed(); });
}

void SnapshotKeeper::takePart(const worker::SnapshotPart &part)
{
    if (part.layer != bareLayer() || part.offset != m_bytes.size())
        return makingFailed();
    watchParts();
    if (m_bytes.isEmpty())
        m_bytes.reserve(part.total);
    m_bytes += part.bytes;
    if (m_bytes.size() < part.total)
        return;
    m_maker->kill();
    m_partTimer.reset();
    m_distrusted = false;
    m_store.store(bareLayer(), completeInputs(), m_bytes)
        .then(this, [this](const Result<SnapshotFile> &result) { stored(result); });
    m_bytes.clear();
}

void SnapshotKeeper::stored(const Result<SnapshotFile> &result)
{
    if (!result)
        qCWarning(lcSandbox).noquote() << result.error().text << result.error().detail;
    settle(result.has_value());
}

void SnapshotKeeper::settle(bool available)
{
    if (m_maker) {
        m_maker->kill();
        m_graveyard.bury(std::move(m_maker));
    }
    m_partTimer.reset();
    m_available = available;
    m_settled = true;
    Q_EMIT settled();
}

void SnapshotKeeper::distrust()
{
    m_distrusted = true;
    m_available = false;
    ++m_failures;
}

} // namespace glovebox::sandbox
