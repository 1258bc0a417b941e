// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/toolcall.h"

namespace glovebox::tools {

// Stands before every tool, whoever serves it: tells who uses what, and turns away what the
// person took from a client (ClientRules::refusedTools). Runs are checked again by the policy.
class ToolGate
{
public:
    virtual ~ToolGate() = default;

    // A call came. Empty: it may go on; else why not, for the model.
    virtual QString enter(const mcp::Caller &caller, const QString &tool) = 0;
};

} // namespace glovebox::tools
