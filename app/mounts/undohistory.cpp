// SPDX-License-Identifier: MIT
#include "undohistory.h"

#include "foldereditor.h"
#include "hostpath.h"
#include "mountroots.h"
#include "overlaytree.h"
#include "runrecorder.h"

#include <base/logging.h>

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMutex>
#include <QSet>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <map>
#include <vector>

namespace glovebox::mounts {

namespace {

constexpr qint64 maxDigested = 64 * limits::MiB;
constexpr int maxRuns = 1000;

QString text(const QByteArray &path)
{
    return nameFromHost(path);
}

// What became of one entry during a run.
struct Unit
{
    int number = 0; // within the run
    QString mount;
    QString hostPath;
    QByteArray original;               // its path before the run
    std::optional<FileFacts> before;   // nullopt: it did not exist
    QString image;                     // the content before, a file in the run's folder
    bool imageMissing = false;         // it was too large, or there was no room
    std::optional<QByteArray> current; // its path now; nullopt: replaced by a renamed entry
    std::optional<FileFacts> after;    // at the run's end
    bool isUndone = false;

    bool isMoved() const { return before && current && *current != original; }
    QByteArray shownPath() const { return current && after ? *current : original; }
    QString key() const { return mount + u'/' + text(shownPath()); }

    QJsonObject toJson() const
    {
        QJsonObject json{{QStringLiteral("unit"), number},
                         {QStringLiteral("mount"), mount},
                         {QStringLiteral("folder"), hostPath},
                         {QStringLiteral("original"), text(original)}};
        if (before)
            json.insert(QStringLiteral("before"), before->toJson());
        if (!image.isEmpty())
            json.insert(QStringLiteral("image"), image);
        if (imageMissing)
            json.insert(QStringLiteral("image_missing"), true);
        if (current)
            json.insert(QStringLiteral("current"), text(*current));
        if (after)
            json.insert(QStringLiteral("after"), after->toJson());
        if (isUndone)
            json.insert(QStringLiteral("undone"), true);
        return json;
    }

    static Unit fromJson(const QJsonObject &json)
    {
        Unit unit;
        unit.number = json[u"unit"].toInt();
        unit.mount = json[u"mount"].toString();
        unit.hostPath = json[u"folder"].toString();
        unit.original = pathToHost(json[u"original"].toString()).value_or(QByteArray());
        if (json.contains(u"before"))
            unit.before = FileFacts::fromJson(json[u"before"].toObject());
        unit.image = json[u"image"].toString();
        unit.imageMissing = json[u"image_missing"].toBool();
        if (json.contains(u"current"))
            unit.current = pathToHost(json[u"current"].toString()).value_or(QByteArray());
        if (json.contains(u"after"))
            unit.after = FileFacts::fromJson(json[u"after"].toObject());
        unit.isUndone = json[u"undone"].toBool();
        return unit;
    }
};

// Whether nothing is different after all.
bool isUnchanged(const Unit &unit)
{
    if (!unit.before || !unit.after)
        return !unit.before && !unit.after;
    if (unit.isMoved())
        return false;
    if ((unit.before->mode & (S_IFMT | 0777)) != (unit.after->mode & (S_IFMT | 0777)))
        return false;
    if (unit.before->isFolder())
        return true;
    if (unit.before->isLink())
        return unit.before->content == unit.after->content;
    // Clocks of file systems are too coarse to tell two quick writes apart.
    return unit.before->size == unit.after->size &&
           unit.before->modifiedNs == unit.after->modifiedNs &&
           (unit.before->content.isEmpty() ? unit.before->statusNs == unit.after->statusNs
                                           : unit.before->content == unit.after->content);
}

bool isFileContentChanged(const Unit &unit)
{
    if (!unit.before || !unit.after || !unit.before->isFile() || !unit.after->isFile())
        return true;
    if (unit.before->size != unit.after->size)
        return true;
    if (!unit.before->content.isEmpty() && !unit.after->content.isEmpty())
        return unit.before->content != unit.after->content;
    return unit.image.isEmpty() ? unit.imageMissing : true;
}

} // namespace

// One run: its units, their images, and their record on disk (rewritten as a whole at the run's
// end, a log of units before).
class Recording final : public RunRecorder
{
public:
    struct Host
    {
        std::function<UndoLimits()> limits;
        std::function<bool(qint64)> makeRoom; // for so many bytes of this run in all
        std::function<void()> changed;
    };

    Recording(RunId run, const QString &folder, Host host, const QJsonObject &about = {})
        : m_run(run)
        , m_folder(folder)
        , m_host(std::move(host))
        , m_about(about)
    {
    }

    RunId run() const { return m_run; }
    QJsonObject about() const
    {
        const QMutexLocker lock(&m_mutex);
        return m_about;
    }
    bool endedBefore(const QDateTime &time) const
    {
        const QMutexLocker lock(&m_mutex);
        return m_ended.isValid() && m_ended < time;
    }

    void beforeChange(const Place &place, const QByteArray &path) override
    {
        const QMutexLocker lock(&m_mutex);
        keep(place, path, true);
    }

    void beforeRename(const Place &place, const QByteArray &from, const QByteArray &to) override
    {
        const QMutexLocker lock(&m_mutex);
        keep(place, from, false); // it only moves: its content stays
        keep(place, to, true);
    }

    void renamed(const Place &place, const QByteArray &from, const QByteArray &to) override
    {
        const QMutexLocker lock(&m_mutex);
        // A new file put in the place of an old one is the old one, changed.
        Unit *moved = unitAt(place.mount, from);
        Unit *replaced = unitAt(place.mount, to);
        const bool isOldOneChanged = moved && replaced && moved != replaced && !moved->before &&
                                     replaced->before && !replaced->before->isFolder();
        if (isOldOneChanged)
            moved->current.reset();
        else if (replaced && to != from)
            replaced->current.reset();
        if (isFolderAt(place.root, to)) {
            moveBelow(place.mount, from, to);
            return;
        }
        // Programs that save by renaming do it for each of their files: nothing here may look at
        // all units.
        m_places.remove({place.mount, from});
        if (moved && moved->current) {
            moved->current = to;
            m_places.insert({place.mount, to}, size_t(moved - m_units.data()));
        } else if (!isOldOneChanged) {
            m_places.remove({place.mount, to});
        }
        for (const Unit *unit : {moved, replaced}) {
            if (unit)
                append(*unit);
        }
    }

    // ---- Later ----

    bool load()
    {
        QFile file(m_folder + u"/units.json");
        if (!file.open(QIODevice::ReadOnly))
            return false;
        while (!file.atEnd()) {
            const QJsonObject json = QJsonDocument::fromJson(file.readLine()).object();
            if (json.contains(u"ended"))
                m_ended = QDateTime::fromMSecsSinceEpoch(json[u"ended"].toInteger());
            else if (json.contains(u"about"))
                m_about = json[u"about"].toObject();
            else if (json.contains(u"original"))
                takeBack(Unit::fromJson(json));
        }
        m_hasEnded = m_ended.isValid();
        for (const Unit &unit : m_units) {
            struct stat data = {};
            if (!unit.image.isEmpty() &&
                ::stat(QFile::encodeName(imagePath(unit.image)).constData(), &data) == 0) {
                m_bytes += data.st_size;
                m_lastImage = std::max(m_lastImage, unit.image.toInt());
            }
        }
        return true;
    }

    void end(const MountRoots &roots)
    {
        const QMutexLocker lock(&m_mutex);
        if (m_ended.isValid())
            return;
        m_ended = QDateTime::currentDateTimeUtc();
        m_hasEnded = true;
        for (Unit &unit : m_units)
            unit.after = unit.current ? nowAt(roots, unit, *unit.current) : std::nullopt;
        std::erase_if(m_units, [this](const Unit &unit) {
            const bool gone = isUnchanged(unit);
            if (gone)
                removeImage(unit);
            return gone;
        });
        m_placesKnown = false;
        save();
    }

    bool isEmpty() const
    {
        const QMutexLocker lock(&m_mutex);
        return m_units.empty();
    }

    UndoableRun summary() const
    {
        const QMutexLocker lock(&m_mutex);
        UndoableRun run{m_run, m_ended, 0, m_bytes.load(), false};
        for (const Unit &unit : m_units) {
            run.changes += unit.isUndone ? 0 : 1;
            run.isPartial |= unit.imageMissing;
        }
        return run;
    }

    QList<Change> changes(const MountRoots &roots) const
    {
        const QMutexLocker lock(&m_mutex);
        QList<Change> list;
        for (const Unit &unit : m_units) {
            if (!unit.isUndone && !isNothing(roots, unit))
                list.append(changeOf(roots, unit));
        }
        std::ranges::sort(list, [](const Change &a, const Change &b) {
            return std::tie(a.mount, a.path) < std::tie(b.mount, b.path);
        });
        return list;
    }

    Result<QByteArray> content(const MountRoots &roots, const QString &mount, const QString &path,
                               ChangeSide side, qint64 offset, qint64 length) const
    {
        UniqueFd fd;
        {
            const QMutexLocker lock(&m_mutex);
            const auto unit = std::ranges::find(m_units, mount + u'/' + path, &Unit::key);
            if (unit == m_units.end()) {
                return fail(ErrorCode::NotFound,
                            UndoHistory::tr("The run did not change “%1”.").arg(path));
            }
            if (side == ChangeSide::Before && !unit->image.isEmpty()) {
                fd = UniqueFd(::open(QFile::encodeName(imagePath(unit->image)).constData(),
                                     O_RDONLY | O_CLOEXEC));
            } else if (unit->current && (side == ChangeSide::After || !unit->imageMissing)) {
                const auto root = roots.find(unit->mount, unit->hostPath);
                auto opened =
                    root ? root->open(*unit->current, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
                         : std::unexpected(ENOENT);
                struct stat data = {};
                if (opened && ::fstat(opened->value(), &data) == 0 && S_ISREG(data.st_mode) &&
                    (side == ChangeSide::After || unit->before))
                    fd = std::move(*opened);
            }
        }
        if (!fd.isValid())
            return QByteArray();
        auto bytes = readAt(fd.value(), offset, length);
        if (!bytes)
            return failErrno(UndoHistory::tr("“%1” cannot be read.").arg(path), bytes.error());
        return *std::move(bytes);
    }

    ChangeReport undo(const MountRoots &roots, const QStringList &paths)
    {
        const QMutexLocker lock(&m_mutex);
        ChangeReport report;
        std::vector<Unit *> wanted;
        for (Unit &unit : m_units) {
            if (unit.isUndone || (!paths.isEmpty() && !paths.contains(unit.key())))
                continue;
            if (const QString conflict = conflictOf(roots, unit); conflict.isEmpty())
                wanted.push_back(&unit);
            else
                report.refused.append({unit.key(), conflict});
        }
        Undoing(*this, roots, report).run(wanted);
        save();
        return report;
    }

    void recover(const MountRoots &roots)
    {
        const QString journal = m_folder + u"/step.json";
        if (!QFile::exists(journal))
            return;
        const QMutexLocker lock(&m_mutex);
        for (const Unit &unit : m_units) {
            if (const auto root = roots.find(unit.mount, unit.hostPath)) {
                // The states decide later what is undone; only the step must not stay half done.
                FolderEditor(root, journal).recover([](const QByteArray &, const QByteArray &) {});
                break;
            }
        }
    }

    void giveUp()
    {
        const QMutexLocker lock(&m_mutex);
        m_log.close();
        m_units.clear();
        m_placesKnown = false;
        m_bytes = 0;
        QDir(m_folder).removeRecursively();
    }

    qint64 bytes() const { return m_bytes; }
    bool hasEnded() const { return m_hasEnded; }

private:
    // A later line of a unit stands for its earlier ones.
    void takeBack(Unit unit)
    {
        m_lastUnit = std::max(m_lastUnit, unit.number);
        const auto known = std::ranges::find(m_units, unit.number, &Unit::number);
        if (known == m_units.end())
            m_units.push_back(std::move(unit));
        else
            *known = std::move(unit);
    }

    QString imagePath(const QString &image) const { return m_folder + u'/' + image; }

    void keep(const Place &place, const QByteArray &path, bool withContent)
    {
        Unit *known = unitAt(place.mount, path);
        if (known && (!withContent || !known->image.isEmpty() || known->imageMissing ||
                      !known->before || !known->before->isFile()))
            return;
        Unit fresh;
        Unit &unit = known ? *known : fresh;
        if (!known) {
            unit.number = ++m_lastUnit;
            unit.mount = place.mount;
            unit.hostPath = place.hostPath;
            unit.original = originalOf(place.mount, path);
            unit.current = path;
            const auto entry = place.root.entry(path);
            if (entry)
                unit.before = factsAt(entry->folder.value(), entry->name, maxDigested);
        }
        if (withContent && unit.before && unit.before->isFile())
            takeImage(place, path, unit);
        append(unit);
        if (!known) {
            m_places.insert({fresh.mount, path}, m_units.size());
            m_units.push_back(std::move(fresh));
        }
    }

    // A run may make a hundred thousand files, and each asks for its place.
    Unit *unitAt(const QString &mount, const QByteArray &path)
    {
        if (!m_placesKnown) {
            m_places.clear();
            for (size_t i = 0; i < m_units.size(); ++i) {
                if (m_units[i].current)
                    m_places.insert({m_units[i].mount, *m_units[i].current}, i);
            }
            m_placesKnown = true;
        }
        const auto found = m_places.constFind({mount, path});
        return found == m_places.cend() ? nullptr : &m_units[*found];
    }

    static bool isFolderAt(const MountRoot &root, const QByteArray &path)
    {
        const auto entry = root.entry(path);
        struct stat data = {};
        return entry &&
               ::fstatat(entry->folder.value(), entry->name.constData(), &data,
                         AT_SYMLINK_NOFOLLOW) == 0 &&
               S_ISDIR(data.st_mode);
    }

    void moveBelow(const QString &mount, const QByteArray &from, const QByteArray &to)
    {
        for (Unit &unit : m_units) {
            if (unit.mount == mount && unit.current && isBelow(*unit.current, from))
                unit.current = to + unit.current->sliced(from.size());
        }
        m_placesKnown = false;
        m_hasMoves = true;
        save();
    }

    // Where an entry was before the run moved the folder that it is in.
    QByteArray originalOf(const QString &mount, const QByteArray &path) const
    {
        const Unit *nearest = nullptr;
        if (!m_hasMoves)
            return path;
        for (const Unit &unit : m_units) {
            if (unit.mount == mount && unit.before && unit.before->isFolder() && unit.current &&
                isBelow(path, *unit.current) &&
                (!nearest || nearest->current->size() < unit.current->size()))
                nearest = &unit;
        }
        return nearest ? nearest->original + path.sliced(nearest->current->size()) : path;
    }

    void takeImage(const Place &place, const QByteArray &path, Unit &unit)
    {
        unit.imageMissing = true;
        if (unit.before->size > m_host.limits().bytesPerFile ||
            !m_host.makeRoom(m_bytes + unit.before->size) || !QDir().mkpath(m_folder))
            return;
        const auto source = place.root.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
        struct stat data = {};
        if (!source || ::fstat(source->value(), &data) != 0 || !S_ISREG(data.st_mode))
            return;
        const QString name = QString::number(++m_lastImage);
        const UniqueFd image(::open(QFile::encodeName(imagePath(name)).constData(),
                                    O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
        if (!image.isValid() ||
            !leavesReserve(image.value(), data.st_size, m_host.limits().freeReserve) ||
            copyContent(source->value(), image.value()) != 0) {
            QFile::remove(imagePath(name));
            return;
        }
        unit.image = name;
        unit.imageMissing = false;
        m_bytes += data.st_size;
    }

    void removeImage(const Unit &unit)
    {
        if (unit.image.isEmpty())
            return;
        struct stat data = {};
        if (::stat(QFile::encodeName(imagePath(unit.image)).constData(), &data) == 0)
            m_bytes -= data.st_size;
        QFile::remove(imagePath(unit.image));
    }

    // A unit that is appended again stands for its earlier lines; save() writes it once.
    void append(const Unit &unit)
    {
        if (!m_log.isOpen()) {
            m_log.setFileName(m_folder + u"/units.json");
            if (!QDir().mkpath(m_folder) ||
                !m_log.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered)) {
                qCWarning(lcMounts)
                    << "a change cannot be recorded for undo:" << m_log.errorString();
                return;
            }
            if (m_log.size() == 0)
                writeAbout(m_log);
        }
        m_log.write(QJsonDocument(unit.toJson()).toJson(QJsonDocument::Compact) + '\n');
        if (m_host.changed)
            m_host.changed();
    }

    void writeAbout(QFile &file) const
    {
        if (!m_about.isEmpty()) {
            file.write(QJsonDocument(QJsonObject{{QStringLiteral("about"), m_about}})
                           .toJson(QJsonDocument::Compact) +
                       '\n');
        }
    }

    void save()
    {
        m_log.close(); // another file takes its place
        if (m_units.empty() && !QFile::exists(m_folder))
            return;
        QDir().mkpath(m_folder);
        const QString path = m_folder + u"/units.json";
        QFile file(path + u".new");
        if (!file.open(QIODevice::WriteOnly)) {
            qCWarning(lcMounts) << "undo cannot be recorded:" << file.errorString();
            return;
        }
        writeAbout(file);
        for (const Unit &unit : m_units)
            file.write(QJsonDocument(unit.toJson()).toJson(QJsonDocument::Compact) + '\n');
        if (m_ended.isValid()) {
            file.write(
                QJsonDocument(QJsonObject{{QStringLiteral("ended"), m_ended.toMSecsSinceEpoch()}})
                    .toJson(QJsonDocument::Compact) +
                '\n');
        }
        file.close();
        ::rename(QFile::encodeName(file.fileName()).constData(),
                 QFile::encodeName(path).constData());
        if (m_host.changed)
            m_host.changed();
    }

    static std::optional<FileFacts> nowAt(const MountRoots &roots, const Unit &unit,
                                          const QByteArray &path)
    {
        const auto root = roots.find(unit.mount, unit.hostPath);
        const auto entry = root ? root->entry(path) : std::unexpected(ENOENT);
        return entry ? factsAt(entry->folder.value(), entry->name, maxDigested) : std::nullopt;
    }

    // While the run runs, what is there now is what it did.
    std::optional<FileFacts> afterOf(const MountRoots &roots, const Unit &unit) const
    {
        if (m_ended.isValid())
            return unit.after;
        return unit.current ? nowAt(roots, unit, *unit.current) : std::nullopt;
    }

    bool isNothing(const MountRoots &roots, const Unit &unit) const
    {
        Unit copy = unit;
        copy.after = afterOf(roots, unit);
        return isUnchanged(copy);
    }

    QString conflictOf(const MountRoots &roots, const Unit &unit) const
    {
        const auto root = roots.find(unit.mount, unit.hostPath);
        const QString path = text(unit.shownPath());
        if (!root || root->isGone())
            return UndoHistory::tr("The folder of mount “%1” is not there.").arg(unit.mount);
        if (!m_ended.isValid())
            return UndoHistory::tr("The run is still running.");
        if (unit.before && unit.before->isFile() && unit.imageMissing) {
            return UndoHistory::tr("What “%1” was before was too large to be kept.").arg(path);
        }
        const QByteArray at = unit.after && unit.current ? *unit.current : unit.original;
        // Another entry was moved here by the run itself.
        const auto other = std::ranges::find_if(m_units, [&](const Unit &u) {
            return &u != &unit && u.mount == unit.mount && !u.isUndone && u.current == at &&
                   u.after;
        });
        if (!unit.after && other != m_units.end())
            return conflictOf(roots, *other);
        const auto entry = root->entry(at);
        // A folder that an undo made anew is another one with the same meaning; undoing only moves
        // it, or removes it when nothing is in it.
        struct stat now = {};
        const bool isFolderStill = entry && unit.after && unit.after->isFolder() &&
                                   ::fstatat(entry->folder.value(), entry->name.constData(), &now,
                                             AT_SYMLINK_NOFOLLOW) == 0 &&
                                   S_ISDIR(now.st_mode);
        const bool same =
            entry ? isSameState(unit.after, entry->folder.value(), entry->name) : !unit.after;
        if (!same && !isFolderStill)
            return UndoHistory::tr("“%1” was changed since.").arg(path);
        return {};
    }

    Change changeOf(const MountRoots &roots, const Unit &unit) const
    {
        Change change;
        const auto after = afterOf(roots, unit);
        change.mount = unit.mount;
        change.path = text(after && unit.current ? *unit.current : unit.original);
        change.run = m_run;
        change.before = stateOf(unit.before);
        change.after = stateOf(after);
        change.contentChanged =
            isFileContentChanged(unit) && !(unit.before && after && unit.before->isFolder());
        change.kind = !unit.before     ? Change::Kind::Added
                      : !after         ? Change::Kind::Deleted
                      : unit.isMoved() ? Change::Kind::Moved
                                       : Change::Kind::Changed;
        if (change.kind == Change::Kind::Moved)
            change.from = text(unit.original);
        change.conflict = conflictOf(roots, unit);
        return change;
    }

    // Takes units back, in the order that makes room for each other.
    class Undoing
    {
    public:
        Undoing(Recording &recording, const MountRoots &roots, ChangeReport &report)
            : m_recording(recording)
            , m_roots(roots)
            , m_report(report)
        {
        }

        void run(std::vector<Unit *> units)
        {
            m_units = std::move(units);
            for (const Unit *unit : m_units)
                m_keys.insert(unit, unit->key()); // moving back changes them
            const auto isFolder = [](const std::optional<FileFacts> &f) {
                return f && f->isFolder();
            };
            // What the run made goes first.
            each(
                [&](const Unit &u) {
                    return (!u.before || isFolder(u.before)) && u.after && !isFolder(u.after);
                },
                [&](Unit &u) { return editor(u).remove(*u.current, *u.after, false); });
            // Content comes back where the file is now.
            each(
                [](const Unit &u) {
                    return u.before && u.after && u.before->isFile() && u.after->isFile();
                },
                [&](Unit &u) { return restoreInPlace(u); });
            const auto comesBack = [&](const Unit &u) {
                return isFolder(u.before) && !isFolder(u.after);
            };
            std::ranges::stable_sort(m_units, {}, [](const Unit *u) { return u->original; });
            // Folders that others move back into; once more when those that stand above are back.
            each([&](const Unit &u) { return comesBack(u) && !nowAt(m_roots, u, u.original); },
                 [&](Unit &u) {
                     if (editor(u).makeFolder(u.original, permissions(u)).isEmpty())
                         m_made.insert(&u);
                     return Refusal();
                 });
            moveAllBack();
            each([&](const Unit &u) { return comesBack(u) && !m_made.contains(&u); },
                 [&](Unit &u) { return editor(u).makeFolder(u.original, permissions(u)); });
            std::ranges::stable_sort(m_units, std::ranges::greater(), [](const Unit *u) {
                return u->current.value_or(QByteArray());
            });
            each([&](const Unit &u) { return !isFolder(u.before) && isFolder(u.after); },
                 [&](Unit &u) { return editor(u).removeFolder(*u.current); });
            // What was deleted or replaced by something of another kind.
            each([&](const Unit &u) { return u.before && !isFolder(u.before) && needsPut(u); },
                 [&](Unit &u) { return putBack(u); });
            each([&](const Unit &u) { return isFolder(u.before) && isFolder(u.after); },
                 [&](Unit &u) {
                     return editor(u).setAttributes(u.original, *u.before, permissions(u), {},
                                                    true);
                 });
            for (Unit *unit : m_units) {
                if (m_failed.contains(unit))
                    continue;
                unit->isUndone = true;
                m_recording.removeImage(*unit);
                unit->image.clear();
                m_report.done.append(m_keys.value(unit));
            }
        }

    private:
        using Refusal = FolderEditor::Refusal;

        FolderEditor editor(const Unit &unit) const
        {
            return FolderEditor(m_roots.find(unit.mount, unit.hostPath),
                                m_recording.m_folder + u"/step.json");
        }

        template <class Applies, class Action>
        void each(Applies applies, Action action)
        {
            for (Unit *unit : m_units) {
                if (!m_failed.contains(unit) && applies(*unit))
                    note(unit, action(*unit));
            }
        }

        static int permissions(const Unit &unit) { return int(unit.before->mode & 0777); }

        static bool needsPut(const Unit &unit)
        {
            return !unit.after || (unit.before->mode & S_IFMT) != (unit.after->mode & S_IFMT) ||
                   unit.before->isLink();
        }

        // Each as soon as its old name is free; two that changed places get by with a third name.
        void moveAllBack()
        {
            for (bool swapping = false;;) {
                std::vector<Unit *> pending;
                bool progress = false;
                for (Unit *unit : m_units) {
                    if (m_failed.contains(unit) || !unit->isMoved() || !unit->after)
                        continue;
                    if (moveBack(*unit, unit->original).isEmpty())
                        progress = true;
                    else
                        pending.push_back(unit);
                }
                if (pending.empty())
                    return;
                if (progress)
                    continue;
                if (swapping || !stepAside(pending)) {
                    for (Unit *unit : pending)
                        note(unit, moveBack(*unit, unit->original));
                    return;
                }
                swapping = pending.size() < 2;
            }
        }

        bool stepAside(const std::vector<Unit *> &pending)
        {
            for (Unit *unit : pending) {
                const bool isInTheWay = std::ranges::any_of(pending, [&](const Unit *other) {
                    return other != unit && other->mount == unit->mount &&
                           other->original == *unit->current;
                });
                const QByteArray aside =
                    joined(parentOf(*unit->current),
                           ".glovebox-undo-" + QByteArray::number(unit->number) + ".tmp");
                if (isInTheWay && moveBack(*unit, aside).isEmpty())
                    return true;
            }
            return false;
        }

        void note(Unit *unit, const Refusal &refusal)
        {
            if (refusal.isEmpty())
                return;
            m_failed.insert(unit);
            m_report.refused.append({m_keys.value(unit), refusal});
        }

        UniqueFd image(const Unit &unit) const
        {
            return UniqueFd(::open(QFile::encodeName(m_recording.imagePath(unit.image)).constData(),
                                   O_RDONLY | O_CLOEXEC));
        }

        FolderEditor::Attributes attributes(const Unit &unit) const
        {
            return {int(unit.before->mode & 0777), unit.before->modifiedNs, {}};
        }

        Refusal restoreInPlace(Unit &unit)
        {
            if (unit.image.isEmpty() || !isFileContentChanged(unit)) {
                return editor(unit).setAttributes(*unit.current, *unit.after,
                                                  int(unit.before->mode & 0777),
                                                  unit.before->modifiedNs, false);
            }
            const UniqueFd content = image(unit);
            return editor(unit).putFile(*unit.current, content.value(), attributes(unit),
                                        unit.after, false);
        }

        Refusal moveBack(Unit &unit, const QByteArray &target)
        {
            const auto now = nowAt(m_roots, unit, *unit.current);
            if (!now)
                return UndoHistory::tr("“%1” was changed since.").arg(text(*unit.current));
            const QByteArray from = *unit.current;
            const Refusal refusal = editor(unit).move(from, *now, target, std::nullopt, false);
            if (!refusal.isEmpty())
                return refusal;
            for (Unit &other : m_recording.m_units) {
                if (other.mount == unit.mount && other.current && isBelow(*other.current, from))
                    other.current = target + other.current->sliced(from.size());
            }
            m_recording.m_placesKnown = false;
            return {};
        }

        Refusal putBack(Unit &unit)
        {
            std::optional<FileFacts> there = unit.after;
            if (there && there->isFolder()) {
                if (const Refusal refusal = editor(unit).removeFolder(unit.original);
                    !refusal.isEmpty())
                    return refusal;
                there.reset();
            }
            if (unit.before->isLink())
                return editor(unit).putLink(unit.original, unit.before->content, there, false);
            const UniqueFd content = image(unit);
            return editor(unit).putFile(unit.original, content.value(), attributes(unit), there,
                                        false);
        }

        Recording &m_recording;
        const MountRoots &m_roots;
        ChangeReport &m_report;
        std::vector<Unit *> m_units;
        QHash<const Unit *, QString> m_keys;
        QSet<const Unit *> m_failed;
        QSet<const Unit *> m_made;
    };

    const RunId m_run;
    const QString m_folder;
    Host m_host;
    QJsonObject m_about;
    mutable QMutex m_mutex;
    std::vector<Unit> m_units;
    QHash<std::pair<QString, QByteArray>, size_t> m_places; // of units, by mount and current path
    bool m_placesKnown = false;
    bool m_hasMoves = false;
    QFile m_log; // units.json, while units are added to it
    QDateTime m_ended;
    std::atomic<qint64> m_bytes = 0;
    std::atomic<bool> m_hasEnded = false;
    int m_lastImage = 0;
    int m_lastUnit = 0;
};

struct UndoHistory::Private
{
    UndoHistory *q = nullptr;
    MountTable *table = nullptr;
    QString folder;
    MountRoots roots;

    mutable QMutex mutex; // of what follows
    UndoLimits limits;
    std::map<RunId, std::shared_ptr<Recording>> runs;
    QSet<RunId> announced;
    qint64 lastNumber = 0;

    QThreadPool pool;

    std::shared_ptr<Recording> find(RunId run) const
    {
        const QMutexLocker lock(&mutex);
        const auto found = runs.find(run);
        return found == runs.end() ? nullptr : found->second;
    }

    std::shared_ptr<Recording> make(RunId run, const QJsonObject &about = {})
    {
        return std::make_shared<Recording>(
            run, folder + u'/' + run.toString(),
            Recording::Host{[this] {
                                const QMutexLocker lock(&mutex);
                                return limits;
                            },
                            [this, run](qint64 bytes) { return makeRoom(run, bytes); },
                            [this, run] { announce(run); }},
            about);
    }

    void readAll()
    {
        for (const QString &name : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const auto run = RunId::fromString(name);
            if (!run || find(*run))
                continue;
            auto recording = make(*run);
            if (!recording->load())
                continue;
            recording->recover(roots);
            recording->end(roots); // of a killed process: what is there now is what it did
            {
                const QMutexLocker lock(&mutex);
                runs.emplace(*run, recording);
            }
            announce(*run);
        }
        trim();
    }

    // Gives the oldest runs up until there is room for `bytes` of the one that asks.
    bool makeRoom(RunId asking, qint64 bytes)
    {
        std::vector<std::shared_ptr<Recording>> old;
        qint64 most = 0;
        {
            const QMutexLocker lock(&mutex);
            most = limits.bytes;
            for (const auto &[run, recording] : runs) {
                if (run != asking)
                    old.push_back(recording);
            }
        }
        qint64 used = 0;
        for (const auto &recording : old)
            used += recording->bytes();
        for (const auto &recording : old) {
            if (used + bytes <= most)
                break;
            if (!recording->hasEnded())
                continue; // it may be asking too
            used -= recording->bytes();
            drop(recording);
        }
        return used + bytes <= most;
    }

    void drop(const std::shared_ptr<Recording> &recording)
    {
        {
            const QMutexLocker lock(&mutex);
            runs.erase(recording->run());
        }
        recording->giveUp();
        announce(recording->run());
    }

    void trim()
    {
        std::vector<std::shared_ptr<Recording>> all;
        UndoLimits most;
        {
            const QMutexLocker lock(&mutex);
            most = limits;
            for (const auto &[run, recording] : runs)
                all.push_back(recording);
        }
        // Recordings are asked without the lock: one that records asks for the limits, under its
        // own.
        qint64 used = 0;
        for (const auto &recording : all)
            used += recording->bytes();
        size_t count = all.size();
        const QDateTime oldest = QDateTime::currentDateTimeUtc().addDuration(-most.lifetime);
        for (const auto &recording : all) {
            if (used <= most.bytes && count <= size_t(maxRuns) && !recording->endedBefore(oldest))
                break;
            used -= recording->bytes();
            --count;
            drop(recording);
        }
    }

    void announce(RunId run)
    {
        {
            const QMutexLocker lock(&mutex);
            if (announced.contains(run))
                return;
            announced.insert(run);
        }
        QMetaObject::invokeMethod(
            q,
            [this, run] {
                {
                    const QMutexLocker lock(&mutex);
                    announced.remove(run);
                }
                Q_EMIT q->changed(run);
            },
            Qt::QueuedConnection);
    }
};

UndoHistory::UndoHistory(MountTable &table, const QString &folder, const UndoLimits &limits,
                         QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->q = this;
    d->table = &table;
    d->folder = folder;
    d->limits = limits;
    d->pool.setObjectName(QStringLiteral("undo"));
    d->pool.setMaxThreadCount(1); // in order: ends before later undos
    if (QDir().mkpath(folder))
        QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    for (const QString &name : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        d->lastNumber = std::max(d->lastNumber, RunId::fromString(name).value_or(RunId()).number());
    d->roots.take(table);
    connect(&table, &MountTable::changed, this, [this] { d->roots.take(*d->table); });
    d->pool.start([this] { d->readAll(); });
}

UndoHistory::~UndoHistory()
{
    d->pool.waitForDone();
}

void UndoHistory::setLimits(const UndoLimits &limits)
{
    {
        const QMutexLocker lock(&d->mutex);
        d->limits = limits;
    }
    d->pool.start([this] { d->trim(); });
}

UndoLimits UndoHistory::limits() const
{
    const QMutexLocker lock(&d->mutex);
    return d->limits;
}

QList<UndoableRun> UndoHistory::runs() const
{
    std::vector<std::shared_ptr<Recording>> all;
    {
        const QMutexLocker lock(&d->mutex);
        for (const auto &[run, recording] : d->runs)
            all.push_back(recording);
    }
    QList<UndoableRun> list;
    for (auto it = all.crbegin(); it != all.crend(); ++it) {
        if (const UndoableRun summary = (*it)->summary(); summary.changes > 0)
            list.append(summary);
    }
    return list;
}

QFuture<Result<QList<Change>>> UndoHistory::changes(RunId run)
{
    return startOn<QList<Change>>(d->pool, [this, run]() -> Result<QList<Change>> {
        const auto recording = d->find(run);
        return recording ? recording->changes(d->roots) : QList<Change>();
    });
}

QFuture<Result<QByteArray>> UndoHistory::content(RunId run, const QString &mount,
                                                 const QString &path, ChangeSide side,
                                                 qint64 offset, qint64 length)
{
    return startOn<QByteArray>(d->pool, [=, this]() -> Result<QByteArray> {
        const auto recording = d->find(run);
        if (!recording)
            return fail(ErrorCode::NotFound, tr("Nothing is kept of that run."));
        return recording->content(d->roots, mount, path, side, offset, length);
    });
}

QFuture<Result<ChangeReport>> UndoHistory::undo(RunId run, const QStringList &paths)
{
    return startOn<ChangeReport>(d->pool, [=, this]() -> Result<ChangeReport> {
        const auto recording = d->find(run);
        if (!recording)
            return fail(ErrorCode::NotFound, tr("Nothing is kept of that run."));
        return recording->undo(d->roots, paths);
    });
}

void UndoHistory::forget(RunId run)
{
    d->pool.start([this, run] {
        if (const auto recording = d->find(run))
            d->drop(recording);
    });
}

std::shared_ptr<RunRecorder> UndoHistory::recorder(RunId run, const QJsonObject &about)
{
    const QMutexLocker lock(&d->mutex);
    auto &recording = d->runs[run];
    if (!recording)
        recording = d->make(run, about);
    return recording;
}

QJsonObject UndoHistory::about(RunId run) const
{
    const auto recording = d->find(run);
    return recording ? recording->about() : QJsonObject();
}

RunId UndoHistory::nextNumber()
{
    const QMutexLocker lock(&d->mutex);
    return RunId(++d->lastNumber);
}

void UndoHistory::endRun(RunId run)
{
    d->pool.start([this, run] {
        const auto recording = d->find(run);
        if (!recording)
            return;
        recording->end(d->roots);
        if (recording->isEmpty())
            d->drop(recording);
        d->trim();
    });
}

} // namespace glovebox::mounts
