// SPDX-License-Identifier: MIT
#pragma once

#include "base/runfacts.h"

namespace glovebox::ui {

// What the workbench says about one run (UI.md 3), from its facts alone.

// "Running 0:12 of 1:00", "Queued, next in sales-q3", "Error" …
QString stateLine(const RunFacts &facts, const QDateTime &now);
// "Allowed by you 10:43, this run only", or empty while undecided.
QString decisionLine(const RunFacts &facts);
// What the list's second line says besides the id: the session, or what went wrong.
QString outcomeText(const RunFacts &facts);
// Time that the run took, or takes so far: "0.8 s", "0:12"; empty while it has not begun.
QString durationText(RunState state, const QDateTime &started, qint64 executionMs,
                     const QDateTime &now);
// "1 file in sales", "3 files", "None".
QString touchedText(const QList<event::FileTouched> &files, bool written);
// One line for each touched file, for a tool tip.
QString touchedPaths(const QList<event::FileTouched> &files, bool written);
QString packagesText(const QList<event::PackageLoaded> &packages); // "None new", "lxml 6.0"
// Fraction of its time limit that a run has used, 0-1.
double usedTime(const RunFacts &facts, const QDateTime &now);

} // namespace glovebox::ui
