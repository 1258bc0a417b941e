// SPDX-License-Identifier: MIT
#pragma once

#include "codeboxservice.h"
#include "tools/tool.h"
#include "toolset.h"

namespace glovebox::rest {

// execute_code {code, dependencies?}: variables are kept, unlike there.
class ExecuteCode final : public tools::Tool
{
public:
    ExecuteCode(const Backend &backend, CodeBoxService &service);
    mcp::Tool describe() const override;
    QString nativeName() const override { return QStringLiteral("run_python"); }
    void call(const mcp::ToolCallPtr &call) override;

private:
    void run(const mcp::ToolCallPtr &call);
    void submit(const mcp::ToolCallPtr &call, const SessionRef &session,
                const QList<PackagePin> &packages);
    void tell(const mcp::ToolCallPtr &call, const RunFacts &facts) const;

    Backend m_backend;
    CodeBoxService &m_service;
};

// The MCP tools and resources of CodeBox-AI (peers.md 1.2) at /compat/codebox-ai/.
class CodeBoxSet final : public ToolSet
{
public:
    // `service` outlives the set.
    CodeBoxSet(const Backend &backend, CodeBoxService &service);

    QString name() const override;
    void addTo(mcp::Server &server, tools::ToolGate *gate) override;

private:
    CodeBoxService &m_service;
    std::vector<std::unique_ptr<tools::Tool>> m_tools;
};

} // namespace glovebox::rest
