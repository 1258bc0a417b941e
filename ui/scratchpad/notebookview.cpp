// SPDX-License-Identifier: MIT
#include "notebookview.h"

#include "celleditor.h"
#include "celloutput.h"

#include "base/inpool.h"
#include "notebook/ipynb.h"

#include <ui/output/outputview.h>
#include <ui/parts/wording.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QPlainTextDocumentLayout>
#include <QScrollBar>
#include <QTextCursor>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int topMargin = 8;
constexpr int gap = 8;
constexpr int bottomRoom = 120; // the last cell can be written in the middle of the screen
constexpr int ahead = 200;      // pixels beyond the edges for which cells have widgets
constexpr int lineHeight = 19;
constexpr int scrollMargin = 24;
constexpr qsizetype mostPictureBytes = 16 * 1024 * 1024;
constexpr int dragEdge = 40; // where a dragged cell scrolls the others
constexpr int dragTurnMs = 16;
constexpr int dropLineHeight = 6;

// Where a dragged cell will stand: a line with a knob at its beginning.
class DropLine final : public QWidget
{
public:
    explicit DropLine(QWidget *parent)
        : QWidget(parent)
    {
        setObjectName(u"dropLine"_s);
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color(Token::Accent));
        painter.drawEllipse(QRectF(0, 0, height(), height()));
        painter.fillRect(QRectF(height() / 2.0, height() / 2.0 - 1, width(), 2),
                         color(Token::Accent));
    }
};

} // namespace

NotebookView::NotebookView(const ScratchServices &services, notebook::Document &document,
                           CellRunner &runner, NotebookModel &model, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_services(services)
    , m_document(document)
    , m_runner(runner)
    , m_model(model)
    , m_dragScroll(new QTimer(this))
    , m_dropLine(new DropLine(viewport()))
{
    m_dragScroll->setInterval(dragTurnMs);
    connect(m_dragScroll, &QTimer::timeout, this, [this] { dragTo(m_dragged, m_dragPlace); });
    setObjectName(u"notebookView"_s);
    (new Wording(this))->add([this] { setAccessibleName(tr("Cells")); });
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalScrollBar()->setSingleStep(lineHeight * 2);
    setAcceptDrops(true);
    connectModel();
    if (document.count() > 0)
        m_current = m_anchor = document.cell(0).id;
    relayout();
}

// The cells first: they show the texts.
NotebookView::~NotebookView()
{
    for (CellView *view : std::as_const(m_views))
        view->disconnect(this);
    qDeleteAll(std::exchange(m_views, {}));
}

void NotebookView::connectModel()
{
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &NotebookView::relayout);
    connect(&m_model, &QAbstractItemModel::rowsMoved, this, &NotebookView::relayout);
    connect(&m_model, &QAbstractItemModel::rowsRemoved, this, &NotebookView::onRemoved);
    connect(&m_model, &QAbstractItemModel::modelReset, this, [this] {
        const QStringList shown = m_views.keys();
        for (const QString &id : shown)
            dropView(id);
        for (QTextDocument *text : std::exchange(m_texts, {}))
            text->deleteLater(); // after the editors that showed them
        m_heights.clear();
        onRemoved();
    });
    connect(&m_model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex &first, const QModelIndex &last) {
                for (int row = first.row(); row <= last.row(); ++row)
                    refreshRow(row);
            });
    connect(&m_document, &notebook::Document::cellChanged, this, [this](int row, bool byEditor) {
        if (!byEditor)
            takeSource(row);
    });
}

// Layout

int NotebookView::contentWidth() const
{
    return viewport()->width();
}

int NotebookView::estimate(int row) const
{
    const notebook::Cell &cell = m_document.cell(row);
    const int lines = int(cell.source.count(u'\n')) + 1;
    const int output = cell.outputs.isEmpty() ? 0 : 6 * lineHeight;
    return 16 + lines * lineHeight + output;
}

int NotebookView::heightOf(int row)
{
    const QString &id = m_document.cell(row).id;
    if (const CellView *view = m_views.value(id))
        return view->heightFor(contentWidth());
    const auto known = m_heights.constFind(id);
    if (known != m_heights.cend())
        return *known;
    // Kept too: counting the lines of thousands of cells at every key would be felt.
    return *m_heights.insert(id, estimate(row));
}

int NotebookView::rowAt(int y) const
{
    if (m_tops.size() < 2)
        return -1;
    const auto next = std::upper_bound(m_tops.begin(), m_tops.end() - 1, y);
    return std::clamp(int(next - m_tops.begin()) - 1, 0, int(m_tops.size()) - 2);
}

// What is at the top of the screen stays there, whatever grows above it.
void NotebookView::relayout()
{
    if (m_layingOut) {
        m_layoutAgain = true;
        return;
    }
    m_layingOut = true;
    for (int round = 0; round < 4; ++round) {
        m_layoutAgain = false;
        QString id;
        int offset = 0;
        for (const auto &[cell, view] : m_views.asKeyValueRange()) {
            // The first widget on screen: rows may have moved since.
            if (view->geometry().bottom() > 0 && (id.isEmpty() || view->y() < offset)) {
                id = cell;
                offset = view->y();
            }
        }
        m_tops.clear();
        int top = topMargin;
        for (int row = 0; row < m_document.count(); ++row) {
            m_tops.push_back(top);
            top += heightOf(row) + gap;
        }
        m_tops.push_back(top);
        verticalScrollBar()->setRange(0, std::max(0, top + bottomRoom - viewport()->height()));
        verticalScrollBar()->setPageStep(viewport()->height());
        if (const int row = m_document.indexOf(id); row >= 0 && offset < 0)
            verticalScrollBar()->setValue(m_tops.at(size_t(row)) - offset);
        placeViews();
        if (!m_layoutAgain)
            break;
    }
    m_layingOut = false;
}

// Cells near the screen get widgets; those far away give them back, except where somebody writes.
void NotebookView::placeViews()
{
    const int scroll = verticalScrollBar()->value();
    const int first = rowAt(scroll - ahead);
    QSet<QString> wanted;
    for (int row = std::max(0, first); row < m_document.count(); ++row) {
        if (m_tops.at(size_t(row)) > scroll + viewport()->height() + ahead)
            break;
        const QString &id = m_document.cell(row).id;
        wanted.insert(id);
        CellView *view = m_views.value(id);
        if (!view) {
            view = makeView(row);
            m_layoutAgain = true; // its true height is known from here on
        }
        const int height = view->heightFor(contentWidth());
        m_heights.insert(id, height);
        view->setGeometry(0, m_tops.at(size_t(row)) - scroll, contentWidth(), height);
        view->show();
    }
    const QStringList shown = m_views.keys();
    for (const QString &id : shown) {
        if (wanted.contains(id))
            continue;
        CellView *view = m_views.value(id);
        const int row = m_document.indexOf(id);
        const bool held = id == m_dragged || view->isAncestorOf(QApplication::focusWidget());
        if (row >= 0 && held)
            view->move(0, m_tops.at(size_t(row)) - scroll);
        else
            dropView(id);
    }
}

CellView *NotebookView::makeView(int row)
{
    const QString id = m_document.cell(row).id;
    auto *view = new CellView(m_services, m_document, m_runner, textOf(id), viewport());
    m_views.insert(id, view);
    view->setEditing(id == m_editingText);
    view->resize(contentWidth(), estimate(row));
    connect(view, &CellView::heightChanged, this, &NotebookView::relayout);
    connect(view, &CellView::message, this, &NotebookView::message);
    connect(view, &CellView::chosen, this, [this, id](bool extend) {
        setCurrent(id, extend);
        const CellView *here = m_views.value(id);
        if (here && !here->isAncestorOf(QApplication::focusWidget()))
            setFocus(Qt::MouseFocusReason);
    });
    connect(view, &CellView::editRequested, this, [this, id] {
        setCurrent(id);
        edit();
    });
    connect(view, &CellView::actionRequested, this, [this, id](CellAction action) {
        if (!chosenCells().contains(id))
            setCurrent(id);
        perform(action);
    });
    connect(view, &CellView::kindRequested, this,
            [this, id](notebook::CellKind kind, const QString &runtime) {
                if (!chosenCells().contains(id))
                    setCurrent(id);
                setKind(kind, runtime);
            });
    connect(view, &CellView::editorFocused, this, [this](CellEditor *editor) {
        refreshMarks();
        Q_EMIT editorChanged(editor);
    });
    connect(view, &CellView::dragMoved, this,
            [this, id](const QPoint &place) { dragTo(id, place); });
    connect(view, &CellView::dragEnded, this, [this] { endDrag(true); });
    connect(view, &CellView::leaveRequested, this, &NotebookView::leave);
    connect(view, &CellView::edgeReached, this, &NotebookView::editNeighbour);
    connect(view, &CellView::pictureGiven, this,
            [this, id](const QImage &picture) { attachPicture(id, picture); });
    connect(view, &CellView::cursorMoved, this,
            [this, view](const QRect &place) { followCursor(view, place); });
    view->refresh(m_model.index(row, 0));
    refreshMarks();
    if (CellEditor *editor = view->editor())
        editor->setSearch(m_search);
    return view;
}

void NotebookView::dropView(const QString &id)
{
    CellView *view = m_views.take(id);
    if (!view)
        return;
    view->hide();
    view->deleteLater();
}

// All that they say is in their parts: new ones speak the language of now. What is being written
// goes on.
void NotebookView::remakeViews()
{
    const bool editing = isEditing();
    const int place = editing ? currentEditor()->textCursor().position() : 0;
    QHash<QString, QString> answers; // to input(), not sent yet
    for (const auto &[id, view] : m_views.asKeyValueRange()) {
        if (view->output() && !view->output()->inputField()->text().isEmpty())
            answers.insert(id, view->output()->inputField()->text());
    }
    const QStringList shown = m_views.keys();
    for (const QString &id : shown)
        dropView(id);
    relayout();
    for (const auto &[id, text] : answers.asKeyValueRange()) {
        const CellView *view = m_views.value(id);
        if (view && view->output())
            view->output()->inputField()->setText(text);
    }
    if (!editing)
        return;
    edit();
    if (CellEditor *editor = currentEditor()) {
        QTextCursor cursor = editor->textCursor();
        cursor.setPosition(place);
        editor->setTextCursor(cursor);
    }
}

void NotebookView::refreshRow(int row)
{
    const QString &id = m_document.cell(row).id;
    CellView *view = m_views.value(id);
    if (!view) {
        m_heights.remove(id);
        return;
    }
    const int before = view->height();
    const bool hadEditor = view->editor() != nullptr;
    view->refresh(m_model.index(row, 0));
    CellEditor *editor = view->editor();
    if (editor && !hadEditor)
        editor->setSearch(m_search);
    if (view->heightFor(contentWidth()) != before)
        relayout();
}

void NotebookView::onRemoved()
{
    const QStringList shown = m_views.keys();
    bool hadFocus = hasFocus();
    for (const QString &id : shown) {
        if (m_document.indexOf(id) >= 0)
            continue;
        hadFocus = hadFocus || m_views.value(id)->isAncestorOf(QApplication::focusWidget());
        dropView(id);
    }
    const QStringList texts = m_texts.keys();
    for (const QString &id : texts) {
        if (m_document.indexOf(id) < 0)
            m_texts.take(id)->deleteLater();
    }
    if (m_document.indexOf(m_current) < 0 && m_document.count() > 0) {
        m_current = m_document.cell(std::clamp(m_lastCurrentRow, 0, lastRow())).id;
        m_anchor = m_current;
        if (hadFocus)
            setFocus(Qt::OtherFocusReason);
        Q_EMIT currentChanged();
    }
    if (m_document.indexOf(m_anchor) < 0)
        m_anchor = m_current;
    relayout();
    refreshMarks();
}

// Text

QTextDocument *NotebookView::textOf(const QString &id)
{
    QTextDocument *&text = m_texts[id];
    if (text)
        return text;
    text = new QTextDocument(this);
    text->setDocumentLayout(new QPlainTextDocumentLayout(text));
    if (const notebook::Cell *cell = m_document.find(id))
        text->setPlainText(cell->source);
    connect(text, &QTextDocument::contentsChanged, this,
            [this, id, text = text] { m_document.setSource(id, CellEditor::textOf(*text)); });
    return text;
}

// What changed the source was not its editor: undoing cells, replacing everywhere, splitting.
void NotebookView::takeSource(int row)
{
    const notebook::Cell &cell = m_document.cell(row);
    QTextDocument *text = m_texts.value(cell.id);
    if (!text || CellEditor::textOf(*text) == cell.source)
        return;
    const QString source = cell.source;
    QTextCursor cursor(text);
    cursor.beginEditBlock();
    cursor.select(QTextCursor::Document);
    cursor.insertText(source);
    cursor.endEditBlock();
}

// What is chosen

bool NotebookView::isEditing() const
{
    const CellEditor *editor = currentEditor();
    return editor && editor->hasFocus();
}

CellEditor *NotebookView::currentEditor() const
{
    const CellView *view = m_views.value(m_current);
    return view ? view->editor() : nullptr;
}

QStringList NotebookView::chosenCells() const
{
    const int current = currentRow();
    const int anchor = m_document.indexOf(m_anchor);
    if (current < 0)
        return {};
    const int other = anchor < 0 ? current : anchor;
    QStringList ids;
    for (int row = std::min(current, other); row <= std::max(current, other); ++row)
        ids.append(m_document.cell(row).id);
    return ids;
}

void NotebookView::setCurrent(const QString &id, bool extend)
{
    const int row = m_document.indexOf(id);
    if (row < 0)
        return;
    m_lastCurrentRow = row;
    const bool changed = m_current != id;
    const bool closes = !m_editingText.isEmpty() && m_editingText != id;
    m_current = id;
    if (!extend)
        m_anchor = id;
    if (closes) {
        const QString was = std::exchange(m_editingText, QString());
        if (CellView *view = m_views.value(was)) {
            view->setEditing(false);
            refreshRow(m_document.indexOf(was));
        }
    }
    refreshMarks();
    if (changed)
        Q_EMIT currentChanged();
}

void NotebookView::refreshMarks()
{
    const QStringList chosen = chosenCells();
    const bool editing = isEditing();
    for (const auto &[id, view] : m_views.asKeyValueRange()) {
        CellView::Mark mark = CellView::Mark::None;
        if (id == m_current)
            mark = editing ? CellView::Mark::Editing : CellView::Mark::Current;
        else if (chosen.contains(id))
            mark = CellView::Mark::Chosen;
        view->setMark(mark);
    }
}

void NotebookView::edit()
{
    const int row = currentRow();
    if (row < 0)
        return;
    ensureVisible(row);
    CellView *view = m_views.value(m_current);
    if (!view)
        return;
    if (view->kind() == notebook::CellKind::Text && m_editingText != m_current) {
        m_editingText = m_current;
        view->setEditing(true);
        refreshRow(row);
    }
    if (CellEditor *editor = view->editor()) {
        editor->setFocus(Qt::OtherFocusReason);
        refreshMarks();
        Q_EMIT modeChanged();
    }
}

void NotebookView::leave()
{
    const QString text = std::exchange(m_editingText, QString());
    setFocus(Qt::OtherFocusReason);
    if (CellView *view = m_views.value(text)) {
        view->setEditing(false);
        refreshRow(m_document.indexOf(text));
    }
    refreshMarks();
    Q_EMIT modeChanged();
}

void NotebookView::ensureVisible(int row)
{
    if (row < 0 || row >= int(m_tops.size()) - 1)
        return;
    // Heights above may be estimates: a second look finds what the first one moved.
    for (int round = 0; round < 3; ++round) {
        const int top = m_tops.at(size_t(row));
        const int bottom = m_tops.at(size_t(row) + 1);
        const int scroll = verticalScrollBar()->value();
        const int room = viewport()->height();
        int wanted = scroll;
        if (bottom > scroll + room)
            wanted = bottom - room;
        if (top < wanted)
            wanted = top - topMargin;
        if (bottom - top > room && scroll >= top - topMargin && scroll < bottom - room / 2)
            wanted = scroll; // larger than the screen, and on it
        if (wanted == scroll && m_views.contains(m_document.cell(row).id))
            return;
        verticalScrollBar()->setValue(wanted);
        relayout();
    }
}

void NotebookView::showCell(const QString &id, qsizetype place)
{
    const int row = m_document.indexOf(id);
    if (row < 0 || row >= int(m_tops.size()) - 1)
        return;
    setCurrent(id);
    verticalScrollBar()->setValue(m_tops.at(size_t(row)) - topMargin);
    relayout();
    ensureVisible(row);
    const CellView *view = m_views.value(id);
    if (view && view->editor() && place > 0) {
        QTextCursor cursor = view->editor()->textCursor();
        cursor.setPosition(
            int(std::min<qsizetype>(place, view->editor()->document()->characterCount() - 1)));
        view->editor()->setTextCursor(cursor);
    }
    setFocus(Qt::OtherFocusReason);
}

void NotebookView::followCursor(CellView *view, const QRect &cursor)
{
    const QRect line(view->editor()->mapTo(viewport(), cursor.topLeft()), cursor.size());
    const int room = viewport()->height();
    QScrollBar *bar = verticalScrollBar();
    if (line.bottom() + scrollMargin > room)
        bar->setValue(bar->value() + line.bottom() + scrollMargin - room);
    else if (line.top() < scrollMargin)
        bar->setValue(bar->value() + line.top() - scrollMargin);
}

// Running

void NotebookView::runChosen(After after)
{
    QStringList cells;
    for (const QString &id : chosenCells()) {
        const notebook::Cell *cell = m_document.find(id);
        if (cell && cell->kind == notebook::CellKind::Code)
            cells.append(id);
    }
    if (!cells.isEmpty())
        Q_EMIT runRequested(cells);
    afterRun(after);
}

// UI.md 8: run and go on, run and stay, run and write a new cell.
void NotebookView::afterRun(After after)
{
    const QStringList chosen = chosenCells();
    if (chosen.isEmpty())
        return;
    const int last = m_document.indexOf(chosen.last());
    switch (after) {
    case After::Stay:
        leave();
        break;
    case After::Insert:
        setCurrent(m_document.insertCell(last + 1, notebook::CellKind::Code));
        edit();
        break;
    case After::Next:
        if (last == lastRow()) {
            setCurrent(m_document.insertCell(last + 1, notebook::CellKind::Code));
            edit();
            break;
        }
        leave();
        setCurrent(m_document.cell(last + 1).id);
        ensureVisible(last + 1);
        break;
    }
}

void NotebookView::runAll()
{
    QStringList cells;
    for (const notebook::Cell &cell : m_document.notebook().cells) {
        if (cell.kind == notebook::CellKind::Code)
            cells.append(cell.id);
    }
    if (!cells.isEmpty())
        Q_EMIT runRequested(cells);
}

void NotebookView::perform(CellAction action)
{
    const int row = currentRow();
    if (row < 0)
        return;
    const auto range = [this](int first, int end) {
        QStringList cells;
        for (int at = first; at < end; ++at) {
            if (m_document.cell(at).kind == notebook::CellKind::Code)
                cells.append(m_document.cell(at).id);
        }
        if (!cells.isEmpty())
            Q_EMIT runRequested(cells);
    };
    switch (action) {
    case CellAction::Run:
        runChosen(After::Stay);
        break;
    case CellAction::RunAbove:
        range(0, row);
        break;
    case CellAction::RunFromHere:
        range(row, m_document.count());
        break;
    case CellAction::Stop:
        if (m_runner.runningCell() == m_current)
            Q_EMIT stopRequested();
        else
            m_runner.cancel(m_current);
        break;
    case CellAction::Delete:
        deleteChosen(false);
        break;
    case CellAction::Cut:
        deleteChosen(true);
        break;
    case CellAction::Copy:
        copyChosen();
        break;
    case CellAction::InsertAbove:
        insert(false);
        break;
    case CellAction::InsertBelow:
        insert(true);
        break;
    case CellAction::MoveUp:
        move(-1);
        break;
    case CellAction::MoveDown:
        move(1);
        break;
    case CellAction::Split:
        split();
        break;
    case CellAction::MergeBelow:
        merge();
        break;
    case CellAction::ClearOutput:
        m_document.clearOutputs(chosenCells());
        break;
    case CellAction::FoldOutput: {
        const bool folded = m_document.cell(row).metadata.value(u"collapsed").toBool();
        for (const QString &id : chosenCells())
            m_document.setCellMetadata(id, u"collapsed"_s, notebook::Json(!folded));
        break;
    }
    case CellAction::ShowToClient:
        Q_EMIT showToClientRequested(m_current);
        break;
    }
}

// Cells

void NotebookView::setKind(notebook::CellKind kind, const QString &runtime)
{
    const bool editing = isEditing();
    m_document.setKind(chosenCells(), kind, runtime);
    if (editing)
        edit();
}

void NotebookView::insert(bool below, notebook::CellKind kind)
{
    const int row = std::max(0, currentRow());
    const QString id = m_document.insertCell(below ? row + 1 : row, kind);
    setCurrent(id);
    ensureVisible(m_document.indexOf(id));
    setFocus(Qt::OtherFocusReason);
}

void NotebookView::copyChosen() const
{
    notebook::Json::Items cells;
    QStringList sources;
    for (const QString &id : chosenCells()) {
        const notebook::Cell *cell = m_document.find(id);
        cells.append(notebook::cellToJson(*cell));
        sources.append(cell->source);
    }
    auto *data = new QMimeData;
    data->setText(sources.join(u"\n\n"_s));
    data->setData(QString::fromLatin1(cellMimeType), notebook::Json(cells).toBytes({.indent = 0}));
    QGuiApplication::clipboard()->setMimeData(data);
}

void NotebookView::deleteChosen(bool toClipboard)
{
    if (toClipboard)
        copyChosen();
    const QStringList chosen = chosenCells();
    if (chosen.isEmpty())
        return;
    m_lastCurrentRow = m_document.indexOf(chosen.first());
    m_document.deleteCells(chosen);
    setFocus(Qt::OtherFocusReason);
    Q_EMIT message(tr("%n cell(s) removed. Z brings them back.", nullptr, int(chosen.size())),
                   false);
}

// Cells of a notebook come as cells, with all that is in them; any other text as a new one.
void NotebookView::paste()
{
    const QMimeData *data = QGuiApplication::clipboard()->mimeData();
    if (!data)
        return;
    QList<notebook::Cell> cells;
    const QByteArray json = data->data(QString::fromLatin1(cellMimeType));
    if (!json.isEmpty()) {
        notebook::Json document = notebook::newNotebookJson();
        if (const auto items = notebook::Json::parse(json))
            document.set(u"cells"_s, *items);
        if (const auto read = notebook::readIpynb(document.toBytes()))
            cells = read->notebook.cells;
    } else if (data->hasText()) {
        notebook::Cell cell;
        cell.source = data->text();
        cells.append(cell);
    }
    if (cells.isEmpty())
        return;
    const QStringList ids = m_document.insertCells(currentRow() + 1, cells);
    if (!ids.isEmpty())
        setCurrent(ids.last());
    ensureVisible(currentRow());
}

void NotebookView::cut()
{
    deleteChosen(true);
}

void NotebookView::copy() const
{
    copyChosen();
}

void NotebookView::selectAll()
{
    m_anchor = m_document.cell(0).id;
    setCurrent(m_document.cell(lastRow()).id, true);
    setFocus(Qt::OtherFocusReason);
}

void NotebookView::clearAllOutputs()
{
    QStringList all;
    for (const notebook::Cell &cell : m_document.notebook().cells)
        all.append(cell.id);
    if (m_document.clearOutputs(all))
        Q_EMIT message(tr("All outputs are cleared. Z brings them back."), false);
}

void NotebookView::openCellMenu()
{
    ensureVisible(currentRow());
    if (CellView *view = m_views.value(m_current))
        view->openMenu(view->mapToGlobal(view->card().topLeft() + QPoint(8, 8)));
}

// As Jupyter does it: the picture goes into the cell, its Markdown where the cursor is.
void NotebookView::attachPicture(const QString &id, const QImage &picture)
{
    if (m_keepsPictures && !m_keepsPictures()) {
        Q_EMIT message(tr("A .py file keeps no pictures. Save it as a notebook first."), true);
        return;
    }
    inPool(*QThreadPool::globalInstance(), [picture] {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        return picture.save(&buffer, "PNG") ? bytes : QByteArray();
    }).then(this, [this, id](const QByteArray &bytes) {
        if (bytes.isEmpty() || bytes.size() > mostPictureBytes) {
            Q_EMIT message(tr("The picture is too large for a cell. Save it as a file."), true);
            return;
        }
        const QString name = m_document.addAttachment(id, u"image.png"_s, u"image/png"_s, bytes);
        if (name.isEmpty())
            return;
        QTextCursor cursor(textOf(id));
        if (const CellView *view = m_views.value(id); view && view->editor())
            cursor = view->editor()->textCursor();
        cursor.insertText(u"![%1](attachment:%1)"_s.arg(name));
    });
}

void NotebookView::split()
{
    CellEditor *editor = currentEditor();
    if (!editor)
        return;
    const int row = currentRow();
    const qsizetype place = editor->codePosition();
    if (m_document.splitCell(m_current, place).isEmpty())
        return;
    setCurrent(m_document.cell(row + 1).id); // the second half, whichever of them is new
    edit();
    if (CellEditor *second = currentEditor())
        second->moveCursor(QTextCursor::Start);
}

void NotebookView::merge()
{
    QStringList cells = chosenCells();
    if (cells.size() == 1 && currentRow() < lastRow())
        cells.append(m_document.cell(currentRow() + 1).id);
    if (cells.size() < 2)
        return;
    setCurrent(cells.first());
    m_document.mergeCells(cells);
    setFocus(Qt::OtherFocusReason);
}

void NotebookView::move(int by)
{
    const QStringList cells = chosenCells();
    if (cells.isEmpty())
        return;
    const int first = m_document.indexOf(cells.first());
    const int last = m_document.indexOf(cells.last());
    if (by < 0 && first > 0)
        m_document.moveCell(m_document.cell(first - 1).id, last);
    else if (by > 0 && last < lastRow())
        m_document.moveCell(m_document.cell(last + 1).id, first);
    ensureVisible(currentRow());
    refreshMarks();
}

// By the mouse

int NotebookView::gapAt(int y) const
{
    const int place = y + verticalScrollBar()->value();
    const int row = rowAt(place);
    if (row < 0)
        return -1;
    const int middle = (m_tops.at(size_t(row)) + m_tops.at(size_t(row) + 1) - gap) / 2;
    return place < middle ? row : row + 1;
}

// What is chosen goes along when the dragged cell is one of it.
void NotebookView::dragTo(const QString &id, const QPoint &place)
{
    if (m_dragged.isEmpty()) {
        if (m_dragCancelled)
            return;
        m_dragged = id;
        if (!chosenCells().contains(id))
            setCurrent(id);
        leave();
    }
    m_dragPlace = place;
    const int y = viewport()->mapFromGlobal(place).y();
    const int beyond = y < dragEdge                          ? y - dragEdge
                       : y > viewport()->height() - dragEdge ? y - viewport()->height() + dragEdge
                                                             : 0;
    verticalScrollBar()->setValue(verticalScrollBar()->value() + beyond / 3);
    beyond == 0 ? m_dragScroll->stop() : m_dragScroll->start();

    const QStringList cells = chosenCells();
    const int first = m_document.indexOf(cells.first());
    const int at = gapAt(y);
    m_dropGap = at >= first && at <= first + cells.size() ? -1 : at;
    m_dropLine->setVisible(m_dropGap >= 0);
    if (m_dropGap < 0)
        return;
    const int top = m_tops.at(size_t(m_dropGap)) - verticalScrollBar()->value();
    m_dropLine->setGeometry(
        CellView::gutter - dropLineHeight, top - gap / 2 - dropLineHeight / 2,
        contentWidth() - CellView::gutter - CellView::rightMargin + dropLineHeight, dropLineHeight);
    m_dropLine->raise();
}

void NotebookView::endDrag(bool drop)
{
    m_dragCancelled = !drop;
    m_dragScroll->stop();
    m_dropLine->hide();
    const int at = std::exchange(m_dropGap, -1);
    if (std::exchange(m_dragged, QString()).isEmpty() || !drop || at < 0)
        return;
    const QStringList cells = chosenCells();
    const int first = m_document.indexOf(cells.first());
    m_document.moveCells(cells, at < first ? at : at - int(cells.size()));
    ensureVisible(currentRow());
    refreshMarks();
}

// Steps back

void NotebookView::undoCells()
{
    m_document.undo();
}

void NotebookView::redoCells()
{
    m_document.redo();
}

// Search

QList<NotebookView::Found> NotebookView::search(const QRegularExpression &expression)
{
    m_search = expression;
    for (const CellView *view : std::as_const(m_views)) {
        if (view->editor())
            view->editor()->setSearch(expression);
    }
    QList<Found> found;
    if (!expression.isValid() || expression.pattern().isEmpty())
        return found;
    for (const notebook::Cell &cell : m_document.notebook().cells) {
        auto matches = expression.globalMatch(cell.source);
        while (matches.hasNext()) {
            const QRegularExpressionMatch match = matches.next();
            if (match.capturedLength() > 0)
                found.append({cell.id, match.capturedStart(), match.capturedLength()});
        }
    }
    return found;
}

// The place is chosen in its editor; the focus stays where the person types what they look for.
void NotebookView::showFound(const Found &found)
{
    const int row = m_document.indexOf(found.cell);
    if (row < 0)
        return;
    const QString before = std::exchange(m_editingText, QString());
    if (before != found.cell) {
        if (CellView *view = m_views.value(before)) {
            view->setEditing(false);
            refreshRow(m_document.indexOf(before));
        }
    }
    setCurrent(found.cell);
    ensureVisible(row);
    CellView *view = m_views.value(found.cell);
    if (!view)
        return;
    if (view->kind() == notebook::CellKind::Text) {
        m_editingText = found.cell;
        view->setEditing(true);
        refreshRow(row);
    }
    CellEditor *editor = view->editor();
    if (!editor)
        return;
    QTextCursor cursor = editor->textCursor();
    cursor.setPosition(int(found.start));
    cursor.setPosition(int(found.start + found.length), QTextCursor::KeepAnchor);
    editor->setTextCursor(cursor);
    followCursor(view, editor->cursorRect().translated(editor->viewport()->pos()));
}

void NotebookView::clearSearch()
{
    search({});
}

// Events

bool NotebookView::event(QEvent *event)
{
    // Single letters are keys of the cells here, and no shortcuts of the window.
    if (event->type() == QEvent::ShortcutOverride && !isEditing() &&
        isCommandKey(static_cast<QKeyEvent &>(*event))) {
        event->accept();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

// By the key: the mouse finds the cell itself.
void NotebookView::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Keyboard)
        openCellMenu();
    else
        event->ignore();
}

void NotebookView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    // Later: the event is on its way to the cells just now.
    if (event->type() == QEvent::LanguageChange)
        QMetaObject::invokeMethod(this, &NotebookView::remakeViews, Qt::QueuedConnection);
}

bool NotebookView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        return true;
    return QAbstractScrollArea::viewportEvent(event);
}

bool NotebookView::isCommandKey(const QKeyEvent &event) const
{
    const Qt::KeyboardModifiers keys = event.modifiers() & ~Qt::KeypadModifier;
    if (!hasFocus() || (keys != Qt::NoModifier && keys != Qt::ShiftModifier))
        return false;
    static const QList<int> letters{Qt::Key_A, Qt::Key_B, Qt::Key_M, Qt::Key_Y, Qt::Key_X,
                                    Qt::Key_C, Qt::Key_V, Qt::Key_Z, Qt::Key_O};
    return letters.contains(event.key()) || event.key() == Qt::Key_Delete;
}

void NotebookView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !m_dragged.isEmpty()) {
        endDrag(false); // the mouse still holds the cell, and moves it no more
        return;
    }
    // Keys that no part of a cell wanted come here too; letters count only on the cell itself.
    if (hasFocus() && handleCommandKey(*event))
        return;
    if (event->key() == Qt::Key_Escape && !hasFocus()) {
        leave(); // out of an output
        return;
    }
    event->ignore();
}

bool NotebookView::handleCommandKey(const QKeyEvent &event)
{
    const Qt::KeyboardModifiers keys = event.modifiers() & ~Qt::KeypadModifier;
    if (keys == Qt::ShiftModifier) {
        switch (event.key()) {
        case Qt::Key_Up:
            step(-1, true);
            return true;
        case Qt::Key_Down:
            step(1, true);
            return true;
        case Qt::Key_M:
            merge();
            return true;
        case Qt::Key_Z:
            redoCells();
            return true;
        default:
            return false;
        }
    }
    if (keys == Qt::ControlModifier && event.key() == Qt::Key_A) {
        selectAll();
        return true;
    }
    if (keys != Qt::NoModifier)
        return false;
    switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        edit();
        return true;
    case Qt::Key_Up:
        step(-1, false);
        return true;
    case Qt::Key_Down:
        step(1, false);
        return true;
    case Qt::Key_Home:
        setCurrent(m_document.cell(0).id);
        ensureVisible(0);
        return true;
    case Qt::Key_End:
        setCurrent(m_document.cell(lastRow()).id);
        ensureVisible(lastRow());
        return true;
    case Qt::Key_PageUp:
        verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepSub);
        return true;
    case Qt::Key_PageDown:
    case Qt::Key_Space:
        verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepAdd);
        return true;
    case Qt::Key_A:
        insert(false);
        return true;
    case Qt::Key_B:
        insert(true);
        return true;
    case Qt::Key_M:
        setKind(notebook::CellKind::Text);
        return true;
    case Qt::Key_Y:
        setKind(notebook::CellKind::Code);
        return true;
    case Qt::Key_X:
        deleteChosen(true);
        return true;
    case Qt::Key_C:
        copyChosen();
        return true;
    case Qt::Key_V:
        paste();
        return true;
    case Qt::Key_Z:
        undoCells();
        return true;
    case Qt::Key_O:
        perform(CellAction::FoldOutput);
        return true;
    case Qt::Key_Delete:
        deleteChosen(false);
        return true;
    default:
        return false;
    }
}

void NotebookView::step(int by, bool extend)
{
    const int row = std::clamp(currentRow() + by, 0, lastRow());
    setCurrent(m_document.cell(row).id, extend);
    ensureVisible(row);
}

// Up on the first line of a cell goes into the one above it.
void NotebookView::editNeighbour(bool down)
{
    const int row = currentRow() + (down ? 1 : -1);
    if (row < 0 || row > lastRow())
        return;
    const bool toText = m_document.cell(row).kind == notebook::CellKind::Text;
    leave();
    setCurrent(m_document.cell(row).id);
    ensureVisible(row);
    if (toText)
        return; // it is read, not written, until Enter
    edit();
    if (CellEditor *editor = currentEditor())
        editor->moveCursor(down ? QTextCursor::Start : QTextCursor::End);
}

void NotebookView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    refreshMarks();
    Q_EMIT editorChanged(nullptr);
}

void NotebookView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    refreshMarks();
}

void NotebookView::mousePressEvent(QMouseEvent *event)
{
    setFocus(Qt::MouseFocusReason);
    QAbstractScrollArea::mousePressEvent(event);
}

void NotebookView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) {
        m_heights.clear();
        for (CellView *view : std::as_const(m_views))
            view->resize(contentWidth(), view->height());
    }
    relayout();
}

void NotebookView::scrollContentsBy(int, int dy)
{
    for (CellView *view : std::as_const(m_views))
        view->move(view->x(), view->y() + dy);
    relayout();
    viewport()->update();
    Q_EMIT scrolled();
}

void NotebookView::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), color(Token::Surface));
}

} // namespace glovebox::ui
