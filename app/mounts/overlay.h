// SPDX-License-Identifier: MIT
#pragma once

#include "keptdiscards.h"
#include "mountroot.h"
#include "overlaytree.h"
#include "staging.h"

#include <base/ids.h>

#include <QDateTime>
#include <QHash>
#include <QMutex>
#include <QSet>

#include <atomic>
#include <expected>
#include <functional>
#include <vector>

namespace glovebox::mounts {

struct OpenFile;
struct Placed;
class FolderEditor;
class StageReview;

// A staged mount as one client sees it: its stage laid over the folder. All paths are host bytes
// as pathToHost() gives them; all errors are errno values; links are resolved here, by hand and
// beneath the root, because what a name means is not what the kernel sees. Whatever is opened in
// the folder itself is opened through MountRoot. Used from any thread.
class Overlay final : public std::enable_shared_from_this<Overlay>
{
public:
    Overlay(std::unique_ptr<OverlayTree> tree, std::shared_ptr<const MountRoot> root,
            const StagingLimits &limits, std::function<void()> changed);

    void setRoot(std::shared_ptr<const MountRoot> root);
    std::shared_ptr<const MountRoot> root() const;

    std::expected<struct stat, int> stat(const QByteArray &path, bool followLast) const;
    std::expected<QByteArray, int> readlink(const QByteArray &path) const;

    struct Named
    {
        QByteArray name;
        struct stat data;
    };
    struct FolderView
    {
        UniqueFd base;            // of the folder itself, when it shows through
        QSet<QByteArray> covered; // names of it that do not
        std::vector<Named> own;
    };
    std::expected<FolderView, int> list(const QByteArray &path) const;

    struct Wish
    {
        bool read = false;
        bool write = false;
        bool create = false;
        bool exclusive = false;
        bool truncate = false;
        bool append = false;
        bool noFollow = false;
    };
    struct Opened
    {
        UniqueFd fd;
        struct stat data = {};
        QString blob; // empty: the folder's own file
        bool created = false;
    };
    std::expected<Opened, int> open(const QByteArray &path, const Wish &wish, mode_t mode,
                                    RunId run);
    // Open files follow when the folder's file they read gets a copy in the stage.
    void watch(const std::shared_ptr<OpenFile> &file, const QString &blob);

    int truncate(const QByteArray &path, qint64 size, RunId run);
    int mkdir(const QByteArray &path, mode_t mode, RunId run);
    int rmdir(const QByteArray &path, RunId run);
    int unlink(const QByteArray &path, RunId run);
    int symlink(const QByteArray &path, const QByteArray &target, RunId run);
    int rename(const QByteArray &from, const QByteArray &to, RunId run);
    int chmod(const QByteArray &path, mode_t mode, RunId run);
    int utime(const QByteArray &path, const timespec &accessed, const timespec &modified,
              RunId run);

    // ENOSPC when the stage may not become larger by this.
    int reserve(int fd, qint64 growth);
    void noteShrunk(qint64 bytes); // of a file of the stage
    bool hasRoomFor(qint64 bytes, int entries) const;
    int sync();
    void noteWrite(); // of bytes, through a descriptor
    qint64 bytes() const;

    // ---- For the person ----
    QList<Change> changes(const QString &mount) const;
    int changeCount() const;
    Result<QByteArray> content(const QByteArray &path, ChangeSide side, qint64 offset,
                               qint64 length) const;
    ChangeReport apply(const QList<QByteArray> &paths, bool overwrite,
                       const QHash<QString, QString> &seen, FolderEditor &editor);
    // What is discarded is kept under this number: undoDiscard() takes it back where nothing has
    // been staged in its place.
    ChangeReport discard(const QList<QByteArray> &paths, RunId number, const QDateTime &now);
    QList<KeptDiscards::Summary> discards() const;
    bool hasDiscard(RunId number) const;
    QList<Change> discardedChanges(RunId number, const QString &mount) const;
    Result<QByteArray> discardedContent(RunId number, const QByteArray &path, ChangeSide side,
                                        qint64 offset, qint64 length) const;
    ChangeReport undoDiscard(RunId number, const QList<QByteArray> &paths);
    void forgetDiscards(const QDateTime &before);

    // The person's own content in place of a staged file's, made of `folder`, which they have seen
    // as the folder's. Both must still be what they were.
    ChangeReport putMerged(const QByteArray &path, const QByteArray &content,
                           const QString &revision, const QByteArray &folder);
    // A step of apply() that a killed process had done is now noted.
    void noteApplied(const QByteArray &path, const QByteArray &from);

private:
    friend class DiscardPlan;
    friend class StageApplier;

    // A place in the merged view, with the links on the way resolved.
    struct Spot
    {
        QByteArray path;                   // in the stage
        StagedNode *node = nullptr;        // what the stage holds here, Gone included
        std::optional<QByteArray> natural; // what the folder has here, by name
        std::optional<QByteArray> base;    // the folder's entry that shows here
        std::optional<struct stat> data;   // nullopt: nothing is there
        bool exists() const { return data.has_value(); }
    };
    std::expected<Spot, int> resolve(const QByteArray &path, bool followLast) const;
    std::expected<Spot, int> look(const Spot &folder, const QByteArray &name) const;
    std::expected<struct stat, int> statOf(const StagedNode &node) const;
    QString revisionOf(const StagedNode &node) const;
    std::expected<struct stat, int> baseStat(const QByteArray &path) const;
    std::optional<FileFacts> baseFacts(const QByteArray &path, qint64 maxDigested) const;
    std::optional<FileFacts> belowOf(const Spot &spot, qint64 maxDigested) const;

    std::expected<StagedNode *, int> own(Spot &spot, RunId run);
    int makeOwnContent(Spot &spot, bool empty, RunId run);
    QString keptBase(const QByteArray &path);
    void removeContent(const QString &blob);
    int createFile(Spot &spot, mode_t mode, RunId run);
    int hide(const Spot &spot, RunId run);
    bool isEmptyFolder(const Spot &spot) const;
    int checkParent(const Spot &spot) const;
    int checkRoom();
    int moveNode(Spot &from, Spot &to, RunId run);
    // Whether the folder that is hidden at this place lives on under another name.
    bool isMovedAway(const std::optional<QByteArray> &natural) const;
    // Where the stage keeps what it knows of the folder's own entry.
    std::optional<QByteArray> placeOf(const QByteArray &natural) const;
    void touchFolder(const QByteArray &path);
    void swapReaders(quint64 device, quint64 inode, const QString &blob);
    bool isOpenForWriting(const QString &blob) const;
    std::expected<FolderView, int> listSpot(const Spot &spot) const;
    void collect(const QByteArray &path, const StagedNode &node, const QString &mount,
                 const QHash<QByteArray, const StagedNode *> &naturals,
                 const QHash<QByteArray, QByteArray> &movedFrom, QList<Change> &changes) const;
    Change describe(const StageReview &review, const Placed &placed, const QString &mount) const;
    // The folder's own file; invalid: it is none.
    UniqueFd openOfFolder(const QByteArray &base) const;
    // Of a file that is `path` to the person; nothing of an invalid one.
    static Result<QByteArray> partOf(const UniqueFd &file, const QByteArray &path, qint64 offset,
                                     qint64 length);

    // ---- Discarding ----
    using Discarded = KeptDiscards::Group;
    // One change that is to be discarded.
    struct Leaving
    {
        QByteArray path;
        std::optional<QByteArray> natural;
        bool isAttributesOnly = false; // a folder's: what is in it stays staged
        QList<QByteArray> places;      // it, and where what is in it was moved from
        Discarded kept;
    };
    int keepContents(const std::vector<Leaving> &all, RunId number, const QDateTime &now);
    QString discardNode(const Leaving &leaving);
    int dropPlace(const QByteArray &place);
    bool isThere(RunId number, const KeptDiscards::Entry &entry) const;
    bool isFree(const KeptDiscards::Entry &entry) const;
    QString whyNotPutBack(RunId number, const Discarded &group,
                          QSet<QByteArray> inGroup = {}) const;
    QString putBack(RunId number, const Discarded &group);
    int putBackEntry(RunId number, const KeptDiscards::Entry &entry);
    void putBackFolders(const Discarded &group);
    void dropHalfDone();
    QString whyNotMerged(const QByteArray &path, const QString &revision) const;
    std::expected<FileFacts, QString> seenFacts(const QByteArray &natural,
                                                const QByteArray &folder) const;

    mutable QMutex m_mutex;
    std::unique_ptr<OverlayTree> m_tree;
    std::shared_ptr<const MountRoot> m_root;
    StagingLimits m_limits;
    std::function<void()> m_changed;
    std::atomic<qint64> m_bytes = 0;
    KeptDiscards m_discards;
    struct Watched
    {
        std::weak_ptr<OpenFile> file;
        quint64 device = 0;
        quint64 inode = 0;
        QString blob;
        bool writable = false;
    };
    std::vector<Watched> m_open;
};

} // namespace glovebox::mounts
