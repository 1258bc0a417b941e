// SPDX-License-Identifier: MIT
#pragma once

#include "graveyard.h"
#include "interpreter.h"
#include "snapshotstore.h"

namespace glovebox::sandbox {

// Has the bare layer verified, or made by a page with the role "snapshot" that never runs a
// client's code. Interpreters boot when it has settled: from the layer, or without it if there is
// none to be had.
class SnapshotKeeper final : public QObject
{
    Q_OBJECT

public:
    SnapshotKeeper(Pages &pages, SnapshotStore &store, const QString &assets,
                   const QString &runtime, const Interpreter::Measure &measure);
    ~SnapshotKeeper() override;

    // Begins; again after settled: verifies once more before another page gets it.
    void verify();

    bool isSettled() const { return m_settled; }
    // Layers for a page to boot from, in order; empty while not settled, or when there are none.
    QStringList layers() const;
    // What every page may be handed. The file may not be there, or not be good, yet: nobody is
    // told to use it before it is verified.
    QList<SnapshotFile> files() const { return {m_store.file(bareLayer())}; }
    // An interpreter did not come up from it.
    void distrust();

    static QString bareLayer();

Q_SIGNALS:
    void settled();
    // The seals of the page that makes the layer do not hold.
    void measured(const glovebox::SealStatus &seals);

private:
    void judge();
    void make();
    void makerEnded();
    void makingFailed();
    void watchParts();
    void takePart(const worker::SnapshotPart &part);
    void stored(const Result<SnapshotFile> &result);
    void settle(bool available);
    SnapshotInputs completeInputs() const;

    Pages &m_pages;
    SnapshotStore &m_store;
    QString m_assets;
    QString m_runtime;
    Interpreter::Measure m_measure;
    std::optional<Result<SnapshotInputs>> m_inputs;
    std::optional<Result<StoredSnapshot>> m_found;
    std::unique_ptr<Interpreter> m_maker;
    Graveyard m_graveyard;
    std::unique_ptr<QObject> m_partTimer;
    QByteArray m_bytes;
    bool m_measuring = false;
    bool m_settled = false;
    bool m_available = false;
    bool m_distrusted = false;
    int m_failures = 0;
};

} // namespace glovebox::sandbox
