// SPDX-License-Identifier: MIT
#include "tablediffview.h"

#include "ui/theme/fonts.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QHeaderView>
#include <QScrollBar>

namespace glovebox::ui {

namespace {

constexpr int rowSize = 24;
constexpr int mostRowsHigh = 20; // more scroll inside the table

QString cellText(const TableRow &row, qsizetype column)
{
    const QString now = oneLine(row.cells.value(column));
    if (!row.isCellChanged(column))
        return now;
    return QStringLiteral("%1 → %2").arg(oneLine(row.oldCells.value(column)), now);
}

} // namespace

void TableDiffModel::setDiff(const TableDiff &diff)
{
    beginResetModel();
    m_diff = diff;
    endResetModel();
}

int TableDiffModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_diff.rows.size());
}

int TableDiffModel::columnCount(const QModelIndex &parent) const
{
    if (parent.isValid())
        return 0;
    qsizetype columns = m_diff.header.size();
    for (const TableRow &row : m_diff.rows)
        columns = std::max({columns, row.cells.size(), row.oldCells.size()});
    return int(columns);
}

QVariant TableDiffModel::data(const QModelIndex &index, int role) const
{
    const TableRow &row = m_diff.rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return cellText(row, index.column());
    case Qt::BackgroundRole:
        if (row.kind == TableRow::Kind::Added)
            return color(Token::OkBg);
        if (row.kind == TableRow::Kind::Removed)
            return color(Token::BadBg);
        return row.isCellChanged(index.column()) ? QVariant(color(Token::AddWord)) : QVariant();
    case Qt::FontRole: {
        QFont font = textFont(TextStep::Second);
        font.setStrikeOut(row.kind == TableRow::Kind::Removed);
        return font;
    }
    case Qt::AccessibleTextRole:
        if (row.isCellChanged(index.column()))
            return tr("%1, was %2")
                .arg(row.cells.value(index.column()), row.oldCells.value(index.column()));
        return row.cells.value(index.column());
    default:
        return {};
    }
}

QVariant TableDiffModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Horizontal)
        return oneLine(m_diff.header.value(section));
    const TableRow &row = m_diff.rows.at(section);
    switch (row.kind) {
    case TableRow::Kind::Added:
        return QStringLiteral("+ %1").arg(row.after);
    case TableRow::Kind::Removed:
        return QStringLiteral("− %1").arg(row.before);
    case TableRow::Kind::Same:
    case TableRow::Kind::Changed:
        return QString::number(row.after);
    }
    Q_UNREACHABLE_RETURN({});
}

TableDiffView::TableDiffView(QWidget *parent)
    : QTableView(parent)
{
    setObjectName(QStringLiteral("tableDiff"));
    setAccessibleName(tr("Changed rows"));
    setModel(&m_model);
    setFrameShape(QFrame::NoFrame);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    verticalHeader()->setDefaultSectionSize(rowSize);
    horizontalHeader()->setFixedHeight(rowSize);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void TableDiffView::setDiff(const TableDiff &diff)
{
    m_model.setDiff(diff);
    resizeColumnsToContents();
    const int rows = std::min(m_model.rowCount(), mostRowsHigh);
    setFixedHeight(rowSize * (rows + 1) + horizontalScrollBar()->sizeHint().height() + 2);
}

} // namespace glovebox::ui
