// SPDX-License-Identifier: MIT
#include "linepainter.h"

#include "ui/models/textcolumns.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <array>
#include <cmath>

namespace glovebox::ui {

namespace {

constexpr int designedLineHeight = 19;
constexpr double readable = 4.5; // WCAG AA

QColor basicColor(quint32 index)
{
    // The sixteen names, in the tokens that read well on our ground.
    static constexpr std::array<Token, 16> tokens{
        Token::Text,     Token::Bad,     Token::Ok,      Token::Wait,
        Token::Function, Token::Keyword, Token::Builtin, Token::Text2,
        Token::Text3,    Token::Bad,     Token::Ok,      Token::Wait,
        Token::Function, Token::Keyword, Token::Builtin, Token::Text};
    return color(tokens.at(index));
}

QColor terminalColor(quint32 value)
{
    if (value >= 0x1000000u)
        return QColor::fromRgb(value & 0xffffffu);
    const quint32 index = value - 1;
    if (index < 16)
        return basicColor(index);
    if (index >= 232) {
        const int level = int(8 + (index - 232) * 10);
        return QColor(level, level, level);
    }
    const auto level = [](quint32 step) { return step == 0 ? 0 : int(55 + step * 40); };
    const quint32 cube = index - 16;
    return QColor(level(cube / 36), level(cube / 6 % 6), level(cube % 6));
}

// A program cannot make its own words unreadable: what is too faint moves towards our ink.
QColor readableOn(QColor wanted, const QColor &ground)
{
    const QColor ink = color(Token::Text);
    for (int step = 0; step < 4 && contrast(wanted, ground) < readable; ++step)
        wanted = QColor((wanted.red() + ink.red()) / 2, (wanted.green() + ink.green()) / 2,
                        (wanted.blue() + ink.blue()) / 2);
    return wanted;
}

} // namespace

// Characters of one style that can be drawn in one go.
struct LinePainter::Piece
{
    QString text;
    int column = 0;
    int columns = 0;
    int width = 0; // columns of each character; pieces of other widths stand alone
    TextStyle style;
};

LinePainter::LinePainter()
{
    setFont(codeFont());
}

void LinePainter::setFont(const QFont &font)
{
    m_font = font;
    const QFontMetricsF metrics(font);
    m_columnWidth = metrics.horizontalAdvance(u'0');
    m_lineHeight = std::max(designedLineHeight, int(std::ceil(metrics.height())));
    m_ascent = (m_lineHeight - metrics.height()) / 2 + metrics.ascent();
    const qreal wide = metrics.horizontalAdvance(u'漢');
    m_wideFits = std::abs(wide - 2 * m_columnWidth) < 0.01;
}

qreal LinePainter::widthOf(QStringView text) const
{
    return columnsOf(text) * m_columnWidth;
}

qsizetype LinePainter::positionAt(QStringView text, qreal x) const
{
    const qreal wanted = x / m_columnWidth;
    int column = 0;
    int units = 1;
    for (qsizetype at = 0; at < text.size(); at += units) {
        const int columns = columnsOf(characterAt(text, at, &units));
        if (wanted < column + columns / 2.0 && columns > 0)
            return at;
        column += columns;
    }
    return text.size();
}

void LinePainter::paint(QPainter &painter, const StyledLine &line, QPointF topLeft,
                        const QRectF &clip, const QColor &ink, const QColor &ground) const
{
    const int first = int(std::floor((clip.left() - topLeft.x()) / m_columnWidth)) - 2;
    const int last = int(std::ceil((clip.right() - topLeft.x()) / m_columnWidth)) + 2;
    Piece piece;
    const auto flush = [&] {
        if (!piece.text.isEmpty())
            paintPiece(painter, piece, topLeft, ink, ground);
        piece.text.clear();
    };
    int column = 0;
    int units = 1;
    qsizetype span = 0;
    for (qsizetype at = 0; at < line.text.size() && column <= last; at += units) {
        const char32_t character = characterAt(line.text, at, &units);
        const int columns = columnsOf(character);
        while (span < line.spans.size() &&
               line.spans.at(span).start + line.spans.at(span).length <= at)
            ++span;
        const bool styled = span < line.spans.size() && line.spans.at(span).start <= at;
        const TextStyle style = styled ? line.spans.at(span).style : TextStyle();
        if (columns > 0 && column + columns > first) {
            const bool together = character < 0x7f || (columns == 2 && m_wideFits);
            if (!together || piece.width != columns || piece.style != style)
                flush();
            if (piece.text.isEmpty())
                piece = {{}, column, 0, together ? columns : 0, style};
            piece.columns += columns;
        }
        if (column + columns > first || !piece.text.isEmpty())
            piece.text.append(QStringView(line.text).sliced(at, units));
        column += columns;
    }
    flush();
}

void LinePainter::paintPiece(QPainter &painter, const Piece &piece, QPointF topLeft,
                             const QColor &ink, const QColor &ground) const
{
    const TextStyle &style = piece.style;
    QColor back = style.background ? terminalColor(style.background) : ground;
    QColor fore = style.foreground ? terminalColor(style.foreground) : ink;
    const bool filled = style.background || style.inverse;
    if (style.inverse)
        std::swap(fore, back);
    if (style.faint)
        fore = color(Token::Text3);
    const QPointF at(topLeft.x() + piece.column * m_columnWidth, topLeft.y());
    if (filled)
        painter.fillRect(QRectF(at, QSizeF(piece.columns * m_columnWidth, m_lineHeight)), back);
    QFont font = m_font;
    font.setBold(style.bold);
    font.setItalic(style.italic);
    font.setUnderline(style.underline);
    painter.setFont(font);
    painter.setPen(style.foreground || filled ? readableOn(fore, back) : fore);
    painter.drawText(QPointF(at.x(), at.y() + m_ascent), piece.text);
}

} // namespace glovebox::ui
