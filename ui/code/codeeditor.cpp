// SPDX-License-Identifier: MIT
#include "codeeditor.h"

#include <ui/code/codetext.h>
#include <ui/code/unseen.h>
#include <ui/theme/fonts.h>
#include <ui/theme/theme.h>

#include <QAccessible>
#include <QElapsedTimer>
#include <QEvent>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>

namespace glovebox::ui {

namespace {

const QString indent(4, u' ');
constexpr QChar byteOrderMark(0xfeff);
constexpr int rowsAhead = 60; // coloured before they are scrolled to
constexpr qint64 sliceNanoseconds = 6'000'000;

} // namespace

class CodeEditor::Gutter final : public QWidget
{
public:
    explicit Gutter(CodeEditor *editor)
        : QWidget(editor)
        , m_editor(editor)
    {
    }

protected:
    void paintEvent(QPaintEvent *event) override { m_editor->paintGutter(event); }

private:
    CodeEditor *m_editor;
};

CodeEditor::CodeEditor(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_boxes(new UnseenBoxes(*document()))
    , m_gutter(new Gutter(this))
{
    setObjectName(QStringLiteral("codeEditor"));
    setAccessibleName(tr("Edit the code before it runs"));
    setFrameShape(QFrame::NoFrame);
    setAutoFillBackground(true);
    setTabChangesFocus(false);
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    setWordWrapMode(QTextOption::WrapAnywhere);
    // Code is read from left to right whatever letters are in it.
    QTextOption option = document()->defaultTextOption();
    option.setTextDirection(Qt::LeftToRight);
    document()->setDefaultTextOption(option);
    setLayoutDirection(Qt::LeftToRight);
    document()->setDocumentMargin(0);
    m_slice.setInterval(0);
    connect(&m_slice, &QTimer::timeout, this, &CodeEditor::colour);
    connect(document(), &QTextDocument::contentsChange, this,
            [this](int position, int, int) { noteChange(position); });
    connect(this, &QPlainTextEdit::textChanged, this, &CodeEditor::onTextChanged);
    connect(this, &QPlainTextEdit::updateRequest, m_gutter, qOverload<>(&QWidget::update));
    connect(&Theme::instance(), &Theme::changed, this, &CodeEditor::useColours);
    useColours();
}

// Lines that end in different ways, or in none that a document knows, would come back changed.
bool CodeEditor::canEdit(const QByteArray &code)
{
    if (!code.isValidUtf8() || code.contains('\0'))
        return false;
    const QString text = QString::fromUtf8(code);
    const auto returns = text.count(u'\r');
    const bool oneKind =
        returns == 0 || (returns == text.count(u"\r\n") && returns == text.count(u'\n'));
    // A document makes lines of these.
    return oneKind && !text.contains(QChar::ParagraphSeparator) &&
           !text.contains(QChar::LineSeparator) && !text.contains(QChar::Nbsp) &&
           findUnseen(text).size() <= UnseenBoxes::most + returns;
}

void CodeEditor::setCode(const QByteArray &code, const QString &language)
{
    m_highlighter.setLanguage(language);
    const QByteArray mark("\xef\xbb\xbf");
    m_hasByteOrderMark = code.startsWith(mark);
    m_hasCarriageReturns = code.contains('\r');
    QString text = QString::fromUtf8(m_hasByteOrderMark ? code.sliced(mark.size()) : code);
    text.remove(u'\r');
    // Undoing ends at the code as it was asked, with its boxes.
    setUndoRedoEnabled(false);
    setPlainText(text);
    m_boxes->box(0, document()->characterCount());
    setUndoRedoEnabled(true);
    document()->setModified(false);
}

QByteArray CodeEditor::code() const
{
    QString text = m_boxes->text();
    if (m_hasCarriageReturns)
        text.replace(u'\n', QStringLiteral("\r\n"));
    if (m_hasByteOrderMark)
        text.prepend(byteOrderMark);
    return text.toUtf8();
}

// What is copied is the code, not its look.
QMimeData *CodeEditor::createMimeDataFromSelection() const
{
    auto *data = new QMimeData;
    data->setText(m_boxes->text(textCursor().selectionStart(), textCursor().selectionEnd()));
    return data;
}

// One step back takes away what came, its boxes included.
template <class Insert>
void CodeEditor::insertBoxed(Insert insert)
{
    QTextCursor step(document());
    step.beginEditBlock();
    const int from = textCursor().selectionStart();
    insert();
    m_boxes->box(from, textCursor().position() - from);
    step.endEditBlock();
}

void CodeEditor::insertFromMimeData(const QMimeData *source)
{
    insertBoxed([&] { QPlainTextEdit::insertFromMimeData(source); });
}

void CodeEditor::inputMethodEvent(QInputMethodEvent *event)
{
    if (findUnseen(event->commitString()).isEmpty())
        return QPlainTextEdit::inputMethodEvent(event);
    insertBoxed([&] { QPlainTextEdit::inputMethodEvent(event); });
}

void CodeEditor::keyPressEvent(QKeyEvent *event)
{
    // Tab indents; the way out for the keyboard is Escape's neighbour Ctrl+Tab.
    if (event->key() == Qt::Key_Tab && event->modifiers() == Qt::NoModifier) {
        insertPlainText(indent);
        return;
    }
    if (event->key() == Qt::Key_Tab && event->modifiers() == Qt::ControlModifier) {
        focusNextChild();
        return;
    }
    // Control characters are keys that do something.
    const QString typed = event->text();
    if (typed.isEmpty() || typed.front() < u' ' || typed.front() == QChar(0x7f) ||
        findUnseen(typed).isEmpty())
        return QPlainTextEdit::keyPressEvent(event);
    insertBoxed([&] { QPlainTextEdit::keyPressEvent(event); });
}

void CodeEditor::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::ApplicationFontChange)
        useColours();
    QPlainTextEdit::changeEvent(event);
}

// ---- colours ----

void CodeEditor::useColours()
{
    setFont(codeFont());
    setTabStopDistance(static_cast<double>(indent.size()) *
                       QFontMetricsF(font()).horizontalAdvance(u' '));
    QPalette colours = palette();
    colours.setColor(QPalette::Base, color(Token::Sunken));
    colours.setColor(QPalette::Window, color(Token::Sunken)); // the margin above the code
    colours.setColor(QPalette::Text, color(Token::Text));
    colours.setColor(QPalette::Highlight, color(Token::Select));
    colours.setColor(QPalette::HighlightedText, color(Token::Text));
    setPalette(colours);
    m_highlighter.clear();
    m_formatted.clear();
    placeParts();
    colourVisible();
}

// A row's colours depend on what stands above it.
void CodeEditor::noteChange(int position)
{
    const int row = document()->findBlock(position).blockNumber();
    m_highlighter.cut(row);
    m_formatted.resize(std::min(m_formatted.size(), static_cast<size_t>(std::max(row, 0))));
}

void CodeEditor::onTextChanged()
{
    m_marks.clear(); // they were about what is no longer there
    placeParts();
    colour();
}

int CodeEditor::lastVisibleRow() const
{
    int last = firstVisibleBlock().blockNumber();
    forVisibleBlocks(
        [&last](const QTextBlock &block, const QRectF &) { last = block.blockNumber(); });
    return last;
}

void CodeEditor::colourVisible()
{
    const int last = lastVisibleRow();
    for (int row = firstVisibleBlock().blockNumber(); row <= last; ++row)
        applyFormats(row);
    if (m_highlighter.done() < std::min(blockCount(), last + rowsAhead))
        m_slice.start();
}

void CodeEditor::colour()
{
    QElapsedTimer timer;
    timer.start();
    const int wanted = std::min(blockCount(), lastVisibleRow() + rowsAhead);
    QTextBlock block = document()->findBlockByNumber(m_highlighter.done());
    for (; block.isValid() && m_highlighter.done() < wanted &&
           timer.nsecsElapsed() < sliceNanoseconds;
         block = block.next())
        m_highlighter.addRow(block.text(), block.length() > longestRow);
    if (m_highlighter.done() >= wanted)
        m_slice.stop();
    colourVisible();
}

void CodeEditor::applyFormats(int row)
{
    const auto at = static_cast<size_t>(row);
    if (row >= m_highlighter.done() || (at < m_formatted.size() && m_formatted[at]))
        return;
    if (m_formatted.size() <= at)
        m_formatted.resize(at + 1, false);
    m_formatted[at] = true;
    const QTextBlock block = document()->findBlockByNumber(row);
    QList<QTextLayout::FormatRange> ranges = m_highlighter.formats(row);
    for (const UnseenSpot &spot : findUnseen(block.text())) {
        QTextCharFormat look;
        look.setForeground(color(Token::Wait));
        look.setBackground(color(Token::WaitBg));
        ranges.append({static_cast<int>(spot.position), spot.length, look});
    }
    block.layout()->setFormats(ranges);
    // The document's layout asks for a repaint only when a line changes its size.
    viewport()->update();
}

// ---- marks ----

void CodeEditor::setMarks(const QList<CodeMark> &marks)
{
    m_marks = marks;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (UnseenBoxes::hasBoxes(block) || !findUnseen(block.text()).isEmpty())
            m_marks.append(unseenMark(block.blockNumber() + 1));
    }
    std::ranges::stable_sort(m_marks, {}, &CodeMark::line);
    viewport()->update();
    m_gutter->update();
}

void CodeEditor::showLine(int line)
{
    setTextCursor(QTextCursor(document()->findBlockByNumber(line - 1)));
    centerCursor();
}

void CodeEditor::showNextMark(bool forward)
{
    const CodeMark *next = nextMark(m_marks, textCursor().blockNumber() + 1, forward);
    if (!next)
        return;
    showLine(next->line);
    QAccessibleAnnouncementEvent said(this, spokenMark(*next));
    QAccessible::updateAccessibility(&said);
}

// ---- painting ----

template <class Paint>
void CodeEditor::forVisibleBlocks(Paint paint) const
{
    QTextBlock block = firstVisibleBlock();
    QRectF box = blockBoundingGeometry(block).translated(contentOffset());
    while (block.isValid() && box.top() < viewport()->height()) {
        paint(block, box);
        block = block.next();
        box = QRectF(box.left(), box.bottom(), box.width(), blockBoundingRect(block).height());
    }
}

void CodeEditor::placeParts()
{
    const int width = codeGutterWidth(blockCount());
    setViewportMargins(width, codeTopMargin, 0, 0);
    const QRect inner = contentsRect();
    m_gutter->setGeometry(inner.left(), inner.top(), width, inner.height());
}

void CodeEditor::paintEvent(QPaintEvent *event)
{
    {
        QPainter painter(viewport());
        painter.fillRect(event->rect(), color(Token::Sunken));
        forVisibleBlocks([&](const QTextBlock &block, const QRectF &box) {
            paintLineGround(painter, QRectF(0, box.top(), viewport()->width(), box.height()),
                            marksOfLine(m_marks, block.blockNumber() + 1));
        });
    }
    QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    forVisibleBlocks([&](const QTextBlock &block, const QRectF &box) {
        paintMarkTexts(painter, block, box, marksOfLine(m_marks, block.blockNumber() + 1),
                       viewport()->width());
    });
}

void CodeEditor::paintGutter(QPaintEvent *event)
{
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(), color(Token::Sunken));
    painter.setClipRect(QRect(0, codeTopMargin, m_gutter->width(), m_gutter->height()));
    painter.setRenderHint(QPainter::Antialiasing);
    forVisibleBlocks([&](const QTextBlock &block, const QRectF &box) {
        const qreal top = box.top() + codeTopMargin;
        const int number = block.blockNumber() + 1;
        const QList<CodeMark> marks = marksOfLine(m_marks, number);
        const qreal height =
            block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).height() : box.height();
        paintLineGround(painter, QRectF(0, top, m_gutter->width(), box.height()), marks);
        paintLineNumber(painter, m_gutter->width(), QRectF(0, top, m_gutter->width(), height),
                        number, marks);
    });
}

void CodeEditor::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeParts();
    colourVisible();
}

void CodeEditor::scrollContentsBy(int dx, int dy)
{
    QPlainTextEdit::scrollContentsBy(dx, dy);
    colourVisible();
}

bool CodeEditor::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QPlainTextEdit::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int line = cursorForPosition(help->pos()).blockNumber() + 1;
    QToolTip::showText(help->globalPos(), marksToolTip(marksOfLine(m_marks, line)), this);
    return true;
}

} // namespace glovebox::ui
