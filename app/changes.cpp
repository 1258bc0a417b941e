// SPDX-License-Identifier: MIT
#include "changes.h"

namespace glovebox {

Changes::Changes(Application &application, QObject *parent)
    : ChangeDesk(parent)
    , m_application(application)
{
    connect(&application.staging(), &mounts::Staging::changed, this, &Changes::stagesChanged);
    connect(&application.undo(), &mounts::UndoHistory::changed, this,
            &Changes::undoableRunsChanged);
}

QList<StageSummary> Changes::stages() const
{
    QList<StageSummary> stages = m_application.staging().stages();
    for (StageSummary &stage : stages) {
        const auto client = m_application.journal().findClient(stage.ref.client);
        stage.clientLabel = client ? client->label : tr("a former client");
    }
    return stages;
}

QFuture<Result<QList<FileChange>>> Changes::stagedChanges(const StageRef &stage)
{
    return m_application.staging().changes(stage);
}

QFuture<Result<QByteArray>> Changes::stagedContent(const StageRef &stage, const QString &path,
                                                   ChangeSide side, qint64 offset, qint64 length)
{
    return m_application.staging().content(stage, path, side, offset, length);
}

QFuture<Result<ChangeReport>> Changes::apply(const StageRef &stage, const QStringList &paths,
                                             OnConflict onConflict)
{
    return m_application.staging().apply(stage, paths, onConflict);
}

QFuture<Result<ChangeReport>> Changes::discard(const StageRef &stage, const QStringList &paths)
{
    return m_application.staging().discard(stage, paths);
}

QList<UndoableRun> Changes::undoableRuns() const
{
    return m_application.undo().runs();
}

QFuture<Result<QList<FileChange>>> Changes::runChanges(RunId run)
{
    return m_application.undo().changes(run);
}

QFuture<Result<QByteArray>> Changes::runContent(RunId run, const QString &mount,
                                                const QString &path, ChangeSide side,
                                                qint64 offset, qint64 length)
{
    return m_application.undo().content(run, mount, path, side, offset, length);
}

QFuture<Result<ChangeReport>> Changes::undo(RunId run, const QStringList &paths)
{
    return m_application.undo().undo(run, paths);
}

} // namespace glovebox
