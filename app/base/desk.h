// SPDX-License-Identifier: MIT
#pragma once

#include "runevent.h"

#include <QObject>

namespace glovebox {

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
    // Why a standing permission did not cover it, or empty.
    QString outsideGrant;
    // False where only "this run only" may be offered.
    bool sessionScopeOffered = true;
};

struct Answer
{
    bool allow = false;
    Scope scope = Scope::ThisRun;
    QString note = {};        // with a denial: the person's words for the model
    bool pauseClient = false; // with a denial
};

// A standing permission (UI.md 4.4).
struct Grant
{
    qint64 id = 0;
    ClientId client;
    QString clientLabel;
    SessionId session;
    QString sessionName;
    Reach reach;
    QDateTime since;
    QDateTime lastUsed;
    int used = 0;
    int maxRuns = 0;
    QString tool = {}; // the one tool that it covers
    // Kinds of notes that were seen in the allowed run: another kind is asked.
    QStringList kindsOfNotes = {};
};

// The queue of requests and the standing permissions, as windows see them. Implemented by
// app/approval.
class ApprovalDesk : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual QList<PendingRequest> requests() const = 0; // oldest first
    virtual QList<Grant> grants() const = 0;
    virtual bool isPaused(const ClientId &client) const = 0;

    // Answers exactly the request shown. Conflict when it is no longer waiting or its record is
    // not the one with `digest`: nothing is decided then.
    virtual Result<> answer(RunId run, const QString &digest, const Answer &answer) = 0;
    virtual Result<> keepWaiting(RunId run) = 0; // adds limits::keepWaitingStep
    virtual void dismiss(RunId run) = 0;         // of a request that is no longer waiting
    virtual void revoke(qint64 grant) = 0;
    virtual void revokeAll() = 0;

Q_SIGNALS:
    void requestAdded(glovebox::RunId run);
    void requestChanged(glovebox::RunId run);
    void requestRemoved(glovebox::RunId run);
    void grantsChanged();
    void pausedChanged();
};

} // namespace glovebox
