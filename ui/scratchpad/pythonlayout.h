// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QString>
#include <QStringView>

#include <optional>

// What an editor needs to know of code to help with typing it: where brackets and strings are,
// how far the next line is indented. It reads as much as it needs and never fails on code that is
// half written.
namespace glovebox::ui {

inline constexpr int indentWidth = 4;

// Where a place in code stands.
struct CodePlace
{
    bool inString = false;
    bool inTripleString = false;
    bool inComment = false;
    QChar quote;
    QList<qsizetype> openBrackets; // their places, outermost first
};

// Python's strings and comments; with `comment` another language's own mark ("//").
CodePlace placeIn(QStringView code, qsizetype position, QStringView comment = u"#");

// The partner of the bracket at `position`; nullopt: there is no bracket. -1: it has none.
std::optional<qsizetype> partnerOf(QStringView code, qsizetype position,
                                   QStringView comment = u"#");

// What Enter at `position` begins the new line with.
QString indentAfter(QStringView code, qsizetype position);

bool isOpening(QChar character);
bool isClosing(QChar character);
QChar closerOf(QChar opening); // of brackets and quotes; null: neither

// Whether a closing quote should follow one that is typed at `position`.
bool closesQuote(QStringView code, qsizetype position, QStringView comment = u"#");

// Lines with `mark` before their first character, or without it where all have it. Blank lines
// stay as they are.
QString toggledComment(const QString &lines, const QString &mark);

} // namespace glovebox::ui
