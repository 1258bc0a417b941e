// SPDX-License-Identifier: MIT
#include "codeeditor.h"

#include <ui/theme/fonts.h>

#include <QEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QTextBlock>

namespace glovebox::ui {

namespace {

const QString indent(4, u' ');
constexpr QChar byteOrderMark(0xfeff);

} // namespace

CodeEditor::CodeEditor(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setObjectName(QStringLiteral("codeEditor"));
    setAccessibleName(tr("Edit the code before it runs"));
    setFrameShape(QFrame::NoFrame);
    setFont(codeFont());
    setTabChangesFocus(false);
    setTabStopDistance(4 * QFontMetricsF(font()).horizontalAdvance(u' '));
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    setWordWrapMode(QTextOption::WrapAnywhere);
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
           !text.contains(QChar::LineSeparator) && !text.contains(QChar::Nbsp);
}

void CodeEditor::setCode(const QByteArray &code)
{
    const QByteArray mark("\xef\xbb\xbf");
    m_hasByteOrderMark = code.startsWith(mark);
    m_hasCarriageReturns = code.contains('\r');
    QString text = QString::fromUtf8(m_hasByteOrderMark ? code.sliced(mark.size()) : code);
    text.remove(u'\r');
    setPlainText(text);
    document()->setModified(false);
}

QByteArray CodeEditor::code() const
{
    QString text = toPlainText();
    if (m_hasCarriageReturns)
        text.replace(u'\n', QStringLiteral("\r\n"));
    if (m_hasByteOrderMark)
        text.prepend(byteOrderMark);
    return text.toUtf8();
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
    QPlainTextEdit::keyPressEvent(event);
}

void CodeEditor::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::ApplicationFontChange)
        setFont(codeFont());
    QPlainTextEdit::changeEvent(event);
}

} // namespace glovebox::ui
