// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace glovebox::mounts {

// "ENOENT" and so on, as host calls answer; "EIO" for what the sandbox has no use for.
QString errnoName(int error);

} // namespace glovebox::mounts
