// SPDX-License-Identifier: MIT
#pragma once

#include <QStringView>

namespace glovebox::ui {

// Columns that a character takes in a fixed font: 0 (combining, format), 1, or 2 (East Asian wide
// and full width, emoji), so that tables with Japanese line up (UI.md 2 "Type").
int columnsOf(char32_t character);
int columnsOf(QStringView text);

// The character that begins at `index`, and how many UTF-16 units it has. A lone surrogate is
// U+FFFD.
char32_t characterAt(QStringView text, qsizetype index, int *units);

} // namespace glovebox::ui
