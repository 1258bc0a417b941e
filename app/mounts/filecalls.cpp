// SPDX-License-Identifier: MIT
#include "filecalls.h"

#include "fileargs.h"
#include "fileops.h"
#include "overlay.h"
#include "runrecorder.h"
#include "staging.h"
#include "undohistory.h"

#include <base/limits.h>
#include <base/logging.h>

#include <QJsonArray>
#include <QPromise>

#include <algorithm>
#include <cerrno>

namespace glovebox::mounts {

namespace {

constexpr int poolThreads = 4; // a slow disk of one mount must not hold up the others
constexpr qsizetype rememberedEnds = 4096;

QFuture<Frame> answered(const CallFailure &failure)
{
    qCDebug(lcMounts) << "file call refused:" << failure.message;
    return QtFuture::makeReadyValueFuture(failureFrame(failure));
}

CallFailure betweenRuns()
{
    return {EACCES, QStringLiteral("Files in mounts can be used only while a run is active.")};
}

// The mount that the call is about: named, or that of the open file or listing it names.
std::expected<QString, CallFailure> mountOf(const QJsonObject &arguments, const RunFiles &files)
{
    if (!isByHandle(arguments)) {
        if (!arguments[u"mount"].isString())
            return std::unexpected(
                CallFailure{EINVAL, QStringLiteral("The argument “mount” must be a string.")});
        return arguments[u"mount"].toString();
    }
    if (arguments.contains(u"handle")) {
        if (const auto file = files.file(arguments[u"handle"].toInt(-1)))
            return file->mount;
    } else if (const auto folder = files.folder(arguments[u"cursor"].toInt(-1))) {
        return folder->mount;
    }
    return std::unexpected(CallFailure{EBADF, QStringLiteral("That file is not open.")});
}

std::expected<MountReach, CallFailure> within(const QList<MountReach> &reach, const QString &mount)
{
    const auto found = std::ranges::find(reach, mount, &MountReach::name);
    if (found != reach.end())
        return *found;
    return std::unexpected(
        CallFailure{EACCES, QStringLiteral("The mount “%1” is not within the reach that was "
                                           "allowed for this run.")
                                .arg(mount.left(64))});
}

// Counts a call as long as it waits or works.
class InFlight
{
public:
    explicit InFlight(std::shared_ptr<RunFiles> files)
        : m_files(std::move(files))
    {
        ++m_files->inFlight;
    }
    ~InFlight() { --m_files->inFlight; }
    Q_DISABLE_COPY_MOVE(InFlight)

private:
    std::shared_ptr<RunFiles> m_files;
};

// Opens the client's stage first: that may read its record from the disk.
Frame performStaged(FileCall &call, Staging *staging, const ClientId &client)
{
    // The system lists a deleted folder as an empty one. What is open in it stays usable.
    if (call.root && !isByHandle(call.request.header) && call.root->isGone())
        return failureFrame(folderGone(call).error());
    if (staging) {
        auto overlay = staging->overlay({call.reach.name, client}, call.reach.hostPath, call.root);
        if (!overlay)
            return failureFrame({EIO, overlay.error().text});
        call.overlay = *overlay;
    }
    const Answer answer = perform(call);
    return answer ? *answer : failureFrame(answer.error());
}

} // namespace

FileCalls::FileCalls(MountTable &table, Staging *staging, UndoHistory *undo, QObject *parent)
    : QObject(parent)
    , m_table(table)
    , m_staging(staging)
    , m_undo(undo)
{
    m_pool.setObjectName(QStringLiteral("mounts"));
    m_pool.setMaxThreadCount(poolThreads);
}

FileCalls::~FileCalls()
{
    m_pool.clear(); // what waits is cancelled
    for (const auto &files : std::as_const(m_runs))
        files->end();
    m_pool.waitForDone();
}

QFuture<Frame> FileCalls::call(const CallScope &scope, Frame request)
{
    if (scope.run.isNull() || hasEnded(scope.run))
        return answered(betweenRuns());
    auto &files = m_runs[scope.run];
    if (!files)
        files = std::make_shared<RunFiles>(m_writeLimits);
    // Files that are done with are closed along with the next call.
    for (const QJsonValue &handle : request.header[u"closing"].toArray())
        files->close(handle.toInt(-1));
    if (!isKnownOperation(request.header[u"op"].toString()))
        return answered({ENOSYS, QStringLiteral("There is no such file call.")});
    const auto mount = mountOf(request.header, *files);
    if (!mount)
        return answered(mount.error());
    const auto captured = within(scope.reach, *mount);
    if (!captured)
        return answered(captured.error());
    m_table.reopenIfGone(captured->name);
    auto access = m_table.access(*captured);
    // What was taken away can still be closed.
    if (!access && request.header[u"op"].toString() == u"fs.close")
        access = MountTable::Access{nullptr, *captured, false};
    if (!access)
        return answered({EACCES, access.error().text});
    if (files->inFlight >= limits::maxFileCallsInFlight)
        return answered({EBUSY, QStringLiteral("This run makes too many file calls at once.")});

    const auto touched = [this, run = scope.run, mount = *mount, files](const QString &path,
                                                                        bool written) {
        if (!files->touch(mount, path, written))
            return;
        // Queued before the answer, so whoever gets the answer already knows.
        QMetaObject::invokeMethod(
            this, [=, this] { Q_EMIT fileTouched(run, mount, path, written); },
            Qt::QueuedConnection);
    };
    FileCall call{std::move(request), access->reach, access->root, files, touched, scope.run};
    call.showsSecrets = access->showsSecrets;
    if (m_undo && access->reach.mode == MountMode::ReadWrite)
        call.recorder = m_undo->recorder(scope.run);
    Staging *staging = access->root && access->reach.mode == MountMode::Staged ? m_staging : nullptr;
    auto promise = std::make_shared<QPromise<Frame>>();
    promise->start();
    m_pool.start([promise, counted = std::make_shared<InFlight>(files), staging,
                  client = scope.client, call = std::move(call)]() mutable {
        promise->addResult(performStaged(call, staging, client));
        promise->finish();
    });
    return promise->future();
}

void FileCalls::endRun(RunId run)
{
    if (hasEnded(run))
        return;
    if (const auto files = m_runs.take(run))
        files->end();
    if (m_undo)
        m_undo->endRun(run);
    m_ended.append(run);
    if (m_ended.size() > rememberedEnds)
        m_ended.removeFirst();
}

int FileCalls::openHandles(RunId run) const
{
    const auto files = m_runs.value(run);
    return files ? files->openCount() : 0;
}

} // namespace glovebox::mounts
