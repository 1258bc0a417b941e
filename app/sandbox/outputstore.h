// SPDX-License-Identifier: MIT
#pragma once

#include "base/ids.h"
#include "base/limits.h"
#include "base/result.h"

#include <QFuture>
#include <QHash>
#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>

namespace glovebox::sandbox {

// Where the bytes of runs are: <folder>/<run>/output holds both streams in the order in which they
// were written, <folder>/<run>/display-N.EXT one display each. All files are written and read on
// one thread, so a read sees everything appended before it. Used from the thread it lives in.
class OutputStore final : public QObject
{
    Q_OBJECT

public:
    // `folder` is made with mode 0700 when it is first needed.
    explicit OutputStore(QString folder, qint64 maxBytesPerRun = limits::maxOutputBytesOnDisk,
                         QObject *parent = nullptr);
    ~OutputStore() override; // waits until everything appended is written

    struct Appended
    {
        qint64 offset = 0; // of these bytes, over both streams
        qint64 kept = 0;   // of these bytes; the rest is past the limit
    };
    // Takes the next bytes of a run's output. Bytes past the limit are counted and not kept.
    Appended append(RunId run, const QByteArray &bytes);
    // Bytes that wait for the disk. A producer pauses above maxPendingBytes.
    qint64 pendingBytes() const { return m_pending.load(std::memory_order_relaxed); }
    static constexpr qint64 maxPendingBytes = 16 * limits::MiB;

    struct Counts
    {
        qint64 written = 0; // by Python
        qint64 kept = 0;    // on disk: less when the limit was reached or the disk is full

        bool operator==(const Counts &) const = default;
    };
    // Once everything appended so far is on its way to the disk. Frees what is held in memory.
    QFuture<Counts> finish(RunId run);
    Counts counts(RunId run) const; // of a run that is not finished

    // Stores a display; the value is the absolute path.
    QFuture<Result<QString>> storeDisplay(RunId run, int index, const QString &mimeType,
                                          const QByteArray &bytes);

    // A display as stored. LimitExceeded, with nothing read, when it is larger than `most`.
    QFuture<Result<QByteArray>> readDisplay(RunId run, int index, const QString &mimeType,
                                            qint64 most) const;

    // At most `length` bytes from `offset`; fewer at the end. NotFound when nothing was kept.
    QFuture<Result<QByteArray>> read(RunId run, qint64 offset, qint64 length) const;

    QString folder(RunId run) const;

Q_SIGNALS:
    // The disk refused; said once per run.
    void failed(glovebox::RunId run, const glovebox::Error &error);

private:
    struct Writer;

    QString displayFile(RunId run, int index, const QString &mimeType) const;

    QString m_folder;
    qint64 m_maxBytesPerRun;
    QHash<RunId, std::shared_ptr<Writer>> m_writers;
    std::atomic<qint64> m_pending = 0;
    mutable QThreadPool m_pool; // one thread: the order of calls is the order of work
};

} // namespace glovebox::sandbox
