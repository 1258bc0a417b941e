// SPDX-License-Identifier: MIT
#include "connections.h"

#include "textedit.h"
#include "texts.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>

#include <cerrno>
#include <sys/stat.h>

namespace glovebox::settings {

using namespace Qt::StringLiterals;

namespace {

using Format = ClientApp::Format;

QByteArray sha256(const QByteArray &content)
{
    return QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex();
}

// The same error with the file in front.
Error inFile(const QString &path, Error error)
{
    error.text = u"%1: %2"_s.arg(path, error.text);
    return error;
}

Result<QByteArray> withEntry(const ClientApp &app, const QByteArray &text, const QJsonObject &entry)
{
    return app.format == Format::Toml ? toml::set(text, app.entryPath, entry)
                                      : jsonc::set(text, app.entryPath, entry);
}

Result<QByteArray> withoutEntry(const ClientApp &app, const QByteArray &text)
{
    return app.format == Format::Toml ? toml::remove(text, app.entryPath)
                                      : jsonc::remove(text, app.entryPath);
}

Result<bool> hasParent(const ClientApp &app, const QByteArray &text)
{
    if (app.format == Format::Toml)
        return true; // an empty table costs nothing
    const auto parent = jsonc::object(text, app.entryPath.first(1));
    if (!parent)
        return std::unexpected(parent.error());
    return parent->has_value();
}

// Ours is an entry with our address, or one that starts our bridge.
Result<bool> hasEntry(const ClientApp &app, const QByteArray &text)
{
    if (app.format == Format::Toml) {
        const auto address = toml::string(text, app.entryPath, app.urlKey);
        const auto command = toml::string(text, app.entryPath, u"command"_s);
        if (!address || !command)
            return std::unexpected((address ? command : address).error());
        return address->has_value() || command->has_value();
    }
    const auto entry = jsonc::object(text, app.entryPath);
    if (!entry)
        return std::unexpected(entry.error());
    return entry->has_value();
}

QJsonObject toJson(const Connection &connection)
{
    QJsonArray files;
    for (const Connection::File &file : connection.files)
        files.append(QJsonObject{{u"path"_s, file.path},
                                 {u"sha256"_s, QString::fromLatin1(file.writtenSha256)},
                                 {u"backup"_s, file.backup},
                                 {u"made_parent"_s, file.madeParent}});
    return {{u"app"_s, connection.app},
            {u"client"_s, connection.key.value()},
            {u"transport"_s, connection.transport == Transport::Http ? u"http"_s : u"bridge"_s},
            {u"since"_s, connection.since.toString(Qt::ISODate)},
            {u"files"_s, files}};
}

Connection fromJson(const QJsonObject &json)
{
    Connection connection{.app = json["app"_L1].toString(),
                          .key = ClientId(json["client"_L1].toString()),
                          .transport = json["transport"_L1].toString() == "bridge"_L1
                                           ? Transport::Bridge
                                           : Transport::Http,
                          .since = QDateTime::fromString(json["since"_L1].toString(), Qt::ISODate),
                          .files = {}};
    const QJsonArray files = json["files"_L1].toArray();
    for (const QJsonValue &file : files)
        connection.files.append({.path = file["path"_L1].toString(),
                                 .writtenSha256 = file["sha256"_L1].toString().toLatin1(),
                                 .backup = file["backup"_L1].toString(),
                                 .madeParent = file["made_parent"_L1].toBool()});
    return connection;
}

Result<> apply(const FileChange &change, const QString &backup)
{
    return change.removes ? change.before.remove() : change.before.replace(change.after, backup);
}

// Puts back what apply() changed in the files before the one that failed.
void takeBack(const QList<FileChange> &changes, qsizetype count)
{
    for (qsizetype i = 0; i < count; ++i) {
        const auto now = ConfigFile::read(changes[i].before.path);
        if (!now || now->content != changes[i].after)
            continue; // somebody else's now
        if (changes[i].before.exists)
            (void)now->replace(changes[i].before.content);
        else
            (void)now->remove();
    }
}

Result<> applyAll(const QList<FileChange> &changes, const QStringList &backups)
{
    for (qsizetype i = 0; i < changes.size(); ++i) {
        if (auto applied = apply(changes[i], backups.value(i)); !applied) {
            takeBack(changes, i);
            for (const QString &backup : backups.first(qMin(i, backups.size())))
                QFile::remove(backup); // of a file that is as it was
            return applied;
        }
    }
    return {};
}

} // namespace

Result<QString> entryText(const ClientApp &app, const ClientEntry &entry)
{
    const auto text = withEntry(app, {}, entryJson(app, entry));
    if (!text)
        return std::unexpected(text.error());
    return QString::fromUtf8(*text);
}

Result<std::optional<QString>> addressIn(const ClientApp &app, const QByteArray &content)
{
    if (app.format == Format::Toml)
        return toml::string(content, app.entryPath, app.urlKey);
    const auto entry = jsonc::object(content, app.entryPath);
    if (!entry)
        return std::unexpected(entry.error());
    if (!*entry || !(*entry)->value(app.urlKey).isString())
        return std::nullopt;
    return (*entry)->value(app.urlKey).toString();
}

Connections::Connections(QString profileFolder, Places places)
    : m_profileFolder(std::move(profileFolder))
    , m_places(std::move(places))
{
}

QList<Connection> Connections::all() const
{
    QFile file(m_profileFolder + u"/connections.json"_s);
    QList<Connection> connections;
    if (!file.open(QIODevice::ReadOnly))
        return connections;
    const QJsonArray entries = QJsonDocument::fromJson(file.readAll())["connections"_L1].toArray();
    for (const QJsonValue &entry : entries)
        connections.append(fromJson(entry.toObject()));
    return connections;
}

std::optional<Connection> Connections::find(const ClientApp &app) const
{
    const QList<Connection> connections = all();
    const auto it = std::ranges::find(connections, app.id, &Connection::app);
    return it == connections.end() ? std::nullopt : std::optional(*it);
}

Result<> Connections::store(const QList<Connection> &connections) const
{
    QJsonArray entries;
    for (const Connection &connection : connections)
        entries.append(toJson(connection));
    const auto old = ConfigFile::read(m_profileFolder + u"/connections.json"_s);
    if (!old)
        return std::unexpected(old.error());
    return old->replace(QJsonDocument(QJsonObject{{u"connections"_s, entries}}).toJson());
}

Connections::State Connections::state(const ClientApp &app) const
{
    const QStringList files = filesToWrite(app, m_places);
    for (const QString &path : files) {
        const auto file = ConfigFile::read(path);
        if (file && hasEntry(app, file->content).value_or(false))
            return State::Connected;
    }
    return isInstalled(app, m_places) ? State::Found : State::NotFound;
}

Result<QList<FileChange>> Connections::planConnect(const ClientApp &app,
                                                   const ClientEntry &entry) const
{
    QList<FileChange> changes;
    const QJsonObject json = entryJson(app, entry);
    const QStringList files = filesToWrite(app, m_places);
    for (const QString &path : files) {
        auto file = ConfigFile::read(path);
        if (!file)
            return std::unexpected(file.error());
        const auto after = withEntry(app, file->content, json);
        if (!after)
            return std::unexpected(inFile(path, after.error()));
        changes.append({.before = *std::move(file), .after = *after});
    }
    return changes;
}

Result<QList<FileChange>> Connections::planRemove(const ClientApp &app) const
{
    QList<FileChange> changes;
    const auto connection = find(app);
    QStringList paths = filesToWrite(app, m_places);
    if (connection) {
        for (const Connection::File &file : connection->files) {
            auto change = restored(app, file);
            if (!change)
                return std::unexpected(change.error());
            paths.removeAll(file.path);
            if (change->removes || change->after != change->before.content)
                changes.append(*std::move(change));
        }
    }
    // What another profile or the person wrote by hand under our name.
    for (const QString &path : std::as_const(paths)) {
        auto change = restored(app, {.path = path, .writtenSha256 = {}, .backup = {}});
        if (!change)
            return std::unexpected(change.error());
        if (change->after != change->before.content)
            changes.append(*std::move(change));
    }
    return changes;
}

Result<FileChange> Connections::restored(const ClientApp &app, const Connection::File &file) const
{
    auto now = ConfigFile::read(file.path);
    if (!now)
        return std::unexpected(now.error());
    FileChange change{.before = *now, .after = now->content};
    if (now->exists && sha256(now->content) == file.writtenSha256) {
        if (file.backup.isEmpty()) {
            change.after.clear();
            change.removes = true;
            return change;
        }
        if (const auto old = ConfigFile::read(file.backup); old && old->exists) {
            change.after = old->content;
            return change;
        }
    }
    auto without = withoutEntry(app, now->content);
    if (!without)
        return std::unexpected(inFile(file.path, without.error()));
    if (file.madeParent) {
        const auto parent = jsonc::object(*without, app.entryPath.first(1));
        if (parent && *parent && (*parent)->isEmpty())
            without = jsonc::remove(*without, app.entryPath.first(1));
    }
    if (!without)
        return std::unexpected(inFile(file.path, without.error()));
    change.after = *without;
    return change;
}

Result<QList<FileChange>> Connections::planPort(const ClientApp &app, quint16 port) const
{
    QList<FileChange> changes;
    const auto connection = find(app);
    if (!connection || connection->transport != Transport::Http)
        return changes;
    static const QRegularExpression ours(u"^http://127\\.0\\.0\\.1:\\d+/mcp$"_s);
    for (const Connection::File &written : connection->files) {
        auto file = ConfigFile::read(written.path);
        if (!file)
            return std::unexpected(file.error());
        const auto address = addressIn(app, file->content);
        if (!address)
            return std::unexpected(inFile(written.path, address.error()));
        if (!*address || !ours.match(**address).hasMatch() || **address == addressFor(port))
            continue;
        const auto after =
            app.format == Format::Toml
                ? toml::setString(file->content, app.entryPath, app.urlKey, addressFor(port))
                : jsonc::setString(file->content, app.entryPath + QStringList{app.urlKey},
                                   addressFor(port));
        if (!after)
            return std::unexpected(inFile(written.path, after.error()));
        changes.append({.before = *std::move(file), .after = *after});
    }
    return changes;
}

Result<> Connections::applyConnect(const ClientApp &app, const ClientEntry &entry,
                                   const ClientId &key, const QList<FileChange> &changes,
                                   const QDateTime &now)
{
    const QString backups = m_profileFolder + u"/backups"_s;
    if (::mkdir(QFile::encodeName(backups).constData(), 0700) != 0 && errno != EEXIST)
        return failErrno(ClientTexts::tr("The folder %1 cannot be made.").arg(backups), errno);
    Connection connection{
        .app = app.id, .key = key, .transport = entry.transport, .since = now.toUTC(), .files = {}};
    const auto older = find(app);
    QStringList copies;
    for (const FileChange &change : changes) {
        const auto parent = hasParent(app, change.before.content);
        if (!parent)
            return std::unexpected(inFile(change.before.path, parent.error()));
        Connection::File file{.path = change.before.path,
                              .writtenSha256 = sha256(change.after),
                              .backup = {},
                              .madeParent = !*parent};
        QString copy;
        if (change.before.exists) {
            copy = u"%1/%2-%3-%4"_s.arg(backups, app.id,
                                        now.toUTC().toString(u"yyyyMMdd-HHmmss-zzz"_s),
                                        QString::number(copies.size()));
            file.backup = copy;
        }
        // Connected before, and nobody else wrote since: removing goes back to what was there
        // before the first time.
        if (older) {
            for (const Connection::File &first : older->files) {
                if (first.path != file.path || first.writtenSha256 != sha256(change.before.content))
                    continue;
                file.backup = first.backup;
                file.madeParent = first.madeParent;
                copy.clear();
            }
        }
        copies.append(copy);
        connection.files.append(file);
    }
    if (auto applied = applyAll(changes, copies); !applied)
        return applied;
    QList<Connection> connections = all();
    connections.removeIf([&app](const Connection &old) { return old.app == app.id; });
    connections.append(connection);
    return store(connections);
}

Result<> Connections::applyRemove(const ClientApp &app, const QList<FileChange> &changes)
{
    if (auto applied = applyAll(changes, {}); !applied)
        return applied;
    QList<Connection> connections = all();
    connections.removeIf([&app](const Connection &old) { return old.app == app.id; });
    return store(connections);
}

Result<> Connections::applyPort(const ClientApp &app, const QList<FileChange> &changes)
{
    if (auto applied = applyAll(changes, {}); !applied)
        return applied;
    QList<Connection> connections = all();
    for (Connection &connection : connections) {
        for (Connection::File &file : connection.files) {
            for (const FileChange &change : changes) {
                // Only where nothing but our port changed does the copy stay what was before us.
                if (connection.app == app.id && file.path == change.before.path &&
                    file.writtenSha256 == sha256(change.before.content))
                    file.writtenSha256 = sha256(change.after);
            }
        }
    }
    return store(connections);
}

} // namespace glovebox::settings
