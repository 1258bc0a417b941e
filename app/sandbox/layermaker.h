// SPDX-License-Identifier: MIT
#pragma once

#include "interpreter.h"

namespace glovebox::sandbox {

// Makes one layer: a page with the role "snapshot", which never runs a client's code, boots,
// imports what the layer is to hold and sends its memory in parts.
class LayerMaker final : public QObject
{
    Q_OBJECT

public:
    LayerMaker(Pages &pages, QString layer, const QList<FontFile> &fonts,
               const Interpreter::Measure &measure);

    const QString &layer() const { return m_layer; }
    // Ends the page; no signal follows.
    void kill();

Q_SIGNALS:
    void measured(const glovebox::SealStatus &seals);
    // Last signal: one of both. Destroy it from a queued call only.
    // `head` as in worker::SnapshotPart.
    void made(const QByteArray &bytes, qint64 head);
    // `atFault`: the layer, and not the engine, which could not be asked.
    void failed(bool atFault);

private:
    void watchParts();
    void takePart(const worker::SnapshotPart &part);
    void fail(bool atFault);

    Pages &m_pages;
    QString m_layer;
    Interpreter m_interpreter;
    std::unique_ptr<QObject> m_timer;
    QByteArray m_bytes;
};

} // namespace glovebox::sandbox
