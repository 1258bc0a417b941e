// SPDX-License-Identifier: MIT
#pragma once

#include "base/journaldesk.h"

#include <QList>

namespace glovebox::ui {

// What the journal says of one run (UI.md 6 "Journal"), from what is recorded alone.

// "You", "Permission", "Own run" …; empty while undecided.
QString deciderWord(const std::optional<JournalDecider> &decider);
QString deciderName(JournalDecider decider);
// "in output", "in code" …; empty when nothing was looked for.
QString placeWord(JournalRow::Place place);
QString formatName(JournalFormat format);
QString formatSuffix(JournalFormat format);

// One line of "What happened".
struct JournalEntry
{
    // How it is painted; the words say the same.
    enum class Tone { Plain, Live, Good, Bad, Wait };

    QDateTime time;
    QString iconName;
    Tone tone = Tone::Plain;
    QString text;
    QString detail = {}; // more of it, for a second line

    bool operator==(const JournalEntry &) const = default;
};
// In the order in which it happened; files and packages are told together.
QList<JournalEntry> whatHappened(const JournalRun &run);

// Everything a run gave back, for comparing two of them: output, value, error.
QString comparableOutput(const RunFacts &facts, const QByteArray &output);

} // namespace glovebox::ui
