// SPDX-License-Identifier: MIT
#pragma once

#include "base/frame.h"
#include "base/record.h"

#include <QFuture>

namespace glovebox::sandbox {

// On whose behalf a worker calls the host, and what it may reach at most.
struct HostCallContext
{
    RunId run;
    SessionRef session;
    ClientId client;
    Reach reach;
    // Whose stages it sees: the session's owner, also when the person runs something in it.
    ClientId owner = {};
};

// Answers the file calls of ARCHITECTURE.md "Host calls". The pool asks it only while a run is
// active; between runs the pool itself answers EACCES (DESIGN 4.2).
class HostCalls
{
public:
    virtual ~HostCalls() = default;

    // Never blocks. The request is hostile input: any JSON object with any body. The answer is a
    // frame with "ok"; a cancelled future is answered as EIO.
    virtual QFuture<Frame> call(const HostCallContext &context, const Frame &request) = 0;
    virtual void runBegins(const HostCallContext &context) = 0;
    // The run is to be stopped: what its worker waits for is answered now, with EINTR.
    virtual void runStopping(const HostCallContext &) {}
    // No call for this run comes any more: close its handles.
    virtual void runEnded(const HostCallContext &context) = 0;
};

// A call that waits for a person or a download, so that its time is not the run's: "pkg.…".
bool stopsClock(const Frame &request);

// {"v":1,"ok":false,"errno":…,"message":…}
Frame failedCall(const QString &errnoName, const QString &message);

} // namespace glovebox::sandbox
