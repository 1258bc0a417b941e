// SPDX-License-Identifier: MIT
#pragma once

#include "limits.h"

// Limits of the scratchpad.
namespace glovebox::limits {

// Looking into a session between its runs; then it is interrupted.
inline constexpr std::chrono::milliseconds lookTime = 2s;
inline constexpr std::chrono::milliseconds tableTime = 15s; // sorting a million rows of text
inline constexpr qint64 maxTableText = 64 * MiB;
inline constexpr qint64 maxInputLine = 1 * MiB; // of the person, for a program
inline constexpr int maxShownCells = 64;        // to one client

} // namespace glovebox::limits
