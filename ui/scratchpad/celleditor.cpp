// SPDX-License-Identifier: MIT
#include "celleditor.h"

#include "pythonlayout.h"

#include <ui/code/highlighter.h>
#include <ui/theme/fonts.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/SyntaxHighlighter>
#include <KSyntaxHighlighting/Theme>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QUrl>

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int topMargin = 7;
constexpr int bottomMargin = 7;
constexpr int numberRight = 29; // of the line numbers, from the left edge
constexpr int codeLeft = 44;
constexpr int codeRight = 12;
// Past this, code is typed as it is: reading it all at every key would be felt.
constexpr int smallCode = 100'000;

class Gutter final : public QWidget
{
public:
    explicit Gutter(CellEditor *editor)
        : QWidget(editor)
        , m_editor(editor)
    {
    }

protected:
    void paintEvent(QPaintEvent *event) override { m_editor->paintGutter(event); }

private:
    CellEditor *m_editor;
};

KSyntaxHighlighting::Theme themeNow()
{
    const bool dark = Theme::instance().scheme() == Scheme::Dark;
    return codeRepository().theme(dark ? u"Glovebox Dark"_s : u"Glovebox Light"_s);
}

} // namespace

CellEditor::CellEditor(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_gutter(new Gutter(this))
{
    setObjectName(u"cellEditor"_s);
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // it follows the cursor and the wheel
    setLayoutDirection(Qt::LeftToRight);                  // code is read from left to right
    setTabChangesFocus(false);
    setCursorWidth(2);
    viewport()->setMouseTracking(true);
    connect(this, &QPlainTextEdit::updateRequest, this, [this] { m_gutter->update(); });
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        keepClosers();
        refreshMarks();
        m_gutter->update();
        if (hasFocus())
            Q_EMIT cursorMoved(cursorRect().translated(viewport()->pos()));
    });
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        refreshMarks();
        if (const int height = heightForText(); height != m_height) {
            m_height = height;
            Q_EMIT heightChanged();
        }
    });
    connect(&Theme::instance(), &Theme::changed, this, &CellEditor::useLook);
    useLook();
}

CellEditor::~CellEditor() = default;

void CellEditor::show(QTextDocument *document, const QString &language)
{
    m_language = language;
    m_closers.clear();
    document->setDocumentMargin(0);
    QTextOption option = document->defaultTextOption();
    option.setTextDirection(Qt::LeftToRight);
    document->setDefaultTextOption(option);
    setDocument(document);
    m_highlighter = document->findChild<KSyntaxHighlighting::SyntaxHighlighter *>();
    const bool coloured = document->characterCount() < smallCode * 4;
    const KSyntaxHighlighting::Definition definition =
        coloured ? codeRepository().definitionForName(language) : KSyntaxHighlighting::Definition();
    if (!m_highlighter && definition.isValid())
        m_highlighter = new KSyntaxHighlighting::SyntaxHighlighter(document);
    if (m_highlighter && m_highlighter->definition() != definition)
        m_highlighter->setDefinition(definition);
    useLook();
    m_height = heightForText();
}

QString CellEditor::textOf(const QTextDocument &document)
{
    QString text = document.toRawText();
    text.replace(QChar::ParagraphSeparator, u'\n');
    return text;
}

bool CellEditor::isPython() const
{
    return m_language == u"Python"_s;
}

void CellEditor::useLook()
{
    setFont(codeFont());
    document()->setDefaultFont(codeFont()); // a document that came later has its own
    QPalette colors = palette();
    colors.setColor(QPalette::Base, color(Token::Sunken));
    colors.setColor(QPalette::Window, color(Token::Sunken));
    colors.setColor(QPalette::Text, color(Token::Text));
    colors.setColor(QPalette::PlaceholderText, color(Token::Text3));
    colors.setColor(QPalette::Highlight, color(Token::AddWord));
    colors.setColor(QPalette::HighlightedText, color(Token::Text));
    setPalette(colors);
    viewport()->setPalette(colors); // or it keeps the ground of the theme before
    setTabStopDistance(QFontMetricsF(font()).horizontalAdvance(u' ') * indentWidth);
    if (m_highlighter && m_highlighter->theme().name() != themeNow().name()) {
        m_highlighter->setTheme(themeNow());
        m_highlighter->rehighlight();
    }
    placeParts();
    refreshMarks();
}

// Layout

int CellEditor::gutterWidth() const
{
    const int digits = int(QString::number(blockCount()).size());
    const int width = QFontMetrics(font()).horizontalAdvance(u'0');
    return std::max(codeLeft, numberRight - width + digits * width + codeLeft - numberRight);
}

int CellEditor::heightForText() const
{
    const qreal line = blockBoundingRect(document()->firstBlock()).height();
    const int height = line > 0 ? qCeil(line) : QFontMetrics(font()).lineSpacing();
    return topMargin + bottomMargin + std::max(1, blockCount()) * height;
}

void CellEditor::placeParts()
{
    setViewportMargins(gutterWidth(), topMargin, codeRight, 0);
    m_gutter->setGeometry(0, 0, gutterWidth(), height());
}

void CellEditor::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeParts();
}

void CellEditor::setCurrentLineShown(bool shown)
{
    m_currentLine = shown;
    refreshMarks();
    update();
    m_gutter->update();
}

void CellEditor::paintGutter(QPaintEvent *event)
{
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(), color(Token::Sunken));
    painter.setFont(font());
    const int current = textCursor().blockNumber();
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        const qreal top = place.top() + topMargin;
        if (top > event->rect().bottom())
            break;
        const bool isCurrent = m_currentLine && block.blockNumber() == current;
        if (isCurrent)
            painter.fillRect(QRectF(0, top, m_gutter->width(), place.height()),
                             color(Token::Select));
        painter.setPen(color(isCurrent ? Token::Text2 : Token::Text3));
        const int right = gutterWidth() - (codeLeft - numberRight);
        painter.drawText(QRectF(0, top, right, place.height()), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(block.blockNumber() + 1));
    }
}

// A cell is as high as its text: the wheel belongs to the list of cells, sideways it is ours.
void CellEditor::wheelEvent(QWheelEvent *event)
{
    const QPoint delta = event->angleDelta();
    const bool sideways = std::abs(delta.x()) > std::abs(delta.y());
    if (sideways && horizontalScrollBar()->maximum() > 0) {
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - delta.x() / 2);
        event->accept();
        return;
    }
    event->ignore();
}

void CellEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange) {
        useLook();
        Q_EMIT heightChanged();
    }
}

bool CellEditor::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QTextCursor cursor = cursorForPosition(help->pos());
        // Only over the text: the room behind a line asks for nothing.
        if (cursorRect(cursor).adjusted(-12, -2, 12, 2).contains(help->pos()))
            Q_EMIT hovered(cursor.position(), help->globalPos());
        return true;
    }
    return QPlainTextEdit::viewportEvent(event);
}

// Marks

bool CellEditor::isSmall() const
{
    return document()->characterCount() < smallCode;
}

QString CellEditor::definitionComment() const
{
    const auto definition = codeRepository().definitionForName(m_language);
    return definition.isValid() ? definition.singleLineCommentMarker() : QString();
}

QString CellEditor::commentMark() const
{
    const QString mark = definitionComment();
    return mark.isEmpty() ? u"#"_s : mark;
}

void CellEditor::refreshMarks()
{
    QList<QTextEdit::ExtraSelection> marks;
    if (m_currentLine && !document()->isEmpty()) { // else it would cover the hint of an empty cell
        QTextEdit::ExtraSelection line;
        line.cursor = textCursor();
        line.cursor.clearSelection();
        line.format.setBackground(color(Token::Select));
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks.append(line);
    }
    markSearch(marks);
    if (isSmall() && hasFocus())
        markBrackets(marks);
    setExtraSelections(marks);
}

void CellEditor::markBrackets(QList<QTextEdit::ExtraSelection> &marks) const
{
    const QString text = code();
    const QString comment = commentMark();
    for (const qsizetype at : {codePosition() - 1, codePosition()}) {
        const std::optional<qsizetype> partner = partnerOf(text, at, comment);
        if (!partner)
            continue;
        for (const qsizetype place : {at, *partner}) {
            if (place < 0)
                continue;
            QTextEdit::ExtraSelection mark;
            mark.cursor = textCursor();
            mark.cursor.setPosition(int(place));
            mark.cursor.setPosition(int(place) + 1, QTextCursor::KeepAnchor);
            mark.format.setBackground(color(*partner < 0 ? Token::BadBg : Token::AddWord));
            mark.format.setForeground(color(*partner < 0 ? Token::Bad : Token::Text));
            mark.format.setFontWeight(QFont::Bold);
            marks.append(mark);
        }
        return;
    }
}

void CellEditor::markSearch(QList<QTextEdit::ExtraSelection> &marks) const
{
    constexpr int mostMarks = 2000; // past this nobody tells them apart
    if (!m_search.isValid() || m_search.pattern().isEmpty())
        return;
    const QString text = code();
    auto found = m_search.globalMatch(text);
    while (found.hasNext() && marks.size() < mostMarks) {
        const QRegularExpressionMatch match = found.next();
        if (match.capturedLength() == 0)
            continue;
        QTextEdit::ExtraSelection mark;
        mark.cursor = textCursor();
        mark.cursor.setPosition(int(match.capturedStart()));
        mark.cursor.setPosition(int(match.capturedEnd()), QTextCursor::KeepAnchor);
        mark.format.setBackground(color(Token::WaitBg));
        marks.append(mark);
    }
}

void CellEditor::setSearch(const QRegularExpression &expression)
{
    m_search = expression;
    refreshMarks();
}

void CellEditor::showLine(int line)
{
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (block.isValid())
        setTextCursor(QTextCursor(block));
}

// Keys

void CellEditor::focusInEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusInEvent(event);
    refreshMarks();
    Q_EMIT focused();
}

void CellEditor::focusOutEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusOutEvent(event);
    m_closers.clear();
    refreshMarks();
}

// What an input method commits is text as it is: nothing is added to it.
void CellEditor::inputMethodEvent(QInputMethodEvent *event)
{
    m_preedit = !event->preeditString().isEmpty();
    QPlainTextEdit::inputMethodEvent(event);
}

// Files go to the page, which opens them: their addresses are no code.
bool CellEditor::canInsertFromMimeData(const QMimeData *data) const
{
    if (takesPictures() && data->hasImage())
        return true;
    const QList<QUrl> urls = data->urls();
    const bool areFiles = std::ranges::any_of(urls, &QUrl::isLocalFile);
    return !areFiles && QPlainTextEdit::canInsertFromMimeData(data);
}

void CellEditor::insertFromMimeData(const QMimeData *data)
{
    // A program that copies text may give a picture of it, too.
    if (takesPictures() && data->hasImage() && !data->hasText())
        Q_EMIT pictureGiven(data->imageData().value<QImage>());
    else
        QPlainTextEdit::insertFromMimeData(data);
}

bool CellEditor::takesPictures() const
{
    return m_language == u"Markdown"_s;
}

void CellEditor::keyPressEvent(QKeyEvent *event)
{
    const Qt::KeyboardModifiers keys = event->modifiers() & ~Qt::KeypadModifier;
    const bool plain = keys == Qt::NoModifier;
    if (event->key() == Qt::Key_Escape && plain) {
        Q_EMIT leaveRequested();
    } else if (event->key() == Qt::Key_Tab && plain) {
        textCursor().hasSelection() ? indentLines() : [this] {
            const int column = textCursor().positionInBlock();
            insertPlainText(QString(indentWidth - column % indentWidth, u' '));
        }();
    } else if (event->key() == Qt::Key_Backtab) {
        dedentLines();
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && plain) {
        newLine();
    } else if (event->key() == Qt::Key_Slash && keys == Qt::ControlModifier) {
        toggleComment();
    } else if (event->key() == Qt::Key_BracketRight && keys == Qt::ControlModifier) {
        indentLines();
    } else if (event->key() == Qt::Key_BracketLeft && keys == Qt::ControlModifier) {
        dedentLines();
    } else if (event->key() == Qt::Key_Backspace && plain && backspace()) {
        return;
    } else if (handleMove(event)) {
        return;
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        event->ignore(); // with Shift, Ctrl or Alt: runs the cell
    } else if (!(keys & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) &&
               handleTyped(event->text())) {
        return;
    } else {
        QPlainTextEdit::keyPressEvent(event);
    }
}

// Past the first and last line the neighbouring cells begin; Home goes to the code before it goes
// to the margin.
bool CellEditor::handleMove(QKeyEvent *event)
{
    if (event->modifiers() == Qt::NoModifier) {
        const int block = textCursor().blockNumber();
        if (event->key() == Qt::Key_Up && block == 0) {
            Q_EMIT edgeReached(false);
            return true;
        }
        if (event->key() == Qt::Key_Down && block == blockCount() - 1) {
            Q_EMIT edgeReached(true);
            return true;
        }
    }
    const bool keeps = event->modifiers() == Qt::ShiftModifier;
    if (event->key() == Qt::Key_Home && (keeps || event->modifiers() == Qt::NoModifier)) {
        QTextCursor cursor = textCursor();
        const QString line = cursor.block().text();
        int first = 0;
        while (first < line.size() && line.at(first).isSpace())
            ++first;
        const int column = cursor.positionInBlock() == first ? 0 : first;
        cursor.setPosition(cursor.block().position() + column,
                           keeps ? QTextCursor::KeepAnchor : QTextCursor::MoveAnchor);
        setTextCursor(cursor);
        return true;
    }
    return false;
}

bool CellEditor::handleTyped(const QString &text)
{
    if (text.size() != 1 || m_preedit || isReadOnly() || !isSmall())
        return false;
    const QChar typed = text.front();
    return typeOver(typed) || surround(typed) || closeTyped(typed);
}

// The closer that was added by itself is the one that is typed.
bool CellEditor::typeOver(QChar typed)
{
    QTextCursor cursor = textCursor();
    if (cursor.hasSelection() || document()->characterAt(cursor.position()) != typed)
        return false;
    const auto own = std::ranges::find_if(m_closers, [&cursor](const QTextCursor &closer) {
        return closer.position() == cursor.position();
    });
    if (own == m_closers.end())
        return false;
    m_closers.erase(own);
    cursor.movePosition(QTextCursor::NextCharacter);
    setTextCursor(cursor);
    return true;
}

bool CellEditor::surround(QChar typed)
{
    QTextCursor cursor = textCursor();
    const QChar closer = closerOf(typed);
    if (closer.isNull() || !cursor.hasSelection())
        return false;
    const int start = cursor.selectionStart();
    const int end = cursor.selectionEnd();
    cursor.beginEditBlock();
    cursor.setPosition(end);
    cursor.insertText(closer);
    cursor.setPosition(start);
    cursor.insertText(typed);
    cursor.endEditBlock();
    cursor.setPosition(start + 1);
    cursor.setPosition(end + 1, QTextCursor::KeepAnchor);
    setTextCursor(cursor);
    return true;
}

bool CellEditor::closeTyped(QChar typed)
{
    const QChar closer = closerOf(typed);
    if (closer.isNull() || textCursor().hasSelection() || m_language == u"Markdown"_s)
        return false;
    const QString text = code();
    const qsizetype at = codePosition();
    const QString comment = commentMark();
    if (isOpening(typed)) {
        const QChar next = at < text.size() ? text.at(at) : QChar(u'\n');
        const bool room =
            next.isSpace() || isClosing(next) || next == u',' || next == u':' || next == u';';
        const CodePlace place = placeIn(text, at, comment);
        if (!room || place.inString || place.inComment)
            return false;
    } else if (!closesQuote(text, at, comment)) {
        return false;
    }
    QTextCursor cursor = textCursor();
    cursor.beginEditBlock();
    cursor.insertText(QString(typed) + closer);
    cursor.endEditBlock();
    cursor.movePosition(QTextCursor::PreviousCharacter);
    setTextCursor(cursor);
    QTextCursor added = cursor;
    added.setKeepPositionOnInsert(false); // what is typed between stands before it
    m_closers.append(added);
    return true;
}

// Closers behind which the cursor left, or on another line, are text like any other.
void CellEditor::keepClosers()
{
    const QTextCursor cursor = textCursor();
    m_closers.removeIf([&cursor](const QTextCursor &closer) {
        return closer.position() < cursor.position() ||
               closer.blockNumber() != cursor.blockNumber();
    });
}

void CellEditor::newLine()
{
    QTextCursor cursor = textCursor();
    cursor.beginEditBlock();
    if (cursor.hasSelection())
        cursor.removeSelectedText();
    const QString text = code();
    const qsizetype at = cursor.position();
    QString indent;
    if (isPython() && isSmall()) {
        indent = indentAfter(text, at);
    } else {
        for (const QChar c : cursor.block().text().first(cursor.positionInBlock())) {
            if (!c.isSpace())
                break;
            indent += c;
        }
    }
    const bool between = at > 0 && at < text.size() && isOpening(text.at(at - 1)) &&
                         closerOf(text.at(at - 1)) == text.at(at);
    cursor.insertText(u'\n' + indent);
    const int inside = cursor.position();
    if (between && isPython()) {
        QString outer;
        for (const QChar c : document()->findBlock(int(at)).text()) {
            if (!c.isSpace())
                break;
            outer += c;
        }
        cursor.insertText(u'\n' + outer);
        cursor.setPosition(inside);
    }
    cursor.endEditBlock();
    setTextCursor(cursor);
    ensureCursorVisible();
}

// An empty pair goes together; in front of code a whole step goes.
bool CellEditor::backspace()
{
    QTextCursor cursor = textCursor();
    if (cursor.hasSelection() || isReadOnly())
        return false;
    const auto own = std::ranges::find_if(m_closers, [&cursor](const QTextCursor &closer) {
        return closer.position() == cursor.position();
    });
    const int at = cursor.position();
    if (own != m_closers.end() && at > 0 &&
        closerOf(document()->characterAt(at - 1)) == document()->characterAt(at)) {
        m_closers.erase(own);
        cursor.beginEditBlock();
        cursor.deleteChar();
        cursor.deletePreviousChar();
        cursor.endEditBlock();
        return true;
    }
    const QString before = cursor.block().text().first(cursor.positionInBlock());
    if (before.size() < 2 || !std::ranges::all_of(before, [](QChar c) { return c == u' '; }))
        return false;
    const int step = int((before.size() - 1) % indentWidth) + 1;
    cursor.movePosition(QTextCursor::PreviousCharacter, QTextCursor::KeepAnchor, step);
    cursor.removeSelectedText();
    return true;
}

// The lines of the selection, whole; the selection stays on them.
template <class Change>
void CellEditor::changeLines(Change change)
{
    QTextCursor cursor = textCursor();
    const bool selected = cursor.hasSelection();
    const QTextBlock first = document()->findBlock(cursor.selectionStart());
    QTextBlock last = document()->findBlock(cursor.selectionEnd());
    if (selected && last != first && cursor.selectionEnd() == last.position())
        last = last.previous();
    const int fromEnd = document()->findBlock(cursor.position()).length() -
                        cursor.positionInBlock(); // where the cursor is, without a selection
    QTextCursor lines(document());
    lines.setPosition(first.position());
    lines.setPosition(last.position() + last.length() - 1, QTextCursor::KeepAnchor);
    const QString before = lines.selectedText().replace(QChar::ParagraphSeparator, u'\n');
    const QString after = change(before);
    if (after == before)
        return;
    const int start = first.position();
    lines.insertText(after);
    if (selected) {
        lines.setPosition(start);
        lines.setPosition(start + int(after.size()), QTextCursor::KeepAnchor);
    } else {
        const QTextBlock block = document()->findBlock(start);
        lines.setPosition(block.position() + std::max(0, block.length() - fromEnd));
    }
    setTextCursor(lines);
}

void CellEditor::toggleComment()
{
    const QString mark = commentMark();
    changeLines([&mark](const QString &lines) { return toggledComment(lines, mark); });
}

void CellEditor::indentLines()
{
    changeLines([](const QString &lines) {
        QStringList rows = lines.split(u'\n');
        for (QString &row : rows) {
            if (!row.isEmpty() || rows.size() == 1)
                row.prepend(QString(indentWidth, u' '));
        }
        return rows.join(u'\n');
    });
}

void CellEditor::dedentLines()
{
    changeLines([](const QString &lines) {
        QStringList rows = lines.split(u'\n');
        for (QString &row : rows) {
            int spaces = 0;
            while (spaces < indentWidth && spaces < row.size() && row.at(spaces) == u' ')
                ++spaces;
            row.remove(0, spaces == 0 && row.startsWith(u'\t') ? 1 : spaces);
        }
        return rows.join(u'\n');
    });
}

} // namespace glovebox::ui
