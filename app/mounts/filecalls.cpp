// SPDX-License-Identifier: MIT
#include "filecalls.h"

#include "errnoname.h"
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
#include <vector>

namespace glovebox::mounts {

namespace {

constexpr int poolThreads = 4; // a slow disk of one mount must not hold up the others
constexpr qsizetype rememberedEnds = 4096;
constexpr qsizetype maxFilesPerMake = 256; // lane.mjs MAX_GATHERED

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
std::optional<CallFailure> openStage(FileCall &call, Staging *staging, const ClientId &client)
{
    // The system lists a deleted folder as an empty one. What is open in it stays usable.
    if (call.root && !isByHandle(call.request.header) && call.root->isGone())
        return folderGone(call).error();
    if (!staging)
        return std::nullopt;
    auto overlay = staging->overlay({call.reach.name, client}, call.reach.hostPath, call.root);
    if (!overlay)
        return CallFailure{EIO, overlay.error().text};
    call.overlay = *overlay;
    return std::nullopt;
}

Frame performStaged(FileCall &call, Staging *staging, const ClientId &client)
{
    if (const auto failure = openStage(call, staging, client))
        return failureFrame(*failure);
    const Answer answer = perform(call);
    return answer ? *answer : failureFrame(answer.error());
}

// The files of one "fs.make", as the calls that would make them one by one.
std::expected<QList<Frame>, CallFailure> filesToMake(const QByteArray &body)
{
    FrameReader reader(limits::maxFrameHeader, limits::maxLaneBody);
    auto files = reader.feed(body);
    if (!files || files->size() > maxFilesPerMake || reader.pending() != 0) {
        return std::unexpected(
            CallFailure{EINVAL, QStringLiteral("The files to be made cannot be told apart.")});
    }
    for (Frame &file : *files) {
        file.header.remove(u"handle");
        file.header.remove(u"cursor");
        file.header.insert(u"op", QStringLiteral("fs.open"));
        file.header.insert(u"put", true);
    }
    return *std::move(files);
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
    const QString op = request.header[u"op"].toString();
    if (op == u"fs.make")
        return makeFiles(scope, files, request);
    if (!isKnownOperation(op))
        return answered({ENOSYS, QStringLiteral("There is no such file call.")});
    auto call = prepare(scope, files, std::move(request));
    if (!call)
        return answered(call.error());
    return start(files, [staging = stagingFor(*call), client = scope.client,
                         call = *std::move(call)]() mutable {
        return performStaged(call, staging, client);
    });
}

// Nobody waits for this one: each file is made or refused by itself, in their order.
QFuture<Frame> FileCalls::makeFiles(const CallScope &scope, const std::shared_ptr<RunFiles> &files,
                                    const Frame &request)
{
    auto frames = filesToMake(request.body);
    if (!frames)
        return answered(frames.error());
    std::vector<std::pair<Prepared, Staging *>> calls;
    for (Frame &frame : *frames) {
        Prepared call = prepare(scope, files, std::move(frame));
        Staging *staging = call ? stagingFor(*call) : nullptr;
        calls.emplace_back(std::move(call), staging);
    }
    return start(files, [calls = std::move(calls), client = scope.client]() mutable {
        QJsonArray failed;
        for (qsizetype i = 0; auto &[call, staging] : calls) {
            auto failure = call ? openStage(*call, staging, client) : call.error();
            if (!failure)
                failure = makeFile(*call);
            if (failure) {
                failed.append(QJsonObject{{QStringLiteral("index"), i},
                                          {QStringLiteral("errno"), errnoName(failure->error)},
                                          {QStringLiteral("message"), failure->message}});
            }
            ++i;
        }
        if (failed.isEmpty() && !calls.empty() && hasAmpleRoom(*calls.back().first))
            return okFrame({{QStringLiteral("room"), true}});
        return okFrame({{QStringLiteral("failed"), failed}});
    });
}

// What may be answered without the disk is answered here; the rest may be done on any thread.
FileCalls::Prepared FileCalls::prepare(const CallScope &scope,
                                       const std::shared_ptr<RunFiles> &files, Frame request)
{
    const auto mount = mountOf(request.header, *files);
    if (!mount)
        return std::unexpected(mount.error());
    const auto captured = within(scope.reach, *mount);
    if (!captured)
        return std::unexpected(captured.error());
    m_table.reopenIfGone(captured->name);
    auto access = m_table.access(*captured);
    // What was taken away can still be closed.
    if (!access && request.header[u"op"].toString() == u"fs.close")
        access = MountTable::Access{nullptr, *captured, false};
    if (!access)
        return std::unexpected(CallFailure{EACCES, access.error().text});
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
    return call;
}

Staging *FileCalls::stagingFor(const FileCall &call) const
{
    return call.root && call.reach.mode == MountMode::Staged ? m_staging : nullptr;
}

QFuture<Frame> FileCalls::start(const std::shared_ptr<RunFiles> &files, std::function<Frame()> work)
{
    if (files->inFlight >= limits::maxFileCallsInFlight)
        return answered({EBUSY, QStringLiteral("This run makes too many file calls at once.")});
    auto promise = std::make_shared<QPromise<Frame>>();
    promise->start();
    m_pool.start([promise, counted = std::make_shared<InFlight>(files), work = std::move(work)] {
        promise->addResult(work());
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
