// SPDX-License-Identifier: MIT
#pragma once

#include "base/ids.h"
#include "mcp/server.h"

namespace glovebox::tools {

// Stands before everything that clients call or read, whoever serves it: tells who uses what, and
// turns away what the person took from a client (ClientRules::refusedTools). Tools go by the names
// of the native set, also where another one serves them. Runs are checked again by the policy.
class ToolGate
{
public:
    virtual ~ToolGate() = default;

    struct Entry
    {
        QString claims;   // what the client calls itself
        QString protocol; // that it speaks: "MCP 2025-11-25"
        QString tool;
    };

    // A call came. Empty: it may go on; else why not, for the model.
    virtual QString enter(const ClientId &client, const Entry &entry) = 0;
    // The same without a call.
    virtual QString refusal(const ClientId &client, const QString &tool) const = 0;
};

// The resources, for clients that may use `tool`, which tells the same. Null: for all.
mcp::ResourceSource behindGate(mcp::ResourceSource source, const ToolGate *gate,
                               const QString &tool);

} // namespace glovebox::tools
