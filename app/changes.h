// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "base/changedesk.h"
#include "ui/models/refresher.h"

#include <QSet>

namespace glovebox {

// What windows may ask of stages and undo, answered by app/mounts; clients' names come from the
// journal.
class Changes final : public ChangeDesk
{
    Q_OBJECT

public:
    explicit Changes(Application &application, QObject *parent = nullptr);

    QList<StageSummary> stages() const override;
    QFuture<Result<QList<FileChange>>> stagedChanges(const StageRef &stage) override;
    QFuture<Result<QByteArray>> stagedContent(const StageRef &stage, const QString &path,
                                              ChangeSide side, qint64 offset,
                                              qint64 length) override;
    QFuture<Result<ChangeReport>> apply(const StageRef &stage, const QStringList &paths,
                                        OnConflict onConflict,
                                        const QHash<QString, QString> &seen) override;
    QFuture<Result<ChangeReport>> discard(const StageRef &stage, const QStringList &paths) override;

    QFuture<Result<ChangeReport>> stageMerged(const StageRef &stage, const QString &path,
                                              const QByteArray &content, const QString &revision,
                                              const QByteArray &folder) override;

    QList<UndoableDiscard> undoableDiscards() const override;
    QFuture<Result<QList<FileChange>>> discardedChanges(RunId number) override;
    QFuture<Result<QByteArray>> discardedContent(RunId number, const QString &path, ChangeSide side,
                                                 qint64 offset, qint64 length) override;
    QFuture<Result<ChangeReport>> undoDiscard(RunId number, const QStringList &paths) override;

    QList<UndoableRun> undoableRuns() const override;
    QFuture<Result<QList<FileChange>>> runChanges(RunId run) override;
    QFuture<Result<QByteArray>> runContent(RunId run, const QString &mount, const QString &path,
                                           ChangeSide side, qint64 offset, qint64 length) override;
    QFuture<Result<ChangeReport>> undo(RunId run, const QStringList &paths) override;

    QList<UndoableApply> undoableApplies() const override;
    QFuture<Result<QList<FileChange>>> applyChanges(RunId number) override;
    QFuture<Result<QByteArray>> applyContent(RunId number, const QString &mount,
                                             const QString &path, ChangeSide side, qint64 offset,
                                             qint64 length) override;
    QFuture<Result<ChangeReport>> undoApply(RunId number, const QStringList &paths) override;

private:
    QString labelOf(const ClientId &client) const;

    Application &m_application;
    // Of a run that writes thousands of files each is a change, and windows read them all.
    ui::Refresher m_stagesRefresher;
    QSet<StageRef> m_changedStages;
};

} // namespace glovebox
