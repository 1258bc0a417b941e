// SPDX-License-Identifier: MIT
#pragma once

#include "folderrequests.h"
#include "repeatablecalls.h"

namespace glovebox::rest {

// What compatible tool sets and the REST routes stand on; all of it outlives them.
struct Backend
{
    tools::Services services;
    const sandbox::OutputStore &output;
    RepeatableCalls &calls;
    FolderRequests &folders;
};

} // namespace glovebox::rest
