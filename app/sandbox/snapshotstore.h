// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "engine.h"

#include <QFuture>
#include <QThreadPool>

namespace glovebox::sandbox {

// What a snapshot depends on. Any difference makes it worthless, so it is made again.
struct SnapshotInputs
{
    QMap<QString, QString> values; // "pyodide/pyodide.asm.wasm" → its hash, "flags" → …

    QString digest() const;
    bool operator==(const SnapshotInputs &) const = default;
};

// A snapshot as it is on disk, its bytes verified.
struct StoredSnapshot
{
    SnapshotFile file;
    QString inputsDigest; // what it was made from
    QString stamp;        // fileStamp when its bytes began to be read

    bool operator==(const StoredSnapshot &) const = default;
};

// What the disk says of a file that only its change alters, whoever changes it (its size, and when
// it and what is known of it were changed last); empty for what is no file of its own: a link, a
// folder, a pipe. A file whose stamp is another one has to be compared with its hash again.
QString fileStamp(const QString &path);

// The whole file; nothing when it is no file of its own, or longer.
QByteArray readPlainFile(const QString &path, qint64 most);

// Replaces whatever is there, but not what a link there leads to. For the owner alone.
Result<> writePlainFile(const QString &path, const QByteArray &bytes, const QString &problem);

// Memory snapshots on disk: <folder>/<layer>.snapshot and index.json, which keeps for every layer
// the BLAKE2b-256 of the snapshot's head and rest and the digest of its inputs. A snapshot comes
// only from a page that never ran a client's code, and is verified every time before a page gets
// it. All work is off the caller's thread.
class SnapshotStore final
{
public:
    explicit SnapshotStore(QString folder);
    ~SnapshotStore(); // waits for its threads

    // Hashes of the files that the interpreter is made of, in `assets` and `runtime`.
    QFuture<Result<SnapshotInputs>> measureInputs(const QString &assets, const QString &runtime);

    const QString &folder() const { return m_folder; }
    // Where the layer is, or will be.
    SnapshotFile file(const QString &layer) const;

    // NotFound: none. Corrupt: the bytes are not those that were stored. The caller compares the
    // inputs, which take longer to know.
    QFuture<Result<StoredSnapshot>> verify(const QString &layer);
    // The same for what lies behind the layer's head, which pages check themselves.
    QFuture<Result<>> verifyRest(const QString &layer);

    // Replaces the layer. `head`: how many of its bytes `verify` compares.
    QFuture<Result<SnapshotFile>> store(const QString &layer, const SnapshotInputs &inputs,
                                        const QByteArray &bytes, qint64 head);

private:
    QString m_folder;
    QThreadPool m_pool;
};

} // namespace glovebox::sandbox
