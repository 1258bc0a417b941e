// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/server.h"

// What Glovebox says of itself in `initialize`. Compiled into glovebox-bridge too, which has to
// answer that before the program is there: so nothing here may need more than app/mcp.
namespace glovebox::tools {

mcp::ServerInfo serverInfo();
// How a model should work here, for `initialize`; under 2 KB.
QString instructions();
// At least what mcp::Server::capabilities() gives for the program's server.
QJsonObject capabilities();
// Exactly that, by revision, from when a program of this version ran last with this profile; empty
// when none did. The program stores it at each start.
QJsonObject storedCapabilities(const QString &profileFolder);
void storeCapabilities(const QString &profileFolder, const mcp::Server &server);

} // namespace glovebox::tools
