// SPDX-License-Identifier: MIT
#pragma once

#include "../platform.h"
#include "base/result.h"

#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QStringList>

#include <functional>

namespace glovebox::settings {

// ---- Where things are on this computer ---------------------------------------------------

// What decides where programs keep their settings; a value, so that every platform's places can be
// tested on any.
struct Places
{
    Platform platform = Platform::Linux;
    QString home;
    QMap<QString, QString> environment;
    // Whether a path is there. Null: asks the file system.
    std::function<bool(const QString &)> exists = {};

    static Places ofThisComputer();

    bool has(const QString &path) const;
    QString variable(const QString &name) const { return environment.value(name); }
    // ~/.config, ~/Library/Application Support, %APPDATA%
    QString configFolder() const;
    // Whether a command of one of these names is in PATH.
    bool hasCommand(const QStringList &names) const;
};

// ---- Clients ------------------------------------------------------------------------------

// How a client reaches Glovebox.
enum class Transport {
    Http,   // the address, with the key in a header
    Bridge, // starts glovebox-bridge, with the key in its environment
};

// What stands in a client's configuration.
struct ClientEntry
{
    Transport transport = Transport::Http;
    QString key;
    quint16 port = 0;      // Http
    QString bridge;        // Bridge: the absolute path of glovebox-bridge
    QString profileFolder; // Bridge: empty for the platform's own
};

// A program that can use Glovebox (mcp.md 3), and how its configuration is written.
struct ClientApp
{
    QString id;                  // as on the command line: "claude-desktop"
    QString name;                // as people know it: "Claude Desktop"
    QList<Transport> transports; // the recommended one first
    // Of the file: "json" (with comments) or "toml"
    enum class Format { Json, Toml } format = Format::Json;
    QStringList entryPath; // where the entry stands: "mcpServers", "glovebox"
    QString urlKey;        // "url", "serverUrl", "httpUrl"
    QString headersKey;    // "headers", "http_headers"
    QString httpType;      // value of "type" for HTTP; empty: none is written
    QString bridgeType;    // value of "type" for the bridge; empty: none is written
    QStringList commands;  // what it is called in PATH

    bool operator==(const ClientApp &other) const { return id == other.id; }
};

// All of them, in the order in which they are shown.
const QList<ClientApp> &clientApps();
// NotFound with the known names.
Result<ClientApp> clientApp(const QString &id);

QJsonObject entryJson(const ClientApp &app, const ClientEntry &entry);
QString addressFor(quint16 port); // http://127.0.0.1:PORT/mcp

// User-scope files only, never one of a project. All that could be there; the first is the one of
// the current version.
QStringList configFiles(const ClientApp &app, const Places &places);
// Those that a connection is written to: where the client keeps its settings now, beside older or
// other places that are there too.
QStringList filesToWrite(const ClientApp &app, const Places &places);
bool isInstalled(const ClientApp &app, const Places &places);

} // namespace glovebox::settings
