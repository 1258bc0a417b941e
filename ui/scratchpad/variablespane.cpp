// SPDX-License-Identifier: MIT
#include "variablespane.h"

#include <ui/models/words.h>
#include <ui/parts/button.h>
#include <ui/parts/labels.h>
#include <ui/parts/wording.h>
#include <ui/theme/fonts.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QTableView>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int rowHeight = 24;
constexpr int nameWidth = 76;
constexpr int typeWidth = 84;
constexpr int leftMargin = 10;    // with what a table keeps free itself, 16
constexpr int columnsShown = 200; // of a table; the window shows all

void dress(QTableView *view)
{
    view->setFrameShape(QFrame::NoFrame);
    view->setShowGrid(false);
    view->setAlternatingRowColors(false);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setTabKeyNavigation(false);
    view->verticalHeader()->hide();
    view->verticalHeader()->setDefaultSectionSize(rowHeight);
    view->verticalHeader()->setMinimumSectionSize(rowHeight);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->setWordWrap(false);
    QHeaderView *header = view->horizontalHeader();
    header->setSectionsClickable(false);
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setStretchLastSection(true);
    header->setFixedHeight(rowHeight);
}

// The grounds of the table and of its heading reach to the edge, their words do not.
class TableGround final : public QWidget
{
public:
    explicit TableGround(QTableView *view)
        : QWidget(view->parentWidget())
    {
        auto *row = new QHBoxLayout(this);
        row->setContentsMargins(leftMargin, 0, 0, 0);
        row->addWidget(view);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), color(Token::Surface));
        painter.fillRect(QRect(0, 0, width(), rowHeight), color(Token::Window));
        paintHorizontalLine(painter, 0, width(), rowHeight - 1, color(Token::Line));
    }
};

QString valueOf(const Variable &variable)
{
    if (!variable.shape.isEmpty() && (variable.isTable || variable.preview.isEmpty()))
        return variable.shape;
    return oneLine(variable.preview);
}

} // namespace

// VariableModel

void VariableModel::setVariables(const QList<Variable> &variables)
{
    if (variables == m_all)
        return;
    m_all = variables;
    refresh();
}

void VariableModel::setFilter(const QString &filter)
{
    m_filter = searchKey(filter.trimmed());
    refresh();
}

void VariableModel::refresh()
{
    beginResetModel();
    m_shown.clear();
    for (const Variable &variable : std::as_const(m_all)) {
        if (m_filter.isEmpty() || searchKey(variable.name).contains(m_filter) ||
            searchKey(variable.type).contains(m_filter))
            m_shown.append(variable);
    }
    endResetModel();
}

int VariableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

int VariableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 3;
}

QVariant VariableModel::data(const QModelIndex &index, int role) const
{
    const Variable &variable = m_shown.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == 0   ? variable.name
               : index.column() == 1 ? variable.type
                                     : valueOf(variable);
    case Qt::FontRole:
        return index.column() == 0 ? codeFont() : textFont();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        return color(index.column() == 0 ? Token::Text : Token::Text2);
    case Qt::ToolTipRole: {
        const QString size = variable.bytes < 0 ? QString() : memoryText(variable.bytes);
        return quotedToolTip(sideBySide(sideBySide(variable.type, sideBySide(variable.shape, size)),
                                        variable.preview));
    }
    case Qt::AccessibleTextRole:
        return QString(variable.name + u", "_s + variable.type + u", "_s + valueOf(variable));
    default:
        return {};
    }
}

QVariant VariableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("Name") : section == 1 ? tr("Type") : tr("Value");
}

// ColumnModel

void ColumnModel::setColumns(const QList<TableColumn> &columns)
{
    beginResetModel();
    m_columns = columns;
    endResetModel();
}

int ColumnModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

int ColumnModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 3;
}

QVariant ColumnModel::data(const QModelIndex &index, int role) const
{
    const TableColumn &column = m_columns.at(index.row());
    if (role == Qt::DisplayRole)
        return index.column() == 0   ? column.name
               : index.column() == 1 ? column.dtype
                                     : oneLine(column.summary);
    if (role == Qt::ForegroundRole)
        return color(index.column() == 0 ? Token::Text : Token::Text2);
    if (role == Qt::ToolTipRole)
        return quotedToolTip(sideBySide(column.name, column.summary));
    return {};
}

// VariablesPane

VariablesPane::VariablesPane(ScratchDesk &desk, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_model(new VariableModel(this))
    , m_columns(new ColumnModel(this))
    , m_count(new TextLine(TextStep::Second, Token::Text3, this))
    , m_filter(new QLineEdit(this))
    , m_view(new QTableView(this))
    , m_state(new TextLine(TextStep::Text, Token::Text3, this))
    , m_tablePart(new QWidget(this))
    , m_tableName(new TextLine(TextStep::Text, Token::Text, m_tablePart))
    , m_tableShape(new TextLine(TextStep::Second, Token::Text3, m_tablePart))
    , m_open(new Button({}, Button::Look::Quiet, m_tablePart))
    , m_columnView(new QTableView(m_tablePart))
{
    setObjectName(u"variablesPane"_s);
    m_count->setStretching(false);
    m_filter->setObjectName(u"variableFilter"_s);
    m_filter->setMinimumWidth(80);
    m_view->setObjectName(u"variableView"_s);
    m_view->setModel(m_model);
    dress(m_view);
    m_view->setColumnWidth(0, nameWidth);
    m_view->setColumnWidth(1, typeWidth);
    m_columnView->setObjectName(u"columnView"_s);
    m_columnView->setModel(m_columns);
    dress(m_columnView);
    m_columnView->horizontalHeader()->hide();
    m_columnView->setColumnWidth(0, nameWidth + 7);
    m_columnView->setColumnWidth(1, typeWidth - 12);
    m_open->setObjectName(u"openTable"_s);
    m_open->setIconName(u"table"_s);
    m_tableName->setStretching(false);
    m_tableName->setWeight(QFont::DemiBold);

    auto *head = new QHBoxLayout;
    head->setContentsMargins(16, 0, 12, 0);
    head->setSpacing(8);
    head->addWidget(m_filter, 1);
    head->addWidget(m_count);
    auto *headArea = new QWidget(this);
    headArea->setFixedHeight(40);
    headArea->setLayout(head);
    auto *tableHead = new QHBoxLayout;
    tableHead->setContentsMargins(16, 4, 8, 4);
    tableHead->addWidget(m_tableName);
    tableHead->addWidget(m_tableShape, 1);
    tableHead->addWidget(m_open);
    auto *table = new QVBoxLayout(m_tablePart);
    table->setContentsMargins({});
    table->setSpacing(0);
    table->addLayout(tableHead);
    table->addWidget(new TableGround(m_columnView), 1);
    auto *stateArea = new QHBoxLayout;
    stateArea->setContentsMargins(16, 8, 16, 8);
    stateArea->addWidget(m_state);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(headArea);
    layout->addLayout(stateArea);
    layout->addWidget(new TableGround(m_view), 3);
    layout->addWidget(m_tablePart, 4);
    m_tablePart->hide();

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model->setFilter(text);
        refreshState();
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &row) {
                if (row.isValid()) {
                    m_chosen = m_model->at(row.row()).name;
                    choose();
                }
            });
    const auto open = [this] {
        if (!m_chosen.isEmpty() && m_tablePart->isVisible())
            Q_EMIT openTableRequested(m_chosen);
    };
    connect(m_open, &QPushButton::clicked, this, open);
    connect(m_view, &QTableView::activated, this, open);
    (new Wording(this))->add([this] { refreshWords(); });
}

void VariablesPane::refreshWords()
{
    m_filter->setPlaceholderText(tr("Filter variables"));
    m_filter->setAccessibleName(tr("Filter variables"));
    m_view->setAccessibleName(tr("Variables"));
    m_columnView->setAccessibleName(tr("Columns"));
    m_open->setText(tr("Open table"));
    m_view->horizontalHeader()->viewport()->update(); // its words are asked for when it paints
    refreshState();
}

void VariablesPane::setSession(const SessionRef &session)
{
    if (session == m_session)
        return;
    m_session = session;
    ++m_asked;
    m_model->setVariables({});
    m_tablePart->hide();
    refresh();
}

void VariablesPane::refresh()
{
    refreshState();
    if (m_session.id.isNull())
        return;
    const quint64 asked = ++m_asked;
    m_desk.variables(m_session).then(this, [this, asked](const Result<QList<Variable>> &found) {
        if (asked == m_asked)
            take(found);
    });
}

// While it is busy the old ones stay: they are asked for again when the run has ended.
void VariablesPane::take(const Result<QList<Variable>> &variables)
{
    if (!variables)
        return;
    const QString chosen = m_chosen;
    m_model->setVariables(*variables);
    m_chosen = chosen;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->at(row).name == chosen)
            m_view->setCurrentIndex(m_model->index(row, 0));
    }
    refreshState();
    choose();
}

void VariablesPane::choose()
{
    ++m_askedColumns;
    const Variable *chosen = nullptr;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->at(row).name == m_chosen)
            chosen = &m_model->at(row);
    }
    if (!chosen || !chosen->isTable) {
        m_tablePart->hide();
        return;
    }
    m_tableName->setText(chosen->name);
    m_tableShape->setText(
        sideBySide(chosen->shape, chosen->bytes < 0 ? QString() : memoryText(chosen->bytes)));
    m_tablePart->show();
    const quint64 asked = m_askedColumns;
    TableQuery query;
    query.variable = m_chosen;
    query.rows = 0; // only what the columns are
    query.columns = columnsShown;
    m_desk.table(m_session, query).then(this, [this, asked](const Result<TablePage> &page) {
        if (asked == m_askedColumns && page)
            m_columns->setColumns(page->columns);
    });
}

void VariablesPane::refreshState()
{
    const int total = m_model->total();
    m_count->setText(total > 0 ? QLocale().toString(total) : QString());
    m_state->setText(total == 0 ? tr("No variables yet.") : tr("No variable matches."));
    m_state->setVisible(m_model->rowCount() == 0);
}

} // namespace glovebox::ui
