// SPDX-License-Identifier: MIT
#pragma once

#include "knownreach.h"
#include "packageplan.h"
#include "runevent.h"

#include <QFuture>
#include <QObject>

namespace glovebox {

// Code that was allowed before, to compare with (UI.md 4.3).
struct EarlierCode
{
    RunId run;
    QDateTime allowed;
    QByteArray code;

    bool operator==(const EarlierCode &) const = default;
};

// A request as the person sees it.
struct PendingRequest
{
    enum class State {
        Waiting,   // can be decided
        Expired,   // nobody answered in time: shown until dismissed
        TakenBack, // the client withdrew it: shown until dismissed
    };

    RunId run;
    State state = State::Waiting;
    ApprovalRecord record;
    QString digest; // of the record; an answer must name it
    // What the code seems to do. While it is pending, nothing can be allowed (UI.md 4.5).
    FindingReport findings;
    QString clientLabel;
    QString clientClaims; // a quotation
    QString title;
    QDateTime asked;
    QDateTime expires; // invalid: never, or its clock is stopped while the client is paused
    // Nothing like it was allowed in this session before (UI.md 4.2).
    bool newHere = true;
    // What was: each cell of the reach that goes beyond it is marked as new.
    KnownReach known = {};
    // Why a standing permission did not cover it, or empty.
    QString outsideGrant;
    // False where only "this run only" may be offered.
    bool sessionScopeOffered = true;
    // Whether the scopes of the client may be offered too (UI.md 4.4).
    bool clientScopesOffered = true;
    // The allowed run of the same session that is most like it, if any.
    std::optional<EarlierCode> earlier = {};
    // Of "write_file": what is there now; absent: nothing, or it cannot be shown.
    std::optional<QByteArray> present = {};
    // Of a request that installs: what is to be installed, in the order of the table.
    QList<PlannedPackage> packages = {};
};

struct Answer
{
    bool allow = false;
    Scope scope = Scope::ThisRun;
    QString note = {};        // with a denial: the person's words for the model
    bool pauseClient = false; // with a denial
    // With an allowance of this run only: the code as the person edited it.
    std::optional<QByteArray> code = {};
    // With an allowance of a folder: as what it is given.
    std::optional<MountMode> mode = {};
};

// A standing permission (UI.md 4.4).
struct Grant
{
    qint64 id = 0;
    ClientId client;
    QString clientLabel;
    SessionId session; // null: all sessions of the client
    QString sessionName;
    Reach reach;
    QDateTime since;
    QDateTime lastUsed;
    int used = 0;
    int maxRuns = 0; // 0: as often as asked
    Scope scope = Scope::ThisSession;
    QDateTime until = {}; // invalid: no time of its own
    // What it lets run: nothing, Python, or one other runtime. Writing a file or loading a package
    // within the reach needs none.
    enum class Runs { Nothing, Python, Runtime } runs = Runs::Python;
    QString runtime = {};
    // Kinds of notes that were seen in the allowed run: another kind is asked.
    QStringList kindsOfNotes = {};
    QString digest = {}; // of Scope::ExactCode: of the one code and its input
};

// The queue of requests and the standing permissions, as windows see them. Implemented by
// app/approval.
class ApprovalDesk : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual QList<PendingRequest> requests() const = 0; // oldest first
    virtual std::optional<PendingRequest> request(RunId run) const;
    virtual QList<Grant> grants() const = 0;
    virtual bool isPaused(const ClientId &client) const = 0;

    // Answers exactly the request shown. Conflict when it is no longer waiting or its record is
    // not the one with `digest`: nothing is decided then.
    virtual Result<> answer(RunId run, const QString &digest, const Answer &answer) = 0;
    // What `code`, which the person made of the request's, seems to do (UI.md 4.5): only code that
    // was read like this can be allowed. A sentence for the person when it cannot be taken at all;
    // cancelled when the request is gone first, or other code of it is asked about.
    virtual QFuture<Result<FindingReport>> readEdited(RunId run, const QString &digest,
                                                      const QByteArray &code) = 0;
    virtual Result<> keepWaiting(RunId run) = 0; // adds limits::keepWaitingStep
    virtual void dismiss(RunId run) = 0;         // of a request that is no longer waiting
    virtual void revoke(qint64 grant) = 0;
    virtual void revokeAll() = 0;
    // "Exactly this code, always" (UI.md 4.4): for a record that was allowed before, from the
    // journal. Conflict with what such a permission cannot cover, in words for the person.
    virtual Result<> allowAlways(const ApprovalRecord &record, const QString &clientLabel) = 0;
    virtual void setClientPaused(const ClientId &client, bool paused) = 0;

Q_SIGNALS:
    void requestAdded(glovebox::RunId run);
    void requestChanged(glovebox::RunId run);
    void requestRemoved(glovebox::RunId run);
    void grantsChanged();
    // A permission was used limits::grantReviewRuns times: the person may want to end it.
    void grantToReview(qint64 grant);
    void pausedChanged();
};

} // namespace glovebox
