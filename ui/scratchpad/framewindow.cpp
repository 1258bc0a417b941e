// SPDX-License-Identifier: MIT
#include "framewindow.h"

#include "ui/parts/files.h"

#include <ui/models/words.h>
#include <ui/parts/button.h>
#include <ui/parts/labels.h>
#include <ui/parts/searchfield.h>
#include <ui/parts/wording.h>
#include <ui/theme/theme.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>
#include <limits>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int rowHeight = 24;
constexpr int columnWidth = 120;
constexpr int retryMs = 500;
constexpr int typingMs = 300;
constexpr qint64 mostCopiedCells = 2'000'000;

void dress(QTableView *view)
{
    view->setFrameShape(QFrame::NoFrame);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setWordWrap(false);
    // Fixed heights: a view that measures rows would ask for all of them.
    view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view->verticalHeader()->setDefaultSectionSize(rowHeight);
    view->horizontalHeader()->setDefaultSectionSize(columnWidth);
    view->horizontalHeader()->setSectionsClickable(true);
    view->horizontalHeader()->setHighlightSections(false);
    view->horizontalHeader()->setMinimumSectionSize(40);
    view->setShowGrid(true);
}

} // namespace

// FrameModel

FrameModel::FrameModel(ScratchDesk &desk, const SessionRef &session, const QString &variable,
                       QObject *parent)
    : QAbstractTableModel(parent)
    , m_desk(desk)
    , m_session(session)
    , m_pages(pagesKept)
{
    m_query.variable = variable;
    m_again.setSingleShot(true);
    m_again.setInterval(retryMs);
    connect(&m_again, &QTimer::timeout, this, &FrameModel::askNext);
    reload();
}

void FrameModel::reload()
{
    ++m_generation;
    m_pages.clear();
    m_wanted.clear();
    m_asking.reset();
    ask({0, 0});
    askNext();
}

void FrameModel::setFilter(const QString &filter)
{
    if (m_query.filter == filter)
        return;
    m_query.filter = filter;
    reload();
}

void FrameModel::setOrder(int column, bool descending)
{
    m_query.sortColumn = column;
    m_query.descending = descending;
    reload();
}

int FrameModel::rowCount(const QModelIndex &parent) const
{
    // Views count in int; nobody scrolls to the two thousand millionth row.
    return parent.isValid() ? 0
                            : int(std::min<qint64>(m_rows, std::numeric_limits<int>::max() / 32));
}

int FrameModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_columns;
}

QVariant FrameModel::data(const QModelIndex &index, int role) const
{
    if (role != Qt::DisplayRole && role != Qt::TextAlignmentRole && role != Qt::ForegroundRole &&
        role != Qt::ToolTipRole)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool number = m_heads.value(index.column()).isNumeric;
        return int((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    const Place place{index.row() / pageRows, index.column() / pageColumns};
    const TablePage *page = m_pages.object(place);
    if (!page) {
        if (role == Qt::DisplayRole)
            ask(place);
        return role == Qt::DisplayRole ? QVariant(u"…"_s) : QVariant();
    }
    const qsizetype row = index.row() % pageRows;
    const qsizetype column = index.column() % pageColumns;
    if (row >= page->cells.size() || column >= page->cells.at(row).size())
        return {};
    const QString &cell = page->cells.at(row).at(column);
    if (role == Qt::ForegroundRole)
        return color(cell.isNull() ? Token::Text3 : Token::Text);
    if (role == Qt::ToolTipRole)
        return quotedToolTip(cell);
    return cell.isNull() ? u"NaN"_s : oneLine(cell);
}

QVariant FrameModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical) {
        if (role != Qt::DisplayRole)
            return {};
        const TablePage *page = m_pages.object({section / pageRows, 0});
        return page ? page->index.value(section % pageRows) : QString();
    }
    const auto head = m_heads.constFind(section);
    if (role == Qt::TextAlignmentRole)
        return int((head != m_heads.cend() && head->isNumeric ? Qt::AlignRight : Qt::AlignLeft) |
                   Qt::AlignVCenter);
    if (head == m_heads.cend())
        return {};
    if (role == Qt::DisplayRole)
        return QString(oneLine(head->name) + u'\n' + head->dtype);
    if (role == Qt::ToolTipRole)
        return quotedToolTip(sideBySide(head->name, head->summary));
    return {};
}

// data() is const and only notes what is wanted; asking goes through the event loop, one at a time.
void FrameModel::ask(Place place) const
{
    if (m_asking == place || (!m_wanted.isEmpty() && m_wanted.first() == place))
        return;
    m_wanted.removeAll(place);
    m_wanted.prepend(place);
    if (m_wanted.size() > pagesKept / 4)
        m_wanted.resize(pagesKept / 4); // it was scrolled past
    if (!m_asking && !m_again.isActive())
        QMetaObject::invokeMethod(const_cast<FrameModel *>(this), &FrameModel::askNext,
                                  Qt::QueuedConnection);
}

void FrameModel::askNext()
{
    if (m_asking || m_wanted.isEmpty())
        return;
    const Place place = m_wanted.takeFirst();
    m_asking = place;
    TableQuery query = m_query;
    query.firstRow = place.first * pageRows;
    query.rows = pageRows;
    query.firstColumn = place.second * pageColumns;
    query.columns = pageColumns;
    m_desk.table(m_session, query)
        .then(this, [this, place, generation = m_generation](const Result<TablePage> &page) {
            take(generation, place, page);
        });
}

void FrameModel::take(quint64 generation, Place place, const Result<TablePage> &page)
{
    if (generation != m_generation)
        return;
    m_asking.reset();
    if (!page) {
        const ErrorCode code = page.error().code;
        const bool waits = code == ErrorCode::Unavailable || code == ErrorCode::Cancelled;
        Q_EMIT problemChanged(waits ? tr("Python is busy. The rest comes when the run has ended.")
                                    : page.error().text);
        if (waits) {
            m_wanted.prepend(place);
            m_again.start();
        }
        return;
    }
    Q_EMIT problemChanged({});
    const bool shape = page->matchingRows != m_rows || page->totalColumns != m_columns ||
                       page->totalRows != m_totalRows;
    if (shape)
        beginResetModel();
    m_totalRows = page->totalRows;
    m_rows = page->matchingRows;
    m_columns = page->totalColumns;
    for (qsizetype at = 0; at < page->columns.size(); ++at)
        m_heads.insert(place.second * pageColumns + int(at), page->columns.at(at));
    m_pages.insert(place, new TablePage(*page));
    if (shape) {
        endResetModel();
    } else {
        const int row = int(place.first) * pageRows;
        const int column = place.second * pageColumns;
        Q_EMIT dataChanged(index(row, column),
                           index(std::min(row + pageRows, rowCount()) - 1,
                                 std::min(column + pageColumns, m_columns) - 1));
        Q_EMIT headerDataChanged(Qt::Vertical, row, std::min(row + pageRows, rowCount()) - 1);
        Q_EMIT headerDataChanged(Qt::Horizontal, column,
                                 std::min(column + pageColumns, m_columns) - 1);
    }
    Q_EMIT shapeChanged();
    askNext();
}

// FrameWindow

FrameWindow::FrameWindow(ScratchDesk &desk, const SessionRef &session, const QString &variable,
                         QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_desk(desk)
    , m_session(session)
    , m_variable(variable)
    , m_model(new FrameModel(desk, session, variable, this))
    , m_view(new QTableView(this))
    , m_frozen(new QTableView(m_view))
    , m_filter(new QLineEdit(this))
    , m_shape(new TextLine(TextStep::Second, Token::Text2, this))
    , m_problem(new TextLine(TextStep::Second, Token::Bad, this))
{
    setObjectName(u"frameWindow"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    resize(900, 600);
    m_view->setObjectName(u"tableView"_s);
    m_view->setModel(m_model);
    dress(m_view);
    m_filter->setObjectName(u"tableFilter"_s);
    addClearButton(*m_filter);
    auto *refresh = new Button({}, Button::Look::Small, this);
    refresh->setIconName(u"refresh-cw"_s);
    auto *copy = new Button({}, Button::Look::Small, this);
    copy->setObjectName(u"tableCopy"_s);
    copy->setIconName(u"copy"_s);
    auto *save = new Button({}, Button::Look::Small, this);
    save->setObjectName(u"tableSave"_s);
    save->setIconName(u"download"_s);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(16, 8, 16, 8);
    head->setSpacing(8);
    head->addWidget(m_filter, 1);
    for (Button *button : {refresh, copy, save})
        head->addWidget(button);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(16, 4, 16, 6);
    foot->addWidget(m_shape, 1);
    foot->addWidget(m_problem, 1);
    m_problem->setAlignment(Qt::AlignRight);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_view, 1);
    layout->addLayout(foot);
    buildFrozen();

    m_typing.setSingleShot(true);
    m_typing.setInterval(typingMs);
    connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_filter, &QLineEdit::returnPressed, &m_typing, [this] {
        m_typing.stop();
        m_model->setFilter(m_filter->text().trimmed());
    });
    connect(&m_typing, &QTimer::timeout, this,
            [this] { m_model->setFilter(m_filter->text().trimmed()); });
    connect(m_model, &FrameModel::shapeChanged, this, &FrameWindow::refreshShape);
    connect(m_model, &FrameModel::problemChanged, m_problem, &TextLine::setText);
    connect(refresh, &QPushButton::clicked, m_model, &FrameModel::reload);
    connect(copy, &QPushButton::clicked, this, &FrameWindow::copySelection);
    connect(save, &QPushButton::clicked, this, &FrameWindow::saveCsv);
    connect(m_view->horizontalHeader(), &QHeaderView::sectionClicked, this, &FrameWindow::sortBy);
    (new Wording(this))->add([this, refresh, copy, save] {
        setWindowTitle(tr("%1 — table — Glovebox").arg(m_variable));
        m_view->setAccessibleName(tr("Table %1").arg(m_variable));
        m_filter->setPlaceholderText(tr("Filter: a text, or column > 5"));
        m_filter->setAccessibleName(tr("Filter rows"));
        refresh->setText(tr("Read again"));
        copy->setText(tr("Copy"));
        copy->setToolTip(tr("Copies what is selected, as tab separated values"));
        save->setText(tr("Save as CSV…"));
        refreshShape();
    });
}

// A second view of the same model and selection lies over the first column.
void FrameWindow::buildFrozen()
{
    m_frozen->setModel(m_model);
    m_frozen->setSelectionModel(m_view->selectionModel());
    dress(m_frozen);
    m_frozen->setFocusPolicy(Qt::NoFocus);
    m_frozen->verticalHeader()->hide();
    m_frozen->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_frozen->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_frozen->viewport()->installEventFilter(this);
    m_view->installEventFilter(this);
    m_view->viewport()->stackUnder(m_frozen);
    connect(m_frozen->horizontalHeader(), &QHeaderView::sectionClicked, this, &FrameWindow::sortBy);
    connect(m_view->verticalScrollBar(), &QScrollBar::valueChanged, m_frozen->verticalScrollBar(),
            &QScrollBar::setValue);
    connect(m_frozen->verticalScrollBar(), &QScrollBar::valueChanged, m_view->verticalScrollBar(),
            &QScrollBar::setValue);
    connect(m_view->horizontalHeader(), &QHeaderView::sectionResized, this,
            [this] { placeFrozen(); });
    connect(m_view->verticalHeader(), &QHeaderView::geometriesChanged, this,
            [this] { placeFrozen(); });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] { placeFrozen(); });
}

void FrameWindow::placeFrozen()
{
    for (int column = 1; column < m_model->columnCount(); ++column) {
        if (!m_frozen->isColumnHidden(column))
            m_frozen->setColumnHidden(column, true);
    }
    m_frozen->setColumnWidth(0, m_view->columnWidth(0));
    m_frozen->horizontalHeader()->setFixedHeight(m_view->horizontalHeader()->height());
    m_frozen->setGeometry(m_view->verticalHeader()->width() + m_view->frameWidth(),
                          m_view->frameWidth(), m_view->columnWidth(0),
                          m_view->viewport()->height() + m_view->horizontalHeader()->height());
    m_frozen->setVisible(m_model->columnCount() > 1);
    m_frozen->raise();
}

bool FrameWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && (event->type() == QEvent::Resize || event->type() == QEvent::Show))
        QMetaObject::invokeMethod(this, &FrameWindow::placeFrozen, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

void FrameWindow::refreshShape()
{
    const QLocale locale;
    m_shape->setText(tr("%1 of %2 rows, %3 columns")
                         .arg(locale.toString(m_model->matchingRows()),
                              locale.toString(m_model->totalRows()),
                              locale.toString(m_model->totalColumns())));
}

// Up, down, and as it was.
void FrameWindow::sortBy(int column)
{
    const TableQuery now = m_model->query();
    const bool same = now.sortColumn == column;
    const int next = same && now.descending ? -1 : column;
    const bool descending = same && !now.descending;
    m_model->setOrder(next, descending);
    for (QHeaderView *header : {m_view->horizontalHeader(), m_frozen->horizontalHeader()}) {
        header->setSortIndicatorShown(next >= 0);
        header->setSortIndicator(std::max(0, next),
                                 descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    }
}

// The rows come from the sandbox: what is selected may never have been on screen.
void FrameWindow::copySelection()
{
    const QItemSelection selection = m_view->selectionModel()->selection();
    TableQuery query = m_model->query();
    query.firstRow = 0;
    query.rows = m_model->rowCount();
    query.firstColumn = 0;
    query.columns = m_model->columnCount();
    if (!selection.isEmpty()) {
        const QItemSelectionRange range = selection.first();
        query.firstRow = range.top();
        query.rows = range.height();
        query.firstColumn = range.left();
        query.columns = range.width();
    }
    if (qint64(query.rows) * query.columns > mostCopiedCells) {
        m_problem->setText(tr("Too much to copy. Save it as CSV instead."));
        return;
    }
    m_desk.tableText(m_session, query, u'\t').then(this, [this](const Result<QByteArray> &text) {
        if (!text) {
            m_problem->setText(text.error().text);
            return;
        }
        QGuiApplication::clipboard()->setText(QString::fromUtf8(*text));
        m_problem->setText({});
    });
}

void FrameWindow::saveCsv()
{
    askWhereToSave(this,
                   {.title = tr("Save as CSV"), .suffix = u"csv"_s, .name = m_variable + u".csv"_s},
                   [this](const QString &path) { writeTo(path); });
}

void FrameWindow::writeTo(const QString &path)
{
    TableQuery query = m_model->query();
    query.rows = m_model->rowCount();
    query.columns = m_model->columnCount();
    m_desk.tableText(m_session, query, u',')
        .then(this, [this, path](const Result<QByteArray> &text) {
            if (!text)
                return m_problem->setText(text.error().text);
            writeWhole(path, *text).then(this, [this, path](const Result<> &saved) {
                m_problem->setText(savedText(path, saved));
            });
        });
}

void FrameWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copySelection();
    else if (event->matches(QKeySequence::Find))
        m_filter->setFocus(Qt::ShortcutFocusReason);
    else if (event->matches(QKeySequence::Save))
        saveCsv();
    else if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

} // namespace glovebox::ui
