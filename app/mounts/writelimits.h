// SPDX-License-Identifier: MIT
#pragma once

#include "base/limits.h"

namespace glovebox::mounts {

// How much one run may write and make in each mount; the person sets it.
struct WriteLimits
{
    qint64 bytes = limits::maxBytesWrittenPerRun;
    int files = limits::maxFilesCreatedPerRun;

    bool operator==(const WriteLimits &) const = default;
};

} // namespace glovebox::mounts
