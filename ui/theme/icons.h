// SPDX-License-Identifier: MIT
#pragma once

#include "tokens.h"

#include <QIcon>
#include <QPixmap>
#include <QRectF>

class QPainter;

namespace glovebox::ui {

// Where the line icons are: NAME.svg, Lucide's names (UI.md 2 "Icons"). The folder "icons" of the
// fetched assets; set once at start.
void setIconFolder(const QString &folder);
QString iconFolder();

// The icon in a token's colour of the current theme, rendered for `devicePixelRatio`; transparent
// (and one warning in the log) when the file is missing. `size` is 16 or 20 in the design; stroke
// 2 up to 16 px and 1.75 above.
QPixmap iconPixmap(const QString &name, Token token, int size, qreal devicePixelRatio);

// The same for places that take a QIcon: renders at any scale, follows the theme by itself, and
// is drawn at 45 % when disabled.
QIcon icon(const QString &name, Token token, int size = 16);

void paintIcon(QPainter &painter, const QRectF &rect, const QString &name, Token token);

// Chevrons are small enough to be drawn: Lucide's shape on its 24 grid.
enum class Direction { Up, Down, Left, Right };
void paintChevron(QPainter &painter, const QRectF &rect, Direction direction, const QColor &color);

// The program's own icon: a cabinet with two glove ports, as a template in `color`, with a dot.
enum class ProgramDot { None, Running, Waiting, Bad, Paused };
QIcon programIcon();                               // for windows
QIcon trayIcon(ProgramDot dot, const QColor &ink); // for the tray and its menu

} // namespace glovebox::ui
