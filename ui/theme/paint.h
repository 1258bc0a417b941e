// SPDX-License-Identifier: MIT
#pragma once

#include "tokens.h"

#include <base/ids.h>

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

// Small things that delegates and painted widgets share.
namespace glovebox::ui {

// Two letters for a client: initials of the label's first two words, else its first two letters.
QString badgeLetters(const QString &label);
// Chosen by the key's id, so a client cannot pick another's colour by its claims.
QColor badgeColor(const ClientId &client);
// White letters on the client's ground; the person's own runs show a figure.
void paintBadge(QPainter &painter, const QRectF &rect, const ClientId &client,
                const QString &label);

// The running arc, three quarters of a ring; `turn` is 0-1. One turn a second;
// where the person wants less motion it stands still.
void paintRunningArc(QPainter &painter, const QRectF &rect, double turn, const QColor &color);

enum class ChipKind {
    Plain,        // edge in line colour, second text
    Strong,       // edge in edge colour, text: read-write
    Accent,       // staged, chosen
    Wait,         // New, New here
    WaitOutlined, // New on an amber ground
    Bad,
    Ok,
};
// Width of a chip 20 px high with an icon (may be empty) and a text in `font`.
int chipWidth(const QFont &font, const QString &iconName, const QString &text);
void paintChip(QPainter &painter, const QRectF &rect, ChipKind kind, const QFont &font,
               const QString &iconName, const QString &text);

// One line of a client's text: control characters and line ends become spaces, so that a
// quotation cannot draw outside its line.
QString oneLine(const QString &text);
QString elideEnd(const QFont &font, const QString &text, int width);
QString elideMiddle(const QFont &font, const QString &text, int width);

// Crisp separator lines at any scale.
void paintHorizontalLine(QPainter &painter, qreal x1, qreal x2, qreal y, const QColor &color);
void paintVerticalLine(QPainter &painter, qreal x, qreal y1, qreal y2, const QColor &color);
// Focus ring: 2 px accent around `rect`, with `radius`.
void paintFocusRing(QPainter &painter, const QRectF &rect, qreal radius);

// A ground with rounded corners and an edge one hairline wide.
void paintBox(QPainter &painter, const QRectF &rect, qreal radius, const QColor &ground,
              const QColor &edge);

} // namespace glovebox::ui
