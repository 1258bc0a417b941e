// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"

#include <QByteArrayView>
#include <QString>

// Turning what Python wrote to a terminal into text that a language model reads well.
namespace glovebox::tools {

// Takes out escape sequences and control characters, also those that stand in each other, have no
// end or are written with one character (C1), and applies `\r` and `\b` as a terminal would: some
// clients print what they get on a terminal.
QString settledText(QStringView text);

// Decodes UTF-8 (invalid bytes become U+FFFD), settles the text, and shortens long data: URLs
// (failures.md 5).
QString plainTerminalText(QByteArrayView bytes);

// Shortens data: URLs of more than a few lines, also where their base64 is wrapped.
QString withoutLongDataUrls(const QString &text);

// Output that is larger than the budget: its beginning, an honest count, its end.
// `head` and `tail` are bytes from both ends of an output of `total` bytes; where they overlap or
// touch, nothing is left out. `where`: the address of the whole, or empty.
QString headAndTail(QByteArrayView head, QByteArrayView tail, qint64 total,
                    const QString &where = {});

// "0.8", "12.3", "61": seconds for the first line of a result.
QString secondsText(qint64 milliseconds);

// "idle", "busy", "retired" …
QString sessionStateName(SessionStatus::State state);

// What was changed, as a unified diff with three lines around each change.
QString unifiedDiff(const QString &before, const QString &after);

} // namespace glovebox::tools
