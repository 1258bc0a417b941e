// SPDX-License-Identifier: MIT
#pragma once

#include "base/runhub.h"
#include "mounts/filecalls.h"
#include "sandbox/hostcalls.h"

namespace glovebox::tools {

// Joins the sandbox's host calls to the mounts: each call is made within the reach that was
// captured when the run was approved, and what a run touched becomes an event.
class HostFiles final : public QObject, public sandbox::HostCalls
{
    Q_OBJECT

public:
    HostFiles(mounts::FileCalls &files, RunHub &hub, QObject *parent = nullptr);

    QFuture<Frame> call(const sandbox::HostCallContext &context, const Frame &request) override;
    void runBegins(const sandbox::HostCallContext &context) override;
    void runEnded(const sandbox::HostCallContext &context) override;

private:
    mounts::FileCalls &m_files;
    RunHub &m_hub;
};

} // namespace glovebox::tools
