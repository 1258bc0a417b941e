// SPDX-License-Identifier: MIT
#pragma once

#include "filefacts.h"
#include "uniquefd.h"

#include <base/result.h>

#include <QByteArray>
#include <QHash>
#include <QString>

#include <map>
#include <memory>
#include <optional>

namespace glovebox::mounts {

// One entry of a stage. Names and paths are host bytes.
struct StagedNode
{
    enum class Kind {
        Gone, // what the folder has here is deleted or moved away
        File,
        Folder,
        Link,
    };

    Kind kind = Kind::Folder;
    // What the folder had at this very place when it was first hidden, replaced or changed;
    // nullopt: nothing.
    std::optional<FileFacts> below;
    // Where in the folder this comes from: the content of a file without a blob, the entries of a
    // folder that are not overridden, and from where it was moved. nullopt: made here.
    std::optional<QByteArray> origin;
    std::optional<FileFacts> originFacts; // of a moved entry, when it was moved
    QString blob;                         // a file's own content: a file in the stage
    QString base = {}; // what the folder's file was when this one took its place, if it was kept
    QByteArray target; // a link's
    std::optional<int> permissions;
    std::optional<qint64> modifiedNs;
    std::optional<qint64> accessedNs;
    quint64 inode = 0;    // shown to the sandbox; stays the same when a file gets a blob
    qint64 run = 0;       // the last that changed it
    qint64 touchedNs = 0; // of a folder: when a name in it changed last; not kept on disk
    std::map<QByteArray, std::unique_ptr<StagedNode>> children = {};

    QJsonObject toJson() const; // without children
    static StagedNode fromJson(const QJsonObject &json);
    // Whether it is the folder's own entry of that path.
    bool isAt(const std::optional<QByteArray> &natural) const
    {
        return origin && natural && *origin == *natural;
    }
    // Takes everything but the children.
    void assign(StagedNode &&other);
};

// The entries of one stage, and their record on disk: a log to which every change is appended
// before it counts, rewritten when it is opened. A torn last line (the process was killed) is
// dropped. Not thread-safe.
class OverlayTree
{
public:
    static Result<std::unique_ptr<OverlayTree>> open(const QString &folder);

    StagedNode &root() { return m_root; }
    const StagedNode &root() const { return m_root; }
    StagedNode *find(const QByteArray &path);

    // Each errno, or 0. Folders on the way that the stage does not know yet are those of the
    // folder below.
    int put(const QByteArray &path, StagedNode node);
    int drop(const QByteArray &path); // with everything below
    int move(const QByteArray &from, const QByteArray &to);
    // The folder's entry `from` is called `to` from now on: a moved folder was applied.
    int rebase(const QByteArray &from, const QByteArray &to);

    // A new, empty blob, opened for reading and writing, and its name.
    std::expected<std::pair<UniqueFd, QString>, int> makeBlob();
    UniqueFd openBlob(const QString &name, int flags) const;
    std::expected<struct stat, int> blobStat(const QString &name) const;
    void removeBlob(const QString &name) const;
    // The same content under the same name in another folder of this file system, and the other
    // way round under a name of its own: nothing is copied where links can be made.
    int keepBlob(const QString &name, int folder) const;
    std::expected<QString, int> takeBlob(int folder, const QString &name);

    const QString &path() const { return m_path; } // of the stage's folder
    quint64 nextInode() { return ++m_lastInode; }
    int entryCount() const { return m_entries; }
    qint64 blobBytes() const;                        // of all contents
    qint64 baseBytes() const { return m_baseBytes; } // of all bases
    int folderFd() const { return m_folder.value(); }
    int sync();
    bool isEmpty() const { return m_root.children.empty(); }

private:
    OverlayTree() = default;
    Result<> load();
    Result<> rewrite();
    void removeOrphans() const;
    bool replay(const QJsonObject &entry);
    int append(const QJsonObject &entry);
    QStringList basesAt(const QByteArray &path) const;
    void releaseBases(const QStringList &bases);
    void write(QByteArray &log, const QByteArray &path, const StagedNode &node) const;
    StagedNode *makeWay(const QByteArray &path);
    void doPut(const QByteArray &path, StagedNode node);
    void doDrop(const QByteArray &path);
    void doMove(const QByteArray &from, const QByteArray &to);
    void doRebase(StagedNode &node, const QByteArray &from, const QByteArray &to);

    QString m_path;
    UniqueFd m_folder;
    UniqueFd m_blobs;
    UniqueFd m_log;
    StagedNode m_root;
    quint64 m_lastInode = quint64(1) << 52; // above what file systems use, exact in JSON
    quint64 m_lastBlob = 0;
    int m_entries = 0;
    qint64 m_baseBytes = 0;
};

QByteArray joined(const QByteArray &folder, const QByteArray &name);
QByteArray parentOf(const QByteArray &path);
QByteArray nameOf(const QByteArray &path);
bool isBelow(const QByteArray &path, const QByteArray &folder); // or it itself

} // namespace glovebox::mounts
