// SPDX-License-Identifier: MIT
#pragma once

#include "mounttable.h"

#include <QFuture>
#include <QHash>
#include <QMutex>
#include <QPromise>
#include <QThreadPool>

#include <functional>
#include <memory>

namespace glovebox::mounts {

// The folders of a MountTable for other threads: what is given now, by name and path.
class MountRoots
{
public:
    // On the table's thread, whenever it changes.
    void take(const MountTable &table)
    {
        QHash<QString, Root> now;
        for (const MountSpec &spec : table.mounts()) {
            if (const auto access = table.access({spec.name, spec.mode, spec.hostPath}))
                now.insert(spec.name, {spec.hostPath, access->root});
        }
        const QMutexLocker lock(&m_mutex);
        m_roots = std::move(now);
    }
    void add(const QString &name, const QString &hostPath, std::shared_ptr<const MountRoot> root)
    {
        const QMutexLocker lock(&m_mutex);
        m_roots.insert(name, {hostPath, std::move(root)});
    }
    // Null when that folder is not given under that name.
    std::shared_ptr<const MountRoot> find(const QString &name, const QString &hostPath) const
    {
        const QMutexLocker lock(&m_mutex);
        const auto found = m_roots.constFind(name);
        return found != m_roots.cend() && found->hostPath == hostPath ? found->root : nullptr;
    }
    QString hostPath(const QString &name) const
    {
        const QMutexLocker lock(&m_mutex);
        return m_roots.value(name).hostPath;
    }

private:
    struct Root
    {
        QString hostPath;
        std::shared_ptr<const MountRoot> root;
    };
    mutable QMutex m_mutex;
    QHash<QString, Root> m_roots;
};

template <class T>
QFuture<Result<T>> startOn(QThreadPool &pool, std::function<Result<T>()> work)
{
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    auto future = promise->future();
    pool.start([promise, work = std::move(work)] {
        promise->addResult(work());
        promise->finish();
    });
    return future;
}

} // namespace glovebox::mounts
