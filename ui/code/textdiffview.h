// SPDX-License-Identifier: MIT
#pragma once

#include "highlighter.h"

#include <base/linediff.h>

#include <QWidget>

namespace glovebox::ui {

// A comparison by lines, as high as it needs to be: it stands with others in one scroll area, and
// paints only what is on screen. Long lines wrap; stretches without a change fold.
class TextDiffView final : public QWidget
{
    Q_OBJECT

public:
    explicit TextDiffView(QWidget *parent = nullptr);

    // `language` as in KSyntaxHighlighting, or empty.
    void setDiff(const LineDiff &diff, const QString &language);
    void setSideBySide(bool on);
    // Rows shown now: lines and folded stretches.
    int shownRows() const { return int(m_rows.size()); }
    void unfoldAll();
    // Where each change begins: its distance from the top.
    QList<int> changeTops() const;

    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    // What stands on one height: a line on each side, or a folded stretch.
    struct Row
    {
        int left = -1; // index in the comparison; -1: that side has nothing here
        int right = -1;
        int folded = 0; // above 0: this many lines without a change, from `left` on
        int top = 0;
        int height = 0;
    };

    void layOut();
    void appendChanged(qsizetype from, qsizetype end);
    void appendSame(qsizetype from, qsizetype end);
    void measure();
    int linesNeeded(int row) const;
    int columnsPerLine() const;
    int textWidth() const;
    int numberWidth() const;
    int rowAt(int y) const;
    bool isChanged(const Row &row) const;
    void paintSide(QPainter &painter, const Row &row, int index, int x, int width);
    void paintText(QPainter &painter, const DiffRow &line, int index, QPointF at) const;
    void paintFold(QPainter &painter, const Row &row) const;
    void highlightUpTo(int index);
    QList<QTextLayout::FormatRange> formatsOf(int index) const;

    LineDiff m_diff;
    QList<Row> m_rows;
    QSet<int> m_unfolded; // first lines of stretches that were opened
    bool m_allUnfolded = false;
    bool m_sideBySide = false;
    RowHighlighter m_before; // each side has its own colours: a quote may be open on one only
    RowHighlighter m_after;
    int m_highlighted = 0;
    qreal m_columnWidth = 8;
    int m_lineHeight = 19;
};

} // namespace glovebox::ui
