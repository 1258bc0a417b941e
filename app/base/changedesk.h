// SPDX-License-Identifier: MIT
#pragma once

#include "filechange.h"
#include "result.h"

#include <QFuture>
#include <QHash>
#include <QObject>

namespace glovebox {

// The stage of one client on one mount.
struct StageRef
{
    QString mount;
    ClientId client;

    friend bool operator==(const StageRef &, const StageRef &) = default;
    friend size_t qHash(const StageRef &ref, size_t seed = 0)
    {
        return qHashMulti(seed, ref.mount, ref.client);
    }
};

struct StageSummary
{
    StageRef ref;
    QString hostPath;
    int changes = 0;  // as ChangeDesk::stagedChanges() lists them
    qint64 bytes = 0; // kept in the profile for them
    // The mount is not given any more, or its folder is gone: changes can be read and discarded,
    // but not applied, until it is given again under the same name and path.
    bool isMounted = true;
    QString clientLabel = {}; // as the person knows the client

    bool operator==(const StageSummary &) const = default;
};

struct UndoableRun
{
    RunId run;
    QDateTime ended; // UTC; null while it runs
    int changes = 0;
    qint64 bytes = 0; // of before-images kept for it
    // Some of its before-images were given up or never kept, because of the bounds.
    bool isPartial = false;

    bool operator==(const UndoableRun &) const = default;
};

// Staged changes that the person applied, which can be taken back for some time.
struct UndoableApply
{
    RunId number; // of applies, counted on their own
    StageRef stage;
    QDateTime applied; // UTC
    int changes = 0;
    qint64 bytes = 0;
    bool isPartial = false;
    QString clientLabel = {}; // as the person knows the client

    bool operator==(const UndoableApply &) const = default;
};

// Staged changes that the person discarded, which can be taken back for some time.
struct UndoableDiscard
{
    RunId number; // of discards, counted on their own
    StageRef stage;
    QDateTime discarded; // UTC
    int changes = 0;
    qint64 bytes = 0;         // kept for them
    QString clientLabel = {}; // as the person knows the client

    bool operator==(const UndoableDiscard &) const = default;
};

// What wrote to mounted folders and can still be decided: changes that wait in a stage, and runs
// that can be undone. As windows see it; the program joins app/mounts and the journal behind it.
//
// Lists are cheap and in memory; what reads files takes time and comes as a future. An empty list
// of paths means everything.
class ChangeDesk : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    enum class OnConflict {
        Refuse,    // the folder's file stays, and so does the change
        Overwrite, // the person has seen it and wants the client's
    };

    virtual QList<StageSummary> stages() const = 0;
    virtual QFuture<Result<QList<FileChange>>> stagedChanges(const StageRef &stage) = 0;
    // Empty where that side has no file, or the client's beginning was not kept (large files).
    virtual QFuture<Result<QByteArray>> stagedContent(const StageRef &stage, const QString &path,
                                                      ChangeSide side, qint64 offset,
                                                      qint64 length) = 0;
    // `seen`: the revisions, by path, that the person was shown. A run may write on while they
    // read: what is another one by now, or was not there, is refused and stays staged. Empty:
    // whatever is there.
    virtual QFuture<Result<ChangeReport>> apply(const StageRef &stage, const QStringList &paths,
                                                OnConflict onConflict,
                                                const QHash<QString, QString> &seen) = 0;
    virtual QFuture<Result<ChangeReport>> discard(const StageRef &stage,
                                                  const QStringList &paths) = 0;

    // The person's own text takes the place of what the client staged at `path`, made of the
    // folder's file as they saw it: no conflict any more. Refused when that file or the staged one
    // (its `revision`) is another one by now.
    virtual QFuture<Result<ChangeReport>> stageMerged(const StageRef &stage, const QString &path,
                                                      const QByteArray &content,
                                                      const QString &revision,
                                                      const QByteArray &folder) = 0;

    // Newest first, of the last seven days; stagesChanged() when they change.
    virtual QList<UndoableDiscard> undoableDiscards() const = 0;
    virtual QFuture<Result<QList<FileChange>>> discardedChanges(RunId number) = 0;
    // Before is the folder as it is now.
    virtual QFuture<Result<QByteArray>> discardedContent(RunId number, const QString &path,
                                                         ChangeSide side, qint64 offset,
                                                         qint64 length) = 0;
    // Stages it again, where nothing was staged in its place since.
    virtual QFuture<Result<ChangeReport>> undoDiscard(RunId number, const QStringList &paths) = 0;

    virtual QList<UndoableRun> undoableRuns() const = 0; // newest first
    virtual QFuture<Result<QList<FileChange>>> runChanges(RunId run) = 0;
    // After is the folder as it is now.
    virtual QFuture<Result<QByteArray>> runContent(RunId run, const QString &mount,
                                                   const QString &path, ChangeSide side,
                                                   qint64 offset, qint64 length) = 0;
    // `paths` are "MOUNT/PATH".
    virtual QFuture<Result<ChangeReport>> undo(RunId run, const QStringList &paths) = 0;

    // Applies of the last limits::undoLifetime, newest first. Contents as of a run.
    virtual QList<UndoableApply> undoableApplies() const = 0;
    virtual QFuture<Result<QList<FileChange>>> applyChanges(RunId number) = 0;
    virtual QFuture<Result<QByteArray>> applyContent(RunId number, const QString &mount,
                                                     const QString &path, ChangeSide side,
                                                     qint64 offset, qint64 length) = 0;
    virtual QFuture<Result<ChangeReport>> undoApply(RunId number, const QStringList &paths) = 0;

Q_SIGNALS:
    void undoableAppliesChanged(glovebox::RunId number);
    void stagesChanged(const glovebox::StageRef &stage);
    void undoableRunsChanged(glovebox::RunId run);
};

} // namespace glovebox
