// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"
#include "base/runstate.h"

#include <QString>

// The words of UI.md 10 that models share, so that one thing has one name everywhere.
namespace glovebox::ui {

QString stateWord(RunState state);        // "Waiting for you", "Timed out" …
QString modeWord(MountMode mode);         // "Read-only", "Staged", "Read-write"
QString clockText(qint64 seconds);        // "0:12", "12:03", "1:02:03"
QString secondsText(qint64 ms);           // "0.8 s"
QString timeOfDay(const QDateTime &time); // "10:43", local
// Days as the language writes them: "14 Sep", "14 Sep 10:47", "14 Sep 2026 10:47:12"; local time.
QString dayText(const QDate &day);
QString dayAndTime(const QDateTime &time);
QString wholeTime(const QDateTime &time);
QString momentText(const QDateTime &time); // the time alone of today; "never"
QString memoryText(qint64 bytes);          // "214 MB", "1 GB"; steps of 1024
// "A · B": the one way in which short facts are set side by side.
QString sideBySide(const QString &a, const QString &b);

// The names of Lucide icons (UI.md 2).
QString stateIcon(RunState state);
QString modeIcon(MountMode mode);

// Text of a client for a tool tip. Tool tips take what looks like HTML for HTML, and a quotation
// is never markup (UI.md 1.8).
QString quotedToolTip(const QString &text);

// A path as people write it: "~/Documents" below the home folder.
QString shortPath(const QString &path);

// What is compared when a person filters: full and half width, upper and lower case are one.
QString searchKey(const QString &text);

} // namespace glovebox::ui
