// SPDX-License-Identifier: MIT
#include "queue.h"

#include "base/logging.h"
#include "base/runfacts.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace glovebox::approval {

using std::chrono::milliseconds;

struct Queue::Entry
{
    Submission submission;
    QString digest;
    QString title;
    QDateTime asked;
    PendingRequest::State state = PendingRequest::State::Waiting;
    bool shown = false;
    bool newHere = true;
    ReachNews news;
    QString outsideGrant;
    std::optional<EarlierCode> earlier;
    // What the person made of the code, once it was read.
    struct Edit
    {
        QByteArray code;
        FindingReport findings;
    };
    std::optional<Edit> edit;
    std::shared_ptr<QPromise<Outcome>> promise;

    // The request's own clock, counted on the monotonic one: a wall clock that jumps neither
    // ends nor prolongs a request.
    std::optional<milliseconds> left; // while it stands still; nullopt: for ever
    std::optional<milliseconds> deadline;
    std::unique_ptr<QObject> timer;

    RunId run() const { return submission.run; }
    const ApprovalRecord &record() const { return submission.record; }
    bool isWaiting() const { return state == PendingRequest::State::Waiting; }
};

// Around every change from outside: what has to be told is told when the outermost one ends.
class Queue::Transaction
{
public:
    explicit Transaction(Queue &queue)
        : m_queue(queue)
    {
        ++m_queue.m_depth;
    }
    ~Transaction()
    {
        if (--m_queue.m_depth == 0 && !m_queue.m_flushing)
            m_queue.flush();
    }
    Q_DISABLE_COPY_MOVE(Transaction)

private:
    Queue &m_queue;
};

Queue::Queue(Clock &clock, QueueOptions options, QObject *parent)
    : ApprovalDesk(parent)
    , m_clock(clock)
    , m_options(options)
    , m_grants(clock)
    , m_budgets(clock)
{
}

Queue::~Queue() = default;

ApprovalRecord Outcome::applyTo(ApprovalRecord asked) const
{
    if (code)
        asked.code = *code;
    if (mode && !asked.reach.mounts.isEmpty())
        asked.reach.mounts.first().mode = *mode;
    return asked;
}

void Queue::later(std::function<void()> effect)
{
    Q_ASSERT(m_depth > 0);
    m_effects.push_back(std::move(effect));
}

void Queue::flush()
{
    const QPointer<Queue> alive(this);
    m_flushing = true;
    while (!m_effects.empty()) {
        const std::function<void()> effect = std::move(m_effects.front());
        m_effects.pop_front();
        effect();
        if (!alive)
            return;
    }
    m_flushing = false;
}

Queue::Entry *Queue::find(RunId run) const
{
    const auto it = std::ranges::find(m_entries, run, &Entry::run);
    return it == m_entries.end() ? nullptr : it->get();
}

Queue::Entry *Queue::findWaiting(RunId run) const
{
    Entry *entry = find(run);
    return entry && entry->isWaiting() ? entry : nullptr;
}

template <class Predicate>
QList<RunId> Queue::waitingIf(Predicate predicate) const
{
    QList<RunId> runs;
    for (const auto &entry : m_entries) {
        if (entry->isWaiting() && predicate(*entry))
            runs.append(entry->run());
    }
    return runs;
}

// ---- Asking

bool Queue::packagesUnasked(const ApprovalRecord &record) const
{
    return m_options.isUnasked && !record.reach.packages.isEmpty() &&
           std::ranges::all_of(record.reach.packages, m_options.isUnasked);
}

// What a standing permission has to cover of it: everything but what needs no permission.
ApprovalRecord Queue::toCover(const ApprovalRecord &record) const
{
    ApprovalRecord rest = record;
    if (m_options.isUnasked)
        rest.reach.packages.removeIf(m_options.isUnasked);
    return rest;
}

Verdict Queue::verdictFor(const Submission &submission, int waitingOfClient,
                          const Usage &usage) const
{
    const ApprovalRecord &record = submission.record;
    const RuleSwitches switches = m_options.rules ? m_options.rules(record.client) : RuleSwitches();
    const auto refuses = [](RuleAction action) { return action == RuleAction::Refuse; };
    return decide({.mode = m_options.mode,
                   .headless = m_options.headless,
                   .paused = isPaused(record.client),
                   .sessionIsPersons = submission.sessionIsPersons,
                   .waitingOfClient = waitingOfClient,
                   .grant = m_grants.covering(toCover(record), submission.findings),
                   .client = record.client,
                   .isReplay = submission.isReplay,
                   .tool = record.tool,
                   .packagesUnasked = packagesUnasked(record),
                   .findingsPending = !submission.findings.isSettled(),
                   .rulesMayRefuse = std::ranges::any_of(switches, refuses),
                   .rules = judge(submission.findings, switches, submission.disabledRules),
                   .clientRules = m_rules.value(record.client),
                   .usage = usage});
}

QFuture<Outcome> Queue::submit(const Submission &submission)
{
    const Transaction transaction(*this);
    const ApprovalRecord &record = submission.record;
    const auto ready = [&record](const Verdict &verdict, const std::optional<Grant> &grant = {}) {
        const bool allow = verdict.kind == Verdict::Kind::Allow;
        Outcome outcome{allow ? DecisionKind::Allow : DecisionKind::Deny, verdict.by,
                        grant ? grant->scope : Scope::ThisRun, verdict.reason, record.digest()};
        if (grant)
            outcome.grant = grant->id;
        return QtFuture::makeReadyValueFuture(outcome);
    };
    if (findWaiting(submission.run)) {
        qCWarning(lcApproval) << "run submitted twice" << submission.run.toString();
        return ready({Verdict::Kind::Deny, DecisionBy::Policy,
                      QStringLiteral("This run waits for the person already.")});
    }
    remove(submission.run);
    const auto waiting =
        waitingIf([&record](const Entry &entry) { return entry.record().client == record.client; });
    const Usage usage = m_budgets.usage(record.client, m_rules.value(record.client).budget);
    const Verdict verdict = verdictFor(submission, static_cast<int>(waiting.size()), usage);
    if (verdict.kind == Verdict::Kind::Deny) {
        qCWarning(lcApproval) << submission.run.toString() << "denied:" << verdict.reason;
        return ready(verdict);
    }
    m_budgets.asked(record.client);
    if (verdict.kind == Verdict::Kind::Allow) {
        const auto grant = verdict.by == DecisionBy::Grant
                               ? m_grants.covering(toCover(record), submission.findings)
                               : std::optional<qint64>();
        const auto permission = grant ? m_grants.find(*grant) : std::nullopt;
        if (grant)
            useGrant(*grant);
        if (m_options.mode == Mode::Allow)
            qCWarning(lcApproval) << submission.run.toString() << "allowed by --approve allow";
        remember(submission.run, record, submission.findings);
        return ready(verdict, permission);
    }
    auto promise = std::make_shared<QPromise<Outcome>>();
    promise->start();
    enqueue(submission, verdict.kind == Verdict::Kind::Ask, promise);
    return promise->future();
}

void Queue::enqueue(const Submission &submission, bool shown, std::shared_ptr<QPromise<Outcome>> to)
{
    auto entry = std::make_unique<Entry>();
    entry->submission = submission;
    entry->digest = submission.record.digest();
    entry->title = titleOf(submission.record);
    entry->asked = m_clock.now();
    entry->left = m_options.approvalTime;
    entry->promise = std::move(to);
    m_entries.push_back(std::move(entry));
    if (shown)
        show(submission.run);
}

// New ones join at the end, those that were held too: nothing moves under the pointer.
void Queue::show(RunId run)
{
    const auto it = std::ranges::find(m_entries, run, &Entry::run);
    std::rotate(it, it + 1, m_entries.end());
    Entry &entry = *m_entries.back();
    entry.shown = true;
    entry.earlier = m_earlier.mostLike(entry.record());
    describe(entry);
    startClock(entry);
    later([this, run] { Q_EMIT requestAdded(run); });
}

QDateTime Queue::expiryFromNow() const
{
    return m_options.approvalTime ? m_clock.now().addMSecs(m_options.approvalTime->count())
                                  : QDateTime();
}

bool Queue::describe(Entry &entry) const
{
    const ApprovalRecord &record = entry.record();
    const KnownReach known = knownOf(record);
    const ReachNews news = known.newsIn(record, entry.submission.findings);
    const bool newHere = news.any() || !known.knowsTool(record.tool);
    const QString outside = m_grants.whyOutside(toCover(record), entry.submission.findings);
    const bool differs =
        newHere != entry.newHere || news != entry.news || outside != entry.outsideGrant;
    entry.newHere = newHere;
    entry.news = news;
    entry.outsideGrant = outside;
    return differs;
}

// Says only what really changed: a window may start its dead time anew at each change.
void Queue::describeAll()
{
    for (const auto &entry : m_entries) {
        if (entry->isWaiting() && entry->shown && describe(*entry))
            changed(*entry);
    }
}

void Queue::changed(const Entry &entry)
{
    if (entry.shown)
        later([this, run = entry.run()] { Q_EMIT requestChanged(run); });
}

Result<> Queue::checkOffer(const Entry &entry, Scope scope) const
{
    const bool once = m_options.onlyThisRun || isAskedEachTime(entry.record().client) ||
                      entry.submission.sessionIsPersons || entry.record().session.id.isNull() ||
                      scope == Scope::ExactCode ||
                      entry.submission.findings.state == FindingReport::State::Unavailable;
    if (once && scope != Scope::ThisRun)
        return fail(ErrorCode::InvalidArgument, tr("This request can be allowed once only."));
    return checkScope(entry.record(), scope);
}

bool Queue::offers(const Entry &entry, Scope scope) const
{
    return checkOffer(entry, scope).has_value();
}

PendingRequest Queue::snapshot(const Entry &entry) const
{
    PendingRequest request;
    request.run = entry.run();
    request.state = entry.state;
    request.record = entry.record();
    request.digest = entry.digest;
    request.findings = entry.submission.findings;
    request.clientLabel = entry.submission.clientLabel;
    request.clientClaims = entry.submission.clientClaims;
    request.title = entry.title;
    request.asked = entry.asked;
    if (entry.deadline)
        request.expires = m_clock.now().addMSecs((*entry.deadline - m_clock.monotonic()).count());
    request.newHere = entry.newHere;
    request.known = knownOf(entry.record());
    request.outsideGrant = entry.outsideGrant;
    request.sessionScopeOffered = offers(entry, Scope::ThisSession);
    request.clientScopesOffered = offers(entry, Scope::ClientHalfHour);
    request.earlier = entry.earlier;
    request.present = entry.submission.present;
    request.packages = entry.submission.packages;
    return request;
}

QList<PendingRequest> Queue::requests() const
{
    QList<PendingRequest> shown;
    for (const auto &entry : m_entries) {
        if (entry->shown)
            shown.append(snapshot(*entry));
    }
    return shown;
}

std::optional<PendingRequest> Queue::request(RunId run) const
{
    const Entry *entry = find(run);
    return entry && entry->shown ? std::optional(snapshot(*entry)) : std::nullopt;
}

int Queue::heldCount() const
{
    return static_cast<int>(std::ranges::count(m_entries, false, &Entry::shown));
}

Result<> Queue::rebind(RunId run, const ApprovalRecord &record)
{
    const Transaction transaction(*this);
    Entry *entry = findWaiting(run);
    if (!entry || expireIfDue(*entry))
        return fail(ErrorCode::NotFound, QStringLiteral("This run does not wait for a decision."));
    const ApprovalRecord &old = entry->record();
    if (old.client != record.client || old.session.id != record.session.id ||
        old.tool != record.tool)
        return fail(ErrorCode::InvalidArgument,
                    QStringLiteral("A request keeps its client, session and tool."));
    const QString digest = record.digest();
    if (digest == entry->digest)
        return {};
    entry->submission.record = record;
    entry->digest = digest;
    entry->edit.reset();
    entry->title = titleOf(record);
    entry->earlier = m_earlier.mostLike(record);
    describe(*entry);
    changed(*entry);
    return {};
}

void Queue::setFindings(RunId run, const FindingReport &report)
{
    const Transaction transaction(*this);
    Entry *entry = findWaiting(run);
    if (!entry || entry->submission.findings.isSettled() || expireIfDue(*entry))
        return;
    entry->submission.findings = report;
    describe(*entry);
    changed(*entry);
    review(*entry);
}

bool Queue::isAskedEachTime(const ClientId &client) const
{
    return m_rules.value(client).onlyThisRun;
}

void Queue::setRules(const ClientId &client, const ClientRules &rules)
{
    const Transaction transaction(*this);
    const bool wasAskedEachTime = isAskedEachTime(client);
    if (rules == ClientRules())
        m_rules.remove(client);
    else
        m_rules.insert(client, rules);
    if (rules.onlyThisRun == wasAskedEachTime)
        return;
    // A permission that does not count must not stand in the list.
    if (rules.onlyThisRun)
        grantsEnded(m_grants.endClient(client));
    for (const auto &entry : m_entries) { // their scopes are others now
        if (entry->isWaiting() && entry->record().client == client)
            changed(*entry);
    }
}

void Queue::noteExecution(const ClientId &client, milliseconds time)
{
    if (time.count() > 0)
        m_budgets.executed(client, time);
}

// ---- Time

void Queue::startClock(Entry &entry)
{
    if (!entry.left || entry.deadline)
        return;
    entry.deadline = m_clock.monotonic() + *entry.left;
    entry.timer = m_clock.after(*entry.left, this, [this, run = entry.run()] { onTimer(run); });
}

void Queue::stopClock(Entry &entry)
{
    if (!entry.deadline)
        return;
    entry.left = std::max(*entry.deadline - m_clock.monotonic(), milliseconds(0));
    entry.deadline.reset();
    entry.timer.reset();
}

void Queue::onTimer(RunId run)
{
    const Transaction transaction(*this);
    Entry *entry = findWaiting(run);
    if (!entry || !entry->timer)
        return;
    entry->timer.release()->deleteLater(); // it is calling just now
    if (expireIfDue(*entry))
        return;
    stopClock(*entry);
    startClock(*entry);
}

// Also asked before every answer: a timer that comes late must not let a late answer through.
bool Queue::expireIfDue(Entry &entry)
{
    if (!entry.deadline || m_clock.monotonic() < *entry.deadline)
        return false;
    resolve(entry, {DecisionKind::Expire, DecisionBy::Clock, Scope::ThisRun, {}, entry.digest});
    leaveListed(entry, PendingRequest::State::Expired);
    return true;
}

Result<> Queue::keepWaiting(RunId run)
{
    const Transaction transaction(*this);
    Entry *entry = findWaiting(run);
    if (!entry || !entry->shown || expireIfDue(*entry))
        return fail(ErrorCode::Conflict, tr("This request is no longer waiting."));
    const bool running = entry->deadline.has_value();
    stopClock(*entry);
    if (entry->left)
        *entry->left += limits::keepWaitingStep;
    if (running)
        startClock(*entry);
    changed(*entry);
    return {};
}

void Queue::setApprovalTime(std::optional<milliseconds> time)
{
    m_options.approvalTime = time;
}

// ---- Deciding

Result<Queue::Entry *> Queue::entryToAnswer(RunId run, const QString &digest)
{
    Entry *entry = findWaiting(run);
    if (!entry || !entry->shown || expireIfDue(*entry))
        return fail(ErrorCode::Conflict, tr("This request is no longer waiting."));
    if (digest != entry->digest)
        return fail(ErrorCode::Conflict,
                    tr("This request changed after it was shown. Look at it again."));
    return entry;
}

Result<> Queue::answer(RunId run, const QString &digest, const Answer &answer)
{
    const Transaction transaction(*this);
    const auto entry = entryToAnswer(run, digest);
    if (!entry)
        return std::unexpected(entry.error());
    return answer.allow ? allow(**entry, answer) : deny(**entry, answer);
}

// What is allowed: the record, or what the person made of it.
Result<ApprovalRecord> Queue::recordOf(const Entry &entry, const Answer &answer) const
{
    ApprovalRecord record = entry.record();
    if ((answer.code || answer.mode) && answer.scope != Scope::ThisRun)
        return fail(ErrorCode::InvalidArgument,
                    tr("What was changed by hand can be allowed once only."));
    if (answer.mode) {
        if (record.tool != folderRequestTool || record.reach.mounts.size() != 1)
            return fail(ErrorCode::InvalidArgument, tr("This request is not for a folder."));
        record.reach.mounts.first().mode = *answer.mode;
    }
    if (!answer.code)
        return record;
    if (record.tool != u"run_python" && record.tool != u"run_code")
        return fail(ErrorCode::InvalidArgument, tr("Only code can be edited before it runs."));
    if (answer.code->size() > limits::maxCodeBytes)
        return fail(ErrorCode::LimitExceeded, tr("The code is longer than 1 MiB."));
    if (answer.code->contains('\0') || !answer.code->isValidUtf8())
        return fail(ErrorCode::InvalidArgument, tr("The code has characters that cannot be sent."));
    record.code = *answer.code;
    return record;
}

QFuture<Result<FindingReport>> Queue::readEdited(RunId run, const QString &digest,
                                                 const QByteArray &code)
{
    const Transaction transaction(*this);
    const auto ready = [](const Result<FindingReport> &result) {
        return QtFuture::makeReadyValueFuture(result);
    };
    const auto entry = entryToAnswer(run, digest);
    if (!entry)
        return ready(std::unexpected(entry.error()));
    const auto record = recordOf(**entry, {.allow = true, .code = code});
    if (!record)
        return ready(std::unexpected(record.error()));
    (*entry)->edit.reset();
    if (!m_reader || (*entry)->submission.findings.state == FindingReport::State::NotCode) {
        editedWasRead(run, digest, code, FindingReport::notCode());
        return ready(FindingReport::notCode());
    }
    return m_reader(run, *record)
        .then(this, [this, run, digest, code,
                     disabled = (*entry)->submission.disabledRules](const FindingReport &read) {
            const FindingReport report = withDisabledNote(read, disabled);
            editedWasRead(run, digest, code, report);
            return Result<FindingReport>(report);
        });
}

void Queue::editedWasRead(RunId run, const QString &digest, const QByteArray &code,
                          const FindingReport &report)
{
    if (Entry *entry = findWaiting(run); entry && entry->digest == digest)
        entry->edit = Entry::Edit{code, report};
}

// The person's own rules hold for what they type, too.
Result<> Queue::checkEdit(const Entry &entry, const QByteArray &code) const
{
    const Submission &submission = entry.submission;
    if (code == entry.record().code || submission.findings.state == FindingReport::State::NotCode)
        return {};
    if (!entry.edit || entry.edit->code != code)
        return fail(ErrorCode::Conflict, tr("The edited code is still being looked at."));
    const RuleSwitches switches =
        m_options.rules ? m_options.rules(entry.record().client) : RuleSwitches();
    const RuleVerdict verdict = judge(entry.edit->findings, switches, submission.disabledRules);
    if (verdict.action == RuleAction::Refuse)
        return fail(ErrorCode::Denied,
                    tr("Your rules refuse what the edited code does: %1").arg(verdict.reason));
    return {};
}

Result<> Queue::allow(Entry &entry, const Answer &answer)
{
    if (!entry.submission.findings.isSettled())
        return fail(ErrorCode::Conflict, tr("The code is still being looked at."));
    if (const auto offered = checkOffer(entry, answer.scope); !offered)
        return offered;
    const auto decided = recordOf(entry, answer);
    if (!decided)
        return std::unexpected(decided.error());
    if (const auto read = checkEdit(entry, decided->code); !read)
        return read;
    const RunId run = entry.run();
    const QString label = entry.submission.clientLabel;
    const FindingReport findings = entry.submission.findings;
    Outcome outcome{DecisionKind::Allow, DecisionBy::Person, answer.scope, {}, decided->digest()};
    if (decided->code != entry.record().code)
        outcome.code = decided->code;
    if (outcome.code && entry.edit)
        outcome.findings = entry.edit->findings;
    outcome.mode = answer.mode;
    resolve(entry, outcome);
    remove(run);
    remember(run, *decided, outcome.findings.value_or(findings));
    if (answer.scope != Scope::ThisRun) {
        m_grants.add(*decided, label, answer.scope, findings);
        watchGrantTimes();
        later([this] { Q_EMIT grantsChanged(); });
        applyGrants();
    }
    describeAll();
    return {};
}

Result<> Queue::deny(Entry &entry, const Answer &answer)
{
    if (answer.note.size() > limits::maxNoteChars)
        return fail(ErrorCode::InvalidArgument,
                    tr("A note has at most %1 characters.").arg(limits::maxNoteChars));
    const ClientId client = entry.record().client;
    resolve(entry,
            {DecisionKind::Deny, DecisionBy::Person, Scope::ThisRun, answer.note, entry.digest});
    remove(entry.run());
    if (answer.pauseClient)
        setPaused(client, true);
    return {};
}

void Queue::allowByGrant(Entry &entry, qint64 grant)
{
    const auto permission = m_grants.find(grant);
    useGrant(grant);
    remember(entry.run(), entry.record(), entry.submission.findings);
    resolve(entry, {DecisionKind::Allow,
                    DecisionBy::Grant,
                    permission ? permission->scope : Scope::ThisSession,
                    {},
                    entry.digest,
                    grant});
    remove(entry.run());
}

void Queue::useGrant(qint64 grant)
{
    const auto permission = m_grants.find(grant);
    if (m_grants.use(grant))
        later([this, grant] { Q_EMIT grantToReview(grant); });
    if (permission && permission->scope == Scope::ExactCode)
        later([this] { Q_EMIT lastingGrantsChanged(); });
    later([this] { Q_EMIT grantsChanged(); });
}

void Queue::watchGrantTimes()
{
    m_grantTimer.reset();
    const auto next = m_grants.nextEnd();
    if (next)
        m_grantTimer = m_clock.after(std::max(*next - m_clock.monotonic(), milliseconds(0)), this,
                                     [this] { endOverdueGrants(); });
}

void Queue::endOverdueGrants()
{
    const Transaction transaction(*this);
    if (m_grantTimer)
        m_grantTimer.release()->deleteLater(); // it is calling just now
    grantsEnded(m_grants.endOverdue());
    watchGrantTimes();
}

// After the person permitted more: what waits and is covered now need not be asked.
void Queue::applyGrants()
{
    for (const RunId run : waitingIf([](const Entry &) { return true; })) {
        Entry *entry = findWaiting(run);
        if (entry && !expireIfDue(*entry))
            review(*entry);
    }
}

// Judges a waiting request anew.
void Queue::review(Entry &entry)
{
    // Its own place among the waiting, and in the budget, is taken already.
    const Verdict verdict = verdictFor(entry.submission, 0, {});
    const auto grant = m_grants.covering(toCover(entry.record()), entry.submission.findings);
    if (verdict.kind == Verdict::Kind::Allow && verdict.by == DecisionBy::Grant && grant)
        allowByGrant(entry, *grant);
    else if (verdict.kind == Verdict::Kind::Allow) {
        remember(entry.run(), entry.record(), entry.submission.findings);
        resolve(entry, {DecisionKind::Allow, verdict.by, Scope::ThisRun, {}, entry.digest});
        remove(entry.run());
    } else if (verdict.kind == Verdict::Kind::Deny) {
        resolve(entry,
                {DecisionKind::Deny, verdict.by, Scope::ThisRun, verdict.reason, entry.digest});
        remove(entry.run());
    } else if (verdict.kind == Verdict::Kind::Ask && !entry.shown)
        show(entry.run());
}

void Queue::withdraw(RunId run, const QString &note)
{
    const Transaction transaction(*this);
    if (Entry *entry = findWaiting(run); entry && !expireIfDue(*entry))
        takeBack(*entry, note);
}

void Queue::decline(RunId run, const QString &reason)
{
    const Transaction transaction(*this);
    Entry *entry = findWaiting(run);
    if (!entry || expireIfDue(*entry))
        return;
    resolve(*entry,
            {DecisionKind::Deny, DecisionBy::Client, Scope::ThisRun, reason, entry->digest});
    remove(run);
}

void Queue::takeBack(Entry &entry, const QString &note)
{
    resolve(entry,
            {DecisionKind::TakeBack, DecisionBy::Client, Scope::ThisRun, note, entry.digest});
    leaveListed(entry, PendingRequest::State::TakenBack);
}

void Queue::resolve(Entry &entry, Outcome outcome)
{
    stopClock(entry);
    later([promise = std::exchange(entry.promise, nullptr), outcome = std::move(outcome)] {
        promise->addResult(outcome);
        promise->finish();
    });
}

// The sentence that says what became of it stays in view. What was never shown needs none.
void Queue::leaveListed(Entry &entry, PendingRequest::State state)
{
    entry.state = state;
    if (!entry.shown) {
        remove(entry.run());
        return;
    }
    changed(entry);
    trimListed();
}

void Queue::trimListed()
{
    QList<RunId> listed;
    for (const auto &entry : m_entries) {
        if (!entry->isWaiting())
            listed.append(entry->run());
    }
    for (qsizetype i = 0; i < listed.size() - limits::maxUnansweredListed; ++i)
        remove(listed[i]);
}

void Queue::remove(RunId run)
{
    const auto it = std::ranges::find(m_entries, run, &Entry::run);
    if (it == m_entries.end())
        return;
    if ((*it)->shown)
        later([this, run] { Q_EMIT requestRemoved(run); });
    m_entries.erase(it);
}

void Queue::dismiss(RunId run)
{
    const Transaction transaction(*this);
    if (const Entry *entry = find(run); entry && !entry->isWaiting())
        remove(run);
}

// ---- What was allowed before

void Queue::remember(RunId run, const ApprovalRecord &record, const FindingReport &findings)
{
    m_earlier.add(record, run, m_clock.now());
    if (!record.session.id.isNull())
        m_known[record.session.id][record.client].add(record, findings);
}

KnownReach Queue::knownOf(const ApprovalRecord &record) const
{
    return m_known.value(record.session.id).value(record.client);
}

QList<Grant> Queue::grants() const
{
    return m_grants.all();
}

void Queue::grantsEnded(const QList<qint64> &ended)
{
    if (ended.isEmpty())
        return;
    for (const qint64 grant : ended)
        later([this, grant] { Q_EMIT grantRevoked(grant); });
    later([this] { Q_EMIT grantsChanged(); });
    later([this] { Q_EMIT lastingGrantsChanged(); });
    describeAll();
}

void Queue::revoke(qint64 grant)
{
    const Transaction transaction(*this);
    grantsEnded(m_grants.end(grant));
}

void Queue::revokeAll()
{
    const Transaction transaction(*this);
    grantsEnded(m_grants.endAll());
}

Result<> Queue::allowAlways(const ApprovalRecord &record, const QString &clientLabel)
{
    const Transaction transaction(*this);
    if (isAskedEachTime(record.client))
        return fail(ErrorCode::Denied,
                    tr("You set that %1 is asked each time. Change that in Clients first.")
                        .arg(clientLabel));
    if (const auto possible = checkScope(record, Scope::ExactCode); !possible)
        return possible;
    m_grants.add(record, clientLabel, Scope::ExactCode);
    later([this] { Q_EMIT lastingGrantsChanged(); });
    later([this] { Q_EMIT grantsChanged(); });
    applyGrants();
    describeAll();
    return {};
}

void Queue::restoreGrant(const Grant &grant)
{
    const Transaction transaction(*this);
    m_grants.restore(grant);
    later([this] { Q_EMIT grantsChanged(); });
}

void Queue::mountLoosened(const QString &name)
{
    const Transaction transaction(*this);
    grantsEnded(m_grants.endMount(name));
}

void Queue::sessionClosed(const SessionId &session)
{
    const Transaction transaction(*this);
    grantsEnded(m_grants.endSession(session));
    m_known.remove(session);
    m_earlier.forget(session);
    const auto runs =
        waitingIf([&session](const Entry &entry) { return entry.record().session.id == session; });
    for (const RunId run : runs)
        withdraw(run, QStringLiteral("Its session was closed."));
}

void Queue::clientRevoked(const ClientId &client)
{
    const Transaction transaction(*this);
    grantsEnded(m_grants.endClient(client));
    const auto runs =
        waitingIf([&client](const Entry &entry) { return entry.record().client == client; });
    for (const RunId run : runs)
        withdraw(run, QStringLiteral("The client's key was revoked."));
}

void Queue::clientGone(const ClientId &client)
{
    const Transaction transaction(*this);
    m_budgets.forget(client);
    if (m_paused.remove(client))
        later([this] { Q_EMIT pausedChanged(); });
}

// ---- Pause

bool Queue::isPaused(const ClientId &client) const
{
    return m_allPaused || m_paused.contains(client);
}

void Queue::setClientPaused(const ClientId &client, bool paused)
{
    setPaused(client, paused);
}

void Queue::setPaused(const ClientId &client, bool paused)
{
    const Transaction transaction(*this);
    if (m_paused.contains(client) == paused)
        return;
    if (paused)
        m_paused.insert(client);
    else
        m_paused.remove(client);
    later([this] { Q_EMIT pausedChanged(); });
    applyPause();
}

void Queue::setAllPaused(bool paused)
{
    const Transaction transaction(*this);
    if (m_allPaused == paused)
        return;
    m_allPaused = paused;
    later([this] { Q_EMIT pausedChanged(); });
    applyPause();
}

void Queue::applyPause()
{
    for (const RunId run : waitingIf([](const Entry &) { return true; })) {
        Entry *entry = findWaiting(run);
        if (!entry || expireIfDue(*entry))
            continue;
        const bool ran = entry->deadline.has_value();
        const bool paused = isPaused(entry->record().client);
        if (paused)
            stopClock(*entry);
        else if (entry->shown)
            startClock(*entry);
        if (ran != entry->deadline.has_value())
            changed(*entry);
        if (!paused)
            review(*entry); // may end it
    }
}

void Queue::setOnlyThisRun(bool only)
{
    const Transaction transaction(*this);
    if (std::exchange(m_options.onlyThisRun, only) == only)
        return;
    for (const auto &entry : m_entries) {
        if (entry->isWaiting())
            changed(*entry);
    }
}

} // namespace glovebox::approval
