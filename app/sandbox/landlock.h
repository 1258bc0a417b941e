// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

// The kernel's Landlock by its numbers: C libraries have no wrapper, and the headers of the oldest
// supported system know only a part. Only async-signal-safe calls.
namespace glovebox::sandbox::landlock {

inline constexpr std::uint64_t execute = 1U << 0;
inline constexpr std::uint64_t writeFile = 1U << 1;
inline constexpr std::uint64_t readFile = 1U << 2;
inline constexpr std::uint64_t readDir = 1U << 3;
inline constexpr std::uint64_t removeDir = 1U << 4;
inline constexpr std::uint64_t removeFile = 1U << 5;
inline constexpr std::uint64_t makeDir = 1U << 7;
inline constexpr std::uint64_t makeFile = 1U << 8;
inline constexpr std::uint64_t makeSocket = 1U << 9;
inline constexpr std::uint64_t makeFifo = 1U << 10;
inline constexpr std::uint64_t makeLink = 1U << 12;
inline constexpr std::uint64_t refer = 1U << 13;
inline constexpr std::uint64_t truncate = 1U << 14;
inline constexpr std::uint64_t deviceControl = 1U << 15;

// The version of its interface; 0: the kernel has none, or it is switched off.
int version();

// A rule set that refuses every right over files that `version` knows, connections, and signals to
// processes outside; a file descriptor, or -1.
int makeRules(int version);

// Gives rights beneath an open path (O_PATH); those that `version` does not know, or that make no
// sense for a file, are left out.
bool allow(int rules, int version, int path, bool isFolder, std::uint64_t rights);

// For this thread and everything that it starts; for ever. Wants no_new_privs.
bool enforce(int rules);

} // namespace glovebox::sandbox::landlock
