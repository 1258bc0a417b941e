// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QFuture>
#include <QHash>
#include <QObject>
#include <QThreadPool>

namespace glovebox::sandbox {

// A wheel as sessions use it: its files and their bytecode in one file (wheelpacks.mjs).
struct WheelPack
{
    QString wheel; // SHA-256 of the wheel that it was made of
    QString maker; // digest of what its bytecode depends on
    QString path;
    qint64 size = 0;
    qint64 head = 0;    // bytes of its index, which holds the hash of everything else
    QString headSha256; // a page compares it before it uses the index
    QString blake2b;    // of all bytes
    QString stamp = {}; // fileStamp of the file, as it was found or stored

    bool operator==(const WheelPack &) const = default;
};

// Packs on disk, by the hash of their wheels: <folder>/<sha256>.pack and index.json. Lives in one
// thread; the work on files is done in another.
class WheelPackStore final : public QObject
{
    Q_OBJECT

public:
    // `mostBytes`: of all packs together; the oldest ones go first.
    explicit WheelPackStore(QString folder, qint64 mostBytes);
    ~WheelPackStore() override; // waits for its thread

    // Null: there is none, it was made by another interpreter, or its file was changed meanwhile.
    std::optional<WheelPack> find(const QString &wheel, const QString &maker) const;
    QList<WheelPack> packs(const QString &maker) const;

    // Replaces the pack of this wheel. `head`: how many of its bytes are the index.
    QFuture<Result<>> store(const QString &wheel, const QString &maker, const QByteArray &bytes,
                            qint64 head);
    // Reads every pack and forgets those that are not what was stored. Gives their number.
    QFuture<int> verify();

private:
    void readIndex();
    void writeIndex() const;
    void forget(const QString &wheel);
    void makeRoom(qint64 bytes);

    QString m_folder;
    qint64 m_mostBytes = 0;
    QHash<QString, WheelPack> m_packs; // by wheel
    QStringList m_order;               // of their wheels, the oldest first
    QThreadPool m_pool;
};

} // namespace glovebox::sandbox
