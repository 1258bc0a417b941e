// SPDX-License-Identifier: MIT
#include "runservice.h"

#include "base/logging.h"
#include "sessiondirectory.h"
#include "sessionpackages.h"

#include <QPointer>
#include <QStringDecoder>

#include <algorithm>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

// Facts of runs that are over stay in memory while they are likely to be asked for; later they
// come from the journal.
constexpr std::size_t runsKeptInMemory = 2000;

// What it does may outlive a power cut, so its record must too. A run that cannot change a folder
// loses its effects together with its record.
bool leavesTraces(const ApprovalRecord &record)
{
    return std::ranges::any_of(record.reach.mounts, [](const MountReach &mount) {
        return mount.mode != MountMode::ReadOnly;
    });
}

template <class T>
QFuture<Result<T>> ready(Result<T> value)
{
    return QtFuture::makeReadyValueFuture(std::move(value));
}

Result<> checkContent(const QByteArray &content)
{
    if (content.size() <= limits::maxCodeBytes)
        return {};
    return fail(ErrorCode::LimitExceeded,
                u"The content has %1 bytes; at most 1 MiB (%2 bytes) can be written at once. Let "
                "run_python write larger files."_s.arg(content.size())
                    .arg(limits::maxCodeBytes));
}

Result<> checkCode(const QByteArray &code)
{
    if (code.size() > limits::maxCodeBytes)
        return fail(ErrorCode::LimitExceeded,
                    u"The code has %1 bytes; at most 1 MiB (%2 bytes) is taken. Put it into a file "
                    "in a mounted folder and pass its `path` instead, or pass data as files."_s
                        .arg(code.size())
                        .arg(limits::maxCodeBytes));
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString decoded = decoder(code);
    if (decoder.hasError())
        return fail(ErrorCode::InvalidArgument,
                    u"The code is not valid UTF-8. Save the file as UTF-8, or send the code as "
                    "text without lone surrogates."_s);
    if (decoded.contains(QChar::Null))
        return fail(ErrorCode::InvalidArgument,
                    u"The code contains a NUL character, which no language here takes."_s);
    return {};
}

// For the program that waits for it.
QString refusalInside(const RunFacts &facts)
{
    const QString words = facts.endReason.isEmpty() ? facts.endReason : u' ' + facts.endReason;
    switch (facts.state) {
    case RunState::Denied:
        if (facts.decision && facts.decision->by == DecisionBy::Person)
            return u"The person did not allow these packages."_s +
                   (words.isEmpty() ? words : u" They wrote: “%1”"_s.arg(facts.endReason));
        return u"These packages are not allowed."_s + words;
    case RunState::Expired:
        return u"Nobody answered in time, so nothing was installed. This is not a denial: ask "
               u"again "
               "when the person is there."_s;
    default:
        return u"The request for packages was taken back."_s + words;
    }
}

FileWriter::Place placeOf(RunId run, const ApprovalRecord &record)
{
    const auto [mount, path] = splitMountPath(record.path).value_or(std::pair<QString, QString>());
    return {{run, record.session, record.client, record.reach}, mount, path};
}

} // namespace

Error unknownRun(const QString &id)
{
    return {ErrorCode::NotFound,
            u"There is no run \"%1\". Runs are named like r12 in the first line of every "
            "run_python result, and can be picked up for a day."_s.arg(id.left(40))};
}

// Somebody who wants to know when a run is over, but not for ever.
struct RunService::Waiter
{
    QPointer<QObject> context;
    std::function<void()> callback;
    std::unique_ptr<QObject> timer;

    void fire()
    {
        timer.reset();
        if (const auto call = std::exchange(callback, nullptr); call && context)
            call();
    }
};

RunService::RunService(const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
    , m_writer(parts.hostCalls, this)
    , m_reader(parts.readCode, parts.clock, this)
{
    connect(&m_parts.hub, &RunHub::published, this, &RunService::onEvent);
    connect(&m_parts.queue, &approval::Queue::grantRevoked, this, &RunService::onGrantRevoked);
    m_parts.queue.setReader(
        [this](RunId run, const ApprovalRecord &record) { return readEdited(run, record); });
}

RunService::~RunService()
{
    m_parts.queue.setReader({});
}

QFuture<Result<RunId>> RunService::submit(const RunRequest &request)
{
    auto record = makeRecord(request);
    if (!record)
        return ready<RunId>(std::unexpected(record.error()));
    if (const QString problem = m_parts.journal.problem(); !problem.isEmpty())
        return ready<RunId>(fail(ErrorCode::Unavailable,
                                 u"Nothing can run: the journal cannot be written. The person at "
                                 "the window sees why."_s,
                                 problem));
    approval::Submission submission{.run = {},
                                    .record = *std::move(record),
                                    .clientLabel = request.clientLabel,
                                    .clientClaims = request.clientClaims,
                                    .sessionIsPersons = request.client == personClient(),
                                    .isReplay = request.isReplay,
                                    .disabledRules = request.disabledRules,
                                    .packages = detailsOf(request)};
    auto numbered = m_parts.journal.nextRun();
    if (request.tool == u"write_file")
        return numbered
            .then(this, [this, submission](
                            const Result<RunId> &run) { return askToWrite(submission, run); })
            .unwrap();
    return numbered.then(
        this, [this, submission, isAttended = request.isAttended](Result<RunId> run) mutable {
            if (run) {
                submission.run = *run;
                if (isAttended)
                    m_attended.insert(*run);
                ask(submission);
            }
            return run;
        });
}

// What is there is noted before the person can answer, so that what they allow replaces that and
// nothing else.
QFuture<Result<RunId>> RunService::askToWrite(approval::Submission submission,
                                              const Result<RunId> &run)
{
    if (!run)
        return ready<RunId>(run);
    submission.run = *run;
    return m_writer.stamp(placeOf(*run, submission.record))
        .then(this,
              [this, submission](const Result<QString> &stamp) {
                  if (!stamp)
                      return ready<RunId>(std::unexpected(stamp.error()));
                  m_stamps.insert(submission.run, *stamp);
                  return showPresent(submission);
              })
        .unwrap();
}

// Read after it was stamped: when it changes in between, the person sees the newer one and the
// write is refused.
QFuture<Result<RunId>> RunService::showPresent(const approval::Submission &submission)
{
    if (!m_parts.files || m_stamps.value(submission.run).isEmpty()) {
        ask(submission);
        return ready<RunId>(submission.run);
    }
    const ApprovalRecord &record = submission.record;
    return m_parts.files
        ->readFile(record.reach.mounts, record.path, 0, limits::maxCodeBytes, record.client)
        .then(this, [this, submission](const Result<mounts::FileContent> &file) -> Result<RunId> {
            approval::Submission complete = submission;
            // What is longer, or gone again, cannot be shown whole, so it is not shown at all.
            if (file && file->atEnd)
                complete.present = file->bytes;
            ask(complete);
            return submission.run;
        });
}

Result<ApprovalRecord> RunService::makeRecord(const RunRequest &request) const
{
    const bool isFile = request.tool == u"write_file";
    if (const auto checked = isFile ? checkContent(request.code) : checkCode(request.code);
        !checked)
        return std::unexpected(checked.error());
    if (request.standardInput && request.standardInput->size() > limits::maxStdinBytes)
        return fail(ErrorCode::LimitExceeded,
                    u"`stdin` has %1 bytes; at most %2 are taken. Pass larger data as a file in a "
                    "mounted folder."_s.arg(request.standardInput->size())
                        .arg(limits::maxStdinBytes));
    ApprovalRecord record;
    record.tool = request.tool;
    record.client = request.client;
    record.code = request.code;
    record.path = request.path;
    record.standardInput = request.standardInput;
    if (request.runtime.isEmpty()) {
        if (const auto bound = bindSession(record, request); !bound)
            return std::unexpected(bound.error());
        return record;
    }
    record.sessionName = request.runtime; // a machine of its own, and no session
    record.runtime = request.runtime;
    record.files = request.files;
    record.outputFiles = request.outputFiles;
    record.reach.limits = {request.timeout.value_or(limits::defaultProgramTimeout),
                           limits::defaultHeapBytes};
    return record;
}

Result<> RunService::bindSession(ApprovalRecord &record, const RunRequest &request) const
{
    const auto session = m_parts.pool.session(request.session.id);
    if (!session)
        return fail(ErrorCode::NotFound, u"The session was closed. Make another one."_s);
    const SessionOptions &options = m_parts.sessions.options(session->ref.id);
    record.session = session->ref;
    record.sessionName = session->name;
    record.variables = options.variables;
    record.reach.packages = packagesFor(request, session->ref);
    if (request.folder) { // nothing runs, so nothing else is reached
        record.variables.clear();
        record.reach.packages.clear();
    }
    auto mounts = mountsFor(request);
    if (!mounts)
        return std::unexpected(mounts.error());
    record.reach.mounts = *std::move(mounts);
    record.reach.limits = {request.timeout.value_or(options.timeout), session->heapLimitBytes};
    return {};
}

// What the session was made with, what it lost with an interpreter, and what this request names;
// of two versions the later one counts.
QList<PackagePin> RunService::packagesFor(const RunRequest &request,
                                          const SessionRef &session) const
{
    if (request.tool == u"write_file")
        return {};
    QList<PackagePin> all = m_parts.sessions.options(session.id).packages;
    if (m_parts.packages) {
        all.removeIf([this, &session](const PackagePin &pin) {
            return m_parts.packages->isGone(session.id, pin.name);
        });
        all += m_parts.packages->missing(session);
    }
    all += request.packages;
    QList<PackagePin> pins;
    for (const PackagePin &pin : std::as_const(all)) {
        pins.removeIf([&pin](const PackagePin &old) {
            return normalisedPackageName(old.name) == normalisedPackageName(pin.name);
        });
        pins.append(pin);
    }
    return pins;
}

// What the person is shown of the packages that a request names.
QList<PlannedPackage> RunService::detailsOf(const RunRequest &request) const
{
    return m_parts.packages ? m_parts.packages->detailsOf(request.packages)
                            : QList<PlannedPackage>();
}

QFuture<Result<RunId>> RunService::submitInside(const RunRequest &request,
                                                std::function<void(const Result<> &)> decided)
{
    auto record = makeRecord(request);
    if (!record)
        return ready<RunId>(std::unexpected(record.error()));
    record->reach.packages = request.packages; // the session has the others
    approval::Submission submission{.run = {},
                                    .record = *std::move(record),
                                    .clientLabel = request.clientLabel,
                                    .clientClaims = request.clientClaims,
                                    .sessionIsPersons = request.client == personClient(),
                                    .disabledRules = {},
                                    .packages = detailsOf(request)};
    return m_parts.journal.nextRun().then(
        this, [this, submission, decided = std::move(decided)](Result<RunId> run) mutable {
            if (run) {
                submission.run = *run;
                m_inside.insert(*run, std::move(decided));
                ask(submission);
            }
            return run;
        });
}

// Whether the run was such a request.
bool RunService::answerInside(RunId run, const Result<> &allowed)
{
    const auto decided = m_inside.take(run);
    if (!decided)
        return false;
    // Later: the caller may not know the number yet.
    QMetaObject::invokeMethod(this, [decided, allowed] { decided(allowed); }, Qt::QueuedConnection);
    return true;
}

void RunService::endInside(RunId run, bool complete, const QString &reason)
{
    const RunFacts *facts = m_parts.hub.facts(run);
    if (!facts || isFinal(facts->state))
        return;
    m_inside.remove(run);
    if (!facts->decision)
        return m_parts.queue.withdraw(run, reason);
    if (!complete)
        m_parts.hub.publish(
            run, event::Raised{u"InstallError"_s, reason, {u"InstallError: "_s + reason}});
    m_parts.hub.publish(
        run, event::Ended{.state = complete ? RunState::Complete : RunState::Error, .reason = {}});
}

Result<QList<MountReach>> RunService::mountsFor(const RunRequest &request) const
{
    if (request.folder)
        return QList<MountReach>{*request.folder};
    // Code of a session's own client is in it, so the person's run there reaches no more than that
    // client's.
    const auto session = m_parts.pool.session(request.session.id);
    const bool isPersons = request.client == personClient() && session;
    const QList<MountReach> all =
        m_parts.mounts.reachFor(isPersons ? session->client : request.client);
    if (request.tool == u"run_python")
        return all;
    if (request.tool != u"write_file")
        return QList<MountReach>();
    const auto place = splitMountPath(request.path);
    if (!place)
        return std::unexpected(place.error());
    const auto mount = std::ranges::find(all, place->first, &MountReach::name);
    if (mount == all.end())
        return fail(ErrorCode::NotFound, u"There is no mount \"%1\" for you; list_mounts tells "
                                         "which there are."_s.arg(place->first.left(64)));
    if (mount->mode == MountMode::ReadOnly)
        return fail(ErrorCode::Denied,
                    u"The mount \"%1\" is read-only. Ask the person to allow "
                    "writing there, or write to another mount."_s.arg(mount->name));
    return QList<MountReach>{*mount};
}

void RunService::ask(approval::Submission submission)
{
    const RunId run = submission.run;
    submission.findings =
        m_reader.canRead(submission.record) ? FindingReport() : FindingReport::notCode();
    m_parts.hub.publish(run, event::Asked{submission.record, submission.clientLabel,
                                          submission.clientClaims, m_parts.queue.expiryFromNow()});
    if (!canBeAsked(submission.record))
        return endUnstarted(run, RunState::Cancelled,
                            u"Its session was closed before it could be asked."_s);
    m_parts.queue.submit(submission)
        .then(this, [this, submission](
                        const approval::Outcome &outcome) { decided(submission, outcome); })
        .onCanceled(this, [service = QPointer(this), run] {
            // Also when this service goes first: then nobody is left to tell.
            if (service)
                service->endUnstarted(run, RunState::Cancelled,
                                      u"Glovebox ended before it was decided."_s);
        });
    const RunFacts *facts = m_parts.hub.facts(run);
    // What was decided at once is what nobody looks at, by no rule either.
    if (!submission.findings.isSettled() && facts && !facts->decision && !isFinal(facts->state))
        read(submission);
}

void RunService::read(const approval::Submission &submission)
{
    m_reader.read(submission.run, CodeReader::Of::Asked, submission.record,
                  m_codes.before(submission.record.session),
                  [this, run = submission.run,
                   disabled = submission.disabledRules](const FindingReport &report) {
                      codeRead(run, approval::withDisabledNote(report, disabled));
                  });
}

QFuture<FindingReport> RunService::readEdited(RunId run, const ApprovalRecord &record)
{
    auto promise = std::make_shared<QPromise<FindingReport>>();
    promise->start();
    m_reader.read(run, CodeReader::Of::Edited, record, m_codes.before(record.session),
                  [promise](const FindingReport &report) {
                      promise->addResult(report);
                      promise->finish();
                  });
    return promise->future();
}

void RunService::codeRead(RunId run, const FindingReport &report)
{
    const RunFacts *facts = m_parts.hub.facts(run);
    if (!facts || facts->decision || isFinal(facts->state))
        return; // taken back meanwhile
    m_parts.hub.publish(run, event::Findings{report});
    m_parts.queue.setFindings(run, report);
}

void RunService::decided(const approval::Submission &submission, const approval::Outcome &outcome)
{
    const RunId run = submission.run;
    m_reader.forget(run);
    if (outcome.findings)
        m_parts.hub.publish(run, event::Findings{*outcome.findings});
    const RunEvent event = m_parts.hub.publish(run, outcome.toEvent());
    switch (outcome.kind) {
    case DecisionKind::Deny:
        return endUnstarted(run, RunState::Denied, outcome.note);
    case DecisionKind::Expire:
        return endUnstarted(run, RunState::Expired, {});
    case DecisionKind::TakeBack:
        return endUnstarted(run, RunState::Cancelled, outcome.note);
    case DecisionKind::Allow:
        break;
    }
    approval::Submission allowed = submission;
    allowed.record = outcome.applyTo(submission.record);
    m_codes.add(allowed.record);
    decidedAs(allowed, outcome, event.seq);
}

void RunService::decidedAs(const approval::Submission &submission, const approval::Outcome &outcome,
                           qint64 seq)
{
    const RunId run = submission.run;
    if (outcome.grant)
        m_granted.insert(run, {*outcome.grant, submission});
    // Promise 1: what is not in the journal does not run.
    auto recorded = leavesTraces(submission.record) ? m_parts.journal.durable(run, seq)
                                                    : m_parts.journal.committed(run, seq);
    recorded.then(this, [this, submission, digest = outcome.digest](const Result<> &written) {
        const RunFacts *facts = m_parts.hub.facts(submission.run);
        if (!facts || isFinal(facts->state))
            return; // taken back meanwhile
        if (m_askAgain.remove(submission.run))
            return ask(submission);
        if (written)
            return dispatch(submission, digest);
        qCWarning(lcJournal).noquote() << written.error().text << written.error().detail;
        endUnstarted(submission.run, RunState::Cancelled,
                     u"The journal could not be written, so nothing ran."_s);
    });
}

void RunService::dispatch(const approval::Submission &submission, const QString &digest)
{
    if (!canBeAsked(submission.record))
        return endUnstarted(submission.run, RunState::Cancelled,
                            u"Its session was closed before it began."_s);
    if (submission.record.tool == u"use_folder")
        return giveFolder(submission, digest);
    if (m_inside.contains(submission.run)) {
        m_parts.hub.publish(submission.run,
                            event::Starting{u"packages"_s, u"The running code installs it"_s});
        answerInside(submission.run, {});
        return;
    }
    const auto session = m_parts.pool.session(submission.record.session.id);
    if (session && session->ref != submission.record.session) {
        // What the person allowed was a session with its variables; it has none any more. They
        // are asked again, with the record as it is now (DESIGN 4.6).
        approval::Submission again = submission;
        again.record.session = session->ref;
        qCInfo(lcApproval).noquote()
            << submission.run.toString() << "is asked again: its session was restarted";
        return ask(again);
    }
    if (submission.record.tool == u"write_file")
        return write(submission, digest);
    const auto taken = m_parts.pool.submit(submission.run, submission.record, digest,
                                           m_attended.contains(submission.run));
    if (!taken)
        endUnstarted(submission.run, RunState::Cancelled, taken.error().text);
}

void RunService::write(const approval::Submission &submission, const QString &digest)
{
    const RunId run = submission.run;
    const ApprovalRecord record = submission.record;
    if (record.digest() != digest)
        return endUnstarted(run, RunState::Cancelled,
                            u"What was allowed is not what would be written."_s);
    m_parts.hub.publish(run, event::Started{record.codeDigest()});
    m_writer.write(placeOf(run, record), record.code, m_stamps.value(run))
        .then(this, [this, run, record, begun = m_parts.clock.monotonic()](const Result<> &result) {
            written(run, record, result, m_parts.clock.monotonic() - begun);
        });
}

void RunService::written(RunId run, const ApprovalRecord &record, const Result<> &result,
                         std::chrono::milliseconds time)
{
    m_parts.hostCalls.runEnded(placeOf(run, record).context);
    const RunFacts *facts = m_parts.hub.facts(run);
    if (!facts || isFinal(facts->state))
        return;
    if (!result) {
        m_parts.hub.publish(run, event::Raised{u"OSError"_s,
                                               result.error().text,
                                               {u"OSError: "_s + result.error().text}});
    } else {
        QString text = u"Wrote %1 bytes to %2."_s.arg(record.code.size()).arg(record.path);
        if (record.reach.mounts.first().mode == MountMode::Staged)
            text += u" The folder is staged: you see the new file, and the person decides whether "
                    "it replaces theirs."_s;
        m_parts.hub.publish(run, event::ResultValue{text});
    }
    m_parts.hub.publish(run, event::Ended{.state = result ? RunState::Complete : RunState::Error,
                                          .reason = {},
                                          .executionMs = time.count()});
}

// The one thing that a client can get the person to share: a folder for itself, until the person
// takes it away or its key is revoked. What may never be shared, or only with a second yes in the
// window, is refused here too.
void RunService::giveFolder(const approval::Submission &submission, const QString &digest)
{
    const RunId run = submission.run;
    const ApprovalRecord &record = submission.record;
    if (record.digest() != digest || record.reach.mounts.size() != 1)
        return endUnstarted(run, RunState::Cancelled,
                            u"What was allowed is not what would be shared."_s);
    const MountReach &folder = record.reach.mounts.first();
    m_parts.hub.publish(run, event::Started{record.codeDigest()});
    const auto added = m_parts.mounts.add({.name = folder.name,
                                           .hostPath = folder.hostPath,
                                           .mode = folder.mode,
                                           .clients = QSet<ClientId>{record.client},
                                           .wasRequested = true});
    if (added)
        Q_EMIT folderGiven(folder.name);
    if (added)
        m_parts.hub.publish(
            run, event::ResultValue{u"%1 is shared with this client as /mnt/%2 (%3)."_s.arg(
                     folder.hostPath, folder.name, toString(folder.mode))});
    else
        m_parts.hub.publish(
            run,
            event::Raised{u"OSError"_s, added.error().text, {u"OSError: "_s + added.error().text}});
    m_parts.hub.publish(
        run, event::Ended{.state = added ? RunState::Complete : RunState::Error, .reason = {}});
}

void RunService::endUnstarted(RunId run, RunState state, const QString &reason)
{
    const RunFacts *facts = m_parts.hub.facts(run);
    if (!facts || isFinal(facts->state))
        return;
    m_parts.hub.publish(run, event::Ended{.state = state, .reason = reason});
    if (const RunFacts *ended = m_parts.hub.facts(run))
        answerInside(run, fail(ErrorCode::Denied, refusalInside(*ended)));
}

void RunService::takeBack(RunId run, const QString &reason)
{
    const RunFacts *facts = m_parts.hub.facts(run);
    if (!facts || isFinal(facts->state))
        return;
    if (!facts->decision)
        return m_parts.queue.withdraw(run, reason);
    if (!m_parts.pool.cancel(run, reason))
        endUnstarted(run, RunState::Cancelled, reason);
}

void RunService::clientEnded(const ClientId &client)
{
    if (!m_parts.journal.findClient(client)) // else its key was changed: it goes on with that
        m_endedClients.insert(client);
    // What runs in sessions ends with them.
    for (const RunId run : active()) {
        const RunFacts *facts = m_parts.hub.facts(run);
        if (facts && facts->record.client == client && !facts->record.runtime.isEmpty())
            takeBack(run, u"The client's key was revoked."_s);
    }
}

// Between a call and its number in the journal its client or session may have gone.
bool RunService::canBeAsked(const ApprovalRecord &record) const
{
    return !m_endedClients.contains(record.client) &&
           (!record.runtime.isEmpty() || m_parts.pool.session(record.session.id));
}

void RunService::decline(RunId run)
{
    m_parts.queue.decline(run, u"It was declined in the client."_s);
}

Result<> RunService::interrupt(RunId run)
{
    const RunFacts *facts = m_parts.hub.facts(run);
    if (!facts)
        return std::unexpected(unknownRun(run.toString()));
    if (isFinal(facts->state))
        return fail(ErrorCode::Conflict,
                    u"Run %1 is over already (%2)."_s.arg(run.toString(), toString(facts->state)));
    if (facts->state != RunState::PendingApproval)
        return m_parts.pool.interrupt(run);
    takeBack(run, u"Taken back with interrupt_run."_s);
    return {};
}

QFuture<Result<RunFacts>> RunService::factsFor(const ClientId &client, RunId run) const
{
    const auto judge = [client, run,
                        oldest = m_parts.clock.now().addDuration(-limits::runResultLifetime)](
                           const RunFacts &facts) -> Result<RunFacts> {
        if (facts.record.client != client)
            return std::unexpected(unknownRun(run.toString()));
        if (facts.ended.isValid() && facts.ended < oldest)
            return fail(
                ErrorCode::NotFound,
                u"Run %1 ended more than a day ago (%2, %3), and results can be picked up "
                "for a day. Run the code again if you need its result."_s.arg(
                    run.toString(), toString(facts.state), facts.ended.toString(Qt::ISODate)));
        return facts;
    };
    if (const RunFacts *facts = m_parts.hub.facts(run))
        return ready<RunFacts>(judge(*facts));
    return m_parts.journal.recordedEvents(run).then(
        [judge, run](const Result<QList<RunEvent>> &events) -> Result<RunFacts> {
            if (!events || events->isEmpty())
                return std::unexpected(unknownRun(run.toString()));
            RunFacts facts;
            for (const RunEvent &event : *events)
                facts.apply(event);
            return judge(facts);
        });
}

void RunService::whenOver(RunId run, std::chrono::milliseconds patience, QObject *context,
                          std::function<void()> callback)
{
    auto waiter = std::make_shared<Waiter>();
    waiter->context = context;
    waiter->callback = std::move(callback);
    const RunFacts *facts = m_parts.hub.facts(run);
    const bool over = !facts || isFinal(facts->state);
    waiter->timer = m_parts.clock.after(
        over ? std::chrono::milliseconds(0) : patience, this,
        [this, run, waiter = std::weak_ptr(waiter)] {
            const auto alive = waiter.lock();
            if (!alive)
                return;
            std::erase_if(m_waiters, [&alive](const auto &item) { return item.second == alive; });
            alive->fire();
        });
    m_waiters.emplace(run, std::move(waiter));
}

void RunService::endAll(const QString &reason, std::function<void()> done)
{
    constexpr std::chrono::seconds patience{2};
    QList<RunId> open;
    for (const RunId run : m_parts.hub.runs()) {
        if (!isFinal(m_parts.hub.facts(run)->state))
            open.append(run);
    }
    if (open.isEmpty())
        return done();
    const auto left = std::make_shared<qsizetype>(open.size());
    for (const RunId run : open) {
        whenOver(run, patience, this, [left, done] {
            if (--*left == 0)
                done();
        });
        takeBack(run, reason);
    }
}

QList<RunId> RunService::active() const
{
    QList<RunId> runs;
    for (const RunId run : m_parts.hub.runs()) {
        const RunState state = m_parts.hub.facts(run)->state;
        if (!isFinal(state) && state != RunState::PendingApproval)
            runs.append(run);
    }
    return runs;
}

void RunService::onEvent(const RunEvent &event)
{
    m_parts.journal.record(event);
    const bool over = std::holds_alternative<event::Ended>(event.body);
    if (over || std::holds_alternative<event::Started>(event.body)) {
        m_granted.remove(event.run);
        m_askAgain.remove(event.run);
    }
    if (!over)
        return;
    m_stamps.remove(event.run);
    m_attended.remove(event.run);
    m_over.push_back(event.run);
    const auto [first, last] = m_waiters.equal_range(event.run);
    std::vector<std::shared_ptr<Waiter>> waiting;
    std::ranges::transform(first, last, std::back_inserter(waiting),
                           [](const auto &item) { return item.second; });
    m_waiters.erase(first, last);
    for (const auto &waiter : waiting)
        waiter->fire();
    forgetOldRuns();
}

void RunService::onGrantRevoked(qint64 grant)
{
    QList<approval::Submission> affected;
    for (const Granted &granted : std::as_const(m_granted)) {
        if (granted.grant == grant)
            affected.append(granted.submission);
    }
    for (const approval::Submission &submission : affected) {
        m_granted.remove(submission.run);
        const RunFacts *facts = m_parts.hub.facts(submission.run);
        if (facts && facts->state == RunState::PendingApproval)
            m_askAgain.insert(submission.run);
        else if (m_parts.pool.withdraw(submission.run))
            ask(submission);
    }
}

void RunService::forgetOldRuns()
{
    if (m_over.size() <= runsKeptInMemory)
        return;
    m_parts.hub.forget(m_over.front());
    m_over.erase(m_over.begin());
}

} // namespace glovebox::tools
