// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QString>
#include <QStringView>

// Characters that would let code look like something else than it is (UI.md 4.3): they are shown
// as boxes with their number.
namespace glovebox::ui {

enum class Unseen {
    Invisible, // takes no room, or looks like a plain space
    Direction, // changes the order in which the line is shown
    Control,
    LookAlike, // reads like a Latin letter, beside Latin letters; or is one to Python only
    Broken,    // not a character: the bytes were not text
};

struct UnseenSpot
{
    qsizetype position = 0; // in UTF-16 units
    int length = 1;         // 1 or 2 units
    char32_t character = 0;
    Unseen kind = Unseen::Invisible;

    bool operator==(const UnseenSpot &) const = default;
};

// In the order of the text. Tab and line feed are not among them.
QList<UnseenSpot> findUnseen(QStringView text);

// "U+202E"
QString unseenName(char32_t character);

} // namespace glovebox::ui
