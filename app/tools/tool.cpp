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
        description.handler = [tool = tool.get(), gate,
                               name = tool->nativeName()](const mcp::ToolCallPtr &call) {
            const mcp::Caller &caller = call->caller();
            const QString refusal =
                gate ? gate->enter(caller.principal.id,
                                   {.claims = caller.client.quotation(),
                                    .protocol = u"MCP "_s + mcp::dialect(caller.era).version,
                                    .tool = name})
                     : QString();
            if (!refusal.isEmpty())
                return call->fail({ErrorCode::Denied, refusal});
            tool->call(call);
        };
        server.addTool(std::move(description));
    }
}

mcp::ResourceSource behindGate(mcp::ResourceSource source, const ToolGate *gate,
                               const QString &tool)
{
    if (!gate)
        return source;
    if (source.list) {
        source.list = [list = source.list, gate,
                       tool](const mcp::Caller &caller,
                             std::function<void(QList<mcp::Resource>)> done) {
            if (!gate->refusal(caller.principal.id, tool).isEmpty())
                return done({});
            list(caller, std::move(done));
        };
    }
    source.read = [read = source.read, gate,
                   tool](const mcp::Caller &caller, const QString &uri,
                         std::function<void(mcp::ResourceSource::Contents)> done) {
        const QString refusal = gate->refusal(caller.principal.id, tool);
        if (!refusal.isEmpty())
            return done(fail(ErrorCode::Denied, refusal));
        read(caller, uri, std::move(done));
    };
    return source;
}

} // namespace glovebox::tools
