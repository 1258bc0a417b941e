// SPDX-License-Identifier: MIT
#pragma once

#include "runevent.h"

namespace glovebox {

// What the events of one run add up to. The one fold over the stream: windows, tools and exports
// all read a run's state from here.
struct RunFacts
{
    RunId run;
    qint64 lastSeq = 0;
    RunState state = RunState::PendingApproval;
    ApprovalRecord record;
    QString digest;
    QString clientLabel;
    QString clientClaims;
    QString title; // of the code: first comment or docstring line, else its first statement
    FindingReport findings; // pending until they are known
    QDateTime asked;
    QDateTime expires; // of the request; invalid: never
    std::optional<event::Decided> decision;
    // What the client had asked for, where the person edited it: `record` has what they allowed.
    std::optional<QByteArray> codeAsAsked;
    QDateTime decided;
    int queuePosition = 0; // while queued
    QString phase;         // text of the last Starting
    QDateTime started;     // execution began
    QDateTime ended;
    QString workerDigest; // of the code that the worker received
    qint64 outputLength = 0;
    QList<event::Display> displays;
    QString result;
    std::optional<event::Raised> raised;
    std::optional<event::Progress> progress;
    QList<event::FileTouched> files;
    QList<event::PackageLoaded> packages;
    std::optional<event::InputWanted> input; // while it waits for a line from the person
    bool sessionRestarted = false;           // it has a new interpreter; the variables are gone
    QString sessionNews; // why variables of earlier runs were gone when it began, or empty
    QString endReason;
    qint64 executionMs = 0;
    qint64 outputBytes = 0;
    qint64 outputBytesKept = 0;

    void apply(const RunEvent &event);

    // The code that ran is the code that was approved; unknown before it started.
    std::optional<bool> runsAsApproved() const;
};

// First comment or docstring line of `code`, else its first statement; at most 80 characters.
QString titleOfCode(const QByteArray &code);
// Of a request: its code's; without one the packages, the folder or the file that it is for.
QString titleOf(const ApprovalRecord &record);

} // namespace glovebox
