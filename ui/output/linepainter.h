// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/terminaltext.h"

#include <QColor>
#include <QFont>
#include <QRectF>

class QPainter;

namespace glovebox::ui {

// Paints lines of a terminal on a grid: every character stands in its own column or two, whatever
// font it comes from, so that tables with Japanese line up (UI.md 2 "Type").
class LinePainter
{
public:
    LinePainter();

    void setFont(const QFont &font);
    qreal columnWidth() const { return m_columnWidth; }
    int lineHeight() const { return m_lineHeight; }
    qreal widthOf(QStringView text) const;
    // The position in `text` at which a caret at x stands.
    qsizetype positionAt(QStringView text, qreal x) const;

    // Only what lies within `clip` is looked at. `ink` is the colour of unstyled text, `ground`
    // what it stands on.
    void paint(QPainter &painter, const StyledLine &line, QPointF topLeft, const QRectF &clip,
               const QColor &ink, const QColor &ground) const;

private:
    struct Piece;
    void paintPiece(QPainter &painter, const Piece &piece, QPointF topLeft, const QColor &ink,
                    const QColor &ground) const;

    QFont m_font;
    qreal m_columnWidth = 8;
    qreal m_ascent = 12;
    int m_lineHeight = 19;
    bool m_wideFits = false; // the font's wide characters take exactly two columns
};

} // namespace glovebox::ui
