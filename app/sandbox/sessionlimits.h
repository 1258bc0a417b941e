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

// Of the sessions that are kept (limits::maxSessionsKept), retired ones too: so many may be one
// client's, and so many are left for the person, whatever all clients make.
inline constexpr int maxSessionsOfClient = 32;
inline constexpr int sessionsForThePerson = 16;

// What an earlier run left running may use of the processor while nothing runs.
inline constexpr std::chrono::milliseconds strayTime = std::chrono::seconds(10);

} // namespace glovebox::sandbox
