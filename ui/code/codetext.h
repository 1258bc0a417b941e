// SPDX-License-Identifier: MIT
#pragma once

#include "unseen.h"

#include <QByteArray>
#include <QSet>

#include <vector>

namespace glovebox::ui {

// A character shown by its number. Positions are in the row's shown text.
struct CodeBox
{
    int start = 0;
    int length = 0;
    int sourceLength = 1;
    Unseen kind = Unseen::Invisible;
};

// One row as it is shown: a line, a part of a very long line, or a folded blank stretch.
struct CodeRow
{
    QString text;
    int line = 1;              // number of the line in the code, from 1
    bool begins = true;        // the row begins its line (and shows the number)
    int blankLines = 0;        // above 0: it stands for that many blank lines
    qsizetype sourceStart = 0; // in CodeText::source
    QList<CodeBox> boxes;

    // Position in the source of a position in this row's text.
    qsizetype sourcePosition(int column) const;
};

// Code made ready to be shown. Nothing of it is left out: long lines are cut into rows, blank
// stretches fold and open again, and unseen characters get a name.
struct CodeText
{
    QString source;
    std::vector<CodeRow> rows;
    int lines = 0;
    int unseen = 0;         // number of boxes
    QList<int> unseenLines; // lines that have boxes

    // Rows from `first` to before `last`, joined by line feeds.
    QString shown(size_t first, size_t last) const;
    bool hasLongLines = false;
};

inline constexpr int longestRow = 2000;       // characters (UI.md 4.3)
inline constexpr int longestBlankStretch = 8; // lines (UI.md 4.3)

// Lines end as in Python: line feed, carriage return, or both. `unfolded` are first lines of
// blank stretches that the person opened.
CodeText prepareCode(const QByteArray &code, const QSet<int> &unfolded = {});

} // namespace glovebox::ui
