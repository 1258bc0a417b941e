// SPDX-License-Identifier: MIT
// What the person does not want: discarded, kept for a while and staged again if they change their
// mind; and their own text in place of a client's.
#include "hostpath.h"
#include "overlay.h"
#include "stagereview.h"

#include <base/logging.h>

#include <QCoreApplication>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace glovebox::mounts {

namespace {

using Kind = StagedNode::Kind;

constexpr qint64 maxDigested = 64 * limits::MiB;

struct Tr
{
    Q_DECLARE_TR_FUNCTIONS(glovebox::mounts::Staging)
};

QString text(const QByteArray &path)
{
    return nameFromHost(path);
}

QString noChange(const QByteArray &path)
{
    return Tr::tr("“%1” is no staged change.").arg(text(path));
}

// Its own attributes are all there is to discard: what is in it stays staged.
bool isAttributesOnly(const Placed &placed)
{
    return placed.node->kind == Kind::Folder && placed.node->isAt(placed.natural) &&
           !placed.node->children.empty();
}

// The folder itself, as it shows through.
bool isPlainFolder(const StagedNode &node, const std::optional<QByteArray> &natural)
{
    return node.kind == Kind::Folder && node.isAt(natural) && !node.permissions && !node.modifiedNs;
}

// Whether nothing below is anything but deleted.
bool onlyHides(const StagedNode &node, const QByteArray &natural)
{
    return std::ranges::all_of(node.children, [&](const auto &entry) {
        const QByteArray inner = joined(natural, entry.first);
        return entry.second->kind == Kind::Gone ||
               (isPlainFolder(*entry.second, inner) && onlyHides(*entry.second, inner));
    });
}

// But for the names under which the stage keeps contents.
QJsonObject withoutContents(QJsonObject node)
{
    node.remove(u"blob");
    node.remove(u"base");
    return node;
}

} // namespace

// ---- Discarding ----

// Takes it out of the stage; and what was moved there goes back, and so is no longer gone where it
// was.
QString Overlay::discardNode(const Leaving &leaving)
{
    int error = 0;
    if (leaving.isAttributesOnly) {
        StagedNode plain;
        plain.kind = Kind::Folder;
        plain.origin = leaving.natural;
        error = m_tree->put(leaving.path, std::move(plain));
    } else {
        for (const QByteArray &place : leaving.places) {
            if (error == 0)
                error = dropPlace(place);
        }
    }
    if (error != 0) {
        return Tr::tr("“%1” could not be discarded: %2.")
            .arg(text(leaving.path), qt_error_string(error));
    }
    for (const KeptDiscards::Entry &entry : leaving.kept.entries) {
        if (const QString blob = entry.node[u"blob"].toString(); !blob.isEmpty())
            removeContent(blob);
    }
    return {};
}

// A folder that was gone with it comes back.
int Overlay::dropPlace(const QByteArray &place)
{
    int error = m_tree->drop(place);
    for (QByteArray up = parentOf(place); error == 0 && !up.isEmpty(); up = parentOf(up)) {
        const StagedNode *node = m_tree->find(up);
        if (!node || node->kind != Kind::Gone)
            break;
        StagedNode folder;
        folder.kind = Kind::Folder;
        const auto spot = resolve(up, false);
        folder.origin = spot ? spot->natural : std::nullopt;
        error = m_tree->put(up, std::move(folder));
    }
    return error;
}

// Plans what is to leave the stage, out of one look at all of it: there may be a hundred thousand.
class DiscardPlan
{
public:
    using Leaving = Overlay::Leaving;

    DiscardPlan(const Overlay &overlay, const StageReview &review)
        : m_overlay(overlay)
        , m_review(review)
    {
        for (size_t i = 0; i < review.all().size(); ++i)
            m_places.insert(review.all()[i].path, i);
    }

    void add(const QList<QByteArray> &wanted, ChangeReport &report)
    {
        std::vector<size_t> known; // folders stand before what is in them
        for (const QByteArray &path : wanted) {
            if (const auto found = m_places.constFind(path); found != m_places.cend())
                known.push_back(*found);
            else
                report.refused.append({text(path), noChange(path)});
        }
        std::ranges::sort(known);
        for (const size_t index : known)
            add(index, report);
    }

    std::vector<Leaving> &leaving() { return m_leaving; }
    const QList<QByteArray> &with() const { return m_with; } // what goes with the folder it is in

private:
    using Refused = QString;

    void add(size_t index, ChangeReport &report)
    {
        const Placed &placed = m_review.all()[index];
        const QByteArray &path = placed.path;
        const Refused open = openBelow(index);
        if (!open.isEmpty()) {
            report.refused.append({text(path), open});
            return;
        }
        if (!m_whole.isEmpty() && isBelow(path, m_whole)) {
            m_with.append(path);
            return;
        }
        m_leaving.push_back(leavingOf(placed, index));
        if (!m_leaving.back().isAttributesOnly)
            m_whole = path;
    }

    // Everything at and below a place, which stands together.
    template <class Visit>
    void forBelow(size_t index, Visit visit) const
    {
        const QByteArray &top = m_review.all()[index].path;
        for (size_t i = index; i < m_review.all().size(); ++i) {
            if (!isBelow(m_review.all()[i].path, top))
                break;
            visit(m_review.all()[i]);
        }
    }

    Refused openBelow(size_t index) const
    {
        Refused why;
        forBelow(index, [&](const Placed &placed) {
            if (m_overlay.isOpenForWriting(placed.node->blob))
                why = Tr::tr("A run is writing “%1” at this moment.").arg(text(placed.path));
        });
        return why;
    }

    void keep(Leaving &leaving, const Placed &placed) const
    {
        leaving.kept.entries.push_back({placed.path, placed.natural, placed.node->toJson()});
        if (m_review.isChange(placed))
            leaving.kept.changes.append(m_overlay.describe(m_review, placed, {}));
    }

    Leaving leavingOf(const Placed &placed, size_t index) const
    {
        Leaving leaving{placed.path, placed.natural, isAttributesOnly(placed), {placed.path}, {}};
        if (leaving.isAttributesOnly) {
            keep(leaving, placed);
            return leaving;
        }
        QSet<QByteArray> kept;
        const auto keepAll = [&](size_t from) {
            forBelow(from, [&](const Placed &one) {
                if (!kept.contains(one.path))
                    keep(leaving, one);
                kept.insert(one.path);
            });
        };
        keepAll(index);
        forBelow(index, [&](const Placed &one) {
            const Placed *from = m_review.movedFrom(one.path);
            if (!from || from->node->kind != Kind::Gone)
                return;
            leaving.places.append(from->path);
            keepAll(m_places.value(from->path));
        });
        for (const QByteArray &top : std::as_const(leaving.places))
            keepAbove(leaving, kept, top);
        return leaving;
    }

    void keepAbove(Leaving &leaving, QSet<QByteArray> &kept, const QByteArray &top) const
    {
        for (QByteArray up = parentOf(top); !up.isEmpty(); up = parentOf(up)) {
            const auto index = m_places.constFind(up);
            if (index == m_places.cend() || m_review.all()[*index].node->kind != Kind::Gone)
                break;
            if (kept.contains(up))
                continue;
            kept.insert(up);
            const Placed &at = m_review.all()[*index];
            KeptDiscards::Above folder{{up, at.natural, at.node->toJson()}, {}};
            forBelow(*index, [&](const Placed &one) {
                if (one.path != up)
                    folder.below.append(one.path);
            });
            leaving.kept.above.push_back(std::move(folder));
        }
    }

    const Overlay &m_overlay;
    const StageReview &m_review;
    QHash<QByteArray, size_t> m_places; // in review.all()
    std::vector<Leaving> m_leaving;
    QList<QByteArray> m_with;
    QByteArray m_whole; // the last one that goes with everything in it
};

// Errno, or 0. Everything is in its place before anything leaves the stage.
int Overlay::keepContents(const std::vector<Leaving> &all, RunId number, const QDateTime &now)
{
    const auto folder = m_discards.begin(number);
    if (!folder)
        return folder.error();
    KeptDiscards::Discard discard{now, {}, 0};
    for (const Leaving &leaving : all) {
        discard.groups.push_back(leaving.kept);
        for (const KeptDiscards::Entry &entry : leaving.kept.entries) {
            for (const QStringView name : {u"blob", u"base"}) {
                const QString content = entry.node[name].toString();
                const int error =
                    content.isEmpty() ? 0 : m_tree->keepBlob(content, folder->value());
                if (error != 0 && error != EEXIST) { // one that two groups tell of
                    m_discards.giveUp(number);
                    return error;
                }
            }
        }
    }
    if (const int error = m_discards.finish(number, std::move(discard))) {
        m_discards.giveUp(number);
        return error;
    }
    m_discards.boundTo(m_limits.bytesPerStage);
    return 0;
}

ChangeReport Overlay::discard(const QList<QByteArray> &paths, RunId number, const QDateTime &now)
{
    ChangeReport report;
    {
        const QMutexLocker lock(&m_mutex);
        std::vector<Leaving> leaving;
        QList<QByteArray> with;
        {
            const StageReview review(m_tree->root());
            QList<QByteArray> wanted = paths;
            for (const Placed &placed : review.all()) {
                if (paths.isEmpty() && review.isChange(placed))
                    wanted.append(placed.path);
            }
            DiscardPlan plan(*this, review);
            plan.add(wanted, report);
            leaving = std::move(plan.leaving());
            with = plan.with();
        }
        if (const int error = leaving.empty() ? 0 : keepContents(leaving, number, now)) {
            for (const Leaving &one : leaving) {
                report.refused.append(
                    {text(one.path), Tr::tr("“%1” stays staged: what is discarded could not be "
                                            "kept (%2).")
                                         .arg(text(one.path), qt_error_string(error))});
            }
            return report;
        }
        if (!leaving.empty())
            report.discarded = number;
        for (const Leaving &one : leaving) {
            if (const QString why = discardNode(one); why.isEmpty())
                report.done.append(text(one.path));
            else
                report.refused.append({text(one.path), why});
        }
        for (const QByteArray &path : std::as_const(with))
            report.done.append(text(path));
    }
    if (m_changed)
        m_changed();
    return report;
}

// ---- Undoing that ----

QList<KeptDiscards::Summary> Overlay::discards() const
{
    const QMutexLocker lock(&m_mutex);
    return m_discards.summaries();
}

bool Overlay::hasDiscard(RunId number) const
{
    const QMutexLocker lock(&m_mutex);
    return m_discards.find(number) != nullptr;
}

QList<Change> Overlay::discardedChanges(RunId number, const QString &mount) const
{
    const QMutexLocker lock(&m_mutex);
    QList<Change> changes;
    QSet<QByteArray> together;
    for (const Discarded &group : m_discards.groups(number)) {
        for (const KeptDiscards::Entry &entry : group.entries)
            together.insert(entry.path);
    }
    for (const Discarded &group : m_discards.groups(number)) {
        const QString conflict = whyNotPutBack(number, group, together);
        for (Change change : group.changes) {
            change.mount = mount;
            change.conflict = conflict;
            changes.append(change);
        }
    }
    std::ranges::sort(changes, {}, &Change::path);
    return changes;
}

Result<QByteArray> Overlay::discardedContent(RunId number, const QByteArray &path, ChangeSide side,
                                             qint64 offset, qint64 length) const
{
    const QMutexLocker lock(&m_mutex);
    const KeptDiscards::Entry *found = nullptr;
    for (const Discarded &group : m_discards.groups(number)) {
        const auto entry = std::ranges::find(group.entries, path, &KeptDiscards::Entry::path);
        if (entry != group.entries.end())
            found = &*entry;
    }
    if (!found)
        return fail(ErrorCode::NotFound, Tr::tr("“%1” is not kept any more.").arg(text(path)));
    const StagedNode node = StagedNode::fromJson(found->node);
    const bool isAfter = side == ChangeSide::After;
    UniqueFd fd;
    if (isAfter && !node.blob.isEmpty())
        fd = m_discards.open(number, node.blob);
    else if (side == ChangeSide::Base && !node.base.isEmpty())
        fd = m_discards.open(number, node.base);
    const auto base = isAfter                           ? node.origin
                      : node.originFacts && node.origin ? node.origin
                                                        : found->natural;
    if (!fd.isValid() && side != ChangeSide::Base && base && m_root &&
        !(isAfter && (node.kind != Kind::File || !node.blob.isEmpty())))
        fd = openOfFolder(*base);
    return partOf(fd, path, offset, length);
}

// Whether the stage has this very entry, content and all.
bool Overlay::isThere(RunId number, const KeptDiscards::Entry &entry) const
{
    const StagedNode *now = m_tree->find(entry.path);
    if (!now || withoutContents(now->toJson()) != withoutContents(entry.node))
        return false;
    const QString blob = entry.node[u"blob"].toString();
    if (blob.isEmpty() != now->blob.isEmpty())
        return false;
    if (blob.isEmpty())
        return true;
    struct stat kept = {};
    const UniqueFd file = m_discards.open(number, blob);
    const auto staged = m_tree->blobStat(now->blob);
    return file.isValid() && ::fstat(file.value(), &kept) == 0 && staged &&
           kept.st_ino == staged->st_ino && kept.st_dev == staged->st_dev;
}

// Whether nothing has been staged in its place.
bool Overlay::isFree(const KeptDiscards::Entry &entry) const
{
    const StagedNode *now = m_tree->find(entry.path);
    if (!now)
        return true;
    if (!entry.natural || !isPlainFolder(*now, entry.natural))
        return false;
    const StagedNode node = StagedNode::fromJson(entry.node);
    return (node.kind == Kind::Folder && node.isAt(entry.natural)) ||
           onlyHides(*now, *entry.natural);
}

// `inGroup`: what comes back before it.
QString Overlay::whyNotPutBack(RunId number, const Discarded &group, QSet<QByteArray> inGroup) const
{
    qint64 bytes = 0;
    for (const KeptDiscards::Entry &entry : group.entries) {
        const bool isBack = isThere(number, entry);
        if (!isBack && !isFree(entry))
            return Tr::tr("“%1” was staged again since.").arg(text(entry.path));
        if (!inGroup.contains(parentOf(entry.path)) && !isBack) {
            const auto parent = resolve(parentOf(entry.path), false);
            if (!parent || !parent->exists() || !S_ISDIR(parent->data->st_mode)) {
                return Tr::tr("The folder that holds “%1” is not there any more.")
                    .arg(text(entry.path));
            }
            const auto natural = parent->base
                                     ? std::optional(joined(*parent->base, nameOf(entry.path)))
                                     : std::nullopt;
            if (natural != entry.natural) {
                return Tr::tr("The folder that holds “%1” is another one by now.")
                    .arg(text(entry.path));
            }
        }
        inGroup.insert(entry.path);
        struct stat kept = {};
        const QString blob = entry.node[u"blob"].toString();
        const UniqueFd file = blob.isEmpty() ? UniqueFd() : m_discards.open(number, blob);
        if (!blob.isEmpty() && (!file.isValid() || ::fstat(file.value(), &kept) != 0))
            return Tr::tr("“%1” is not kept any more.").arg(text(entry.path));
        bytes += isBack ? 0 : kept.st_size;
    }
    if (m_tree->entryCount() + int(group.entries.size()) > m_limits.entriesPerStage ||
        m_bytes + bytes > m_limits.bytesPerStage)
        return Tr::tr("There is no room in the stage. Apply or discard something first.");
    return {};
}

int Overlay::putBackEntry(RunId number, const KeptDiscards::Entry &entry)
{
    StagedNode node = StagedNode::fromJson(entry.node);
    const UniqueFd folder = m_discards.folder(number);
    if (!node.base.isEmpty()) // without it only a comparison is lost
        node.base = m_tree->takeBlob(folder.value(), node.base).value_or(QString());
    if (!node.blob.isEmpty()) {
        const auto blob = m_tree->takeBlob(folder.value(), node.blob);
        if (!blob)
            return blob.error();
        node.blob = *blob;
    }
    const QString blob = node.blob;
    if (const int error = m_tree->put(entry.path, std::move(node)))
        return error;
    if (const auto data = blob.isEmpty() ? std::unexpected(ENOENT) : m_tree->blobStat(blob))
        m_bytes += data->st_size;
    return 0;
}

// Empty when all of it is staged again. What cannot be written any more stays kept.
QString Overlay::putBack(RunId number, const Discarded &group)
{
    if (QString why = whyNotPutBack(number, group); !why.isEmpty())
        return why;
    for (const KeptDiscards::Entry &entry : group.entries) {
        const int error = isThere(number, entry) ? 0 : putBackEntry(number, entry);
        if (error != 0) {
            return Tr::tr("“%1” could not be staged again: %2.")
                .arg(text(entry.path), qt_error_string(error));
        }
    }
    putBackFolders(group);
    return {};
}

// A folder that was deleted is so again once everything in it is.
void Overlay::putBackFolders(const Discarded &group)
{
    for (const KeptDiscards::Above &above : group.above) {
        const bool isEmpty = isFree(above.entry) && m_tree->find(above.entry.path) &&
                             std::ranges::all_of(above.below, [this](const QByteArray &path) {
                                 const StagedNode *node = m_tree->find(path);
                                 return node && node->kind == Kind::Gone;
                             });
        if (isEmpty)
            m_tree->put(above.entry.path, StagedNode::fromJson(above.entry.node));
    }
}

ChangeReport Overlay::undoDiscard(RunId number, const QList<QByteArray> &paths)
{
    ChangeReport report;
    {
        const QMutexLocker lock(&m_mutex);
        std::vector<std::pair<Discarded, QString>> wanted; // and why not
        std::vector<Discarded> left;
        for (const Discarded &group : m_discards.groups(number)) {
            const bool isWanted =
                paths.isEmpty() || std::ranges::any_of(group.changes, [&](const Change &change) {
                    return paths.contains(pathToHost(change.path).value_or(QByteArray()));
                });
            if (isWanted)
                wanted.emplace_back(group, QString());
            else
                left.push_back(group);
        }
        // One may need the folder that another one brings back.
        for (size_t before = 0; before != wanted.size();) {
            before = wanted.size();
            std::vector<std::pair<Discarded, QString>> again;
            for (auto &[group, why] : wanted) {
                why = putBack(number, group);
                if (!why.isEmpty()) {
                    again.emplace_back(std::move(group), why);
                    continue;
                }
                for (const Change &change : std::as_const(group.changes))
                    report.done.append(change.path);
            }
            wanted = std::move(again);
        }
        for (auto &[group, why] : wanted) {
            report.refused.append({group.changes.value(0).path, why});
            left.push_back(std::move(group));
        }
        m_discards.setGroups(number, std::move(left));
    }
    if (m_changed)
        m_changed();
    return report;
}

// A killed process may have kept what it then did not take out of the stage, or put back what it
// then still had kept.
void Overlay::dropHalfDone()
{
    std::map<RunId, std::vector<Discarded>> left;
    for (const auto &[number, discard] : m_discards.all()) {
        for (const Discarded &group : discard.groups) {
            if (std::ranges::all_of(group.entries, [&, number = number](const auto &entry) {
                    return isThere(number, entry);
                }))
                putBackFolders(group);
            else
                left[number].push_back(group);
        }
        left[number]; // also with nothing left
    }
    for (auto &[number, groups] : left) {
        if (groups.size() != m_discards.find(number)->groups.size())
            m_discards.setGroups(number, std::move(groups));
    }
}

void Overlay::forgetDiscards(const QDateTime &before)
{
    const QMutexLocker lock(&m_mutex);
    const size_t count = m_discards.all().size();
    m_discards.dropBefore(before);
    if (count != m_discards.all().size() && m_changed)
        m_changed();
}

// ---- The person's own ----

QString Overlay::whyNotMerged(const QByteArray &path, const QString &revision) const
{
    const StagedNode *node = m_tree->find(path);
    if (!node || node->kind != Kind::File || node->blob.isEmpty())
        return noChange(path);
    if (isOpenForWriting(node->blob))
        return Tr::tr("A run is writing “%1” at this moment.").arg(text(path));
    if (revisionOf(*node) != revision)
        return Tr::tr("“%1” was written again after you looked.").arg(text(path));
    return {};
}

// Of the folder's file, when it has that very content.
std::expected<FileFacts, QString> Overlay::seenFacts(const QByteArray &natural,
                                                     const QByteArray &folder) const
{
    const auto entry = m_root ? m_root->entry(natural) : std::unexpected(ENOENT);
    const auto facts =
        entry ? factsAt(entry->folder.value(), entry->name, maxDigested) : std::nullopt;
    if (!facts || !facts->isFile()) {
        return std::unexpected(
            Tr::tr("The folder's own “%1” is not there any more.").arg(text(natural)));
    }
    const auto fd = m_root->open(natural, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    const auto now = fd ? readAt(fd->value(), 0, folder.size() + 1) : std::unexpected(EIO);
    if (!now || *now != folder || !isSameState(facts, entry->folder.value(), entry->name)) {
        return std::unexpected(
            Tr::tr("The folder's own “%1” was changed while you edited.").arg(text(natural)));
    }
    return *facts;
}

ChangeReport Overlay::putMerged(const QByteArray &path, const QByteArray &content,
                                const QString &revision, const QByteArray &folder)
{
    ChangeReport report;
    const auto refuse = [&](const QString &why) {
        report.refused.append({text(path), why});
        return report;
    };
    {
        const QMutexLocker lock(&m_mutex);
        if (const QString why = whyNotMerged(path, revision); !why.isEmpty())
            return refuse(why);
        const auto spot = resolve(path, false);
        if (!spot || !spot->node || !spot->natural)
            return refuse(noChange(path));
        const auto facts = seenFacts(*spot->natural, folder);
        if (!facts)
            return refuse(facts.error());
        auto blob = m_tree->makeBlob();
        int error = blob ? reserve(blob->first.value(), content.size()) : blob.error();
        const qint64 reserved = error == 0 ? content.size() : 0;
        for (qint64 done = 0; error == 0 && done < content.size();) {
            const ssize_t part = ::write(blob->first.value(), content.constData() + done,
                                         size_t(content.size() - done));
            error = part < 0 && errno != EINTR ? errno : 0;
            done += std::max<ssize_t>(part, 0);
        }
        if (error == 0 && ::fdatasync(blob->first.value()) != 0)
            error = errno;
        StagedNode node = StagedNode::fromJson(spot->node->toJson());
        const QString old = node.blob;
        if (error == 0) {
            node.blob = blob->second;
            node.below = *facts;
            node.base = keptBase(*spot->natural);
            error = m_tree->put(path, std::move(node));
        }
        if (error != 0) {
            m_bytes -= reserved;
            if (blob)
                m_tree->removeBlob(blob->second);
            return refuse(
                Tr::tr("“%1” could not be written: %2.").arg(text(path), qt_error_string(error)));
        }
        removeContent(old);
        m_tree->sync();
        report.done.append(text(path));
    }
    if (m_changed)
        m_changed();
    return report;
}

} // namespace glovebox::mounts
