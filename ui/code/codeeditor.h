// SPDX-License-Identifier: MIT
#pragma once

#include <ui/code/codemarks.h>
#include <ui/code/highlighter.h>
#include <ui/code/unseenboxes.h>

#include <QPlainTextEdit>
#include <QTimer>

namespace glovebox::ui {

// The code of a request while the person edits it before it runs (UI.md 4.5): colours, line numbers
// and marks as in the view, and characters that are not seen as boxes. What is seen is what runs.
class CodeEditor final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit CodeEditor(QWidget *parent = nullptr);

    // False for code that a text cannot give back byte by byte, or that is mostly boxes.
    static bool canEdit(const QByteArray &code);
    void setCode(const QByteArray &code, const QString &language = {});
    QByteArray code() const;

    // Of the text as it is now: the next key takes them away.
    void setMarks(const QList<CodeMark> &marks);
    const QList<CodeMark> &marks() const { return m_marks; } // by line, unseen characters' too
    void showLine(int line);
    void showNextMark(bool forward);

protected:
    void changeEvent(QEvent *event) override;
    QMimeData *createMimeDataFromSelection() const override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent *event) override;

private:
    class Gutter;

    void useColours();
    void placeParts();
    void paintGutter(QPaintEvent *event);
    void noteChange(int position);
    template <class Insert>
    void insertBoxed(Insert insert);
    void onTextChanged();
    int lastVisibleRow() const;
    void colourVisible();
    void colour();
    void applyFormats(int row);
    template <class Paint>
    void forVisibleBlocks(Paint paint) const;

    bool m_hasCarriageReturns = false;
    bool m_hasByteOrderMark = false;
    UnseenBoxes *m_boxes = nullptr;
    RowHighlighter m_highlighter;
    std::vector<bool> m_formatted; // by row
    QTimer m_slice;
    QList<CodeMark> m_marks;
    QWidget *m_gutter = nullptr;
};

} // namespace glovebox::ui
