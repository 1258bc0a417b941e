// SPDX-License-Identifier: MIT
#pragma once

#include "base/limits.h"
#include "graveyard.h"
#include "wheelpacker.h"
#include "wheelpackstore.h"

#include <QSet>

#include <deque>
#include <functional>

namespace glovebox::sandbox {

// Sees to it that packages which are in no layer need not be unpacked and compiled in every
// session: packs each bundled wheel once, when nothing has run for a while, and installed ones when
// it is asked to. What a page gets is verified there (wheelpacks.mjs).
class WheelKeeper final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        Pages &pages;
        QString folder; // of the packs
        QString assets;
        Interpreter::Measure measure;
        std::function<std::chrono::milliseconds()> idleTime; // since anything ran
        std::chrono::milliseconds packingIdle = limits::wheelPackingIdle;
        std::function<QList<SnapshotFile>()> snapshots;
        std::function<QStringList()> layers; // to boot from
    };

    explicit WheelKeeper(Parts parts);
    ~WheelKeeper() override;

    // What bytecode depends on; known before an interpreter is told to boot. Empty: not known yet.
    void setMaker(const QString &maker) { m_maker = maker; }

    // Of the wheels that every session may use.
    QList<WheelPack> bundled() const;
    std::optional<WheelPack> find(const QString &wheel) const;
    // Begins to pack what is missing of the bundled wheels; verifies the rest once.
    void makeMissing();
    // Packs this wheel as well, for the sessions to come.
    void add(const WheelToPack &wheel);
    void stop();

    // As the engine serves it.
    static SnapshotFile fileOf(const WheelPack &pack);

Q_SIGNALS:
    // Everything that was wanted is packed, and something is new.
    void changed();

private:
    void readLock();
    void makeWanted();
    void later();
    void next();
    void packed(const QByteArray &bytes, qint64 head);
    void failed(const QString &reason);
    void settle();
    void buryPacker();

    Parts m_parts;
    WheelPackStore m_store;
    QString m_maker;
    QList<WheelToPack> m_bundled; // in the order in which they are packed
    std::deque<WheelToPack> m_queue;
    QSet<QString> m_failed; // in this process
    std::unique_ptr<WheelPacker> m_packer;
    Graveyard m_graveyard;
    std::unique_ptr<QObject> m_timer;
    bool m_verified = false;
    bool m_made = false; // something, since `changed`
    bool m_packing = false;
    bool m_stopped = false;
};

} // namespace glovebox::sandbox
