// SPDX-License-Identifier: MIT
#pragma once

#include <ui/theme/tokens.h>

#include <QList>
#include <QRectF>
#include <QString>

class QPainter;
class QTextBlock;

// Remarks on lines of code and how they are drawn, the same whether the code is read or edited.
namespace glovebox::ui {

// A remark on a line (UI.md 4.3): a mark in the gutter and its text behind the line.
struct CodeMark
{
    enum class Kind {
        Information, // grey square
        Look,        // amber dot
        Refused,     // red dot: the sandbox will refuse it
    };
    int line = 1;
    Kind kind = Kind::Look;
    QString text; // the consequence
    QString iconName;

    bool operator==(const CodeMark &) const = default;
};

inline constexpr int codeTopMargin = 8;

// Of marks that are sorted by their lines.
QList<CodeMark> marksOfLine(const QList<CodeMark> &marks, int line);
// Where the text cursor at `line` goes next, around the end; null: there are none.
const CodeMark *nextMark(const QList<CodeMark> &marks, int line, bool forward);
// As it is announced when it is gone to.
QString spokenMark(const CodeMark &mark);
// That a line has characters that are not what they seem.
CodeMark unseenMark(int line);

int codeGutterWidth(int lines);
// The ground of a line that is worth a look; nothing for others.
void paintLineGround(QPainter &painter, const QRectF &box, const QList<CodeMark> &marks);
// Number and mark, in a gutter of that width, beside a line of text.
void paintLineNumber(QPainter &painter, int gutterWidth, const QRectF &line, int number,
                     const QList<CodeMark> &marks);
// Behind the block's first line; `box` is the block's, in a view of that width.
void paintMarkTexts(QPainter &painter, const QTextBlock &block, const QRectF &box,
                    const QList<CodeMark> &marks, int viewWidth);
// All of them, for a tool tip; empty for none.
QString marksToolTip(const QList<CodeMark> &marks);

} // namespace glovebox::ui
