// SPDX-License-Identifier: MIT
#pragma once

#include "change.h"
#include "mounttable.h"

#include <base/changedesk.h>
#include <base/clock.h>
#include <base/limits.h>

#include <QFuture>
#include <QHash>
#include <QObject>
#include <QThreadPool>

#include <memory>

namespace glovebox::mounts {

class Overlay;
class UndoHistory;

using glovebox::StageRef;
using glovebox::StageSummary;

struct StagingLimits
{
    qint64 bytesPerStage = limits::maxStageBytes;
    int entriesPerStage = limits::maxStageEntries;
    qint64 freeReserve = limits::freeSpaceReserve; // of the disk that holds the profile
    std::chrono::hours discardLifetime{7 * 24};    // then what was discarded is gone for good
};

// Staged mounts (DESIGN 1.3): what a client writes lands in a stage of its own, on disk in the
// profile, where only that client's runs and file tools see it. The person looks at the
// differences and applies or discards them, all or some.
//
// All members may be called from any thread, futures finish on threads of their own, and
// signals come from the thread that this object lives in. Paths are relative to the mount's
// root; an empty list of paths means everything. A change inside an added or moved folder needs
// that folder: applying the one includes the other, and discarding the folder includes what is
// in it.
class Staging final : public QObject
{
    Q_OBJECT

public:
    // `folder` is made when needed, 0700. Anything that a killed process had begun to apply is
    // finished or taken back as soon as its mount is given.
    // What applying does to folders is kept in `applied`, so that it can be undone; it and the
    // clock outlive this.
    Staging(MountTable &table, const QString &folder, const StagingLimits &limits = {},
            UndoHistory *applied = nullptr, Clock &clock = systemClock(),
            QObject *parent = nullptr);
    ~Staging() override;

    // Those that hold changes, ordered by mount and client; cheap.
    QList<StageSummary> stages() const;

    // By path. `conflict` tells which ones the folder's own later changes stand against.
    QFuture<Result<QList<Change>>> changes(const StageRef &stage);
    // Bytes of one side of a change, for diffs; empty where that side has no file. Before is the
    // folder as it is now.
    QFuture<Result<QByteArray>> content(const StageRef &stage, const QString &path, ChangeSide side,
                                        qint64 offset, qint64 length);

    using OnConflict = ChangeDesk::OnConflict;
    // Each file becomes the new one at once or stays the old one, also when the process is
    // killed meanwhile. What was applied is no longer in the stage.
    // `seen` as in ChangeDesk.
    QFuture<Result<ChangeReport>> apply(const StageRef &stage, const QStringList &paths,
                                        OnConflict onConflict = OnConflict::Refuse,
                                        const QHash<QString, QString> &seen = {});
    // Kept for StagingLimits::discardLifetime, at most 100 of one stage; the oldest are given up
    // before then when they are larger than a stage may be, or the disk becomes full.
    QFuture<Result<ChangeReport>> discard(const StageRef &stage, const QStringList &paths);
    QList<UndoableDiscard> discards() const; // newest first; cheap
    // `conflict` tells what cannot be staged again now. Before is the folder as it is now.
    QFuture<Result<QList<Change>>> discardedChanges(RunId number);
    QFuture<Result<QByteArray>> discardedContent(RunId number, const QString &path, ChangeSide side,
                                                 qint64 offset, qint64 length);
    QFuture<Result<ChangeReport>> undoDiscard(RunId number, const QStringList &paths);
    // As ChangeDesk::stageMerged().
    QFuture<Result<ChangeReport>> putMerged(const StageRef &stage, const QString &path,
                                            const QByteArray &content, const QString &revision,
                                            const QByteArray &folder);

    // For file calls and tools: the stage, opened or begun. Errors are sentences for a model.
    Result<std::shared_ptr<Overlay>> overlay(const StageRef &stage, const QString &hostPath,
                                             std::shared_ptr<const MountRoot> root);

Q_SIGNALS:
    // Its changes are others now. Many changes between two turns of the event loop are one signal.
    void changed(const glovebox::StageRef &stage);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace glovebox::mounts
