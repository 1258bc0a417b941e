// SPDX-License-Identifier: MIT
#pragma once

#include "codemarks.h"
#include "codetext.h"
#include "highlighter.h"

#include <QPlainTextEdit>
#include <QTimer>

namespace glovebox::ui {

class Button;

// Read-only code, whole (UI.md 4.3): line numbers, colours, marks, unseen characters as boxes,
// blank stretches folded, and a chip that says how much is still below until the end was on
// screen. Long code comes in slices, so that a frame is never late; colours are worked out only
// as far as the person looks.
class CodeView final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit CodeView(QWidget *parent = nullptr);
    ~CodeView() override;

    // `language` as in KSyntaxHighlighting ("Python"), or empty for plain text.
    void setCode(const QByteArray &code, const QString &language);
    const CodeText &content() const { return m_text; }

    // Marks of the lines, besides those for unseen characters, which the view finds itself.
    void setMarks(const QList<CodeMark> &marks);
    // All of them, in the order of lines.
    const QList<CodeMark> &marks() const { return m_marks; }

    bool wraps() const;
    void setWrap(bool on);

    // The last line was painted at least once since setCode.
    bool isEndSeen() const { return m_endSeen; }
    // Lines wholly below the lower edge, 0 once the end was seen.
    int linesBelow() const { return m_linesBelow; }

    // Moves the text cursor to the line and the line into view.
    void showLine(int line);
    void showNextMark(bool forward);
    void copyAll() const;

    int gutterWidth() const;
    void paintGutter(QPaintEvent *event);

Q_SIGNALS:
    void endSeen();

protected:
    QMimeData *createMimeDataFromSelection() const override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent *event) override;

private:
    void showText();
    void useFonts();
    void mergeMarks();
    void placeParts();
    // Last row of which some part is on screen.
    int lastVisibleRow() const;
    // Puts rows up to before `last` into the document.
    void loadRows(size_t last);
    void highlightVisible();
    void highlightRows(qint64 nanoseconds);
    void workSlice();
    bool isWorkLeft() const;
    void applyFormats(int row);
    void noteWhatIsSeen();
    void updateChip();
    void paintLineGrounds(QPaintEvent *event);
    void paintBoxes();
    void paintAllMarkTexts();
    template <class Paint>
    void forVisibleRows(Paint paint) const;
    qsizetype sourcePosition(int documentPosition) const;

    CodeText m_text;
    QByteArray m_code;
    QString m_language;
    QSet<int> m_unfolded;
    QList<CodeMark> m_given;
    QList<CodeMark> m_marks;
    RowHighlighter m_highlighter;
    size_t m_loaded = 0; // rows in the document
    std::vector<bool> m_formatted;
    QTimer m_slice;
    QWidget *m_gutter;
    Button *m_chip;
    bool m_endSeen = false;
    int m_linesBelow = 0;
};

} // namespace glovebox::ui
