// SPDX-License-Identifier: MIT
#pragma once

#include "tool.h"

namespace glovebox::tools {

// list_mounts
class ListMountsTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

// list_directory {path, recursive?, glob?, offset?}
class ListDirectoryTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

// read_file {path, offset?, length?, encoding?}
class ReadFileTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

// write_file {path, content, encoding?}
class WriteFileTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

// read_image {path, max_side?}
class ReadImageTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;

private:
    void answer(const mcp::ToolCallPtr &call, const mounts::FileContent &file);
    void answerDrawing(const mcp::ToolCallPtr &call, const mounts::FileContent &file,
                       const PictureLimits &most);
};

} // namespace glovebox::tools
