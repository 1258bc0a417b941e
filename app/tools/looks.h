// SPDX-License-Identifier: MIT
#pragma once

#include "base/scratchdesk.h"

#include <QJsonObject>

// What the methods of pyodide/python/_glovebox/looks.py take and give, as values. The answers come
// from an interpreter that may lie: each is read into these types, bounded in every direction.
namespace glovebox::tools {

// A file's name that is being typed in a string: where it is under /mnt the program knows better
// than the interpreter, which reaches no folder between runs.
struct TypedPath
{
    QString path;        // "/mnt/data/sal"
    qsizetype start = 0; // of what follows its last "/", in the code
    qsizetype end = 0;
};

struct CompletionAnswer
{
    Completions completions;
    std::optional<TypedPath> path; // then there are no matches yet
};

CompletionAnswer completionsFrom(const QJsonObject &json, qsizetype codeLength);
Inspection inspectionFrom(const QJsonObject &json);
QList<Variable> variablesFrom(const QJsonObject &json);
TablePage tablePageFrom(const QJsonObject &json, const TableQuery &query);
QJsonObject toArguments(const TableQuery &query);

// A part of a table as text.
struct TableText
{
    QByteArray text;
    qint64 next = -1; // row of the filtered table that comes next; -1: it was the last part
};
TableText tableTextFrom(const QJsonObject &json);

} // namespace glovebox::tools
