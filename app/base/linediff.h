// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace glovebox {

// A stretch of a row's text that differs from the other side.
struct DiffSpan
{
    int start = 0;
    int length = 0;

    bool operator==(const DiffSpan &) const = default;
};

// One row of a comparison by lines.
struct DiffRow
{
    enum class Kind { Same, Removed, Added };

    Kind kind = Kind::Same;
    int before = 0; // number of the line, from 1; 0 where that side has none
    int after = 0;
    QString text = {};
    QList<DiffSpan> changed = {}; // words that differ; empty when the whole line does

    bool operator==(const DiffRow &) const = default;
};

struct LineDiff
{
    QList<DiffRow> rows = {};
    int added = 0;
    int removed = 0;
    // The texts were too different to be compared line by line in reasonable time: what lies
    // between their common ends is shown as all old, then all new.
    bool isCoarse = false;
};

// Pairs of equal elements of two sequences, longest first found (Myers' O(ND)); given up past
// `maxEdits` insertions and deletions, when `complete` becomes false and only the common ends
// are paired. Elements are numbers that stand for equal content.
struct Alignment
{
    QList<std::pair<int, int>> pairs; // ascending in both
    bool complete = true;
};
Alignment align(const QList<int> &before, const QList<int> &after, int maxEdits = 2000);

// Lines end with a line feed; a carriage return before it belongs to the line.
LineDiff compareLines(const QString &before, const QString &after);

// What differs between two lines, by words; each side's stretches. Empty on both sides when the
// lines have less than a third in common: then marks would only confuse.
std::pair<QList<DiffSpan>, QList<DiffSpan>> compareWords(const QString &before,
                                                         const QString &after);

} // namespace glovebox
