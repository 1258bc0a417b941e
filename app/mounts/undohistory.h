// SPDX-License-Identifier: MIT
#pragma once

#include "change.h"
#include "mounttable.h"

#include <base/changedesk.h>
#include <base/limits.h>

#include <QFuture>
#include <QJsonObject>
#include <QObject>

#include <memory>

namespace glovebox::mounts {

class RunRecorder;

using glovebox::UndoableRun;

struct UndoLimits
{
    qint64 bytes = limits::maxUndoBytes; // of all before-images; the oldest run goes first
    qint64 bytesPerFile = limits::maxUndoFileBytes; // a larger file's change is listed only
    qint64 freeReserve = limits::freeSpaceReserve;
    std::chrono::hours lifetime = limits::undoLifetime; // then a run's changes are kept as they are
};

// What runs changed in read-write mounts, or what applies of staged changes did to the folder (then
// a "run" is the number of an apply, and `about` says whose stage it was): before the first change
// of a file its state is kept, so that the person can list each run's changes and undo them
// (DESIGN 1.3), in any order: what somebody else has changed since is a conflict, told and left
// alone.
//
// All members may be called from any thread, futures finish on threads of their own, and signals
// come from the thread that this object lives in. An empty list of paths means everything.
class UndoHistory final : public QObject
{
    Q_OBJECT

public:
    // `folder` is made when needed, 0700. An undo that a killed process had begun is finished or
    // taken back as soon as its mount is given.
    UndoHistory(MountTable &table, const QString &folder, const UndoLimits &limits = {},
                QObject *parent = nullptr);
    ~UndoHistory() override;

    void setLimits(const UndoLimits &limits);
    UndoLimits limits() const;

    QList<UndoableRun> runs() const; // newest first
    QJsonObject about(RunId run) const;
    // One that was never used, for what has no number of its own.
    RunId nextNumber();

    // By mount and path. `conflict` says why a change cannot be undone now.
    QFuture<Result<QList<Change>>> changes(RunId run);
    // Bytes of one side of a change, for diffs. After is the folder as it is now.
    QFuture<Result<QByteArray>> content(RunId run, const QString &mount, const QString &path,
                                        ChangeSide side, qint64 offset, qint64 length);
    // `paths` are those of changes(), "MOUNT/PATH".
    QFuture<Result<ChangeReport>> undo(RunId run, const QStringList &paths);
    // Gives the before-images up.
    void forget(RunId run);

    // For file calls: keeps the states of what one run is about to change.
    std::shared_ptr<RunRecorder> recorder(RunId run, const QJsonObject &about = {});
    // The run's files are closed: their last states are noted. At once for later changes().
    void endRun(RunId run);

Q_SIGNALS:
    void changed(glovebox::RunId run);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace glovebox::mounts
