// SPDX-License-Identifier: MIT
#include "hostfiles.h"

namespace glovebox::tools {

HostFiles::HostFiles(mounts::FileCalls &files, RunHub &hub, QObject *parent)
    : QObject(parent)
    , m_files(files)
    , m_hub(hub)
{
    connect(&m_files, &mounts::FileCalls::fileTouched, this,
            [this](RunId run, const QString &mount, const QString &path, bool written) {
                const RunFacts *facts = m_hub.facts(run);
                if (facts && !isFinal(facts->state))
                    m_hub.publish(run, event::FileTouched{mount, path, written});
            });
}

QFuture<Frame> HostFiles::call(const sandbox::HostCallContext &context, const Frame &request)
{
    const ClientId &owner = context.owner.isNull() ? context.client : context.owner;
    return m_files.call({context.run, context.reach.mounts, owner}, request);
}

void HostFiles::runBegins(const sandbox::HostCallContext &) {}

void HostFiles::runEnded(const sandbox::HostCallContext &context)
{
    m_files.endRun(context.run);
}

} // namespace glovebox::tools
