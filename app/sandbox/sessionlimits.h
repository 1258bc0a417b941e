// SPDX-License-Identifier: MIT
#pragma once

#include "base/limits.h"

// What files of a session outside of the mounts (/session, /tmp) may take together. They lie in
// its renderer's memory beside Python's heap, so there is a most that the watchdog on that process
// bears (session.cpp).
namespace glovebox::sandbox {

inline constexpr qint64 defaultFolderBytes = 512 * limits::MiB;
inline constexpr qint64 minFolderBytes = 16 * limits::MiB;
inline constexpr qint64 maxFolderBytes = 1 * limits::GiB;

// What an earlier run left running may use of the processor while nothing runs.
inline constexpr std::chrono::milliseconds strayTime = std::chrono::seconds(10);

} // namespace glovebox::sandbox
