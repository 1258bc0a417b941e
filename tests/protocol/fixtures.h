// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "mcp/server.h"

// The tools, resources and prompts that the official conformance suite expects of a server
// (revision 2025-11-25), and a few of our own for tests with real clients:
//   echo {text, delay_ms?}   answers with the text, after a while
//   wait {}                  never answers; ends by cancellation only
//   cancelled {}             how many `wait` calls were cancelled
// Nothing of this is in the product.
namespace fixtures {

void addAll(glovebox::mcp::Server &server, glovebox::Clock &clock);

} // namespace fixtures
