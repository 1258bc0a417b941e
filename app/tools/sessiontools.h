// SPDX-License-Identifier: MIT
#pragma once

#include "tool.h"

namespace glovebox::tools {

// Environment variables of a session from JSON; `name`: the argument that they are in.
// LimitExceeded for too many, InvalidArgument for one that cannot be set.
Result<QMap<QString, QString>> variablesFrom(const QJsonObject &env, const QString &name);

// create_session {name?, packages?, memory_mb?, timeout_s?, env?, lock?}
class CreateSessionTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;

private:
    void create(const mcp::ToolCallPtr &call, const SessionOptions &options);
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
