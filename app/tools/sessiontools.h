// SPDX-License-Identifier: MIT
#pragma once

#include "tool.h"

namespace glovebox::tools {

// create_session {name?, memory_mb?, timeout_s?, env?}
class CreateSessionTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

// list_sessions
class ListSessionsTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

// restart_session {session}
class RestartSessionTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

// close_session {session}
class CloseSessionTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

} // namespace glovebox::tools
