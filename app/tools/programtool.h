// SPDX-License-Identifier: MIT
#pragma once

#include "tool.h"

namespace glovebox::tools {

// run_code {runtime, code, stdin?, files?, output_files?, timeout_s?}
class RunCodeTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;

private:
    Result<RunRequest> requestFor(const mcp::ToolCall &call) const;
};

// What a program is to be. Names of files may lack their first "/".
struct ProgramRequest
{
    QString runtime;
    QByteArray code;
    std::optional<QByteArray> standardInput = {};
    QList<InputFile> files = {};
    QStringList outputFiles = {};
    std::optional<std::chrono::seconds> timeout = {};
};

// The request of a caller, checked: InvalidArgument for a runtime, name or size that cannot be,
// Unavailable when the component "languages" is not installed in `languagesFolder`.
Result<RunRequest> programRequest(const mcp::Caller &caller, const ProgramRequest &program,
                                  const QString &languagesFolder);

// Content as sent by clients: text, or base64 with `encoding` "base64". InvalidArgument for what
// is neither.
Result<QByteArray> decodedContent(const QString &name, const QString &content,
                                  const QString &encoding);

} // namespace glovebox::tools
