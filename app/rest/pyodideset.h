// SPDX-License-Identifier: MIT
#pragma once

#include "backend.h"
#include "tools/tool.h"
#include "toolset.h"

namespace glovebox::rest {

// The tools and resources of mcp-pyodide (peers.md 1.1) at /compat/mcp-pyodide/. Unlike there,
// variables are kept from call to call and a time limit really ends the run.
class PyodideSet final : public ToolSet
{
public:
    explicit PyodideSet(const Backend &backend);

    QString name() const override;
    void addTo(mcp::Server &server, tools::ToolGate *gate) override;

private:
    Backend m_backend;
    std::vector<std::unique_ptr<tools::Tool>> m_tools;
};

} // namespace glovebox::rest
