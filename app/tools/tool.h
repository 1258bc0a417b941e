// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/server.h"
#include "services.h"
#include "toolgate.h"

#include <memory>
#include <vector>

namespace glovebox::tools {

// One thing that clients can call. A tool says what it takes and answers calls whose arguments
// already fit that schema.
class Tool
{
public:
    explicit Tool(const Services &services)
        : m_services(services)
    {
    }
    virtual ~Tool() = default;
    Q_DISABLE_COPY_MOVE(Tool)

    // Name, texts, schema and annotations; the handler is filled in by registerTools.
    virtual mcp::Tool describe() const = 0;
    virtual void call(const mcp::ToolCallPtr &call) = 0;
    // The tool of the native set that does the same: who may not use that may not use this.
    virtual QString nativeName() const { return describe().name; }

protected:
    const Services &services() const { return m_services; }

private:
    Services m_services;
};

// The native set of DESIGN 4.4, in its order, as far as it exists.
std::vector<std::unique_ptr<Tool>> nativeTools(const Services &services);

// Adds the tools to the server; they must outlive it, and so must what stands before them.
void registerTools(mcp::Server &server, const std::vector<std::unique_ptr<Tool>> &tools,
                   ToolGate *gate = nullptr);

} // namespace glovebox::tools
