// SPDX-License-Identifier: MIT
#pragma once

#include "tool.h"

namespace glovebox::tools {

// install_packages {packages, session?}
class InstallPackagesTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

// list_packages {session?, query?}
class ListPackagesTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

// Of the arguments of a call: `packages`, as pins.
Result<QList<PackagePin>> packagesArgument(const Services &services, const mcp::ToolCall &call);

} // namespace glovebox::tools
