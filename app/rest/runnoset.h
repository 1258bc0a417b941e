// SPDX-License-Identifier: MIT
#pragma once

#include "backend.h"
#include "tools/tool.h"
#include "toolset.h"

namespace glovebox::rest {

// The tools of Runno's MCP server (peers.md 1.3) at /compat/runno/. As its documents promise and
// unlike there, a program may take ten seconds, and compiling has a limit too.
class RunnoSet final : public ToolSet
{
public:
    explicit RunnoSet(const Backend &backend);

    QString name() const override;
    void addTo(mcp::Server &server, tools::ToolGate *gate) override;

private:
    std::vector<std::unique_ptr<tools::Tool>> m_tools;
};

// run_code {runtime, code}
class RunnoRunCode : public tools::Tool
{
public:
    explicit RunnoRunCode(const Backend &backend);
    mcp::Tool describe() const override;
    QString nativeName() const override { return QStringLiteral("run_code"); }
    void call(const mcp::ToolCallPtr &call) override;

protected:
    // `outputs`: the names as the client gave them.
    void run(const mcp::ToolCallPtr &call, const QList<InputFile> &files,
             const QStringList &outputs);

private:
    void tell(const mcp::ToolCallPtr &call, const RunFacts &facts,
              const QStringList &outputs) const;

    Backend m_backend;
};

// run_code_with_files {runtime, code, input_files, output_file_names}
class RunnoRunFiles final : public RunnoRunCode
{
public:
    using RunnoRunCode::RunnoRunCode;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

// What Runno calls the end of a run: "complete", "crash", "terminated", "timeout"; empty for one
// that did not begin.
QString runnoStatus(const RunFacts &facts);
// Of a run that is "complete".
int runnoExitCode(const RunFacts &facts);
// The one sentence of a run that is neither "complete" nor unbegun.
QString runnoSentence(const RunFacts &facts);

} // namespace glovebox::rest
