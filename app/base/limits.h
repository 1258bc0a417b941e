// SPDX-License-Identifier: MIT
#pragma once

#include <QtTypes>

#include <chrono>

// Every limit of the product, in one place. Bytes and durations; DESIGN 4 names most of them.
namespace glovebox::limits {

using namespace std::chrono_literals;

inline constexpr qint64 KiB = 1024;
inline constexpr qint64 MiB = 1024 * KiB;
inline constexpr qint64 GiB = 1024 * MiB;

// Runs
inline constexpr qint64 maxCodeBytes = 1 * MiB;
inline constexpr qint64 maxStdinBytes = 4 * MiB;
inline constexpr std::chrono::seconds defaultRunTimeout = 60s;
inline constexpr std::chrono::seconds maxRunTimeout = 1h;
inline constexpr std::chrono::milliseconds interruptGrace = 1s; // then the renderer is ended
inline constexpr std::chrono::hours runResultLifetime = 24h;    // get_run

// Sessions
inline constexpr qint64 defaultHeapBytes = 1 * GiB;
inline constexpr qint64 minHeapBytes = 128 * MiB;
inline constexpr qint64 minDataLayerHeapBytes = 256 * MiB; // the layer takes 90 MiB of it
inline constexpr qint64 maxHeapBytes = 3 * GiB;
inline constexpr int maxSessions = 16;      // with a process of their own at the same time
inline constexpr int maxSessionsKept = 128; // retired ones too
inline constexpr std::chrono::minutes sessionIdleTime = 60min; // then it is retired
inline constexpr int maxQueuedRunsPerSession = 64;
inline constexpr std::chrono::seconds sessionStartTimeout = 60s;
inline constexpr std::chrono::minutes layerMakingTimeout = 5min;  // importing the data stack cold
inline constexpr std::chrono::seconds layerMakingDelay = 5s;      // after a spare is ready
inline constexpr std::chrono::seconds wheelPackingIdle = 30s;     // nothing ran for so long
inline constexpr std::chrono::seconds wheelPackingInterval = 10s; // between two looks at that
inline constexpr qint64 maxWheelPackBytes = 2 * GiB;              // of all packs, on disk

// Programs of run_code, each in a machine of its own
inline constexpr int maxProgramFiles = 64;             // given, and as many asked back
inline constexpr qint64 maxProgramFileBytes = 4 * MiB; // all that are given together
inline constexpr std::chrono::seconds defaultProgramTimeout = 10s;
inline constexpr std::chrono::seconds compileTimeout = 60s;   // compiling and linking, each
inline constexpr int maxMachines = 4;                         // with a process at the same time
inline constexpr std::chrono::minutes machineIdleTime = 5min; // then its process is given back
inline constexpr int maxQueuedPrograms = 64;

// Output of one run
inline constexpr qint64 maxOutputBytesOnDisk = 256 * MiB;
inline constexpr qint64 outputBytesForModels = 64 * KiB; // head and tail, the middle is counted
inline constexpr qint64 maxDisplayBytes = 16 * MiB;
inline constexpr int maxDisplays = 200;
inline constexpr qint64 maxPageBytes = 32 * MiB; // of HTML that is opened in a window
inline constexpr int maxPageWindows = 4;         // each is a Chromium of its own

// Approval
inline constexpr std::chrono::seconds defaultApprovalTime = 5min;
inline constexpr std::chrono::seconds keepWaitingStep = 10min;
inline constexpr std::chrono::milliseconds decisionDeadTime = 500ms;
inline constexpr std::chrono::seconds vanishedClientGrace = 60s; // DESIGN 4.6
inline constexpr int grantMaxRuns = 50;
inline constexpr int grantReviewRuns = 20;   // after that many the person is asked "Keep / Revoke"
inline constexpr int approvedCodesKept = 10; // of a session, to compare with
inline constexpr std::chrono::milliseconds codeSeenTime = 1s;      // before a tick in the batch
inline constexpr std::chrono::milliseconds editSettleTime = 300ms; // after the last key
inline constexpr qint64 maxNoteChars = 500;
inline constexpr int maxWaitingRequestsPerClient = 32; // each may hold code and input
inline constexpr int maxUnansweredListed = 100;        // expired or taken back, not yet dismissed

// Reading code before it runs
inline constexpr std::chrono::milliseconds analysisTime = 2s; // then its reach is unknown
inline constexpr std::chrono::seconds analyserPatience = 30s; // for a page that can answer
inline constexpr std::chrono::seconds analyserDelay = 1s;     // after a spare is ready
// For the first page that reads code, where there is no snapshot: then clients are heard all the
// same.
inline constexpr std::chrono::seconds firstReaderPatience = 15s;
inline constexpr qint64 analyserHeapBytes = 224 * MiB; // boots from the bare layer

// Journal
inline constexpr std::chrono::milliseconds journalBatchTime = 100ms; // rows that may wait
inline constexpr int journalBatchRows = 256;
inline constexpr std::chrono::milliseconds journalSyncTime = 250ms;   // what a power cut may lose
inline constexpr std::chrono::milliseconds journalRetryTime = 1s;     // after the disk refused
inline constexpr std::chrono::milliseconds clientRefreshTime = 500ms; // changes by other processes
inline constexpr int runNumberBlock = 64; // reserved at once; lost when the process is killed

// Files in mounts
inline constexpr int maxHandlesPerRun = 256;
inline constexpr int maxFileCallsInFlight = 32; // of one run
inline constexpr int maxFilesTouchedPerRun = 1'000'000;
inline constexpr int maxEntriesPerReaddir = 1000;
inline constexpr qint64 maxFileReadBytes = 1 * MiB - 4 * KiB; // fs.read
inline constexpr qint64 maxInlineBytes = 64 * KiB;            // with the answer to fs.open
inline constexpr qint64 maxToolReadBytes = 1 * MiB;           // read_file
inline constexpr qint64 maxBytesWrittenPerRun = 8 * GiB;      // per run and mount
inline constexpr int maxFilesCreatedPerRun = 100'000;         // per run and mount
inline constexpr qint64 freeSpaceReserve = 256 * MiB;         // left free on every disk
inline constexpr qint64 maxStageBytes = 16 * GiB;             // of one client on one mount
inline constexpr int maxStageEntries = 250'000;
inline constexpr qint64 maxUndoBytes = 2 * GiB; // of all before-images
inline constexpr qint64 maxUndoFileBytes = 512 * MiB;
inline constexpr std::chrono::hours undoLifetime = 30 * 24h;
inline constexpr qint64 maxKeptBaseBytes = 1 * MiB; // of a staged file, as the client found it

// HTTP (DESIGN 4.3)
inline constexpr int maxRequestsPerSecondPerKey = 2000;
inline constexpr int maxCallsInFlightPerKey = 64;
inline constexpr int maxConnections = 64;
// Where those are taken and each is at work: so many more, for keys that have only few.
inline constexpr int connectionsKeptForOthers = 16;
inline constexpr int fewConnections = 4;
inline constexpr int maxUnknownConnections = 32; // beyond all of these, until a key is shown
inline constexpr std::chrono::seconds unknownConnectionTime = 1s; // for that
inline constexpr qint64 maxHeaderBytes = 64 * KiB;
inline constexpr qint64 maxBodyBytes = 4 * MiB;
inline constexpr qint64 maxFileBodyBytes = 16 * MiB;
inline constexpr int maxHeaderFields = 128;
inline constexpr std::chrono::seconds httpHeaderTimeout = 10s; // from a request's first byte
inline constexpr std::chrono::seconds httpBodyTimeout = 60s;   // from the end of its header
inline constexpr std::chrono::seconds httpIdleTimeout = 120s;  // between two requests
inline constexpr std::chrono::seconds httpWriteStall = 30s;    // a reader that takes nothing
inline constexpr qint64 maxWriteBacklog = 32 * MiB;            // unsent bytes of one connection
inline constexpr qint64 maxDiscardedBody = 64 * MiB; // read and thrown away after a refusal

// MCP sessions (reference: SDK servers' keepalive, Qt Creator's reclaim)
inline constexpr std::chrono::seconds sseKeepalive = 15s;
inline constexpr std::chrono::seconds progressInterval = 10s;
inline constexpr std::chrono::minutes mcpSessionIdle = 30min;
inline constexpr int maxMcpSessionsPerKey = 64;
// How long a client may take to answer what a call asked it for (2026-07-28).
inline constexpr std::chrono::minutes requestStateLifetime = 30min;
// Answers whose client lost its connection can be fetched again with Last-Event-ID.
inline constexpr std::chrono::minutes keptStreamLifetime = 5min;
inline constexpr qint64 maxKeptStreamBytes = 16 * MiB; // per session

// Lanes (DESIGN 5)
inline constexpr qint64 maxLaneBody = 1 * MiB;
inline constexpr qint64 maxFrameHeader = 1 * MiB;
inline constexpr qint64 maxFrameBody = 2 * MiB;

} // namespace glovebox::limits
