// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "base/changedesk.h"

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
                                        OnConflict onConflict) override;
    QFuture<Result<ChangeReport>> discard(const StageRef &stage,
                                          const QStringList &paths) override;

    QList<UndoableRun> undoableRuns() const override;
    QFuture<Result<QList<FileChange>>> runChanges(RunId run) override;
    QFuture<Result<QByteArray>> runContent(RunId run, const QString &mount, const QString &path,
                                           ChangeSide side, qint64 offset,
                                           qint64 length) override;
    QFuture<Result<ChangeReport>> undo(RunId run, const QStringList &paths) override;

private:
    Application &m_application;
};

} // namespace glovebox
