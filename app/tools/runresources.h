// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/server.h"
#include "runservice.h"

namespace glovebox::tools {

// run://{id}/output and run://{id}/plots/{n}: what a result could not hold, for the client whose
// run it is. Only read, never listed; both outlive the source.
mcp::ResourceSource runResources(RunService &runs, sandbox::OutputStore &output);

} // namespace glovebox::tools
