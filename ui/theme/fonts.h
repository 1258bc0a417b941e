// SPDX-License-Identifier: MIT
#pragma once

#include <QFont>
#include <QLocale>
#include <QStringList>

namespace glovebox::ui {

// Steps from the system's UI font (UI.md 2 "Type"), in pixels. Meta is never below 11 px.
enum class TextStep {
    Meta = -2,   // hints, meta
    Second = -1, // second lines
    Text = 0,
    Title = 2, // semibold
    Empty = 9, // heading of an empty state
};

QFont textFont(TextStep step = TextStep::Text, QFont::Weight weight = QFont::Normal);
// Figures of one width, for times and counts that change in place.
QFont tabular(QFont font);

// A fixed font whose wide characters take two columns: 12.5 px (a line of it is 19 px high).
QFont codeFont();
// What the person chose instead: a family that goes before the usual ones (empty: none), and a size
// in pixels. Widgets that are there follow at once.
void setCodeFont(const QString &family, double pixels);
// Its families in order of preference for a locale, without the system's fixed font.
QStringList codeFamilies(const QLocale &locale);

} // namespace glovebox::ui
