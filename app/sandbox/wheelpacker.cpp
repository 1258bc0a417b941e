// SPDX-License-Identifier: MIT
#include "wheelpacker.h"

#include "base/limits.h"
#include "base/logging.h"
#include "base/record.h"

#include <QFile>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

WheelPacker::WheelPacker(Pages &pages, const QList<SnapshotFile> &snapshots,
                         const QStringList &layers, const Interpreter::Measure &measure)
    : m_pages(pages)
    , m_interpreter(pages, snapshots, measure)
{
    connect(&m_interpreter.page(), &Page::opened, this,
            [this](qint64 pid) { m_pages.engine().yieldProcessor(pid); });
    connect(&m_interpreter, &Interpreter::received, this, [this](const WorkerMessage &message) {
        if (const auto *part = std::get_if<worker::SnapshotPart>(&message))
            takePart(*part);
    });
    connect(&m_interpreter, &Interpreter::ready, this, &WheelPacker::send);
    connect(&m_interpreter, &Interpreter::ended, this,
            [this](Interpreter::End, const QString &reason) { fail(reason); });
    InitOptions options;
    options.role = InitOptions::Role::Packer;
    options.heapBytes = limits::defaultHeapBytes;
    options.snapshots = layers;
    m_interpreter.boot(options);
}

void WheelPacker::pack(const WheelToPack &wheel)
{
    m_wheel = wheel;
    if (m_interpreter.state() == Interpreter::State::Ready)
        send();
}

void WheelPacker::send()
{
    if (!m_wheel)
        return;
    watch();
    if (m_wheel->url.isEmpty()) {
        QFile file(m_wheel->path);
        const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        if (sha256Hex(bytes) != m_wheel->wheel)
            return fail(u"its file is not the one that was named"_s);
        for (const QJsonObject &part : fileMessages(m_wheel->wheel, bytes))
            m_interpreter.page().post(part);
    }
    m_interpreter.page().post(
        packMessage(m_wheel->wheel, m_wheel->name, m_wheel->version, m_wheel->url));
}

void WheelPacker::kill()
{
    m_timer.reset();
    m_interpreter.kill();
}

void WheelPacker::watch()
{
    m_timer = m_pages.clock().after(limits::layerMakingTimeout, this,
                                    [this] { fail(u"it took too long"_s); });
}

void WheelPacker::takePart(const worker::SnapshotPart &part)
{
    if (!m_wheel || part.layer != m_wheel->wheel || part.offset != m_bytes.size())
        return fail(u"it sent what nobody asked for"_s);
    watch();
    if (m_bytes.isEmpty())
        m_bytes.reserve(part.total);
    m_bytes += part.bytes;
    if (m_bytes.size() < part.total)
        return;
    m_timer.reset();
    m_wheel.reset();
    Q_EMIT packed(std::exchange(m_bytes, {}), part.head);
}

void WheelPacker::fail(const QString &reason)
{
    kill();
    Q_EMIT failed(reason);
}

} // namespace glovebox::sandbox
