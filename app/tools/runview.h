// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/server.h"

// The view of a run inside clients that show views (MCP Apps, mcp.md 5): its plots and its text,
// and nothing that could be clicked. Results are complete without it.
namespace glovebox::tools {

// Where the view is, for mcp::Tool::view.
inline constexpr QLatin1StringView runViewUri{"ui://glovebox/run"};

// That one page. Listed only for clients that show views.
mcp::ResourceSource runViewResource();

} // namespace glovebox::tools
