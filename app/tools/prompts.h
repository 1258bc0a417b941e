// SPDX-License-Identifier: MIT
#pragma once

#include "services.h"

#include "mcp/server.h"

namespace glovebox::tools {

// What people pick from a menu: analyse_data, clean_table, make_chart, explain_error. Their
// arguments complete from what the caller may see. `services` are copied.
QList<mcp::Prompt> prompts(const Services &services);

// Completes paths below /mnt, folder by folder, from the mounts of the caller.
mcp::Completer mountPathCompleter(const Services &services);
// Completes ids of the caller's own runs, newest first.
mcp::Completer runCompleter(const RunHub &hub);
// Completes names of the caller's own sessions.
mcp::Completer sessionCompleter(const SessionDirectory &sessions);

} // namespace glovebox::tools
