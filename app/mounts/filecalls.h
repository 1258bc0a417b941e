// SPDX-License-Identifier: MIT
#pragma once

#include "mounttable.h"
#include "writelimits.h"

#include <base/frame.h>

#include <QFuture>
#include <QHash>
#include <QObject>
#include <QThreadPool>

#include <expected>
#include <functional>
#include <memory>

namespace glovebox::mounts {

class RunFiles;
struct CallFailure;
struct FileCall;
class Staging;
class UndoHistory;

// On whose behalf a host call is made, and what that run may touch: its reach as captured when
// it was approved (DESIGN 4.6).
struct CallScope
{
    RunId run; // null: between runs, everything answers EACCES
    QList<MountReach> reach;
    ClientId client = {}; // whose stage a staged mount shows
};

// Answers the host calls "fs.*" of ARCHITECTURE.md, "Host calls". Always answers: `ok` with its
// fields, or `errno` and a `message` that names the mount and says why. The work is done on a
// pool of its own. Used from the thread that it lives in; destruction cancels what waits.
class FileCalls final : public QObject
{
    Q_OBJECT

public:
    // Without a `staging`, staged mounts can only be read; without an `undo`, nothing is kept.
    // Both must outlive this.
    explicit FileCalls(MountTable &table, Staging *staging = nullptr, UndoHistory *undo = nullptr,
                       QObject *parent = nullptr);
    ~FileCalls() override;

    QFuture<Frame> call(const CallScope &scope, Frame request);
    // Of runs that begin from now on.
    void setWriteLimits(const WriteLimits &limits) { m_writeLimits = limits; }
    // Closes every handle of the run; later calls of it answer EACCES.
    void endRun(RunId run);

    int openHandles(RunId run) const;

Q_SIGNALS:
    // For event::FileTouched, once per (run, path, writing) and before the answer of the call
    // that did it. `path` is relative to the mount's root.
    void fileTouched(glovebox::RunId run, const QString &mount, const QString &path, bool written);

private:
    using Prepared = std::expected<FileCall, CallFailure>;

    QFuture<Frame> makeFiles(const CallScope &scope, const std::shared_ptr<RunFiles> &files,
                             const Frame &request);
    Prepared prepare(const CallScope &scope, const std::shared_ptr<RunFiles> &files, Frame request);
    Staging *stagingFor(const FileCall &call) const;
    QFuture<Frame> start(const std::shared_ptr<RunFiles> &files, std::function<Frame()> work);
    bool hasEnded(RunId run) const { return m_ended.contains(run); }

    MountTable &m_table;
    Staging *m_staging;
    UndoHistory *m_undo;
    QHash<RunId, std::shared_ptr<RunFiles>> m_runs;
    QList<RunId> m_ended; // the latest ones, oldest first
    WriteLimits m_writeLimits;
    QThreadPool m_pool;
};

} // namespace glovebox::mounts
