// SPDX-License-Identifier: MIT
#pragma once

#include "graveyard.h"
#include "layermaker.h"
#include "snapshotstore.h"

#include <QSet>

#include <functional>

namespace glovebox::sandbox {

// Keeps the layers that interpreters boot from: "bare", the interpreter alone, and "data", with
// numpy, pandas and matplotlib imported. Both are verified each time before a page gets one. The
// bare layer is made when it is missing, and everybody waits for it; the data layer is made when
// there is time. Interpreters boot when it has settled: from the best layer there is, or without.
class SnapshotKeeper final : public QObject
{
    Q_OBJECT

public:
    SnapshotKeeper(Pages &pages, SnapshotStore &store, const QString &assets,
                   const QString &runtime, const QList<FontFile> &fonts,
                   const Interpreter::Measure &measure);
    ~SnapshotKeeper() override;

    // Begins; again after settled: verifies once more what a page with such a heap is going to get.
    void verify(qint64 heapBytes);

    bool isSettled() const { return m_settled; }
    // The layer "data" is there, so nothing is left to make.
    bool isComplete() const { return m_settled && m_layers[dataLayer()].good; }
    // Of the files that bytecode depends on; empty while they are not known.
    QString bytecodeDigest() const;
    // There is no layer at all, and the bare one is being made: `settled` is seconds away.
    bool isMakingBare() const;
    // The layer for a page with such a heap to boot from; empty while not settled, or when there
    // is none.
    QStringList layers(qint64 heapBytes) const;
    // The layer's file is still the one that was verified last.
    std::function<bool()> unchangedSince(const QStringList &layers) const;
    // What every page may be handed. A file may not be there, or not be good, yet: nobody is
    // told to use it before it is verified.
    QList<SnapshotFile> files() const;
    // Making the bare layer waits for letBareBeMade(): an interpreter that does without it has the
    // processor first. Called by who hears `makingBare`.
    void holdBare() { m_holdsBare = true; }
    void letBareBeMade();
    // Makes the data layer if it is missing, while interpreters go on starting from the bare one.
    void makeMissing();
    // An interpreter did not come up from these.
    void distrust(const QStringList &layers);

    static QString bareLayer();
    static QString dataLayer();

Q_SIGNALS:
    void settled();
    void makingBare();
    // There is another layer to start from than the last ones got.
    void changed();
    // The seals of the page that makes a layer do not hold.
    void measured(const glovebox::SealStatus &seals);

private:
    struct Layer
    {
        std::optional<Result<StoredSnapshot>> found;
        bool distrusted = false;
        bool good = false;   // verified and made from what is there now
        QString stamp;       // of its file, when it was verified
        bool isTold = false; // that it was changed; until it is made again
        int failures = 0;
    };

    void want(const QString &name);
    void look(const QString &name);
    void found(const QString &name, const Result<StoredSnapshot> &found);
    void judge();
    bool isGood(const Layer &layer) const;
    void make(const QString &name);
    void makerMade(const QByteArray &bytes, qint64 head);
    void makerFailed(bool atFault);
    void stored(const QString &name, const Result<SnapshotFile> &result);
    void settle();
    void verifyRest();
    void buryMaker();
    SnapshotInputs completeInputs() const;

    Pages &m_pages;
    SnapshotStore &m_store;
    QString m_assets;
    QString m_runtime;
    QList<FontFile> m_fonts;
    Interpreter::Measure m_measure;
    std::optional<Result<SnapshotInputs>> m_inputs;
    QHash<QString, Layer> m_layers;
    QSet<QString> m_wanted; // layers that are verified until it settles
    std::unique_ptr<LayerMaker> m_maker;
    Graveyard m_graveyard;
    bool m_bareIsDue = false; // is held, or about to begin
    bool m_holdsBare = false;
    bool m_measuring = false;
    QString m_restStamp; // of the data layer's file when its rest was verified, or began to be
    bool m_settled = false;
};

} // namespace glovebox::sandbox
