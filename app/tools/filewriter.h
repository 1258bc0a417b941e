// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "sandbox/hostcalls.h"

#include <QFuture>

namespace glovebox::tools {

// Writes a whole file into a mount for a run that was allowed to: with the very host calls that
// the sandbox makes, so containment, stages, limits, undo and events are the same. Used from the
// thread of `context`, which is that of the host calls; what is not done when it goes is left out.
class FileWriter final
{
public:
    FileWriter(sandbox::HostCalls &calls, QObject *context);

    struct Place
    {
        sandbox::HostCallContext context; // its reach has the mount
        QString mount;
        QString path; // below the mount's root
    };

    // What is there now, as a word to compare: different for any other content. Empty: nothing.
    QFuture<Result<QString>> stamp(const Place &place);
    // The file is the new one or as it was: it is written beside and renamed. A link is written
    // through, as Python does. Conflict when what is there has not the stamp `expected`.
    QFuture<Result<>> write(const Place &place, const QByteArray &bytes, const QString &expected);

private:
    sandbox::HostCalls &m_calls;
    QObject *m_context;
};

// "/mnt/NAME/a/b" as ("NAME", "a/b"); InvalidArgument for anything else, the mount itself too.
Result<std::pair<QString, QString>> splitMountPath(const QString &path);

} // namespace glovebox::tools
