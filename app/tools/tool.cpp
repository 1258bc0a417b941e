// SPDX-License-Identifier: MIT
#include "tool.h"

#include "filetools.h"
#include "packagetools.h"
#include "programtool.h"
#include "runtools.h"
#include "sessiontools.h"

namespace glovebox::tools {

using namespace Qt::StringLiterals;

std::vector<std::unique_ptr<Tool>> nativeTools(const Services &services)
{
    std::vector<std::unique_ptr<Tool>> tools;
    tools.push_back(std::make_unique<RunPythonTool>(services));
    tools.push_back(std::make_unique<GetRunTool>(services));
    tools.push_back(std::make_unique<InterruptRunTool>(services));
    tools.push_back(std::make_unique<RunCodeTool>(services));
    tools.push_back(std::make_unique<InstallPackagesTool>(services));
    tools.push_back(std::make_unique<ListPackagesTool>(services));
    tools.push_back(std::make_unique<ListMountsTool>(services));
    tools.push_back(std::make_unique<ListDirectoryTool>(services));
    tools.push_back(std::make_unique<ReadFileTool>(services));
    tools.push_back(std::make_unique<WriteFileTool>(services));
    tools.push_back(std::make_unique<ReadImageTool>(services));
    tools.push_back(std::make_unique<CreateSessionTool>(services));
    tools.push_back(std::make_unique<ListSessionsTool>(services));
    tools.push_back(std::make_unique<RestartSessionTool>(services));
    tools.push_back(std::make_unique<CloseSessionTool>(services));
    return tools;
}

void registerTools(mcp::Server &server, const std::vector<std::unique_ptr<Tool>> &tools,
                   ToolGate *gate)
{
    for (const auto &tool : tools) {
        mcp::Tool description = tool->describe();
        description.handler = [tool = tool.get(), gate](const mcp::ToolCallPtr &call) {
            const QString refusal = gate ? gate->enter(call->caller(), call->tool()) : QString();
            if (!refusal.isEmpty())
                return call->fail({ErrorCode::Denied, refusal});
            tool->call(call);
        };
        server.addTool(std::move(description));
    }
}

} // namespace glovebox::tools
