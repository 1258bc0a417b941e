// SPDX-License-Identifier: MIT
#pragma once

#include <base/desk.h>
#include <ui/models/asktexts.h>

// The sentences of UI.md 10 "Approval", so that window and tray say the same.
namespace glovebox::ui {

// "Session sales-q3 · r187 · asked 10:44:07 · code starts with “…” · calls itself “…”": what the
// client says is at the end, where it is elided first.
QString askLine(const PendingRequest &request);

QString spokenTime(std::chrono::seconds time); // "1 minute 42 seconds"
// Time left of a waiting request; nothing when it has no end.
std::optional<std::chrono::seconds> timeLeft(const PendingRequest &request, const QDateTime &now);

// Why a request no longer waits; empty while it does.
QString overSentence(const PendingRequest &request);
QString overIcon(const PendingRequest &request);

QStringList writableMounts(const Reach &reach); // read-write ones
// What read-write means for the named mounts; `undoKept`: before-images are kept.
QString readWriteSentence(const QStringList &mounts, bool undoKept);

// What the button does, for a request of `tool` (empty: a run).
QString allowWords(Scope scope, const QString &tool, const QStringList &writable);
// The language as KSyntaxHighlighting knows it; of what is written to a file by its name.
QString highlightName(const ApprovalRecord &record);

// One cell of the reach strip.
struct ReachCellText
{
    QString iconName;
    QString title;
    QString inCode; // what is read from the code
    QString atMost; // what the host enforces
    QString detail; // for the tool tip: one line for each folder or package
    // Nothing like it was allowed in this session before (UI.md 4.2).
    bool isNew = false;
};
// Reads, Writes, Packages, Network, Limits.
QList<ReachCellText> reachCells(const PendingRequest &request);
QString accessibleCell(const ReachCellText &cell);

} // namespace glovebox::ui
