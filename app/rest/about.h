// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/server.h"

// What a compatible tool set says of itself before anything is asked. Compiled into the program and
// into glovebox-bridge, which answers `initialize` while the program may still be starting.
namespace glovebox::rest {

inline constexpr QLatin1StringView mcpPyodide{"mcp-pyodide"};
inline constexpr QLatin1StringView codeBoxAi{"codebox-ai"};
inline constexpr QLatin1StringView runno{"runno"};

// Names and versions as the systems themselves have them, because clients look at them. Null for a
// name that there is no set of.
std::optional<mcp::ServerInfo> compatInfo(const QString &name);
// As `initialize` tells them.
QJsonObject compatCapabilities(const QString &name);
QStringList compatNames();

} // namespace glovebox::rest
