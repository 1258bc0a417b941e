// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace glovebox::ui {

struct TableRow
{
    enum class Kind { Same, Changed, Removed, Added };

    Kind kind = Kind::Same;
    int before = 0; // number of the row below the header, from 1; 0 where that side has none
    int after = 0;
    QStringList cells = {};    // as after; of removed rows, as before
    QStringList oldCells = {}; // of changed rows: as before

    bool operator==(const TableRow &) const = default;

    bool isCellChanged(qsizetype column) const
    {
        return kind == Kind::Changed && cells.value(column) != oldCells.value(column);
    }
};

// Two versions of a table, compared by cells. The header is the first row of the newer one.
struct TableDiff
{
    QStringList header = {};
    QList<TableRow> rows = {}; // only those that differ, with their neighbours
    int added = 0;
    int removed = 0;
    int changed = 0;
    bool isHeaderChanged = false;
};

// Comma, semicolon or tab, whichever the first line has most of; quotes as in RFC 4180.
QList<QStringList> parseTable(const QString &text);

TableDiff compareTables(const QString &before, const QString &after);

} // namespace glovebox::ui
