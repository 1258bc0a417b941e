// SPDX-License-Identifier: MIT
#include "staging.h"

#include "foldereditor.h"
#include "hostpath.h"
#include "mountroots.h"
#include "overlay.h"
#include "undohistory.h"

#include <base/logging.h>

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMutex>
#include <QSaveFile>
#include <QSet>

#include <algorithm>
#include <functional>
#include <tuple>

namespace glovebox::mounts {

namespace {

constexpr int poolThreads = 2;
constexpr std::chrono::hours pruneEvery(1);

QString keyOf(const StageRef &ref, const QString &hostPath)
{
    const QString text = ref.mount + QChar(u'\0') + hostPath + QChar(u'\0') + ref.client.value();
    return QString::fromLatin1(
        QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Blake2b_256).toHex().left(32));
}

QString aboutFile(const QString &folder)
{
    return folder + u"/about.json";
}

QString journalFile(const QString &folder)
{
    return folder + u"/step.json";
}

bool writeAbout(const QString &folder, const StageRef &ref, const QString &hostPath)
{
    QSaveFile file(aboutFile(folder));
    const QJsonObject json{{QStringLiteral("mount"), ref.mount},
                           {QStringLiteral("path"), hostPath},
                           {QStringLiteral("client"), ref.client.value()}};
    return file.open(QIODevice::WriteOnly) &&
           file.write(QJsonDocument(json).toJson(QJsonDocument::Compact)) > 0 && file.commit();
}

struct Stage
{
    StageRef ref;
    QString hostPath;
    QString folder;
    std::shared_ptr<Overlay> overlay; // opened when first needed
    QMutex opening;
    QMutex applying; // one apply or discard at a time
};

using StagePtr = std::shared_ptr<Stage>;

Result<QList<QByteArray>> hostPaths(const QStringList &paths)
{
    QList<QByteArray> result;
    for (const QString &path : paths) {
        const auto bytes = pathToHost(path);
        if (!bytes)
            return fail(ErrorCode::InvalidArgument, pathRefusal(path, bytes.error()));
        result.append(*bytes);
    }
    return result;
}

} // namespace

struct Staging::Private
{
    Staging *q = nullptr;
    MountTable *table = nullptr;
    UndoHistory *applied = nullptr;
    Clock *clock = nullptr;
    QString folder;
    StagingLimits limits;
    std::unique_ptr<QObject> pruning;

    mutable QMutex mutex; // of what follows
    QHash<QString, StagePtr> stages;
    QSet<StageRef> announced;
    qint64 lastDiscard = 0;

    MountRoots roots;
    QThreadPool pool;

    // ---- Stages on disk ----

    void readAll()
    {
        for (const QString &key : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            auto stage = std::make_shared<Stage>();
            stage->folder = folder + u'/' + key;
            QFile file(aboutFile(stage->folder));
            if (!file.open(QIODevice::ReadOnly)) {
                qCWarning(lcMounts) << "a stage without a description is left alone:" << key;
                continue;
            }
            const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
            stage->ref = {json[u"mount"].toString(), ClientId(json[u"client"].toString())};
            stage->hostPath = json[u"path"].toString();
            if (keyOf(stage->ref, stage->hostPath) != key)
                continue;
            stages.insert(key, stage);
            lastDiscard = std::max(lastDiscard, KeptDiscards::lastNumber(stage->folder).number());
        }
    }

    std::shared_ptr<const MountRoot> rootOf(const Stage &stage) const
    {
        return roots.find(stage.ref.mount, stage.hostPath);
    }

    Result<std::shared_ptr<Overlay>> opened(const StagePtr &stage)
    {
        const QMutexLocker lock(&stage->opening);
        auto root = rootOf(*stage);
        if (stage->overlay) {
            if (stage->overlay->root() != root)
                stage->overlay->setRoot(root);
        } else {
            auto tree = OverlayTree::open(stage->folder);
            if (!tree)
                return std::unexpected(tree.error());
            stage->overlay = std::make_shared<Overlay>(std::move(*tree), root, limits,
                                                       [this, ref = stage->ref] { announce(ref); });
        }
        // While somebody applies, the step is theirs, and not one that was left half done.
        if (root && stage->applying.tryLock()) {
            if (QFile::exists(journalFile(stage->folder))) {
                FolderEditor(root, journalFile(stage->folder))
                    .recover([&](const QByteArray &path, const QByteArray &from) {
                        stage->overlay->noteApplied(path, from);
                    });
            }
            stage->applying.unlock();
        }
        return stage->overlay;
    }

    StagePtr find(const StageRef &ref) const
    {
        const QMutexLocker lock(&mutex);
        // The mount of now first: the same name may have been given for another folder before.
        if (const StagePtr stage = stages.value(keyOf(ref, roots.hostPath(ref.mount))))
            return stage;
        for (const StagePtr &stage : stages) {
            if (stage->ref == ref)
                return stage;
        }
        return nullptr;
    }

    Result<StagePtr> make(const StageRef &ref, const QString &hostPath)
    {
        const QMutexLocker lock(&mutex);
        StagePtr &stage = stages[keyOf(ref, hostPath)];
        if (stage)
            return stage;
        auto made = std::make_shared<Stage>();
        made->ref = ref;
        made->hostPath = hostPath;
        made->folder = folder + u'/' + keyOf(ref, hostPath);
        if (!QDir().mkpath(made->folder) || !writeAbout(made->folder, ref, hostPath)) {
            stages.remove(keyOf(ref, hostPath));
            return fail(ErrorCode::Io,
                        QStringLiteral("What is written to mount “%1” cannot be staged: the "
                                       "program's own folder cannot be written.")
                            .arg(ref.mount));
        }
        stage = made;
        return made;
    }

    // Opens what is there, so that counts are right and unfinished steps are finished.
    void openAll(const QDateTime &now)
    {
        const QList<StagePtr> stages = all();
        for (const StagePtr &stage : stages) {
            if (const auto overlay = opened(stage); !overlay)
                qCWarning(lcMounts) << overlay.error().text << overlay.error().detail;
            announce(stage->ref);
        }
        prune(now);
    }

    QList<StagePtr> all() const
    {
        const QMutexLocker lock(&mutex);
        return stages.values();
    }

    // Null while it is being opened: what reads it then is told when it is.
    static std::shared_ptr<Overlay> ifOpen(const StagePtr &stage)
    {
        if (!stage->opening.tryLock())
            return nullptr;
        const std::shared_ptr<Overlay> overlay = stage->overlay;
        stage->opening.unlock();
        return overlay;
    }

    RunId nextDiscard()
    {
        const QMutexLocker lock(&mutex);
        return RunId(++lastDiscard);
    }

    StagePtr stageOf(RunId discard)
    {
        const QList<StagePtr> stages = all();
        for (const StagePtr &stage : stages) {
            if (const auto overlay = opened(stage); overlay && (*overlay)->hasDiscard(discard))
                return stage;
        }
        return nullptr;
    }

    // What was discarded longer ago than the person was promised.
    void prune(const QDateTime &now)
    {
        const QDateTime oldest = now.addDuration(-limits.discardLifetime);
        const QList<StagePtr> stages = all();
        for (const StagePtr &stage : stages) {
            if (const auto overlay = ifOpen(stage))
                overlay->forgetDiscards(oldest);
        }
    }

    void pruneAgain()
    {
        pruning = clock->after(pruneEvery, q, [this] {
            pool.start([this, now = clock->now()] { prune(now); });
            pruneAgain();
        });
    }

    // Where the numbers of discards lead: `act` on the stage, one at a time with applying.
    template <class T>
    QFuture<Result<T>> ofDiscard(RunId number,
                                 std::function<Result<T>(const Stage &, Overlay &)> act)
    {
        return startOn<T>(pool, [this, number, act]() -> Result<T> {
            const StagePtr stage = stageOf(number);
            if (!stage) {
                return fail(ErrorCode::NotFound,
                            Staging::tr("What was discarded is not kept any more."));
            }
            const auto overlay = opened(stage);
            if (!overlay)
                return std::unexpected(overlay.error());
            return act(*stage, **overlay);
        });
    }

    ChangeReport apply(const Stage &stage, Overlay &overlay, const QList<QByteArray> &paths,
                       bool overwrite, const QHash<QString, QString> &seen, FolderEditor &editor)
    {
        if (!applied)
            return overlay.apply(paths, overwrite, seen, editor);
        const RunId number = applied->nextNumber();
        editor.setRecorder(
            applied->recorder(number, {{QStringLiteral("mount"), stage.ref.mount},
                                       {QStringLiteral("client"), stage.ref.client.value()}}),
            stage.ref.mount, stage.hostPath);
        ChangeReport report = overlay.apply(paths, overwrite, seen, editor);
        applied->endRun(number);
        // The last states are noted before the person hears of it: what they change then is theirs,
        // and an undo must not take it for what was applied.
        applied->changes(number).waitForFinished();
        if (!report.done.isEmpty())
            report.applied = number;
        return report;
    }

    void announce(const StageRef &ref)
    {
        {
            const QMutexLocker lock(&mutex);
            if (announced.contains(ref))
                return;
            announced.insert(ref);
        }
        QMetaObject::invokeMethod(
            q,
            [this, ref] {
                {
                    const QMutexLocker lock(&mutex);
                    announced.remove(ref);
                }
                Q_EMIT q->changed(ref);
            },
            Qt::QueuedConnection);
    }
};

Staging::Staging(MountTable &table, const QString &folder, const StagingLimits &limits,
                 UndoHistory *applied, Clock &clock, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->q = this;
    d->table = &table;
    d->applied = applied;
    d->clock = &clock;
    d->folder = folder;
    d->limits = limits;
    d->pool.setObjectName(QStringLiteral("staging"));
    d->pool.setMaxThreadCount(poolThreads);
    if (QDir().mkpath(folder))
        QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    d->readAll();
    d->roots.take(*d->table);
    connect(&table, &MountTable::changed, this, [this] {
        d->roots.take(*d->table);
        d->pool.start([this, now = d->clock->now()] { d->openAll(now); });
    });
    d->pool.start([this, now = d->clock->now()] { d->openAll(now); });
    d->pruneAgain();
}

Staging::~Staging()
{
    d->pool.waitForDone();
}

QList<StageSummary> Staging::stages() const
{
    const QList<StagePtr> all = d->all();
    QList<StageSummary> list;
    for (const StagePtr &stage : all) {
        const std::shared_ptr<Overlay> overlay = Private::ifOpen(stage);
        const int changes = overlay ? overlay->changeCount() : 0;
        if (changes == 0)
            continue;
        const auto root = d->rootOf(*stage);
        list.append(
            {stage->ref, stage->hostPath, changes, overlay->bytes(), root && !root->isGone()});
    }
    std::ranges::sort(list, [](const StageSummary &a, const StageSummary &b) {
        return std::tie(a.ref.mount, a.ref.client.value()) <
               std::tie(b.ref.mount, b.ref.client.value());
    });
    return list;
}

QFuture<Result<QList<Change>>> Staging::changes(const StageRef &ref)
{
    return startOn<QList<Change>>(d->pool, [this, ref]() -> Result<QList<Change>> {
        const StagePtr stage = d->find(ref);
        if (!stage)
            return QList<Change>();
        const auto overlay = d->opened(stage);
        if (!overlay)
            return std::unexpected(overlay.error());
        return (*overlay)->changes(ref.mount);
    });
}

QFuture<Result<QByteArray>> Staging::content(const StageRef &ref, const QString &path,
                                             ChangeSide side, qint64 offset, qint64 length)
{
    return startOn<QByteArray>(d->pool, [=, this]() -> Result<QByteArray> {
        const auto bytes = hostPaths({path});
        if (!bytes)
            return std::unexpected(bytes.error());
        const StagePtr stage = d->find(ref);
        if (!stage)
            return fail(ErrorCode::NotFound, tr("“%1” is no staged change.").arg(path));
        const auto overlay = d->opened(stage);
        if (!overlay)
            return std::unexpected(overlay.error());
        return (*overlay)->content(bytes->first(), side, offset, length);
    });
}

QFuture<Result<ChangeReport>> Staging::apply(const StageRef &ref, const QStringList &paths,
                                             OnConflict onConflict,
                                             const QHash<QString, QString> &seen)
{
    return startOn<ChangeReport>(d->pool, [=, this]() -> Result<ChangeReport> {
        const auto bytes = hostPaths(paths);
        if (!bytes)
            return std::unexpected(bytes.error());
        const StagePtr stage = d->find(ref);
        if (!stage)
            return ChangeReport();
        const auto overlay = d->opened(stage);
        if (!overlay)
            return std::unexpected(overlay.error());
        const auto root = d->rootOf(*stage);
        if (!root || root->isGone()) {
            return fail(ErrorCode::Unavailable,
                        tr("The folder “%1” is not there. Add it again as “%2”, then apply.")
                            .arg(stage->hostPath, ref.mount));
        }
        const QMutexLocker one(&stage->applying);
        FolderEditor editor(root, journalFile(stage->folder));
        return d->apply(*stage, **overlay, *bytes, onConflict == OnConflict::Overwrite, seen,
                        editor);
    });
}

QFuture<Result<ChangeReport>> Staging::discard(const StageRef &ref, const QStringList &paths)
{
    return startOn<ChangeReport>(d->pool,
                                 [=, this, now = d->clock->now()]() -> Result<ChangeReport> {
                                     const auto bytes = hostPaths(paths);
                                     if (!bytes)
                                         return std::unexpected(bytes.error());
                                     const StagePtr stage = d->find(ref);
                                     if (!stage)
                                         return ChangeReport();
                                     const auto overlay = d->opened(stage);
                                     if (!overlay)
                                         return std::unexpected(overlay.error());
                                     const QMutexLocker one(&stage->applying);
                                     return (*overlay)->discard(*bytes, d->nextDiscard(), now);
                                 });
}

QList<UndoableDiscard> Staging::discards() const
{
    QList<UndoableDiscard> list;
    const QList<StagePtr> all = d->all();
    for (const StagePtr &stage : all) {
        const std::shared_ptr<Overlay> overlay = Private::ifOpen(stage);
        if (!overlay)
            continue;
        const QList<KeptDiscards::Summary> kept = overlay->discards();
        for (const KeptDiscards::Summary &one : kept)
            list.append({one.number, stage->ref, one.time, one.changes, one.bytes});
    }
    std::ranges::sort(list, std::greater(),
                      [](const UndoableDiscard &discard) { return discard.number.number(); });
    return list;
}

QFuture<Result<QList<Change>>> Staging::discardedChanges(RunId number)
{
    return d->ofDiscard<QList<Change>>(number, [number](const Stage &stage, Overlay &overlay) {
        return overlay.discardedChanges(number, stage.ref.mount);
    });
}

QFuture<Result<QByteArray>> Staging::discardedContent(RunId number, const QString &path,
                                                      ChangeSide side, qint64 offset, qint64 length)
{
    return d->ofDiscard<QByteArray>(
        number, [=](const Stage &, Overlay &overlay) -> Result<QByteArray> {
            const auto bytes = hostPaths({path});
            if (!bytes)
                return std::unexpected(bytes.error());
            return overlay.discardedContent(number, bytes->first(), side, offset, length);
        });
}

QFuture<Result<ChangeReport>> Staging::undoDiscard(RunId number, const QStringList &paths)
{
    return d->ofDiscard<ChangeReport>(
        number, [number, paths](const Stage &, Overlay &overlay) -> Result<ChangeReport> {
            const auto bytes = hostPaths(paths);
            if (!bytes)
                return std::unexpected(bytes.error());
            return overlay.undoDiscard(number, *bytes);
        });
}

QFuture<Result<ChangeReport>> Staging::putMerged(const StageRef &ref, const QString &path,
                                                 const QByteArray &content, const QString &revision,
                                                 const QByteArray &folder)
{
    return startOn<ChangeReport>(d->pool, [=, this]() -> Result<ChangeReport> {
        const auto bytes = hostPaths({path});
        if (!bytes)
            return std::unexpected(bytes.error());
        const StagePtr stage = d->find(ref);
        if (!stage)
            return fail(ErrorCode::NotFound, tr("“%1” is no staged change.").arg(path));
        const auto overlay = d->opened(stage);
        if (!overlay)
            return std::unexpected(overlay.error());
        const QMutexLocker one(&stage->applying);
        return (*overlay)->putMerged(bytes->first(), content, revision, folder);
    });
}

Result<std::shared_ptr<Overlay>> Staging::overlay(const StageRef &ref, const QString &hostPath,
                                                  std::shared_ptr<const MountRoot> root)
{
    d->roots.add(ref.mount, hostPath, std::move(root));
    const auto stage = d->make(ref, hostPath);
    if (!stage)
        return std::unexpected(stage.error());
    return d->opened(*stage);
}

} // namespace glovebox::mounts
