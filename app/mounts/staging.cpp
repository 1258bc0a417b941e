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
#include <tuple>

namespace glovebox::mounts {

namespace {

constexpr int poolThreads = 2;

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
    QString folder;
    StagingLimits limits;

    mutable QMutex mutex; // of what follows
    QHash<QString, StagePtr> stages;
    QSet<StageRef> announced;

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
            if (keyOf(stage->ref, stage->hostPath) == key)
                stages.insert(key, stage);
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
    void openAll()
    {
        QList<StagePtr> all;
        {
            const QMutexLocker lock(&mutex);
            all = stages.values();
        }
        for (const StagePtr &stage : std::as_const(all)) {
            if (const auto overlay = opened(stage); !overlay)
                qCWarning(lcMounts) << overlay.error().text << overlay.error().detail;
            announce(stage->ref);
        }
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
                 UndoHistory *applied, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->q = this;
    d->table = &table;
    d->applied = applied;
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
        d->pool.start([this] { d->openAll(); });
    });
    d->pool.start([this] { d->openAll(); });
}

Staging::~Staging()
{
    d->pool.waitForDone();
}

QList<StageSummary> Staging::stages() const
{
    QList<StagePtr> all;
    {
        const QMutexLocker lock(&d->mutex);
        all = d->stages.values();
    }
    QList<StageSummary> list;
    for (const StagePtr &stage : std::as_const(all)) {
        std::shared_ptr<Overlay> overlay;
        if (stage->opening.tryLock()) {
            overlay = stage->overlay;
            stage->opening.unlock();
        }
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
        const QMutexLocker one(&stage->applying);
        return (*overlay)->discard(*bytes);
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
