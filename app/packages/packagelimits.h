// SPDX-License-Identifier: MIT
#pragma once

#include "base/limits.h"

// Bounds of everything that comes from an index. All of it may be hostile.
namespace glovebox::packages::limits {

using namespace glovebox::limits;

inline constexpr qint64 maxWheelBytes = 256 * MiB;
inline constexpr qint64 maxUnpackedBytes = 1 * GiB; // what a wheel's entries declare together
inline constexpr int maxWheelEntries = 50'000;
inline constexpr int maxUnpackRatio = 200; // above it a wheel is a bomb; real ones stay below 20
inline constexpr qint64 maxListingBytes = 32 * MiB; // one project's page, unpacked
inline constexpr int maxFilesPerProject = 20'000;
inline constexpr int maxFilesToResolver = 1500;       // of one project, the newest
inline constexpr qint64 maxMetadataBytes = 512 * KiB; // METADATA with its long description
inline constexpr qint64 smallWheelBytes = 256 * KiB;  // smaller ones are read whole for metadata
inline constexpr qint64 wheelTailBytes = 64 * KiB;    // of larger ones their end
inline constexpr qint64 maxAdvisoryBytes = 128 * MiB;
inline constexpr int maxAdvisories = 200'000;

inline constexpr int maxRedirects = 5;
inline constexpr int maxAttempts = 4;                               // the first one and three more
inline constexpr std::chrono::milliseconds firstRetryDelay = 500ms; // doubled each time
inline constexpr std::chrono::seconds maxRetryAfter = 60s; // a server that wants more is given up
inline constexpr std::chrono::seconds stallTimeout = 30s;  // with less than stallBytes
inline constexpr qint64 stallBytes = 16 * KiB; // a server that trickles holds nobody for ever
inline constexpr int maxParallelFetches = 6;

inline constexpr std::chrono::minutes listingFreshness = 10min; // then the index is asked again
inline constexpr int maxRounds = 200;                           // of one resolution
// Of a question to the resolver, which travels in one frame.
inline constexpr qint64 maxQuestionBytes = maxFrameBody - 64 * KiB;
inline constexpr int maxProjectsPerPlan = 500;
inline constexpr int maxRequirements = 200;
inline constexpr std::chrono::seconds resolveTimeout = 30s; // of one round

inline constexpr qint64 defaultCacheBytes = 2 * GiB;
inline constexpr qint64 minCacheBytes = 64 * MiB;
inline constexpr qint64 keptPartBytes = 256 * KiB; // less is not worth resuming

} // namespace glovebox::packages::limits
