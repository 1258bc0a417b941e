// SPDX-License-Identifier: MIT
#pragma once

#include "base/journaldesk.h"

#include <QList>
#include <QString>

// How text is cut into words for the search. Languages that are written without spaces (Japanese,
// Chinese, Korean, Thai …) are cut into every two neighbouring characters, so that any part of
// them is found, one and two characters too; all others into words, of which the beginning is
// enough. Full and half width, upper and lower case are one.
namespace glovebox::journal {

// The words of a text, for the index.
QString searchWords(const QString &text);

// A query for the index that finds texts with all of `query`'s words, or empty when there is
// nothing to look for in it.
QString matchExpression(const QString &query);

// What of a run is searched, by where the person is told that it was found.
struct SearchedText
{
    QString code;
    QString output;
    QString files;
    QString notes; // of the person, of the program, and of kinds of rows that nothing here knows

    void add(const JournalStep &step);
};

// What of a text shows that it was found.
struct Excerpt
{
    QString text;                     // one line, in the form in which it was compared
    QList<std::pair<int, int>> marks; // start and length in it

    bool isEmpty() const { return text.isEmpty(); }
};
// The first line that holds one of the query's words; empty when none does.
Excerpt excerpt(const QString &text, const QString &query);

} // namespace glovebox::journal
