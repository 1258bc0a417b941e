// SPDX-License-Identifier: MIT
#pragma once

#include "tools/toolgate.h"

namespace glovebox::rest {

// What another system offers over MCP, under its own names and in its own words, on our services.
// Clients find it at /compat/NAME/{mcp,sse,messages} and by `glovebox-bridge --compat NAME`.
//
// To add one: a class of this, its row in about.cpp (which the bridge is compiled with), and its
// place in allToolSets() of the composition root.
class ToolSet
{
public:
    virtual ~ToolSet() = default;

    virtual QString name() const = 0; // as in about.h
    // Adds tools, resources and prompts, all behind the gate (null: none). The set outlives the
    // server.
    virtual void addTo(mcp::Server &server, tools::ToolGate *gate) = 0;
};

} // namespace glovebox::rest
