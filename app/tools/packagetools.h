// SPDX-License-Identifier: MIT
#pragma once

#include "tool.h"

#include <functional>

namespace glovebox::tools {

// install_packages {packages, session?}
class InstallPackagesTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;
};

// list_packages {session?, query?}
class ListPackagesTool final : public Tool
{
public:
    using Tool::Tool;
    mcp::Tool describe() const override;
    void call(const mcp::ToolCallPtr &call) override;

private:
    QString localText(const std::optional<SessionStatus> &session, const QString &query) const;
};

// Calls `go` with exact packages for `names`, and for those that `code` says it will ask for; or
// fails the call with a line for each that cannot be had. What only the code names and cannot be
// had is left out: its own line will say so when it runs. Bundled packages named without versions
// need no planning, so `go` is called at once for them.
void withPackages(const Services &services, const mcp::ToolCallPtr &call, const SessionRef &session,
                  const QStringList &names, const QByteArray &code,
                  const std::function<void(const QList<PackagePin> &)> &go);
// The same for a lock.
void withLock(const Services &services, const mcp::ToolCallPtr &call, const QString &lock,
              const std::function<void(const QList<PackagePin> &)> &go);

// Of the arguments of a call: `packages`.
QStringList packagesArgument(const mcp::ToolCall &call);

} // namespace glovebox::tools
