// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/desk.h"
#include "budget.h"
#include "earliercodes.h"
#include "grants.h"
#include "policy.h"

#include <QFuture>
#include <QHash>
#include <QPromise>
#include <QSet>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace glovebox::approval {

// What came of a request.
struct Outcome
{
    DecisionKind kind = DecisionKind::Deny;
    DecisionBy by = DecisionBy::Policy;
    Scope scope = Scope::ThisRun;
    QString note;                               // the person's words, or the policy's reason
    QString digest;                             // of the record that was decided
    std::optional<qint64> grant = {};           // that allowed it
    std::optional<QByteArray> code = {};        // as the person edited it: what runs
    std::optional<MountMode> mode = {};         // of a folder: as what it was given
    std::optional<FindingReport> findings = {}; // of the edited code

    bool operator==(const Outcome &) const = default;

    event::Decided toEvent() const { return {kind, by, scope, note, digest, code, mode}; }
    // `asked` as it was decided: with the code and the mode that the person chose. Its digest is
    // `digest`.
    ApprovalRecord applyTo(ApprovalRecord asked) const;
};

struct Submission
{
    RunId run;
    ApprovalRecord record;
    QString clientLabel;
    QString clientClaims; // a quotation
    bool sessionIsPersons = false;
    bool isReplay = false; // PolicyInput has it
    // Pending while it is worked out: `setFindings` follows.
    FindingReport findings = FindingReport::notCode();
    QStringList disabledRules = {};         // the call's `disable_validation`
    std::optional<QByteArray> present = {}; // of "write_file": what is there now
    QList<PlannedPackage> packages = {};    // of an install: for the person's eye
};

struct QueueOptions
{
    Mode mode = Mode::Ask;
    bool headless = false;
    // How long a request waits for the person; nullopt: for ever.
    std::optional<std::chrono::milliseconds> approvalTime = limits::defaultApprovalTime;
    // The setting 'offer only "this run"'.
    bool onlyThisRun = false;
    // What the findings of a client's code lead to.
    std::function<RuleSwitches(const ClientId &)> rules = {};
    // Whether the person's rules let this wheel in unasked; empty: none.
    std::function<bool(const PackagePin &)> isUnasked = {};
};

// All requests that wait for a person, and the standing permissions. Lives in one thread, never
// blocks and runs no event loop of its own. Signals and futures fire after the state is whole, in
// order, one after the other: a slot may call back, what follows from that comes later.
//
// Futures are cancelled when the queue is destroyed: nothing was decided then.
class Queue final : public ApprovalDesk
{
    Q_OBJECT

public:
    explicit Queue(Clock &clock, QueueOptions options = {}, QObject *parent = nullptr);
    ~Queue() override;

    // Decides at once by policy or standing permission, or lets the request wait. A run may be
    // submitted again after its record was loosened (DESIGN 4.6), not while it waits.
    QFuture<Outcome> submit(const Submission &submission);
    // When a request that is submitted now would expire; invalid: never. For event::Asked.
    QDateTime expiryFromNow() const;

    // The client took it back, its session closed … : nothing runs. No effect when decided.
    void withdraw(RunId run, const QString &note = {});
    // Somebody at the client said no: denied, and not by whoever sits here. No effect when decided.
    void decline(RunId run, const QString &reason);
    // Replaces the record of a waiting request; answers to the old one are void from now on.
    // NotFound when it does not wait.
    Result<> rebind(RunId run, const ApprovalRecord &record);

    // What the code of a waiting request seems to do; until then it cannot be allowed. Only the
    // first report counts: what the person looks at must not change under them.
    void setFindings(RunId run, const FindingReport &report);

    // What the person set for a client, for requests from now on.
    void setRules(const ClientId &client, const ClientRules &rules);
    // Counts against its budget.
    void noteExecution(const ClientId &client, std::chrono::milliseconds time);
    // A permission of Scope::ExactCode from before this process.
    void restoreGrant(const Grant &grant);

    // Facts from elsewhere that end permissions, and requests with them.
    void sessionClosed(const SessionId &session);
    void clientRevoked(const ClientId &client);
    // Its last key ended: nothing of it is kept. One whose key was changed stays paused, and what
    // it used of its budget stays used.
    void clientGone(const ClientId &client);
    void mountLoosened(const QString &name);

    // Requests of paused clients are held unshown; those on the screen stay there, can be
    // decided, and do not expire until the pause ends.
    void setPaused(const ClientId &client, bool paused);
    void setClientPaused(const ClientId &client, bool paused) override;
    void setAllPaused(bool paused);
    bool allPaused() const { return m_allPaused; }

    // Reads code that the person edited, as it reads what is asked. A reading is cancelled by the
    // next one of the same run. Empty: nothing is read.
    using Reader = std::function<QFuture<FindingReport>(RunId run, const ApprovalRecord &record)>;
    void setReader(Reader reader) { m_reader = std::move(reader); }

    // For requests from now on.
    void setApprovalTime(std::optional<std::chrono::milliseconds> time);
    void setOnlyThisRun(bool only);

    // Shown requests only, oldest first. `expires` is invalid while the clock does not run.
    QList<PendingRequest> requests() const override;
    std::optional<PendingRequest> request(RunId run) const override;
    int heldCount() const; // unshown, of paused clients
    QList<Grant> grants() const override;
    bool isPaused(const ClientId &client) const override;

    Result<> answer(RunId run, const QString &digest, const Answer &answer) override;
    QFuture<Result<FindingReport>> readEdited(RunId run, const QString &digest,
                                              const QByteArray &code) override;
    Result<> keepWaiting(RunId run) override;
    void dismiss(RunId run) override;
    void revoke(qint64 grant) override;
    void revokeAll() override;
    Result<> allowAlways(const ApprovalRecord &record, const QString &clientLabel) override;

Q_SIGNALS:
    // A permission ended before it was used up. Runs that it allowed and that have not begun are
    // submitted again (UI.md 4.4); a running one may finish.
    void grantRevoked(qint64 grant);
    // Those of Scope::ExactCode changed: they are to be saved.
    void lastingGrantsChanged();

private:
    struct Entry;
    class Transaction;
    Entry *find(RunId run) const;
    Entry *findWaiting(RunId run) const;
    template <class Predicate>
    QList<RunId> waitingIf(Predicate predicate) const;
    Verdict verdictFor(const Submission &submission, int waitingOfClient, const Usage &usage) const;
    bool isAskedEachTime(const ClientId &client) const;
    bool packagesUnasked(const ApprovalRecord &record) const;
    ApprovalRecord toCover(const ApprovalRecord &record) const;
    Result<> checkOffer(const Entry &entry, Scope scope) const;
    bool offers(const Entry &entry, Scope scope) const;
    PendingRequest snapshot(const Entry &entry) const;

    void enqueue(const Submission &submission, bool shown, std::shared_ptr<QPromise<Outcome>> to);
    void show(RunId run);
    bool describe(Entry &entry) const;
    void describeAll();
    void changed(const Entry &entry);

    void startClock(Entry &entry);
    void stopClock(Entry &entry);
    void onTimer(RunId run);
    bool expireIfDue(Entry &entry);

    Result<Entry *> entryToAnswer(RunId run, const QString &digest);
    Result<ApprovalRecord> recordOf(const Entry &entry, const Answer &answer) const;
    void editedWasRead(RunId run, const QString &digest, const QByteArray &code,
                       const FindingReport &report);
    Result<> checkEdit(const Entry &entry, const QByteArray &code) const;
    Result<> allow(Entry &entry, const Answer &answer);
    void useGrant(qint64 grant);
    void watchGrantTimes();
    void endOverdueGrants();
    Result<> deny(Entry &entry, const Answer &answer);
    void allowByGrant(Entry &entry, qint64 grant);
    void applyGrants();
    void takeBack(Entry &entry, const QString &note);
    void resolve(Entry &entry, Outcome outcome);
    void leaveListed(Entry &entry, PendingRequest::State state);
    void remove(RunId run);
    void trimListed();
    void remember(RunId run, const ApprovalRecord &record, const FindingReport &findings);
    KnownReach knownOf(const ApprovalRecord &record) const;
    void grantsEnded(const QList<qint64> &ended);
    void applyPause();
    void review(Entry &entry);
    void later(std::function<void()> effect);
    void flush();

    Clock &m_clock;
    QueueOptions m_options;
    Reader m_reader;
    Grants m_grants;
    Budgets m_budgets;
    EarlierCodes m_earlier;
    QHash<ClientId, ClientRules> m_rules;
    std::unique_ptr<QObject> m_grantTimer;
    std::vector<std::unique_ptr<Entry>> m_entries; // oldest first
    QSet<ClientId> m_paused;
    bool m_allPaused = false;
    // What was allowed before, for "New here".
    QHash<SessionId, QHash<ClientId, KnownReach>> m_known;
    std::deque<std::function<void()>> m_effects;
    int m_depth = 0;
    bool m_flushing = false;
};

} // namespace glovebox::approval
