// SPDX-License-Identifier: MIT
#pragma once

#include <QColor>
#include <QString>

#include <array>

namespace glovebox::ui {

// The colours of UI.md 2, by purpose. Nothing in the window names a colour in another way.
enum class Token {
    Rail,    // rail, title area
    Window,  // window, docks, tool bars
    Surface, // lists, cards, inputs
    Sunken,  // code and output
    Hover,
    Select, // selected row
    Line,   // separators (decorative)
    Edge,   // edges of inputs and buttons
    Text,
    Text2,    // second text
    Text3,    // hints, meta
    Accent,   // focus, links, running, primary
    OnAccent, // text on accent
    Wait,     // waits for a person
    WaitBg,
    WaitLine,
    Bad, // error, killed, delete
    BadBg,
    Ok, // done, added, tested
    OkBg,
    AddWord, // changed words, new
    DelWord, // changed words, old
    Keyword,
    String,
    Number,
    Function,
    Builtin,
    Comment,
};
inline constexpr int tokenCount = static_cast<int>(Token::Comment) + 1;

enum class Scheme { Light, Dark };

QColor tokenColor(Token token, Scheme scheme);
QString tokenName(Token token); // "rail", "window" … as in UI.md

// The eight grounds of client badges; white is readable on each.
inline constexpr int badgeGroundCount = 8;
QColor badgeGround(int index);

// WCAG 2 contrast of two opaque colours, 1-21.
double contrast(const QColor &a, const QColor &b);

} // namespace glovebox::ui
