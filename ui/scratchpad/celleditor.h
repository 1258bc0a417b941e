// SPDX-License-Identifier: MIT
#pragma once

#include <QPlainTextEdit>
#include <QRegularExpression>

namespace KSyntaxHighlighting {
class SyntaxHighlighter;
}

namespace glovebox::ui {

// The code of a cell while it is written: as high as its text, with line numbers, colours, and
// help with indenting, brackets, quotes and comments (UI.md 6, 8). What it adds by itself is one
// step of undo together with what was typed, and typing over it is always possible.
class CellEditor final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit CellEditor(QWidget *parent = nullptr);
    ~CellEditor() override;

    // The document is its owner's and outlives the editor: its undo steps stay while no editor
    // shows it. `language` as in KSyntaxHighlighting; empty: plain text.
    void show(QTextDocument *document, const QString &language);
    const QString &language() const { return m_language; }
    bool isPython() const;

    int heightForText() const;
    int gutterWidth() const;
    void paintGutter(QPaintEvent *event);
    // The line of the cursor has a ground of its own (the editor of the chosen cell).
    void setCurrentLineShown(bool shown);

    // Marks all that is found; an invalid or empty expression marks nothing.
    void setSearch(const QRegularExpression &expression);

    void toggleComment();
    void indentLines();
    void dedentLines();
    // A line that cannot run, from 1 (of a traceback); 0: none.
    void showLine(int line);

    // A document's text, character by character: toPlainText() makes other spaces plain ones.
    static QString textOf(const QTextDocument &document);
    // Text and cursor as completions count them: UTF-16 units, lines end in a line feed.
    QString code() const { return textOf(*document()); }
    qsizetype codePosition() const { return textCursor().position(); }

Q_SIGNALS:
    void heightChanged();
    // Esc, with nothing left to close.
    void leaveRequested();
    // Up on the first line, down on the last.
    void edgeReached(bool down);
    void cursorMoved(const QRect &place); // of the cursor, in the editor
    void focused();
    void hovered(int position, const QPoint &globalPosition);
    void pictureGiven(const QImage &picture); // pasted or dropped into Markdown

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    bool canInsertFromMimeData(const QMimeData *data) const override;
    void insertFromMimeData(const QMimeData *data) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    void useLook();
    void placeParts();
    void refreshMarks();
    void markBrackets(QList<QTextEdit::ExtraSelection> &marks) const;
    void markSearch(QList<QTextEdit::ExtraSelection> &marks) const;
    bool isSmall() const;
    bool takesPictures() const;
    QString commentMark() const;
    QString definitionComment() const;

    bool handleMove(QKeyEvent *event);
    bool handleTyped(const QString &text);
    bool typeOver(QChar typed);
    bool surround(QChar typed);
    bool closeTyped(QChar typed);
    void newLine();
    bool backspace();
    void keepClosers();
    template <class Change>
    void changeLines(Change change);

    QWidget *m_gutter;
    KSyntaxHighlighting::SyntaxHighlighter *m_highlighter = nullptr; // of the document
    QString m_language;
    QRegularExpression m_search;
    QList<QTextCursor> m_closers; // that were added and not typed over yet: each before its own
    bool m_currentLine = false;
    bool m_preedit = false;
    int m_height = 0;
};

} // namespace glovebox::ui
