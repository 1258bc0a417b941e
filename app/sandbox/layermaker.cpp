// SPDX-License-Identifier: MIT
#include "layermaker.h"

#include "base/limits.h"
#include "base/logging.h"

namespace glovebox::sandbox {

LayerMaker::LayerMaker(Pages &pages, QString layer, const QList<FontFile> &fonts,
                       const Interpreter::Measure &measure)
    : m_pages(pages)
    , m_layer(std::move(layer))
    , m_interpreter(pages, {}, measure)
{
    qCInfo(lcSandbox).noquote() << "making the layer" << m_layer;
    connect(&m_interpreter, &Interpreter::measured, this, &LayerMaker::measured);
    connect(&m_interpreter, &Interpreter::received, this, [this](const WorkerMessage &message) {
        if (const auto *part = std::get_if<worker::SnapshotPart>(&message))
            takePart(*part);
    });
    connect(&m_interpreter, &Interpreter::ready, this, &LayerMaker::watchParts);
    // An engine that is gone, or launches no renderer, says nothing about the layer.
    connect(&m_interpreter, &Interpreter::ended, this,
            [this] { fail(m_interpreter.hasOpened() && m_pages.engine().isRunning()); });
    m_interpreter.boot(
        {InitOptions::Role::Snapshot, limits::defaultHeapBytes, {}, {}, {m_layer}, fonts});
}

void LayerMaker::kill()
{
    m_timer.reset();
    m_interpreter.kill();
}

// Somebody may wait for the layer, so it may not stop half-way for ever.
void LayerMaker::watchParts()
{
    m_timer = m_pages.clock().after(limits::layerMakingTimeout, this, [this] { fail(true); });
}

void LayerMaker::takePart(const worker::SnapshotPart &part)
{
    if (part.layer != m_layer || part.offset != m_bytes.size())
        return fail(true);
    watchParts();
    if (m_bytes.isEmpty())
        m_bytes.reserve(part.total);
    m_bytes += part.bytes;
    if (m_bytes.size() < part.total)
        return;
    kill();
    Q_EMIT made(std::exchange(m_bytes, {}), part.head);
}

void LayerMaker::fail(bool atFault)
{
    kill();
    Q_EMIT failed(atFault);
}

} // namespace glovebox::sandbox
