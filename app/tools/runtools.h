// SPDX-License-Identifier: MIT
#pragma once

#include "tool.h"

namespace glovebox::tools {

// run_python {code | path, session?, timeout_s?, wait_s?, packages?, stdin?}
class RunPythonTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;

private:
    Result<RunRequest> requestFor(const mcp::ToolCall &call) const;
    void submitWithPackages(const mcp::ToolCallPtr &call, const RunRequest &request);
    void readThenSubmit(const mcp::ToolCallPtr &call, const RunRequest &request);
};

// get_run {run, wait_s?}
class GetRunTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

// interrupt_run {run}
class InterruptRunTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

} // namespace glovebox::tools
