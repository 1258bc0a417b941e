// SPDX-License-Identifier: MIT
#pragma once

#include "backend.h"
#include "packagechoice.h"
#include "tools/tool.h"

namespace glovebox::rest {

// A tool of mcp-pyodide. A call first waits until the person has decided about the folder that the
// client's configuration names: what comes back without it would be wrong.
class PyodideTool : public tools::Tool
{
public:
    explicit PyodideTool(const Backend &backend);
    void call(const mcp::ToolCallPtr &call) final;

protected:
    virtual void answer(const mcp::ToolCallPtr &call) = 0;
    const Backend &backend() const { return m_backend; }

private:
    Backend m_backend;
};

// "Error: …" with isError, as all its errors are.
mcp::CallResult pyodideError(const QString &text);

// pyodide_execute {code, timeout?}
class PyodideExecute final : public PyodideTool
{
public:
    using PyodideTool::PyodideTool;
    mcp::Tool describe() const override;
    QString nativeName() const override { return QStringLiteral("run_python"); }

protected:
    void answer(const mcp::ToolCallPtr &call) override;

private:
    void tell(const mcp::ToolCallPtr &call, const RunFacts &facts) const;
};

// What a call of pyodide_install-packages is about.
struct Installation
{
    QStringList names;   // as they were named
    QStringList bundled; // of those
    PackageChoice choice;
};

// pyodide_install-packages {package}
class PyodideInstall final : public PyodideTool
{
public:
    using PyodideTool::PyodideTool;
    mcp::Tool describe() const override;
    QString nativeName() const override { return QStringLiteral("install_packages"); }

protected:
    void answer(const mcp::ToolCallPtr &call) override;

private:
    void install(const mcp::ToolCallPtr &call, const SessionRef &session, const Installation &what);
};

} // namespace glovebox::rest
