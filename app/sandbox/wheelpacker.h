// SPDX-License-Identifier: MIT
#pragma once

#include "interpreter.h"

namespace glovebox::sandbox {

// A wheel whose bytecode is wanted.
struct WheelToPack
{
    QString wheel; // SHA-256
    QString name;
    QString version;
    QString url;  // of the page's origin; empty: the bytes are sent
    QString path; // where they are then
};

// Unpacks and compiles one wheel after the other in a page that runs no client's code and no code
// of the wheels. A page that packed a wheel from elsewhere is used for no other one: that wheel's
// bytes may have got the better of it.
class WheelPacker final : public QObject
{
    Q_OBJECT

public:
    WheelPacker(Pages &pages, const QList<SnapshotFile> &snapshots, const QStringList &layers,
                const Interpreter::Measure &measure);

    // One at a time.
    void pack(const WheelToPack &wheel);
    void kill();

Q_SIGNALS:
    void packed(const QByteArray &bytes, qint64 head);
    void failed(const QString &reason); // and the page is gone

private:
    void send();
    void takePart(const worker::SnapshotPart &part);
    void fail(const QString &reason);
    void watch();

    Pages &m_pages;
    Interpreter m_interpreter;
    std::optional<WheelToPack> m_wheel;
    QByteArray m_bytes;
    std::unique_ptr<QObject> m_timer;
};

} // namespace glovebox::sandbox
