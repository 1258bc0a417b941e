// SPDX-License-Identifier: MIT
// What the person sees of a stage and does with it: changes, apply, discard.
#include "fileops.h"
#include "foldereditor.h"
#include "hostpath.h"
#include "overlay.h"
#include "stagereview.h"

#include <base/logging.h>

#include <QCoreApplication>

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace glovebox::mounts {

namespace {

using Kind = StagedNode::Kind;

struct Tr
{
    Q_DECLARE_TR_FUNCTIONS(glovebox::mounts::Staging)
};

QString text(const QByteArray &path)
{
    return nameFromHost(path);
}

EntryState afterOf(const StagedNode &node, const struct stat &data)
{
    FileFacts facts = factsOf(data);
    if (node.kind == Kind::Link)
        facts.content = node.target;
    return stateOf(facts);
}

} // namespace

// The time of the content's last change is the host's own: a run that sets a file's times changes
// it.
QString Overlay::revisionOf(const StagedNode &node) const
{
    QStringList facts{QString::number(int(node.kind)),
                      QString::number(node.permissions.value_or(-1)),
                      QString::number(node.modifiedNs.value_or(-1)),
                      QString::fromLatin1(node.target.toHex()), node.blob};
    if (const auto data =
            node.blob.isEmpty() ? std::unexpected(ENOENT) : m_tree->blobStat(node.blob))
        facts << QString::number(nanoseconds(data->st_ctim)) << QString::number(data->st_size);
    return facts.join(u'/');
}

// Everything but whether it can be applied.
Change Overlay::describe(const StageReview &review, const Placed &placed,
                         const QString &mount) const
{
    const StagedNode &node = *placed.node;
    const Placed *from = review.movedFrom(placed.path);
    Change change;
    change.mount = mount;
    change.path = text(placed.path);
    change.run = RunId(node.run);
    change.revision = revisionOf(node);
    const bool natural = node.isAt(placed.natural);
    const auto below =
        natural && node.kind == Kind::Folder ? baseFacts(*placed.natural, -1) : node.below;
    change.before = stateOf(from ? node.originFacts : below);
    if (node.kind == Kind::Gone) {
        change.kind = Change::Kind::Deleted;
        change.contentChanged = true;
        return change;
    }
    if (const auto data = statOf(node))
        change.after = afterOf(node, *data);
    change.contentChanged = !node.blob.isEmpty() || node.kind == Kind::Link ||
                            (node.kind == Kind::Folder && !node.origin);
    change.kind = from ? Change::Kind::Moved : below ? Change::Kind::Changed : Change::Kind::Added;
    if (from)
        change.from = text(from->path);
    // Its content is that of another entry of the folder, which has changed places.
    if (!from && node.kind == Kind::File && node.blob.isEmpty() && !natural)
        change.contentChanged = true;
    return change;
}

QList<Change> Overlay::changes(const QString &mount) const
{
    const QMutexLocker lock(&m_mutex);
    const StageReview review(m_tree->root());
    QList<Change> changes;
    for (const Placed &placed : review.all()) {
        if (!review.isChange(placed))
            continue;
        const StagedNode &node = *placed.node;
        const Placed *from = review.movedFrom(placed.path);
        Change change = describe(review, placed, mount);
        const auto entry =
            placed.natural && m_root ? m_root->entry(*placed.natural) : std::unexpected(ENOENT);
        const bool natural = node.isAt(placed.natural);
        if (!m_root || m_root->isGone()) {
            change.conflict = Tr::tr("The folder is not there.");
        } else if (placed.natural && !(natural && node.kind == Kind::Folder)) {
            const bool same =
                entry ? isSameState(node.below, entry->folder.value(), entry->name) : !node.below;
            const bool wentToo = node.kind == Kind::Gone && entry &&
                                 !factsAt(entry->folder.value(), entry->name, -1);
            if (!same && !wentToo) {
                change.conflict = node.below ? Tr::tr("The folder's own “%1” was changed since.")
                                                   .arg(text(*placed.natural))
                                             : Tr::tr("The folder has got its own “%1” since.")
                                                   .arg(text(*placed.natural));
            }
        }
        if (from && change.conflict.isEmpty() && node.originFacts) {
            const auto source = m_root->entry(*node.origin);
            if (!source || !isSameState(node.originFacts, source->folder.value(), source->name)) {
                change.conflict =
                    Tr::tr("The folder's own “%1” was changed since.").arg(text(*node.origin));
            }
        }
        changes.append(change);
    }
    std::ranges::sort(changes, {}, &Change::path);
    return changes;
}

int Overlay::changeCount() const
{
    const QMutexLocker lock(&m_mutex);
    const StageReview review(m_tree->root());
    return int(
        std::ranges::count_if(review.all(), [&](const Placed &p) { return review.isChange(p); }));
}

Result<QByteArray> Overlay::content(const QByteArray &path, ChangeSide side, qint64 offset,
                                    qint64 length) const
{
    UniqueFd fd;
    {
        const QMutexLocker lock(&m_mutex);
        const StageReview review(m_tree->root());
        const auto found = std::ranges::find(review.all(), path, &Placed::path);
        if (found == review.all().end())
            return fail(ErrorCode::NotFound, Tr::tr("“%1” is no staged change.").arg(text(path)));
        const StagedNode &node = *found->node;
        const bool isMoved = review.movedFrom(path) != nullptr;
        std::optional<QByteArray> base;
        if (side == ChangeSide::Base && !node.base.isEmpty())
            fd = m_tree->openBlob(node.base, O_RDONLY);
        else if (side == ChangeSide::After && !node.blob.isEmpty())
            fd = m_tree->openBlob(node.blob, O_RDONLY);
        else if (side == ChangeSide::After && node.kind == Kind::File)
            base = node.origin;
        else if (side == ChangeSide::Before)
            base = isMoved ? node.origin : found->natural;
        if (base && m_root)
            fd = openOfFolder(*base);
    }
    return partOf(fd, path, offset, length);
}

Result<QByteArray> Overlay::partOf(const UniqueFd &file, const QByteArray &path, qint64 offset,
                                   qint64 length)
{
    if (!file.isValid())
        return QByteArray();
    auto bytes = readAt(file.value(), offset, length);
    if (!bytes)
        return failErrno(Tr::tr("“%1” cannot be read.").arg(text(path)), bytes.error());
    return *std::move(bytes);
}

UniqueFd Overlay::openOfFolder(const QByteArray &base) const
{
    auto opened = m_root->open(base, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    struct stat data = {};
    if (opened && ::fstat(opened->value(), &data) == 0 && S_ISREG(data.st_mode))
        return std::move(*opened);
    return {};
}

// ---- Applying ----

class StageApplier
{
public:
    StageApplier(Overlay &overlay, const QList<QByteArray> &paths, bool overwrite,
                 const QHash<QString, QString> &seen, FolderEditor &editor)
        : m_overlay(overlay)
        , m_force(overwrite)
        , m_seen(seen)
        , m_editor(editor)
    {
        for (const QByteArray &path : paths)
            m_wanted.insert(path);
        m_all = paths.isEmpty();
    }

    ChangeReport run()
    {
        if (materialise())
            descend({});
        return m_report;
    }

private:
    using Refusal = FolderEditor::Refusal;

    QMutex &mutex() const { return m_overlay.m_mutex; }
    OverlayTree &tree() const { return *m_overlay.m_tree; }

    // Whether this entry, or something in it, was asked for.
    bool isWanted(const QByteArray &path) const { return m_all || m_wanted.contains(path); }
    bool leadsToWanted(const QByteArray &path) const
    {
        return m_all || std::ranges::any_of(m_wanted, [&](const QByteArray &wanted) {
                   return isBelow(wanted, path);
               });
    }

    void note(const QByteArray &path, const Refusal &refusal)
    {
        if (refusal.isNull() || refusal.isEmpty())
            m_report.done.append(text(path));
        else
            m_report.refused.append({text(path), refusal});
    }

    // Entries that changed places (a to b, b to a) show each other's content in the folder: each
    // gets a copy before either is replaced.
    bool materialise()
    {
        const QMutexLocker lock(&mutex());
        QList<QByteArray> paths;
        {
            const StageReview review(tree().root());
            for (const Placed &placed : review.all()) {
                const StagedNode &node = *placed.node;
                if (node.kind == Kind::File && node.blob.isEmpty() && !node.isAt(placed.natural) &&
                    !review.movedFrom(placed.path))
                    paths.append(placed.path);
            }
        }
        for (const QByteArray &path : paths) {
            auto spot = m_overlay.resolve(path, false);
            if (!spot || !spot->exists())
                continue;
            if (const int error = m_overlay.makeOwnContent(*spot, false, RunId(spot->node->run))) {
                note(path, QString::fromLocal8Bit(std::strerror(error)));
                return false;
            }
            m_copied.insert(path);
        }
        return true;
    }

    // What a step needs to know of an entry, taken under the lock.
    struct Item
    {
        QByteArray path;
        Kind kind = Kind::Folder;
        std::optional<QByteArray> natural;
        std::optional<FileFacts> below;
        std::optional<QByteArray> origin;
        std::optional<FileFacts> originFacts;
        QString blob;
        QByteArray target;
        std::optional<int> permissions;
        std::optional<qint64> modifiedNs;
        bool isChange = false;
        bool isMoved = false;
        QString revision;
    };

    // Why this may not be applied: it is not what the person was shown.
    Refusal unseen(const Item &item) const
    {
        if (m_seen.isEmpty() || !item.isChange || m_copied.contains(item.path))
            return {};
        const auto shown = m_seen.constFind(text(item.path));
        if (shown == m_seen.cend())
            return Tr::tr("“%1” was staged after you looked.").arg(text(item.path));
        return *shown == item.revision
                   ? Refusal()
                   : Tr::tr("“%1” was written again after you looked.").arg(text(item.path));
    }

    // Whether a run has written to the content since `item` was taken.
    Refusal writtenSince(const Item &item) const
    {
        const QMutexLocker lock(&mutex());
        const StagedNode *node = tree().find(item.path);
        if (node && m_overlay.revisionOf(*node) == item.revision)
            return {};
        return Tr::tr("“%1” was written while it was being applied.").arg(text(item.path));
    }

    std::vector<Item> itemsIn(const QByteArray &folder) const
    {
        const QMutexLocker lock(&mutex());
        const StageReview review(tree().root());
        std::vector<Item> items;
        for (const Placed &placed : review.all()) {
            if (parentOf(placed.path) != folder)
                continue;
            const StagedNode &node = *placed.node;
            items.push_back({placed.path, node.kind, placed.natural, node.below, node.origin,
                             node.originFacts, node.blob, node.target, node.permissions,
                             node.modifiedNs, review.isChange(placed),
                             review.movedFrom(placed.path) != nullptr, m_overlay.revisionOf(node)});
        }
        return items;
    }

    void descend(const QByteArray &folder)
    {
        for (const Item &item : itemsIn(folder)) {
            if (item.kind == Kind::Folder && leadsToWanted(item.path))
                applyFolder(item);
        }
        // Anew: applying a folder may have been applying others before it.
        const std::vector<Item> items = itemsIn(folder);
        for (const Item &item : items) {
            if ((item.kind == Kind::File || item.kind == Kind::Link) && isWanted(item.path))
                applyEntry(item);
        }
        for (const Item &item : items) {
            if (item.kind == Kind::Gone)
                applyGone(item, false);
        }
    }

    // The folder's own entry at this place lives on under another name: it moves there first.
    void makeWay(const QByteArray &natural)
    {
        if (m_makingWay.contains(natural))
            return; // folders that change places with each other: told by the step that fails
        m_makingWay.insert(natural);
        std::optional<QByteArray> path;
        {
            const QMutexLocker lock(&mutex());
            const StageReview review(tree().root());
            for (const Placed &placed : review.all()) {
                if (placed.node->kind == Kind::Folder && placed.node->origin == natural &&
                    review.movedFrom(placed.path))
                    path = placed.path;
            }
        }
        if (!path)
            return;
        // The folders above it first, in order.
        for (qsizetype slash = 0; slash >= 0;) {
            slash = path->indexOf('/', slash + 1);
            const QByteArray place = slash < 0 ? *path : path->first(slash);
            for (const Item &item : itemsIn(parentOf(place))) {
                if (item.path == place && item.kind == Kind::Folder && item.isChange)
                    applyFolderItself(item);
            }
        }
    }

    void applyFolder(Item item)
    {
        // It may have been applied already, to make way for another.
        for (const Item &now : itemsIn(parentOf(item.path))) {
            if (now.path == item.path)
                item = now;
        }
        if (!item.isChange || applyFolderItself(item))
            descend(item.path);
        prune(item.path);
    }

    bool applyFolderItself(const Item &item)
    {
        Refusal refusal =
            Tr::tr("The folder that holds “%1” was not applied.").arg(text(item.path));
        if (const Refusal why = unseen(item); !why.isEmpty()) {
            refusal = why;
        } else if (item.natural) {
            if (item.below && item.below->isFolder())
                makeWay(*item.natural);
            refusal = item.isMoved                  ? moveFolder(item)
                      : item.origin == item.natural ? changeFolder(item)
                                                    : makeFolder(item);
        }
        note(item.path, refusal);
        return refusal.isEmpty();
    }

    Refusal makeFolder(const Item &item)
    {
        if (item.below && !item.below->isFolder()) {
            if (const Refusal refusal = m_editor.remove(*item.natural, *item.below, m_force);
                !refusal.isEmpty())
                return refusal;
        }
        if (const Refusal refusal =
                m_editor.makeFolder(*item.natural, item.permissions.value_or(0755));
            !refusal.isEmpty())
            return refusal;
        return becomeNatural(item);
    }

    Refusal changeFolder(const Item &item)
    {
        const auto facts = [&] {
            const QMutexLocker lock(&mutex());
            return m_overlay.baseFacts(*item.natural, -1);
        }();
        if (!facts)
            return m_editor.makeFolder(*item.natural, item.permissions.value_or(0755));
        if (const Refusal refusal = m_editor.setAttributes(*item.natural, *facts, item.permissions,
                                                           item.modifiedNs, m_force);
            !refusal.isEmpty())
            return refusal;
        return becomeNatural(item);
    }

    Refusal moveFolder(const Item &item)
    {
        if (const Refusal leaving = movedLinkRefusal(item); !leaving.isEmpty())
            return leaving;
        if (!item.originFacts)
            return Tr::tr("“%1” is not in the folder any more.").arg(text(*item.origin));
        if (const Refusal refusal =
                m_editor.move(*item.origin, *item.originFacts, *item.natural, item.below, false);
            !refusal.isEmpty())
            return refusal;
        if (item.permissions || item.modifiedNs) {
            m_editor.setAttributes(*item.natural, *item.originFacts, item.permissions,
                                   item.modifiedNs, true);
        }
        const QMutexLocker lock(&mutex());
        dropGone(*item.origin);
        if (const int error = tree().rebase(*item.origin, *item.natural))
            return QString::fromLocal8Bit(std::strerror(error));
        return natural(item.path);
    }

    // A relative link in a moved folder might lead out of the mount from its new place.
    Refusal movedLinkRefusal(const Item &item) const
    {
        const auto from = m_editor.root().entry(*item.origin);
        const auto to = m_editor.root().entry(*item.natural);
        if (!from || !to || moveKeepsLinksInside(m_editor.root(), *from, *to))
            return {};
        return Tr::tr("A link in “%1” would lead out of the mounted folder.").arg(text(item.path));
    }

    Refusal becomeNatural(const Item &item)
    {
        const QMutexLocker lock(&mutex());
        return natural(item.path);
    }

    Refusal natural(const QByteArray &path)
    {
        auto spot = m_overlay.resolve(path, false);
        if (!spot || !spot->node)
            return {};
        StagedNode node = StagedNode::fromJson(spot->node->toJson());
        node.origin = spot->natural;
        node.originFacts.reset();
        node.below.reset();
        node.permissions.reset();
        node.modifiedNs.reset();
        node.accessedNs.reset();
        node.inode = 0;
        const int error = tree().put(path, std::move(node));
        return error == 0 ? Refusal() : QString::fromLocal8Bit(std::strerror(error));
    }

    void applyEntry(const Item &item)
    {
        if (!item.natural) {
            return note(item.path,
                        Tr::tr("The folder that holds “%1” was not applied.").arg(text(item.path)));
        }
        if (const Refusal why = unseen(item); !why.isEmpty())
            return note(item.path, why);
        const Refusal refusal = item.kind == Kind::Link ? applyLink(item)
                                : !item.blob.isEmpty()  ? applyContent(item)
                                : item.isMoved          ? applyMove(item)
                                                        : applyAttributes(item);
        note(item.path, refusal);
    }

    // The folder that a file or link takes the place of: moved away or emptied, and removed.
    Refusal clearFolder(const Item &item)
    {
        makeWay(*item.natural);
        for (const Item &inner : itemsIn(item.path))
            applyGone(inner, true);
        return m_editor.removeFolder(*item.natural);
    }

    Refusal applyLink(const Item &item)
    {
        const auto entry = m_editor.root().entry(*item.natural);
        const auto depth =
            entry ? m_editor.root().depth(entry->folder.value()) : std::unexpected(ENOENT);
        if (!depth || !linkStaysInside(item.target, *depth)) {
            return Tr::tr("The link “%1” would lead out of the mounted folder.")
                .arg(text(item.path));
        }
        if (item.below && item.below->isFolder()) {
            if (const Refusal refusal = clearFolder(item); !refusal.isEmpty())
                return refusal;
        }
        const auto expected = item.below && item.below->isFolder() ? std::nullopt : item.below;
        const Refusal refusal = m_editor.putLink(*item.natural, item.target, expected, m_force);
        return refusal.isEmpty() ? forget(item) : refusal;
    }

    // Whether the folder has these very bytes there: put by an apply that was killed before it
    // noted that, or by somebody else. There is nothing to lose either way.
    bool hasContent(const QByteArray &path, int wanted) const
    {
        constexpr qint64 step = 256 * limits::KiB;
        const auto there =
            m_editor.root().open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
        struct stat data = {};
        if (!there || ::fstat(there->value(), &data) != 0 || !S_ISREG(data.st_mode))
            return false;
        for (qint64 offset = 0;; offset += step) {
            const auto ours = readAt(wanted, offset, step);
            const auto theirs = readAt(there->value(), offset, step);
            if (!ours || !theirs || *ours != *theirs)
                return false;
            if (ours->size() < step)
                return true;
        }
    }

    Refusal applyContent(const Item &item)
    {
        UniqueFd blob;
        FolderEditor::Attributes attributes;
        {
            const QMutexLocker lock(&mutex());
            if (m_overlay.isOpenForWriting(item.blob))
                return Tr::tr("A run is writing “%1” at this moment.").arg(text(item.path));
            blob = tree().openBlob(item.blob, O_RDONLY);
            const auto data = tree().blobStat(item.blob);
            if (!blob.isValid() || !data)
                return Tr::tr("The staged file “%1” cannot be read.").arg(text(item.path));
            attributes = {item.permissions.value_or(0644), nanoseconds(data->st_mtim),
                          nanoseconds(data->st_atim)};
        }
        if (item.below && item.below->isFolder()) {
            if (const Refusal refusal = clearFolder(item); !refusal.isEmpty())
                return refusal;
        }
        const auto expected = item.below && item.below->isFolder() ? std::nullopt : item.below;
        if (const Refusal refusal =
                m_editor.putFile(*item.natural, blob.value(), attributes, expected, m_force,
                                 [&] { return writtenSince(item); });
            !refusal.isEmpty() && !hasContent(*item.natural, blob.value()))
            return refusal;
        if (item.isMoved && item.originFacts) {
            // The new file is in its place: the old one goes, or stays and is told of.
            const Refusal stays = m_editor.remove(*item.origin, *item.originFacts, m_force);
            if (stays.isEmpty()) {
                const QMutexLocker lock(&mutex());
                dropGone(*item.origin);
            } else {
                m_report.refused.append({text(*item.origin), stays});
            }
        }
        return forget(item);
    }

    Refusal applyMove(const Item &item)
    {
        if (!item.originFacts)
            return Tr::tr("“%1” is not in the folder any more.").arg(text(*item.origin));
        const bool coversFolder = item.below && item.below->isFolder();
        if (coversFolder) {
            if (const Refusal refusal = clearFolder(item); !refusal.isEmpty())
                return refusal;
        }
        if (const Refusal refusal =
                m_editor.move(*item.origin, *item.originFacts, *item.natural,
                              coversFolder ? std::nullopt : item.below, m_force);
            !refusal.isEmpty())
            return refusal;
        if (item.permissions || item.modifiedNs) {
            m_editor.setAttributes(*item.natural, *item.originFacts, item.permissions,
                                   item.modifiedNs, true);
        }
        {
            const QMutexLocker lock(&mutex());
            dropGone(*item.origin);
        }
        return forget(item);
    }

    Refusal applyAttributes(const Item &item)
    {
        if (!item.below)
            return forget(item);
        const Refusal refusal = m_editor.setAttributes(*item.natural, *item.below, item.permissions,
                                                       item.modifiedNs, m_force);
        return refusal.isEmpty() ? forget(item) : refusal;
    }

    // What is deleted in a folder goes before the folder itself.
    void applyGone(const Item &item, bool needed)
    {
        for (const Item &inner : itemsIn(item.path))
            applyGone(inner, needed);
        if (!item.isChange || !item.natural || !item.below || !(needed || isWantedGone(item.path)))
            return;
        if (const Refusal why = needed ? Refusal() : unseen(item); !why.isEmpty())
            return note(item.path, why);
        const Refusal refusal = item.below->isFolder()
                                    ? m_editor.removeFolder(*item.natural)
                                    : m_editor.remove(*item.natural, *item.below, m_force);
        note(item.path, refusal.isEmpty() ? forget(item) : refusal);
    }

    // Deleting a folder is deleting what is in it.
    bool isWantedGone(const QByteArray &path) const
    {
        return isWanted(path) || std::ranges::any_of(m_wanted, [&](const QByteArray &wanted) {
                   return isBelow(path, wanted);
               });
    }

    // The folder has it now: the stage need not.
    Refusal forget(const Item &item)
    {
        const QMutexLocker lock(&mutex());
        const StagedNode *node = tree().find(item.path);
        if (!node)
            return {};
        if (node->kind != item.kind || node->blob != item.blob ||
            m_overlay.revisionOf(*node) != item.revision)
            return {}; // a run has changed it again meanwhile: that stays staged
        const int error = tree().drop(item.path);
        if (!item.blob.isEmpty()) {
            if (const auto data = tree().blobStat(item.blob))
                m_overlay.m_bytes -= data->st_size;
            tree().removeBlob(item.blob);
        }
        return error == 0 ? Refusal() : QString::fromLocal8Bit(std::strerror(error));
    }

    void dropGone(const QByteArray &natural)
    {
        std::vector<QByteArray> paths;
        {
            const StageReview review(tree().root());
            for (const Placed &placed : review.all()) {
                if (placed.node->kind == Kind::Gone && placed.natural == natural)
                    paths.push_back(placed.path);
            }
        }
        for (const QByteArray &path : paths)
            tree().drop(path);
    }

    // A folder that holds no changes any more needs no entry.
    void prune(const QByteArray &path)
    {
        const QMutexLocker lock(&mutex());
        const auto spot = m_overlay.resolve(path, false);
        if (spot && spot->node && spot->node->kind == Kind::Folder &&
            spot->node->children.empty() && spot->node->isAt(spot->natural) &&
            !spot->node->permissions && !spot->node->modifiedNs)
            tree().drop(path);
    }

    Overlay &m_overlay;
    QSet<QByteArray> m_wanted;
    bool m_all = false;
    bool m_force = false;
    const QHash<QString, QString> &m_seen;
    QSet<QByteArray> m_copied; // by materialise()
    FolderEditor &m_editor;
    ChangeReport m_report;
    QSet<QByteArray> m_makingWay;
};

ChangeReport Overlay::apply(const QList<QByteArray> &paths, bool overwrite,
                            const QHash<QString, QString> &seen, FolderEditor &editor)
{
    ChangeReport report = StageApplier(*this, paths, overwrite, seen, editor).run();
    if (m_changed)
        m_changed();
    return report;
}

void Overlay::noteApplied(const QByteArray &natural, const QByteArray &from)
{
    const QMutexLocker lock(&m_mutex);
    struct Found
    {
        QByteArray path;
        Kind kind;
        QString blob;
    };
    std::vector<Found> found;
    {
        const StageReview review(m_tree->root());
        for (const Placed &placed : review.all()) {
            const bool isIt = placed.natural == natural && placed.node->kind != Kind::Folder;
            const bool isSource =
                !from.isEmpty() && placed.natural == from && placed.node->kind == Kind::Gone;
            if (isIt || isSource)
                found.push_back({placed.path, placed.node->kind, placed.node->blob});
        }
    }
    for (const Found &entry : found) {
        m_tree->drop(entry.path);
        if (!entry.blob.isEmpty())
            m_tree->removeBlob(entry.blob);
    }
    if (!from.isEmpty())
        m_tree->rebase(from, natural);
}

} // namespace glovebox::mounts
