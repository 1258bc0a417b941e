// SPDX-License-Identifier: MIT
#pragma once

#include "base/changedesk.h"

#include <QHash>

// Stages and runs as a test sets them; keeps what it was asked to do.
class FakeChanges final : public glovebox::ChangeDesk
{
public:
    template <class T>
    using Result = glovebox::Result<T>;
    using FileChange = glovebox::FileChange;
    using ChangeReport = glovebox::ChangeReport;
    using StageRef = glovebox::StageRef;
    using RunId = glovebox::RunId;
    using Side = glovebox::ChangeSide;

    struct File
    {
        FileChange change;
        QByteArray before;
        QByteArray after;
        QByteArray base = {};
    };

    QList<glovebox::StageSummary> stageList;
    QList<glovebox::UndoableRun> runList;
    QList<glovebox::UndoableApply> applyList;
    QList<glovebox::UndoableDiscard> discardList;
    std::pair<QByteArray, QByteArray> merged; // the last: what was made, of which of the folder's
    QHash<QString, QList<File>> files;        // by mount, or by the run's id
    QStringList gone;                         // of these names: nothing can be read any more
    ChangeReport answer;                      // its `done` is what was asked for when empty
    QHash<QString, QString> seenAtApply;
    QStringList asked; // "apply a b", "overwrite a", "discard a", "undo reports/a"

    void addStage(const QString &mount, const QList<File> &changes)
    {
        glovebox::StageSummary stage;
        stage.ref = {mount, glovebox::ClientId(QStringLiteral("c1"))};
        stage.clientLabel = QStringLiteral("Claude Desktop");
        stage.hostPath = QStringLiteral("/home/person/") + mount;
        stage.changes = int(changes.size());
        stageList.append(stage);
        files.insert(mount, changes);
    }

    QList<glovebox::StageSummary> stages() const override { return stageList; }
    QFuture<Result<QList<FileChange>>> stagedChanges(const StageRef &stage) override
    {
        return list(stage.mount);
    }
    QFuture<Result<QByteArray>> stagedContent(const StageRef &stage, const QString &path, Side side,
                                              qint64, qint64) override
    {
        return bytes(stage.mount, path, side);
    }
    QFuture<Result<ChangeReport>> apply(const StageRef &, const QStringList &paths,
                                        OnConflict onConflict,
                                        const QHash<QString, QString> &seen) override
    {
        seenAtApply = seen;
        return act(onConflict == OnConflict::Refuse ? QStringLiteral("apply")
                                                    : QStringLiteral("overwrite"),
                   paths);
    }
    QFuture<Result<ChangeReport>> discard(const StageRef &, const QStringList &paths) override
    {
        return act(QStringLiteral("discard"), paths);
    }
    QFuture<Result<ChangeReport>> stageMerged(const StageRef &, const QString &path,
                                              const QByteArray &content, const QString &revision,
                                              const QByteArray &folder) override
    {
        merged = {content, folder};
        return act(QStringLiteral("merge ") + revision, {path});
    }
    QList<glovebox::UndoableDiscard> undoableDiscards() const override { return discardList; }
    QFuture<Result<QList<FileChange>>> discardedChanges(RunId number) override
    {
        return list(QStringLiteral("discard ") + number.toString());
    }
    QFuture<Result<QByteArray>> discardedContent(RunId number, const QString &path, Side side,
                                                 qint64, qint64) override
    {
        return bytes(QStringLiteral("discard ") + number.toString(), path, side);
    }
    QFuture<Result<ChangeReport>> undoDiscard(RunId number, const QStringList &paths) override
    {
        return act(QStringLiteral("undo discard ") + number.toString(), paths);
    }
    QList<glovebox::UndoableRun> undoableRuns() const override { return runList; }
    QFuture<Result<QList<FileChange>>> runChanges(RunId run) override
    {
        return list(run.toString());
    }
    QFuture<Result<QByteArray>> runContent(RunId run, const QString &, const QString &path,
                                           Side side, qint64, qint64) override
    {
        return bytes(run.toString(), path, side);
    }
    QFuture<Result<ChangeReport>> undo(RunId, const QStringList &paths) override
    {
        return act(QStringLiteral("undo"), paths);
    }
    QList<glovebox::UndoableApply> undoableApplies() const override { return applyList; }
    QFuture<Result<QList<FileChange>>> applyChanges(RunId number) override
    {
        return list(QStringLiteral("apply ") + number.toString());
    }
    QFuture<Result<QByteArray>> applyContent(RunId number, const QString &, const QString &path,
                                             Side side, qint64, qint64) override
    {
        return bytes(QStringLiteral("apply ") + number.toString(), path, side);
    }
    QFuture<Result<ChangeReport>> undoApply(RunId number, const QStringList &paths) override
    {
        return act(QStringLiteral("undo apply ") + number.toString(), paths);
    }

private:
    QFuture<Result<QList<FileChange>>> list(const QString &name) const
    {
        if (gone.contains(name))
            return QtFuture::makeReadyValueFuture(Result<QList<FileChange>>(glovebox::fail(
                glovebox::ErrorCode::NotFound, QStringLiteral("It is not kept any more."))));
        QList<FileChange> changes;
        for (const File &file : files.value(name))
            changes.append(file.change);
        return QtFuture::makeReadyValueFuture(Result<QList<FileChange>>(changes));
    }
    QFuture<Result<QByteArray>> bytes(const QString &name, const QString &path, Side side) const
    {
        for (const File &file : files.value(name)) {
            if (file.change.path == path)
                return QtFuture::makeReadyValueFuture(
                    Result<QByteArray>(side == Side::Before  ? file.before
                                       : side == Side::After ? file.after
                                                             : file.base));
        }
        return QtFuture::makeReadyValueFuture(Result<QByteArray>(
            glovebox::fail(glovebox::ErrorCode::NotFound, QStringLiteral("It is gone."))));
    }
    QFuture<Result<ChangeReport>> act(const QString &word, const QStringList &paths)
    {
        asked.append(word + u' ' + paths.join(u' '));
        ChangeReport report = answer;
        if (report.done.isEmpty() && report.refused.isEmpty())
            report.done = paths;
        return QtFuture::makeReadyValueFuture(Result<ChangeReport>(report));
    }
};
