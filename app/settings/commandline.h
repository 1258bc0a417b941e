// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QProcessEnvironment>
#include <QStringList>

#include <optional>
#include <variant>

namespace glovebox::settings {

namespace command {

// `glovebox [options] [documents]`: becomes the program.
struct Start
{
    bool tray = false;
    bool headless = false;
    std::optional<quint16> port; // null: the setting
    QString endpointFile;
    QString approve = QStringLiteral("ask"); // "ask", "allow", "deny"
    bool authentication = true;
    // NAME=HOSTPATH[:MODE], that of the environment first; of one name the last counts.
    QStringList mounts;
    QStringList sensitiveMounts; // names whose folders are shared although they are sensitive
    QString dataFolder;          // PYODIDE_DATA_DIR, or empty; among the mounts, too
    QStringList documents;       // absolute
    QString cacheFolder;         // PYODIDE_CACHE_DIR, or empty
};
struct KeyAdd
{
    QString label;
    bool address = false;
};
struct KeyList
{
};
struct KeyRevoke
{
    QString label;
};
struct JournalVerify
{
};
struct JournalExport
{
    QString format = QStringLiteral("jsonl"); // "jsonl", "md", "ipynb", "html"
};
struct Connect
{
    QString client; // as clientApps() calls it
    bool dryRun = false;
    bool remove = false;
};
// Text that was asked for: --help, --version.
struct Show
{
    QString text;
    bool version = false; // instead of a text: what the program is made of
};

} // namespace command

struct CommandLine
{
    QString profile; // empty: the platform's own
    std::variant<command::Start, command::KeyAdd, command::KeyList, command::KeyRevoke,
                 command::JournalVerify, command::JournalExport, command::Connect, command::Show>
        command;
};

// Reads the command line and the environment (DESIGN 4.1). `arguments` begins with the program's
// name. Errors are sentences for the person at the terminal.
Result<CommandLine> parseCommandLine(const QStringList &arguments,
                                     const QProcessEnvironment &environment);

} // namespace glovebox::settings
