// SPDX-License-Identifier: MIT
#include "clientapp.h"

#include "texts.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QProcessEnvironment>

#include <algorithm>

namespace glovebox::settings {

using namespace Qt::StringLiterals;

// ---- Places -------------------------------------------------------------------------------

Places Places::ofThisComputer()
{
    Places places;
    places.platform = thisPlatform();
    places.home = QDir::homePath();
    const QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QStringList names = environment.keys();
    for (const QString &name : names)
        places.environment.insert(name, environment.value(name));
    return places;
}

bool Places::has(const QString &path) const
{
    return exists ? exists(path) : QFileInfo::exists(path);
}

QString Places::configFolder() const
{
    switch (platform) {
    case Platform::MacOs:
        return home + u"/Library/Application Support"_s;
    case Platform::Windows: {
        const QString roaming = QDir::fromNativeSeparators(variable(u"APPDATA"_s));
        return roaming.isEmpty() ? home + u"/AppData/Roaming"_s : roaming;
    }
    case Platform::Linux:
        break;
    }
    const QString config = variable(u"XDG_CONFIG_HOME"_s);
    return config.startsWith(u'/') ? config : home + u"/.config"_s;
}

bool Places::hasCommand(const QStringList &names) const
{
    const bool windows = platform == Platform::Windows;
    const QStringList folders =
        variable(u"PATH"_s).split(windows ? u';' : u':', Qt::SkipEmptyParts);
    return std::ranges::any_of(folders, [&](const QString &folder) {
        return std::ranges::any_of(names, [&](const QString &name) {
            const QString file = QDir::fromNativeSeparators(folder) + u'/' + name;
            return has(windows ? file + u".exe"_s : file) || (windows && has(file + u".cmd"_s));
        });
    });
}

// ---- The catalogue --------------------------------------------------------------------------

const QList<ClientApp> &clientApps()
{
    using enum Transport;
    static const QStringList servers{u"mcpServers"_s, u"glovebox"_s};
    static const QList<ClientApp> apps{
        // Takes no address in its file (mcp.md 3.2).
        {.id = u"claude-desktop"_s,
         .name = u"Claude Desktop"_s,
         .transports = {Bridge},
         .entryPath = servers,
         .urlKey = {},
         .headersKey = {},
         .httpType = {},
         .bridgeType = {},
         .commands = {u"claude-desktop"_s}},
        {.id = u"claude-code"_s,
         .name = u"Claude Code"_s,
         .transports = {Http, Bridge},
         .entryPath = servers,
         .urlKey = u"url"_s,
         .headersKey = u"headers"_s,
         .httpType = u"http"_s,
         .bridgeType = u"stdio"_s,
         .commands = {u"claude"_s}},
        // An address without a type would be taken for the old transport (mcp.md 3.4).
        {.id = u"cline"_s,
         .name = u"Cline"_s,
         .transports = {Http, Bridge},
         .entryPath = servers,
         .urlKey = u"url"_s,
         .headersKey = u"headers"_s,
         .httpType = u"streamableHttp"_s,
         .bridgeType = u"stdio"_s,
         .commands = {u"cline"_s}},
        {.id = u"cursor"_s,
         .name = u"Cursor"_s,
         .transports = {Http, Bridge},
         .entryPath = servers,
         .urlKey = u"url"_s,
         .headersKey = u"headers"_s,
         .httpType = {},
         .bridgeType = {},
         .commands = {u"cursor"_s}},
        {.id = u"vscode"_s,
         .name = u"VS Code"_s,
         .transports = {Http, Bridge},
         .entryPath = {u"servers"_s, u"glovebox"_s},
         .urlKey = u"url"_s,
         .headersKey = u"headers"_s,
         .httpType = u"http"_s,
         .bridgeType = u"stdio"_s,
         .commands = {u"code"_s, u"code-insiders"_s, u"codium"_s}},
        {.id = u"windsurf"_s,
         .name = u"Windsurf"_s,
         .transports = {Http, Bridge},
         .entryPath = servers,
         .urlKey = u"serverUrl"_s,
         .headersKey = u"headers"_s,
         .httpType = {},
         .bridgeType = {},
         .commands = {u"windsurf"_s}},
        {.id = u"lm-studio"_s,
         .name = u"LM Studio"_s,
         .transports = {Http, Bridge},
         .entryPath = servers,
         .urlKey = u"url"_s,
         .headersKey = u"headers"_s,
         .httpType = {},
         .bridgeType = {},
         .commands = {u"lms"_s, u"lm-studio"_s}},
        {.id = u"codex"_s,
         .name = u"Codex CLI"_s,
         .transports = {Http, Bridge},
         .format = ClientApp::Format::Toml,
         .entryPath = {u"mcp_servers"_s, u"glovebox"_s},
         .urlKey = u"url"_s,
         .headersKey = u"http_headers"_s,
         .httpType = {},
         .bridgeType = {},
         .commands = {u"codex"_s}},
        // "url" would be the old transport here (mcp.md 3.5).
        {.id = u"gemini-cli"_s,
         .name = u"Gemini CLI"_s,
         .transports = {Http, Bridge},
         .entryPath = servers,
         .urlKey = u"httpUrl"_s,
         .headersKey = u"headers"_s,
         .httpType = {},
         .bridgeType = {},
         .commands = {u"gemini"_s}},
    };
    return apps;
}

Result<ClientApp> clientApp(const QString &id)
{
    QStringList known;
    for (const ClientApp &app : clientApps()) {
        if (app.id == id)
            return app;
        known.append(app.id);
    }
    return fail(
        ErrorCode::NotFound,
        ClientTexts::tr("No client is called “%1”. Known: %2.").arg(id, known.join(u", "_s)));
}

QString addressFor(quint16 port)
{
    return u"http://127.0.0.1:%1/mcp"_s.arg(port);
}

QJsonObject entryJson(const ClientApp &app, const ClientEntry &entry)
{
    QJsonObject json;
    if (entry.transport == Transport::Http) {
        if (!app.httpType.isEmpty())
            json.insert("type"_L1, app.httpType);
        json.insert(app.urlKey, addressFor(entry.port));
        json.insert(app.headersKey,
                    QJsonObject{{u"Authorization"_s, QString(u"Bearer "_s + entry.key)}});
        return json;
    }
    if (!app.bridgeType.isEmpty())
        json.insert("type"_L1, app.bridgeType);
    json.insert("command"_L1, entry.bridge);
    if (!entry.profileFolder.isEmpty())
        json.insert("args"_L1, QJsonArray{u"--profile"_s, entry.profileFolder});
    json.insert("env"_L1, QJsonObject{{u"GLOVEBOX_KEY"_s, entry.key}});
    return json;
}

// ---- Files ----------------------------------------------------------------------------------

namespace {

// The editors that Cline's older version and VS Code's own settings live in.
QStringList editorFolders(const Places &places)
{
    const QString config = places.configFolder();
    return {config + u"/Code/User"_s, config + u"/Code - Insiders/User"_s,
            config + u"/VSCodium/User"_s};
}

QStringList claudeDesktopFiles(const Places &places)
{
    const QString file = u"/claude_desktop_config.json"_s;
    QStringList files{places.configFolder() + u"/Claude"_s + file};
    if (places.platform == Platform::Windows) { // the store's version reads another place
        QString local = QDir::fromNativeSeparators(places.variable(u"LOCALAPPDATA"_s));
        if (local.isEmpty())
            local = places.home + u"/AppData/Local"_s;
        files.append(local + u"/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude"_s + file);
    }
    return files;
}

QStringList clineFiles(const Places &places)
{
    const QString file = u"/settings/cline_mcp_settings.json"_s;
    QStringList files;
    const QString data = places.variable(u"CLINE_DATA_DIR"_s);
    const QString folder = places.variable(u"CLINE_DIR"_s);
    if (const QString path = places.variable(u"CLINE_MCP_SETTINGS_PATH"_s); !path.isEmpty())
        files.append(path);
    else if (!data.isEmpty())
        files.append(data + file);
    else
        files.append((folder.isEmpty() ? places.home + u"/.cline"_s : folder) + u"/data"_s + file);
    QStringList editors = editorFolders(places);
    editors.append(places.configFolder() + u"/Cursor/User"_s);
    for (const QString &editor : std::as_const(editors))
        files.append(editor + u"/globalStorage/saoudrizwan.claude-dev"_s + file);
    return files;
}

QStringList vsCodeFiles(const Places &places)
{
    QStringList files = editorFolders(places);
    for (QString &folder : files)
        folder += u"/mcp.json"_s;
    return files;
}

QString underVariable(const Places &places, const QString &variable, const QString &standard,
                      const QString &file)
{
    const QString folder = places.variable(variable);
    return (folder.isEmpty() ? places.home + standard : folder) + file;
}

QString parentOf(const QString &path)
{
    return path.section(u'/', 0, -2);
}

} // namespace

QStringList configFiles(const ClientApp &app, const Places &places)
{
    if (app.id == u"claude-desktop"_s)
        return claudeDesktopFiles(places);
    if (app.id == u"claude-code"_s)
        return {underVariable(places, u"CLAUDE_CONFIG_DIR"_s, {}, u"/.claude.json"_s)};
    if (app.id == u"cline"_s)
        return clineFiles(places);
    if (app.id == u"cursor"_s)
        return {places.home + u"/.cursor/mcp.json"_s};
    if (app.id == u"vscode"_s)
        return vsCodeFiles(places);
    if (app.id == u"windsurf"_s)
        return {places.home + u"/.codeium/windsurf/mcp_config.json"_s};
    if (app.id == u"lm-studio"_s)
        return {places.home + u"/.lmstudio/mcp.json"_s};
    if (app.id == u"codex"_s)
        return {underVariable(places, u"CODEX_HOME"_s, u"/.codex"_s, u"/config.toml"_s)};
    return {places.home + u"/.gemini/settings.json"_s};
}

// A file is to be written when it is there, or when its client made the folder for it.
QStringList filesToWrite(const ClientApp &app, const Places &places)
{
    const QStringList all = configFiles(app, places);
    QStringList files;
    for (const QString &file : all) {
        // Extensions keep their files one folder below the one that they make.
        const bool nested = file.contains(u"/settings/cline_mcp_settings"_s);
        const QString folder = nested ? parentOf(parentOf(file)) : parentOf(file);
        if (places.has(file) || (folder != places.home && places.has(folder)))
            files.append(file);
    }
    return files.isEmpty() ? all.first(1) : files;
}

bool isInstalled(const ClientApp &app, const Places &places)
{
    const QStringList files = filesToWrite(app, places);
    const bool traces = std::ranges::any_of(files, [&places](const QString &file) {
        return places.has(file) || (parentOf(file) != places.home && places.has(parentOf(file)));
    });
    return traces || places.hasCommand(app.commands);
}

} // namespace glovebox::settings
