// SPDX-License-Identifier: MIT
#include "shownhtml.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>

namespace glovebox::ui {

namespace {

// Text of a cell: entities read, tags left out. Bounded, because it comes from a run.
QString textOf(QStringView html, qsizetype most = ShownTable::maxCellChars)
{
    static const QHash<QString, QChar> named{
        {QStringLiteral("amp"), u'&'},   {QStringLiteral("lt"), u'<'},
        {QStringLiteral("gt"), u'>'},    {QStringLiteral("quot"), u'"'},
        {QStringLiteral("apos"), u'\''}, {QStringLiteral("nbsp"), u' '}};
    QString text;
    for (qsizetype at = 0; at < html.size() && text.size() < most; ++at) {
        const QChar c = html.at(at);
        if (c == u'<') {
            const qsizetype end = html.indexOf(u'>', at);
            if (end < 0)
                break;
            at = end;
        } else if (c == u'&') {
            const qsizetype end = html.indexOf(u';', at);
            const QString name = end > at && end - at < 12
                                     ? html.sliced(at + 1, end - at - 1).toString()
                                     : QString();
            bool isNumber = false;
            const uint code = name.startsWith(u"#x", Qt::CaseInsensitive)
                                  ? name.sliced(2).toUInt(&isNumber, 16)
                              : name.startsWith(u'#') ? name.sliced(1).toUInt(&isNumber)
                                                      : 0;
            if (isNumber && code > 0 && code <= 0x10ffff)
                text += QString::fromUcs4(reinterpret_cast<const char32_t *>(&code), 1);
            else if (named.contains(name))
                text += named.value(name);
            else
                text += c;
            if ((isNumber && code > 0) || named.contains(name))
                at = end;
        } else {
            text += c;
        }
    }
    return text.simplified();
}

// The contents of the next element of that name from `at` on; moves `at` behind it.
std::optional<QStringView> element(QStringView html, const QString &name, qsizetype &at,
                                   qsizetype *span = nullptr)
{
    const QString opens = u'<' + name;
    const QString closes = QStringLiteral("</") + name;
    qsizetype begin = html.indexOf(opens, at, Qt::CaseInsensitive);
    while (begin >= 0 && begin + 1 + name.size() < html.size() &&
           html.at(begin + 1 + name.size()).isLetterOrNumber())
        begin = html.indexOf(opens, begin + 1, Qt::CaseInsensitive);
    const qsizetype open = begin < 0 ? -1 : html.indexOf(u'>', begin);
    const qsizetype close = open < 0 ? -1 : html.indexOf(closes, open, Qt::CaseInsensitive);
    if (close < 0)
        return {};
    if (span) {
        static const QRegularExpression columns(QStringLiteral("colspan=\"?(\\d{1,4})"));
        const auto match = columns.matchView(html.sliced(begin, open - begin));
        *span = match.hasMatch() ? std::max<qsizetype>(1, match.captured(1).toInt()) : 1;
    }
    at = close + closes.size();
    return html.sliced(open + 1, close - open - 1);
}

// Cells of a row, header or not, in their order.
QStringList cellsOf(QStringView row)
{
    static const QRegularExpression cell(QStringLiteral("<(t[hd])\\b"),
                                         QRegularExpression::CaseInsensitiveOption);
    QStringList cells;
    qsizetype at = 0;
    while (cells.size() <= ShownTable::maxColumns) {
        const auto next = cell.matchView(row, at);
        if (!next.hasMatch())
            break;
        at = next.capturedStart();
        qsizetype span = 1;
        const auto content = element(row, next.captured(1).toLower(), at, &span);
        if (!content)
            break;
        cells.append(textOf(*content));
        for (; span > 1 && cells.size() <= ShownTable::maxColumns; --span)
            cells.append(QString());
    }
    return cells;
}

// "1000 rows × 5 columns", as pandas says below the table.
void readTotals(const QString &html, ShownTable &table)
{
    static const QRegularExpression totals(
        QStringLiteral("<p>\\s*(\\d+) rows? (?:×|&times;) (\\d+) columns?"));
    const auto match = totals.match(html);
    if (!match.hasMatch())
        return;
    table.totalRows = match.captured(1).toLongLong();
    table.totalColumns = match.captured(2).toLongLong();
}

// data-dtypes="1|int64|str" (_glovebox/display.py): how many columns the index has, then the types
// of all columns, also of those that are left out as "...".
QStringList namedTypes(QStringView openTag, const QStringList &header)
{
    static const QRegularExpression told(QStringLiteral("data-dtypes=\"([^\"]*)\""));
    const auto match = told.matchView(openTag);
    const QStringList parts =
        textOf(match.capturedView(1), 64 * ShownTable::maxColumns).split(u'|');
    const qsizetype index = parts.first().toInt();
    const qsizetype columns = header.size() - index;
    const QStringList types = parts.sliced(1);
    if (!match.hasMatch() || index < 1 || columns < 1 || types.size() < columns - 1)
        return {};
    const qsizetype gap = header.indexOf(QStringLiteral("..."), index) - index;
    if (types.size() != columns && gap < 0)
        return {};
    QStringList named(index, QString());
    for (qsizetype column = 0; column < columns; ++column) {
        if (types.size() == columns || column < gap)
            named.append(types.at(column));
        else if (column == gap)
            named.append(QString());
        else
            named.append(types.at(types.size() - (columns - column)));
    }
    return named;
}

QString csvCell(const QString &text)
{
    if (!text.contains(u'"') && !text.contains(u',') && !text.contains(u'\n'))
        return text;
    return u'"' + QString(text).replace(u'"', QStringLiteral("\"\"")) + u'"';
}

bool isNumber(const QString &text, double *value)
{
    bool ok = false;
    *value = QString(text).remove(u',').toDouble(&ok);
    return ok;
}

bool isMissing(const QString &text)
{
    return text == u"NaN" || text == u"None" || text == u"NaT" || text == u"<NA>";
}

} // namespace

std::optional<ShownTable> tableIn(const QString &html)
{
    qsizetype at = 0;
    const auto whole = element(html, QStringLiteral("table"), at);
    if (!whole)
        return {};
    const qsizetype open = html.indexOf(QStringLiteral("<table"), 0, Qt::CaseInsensitive);
    const QStringView openTag = QStringView(html).sliced(open, html.indexOf(u'>', open) - open);
    ShownTable table;
    qsizetype headAt = 0;
    const auto head = element(*whole, QStringLiteral("thead"), headAt);
    if (!head)
        return {};
    // With several levels the last row names the columns.
    qsizetype rowAt = 0;
    while (const auto row = element(*head, QStringLiteral("tr"), rowAt)) {
        const QStringList cells = cellsOf(*row);
        const bool isData = !row->contains(u"<th", Qt::CaseInsensitive);
        if (isData && !table.header.isEmpty()) {
            table.types = cells; // polars writes them below the names
            continue;
        }
        if (table.header.isEmpty() ||
            std::ranges::any_of(cells.sliced(std::min<qsizetype>(1, cells.size())),
                                [](const QString &cell) { return !cell.isEmpty(); }))
            table.header = cells;
    }
    const QStringView body = whole->sliced(headAt);
    rowAt = 0;
    while (const auto row = element(body, QStringLiteral("tr"), rowAt)) {
        QStringList cells = cellsOf(*row);
        if (table.rows.size() >= ShownTable::maxRows || cells.size() > ShownTable::maxColumns)
            return {};
        table.rows.append(cells);
    }
    qsizetype columns = table.header.size();
    for (const QStringList &row : std::as_const(table.rows))
        columns = std::max(columns, row.size());
    if (columns == 0 || columns > ShownTable::maxColumns)
        return {};
    table.header.resize(columns);
    if (table.types.isEmpty())
        table.types = namedTypes(openTag, table.header);
    if (!table.types.isEmpty())
        table.types.resize(columns);
    for (QStringList &row : table.rows) {
        // An index cell that spans several rows stands in the first of them only.
        while (row.size() < columns)
            row.prepend(QString());
    }
    readTotals(html, table);
    return table;
}

QString ShownTable::toCsv() const
{
    QString csv;
    const auto line = [&csv](const QStringList &cells) {
        QStringList quoted;
        for (const QString &cell : cells)
            quoted.append(csvCell(cell));
        csv += quoted.join(u',') + QStringLiteral("\r\n");
    };
    line(header);
    for (const QStringList &row : rows)
        line(row);
    return csv;
}

ShownTableModel::ShownTableModel(ShownTable table, QObject *parent)
    : QAbstractTableModel(parent)
    , m_table(std::move(table))
{
}

int ShownTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_table.rows.size());
}

int ShownTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_table.header.size());
}

QVariant ShownTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const QString &text = m_table.rows.at(index.row()).at(index.column());
    double number = 0;
    switch (role) {
    case Qt::DisplayRole:
        return text;
    case Qt::TextAlignmentRole:
        return int((isNumber(text, &number) || isMissing(text) ? Qt::AlignRight : Qt::AlignLeft) |
                   Qt::AlignVCenter);
    case SortRole:
        return isNumber(text, &number) ? QVariant(number) : QVariant(text);
    default:
        return {};
    }
}

QVariant ShownTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section + 1;
    const QString type = m_table.types.value(section);
    const QString name = m_table.header.value(section);
    return type.isEmpty() ? name : QString(name + u'\n' + type);
}

} // namespace glovebox::ui
