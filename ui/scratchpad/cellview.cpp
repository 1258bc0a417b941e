// SPDX-License-Identifier: MIT
#include "cellview.h"

#include "celleditor.h"
#include "celloutput.h"
#include "markdownview.h"

#include "base/runtimes.h"

#include <ui/models/words.h>
#include <ui/output/outputview.h>
#include <ui/parts/button.h>
#include <ui/theme/fonts.h>
#include <ui/theme/icons.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QApplication>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QTimer>
#include <QToolTip>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int edge = 1;
constexpr int foldedHeight = 24;
constexpr int toolSide = 28;
constexpr int toolMargin = 4;
constexpr int countTop = 5;
constexpr int stateTop = 22;

Button *toolButton(QWidget *parent, const QString &name, const QString &iconName,
                   const QString &text)
{
    auto *button = new Button({}, Button::Look::Quiet, parent);
    button->setObjectName(name);
    button->setIconName(iconName);
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setFixedSize(toolSide, toolSide);
    button->setFocusPolicy(Qt::NoFocus); // the cell's menu has the same
    return button;
}

QString ordinalPlace(int place)
{
    return CellView::tr("next: %1").arg(place);
}

} // namespace

CellView::CellView(const ScratchServices &services, notebook::Document &document,
                   CellRunner &runner, QTextDocument *text, QWidget *parent)
    : QWidget(parent)
    , m_services(services)
    , m_document(document)
    , m_runner(runner)
    , m_text(text)
    , m_clockTick(new QTimer(this))
{
    setObjectName(u"cellView"_s);
    setMouseTracking(true);
    m_clockTick->setInterval(100);
    connect(m_clockTick, &QTimer::timeout, this, [this] { update(0, 0, gutter, height()); });
    buildTools();
}

void CellView::buildTools()
{
    m_tools = new QWidget(this);
    m_tools->setAutoFillBackground(true);
    auto *row = new QHBoxLayout(m_tools);
    row->setContentsMargins({});
    row->setSpacing(0);
    m_runButton = toolButton(m_tools, u"cellRun"_s, u"play"_s, tr("Run this cell"));
    connect(m_runButton, &QPushButton::clicked, this, [this] {
        const bool busy = m_state == CellState::Queued || m_state == CellState::Running;
        Q_EMIT actionRequested(busy ? CellAction::Stop : CellAction::Run);
    });
    auto *kinds = toolButton(m_tools, u"cellKind"_s, {}, tr("Kind of this cell"));
    kinds->setChevron(true);
    auto *remove = toolButton(m_tools, u"cellDelete"_s, u"trash-2"_s, tr("Remove this cell"));
    connect(remove, &QPushButton::clicked, this,
            [this] { Q_EMIT actionRequested(CellAction::Delete); });
    auto *more = toolButton(m_tools, u"cellMore"_s, u"ellipsis"_s, tr("More"));
    const auto open = [this](Button *button, void (CellView::*fill)(QMenu &)) {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        (this->*fill)(*menu);
        menu->popup(button->mapToGlobal(button->rect().bottomLeft()));
    };
    connect(kinds, &QPushButton::clicked, this,
            [open, kinds] { open(kinds, &CellView::fillKindMenu); });
    connect(more, &QPushButton::clicked, this, [open, more] { open(more, &CellView::fillMenu); });
    for (Button *button : {m_runButton, kinds, remove, more})
        row->addWidget(button);
    m_tools->hide();
}

void CellView::addTo(QMenu &menu, CellAction action, const QString &text, const QString &iconName,
                     const QKeySequence &key)
{
    QAction *made = menu.addAction(iconName.isEmpty() ? QIcon() : icon(iconName, Token::Text2),
                                   text, this, [this, action] { Q_EMIT actionRequested(action); });
    made->setShortcut(key);
    made->setShortcutVisibleInContextMenu(true);
}

void CellView::fillMenu(QMenu &menu)
{
    const bool code = m_kind == notebook::CellKind::Code;
    if (code) {
        addTo(menu, CellAction::Run, tr("Run this cell"), u"play"_s, Qt::CTRL | Qt::Key_Return);
        addTo(menu, CellAction::RunAbove, tr("Run all above"), {});
        addTo(menu, CellAction::RunFromHere, tr("Run this and all below"), u"skip-forward"_s);
        menu.addSeparator();
    }
    fillKindMenu(*menu.addMenu(tr("Kind of this cell")));
    menu.addSeparator();
    addTo(menu, CellAction::Cut, tr("Cut cell"), {}, Qt::Key_X);
    addTo(menu, CellAction::Copy, tr("Copy cell"), u"copy"_s, Qt::Key_C);
    addTo(menu, CellAction::InsertAbove, tr("Insert above"), u"plus"_s, Qt::Key_A);
    addTo(menu, CellAction::InsertBelow, tr("Insert below"), u"plus"_s, Qt::Key_B);
    addTo(menu, CellAction::MoveUp, tr("Move up"), {}, Qt::CTRL | Qt::SHIFT | Qt::Key_Up);
    addTo(menu, CellAction::MoveDown, tr("Move down"), {}, Qt::CTRL | Qt::SHIFT | Qt::Key_Down);
    addTo(menu, CellAction::Split, tr("Split at the cursor"), {},
          Qt::CTRL | Qt::SHIFT | Qt::Key_Minus);
    addTo(menu, CellAction::MergeBelow, tr("Merge with the cell below"), {}, Qt::SHIFT | Qt::Key_M);
    menu.addSeparator();
    if (code) {
        addTo(menu, CellAction::FoldOutput, isFolded() ? tr("Show output") : tr("Fold output"), {},
              Qt::Key_O);
        addTo(menu, CellAction::ClearOutput, tr("Clear output"), {});
    }
    addTo(menu, CellAction::ShowToClient, tr("Show this cell to a client…"), u"plug"_s);
    menu.addSeparator();
    addTo(menu, CellAction::Delete, tr("Remove this cell"), u"trash-2"_s);
}

void CellView::fillKindMenu(QMenu &menu)
{
    const auto add = [this, &menu](const QString &text, notebook::CellKind kind,
                                   const QString &runtime) {
        QAction *action = menu.addAction(
            text, this, [this, kind, runtime] { Q_EMIT kindRequested(kind, runtime); });
        action->setCheckable(true);
        action->setChecked(m_kind == kind && m_runtime == runtime);
        return action;
    };
    using Kind = notebook::CellKind;
    add(tr("Python"), Kind::Code, {})->setShortcut(Qt::Key_Y);
    add(tr("Text"), Kind::Text, {})->setShortcut(Qt::Key_M);
    add(tr("Raw"), Kind::Raw, {});
    menu.addSeparator();
    for (const Runtime &runtime : runtimes())
        add(runtime.version.isEmpty() ? runtime.language
                                      : runtime.language + u' ' + runtime.version,
            Kind::Code, runtime.id);
    for (QAction *action : menu.actions())
        action->setShortcutVisibleInContextMenu(true);
}

// Content

bool CellView::showsEditor() const
{
    return m_kind != notebook::CellKind::Text || m_editing;
}

bool CellView::isFolded() const
{
    return m_folded;
}

void CellView::makeEditor(const QString &highlight)
{
    m_editor = new CellEditor(this);
    connect(m_editor, &CellEditor::heightChanged, this, [this] {
        place();
        Q_EMIT heightChanged();
    });
    connect(m_editor, &CellEditor::focused, this, [this] {
        Q_EMIT chosen(false);
        Q_EMIT editorFocused(m_editor);
    });
    connect(m_editor, &CellEditor::leaveRequested, this, &CellView::leaveRequested);
    connect(m_editor, &CellEditor::edgeReached, this, &CellView::edgeReached);
    connect(m_editor, &CellEditor::cursorMoved, this, &CellView::cursorMoved);
    connect(m_editor, &CellEditor::pictureGiven, this, &CellView::pictureGiven);
    m_editor->show(m_text, highlight);
}

void CellView::refresh(const QModelIndex &index)
{
    const notebook::Cell &cell = m_document.cell(index.row());
    m_id = cell.id;
    m_kind = cell.kind;
    m_runtime = cell.runtime;
    m_language = index.data(NotebookModel::LanguageRole).toString();
    m_count = index.data(NotebookModel::CountRole).toString();
    m_duration = index.data(NotebookModel::DurationRole).toString();
    m_state = CellState(index.data(NotebookModel::StateRole).toInt());
    m_changed = index.data(NotebookModel::ChangedRole).toBool();
    m_queuePlace = index.data(NotebookModel::QueuePlaceRole).toInt();
    m_folded = cell.metadata.value(u"collapsed").toBool();
    setAccessibleName(index.data(Qt::AccessibleTextRole).toString());

    const QString highlight = index.data(NotebookModel::HighlightRole).toString();
    if (showsEditor()) {
        if (!m_editor) {
            makeEditor(highlight);
        } else if (m_highlight != highlight) {
            m_editor->show(m_text, highlight);
        }
        m_highlight = highlight;
        m_editor->setAccessibleName(
            tr("Cell %1, %2").arg(QString::number(index.row() + 1), m_language));
        m_editor->setPlaceholderText(m_kind == notebook::CellKind::Code && m_runtime.isEmpty()
                                         ? tr("Type Python here. Shift+Enter runs it.")
                                     : m_kind == notebook::CellKind::Code
                                         ? tr("Type %1 here. Shift+Enter runs it.").arg(m_language)
                                         : tr("Type text here, as Markdown. Esc shows it."));
        m_editor->setCurrentLineShown(m_mark == Mark::Editing);
    }
    if (m_kind == notebook::CellKind::Text) {
        if (!m_markdown) {
            m_markdown = new MarkdownView(this);
            connect(m_markdown, &MarkdownView::editRequested, this, &CellView::editRequested);
            connect(m_markdown, &MarkdownView::pressed, this, [this] { Q_EMIT chosen(false); });
            connect(m_markdown, &MarkdownView::heightChanged, this, [this] {
                place();
                Q_EMIT heightChanged();
            });
        }
        m_markdown->setCell(cell);
    }
    if (m_editor)
        m_editor->setVisible(showsEditor());
    if (m_markdown)
        m_markdown->setVisible(!showsEditor());
    refreshOutput(cell);
    m_state == CellState::Running ? m_clockTick->start() : m_clockTick->stop();
    refreshTools();
    place();
    update();
}

void CellView::refreshOutput(const notebook::Cell &cell)
{
    const RunId run = m_runner.run(m_id);
    const bool busy = m_state == CellState::Running || m_state == CellState::Queued;
    const bool wanted = m_kind == notebook::CellKind::Code &&
                        (m_state == CellState::Running || !cell.outputs.isEmpty());
    if (!wanted) {
        if (m_output && !(busy && !cell.outputs.isEmpty()))
            m_output->clear();
        return;
    }
    if (!m_output) {
        m_output = new CellOutput(m_services, this);
        connect(m_output, &CellOutput::heightChanged, this, [this] {
            place();
            Q_EMIT heightChanged();
        });
        connect(m_output, &CellOutput::message, this, &CellView::message);
        connect(m_output, &CellOutput::focused, this, [this] { Q_EMIT chosen(false); });
        m_output->setGeometry(0, 0, std::max(1, card().width() - 2 * edge), 1);
    }
    if (!run.isNull())
        m_output->showRun(run);
    else
        m_output->showStored(cell.outputs);
}

void CellView::setMark(Mark mark)
{
    if (m_mark == mark)
        return;
    m_mark = mark;
    if (m_editor)
        m_editor->setCurrentLineShown(mark == Mark::Editing);
    refreshTools();
    update();
}

void CellView::setEditing(bool editing)
{
    m_editing = editing;
}

void CellView::refreshTools()
{
    const bool shown = m_mark == Mark::Current || m_mark == Mark::Editing || m_hovered;
    const bool busy = m_state == CellState::Queued || m_state == CellState::Running;
    const bool code = m_kind == notebook::CellKind::Code;
    m_runButton->setVisible(code);
    m_runButton->setIconName(busy ? u"square"_s : u"play"_s);
    const QString text = busy ? tr("Stop this cell") : tr("Run this cell");
    m_runButton->setToolTip(text);
    m_runButton->setAccessibleName(text);
    QPalette colors = m_tools->palette();
    colors.setColor(QPalette::Window, color(showsEditor() ? Token::Sunken : Token::Surface));
    m_tools->setPalette(colors);
    m_tools->setVisible(shown);
    if (shown) {
        place();
        m_tools->raise();
    }
}

// Layout

QRect CellView::card() const
{
    return {gutter, 0, std::max(80, width() - gutter - rightMargin), height()};
}

int CellView::editorHeight() const
{
    if (m_kind == notebook::CellKind::Text && !m_editing)
        return m_markdown ? m_markdown->heightFor(card().width() - 2 * edge) : 24;
    return m_editor ? m_editor->heightForText() : 33;
}

int CellView::outputHeight() const
{
    if (!m_output || m_output->isEmpty())
        return 0;
    return m_folded ? foldedHeight : m_output->wantedHeight();
}

int CellView::heightFor(int width) const
{
    Q_UNUSED(width)
    const int output = outputHeight();
    return 2 * edge + editorHeight() + (output > 0 ? output + edge : 0);
}

void CellView::place()
{
    const QRect inside = card().adjusted(edge, edge, -edge, -edge);
    const int top = editorHeight();
    if (m_editor)
        m_editor->setGeometry(inside.left(), inside.top(), inside.width(), top);
    if (m_markdown)
        m_markdown->setGeometry(inside.left(), inside.top(), inside.width(), top);
    if (m_output) {
        const int height = outputHeight();
        m_output->setVisible(height > 0 && !m_folded);
        m_output->setGeometry(inside.left(), inside.top() + top + edge, inside.width(),
                              std::max(1, m_folded ? 1 : height));
    }
    const QSize tools = m_tools->sizeHint();
    m_tools->setGeometry(inside.right() - tools.width() - toolMargin + 1, inside.top() + toolMargin,
                         tools.width(), std::min(tools.height(), std::max(24, top - 4)));
}

void CellView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

void CellView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        refreshTools();
        update();
    }
}

// Painting

void CellView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintGutter(painter);
    const QRect box = card();
    const bool current = m_mark == Mark::Current || m_mark == Mark::Editing;
    const bool failed = m_state == CellState::Error || m_state == CellState::Lost;
    if (!showsEditor()) {
        if (current || m_mark == Mark::Chosen) {
            painter.setRenderHint(QPainter::Antialiasing);
            paintBox(painter, QRectF(box), 6, color(Token::Surface),
                     color(current ? Token::Accent : Token::Edge));
        }
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const Token edgeColor = current                  ? Token::Accent
                            : failed                 ? Token::Bad
                            : m_mark == Mark::Chosen ? Token::Edge
                                                     : Token::Line;
    paintBox(painter, QRectF(box), 6, color(Token::Sunken), color(edgeColor));
    if (outputHeight() == 0)
        return;
    const int line = editorHeight() + edge;
    paintHorizontalLine(painter, box.left() + 1, box.right(), line, color(Token::Line));
    if (m_folded) {
        painter.setFont(textFont(TextStep::Second));
        painter.setPen(color(Token::Text3));
        painter.drawText(QRect(box.left() + 16, line + 1, box.width() - 32, foldedHeight),
                         Qt::AlignVCenter, tr("Output is folded"));
    }
}

QString CellView::stateText() const
{
    switch (m_state) {
    case CellState::Running: {
        const QDateTime since = m_runner.runningSince();
        return since.isValid() ? secondsText(since.msecsTo(m_services.clock.now())) : QString();
    }
    case CellState::Queued:
        return ordinalPlace(m_queuePlace);
    default:
        return m_duration;
    }
}

void CellView::paintGutter(QPainter &painter) const
{
    const int right = gutter - 8;
    if (m_mark == Mark::Current || m_mark == Mark::Chosen) {
        // In the command mode the cell itself is chosen, not a place in it.
        painter.fillRect(QRect(gutter - 4, 2, 3, height() - 4), color(Token::Accent));
    }
    if (m_kind != notebook::CellKind::Code)
        return;
    painter.setFont(tabular(textFont(TextStep::Meta)));
    painter.setPen(color(Token::Text3));
    const int line = QFontMetrics(painter.font()).height();
    painter.drawText(QRect(0, countTop, right, line + 2), Qt::AlignRight | Qt::AlignVCenter,
                     m_count);
    paintState(painter, QRect(0, stateTop, right, 18));
}

void CellView::paintState(QPainter &painter, const QRect &line) const
{
    static const QHash<CellState, std::pair<QString, Token>> looks{
        {CellState::Queued, {u"clock"_s, Token::Text3}},
        {CellState::Running, {u"loader-circle"_s, Token::Accent}},
        {CellState::Complete, {u"check"_s, Token::Ok}},
        {CellState::Error, {u"circle-x"_s, Token::Bad}},
        {CellState::Stopped, {u"circle-stop"_s, Token::Text3}},
        {CellState::Lost, {u"zap"_s, Token::Bad}},
    };
    const QString text = stateText();
    // What is shown below is not what this code gives.
    const bool isOver = m_state != CellState::Queued && m_state != CellState::Running;
    static const std::pair<QString, Token> changed{u"pencil-line"_s, Token::Text3};
    const auto look = looks.constFind(m_state);
    if (look == looks.cend() && text.isEmpty())
        return;
    const bool bad = m_state == CellState::Error || m_state == CellState::Lost;
    painter.setPen(color(bad ? Token::Bad : Token::Text3));
    const int width = QFontMetrics(painter.font()).horizontalAdvance(text);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, text);
    if (look == looks.cend())
        return;
    const QRectF place(line.right() - width - (text.isEmpty() ? 11 : 15), line.center().y() - 5, 12,
                       12);
    if (m_state == CellState::Running) {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        paintRunningArc(painter, place, double(now % 1000) / 1000, color(Token::Accent));
    } else {
        const auto &[name, token] = m_changed && isOver ? changed : *look;
        paintIcon(painter, place, name, token);
    }
}

// The mouse

bool CellView::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QString text = m_changed ? tr("Changed since it ran. Drag moves this cell.")
                                       : tr("Drag moves this cell.");
        if (help->pos().x() < gutter)
            QToolTip::showText(help->globalPos(), text, this);
        else
            event->ignore();
        return true;
    }
    return QWidget::event(event);
}

void CellView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton) {
        if (event->pos().x() < gutter)
            m_pressed = event->pos();
        // What is chosen together is dragged together: a click is known by its end.
        m_choosesLater = m_pressed && m_mark != Mark::None && event->modifiers() == Qt::NoModifier;
        if (!m_choosesLater)
            Q_EMIT chosen(event->modifiers().testFlag(Qt::ShiftModifier));
    }
    const bool folded = m_folded && outputHeight() > 0 && event->pos().x() > gutter &&
                        event->pos().y() > editorHeight();
    if (folded && event->button() == Qt::LeftButton)
        Q_EMIT actionRequested(CellAction::FoldOutput);
    event->accept();
}

// The whole gutter is the handle.
void CellView::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_pressed) {
        event->pos().x() < gutter ? setCursor(Qt::OpenHandCursor) : unsetCursor();
        return;
    }
    const int moved = (event->pos() - *m_pressed).manhattanLength();
    if (!m_dragged && moved < QApplication::startDragDistance())
        return;
    if (!std::exchange(m_dragged, true))
        setCursor(Qt::ClosedHandCursor);
    Q_EMIT dragMoved(event->globalPosition().toPoint());
}

void CellView::mouseReleaseEvent(QMouseEvent *event)
{
    m_pressed.reset();
    const bool wasClick = std::exchange(m_choosesLater, false) && !m_dragged;
    if (wasClick)
        Q_EMIT chosen(false);
    if (!std::exchange(m_dragged, false))
        return;
    event->pos().x() < gutter ? setCursor(Qt::OpenHandCursor) : unsetCursor();
    Q_EMIT dragEnded();
}

void CellView::contextMenuEvent(QContextMenuEvent *event)
{
    Q_EMIT chosen(false);
    openMenu(event->globalPos());
    event->accept();
}

void CellView::openMenu(const QPoint &place)
{
    auto *menu = new QMenu(this);
    menu->setObjectName(u"cellMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillMenu(*menu);
    menu->popup(place);
}

void CellView::enterEvent(QEnterEvent *)
{
    m_hovered = true;
    refreshTools();
}

void CellView::leaveEvent(QEvent *)
{
    m_hovered = false;
    refreshTools();
}

} // namespace glovebox::ui
