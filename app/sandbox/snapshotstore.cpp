// SPDX-License-Identifier: MIT
#include "snapshotstore.h"

#include "base/inpool.h"
#include "base/logging.h"
#include "base/record.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSaveFile>

#include <algorithm>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

namespace {

constexpr QFile::Permissions ownerOnly = QFile::ReadOwner | QFile::WriteOwner;
constexpr qint64 maxIndexBytes = 1024 * 1024;

// BLAKE2b-256: as strong as SHA-256 and, in Qt, five times as fast. The first result of a start
// waits for this.
constexpr auto algorithm = QCryptographicHash::Blake2b_256;

Result<QString> hashOf(const QString &path)
{
    QFile file(path);
    QCryptographicHash hash(algorithm);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return fail(ErrorCode::NotFound, u"A file of the interpreter is missing."_s, path);
    return QString::fromLatin1(hash.result().toHex());
}

std::unexpected<Error> changed(const QString &path)
{
    return fail(ErrorCode::Corrupt, u"The stored snapshot was changed; it is made again."_s, path);
}

// Of the bytes from `begin` to `end`.
Result<QString> hashOfPart(const QString &path, qint64 begin, qint64 end)
{
    constexpr qint64 step = 1024 * 1024;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || !file.seek(begin))
        return fail(ErrorCode::NotFound, u"There is no snapshot yet."_s, path);
    QCryptographicHash hash(algorithm);
    for (qint64 at = begin; at < end; at += step) {
        const qint64 length = std::min(step, end - at);
        const QByteArray bytes = file.read(length);
        if (bytes.size() != length)
            return changed(path);
        hash.addData(bytes);
    }
    return QString::fromLatin1(hash.result().toHex());
}

// The files of the interpreter itself. Packages come later and are not in the bare layer.
QStringList coreFiles()
{
    return {u"pyodide/pyodide.asm.wasm"_s, u"pyodide/pyodide.asm.mjs"_s, u"pyodide/pyodide.mjs"_s,
            u"pyodide/python_stdlib.zip"_s, u"pyodide/pyodide-lock.json"_s};
}

Result<SnapshotInputs> measure(const QString &assets, const QString &runtime)
{
    SnapshotInputs inputs;
    const auto add = [&inputs](const QString &name, const QString &path) -> Result<> {
        return hashOf(path).transform(
            [&](const QString &hash) { inputs.values.insert(name, hash); });
    };
    // The wheels and fonts: their hashes as they were fetched. What is unpacked from a wheel is
    // checked again there, so the wheels themselves need not be read at each start.
    if (const QString sums = assets + u"/SHA256SUMS.json"_s; QFile::exists(sums)) {
        if (auto added = add(u"SHA256SUMS.json"_s, sums); !added)
            return std::unexpected(added.error());
    }
    for (const QString &name : coreFiles()) {
        if (auto added = add(name, assets + u'/' + name); !added)
            return std::unexpected(added.error());
    }
    for (const QString &folder : {u"pyodide/worker"_s, u"pyodide/python"_s}) {
        QDirIterator it(runtime + u'/' + folder, {u"*.mjs"_s, u"*.py"_s}, QDir::Files,
                        QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = it.next();
            if (auto added = add(path.mid(runtime.size() + 1), path); !added)
                return std::unexpected(added.error());
        }
    }
    return inputs;
}

QString indexPath(const QString &folder)
{
    return folder + u"/index.json"_s;
}

QJsonObject readIndex(const QString &folder)
{
    return QJsonDocument::fromJson(readPlainFile(indexPath(folder), maxIndexBytes)).object();
}

Result<> writeWhole(const QString &path, const QByteArray &bytes)
{
    return writePlainFile(path, bytes, u"The interpreter's snapshot could not be stored."_s);
}

Result<StoredSnapshot> verifyFile(const QString &folder, const SnapshotFile &snapshot)
{
    const QJsonObject entry = readIndex(folder)[snapshot.name].toObject();
    if (entry.isEmpty() || !QFile::exists(snapshot.path))
        return fail(ErrorCode::NotFound, u"There is no snapshot yet."_s);
    const QString stamp = fileStamp(snapshot.path); // before its bytes are read
    if (stamp.isEmpty() || QFileInfo(snapshot.path).size() != entry[u"size"].toInteger(-1))
        return changed(snapshot.path);
    const auto hash = hashOfPart(snapshot.path, 0, entry[u"head"].toInteger());
    if (!hash)
        return std::unexpected(hash.error());
    if (*hash != entry[u"blake2b"].toString())
        return changed(snapshot.path);
    return StoredSnapshot{snapshot, entry[u"inputs"].toString(), stamp};
}

Result<> verifyRestOf(const QString &folder, const SnapshotFile &snapshot)
{
    if (fileStamp(snapshot.path).isEmpty())
        return changed(snapshot.path);
    const QJsonObject entry = readIndex(folder)[snapshot.name].toObject();
    const auto hash =
        hashOfPart(snapshot.path, entry[u"head"].toInteger(), entry[u"size"].toInteger());
    if (!hash)
        return std::unexpected(hash.error());
    if (*hash != entry[u"blake2b_rest"].toString())
        return changed(snapshot.path);
    return {};
}

QString hexHash(QByteArrayView bytes)
{
    return QString::fromLatin1(QCryptographicHash::hash(bytes, algorithm).toHex());
}

Result<SnapshotFile> storeFile(const QString &folder, const SnapshotFile &snapshot,
                               const SnapshotInputs &inputs, const QByteArray &bytes, qint64 head)
{
    if (!QDir().mkpath(folder) || !QFile::setPermissions(folder, ownerOnly | QFile::ExeOwner))
        return fail(ErrorCode::Io, u"The folder for snapshots cannot be made."_s, folder);
    QJsonObject index = readIndex(folder);
    const QByteArrayView view(bytes);
    index.insert(snapshot.name, QJsonObject{{u"blake2b"_s, hexHash(view.first(head))},
                                            {u"blake2b_rest"_s, hexHash(view.sliced(head))},
                                            {u"head"_s, head},
                                            {u"size"_s, bytes.size()},
                                            {u"inputs"_s, inputs.digest()}});
    // The file first: an index that names a missing or other file is only a reason to make it anew.
    return writeWhole(snapshot.path, bytes)
        .and_then([&] { return writeWhole(indexPath(folder), QJsonDocument(index).toJson()); })
        .transform([&] { return snapshot; });
}

} // namespace

QString fileStamp(const QString &path)
{
    const QFileInfo info(path);
    if (info.isSymLink() || !info.isFile())
        return {};
    return u"%1 %2 %3"_s.arg(info.size())
        .arg(info.lastModified().toMSecsSinceEpoch())
        .arg(info.metadataChangeTime().toMSecsSinceEpoch());
}

QByteArray readPlainFile(const QString &path, qint64 most)
{
    QFile file(path);
    if (fileStamp(path).isEmpty() || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.read(most + 1);
    return bytes.size() > most ? QByteArray() : bytes;
}

Result<> writePlainFile(const QString &path, const QByteArray &bytes, const QString &problem)
{
    // QSaveFile would write what a link leads to.
    if (QFileInfo(path).isSymLink())
        QFile::remove(path);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(ownerOnly) ||
        file.write(bytes) != bytes.size() || !file.commit())
        return fail(ErrorCode::Io, problem, path + u": "_s + file.errorString());
    return {};
}

QString SnapshotInputs::digest() const
{
    QJsonObject json;
    for (const auto &[name, value] : values.asKeyValueRange())
        json.insert(name, value);
    return sha256Hex(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

SnapshotStore::SnapshotStore(QString folder)
    : m_folder(std::move(folder))
{
    // Inputs and layers are hashed side by side at start.
    m_pool.setMaxThreadCount(3);
}

SnapshotStore::~SnapshotStore()
{
    m_pool.waitForDone();
}

QFuture<Result<SnapshotInputs>> SnapshotStore::measureInputs(const QString &assets,
                                                             const QString &runtime)
{
    return inPool(m_pool, [assets, runtime] { return measure(assets, runtime); });
}

SnapshotFile SnapshotStore::file(const QString &layer) const
{
    return {layer, m_folder + u'/' + layer + u".snapshot"_s};
}

QFuture<Result<StoredSnapshot>> SnapshotStore::verify(const QString &layer)
{
    return inPool(m_pool, [folder = m_folder, snapshot = file(layer)] {
        return verifyFile(folder, snapshot);
    });
}

QFuture<Result<>> SnapshotStore::verifyRest(const QString &layer)
{
    return inPool(m_pool, [folder = m_folder, snapshot = file(layer)] {
        return verifyRestOf(folder, snapshot);
    });
}

QFuture<Result<SnapshotFile>> SnapshotStore::store(const QString &layer,
                                                   const SnapshotInputs &inputs,
                                                   const QByteArray &bytes, qint64 head)
{
    return inPool(m_pool, [folder = m_folder, snapshot = file(layer), inputs, bytes, head] {
        return storeFile(folder, snapshot, inputs, bytes, head);
    });
}

} // namespace glovebox::sandbox
