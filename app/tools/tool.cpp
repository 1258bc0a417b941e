// SPDX-License-Identifier: MIT
#include "tool.h"

#include "filetools.h"
#include "packagetools.h"
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

void registerTools(mcp::Server &server, const std::vector<std::unique_ptr<Tool>> &tools)
{
    for (const auto &tool : tools) {
        mcp::Tool description = tool->describe();
        description.handler = [tool = tool.get()](const mcp::ToolCallPtr &call) {
            tool->call(call);
        };
        server.addTool(std::move(description));
    }
}

QString instructions()
{
    return u"Glovebox runs your Python on the person's own computer, in a sandbox without a network. The person sees "
           "and allows each run, so: say in a first-line comment what the code is for, prefer few complete runs over "
           "many small ones, and do not resend code that is waiting or was denied.\n"
           "- run_python keeps variables between runs of a session. Import numpy, pandas, matplotlib and the like "
           "directly.\n"
           "- The person's files are under /mnt/NAME only; begin with list_mounts. Everything else is in memory and "
           "goes with the session.\n"
           "- Draw with matplotlib and plt.show(); the figure comes back as PNG. Japanese, Chinese and Korean labels "
           "just work.\n"
           "- A first line with pending_approval, queued, starting or running is not a result: call get_run with its "
           "run id and wait. \"expired\" means that nobody answered, \"denied\" that the person said no.\n"
           "- Large code: save it with write_file in a mount and pass `path`. What you write to a staged mount is shown "
           "to the person, who applies or discards it.\n"
           "- Long output is cut in the middle; run://ID/output has all of it, run://ID/plots/N a plot at full size.\n"
           "- If you cannot see a picture, say so and use the words that come with it."_s;
}

} // namespace glovebox::tools
