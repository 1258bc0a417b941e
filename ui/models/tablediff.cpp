// SPDX-License-Identifier: MIT
#include "tablediff.h"

#include "base/linediff.h"

#include <QHash>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int neighbours = 2; // unchanged rows shown around a changed one

QChar delimiterOf(const QString &text)
{
    const QStringView first = QStringView(text).left(std::max(0, int(text.indexOf(u'\n'))));
    QChar best = u',';
    for (const QChar candidate : {u',', u';', u'\t'}) {
        if (first.count(candidate) > first.count(best))
            best = candidate;
    }
    return best;
}

// Reads one field from `at`, which is moved behind it; quotes are taken off.
QString readField(const QString &text, qsizetype &at, QChar delimiter)
{
    QString field;
    if (at < text.size() && text.at(at) == u'"') {
        for (++at; at < text.size(); ++at) {
            if (text.at(at) != u'"') {
                field += text.at(at);
            } else if (at + 1 < text.size() && text.at(at + 1) == u'"') {
                field += text.at(at++);
            } else {
                ++at;
                break;
            }
        }
    }
    const qsizetype rest = at;
    while (at < text.size() && text.at(at) != delimiter && text.at(at) != u'\n')
        ++at;
    field += QStringView(text).sliced(rest, at - rest);
    if (field.endsWith(u'\r'))
        field.chop(1);
    return field;
}

QList<int> numbersOf(const QList<QStringList> &rows, QHash<QStringList, int> &table)
{
    QList<int> numbers;
    for (qsizetype i = 1; i < rows.size(); ++i) {
        const auto found = table.constFind(rows.at(i));
        numbers.append(found != table.constEnd() ? *found
                                                 : *table.insert(rows.at(i), int(table.size())));
    }
    return numbers;
}

void keepNeighbours(QList<TableRow> &rows)
{
    QList<bool> kept(rows.size(), false);
    for (qsizetype i = 0; i < rows.size(); ++i) {
        if (rows.at(i).kind == TableRow::Kind::Same)
            continue;
        const qsizetype from = std::max<qsizetype>(0, i - neighbours);
        const qsizetype to = std::min(rows.size(), i + neighbours + 1);
        std::fill(kept.begin() + from, kept.begin() + to, true);
    }
    QList<TableRow> result;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        if (kept.at(i))
            result.append(rows.at(i));
    }
    rows = result;
}

} // namespace

QList<QStringList> parseTable(const QString &text)
{
    const QChar delimiter = delimiterOf(text);
    QList<QStringList> rows;
    QStringList row;
    qsizetype at = 0;
    while (at < text.size()) {
        row.append(readField(text, at, delimiter));
        const bool endsRow = at >= text.size() || text.at(at) == u'\n';
        // A delimiter at the very end is followed by one more, empty field.
        const bool openEnd = at == text.size() - 1 && !endsRow;
        ++at;
        if (openEnd)
            row.append(QString());
        if (endsRow || openEnd) {
            rows.append(row);
            row.clear();
        }
    }
    return rows;
}

TableDiff compareTables(const QString &before, const QString &after)
{
    const QList<QStringList> oldRows = parseTable(before);
    const QList<QStringList> newRows = parseTable(after);
    TableDiff diff{.header = newRows.value(0, oldRows.value(0))};
    diff.isHeaderChanged = !oldRows.isEmpty() && !newRows.isEmpty() && oldRows[0] != newRows[0];
    QHash<QStringList, int> table;
    const QList<int> oldNumbers = numbersOf(oldRows, table);
    const Alignment alignment = align(oldNumbers, numbersOf(newRows, table));
    int oldAt = 1;
    int newAt = 1;
    const auto takeUpTo = [&](int oldEnd, int newEnd) {
        // Rows that stand in the same gap are the same row, changed.
        for (; oldAt < oldEnd && newAt < newEnd; ++oldAt, ++newAt, ++diff.changed)
            diff.rows.append(
                {TableRow::Kind::Changed, oldAt, newAt, newRows.at(newAt), oldRows.at(oldAt)});
        for (; oldAt < oldEnd; ++oldAt, ++diff.removed)
            diff.rows.append({TableRow::Kind::Removed, oldAt, 0, oldRows.at(oldAt), {}});
        for (; newAt < newEnd; ++newAt, ++diff.added)
            diff.rows.append({TableRow::Kind::Added, 0, newAt, newRows.at(newAt), {}});
    };
    for (const auto &[oldRow, newRow] : alignment.pairs) {
        takeUpTo(oldRow + 1, newRow + 1);
        diff.rows.append({TableRow::Kind::Same, oldAt, newAt, newRows.at(newAt), {}});
        ++oldAt;
        ++newAt;
    }
    takeUpTo(int(oldRows.size()), int(newRows.size()));
    keepNeighbours(diff.rows);
    return diff;
}

} // namespace glovebox::ui
