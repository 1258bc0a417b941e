// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/server.h"
#include "services.h"

namespace glovebox::tools {

// run://{id} (what happened, as JSON), run://{id}/output and run://{id}/plots/{n}: what a result
// could not hold, for the client whose run it is. Both outlive the source. Lists the caller's own
// runs of this process, newest first.
mcp::ResourceSource runResources(const Services &services, sandbox::OutputStore &output);

// Tells subscribers of run://{id} and run://{id}/output while that run goes on; only those of its
// own client.
void announceRuns(mcp::Server &server, const RunHub &hub);

} // namespace glovebox::tools
