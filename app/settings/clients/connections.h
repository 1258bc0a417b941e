// SPDX-License-Identifier: MIT
#pragma once

#include "base/ids.h"
#include "clientapp.h"
#include "configfile.h"

#include <QDateTime>

#include <optional>

namespace glovebox::settings {

// What will change in one file.
struct FileChange
{
    ConfigFile before;
    QByteArray after;
    bool removes = false; // the file is taken away: Glovebox had made it

    QList<DiffLine> diff() const { return diffLines(before.content, after); }
};

// What Glovebox wrote for one client.
struct Connection
{
    QString app;  // ClientApp::id
    ClientId key; // the client in the journal; its key is only in the files
    Transport transport = Transport::Http;
    QDateTime since;

    struct File
    {
        QString path;
        QByteArray writtenSha256; // hex; of the whole file after the last change of ours
        QString backup;           // empty: there was no file
        bool madeParent = false;  // "mcpServers" itself came from us
    };
    QList<File> files;
};

// Writes Glovebox into the configurations of clients and takes it out again, and remembers what it
// wrote (`connections.json` in the profile, mode 0600, with copies of the old files in `backups`).
// Plans read; only apply() changes anything, and refuses when a file is not what the plan saw.
class Connections
{
public:
    // `clock` is for the time stamps only.
    Connections(QString profileFolder, Places places);

    const Places &places() const { return m_places; }
    QList<Connection> all() const;
    std::optional<Connection> find(const ClientApp &app) const;

    enum class State {
        Connected, // our entry stands in its configuration
        Found,     // installed
        NotFound,
    };
    State state(const ClientApp &app) const;

    // Errors name the file and say what is wrong with it; nothing is planned then.
    Result<QList<FileChange>> planConnect(const ClientApp &app, const ClientEntry &entry) const;
    // Exactly what was there before, where nobody else wrote since; else only our entry goes.
    Result<QList<FileChange>> planRemove(const ClientApp &app) const;
    // The new port in the address of an entry that Glovebox wrote; empty when it has none.
    Result<QList<FileChange>> planPort(const ClientApp &app, quint16 port) const;

    // All files or, when one fails, none.
    Result<> applyConnect(const ClientApp &app, const ClientEntry &entry, const ClientId &key,
                          const QList<FileChange> &changes, const QDateTime &now);
    Result<> applyRemove(const ClientApp &app, const QList<FileChange> &changes);
    Result<> applyPort(const ClientApp &app, const QList<FileChange> &changes);

private:
    Result<> store(const QList<Connection> &connections) const;
    Result<FileChange> restored(const ClientApp &app, const Connection::File &file) const;

    QString m_profileFolder;
    Places m_places;
};

// The lines that a person pastes: a whole configuration with nothing but the entry in it.
Result<QString> entryText(const ClientApp &app, const ClientEntry &entry);
// The address in one client's entry, or null: no entry, or one that starts the bridge.
Result<std::optional<QString>> addressIn(const ClientApp &app, const QByteArray &content);

} // namespace glovebox::settings
