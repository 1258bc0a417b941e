// SPDX-License-Identifier: MIT
#include "codeview.h"

#include <ui/parts/button.h>
#include <ui/theme/fonts.h>
#include <ui/theme/icons.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QAccessible>
#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int rowsAhead = 60; // coloured before they are scrolled to
constexpr qint64 sliceNanoseconds = 6'000'000;
constexpr size_t firstRows = 300; // more than any screen shows
constexpr size_t rowsPerLoad = 200;
constexpr int tabColumns = 8; // what a tab is to Python

class Gutter final : public QWidget
{
public:
    explicit Gutter(CodeView *view)
        : QWidget(view)
        , m_view(view)
    {
    }
    QSize sizeHint() const override { return {m_view->gutterWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent *event) override { m_view->paintGutter(event); }

private:
    CodeView *m_view;
};

// The numbers in boxes are not part of the code: to the highlighter they are letters or blanks.
QString textForColours(const CodeRow &row)
{
    if (row.blankLines > 0)
        return QString();
    QString text = row.text;
    for (const CodeBox &box : row.boxes) {
        const QChar stand = box.kind == Unseen::LookAlike ? u'x' : u' ';
        text.replace(box.start, box.length, QString(box.length, stand));
    }
    return text;
}

} // namespace

CodeView::CodeView(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_gutter(new Gutter(this))
    , m_chip(new Button(QString(), Button::Look::Note, this))
{
    setObjectName(QStringLiteral("codeView"));
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setAutoFillBackground(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    document()->setDocumentMargin(0);
    // Code is read from left to right whatever letters are in it.
    QTextOption option = document()->defaultTextOption();
    option.setTextDirection(Qt::LeftToRight);
    document()->setDefaultTextOption(option);
    setLayoutDirection(Qt::LeftToRight);

    m_chip->setFocusPolicy(Qt::NoFocus); // Space and Page Down do the same
    m_chip->hide();
    connect(m_chip, &QPushButton::clicked, this,
            [this] { verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepAdd); });
    m_slice.setInterval(0);
    connect(&m_slice, &QTimer::timeout, this, &CodeView::workSlice);
    connect(this, &QPlainTextEdit::updateRequest, this,
            [this](const QRect &, int) { m_gutter->update(); });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_highlighter.clear();
        m_formatted.assign(m_text.rows.size(), false);
        useFonts();
        highlightVisible();
    });
    setWrap(true);
    useFonts();
}

CodeView::~CodeView() = default;

void CodeView::useFonts()
{
    setFont(codeFont());
    QPalette colors = palette();
    colors.setColor(QPalette::Base, color(Token::Sunken));
    colors.setColor(QPalette::Window, color(Token::Sunken)); // the margin above the code
    colors.setColor(QPalette::Text, color(Token::Text));
    // A quiet ground, so that selected code keeps its colours.
    colors.setColor(QPalette::Highlight, color(Token::Select));
    colors.setColor(QPalette::HighlightedText, color(Token::Text));
    setPalette(colors);
    setTabStopDistance(QFontMetricsF(font()).horizontalAdvance(u' ') * tabColumns);
    placeParts();
}

void CodeView::setCode(const QByteArray &code, const QString &language)
{
    m_code = code;
    m_language = language;
    m_unfolded.clear();
    m_given.clear();
    m_linesBelow = 0;
    m_endSeen = code.isEmpty();
    m_highlighter.setLanguage(language);
    showText();
    verticalScrollBar()->setValue(0);
    horizontalScrollBar()->setValue(0);
}

void CodeView::showText()
{
    m_text = prepareCode(m_code, m_unfolded);
    m_formatted.assign(m_text.rows.size(), false);
    m_loaded = std::min(firstRows, m_text.rows.size());
    setPlainText(m_text.shown(0, m_loaded));
    setAccessibleName(tr("Code, %n lines", nullptr, m_text.lines));
    mergeMarks();
    placeParts();
    highlightVisible();
}

void CodeView::setMarks(const QList<CodeMark> &marks)
{
    m_given = marks;
    mergeMarks();
}

void CodeView::mergeMarks()
{
    m_marks = m_given;
    for (const int line : std::as_const(m_text.unseenLines))
        m_marks.append(unseenMark(line));
    std::ranges::stable_sort(m_marks, {}, &CodeMark::line);
    viewport()->update();
    m_gutter->update();
}

bool CodeView::wraps() const
{
    return lineWrapMode() == QPlainTextEdit::WidgetWidth;
}

void CodeView::setWrap(bool on)
{
    setWordWrapMode(on ? QTextOption::WrapAtWordBoundaryOrAnywhere : QTextOption::NoWrap);
    setLineWrapMode(on ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
    // Every line breaks at the edge; the document only learns it later.
    setHorizontalScrollBarPolicy(on ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
}

int CodeView::gutterWidth() const
{
    return codeGutterWidth(m_text.lines);
}

void CodeView::placeParts()
{
    const int width = gutterWidth();
    setViewportMargins(width, codeTopMargin, 0, 0);
    const QRect inner = contentsRect();
    m_gutter->setGeometry(inner.left(), inner.top(), width, inner.height());
    updateChip();
}

void CodeView::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeParts();
    highlightVisible();
}

void CodeView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange)
        useFonts();
}

void CodeView::scrollContentsBy(int dx, int dy)
{
    QPlainTextEdit::scrollContentsBy(dx, dy);
    highlightVisible();
}

// ---- colours ----

int CodeView::lastVisibleRow() const
{
    QTextBlock block = firstVisibleBlock();
    int last = block.blockNumber();
    qreal top = blockBoundingGeometry(block).translated(contentOffset()).top();
    while (block.isValid() && top < viewport()->height()) {
        last = block.blockNumber();
        top += blockBoundingRect(block).height();
        block = block.next();
    }
    return last;
}

void CodeView::highlightVisible()
{
    if (m_text.rows.empty())
        return;
    const int last = lastVisibleRow();
    for (int row = firstVisibleBlock().blockNumber(); row <= last; ++row)
        applyFormats(row);
    if (isWorkLeft())
        m_slice.start();
}

bool CodeView::isWorkLeft() const
{
    const int wanted = std::min(static_cast<int>(m_text.rows.size()), lastVisibleRow() + rowsAhead);
    return m_loaded < m_text.rows.size() || m_highlighter.done() < wanted;
}

void CodeView::loadRows(size_t last)
{
    last = std::min(last, m_text.rows.size());
    if (m_loaded >= last)
        return;
    QTextCursor end(document());
    end.movePosition(QTextCursor::End);
    end.insertText(u'\n' + m_text.shown(m_loaded, last));
    m_loaded = last;
}

void CodeView::workSlice()
{
    QElapsedTimer timer;
    timer.start();
    highlightRows(sliceNanoseconds / 2);
    while (m_loaded < m_text.rows.size() && timer.nsecsElapsed() < sliceNanoseconds)
        loadRows(m_loaded + rowsPerLoad);
    if (!isWorkLeft())
        m_slice.stop();
    for (int row = firstVisibleBlock().blockNumber(); row <= lastVisibleRow(); ++row)
        applyFormats(row);
}

void CodeView::highlightRows(qint64 nanoseconds)
{
    const int wanted = std::min(static_cast<int>(m_text.rows.size()), lastVisibleRow() + rowsAhead);
    QElapsedTimer timer;
    timer.start();
    while (m_highlighter.done() < wanted && timer.nsecsElapsed() < nanoseconds) {
        const auto at = static_cast<size_t>(m_highlighter.done());
        const CodeRow &row = m_text.rows.at(at);
        const bool part =
            !row.begins || (at + 1 < m_text.rows.size() && !m_text.rows.at(at + 1).begins);
        m_highlighter.addRow(textForColours(row), part);
    }
}

void CodeView::applyFormats(int row)
{
    const auto at = static_cast<size_t>(row);
    if (at >= m_formatted.size() || m_formatted[at] || row >= m_highlighter.done())
        return;
    m_formatted[at] = true;
    QList<QTextLayout::FormatRange> ranges = m_highlighter.formats(row);
    const CodeRow &content = m_text.rows[at];
    for (const CodeBox &box : content.boxes) {
        QTextCharFormat look;
        look.setForeground(color(Token::Wait));
        look.setBackground(color(Token::WaitBg));
        ranges.append({box.start, box.length, look});
    }
    if (content.blankLines > 0) {
        QTextCharFormat look;
        look.setForeground(color(Token::Text3));
        ranges.append({0, static_cast<int>(content.text.size()), look});
    }
    if (ranges.isEmpty())
        return;
    document()->findBlockByNumber(row).layout()->setFormats(ranges);
    // The document's layout asks for a repaint only when a line changes its size.
    viewport()->update();
}

// ---- painting ----

template <class Paint>
void CodeView::forVisibleRows(Paint paint) const
{
    QTextBlock block = firstVisibleBlock();
    QRectF box = blockBoundingGeometry(block).translated(contentOffset());
    while (block.isValid() && box.top() < viewport()->height()) {
        const auto row = static_cast<size_t>(block.blockNumber());
        if (block.isVisible() && row < m_text.rows.size())
            paint(block, m_text.rows[row], box);
        block = block.next();
        box = QRectF(box.left(), box.bottom(), box.width(), blockBoundingRect(block).height());
    }
}

void CodeView::paintEvent(QPaintEvent *event)
{
    paintLineGrounds(event);
    QPlainTextEdit::paintEvent(event);
    paintBoxes();
    paintAllMarkTexts();
    noteWhatIsSeen();
}

void CodeView::paintLineGrounds(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), color(Token::Sunken));
    forVisibleRows([&](const QTextBlock &, const CodeRow &row, const QRectF &box) {
        paintLineGround(painter, QRectF(0, box.top(), viewport()->width(), box.height()),
                        marksOfLine(m_marks, row.line));
    });
}

void CodeView::paintBoxes()
{
    QPainter painter(viewport());
    forVisibleRows([&](const QTextBlock &block, const CodeRow &row, const QRectF &box) {
        for (const CodeBox &unseen : row.boxes) {
            const QTextLine line = block.layout()->lineForTextPosition(unseen.start);
            if (!line.isValid())
                continue;
            const qreal left = line.cursorToX(unseen.start);
            const qreal right = line.cursorToX(
                std::min(unseen.start + unseen.length, line.textStart() + line.textLength()));
            paintBox(painter,
                     QRectF(box.left() + left, box.top() + line.y() + 1, right - left,
                            line.height() - 2),
                     3, Qt::transparent, color(Token::WaitLine));
        }
    });
}

void CodeView::paintAllMarkTexts()
{
    QPainter painter(viewport());
    forVisibleRows([&](const QTextBlock &block, const CodeRow &row, const QRectF &box) {
        if (row.begins)
            paintMarkTexts(painter, block, box, marksOfLine(m_marks, row.line),
                           viewport()->width());
    });
}

void CodeView::paintGutter(QPaintEvent *event)
{
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(), color(Token::Sunken));
    painter.setClipRect(QRect(0, codeTopMargin, m_gutter->width(), m_gutter->height()));
    painter.setRenderHint(QPainter::Antialiasing);
    forVisibleRows([&](const QTextBlock &block, const CodeRow &row, const QRectF &box) {
        const qreal top = box.top() + codeTopMargin;
        const QList<CodeMark> marks = marksOfLine(m_marks, row.line);
        paintLineGround(painter, QRectF(0, top, m_gutter->width(), box.height()), marks);
        if (!row.begins)
            return;
        const qreal lineHeight =
            block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).height() : box.height();
        paintLineNumber(painter, m_gutter->width(), QRectF(0, top, m_gutter->width(), lineHeight),
                        row.line, marks);
    });
}

// ---- what was on screen ----

void CodeView::noteWhatIsSeen()
{
    if (m_endSeen || m_text.rows.empty())
        return;
    int lastLine = 0;
    bool endShown = false;
    const auto lastRow = static_cast<int>(m_text.rows.size()) - 1;
    forVisibleRows([&](const QTextBlock &block, const CodeRow &row, const QRectF &box) {
        if (box.bottom() > viewport()->height() + 1)
            return; // cut by the lower edge
        lastLine = row.line + std::max(0, row.blankLines - 1);
        endShown = block.blockNumber() == lastRow;
    });
    const int below = endShown ? 0 : std::max(1, m_text.lines - lastLine);
    if (below == m_linesBelow && !endShown)
        return;
    m_linesBelow = below;
    m_endSeen = endShown;
    // Not from inside of painting: listeners may change what is painted.
    QMetaObject::invokeMethod(
        this,
        [this, endShown] {
            updateChip();
            if (endShown)
                Q_EMIT endSeen();
        },
        Qt::QueuedConnection);
}

void CodeView::updateChip()
{
    const auto notes = static_cast<int>(std::ranges::count_if(
        m_marks, [this](const CodeMark &m) { return m.line > m_text.lines - m_linesBelow; }));
    if (m_endSeen || m_linesBelow == 0) {
        m_chip->hide();
        return;
    }
    const QString text = notes == 0 ? tr("%n more lines", nullptr, m_linesBelow)
                         : notes == 1
                             ? tr("%n more lines, 1 note", nullptr, m_linesBelow)
                             : tr("%n more lines, %1 notes", nullptr, m_linesBelow).arg(notes);
    m_chip->setText(text);
    m_chip->setChevron(true);
    m_chip->setAccessibleName(text);
    m_chip->resize(m_chip->sizeHint());
    const QRect area = viewport()->geometry();
    m_chip->move(area.right() - m_chip->width() - 12, area.bottom() - m_chip->height() - 6);
    m_chip->raise();
    m_chip->show();
}

// ---- keys, mouse, clipboard ----

void CodeView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space && !(event->modifiers() & ~Qt::ShiftModifier)) {
        verticalScrollBar()->triggerAction(event->modifiers() & Qt::ShiftModifier
                                               ? QAbstractSlider::SliderPageStepSub
                                               : QAbstractSlider::SliderPageStepAdd);
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

void CodeView::mouseReleaseEvent(QMouseEvent *event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || textCursor().hasSelection())
        return;
    const auto row = static_cast<size_t>(cursorForPosition(event->pos()).blockNumber());
    if (row >= m_text.rows.size() || m_text.rows[row].blankLines == 0)
        return;
    const int scroll = verticalScrollBar()->value();
    m_unfolded.insert(m_text.rows[row].line);
    m_highlighter.clear();
    showText();
    verticalScrollBar()->setValue(scroll);
}

bool CodeView::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QPlainTextEdit::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto row = static_cast<size_t>(cursorForPosition(help->pos()).blockNumber());
    const QList<CodeMark> marks =
        row < m_text.rows.size() ? marksOfLine(m_marks, m_text.rows[row].line) : QList<CodeMark>();
    QToolTip::showText(help->globalPos(), marksToolTip(marks), this);
    return true;
}

qsizetype CodeView::sourcePosition(int documentPosition) const
{
    const QTextBlock block = document()->findBlock(documentPosition);
    const auto row = static_cast<size_t>(block.blockNumber());
    if (!block.isValid() || row >= m_text.rows.size())
        return m_text.source.size();
    return m_text.rows[row].sourcePosition(documentPosition - block.position());
}

QMimeData *CodeView::createMimeDataFromSelection() const
{
    // What is copied is the code, not the way in which it is shown.
    const QTextCursor cursor = textCursor();
    const qsizetype start = sourcePosition(cursor.selectionStart());
    // "Everything" is everything, also while its rows are still coming in.
    const bool toEnd = cursor.selectionEnd() >= document()->characterCount() - 1;
    const qsizetype end = toEnd ? m_text.source.size() : sourcePosition(cursor.selectionEnd());
    auto *data = new QMimeData;
    data->setText(m_text.source.mid(start, end - start));
    return data;
}

void CodeView::copyAll() const
{
    QGuiApplication::clipboard()->setText(m_text.source);
}

void CodeView::showLine(int line)
{
    const auto found = std::ranges::find_if(m_text.rows, [line](const CodeRow &row) {
        return row.line <= line && line < row.line + std::max(1, row.blankLines);
    });
    if (found == m_text.rows.end())
        return;
    const auto row = static_cast<int>(found - m_text.rows.begin());
    loadRows(static_cast<size_t>(row) + firstRows);
    setTextCursor(QTextCursor(document()->findBlockByNumber(row)));
    centerCursor();
}

void CodeView::showNextMark(bool forward)
{
    const auto row = static_cast<size_t>(textCursor().blockNumber());
    const int here = row < m_text.rows.size() ? m_text.rows[row].line : 0;
    const CodeMark *next = nextMark(m_marks, here, forward);
    if (!next)
        return;
    showLine(next->line);
    QAccessibleAnnouncementEvent said(this, spokenMark(*next));
    QAccessible::updateAccessibility(&said);
}

} // namespace glovebox::ui
