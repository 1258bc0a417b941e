// SPDX-License-Identifier: MIT
#include "snapshotkeeper.h"

#include "base/limits.h"
#include "base/logging.h"

#include <algorithm>
#include <utility>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

namespace {

// Of making or using a layer, in one process; then interpreters start without it.
constexpr int maxFailures = 3;

} // namespace

SnapshotKeeper::SnapshotKeeper(Pages &pages, SnapshotStore &store, const QString &assets,
                               const QString &runtime, const QList<FontFile> &fonts,
                               const Interpreter::Measure &measure)
    : m_pages(pages)
    , m_store(store)
    , m_assets(assets)
    , m_runtime(runtime)
    , m_fonts(fonts)
    , m_measure(measure)
    , m_layers({{bareLayer(), {}}, {dataLayer(), {}}})
{
    connect(&pages.engine(), &Engine::up, this, &SnapshotKeeper::judge);
}

SnapshotKeeper::~SnapshotKeeper() = default;

QString SnapshotKeeper::bareLayer()
{
    return u"bare"_s;
}

QString SnapshotKeeper::dataLayer()
{
    return u"data"_s;
}

QStringList SnapshotKeeper::layers(qint64 heapBytes) const
{
    if (m_settled && m_layers[dataLayer()].good && heapBytes >= limits::minDataLayerHeapBytes)
        return {dataLayer()};
    if (m_settled && m_layers[bareLayer()].good)
        return {bareLayer()};
    return {};
}

QList<SnapshotFile> SnapshotKeeper::files() const
{
    return {m_store.file(dataLayer()), m_store.file(bareLayer())};
}

void SnapshotKeeper::verify(qint64 heapBytes)
{
    if (isMakingBare())
        return;
    if (std::exchange(m_settled, false)) {
        m_wanted.clear();
        for (auto &layer : m_layers)
            layer.found.reset();
    }
    // Hashing is what a start spends most of its second processor on: the bare layer only where
    // the other one is not to be had.
    want(heapBytes >= limits::minDataLayerHeapBytes ? dataLayer() : bareLayer());
    if (!m_inputs && !std::exchange(m_measuring, true)) {
        m_store.measureInputs(m_assets, m_runtime)
            .then(this, [this](const Result<SnapshotInputs> &inputs) {
                m_inputs = inputs;
                judge();
            });
    }
}

void SnapshotKeeper::want(const QString &name)
{
    if (m_wanted.contains(name))
        return;
    m_wanted.insert(name);
    look(name);
}

void SnapshotKeeper::look(const QString &name)
{
    m_store.verify(name).then(this, [this, name](const Result<StoredSnapshot> &result) {
        // The first start does not wait for the rest. A file that was changed while this program
        // runs is compared as a whole, or its sessions would fail one after the other.
        const bool isOther =
            result && name == dataLayer() && !m_restStamp.isEmpty() && result->stamp != m_restStamp;
        if (!isOther)
            return found(name, result);
        m_store.verifyRest(name).then(this, [this, name, result](const Result<> &rest) {
            if (rest)
                m_restStamp = result->stamp;
            found(name, rest ? result : std::unexpected(rest.error()));
        });
    });
}

void SnapshotKeeper::found(const QString &name, const Result<StoredSnapshot> &found)
{
    m_layers[name].found = found;
    judge();
}

// Whoever writes to the file between its verification and its use alters its stamp.
std::function<bool()> SnapshotKeeper::unchangedSince(const QStringList &layers) const
{
    QList<std::pair<QString, QString>> stamps;
    for (const QString &name : layers) {
        const Layer &layer = m_layers[name];
        stamps.append({m_store.file(name).path, layer.stamp});
    }
    return [stamps] {
        return std::ranges::all_of(stamps, [](const auto &one) {
            return one.second.isEmpty() || fileStamp(one.first) == one.second;
        });
    };
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

QString SnapshotKeeper::bytecodeDigest() const
{
    if (!m_inputs || !*m_inputs)
        return {};
    SnapshotInputs bytecode;
    for (const QString &name :
         {u"pyodide/pyodide.asm.wasm"_s, u"pyodide/python_stdlib.zip"_s,
          u"pyodide/worker/wheelpacks.mjs"_s, u"pyodide/python/_glovebox/wheels.py"_s})
        bytecode.values.insert(name, (*m_inputs)->values.value(name));
    return bytecode.digest();
}

bool SnapshotKeeper::isGood(const Layer &layer) const
{
    return !layer.distrusted && layer.failures < maxFailures && layer.found && *layer.found &&
           (*layer.found)->inputsDigest == completeInputs().digest();
}

// All answers are needed: what a layer must be made from, which engine it is for, and what is on
// disk.
void SnapshotKeeper::judge()
{
    const bool looked = std::ranges::all_of(std::as_const(m_wanted), [this](const QString &name) {
        return m_layers[name].found.has_value();
    });
    if (m_settled || m_wanted.isEmpty() || !m_inputs || !looked || !m_pages.engine().facts())
        return;
    if (isMakingBare())
        return;
    if (!*m_inputs)
        qCCritical(lcSandbox).noquote() << m_inputs->error().text << m_inputs->error().detail;
    for (const QString &name : std::as_const(m_wanted)) {
        Layer &layer = m_layers[name];
        layer.good = *m_inputs && isGood(layer);
        layer.stamp = *layer.found ? (*layer.found)->stamp : QString();
        const bool isCorrupt = !*layer.found && (*layer.found).error().code == ErrorCode::Corrupt;
        if (isCorrupt && !std::exchange(layer.isTold, true))
            qCWarning(lcSandbox).noquote()
                << (*layer.found).error().text << (*layer.found).error().detail;
    }
    const Layer &bare = m_layers[bareLayer()];
    const bool needsBare = !m_layers[dataLayer()].good;
    if (*m_inputs && needsBare && !m_wanted.contains(bareLayer()))
        return want(bareLayer());
    if (!*m_inputs || bare.good || !needsBare || bare.failures >= maxFailures)
        return settle();
    buryMaker(); // of the data layer: it has to wait
    m_bareIsDue = true;
    Q_EMIT makingBare();
    if (!m_holdsBare)
        letBareBeMade();
}

void SnapshotKeeper::letBareBeMade()
{
    m_holdsBare = false;
    if (std::exchange(m_bareIsDue, false))
        make(bareLayer());
}

bool SnapshotKeeper::isMakingBare() const
{
    return m_bareIsDue || (m_maker && m_maker->layer() == bareLayer());
}

void SnapshotKeeper::makeMissing()
{
    const Layer &data = m_layers[dataLayer()];
    if (m_settled && !m_maker && m_inputs && *m_inputs && m_pages.engine().isRunning() &&
        !data.good && data.failures < maxFailures)
        make(dataLayer());
}

void SnapshotKeeper::make(const QString &name)
{
    m_maker = std::make_unique<LayerMaker>(
        m_pages, name, name == dataLayer() ? m_fonts : QList<FontFile>(), m_measure);
    connect(m_maker.get(), &LayerMaker::measured, this, &SnapshotKeeper::measured);
    connect(m_maker.get(), &LayerMaker::made, this, &SnapshotKeeper::makerMade);
    connect(m_maker.get(), &LayerMaker::failed, this, &SnapshotKeeper::makerFailed);
}

void SnapshotKeeper::makerMade(const QByteArray &bytes, qint64 head)
{
    const QString name = m_maker->layer();
    m_layers[name].distrusted = false;
    m_store.store(name, completeInputs(), bytes, head)
        .then(this, [this, name](const Result<SnapshotFile> &result) { stored(name, result); });
}

void SnapshotKeeper::makerFailed(bool atFault)
{
    if (atFault) {
        qCWarning(lcSandbox).noquote() << "the layer" << m_maker->layer() << "could not be made";
        ++m_layers[m_maker->layer()].failures;
    }
    const bool wanted = m_maker->layer() == bareLayer();
    buryMaker();
    if (wanted)
        settle();
}

void SnapshotKeeper::stored(const QString &name, const Result<SnapshotFile> &result)
{
    if (!result)
        qCWarning(lcSandbox).noquote() << result.error().text << result.error().detail;
    buryMaker();
    m_layers[name].good = result.has_value();
    m_layers[name].isTold = false;
    m_layers[name].stamp = result ? fileStamp(result->path) : QString();
    if (result)
        qCInfo(lcSandbox).noquote() << "the layer" << name << "is made";
    if (!result)
        ++m_layers[name].failures;
    if (name == bareLayer())
        settle();
    else if (result)
        Q_EMIT changed();
}

void SnapshotKeeper::buryMaker()
{
    if (!m_maker)
        return;
    m_maker->disconnect(this);
    m_maker->kill();
    m_graveyard.bury(std::move(m_maker));
}

void SnapshotKeeper::settle()
{
    m_settled = true;
    Q_EMIT settled();
    const Layer &data = m_layers[dataLayer()];
    if (data.good && m_restStamp.isEmpty()) {
        m_restStamp = data.stamp;
        verifyRest();
    }
}

// Of the data layer: a page compares each part of it with its hash when it takes it, so nobody
// waits for this; but who was refused something must not be refused for ever.
void SnapshotKeeper::verifyRest()
{
    m_store.verifyRest(dataLayer()).then(this, [this](const Result<> &result) {
        if (result)
            return;
        qCWarning(lcSandbox).noquote() << result.error().text << result.error().detail;
        distrust({dataLayer()});
        Q_EMIT changed();
    });
}

void SnapshotKeeper::distrust(const QStringList &layers)
{
    for (const QString &name : layers) {
        Layer &layer = m_layers[name];
        layer.distrusted = true;
        layer.good = false;
        ++layer.failures;
    }
}

} // namespace glovebox::sandbox
