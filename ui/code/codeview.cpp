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

constexpr int topMargin = 8;
constexpr int gutterLeft = 16;
constexpr int gutterMark = 16; // room for the mark between number and code
constexpr int rowsAhead = 60;  // coloured before they are scrolled to
constexpr qint64 sliceNanoseconds = 6'000'000;
constexpr size_t firstRows = 300; // more than any screen shows
constexpr size_t rowsPerLoad = 200;
constexpr int tabColumns = 8; // what a tab is to Python
constexpr int markTextGap = 16;

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

Token markToken(CodeMark::Kind kind)
{
    switch (kind) {
    case CodeMark::Kind::Information:
        return Token::Text3;
    case CodeMark::Kind::Look:
        return Token::WaitLine;
    case CodeMark::Kind::Refused:
        return Token::Bad;
    }
    Q_UNREACHABLE_RETURN(Token::Text3);
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
    for (const int line : std::as_const(m_text.unseenLines)) {
        m_marks.append({line, CodeMark::Kind::Look, tr("hidden or look-alike character"),
                        QStringLiteral("triangle-alert")});
    }
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
}

int CodeView::gutterWidth() const
{
    const QFontMetrics metrics(tabular(textFont(TextStep::Meta)));
    const auto digits = std::max<qsizetype>(2, QString::number(m_text.lines).size());
    const int numbers = metrics.horizontalAdvance(QString(digits, u'8'));
    return gutterLeft + std::max(20, numbers) + gutterMark;
}

void CodeView::placeParts()
{
    const int width = gutterWidth();
    setViewportMargins(width, topMargin, 0, 0);
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

QList<CodeMark> CodeView::marksOfLine(int line) const
{
    const auto range = std::ranges::equal_range(m_marks, line, {}, &CodeMark::line);
    return QList<CodeMark>(range.begin(), range.end());
}

void CodeView::paintEvent(QPaintEvent *event)
{
    paintLineGrounds(event);
    QPlainTextEdit::paintEvent(event);
    paintBoxes();
    paintMarkTexts();
    noteWhatIsSeen();
}

void CodeView::paintLineGrounds(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), color(Token::Sunken));
    forVisibleRows([&](const QTextBlock &, const CodeRow &row, const QRectF &box) {
        const QList<CodeMark> marks = marksOfLine(row.line);
        if (!marks.isEmpty() && marks.first().kind != CodeMark::Kind::Information) {
            const bool refused = marks.first().kind == CodeMark::Kind::Refused;
            painter.fillRect(QRectF(0, box.top(), viewport()->width(), box.height()),
                             color(refused ? Token::BadBg : Token::WaitBg));
        }
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

void CodeView::paintMarkTexts()
{
    QPainter painter(viewport());
    const QFont font = textFont(TextStep::Second);
    painter.setFont(font);
    forVisibleRows([&](const QTextBlock &block, const CodeRow &row, const QRectF &box) {
        if (!row.begins || block.layout()->lineCount() == 0)
            return;
        const QTextLine line = block.layout()->lineAt(0);
        qreal x = box.left() + line.naturalTextWidth() + markTextGap;
        for (const CodeMark &mark : marksOfLine(row.line)) {
            const Token token =
                mark.kind == CodeMark::Kind::Look ? Token::Wait : markToken(mark.kind);
            const qreal middle = box.top() + line.y() + line.height() / 2;
            if (viewport()->width() - x < 60)
                return; // the tool tip of the line has it
            if (!mark.iconName.isEmpty()) {
                paintIcon(painter, QRectF(x, middle - 6, 12, 12), mark.iconName, token);
                x += 16;
            }
            const QString text =
                elideEnd(font, oneLine(mark.text), static_cast<int>(viewport()->width() - x) - 8);
            painter.setPen(color(token));
            painter.drawText(QPointF(x, middle + QFontMetricsF(font).ascent() / 2 - 1.5), text);
            x += QFontMetricsF(font).horizontalAdvance(text) + markTextGap;
        }
    });
}

void CodeView::paintGutter(QPaintEvent *event)
{
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(), color(Token::Sunken));
    painter.setClipRect(QRect(0, topMargin, m_gutter->width(), m_gutter->height()));
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = tabular(textFont(TextStep::Meta));
    painter.setFont(font);
    const int numberRight = m_gutter->width() - gutterMark;
    forVisibleRows([&](const QTextBlock &block, const CodeRow &row, const QRectF &box) {
        const qreal top = box.top() + topMargin;
        const QList<CodeMark> marks = marksOfLine(row.line);
        const bool loud = !marks.isEmpty() && marks.first().kind != CodeMark::Kind::Information;
        if (loud) {
            const bool refused = marks.first().kind == CodeMark::Kind::Refused;
            painter.fillRect(QRectF(0, top, m_gutter->width(), box.height()),
                             color(refused ? Token::BadBg : Token::WaitBg));
        }
        if (!row.begins)
            return;
        const qreal lineHeight =
            block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).height() : box.height();
        painter.setPen(color(loud ? Token::Text2 : Token::Text3));
        painter.drawText(QRectF(0, top, numberRight, lineHeight), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(row.line));
        if (marks.isEmpty())
            return;
        painter.setPen(Qt::NoPen);
        painter.setBrush(color(markToken(marks.first().kind)));
        const QPointF center(numberRight + gutterMark / 2.0, top + lineHeight / 2);
        if (marks.first().kind == CodeMark::Kind::Information)
            painter.drawRect(QRectF(center - QPointF(3, 3), QSizeF(6, 6)));
        else
            painter.drawEllipse(center, 3.5, 3.5);
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
    QStringList texts;
    if (row < m_text.rows.size()) {
        for (const CodeMark &mark : marksOfLine(m_text.rows[row].line))
            texts.append(oneLine(mark.text).toHtmlEscaped());
    }
    QToolTip::showText(help->globalPos(), texts.join(QStringLiteral("<br>")), this);
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
    if (m_marks.isEmpty())
        return;
    const auto row = static_cast<size_t>(textCursor().blockNumber());
    const int here = row < m_text.rows.size() ? m_text.rows[row].line : 0;
    const CodeMark *next = forward ? &m_marks.first() : &m_marks.last();
    if (forward) {
        const auto after = std::ranges::upper_bound(m_marks, here, {}, &CodeMark::line);
        next = after == m_marks.end() ? next : &*after;
    } else {
        const auto before = std::ranges::lower_bound(m_marks, here, {}, &CodeMark::line);
        next = before == m_marks.begin() ? next : &*std::prev(before);
    }
    showLine(next->line);
    QAccessibleAnnouncementEvent said(this,
                                      tr("Line %1, note: %2").arg(next->line).arg(next->text));
    QAccessible::updateAccessibility(&said);
}

} // namespace glovebox::ui
