// SPDX-License-Identifier: MIT
#pragma once

#include "fakeclock.h"
#include "fakeengine.h"
#include "tools/hostfiles.h"
#include "tools/services.h"

#include <QTemporaryDir>

namespace glovebox::tools::test {

using namespace Qt::StringLiterals;

// Everything a run passes through, real but for Chromium and the time.
struct Spine
{
    explicit Spine(const QString &journalFile = {}, CodeReader::Ask readsCode = {})
        : readCode(std::move(readsCode))
        , journal(
              {.file = journalFile.isEmpty() ? folder.filePath(u"journal.sqlite"_s) : journalFile})
    {
        pool.start();
    }

    CodeReader::Ask readCode;
    QTemporaryDir folder;
    FakeClock clock;
    RunHub hub{clock};
    journal::Journal journal;
    mounts::MountTable mounts{folder.filePath(u"profile"_s)};
    mounts::FileCalls fileCalls{mounts};
    approval::Queue queue{clock};
    sandbox::OutputStore output{folder.filePath(u"runs"_s)};
    sandbox::SnapshotStore snapshots{folder.filePath(u"snapshots"_s)};
    FakeEngine engine;
    HostFiles hostFiles{fileCalls, hub};
    // No assets: interpreters start without a snapshot.
    sandbox::SessionPool pool{
        {.engine = engine,
         .hub = hub,
         .output = output,
         .snapshots = snapshots,
         .hostCalls = hostFiles,
         .clock = clock,
         .assets = folder.path(),
         .runtime = folder.path(),
         .allowRoot = false,
         .measure = [](qint64, qint64) { return SealStatus{SealStatus::Level::Sealed, {}}; }}};
    SessionDirectory sessions{pool};
    RunService runs{{.hub = hub,
                     .queue = queue,
                     .journal = journal,
                     .pool = pool,
                     .mounts = mounts,
                     .sessions = sessions,
                     .hostCalls = hostFiles,
                     .clock = clock,
                     .readCode = readCode}};

    // What tools stand on beside that.
    mounts::FileTools files{mounts};
    RunReporter reporter{output};
    Patience patience;
    BundledPackages packages;

    Services services(const ToolOptions &options = {})
    {
        return {.runs = runs,
                .sessions = sessions,
                .reporter = reporter,
                .mounts = mounts,
                .files = files,
                .hub = hub,
                .patience = patience,
                .packages = packages,
                .clock = clock,
                .options = options};
    }
};

} // namespace glovebox::tools::test
