// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/server.h"
#include "sessiondirectory.h"

namespace glovebox::tools {

// sessions:// and session://{id}: the caller's own sessions as JSON. `sessions` outlives it.
mcp::ResourceSource sessionResources(SessionDirectory &sessions);

} // namespace glovebox::tools
