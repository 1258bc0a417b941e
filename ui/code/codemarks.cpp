// SPDX-License-Identifier: MIT
#include "codemarks.h"

#include <ui/theme/fonts.h>
#include <ui/theme/icons.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QCoreApplication>
#include <QPainter>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int gutterLeft = 16;
constexpr int gutterMark = 16; // room for the mark between number and code
constexpr int markTextGap = 16;

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

bool isLoud(const QList<CodeMark> &marks)
{
    return !marks.isEmpty() && marks.first().kind != CodeMark::Kind::Information;
}

} // namespace

QList<CodeMark> marksOfLine(const QList<CodeMark> &marks, int line)
{
    const auto range = std::ranges::equal_range(marks, line, {}, &CodeMark::line);
    return QList<CodeMark>(range.begin(), range.end());
}

const CodeMark *nextMark(const QList<CodeMark> &marks, int line, bool forward)
{
    if (marks.isEmpty())
        return nullptr;
    if (forward) {
        const auto after = std::ranges::upper_bound(marks, line, {}, &CodeMark::line);
        return after == marks.end() ? &marks.first() : &*after;
    }
    const auto before = std::ranges::lower_bound(marks, line, {}, &CodeMark::line);
    return before == marks.begin() ? &marks.last() : &*std::prev(before);
}

QString spokenMark(const CodeMark &mark)
{
    return QCoreApplication::translate("glovebox::ui::CodeView", "Line %1, note: %2")
        .arg(mark.line)
        .arg(mark.text);
}

CodeMark unseenMark(int line)
{
    return {line, CodeMark::Kind::Look,
            QCoreApplication::translate("glovebox::ui::CodeView", "hidden or look-alike character"),
            QStringLiteral("triangle-alert")};
}

int codeGutterWidth(int lines)
{
    const QFontMetrics metrics(tabular(textFont(TextStep::Meta)));
    const auto digits = std::max<qsizetype>(2, QString::number(lines).size());
    const int numbers = metrics.horizontalAdvance(QString(digits, u'8'));
    return gutterLeft + std::max(20, numbers) + gutterMark;
}

void paintLineGround(QPainter &painter, const QRectF &box, const QList<CodeMark> &marks)
{
    if (!isLoud(marks))
        return;
    const bool refused = marks.first().kind == CodeMark::Kind::Refused;
    painter.fillRect(box, color(refused ? Token::BadBg : Token::WaitBg));
}

void paintLineNumber(QPainter &painter, int gutterWidth, const QRectF &line, int number,
                     const QList<CodeMark> &marks)
{
    const int numberRight = gutterWidth - gutterMark;
    painter.setFont(tabular(textFont(TextStep::Meta)));
    painter.setPen(color(isLoud(marks) ? Token::Text2 : Token::Text3));
    painter.drawText(QRectF(0, line.top(), numberRight, line.height()),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
    if (marks.isEmpty())
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(markToken(marks.first().kind)));
    const QPointF center(numberRight + gutterMark / 2.0, line.center().y());
    if (marks.first().kind == CodeMark::Kind::Information)
        painter.drawRect(QRectF(center - QPointF(3, 3), QSizeF(6, 6)));
    else
        painter.drawEllipse(center, 3.5, 3.5);
}

void paintMarkTexts(QPainter &painter, const QTextBlock &block, const QRectF &box,
                    const QList<CodeMark> &marks, int viewWidth)
{
    if (marks.isEmpty() || block.layout()->lineCount() == 0)
        return;
    const QFont font = textFont(TextStep::Second);
    painter.setFont(font);
    const QTextLine line = block.layout()->lineAt(0);
    const qreal middle = box.top() + line.y() + line.height() / 2;
    qreal x = box.left() + line.naturalTextWidth() + markTextGap;
    for (const CodeMark &mark : marks) {
        const Token token = mark.kind == CodeMark::Kind::Look ? Token::Wait : markToken(mark.kind);
        if (viewWidth - x < 60)
            return; // the tool tip of the line has it
        if (!mark.iconName.isEmpty()) {
            paintIcon(painter, QRectF(x, middle - 6, 12, 12), mark.iconName, token);
            x += 16;
        }
        const QString text =
            elideEnd(font, oneLine(mark.text), static_cast<int>(viewWidth - x) - 8);
        painter.setPen(color(token));
        painter.drawText(QPointF(x, middle + QFontMetricsF(font).ascent() / 2 - 1.5), text);
        x += QFontMetricsF(font).horizontalAdvance(text) + markTextGap;
    }
}

QString marksToolTip(const QList<CodeMark> &marks)
{
    QStringList texts;
    for (const CodeMark &mark : marks)
        texts.append(oneLine(mark.text).toHtmlEscaped());
    return texts.join(QStringLiteral("<br>"));
}

} // namespace glovebox::ui
