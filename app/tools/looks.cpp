// SPDX-License-Identifier: MIT
#include "looks.h"

#include <QJsonArray>

#include <algorithm>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

// More than looks.py sends; whoever sends more does not mean well.
constexpr qsizetype maxMatches = 1000;
constexpr qsizetype maxWord = 1000;
constexpr qsizetype maxSignature = 4000;
constexpr qsizetype maxDoc = 64 * 1024;
constexpr qsizetype maxVariables = 2000;
constexpr qsizetype maxCell = 1000;
constexpr int maxRows = 2000;
constexpr int maxColumns = 500;

// Lone surrogates and control characters show nothing and break what draws them.
QString shown(const QJsonValue &value, qsizetype max, bool keepsLines = false)
{
    QString text = value.toString().left(max);
    const auto isBad = [keepsLines](QChar c) {
        return c.unicode() < 0x20 && !(keepsLines && (c == u'\n' || c == u'\t'));
    };
    if (std::ranges::any_of(text, isBad)) {
        for (QChar &c : text)
            c = isBad(c) ? QChar(u' ') : c;
    }
    return text;
}

QString word(const QJsonObject &json, QLatin1StringView key, qsizetype max = maxWord)
{
    return shown(json[key], max);
}

qsizetype place(const QJsonObject &json, QLatin1StringView key, qsizetype length)
{
    return std::clamp<qint64>(json[key].toInteger(length), 0, length);
}

// What is no good counts, too: millions of nothing take their time.
QList<QJsonValue> firstOf(const QJsonValue &list, qsizetype most)
{
    const QJsonArray array = list.toArray();
    QList<QJsonValue> first;
    for (qsizetype i = 0; i < std::min(array.size(), most); ++i)
        first.append(array.at(i));
    return first;
}

TableColumn columnFrom(const QJsonObject &json)
{
    return {word(json, "name"_L1), word(json, "dtype"_L1), word(json, "summary"_L1),
            json["numeric"_L1].toBool()};
}

QStringList cellsFrom(const QJsonArray &row, qsizetype columns)
{
    QStringList cells;
    cells.reserve(columns);
    for (qsizetype i = 0; i < columns; ++i) {
        const QJsonValue cell = row.at(i);
        cells.append(cell.isString() ? QString(u""_s + shown(cell, maxCell)) : QString());
    }
    return cells;
}

} // namespace

CompletionAnswer completionsFrom(const QJsonObject &json, qsizetype codeLength)
{
    CompletionAnswer answer;
    answer.completions.start = place(json, "start"_L1, codeLength);
    answer.completions.end = std::max(place(json, "end"_L1, codeLength), answer.completions.start);
    if (const QString path = json["path"_L1].toString().left(maxSignature); !path.isEmpty()) {
        answer.path = TypedPath{path, answer.completions.start, answer.completions.end};
        return answer;
    }
    for (const QJsonValue &value : firstOf(json["matches"_L1], maxMatches)) {
        const QJsonObject match = value.toObject();
        const Completion completion{word(match, "text"_L1), word(match, "type"_L1),
                                    word(match, "signature"_L1, maxSignature)};
        if (!completion.text.isEmpty())
            answer.completions.matches.append(completion);
    }
    return answer;
}

Inspection inspectionFrom(const QJsonObject &json)
{
    return {.name = word(json, "name"_L1),
            .type = word(json, "type"_L1),
            .signature = word(json, "signature"_L1, maxSignature),
            .doc = shown(json["doc"_L1], maxDoc, true),
            .value = word(json, "value"_L1, maxSignature),
            .parameter = std::clamp(json["parameter"_L1].toInt(-1), -1, 1000)};
}

QList<Variable> variablesFrom(const QJsonObject &json)
{
    QList<Variable> variables;
    for (const QJsonValue &value : firstOf(json["variables"_L1], maxVariables)) {
        const QJsonObject of = value.toObject();
        const Variable variable{.name = word(of, "name"_L1),
                                .type = word(of, "type"_L1),
                                .shape = word(of, "shape"_L1),
                                .preview = word(of, "preview"_L1),
                                .bytes = std::max<qint64>(of["bytes"_L1].toInteger(-1), -1),
                                .isTable = of["table"_L1].toBool(),
                                .isCallable = of["callable"_L1].toBool()};
        if (!variable.name.isEmpty())
            variables.append(variable);
    }
    return variables;
}

QJsonObject toArguments(const TableQuery &query)
{
    return {{u"variable"_s, query.variable},
            {u"sort"_s, query.sortColumn},
            {u"descending"_s, query.descending},
            {u"filter"_s, query.filter},
            {u"first_row"_s, std::max<qint64>(query.firstRow, 0)},
            {u"rows"_s, std::clamp(query.rows, 0, maxRows)},
            {u"first_column"_s, std::max(query.firstColumn, 0)},
            {u"columns"_s, std::clamp(query.columns, 0, maxColumns)}};
}

TablePage tablePageFrom(const QJsonObject &json, const TableQuery &query)
{
    TablePage page;
    page.totalRows = std::max<qint64>(json["total"_L1].toInteger(), 0);
    page.matchingRows = std::clamp<qint64>(json["matching"_L1].toInteger(), 0, page.totalRows);
    page.totalColumns = std::max(json["total_columns"_L1].toInt(), 0);
    const int columns = std::clamp(query.columns, 0, maxColumns);
    for (const QJsonValue &column : json["columns"_L1].toArray()) {
        if (page.columns.size() >= columns)
            break;
        page.columns.append(columnFrom(column.toObject()));
    }
    const QJsonArray index = json["index"_L1].toArray();
    const QJsonArray cells = json["cells"_L1].toArray();
    const qsizetype rows = std::min<qsizetype>(cells.size(), std::clamp(query.rows, 0, maxRows));
    for (qsizetype row = 0; row < rows; ++row) {
        page.index.append(shown(index.at(row), maxCell));
        page.cells.append(cellsFrom(cells.at(row).toArray(), page.columns.size()));
    }
    return page;
}

TableText tableTextFrom(const QJsonObject &json)
{
    return {json["text"_L1].toString().toUtf8(), json["next"_L1].toInteger(-1)};
}

} // namespace glovebox::tools
