// SPDX-License-Identifier: MIT
#include "changes.h"

namespace glovebox {

Changes::Changes(Application &application, QObject *parent)
    : ChangeDesk(parent)
    , m_application(application)
    , m_stagesRefresher(application.clock(), this, [this] {
        for (const StageRef &stage : std::exchange(m_changedStages, {}))
            Q_EMIT stagesChanged(stage);
    })
{
    connect(&application.staging(), &mounts::Staging::changed, this, [this](const StageRef &stage) {
        m_changedStages.insert(stage);
        m_stagesRefresher.request();
    });
    connect(&application.undo(), &mounts::UndoHistory::changed, this,
            &Changes::undoableRunsChanged);
    connect(&application.applied(), &mounts::UndoHistory::changed, this,
            &Changes::undoableAppliesChanged);
}

QString Changes::labelOf(const ClientId &client) const
{
    const auto known = m_application.journal().findClient(client);
    return known ? known->label : tr("a former client");
}

QList<StageSummary> Changes::stages() const
{
    QList<StageSummary> stages = m_application.staging().stages();
    for (StageSummary &stage : stages)
        stage.clientLabel = labelOf(stage.ref.client);
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
                                             OnConflict onConflict,
                                             const QHash<QString, QString> &seen)
{
    return m_application.staging().apply(stage, paths, onConflict, seen);
}

QFuture<Result<ChangeReport>> Changes::discard(const StageRef &stage, const QStringList &paths)
{
    return m_application.staging().discard(stage, paths);
}

QFuture<Result<ChangeReport>> Changes::stageMerged(const StageRef &stage, const QString &path,
                                                   const QByteArray &content,
                                                   const QString &revision,
                                                   const QByteArray &folder)
{
    return m_application.staging().putMerged(stage, path, content, revision, folder);
}

QList<UndoableDiscard> Changes::undoableDiscards() const
{
    QList<UndoableDiscard> discards = m_application.staging().discards();
    for (UndoableDiscard &discard : discards)
        discard.clientLabel = labelOf(discard.stage.client);
    return discards;
}

QFuture<Result<QList<FileChange>>> Changes::discardedChanges(RunId number)
{
    return m_application.staging().discardedChanges(number);
}

QFuture<Result<QByteArray>> Changes::discardedContent(RunId number, const QString &path,
                                                      ChangeSide side, qint64 offset, qint64 length)
{
    return m_application.staging().discardedContent(number, path, side, offset, length);
}

QFuture<Result<ChangeReport>> Changes::undoDiscard(RunId number, const QStringList &paths)
{
    return m_application.staging().undoDiscard(number, paths);
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
                                                const QString &path, ChangeSide side, qint64 offset,
                                                qint64 length)
{
    return m_application.undo().content(run, mount, path, side, offset, length);
}

QFuture<Result<ChangeReport>> Changes::undo(RunId run, const QStringList &paths)
{
    return m_application.undo().undo(run, paths);
}

QList<UndoableApply> Changes::undoableApplies() const
{
    QList<UndoableApply> applies;
    for (const UndoableRun &kept : m_application.applied().runs()) {
        const QJsonObject about = m_application.applied().about(kept.run);
        const StageRef stage{about[u"mount"].toString(), ClientId(about[u"client"].toString())};
        applies.append({.number = kept.run,
                        .stage = stage,
                        .applied = kept.ended,
                        .changes = kept.changes,
                        .bytes = kept.bytes,
                        .isPartial = kept.isPartial,
                        .clientLabel = labelOf(stage.client)});
    }
    return applies;
}

QFuture<Result<QList<FileChange>>> Changes::applyChanges(RunId number)
{
    // Its number is none of a run, and would be taken for one.
    return m_application.applied().changes(number).then([](Result<QList<FileChange>> changes) {
        if (changes) {
            for (FileChange &change : *changes)
                change.run = {};
        }
        return changes;
    });
}

QFuture<Result<QByteArray>> Changes::applyContent(RunId number, const QString &mount,
                                                  const QString &path, ChangeSide side,
                                                  qint64 offset, qint64 length)
{
    return m_application.applied().content(number, mount, path, side, offset, length);
}

QFuture<Result<ChangeReport>> Changes::undoApply(RunId number, const QStringList &paths)
{
    return m_application.applied().undo(number, paths);
}

} // namespace glovebox
