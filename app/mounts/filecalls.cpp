// SPDX-License-Identifier: MIT
#include "filecalls.h"

#include "fileops.h"

#include <base/limits.h>
#include <base/logging.h>

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

} // namespace

FileCalls::FileCalls(MountTable &table, QObject *parent)
    : QObject(parent)
    , m_table(table)
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
        files = std::make_shared<RunFiles>();
    if (!isKnownOperation(request.header[u"op"].toString()))
        return answered({ENOSYS, QStringLiteral("There is no such file call.")});
    const auto mount = mountOf(request.header, *files);
    if (!mount)
        return answered(mount.error());
    const auto captured = within(scope.reach, *mount);
    if (!captured)
        return answered(captured.error());
    auto access = m_table.access(*captured);
    // What was taken away can still be closed.
    if (!access && request.header[u"op"].toString() == u"fs.close")
        access = MountTable::Access{nullptr, *captured};
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
    auto promise = std::make_shared<QPromise<Frame>>();
    promise->start();
    m_pool.start(
        [promise, counted = std::make_shared<InFlight>(files),
         call = FileCall{std::move(request), access->reach, access->root, files, touched}] {
            const Answer answer = perform(call);
            promise->addResult(answer ? *answer : failureFrame(answer.error()));
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
