// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/server.h"
#include "sandbox/sessionpool.h"
#include "sessiondirectory.h"

namespace glovebox::tools {

// sessions:// and session://{id}: the caller's own sessions as JSON. `sessions` outlives it.
mcp::ResourceSource sessionResources(SessionDirectory &sessions);

// Tells those who subscribed: sessions:// and both addresses of a session, by id and by name.
// `pool` outlives the server.
void announceSessions(mcp::Server &server, const sandbox::SessionPool &pool);

} // namespace glovebox::tools
