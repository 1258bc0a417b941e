// SPDX-License-Identifier: MIT
#include "keptdiscards.h"

#include "hostpath.h"

#include <base/logging.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>
#include <QSet>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

namespace glovebox::mounts {

namespace {

const QString recordName = QStringLiteral("record.json");
const QString unfinished = QStringLiteral("new-");

QString discardsIn(const QString &stageFolder)
{
    return stageFolder + u"/discards";
}

QJsonValue textOf(const std::optional<QByteArray> &path)
{
    return path ? QJsonValue(nameFromHost(*path)) : QJsonValue();
}

std::optional<QByteArray> pathOf(const QJsonValue &value)
{
    if (!value.isString())
        return std::nullopt;
    const auto path = pathToHost(value.toString());
    return path ? std::optional(*path) : std::nullopt;
}

QJsonObject toJson(const EntryState &state)
{
    if (!state.exists)
        return {};
    return {{QStringLiteral("type"), int(state.type)},
            {QStringLiteral("size"), state.size},
            {QStringLiteral("permissions"), state.permissions},
            {QStringLiteral("modified"), state.modified.toMSecsSinceEpoch()},
            {QStringLiteral("target"), state.target}};
}

EntryState stateFrom(const QJsonObject &json)
{
    if (json.isEmpty())
        return {};
    return {.exists = true,
            .type = EntryType(json[u"type"].toInt()),
            .size = json[u"size"].toInteger(),
            .permissions = json[u"permissions"].toInt(),
            .modified =
                QDateTime::fromMSecsSinceEpoch(json[u"modified"].toInteger(), QTimeZone::UTC),
            .target = json[u"target"].toString()};
}

QJsonObject toJson(const Change &change)
{
    return {{QStringLiteral("kind"), int(change.kind)},
            {QStringLiteral("path"), change.path},
            {QStringLiteral("from"), change.from},
            {QStringLiteral("content"), change.contentChanged},
            {QStringLiteral("before"), toJson(change.before)},
            {QStringLiteral("after"), toJson(change.after)},
            {QStringLiteral("run"), change.run.number()}};
}

Change changeFrom(const QJsonObject &json)
{
    Change change;
    change.kind = Change::Kind(json[u"kind"].toInt());
    change.path = json[u"path"].toString();
    change.from = json[u"from"].toString();
    change.contentChanged = json[u"content"].toBool();
    change.before = stateFrom(json[u"before"].toObject());
    change.after = stateFrom(json[u"after"].toObject());
    change.run = RunId(json[u"run"].toInteger());
    return change;
}

QJsonObject toJson(const KeptDiscards::Entry &entry)
{
    return {{QStringLiteral("path"), nameFromHost(entry.path)},
            {QStringLiteral("natural"), textOf(entry.natural)},
            {QStringLiteral("node"), entry.node}};
}

KeptDiscards::Entry entryFrom(const QJsonObject &json)
{
    return {pathOf(json[u"path"]).value_or(QByteArray()), pathOf(json[u"natural"]),
            json[u"node"].toObject()};
}

QJsonObject toJson(const KeptDiscards::Group &group)
{
    QJsonArray changes;
    for (const Change &change : group.changes)
        changes.append(toJson(change));
    QJsonArray entries;
    for (const KeptDiscards::Entry &entry : group.entries)
        entries.append(toJson(entry));
    QJsonArray above;
    for (const KeptDiscards::Above &folder : group.above) {
        QJsonArray below;
        for (const QByteArray &path : folder.below)
            below.append(nameFromHost(path));
        QJsonObject json = toJson(folder.entry);
        json.insert(QStringLiteral("below"), below);
        above.append(json);
    }
    return {{QStringLiteral("changes"), changes},
            {QStringLiteral("entries"), entries},
            {QStringLiteral("above"), above}};
}

KeptDiscards::Group groupFrom(const QJsonObject &json)
{
    KeptDiscards::Group group;
    for (const QJsonValue &change : json[u"changes"].toArray())
        group.changes.append(changeFrom(change.toObject()));
    for (const QJsonValue &entry : json[u"entries"].toArray())
        group.entries.push_back(entryFrom(entry.toObject()));
    for (const QJsonValue &value : json[u"above"].toArray()) {
        KeptDiscards::Above folder{entryFrom(value.toObject()), {}};
        for (const QJsonValue &path : value[u"below"].toArray())
            folder.below.append(pathOf(path).value_or(QByteArray()));
        group.above.push_back(std::move(folder));
    }
    return group;
}

QSet<QString> contentsOf(const KeptDiscards::Discard &discard)
{
    QSet<QString> names;
    for (const KeptDiscards::Group &group : discard.groups) {
        for (const KeptDiscards::Entry &entry : group.entries)
            names << entry.node[u"blob"].toString() << entry.node[u"base"].toString();
    }
    names.remove({});
    return names;
}

qint64 bytesIn(const QString &folder, const QSet<QString> &names)
{
    qint64 bytes = 0;
    for (const QString &name : names)
        bytes += QFileInfo(folder + u'/' + name).size();
    return bytes;
}

} // namespace

KeptDiscards::KeptDiscards(const QString &stageFolder)
    : m_folder(discardsIn(stageFolder))
{
    for (const QString &name : QDir(m_folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (const auto number = RunId::fromString(name))
            read(*number);
        else if (name.startsWith(unfinished)) // nothing has left the stage for it
            QDir(m_folder + u'/' + name).removeRecursively();
    }
}

RunId KeptDiscards::lastNumber(const QString &stageFolder)
{
    RunId last;
    for (const QString &name :
         QDir(discardsIn(stageFolder)).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (const auto number = RunId::fromString(name); number && *number > last)
            last = *number;
    }
    return last;
}

QString KeptDiscards::folderOf(RunId number) const
{
    return m_folder + u'/' + number.toString();
}

void KeptDiscards::read(RunId number)
{
    QFile file(folderOf(number) + u'/' + recordName);
    if (!file.open(QIODevice::ReadOnly)) {
        qCWarning(lcMounts) << "a discard without a record is left alone:" << file.fileName();
        return;
    }
    const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
    Discard discard;
    discard.time = QDateTime::fromMSecsSinceEpoch(json[u"time"].toInteger(), QTimeZone::UTC);
    for (const QJsonValue &group : json[u"groups"].toArray())
        discard.groups.push_back(groupFrom(group.toObject()));
    discard.bytes = bytesIn(folderOf(number), contentsOf(discard));
    m_discards.insert_or_assign(number, std::move(discard));
}

int KeptDiscards::write(const QString &folder, const Discard &discard) const
{
    QJsonArray groups;
    for (const Group &group : discard.groups)
        groups.append(toJson(group));
    const QByteArray data =
        QJsonDocument(QJsonObject{{QStringLiteral("time"), discard.time.toMSecsSinceEpoch()},
                                  {QStringLiteral("groups"), groups}})
            .toJson(QJsonDocument::Compact);
    QSaveFile file(folder + u'/' + recordName);
    if (file.open(QIODevice::WriteOnly) && file.write(data) == data.size() && file.commit())
        return 0;
    return file.error() == QFileDevice::ResourceError ? ENOSPC : EIO;
}

const KeptDiscards::Discard *KeptDiscards::find(RunId number) const
{
    const auto found = m_discards.find(number);
    return found == m_discards.end() ? nullptr : &found->second;
}

const std::vector<KeptDiscards::Group> &KeptDiscards::groups(RunId number) const
{
    static const std::vector<Group> none;
    const Discard *discard = find(number);
    return discard ? discard->groups : none;
}

QList<KeptDiscards::Summary> KeptDiscards::summaries() const
{
    QList<Summary> list;
    for (const auto &[number, discard] : m_discards) {
        Summary summary{number, discard.time, 0, discard.bytes};
        for (const Group &group : discard.groups)
            summary.changes += int(group.changes.size());
        list.append(summary);
    }
    return list;
}

std::expected<UniqueFd, int> KeptDiscards::begin(RunId number) const
{
    const QString path = m_folder + u'/' + unfinished + number.toString();
    if (!QDir().mkpath(path))
        return std::unexpected(errno == 0 ? EIO : errno);
    UniqueFd fd(::open(QFile::encodeName(path).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd.isValid())
        return std::unexpected(errno);
    return fd;
}

int KeptDiscards::finish(RunId number, Discard discard)
{
    const QString made = m_folder + u'/' + unfinished + number.toString();
    if (const int error = write(made, discard))
        return error;
    if (!QDir().rename(made, folderOf(number)))
        return EIO;
    discard.bytes = bytesIn(folderOf(number), contentsOf(discard));
    m_discards.insert_or_assign(number, std::move(discard));
    while (m_discards.size() > size_t(most))
        dropOldest();
    return 0;
}

void KeptDiscards::giveUp(RunId number) const
{
    QDir(m_folder + u'/' + unfinished + number.toString()).removeRecursively();
}

UniqueFd KeptDiscards::folder(RunId number) const
{
    return UniqueFd(::open(QFile::encodeName(folderOf(number)).constData(),
                           O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

UniqueFd KeptDiscards::open(RunId number, const QString &content) const
{
    const UniqueFd place = folder(number);
    return UniqueFd(
        ::openat(place.value(), content.toLatin1().constData(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
}

void KeptDiscards::setGroups(RunId number, std::vector<Group> groups)
{
    const auto found = m_discards.find(number);
    if (found == m_discards.end())
        return;
    const QString folder = folderOf(number);
    if (groups.empty()) {
        m_discards.erase(found);
        // At once: a record whose contents are half removed would look like something kept.
        QDir().rename(folder, m_folder + u'/' + unfinished + number.toString());
        giveUp(number);
        return;
    }
    const QSet<QString> before = contentsOf(found->second);
    found->second.groups = std::move(groups);
    if (const int error = write(folder, found->second)) {
        // The next start finds what is staged again by itself.
        qCWarning(lcMounts) << "the record of a discard:" << qt_error_string(error);
        return;
    }
    const QSet<QString> now = contentsOf(found->second);
    for (const QString &name : before) {
        if (!now.contains(name))
            QFile::remove(folder + u'/' + name);
    }
    found->second.bytes = bytesIn(folder, now);
}

void KeptDiscards::dropBefore(const QDateTime &time)
{
    while (!m_discards.empty() && m_discards.begin()->second.time < time)
        dropOldest();
}

bool KeptDiscards::dropOldest()
{
    if (m_discards.empty())
        return false;
    setGroups(m_discards.begin()->first, {});
    return true;
}

void KeptDiscards::boundTo(qint64 bytes)
{
    qint64 used = 0;
    for (const auto &[number, discard] : m_discards)
        used += discard.bytes;
    while (used > bytes && m_discards.size() > 1) {
        used -= m_discards.begin()->second.bytes;
        dropOldest();
    }
}

} // namespace glovebox::mounts
