// SPDX-License-Identifier: MIT
#include "reachstrip.h"

#include <ui/theme/fonts.h>
#include <ui/theme/icons.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QEvent>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;
constexpr int cellPadding = 12;
constexpr int cellEnd = 4;
constexpr int iconSide = 14;
constexpr int iconGap = 6;
constexpr int writesCell = 1;

QString inCodeLabel()
{
    return ReachStrip::tr("In the code");
}

QString atMostLabel()
{
    return ReachStrip::tr("At most");
}

qreal titleWidth(const ReachCellText &cell)
{
    const QFontMetricsF metrics(textFont(TextStep::Second, QFont::Medium));
    return iconSide + iconGap + metrics.horizontalAdvance(cell.title);
}

qreal newWidth()
{
    return chipWidth(textFont(TextStep::Meta), {}, ReachStrip::tr("New")) + iconGap;
}

} // namespace

ReachStrip::ReachStrip(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("reachStrip"));
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ReachStrip::setRequest(const PendingRequest &request)
{
    m_cells = reachCells(request);
    m_writesAtOnce = !writableMounts(request.record.reach).isEmpty();
    QStringList spoken;
    for (const ReachCellText &cell : std::as_const(m_cells))
        spoken.append(accessibleCell(cell));
    setAccessibleName(spoken.join(QStringLiteral(". ")));
    update();
}

void ReachStrip::setCompact(bool compact)
{
    if (m_compact == compact)
        return;
    m_compact = compact;
    updateGeometry();
    update();
}

QSize ReachStrip::sizeHint() const
{
    const int line = qCeil(QFontMetricsF(textFont()).height());
    return {560, m_compact ? std::max(32, line + 12) : std::max(72, 3 * line + 22)};
}

qreal ReachStrip::rowTop(int row) const
{
    const qreal third = (height() - 6) / 3.0;
    return 3 + row * third;
}

qreal ReachStrip::labelWidth() const
{
    if (m_compact)
        return QFontMetricsF(textFont(TextStep::Meta)).horizontalAdvance(atMostLabel()) + 18;
    const QFontMetricsF metrics(textFont(TextStep::Meta));
    return std::max(metrics.horizontalAdvance(inCodeLabel()),
                    metrics.horizontalAdvance(atMostLabel()) + 18) +
           4;
}

QRectF ReachStrip::cellBox(int index) const
{
    const std::vector<qreal> widths = cellWidths();
    const auto at = widths.begin() + index;
    return {std::accumulate(widths.begin(), at, edge + labelWidth()), 0, *at, qreal(height())};
}

// The first two cells name folders and get more room than network and limits; what one of them has
// too much goes to those whose words would end in dots.
std::vector<qreal> ReachStrip::cellWidths() const
{
    static constexpr qreal parts[] = {1.15, 1.15, 1.0, 0.85, 0.85};
    constexpr qreal total = 5.0;
    const qreal unit = (width() - edge - labelWidth() - edge / 2.0) / total;
    std::vector<qreal> widths;
    qreal missing = 0;
    qreal spare = 0;
    for (int index = 0; index < m_cells.size(); ++index) {
        widths.push_back(parts[index] * unit);
        const qreal over = widths.back() - wantedWidth(index);
        (over < 0 ? missing : spare) += std::abs(over);
    }
    if (missing <= 0 || spare <= 0)
        return widths;
    const qreal moved = std::min(missing, spare);
    for (int index = 0; index < m_cells.size(); ++index) {
        const qreal over = widths[index] - wantedWidth(index);
        widths[index] -= over * moved / (over < 0 ? missing : spare);
    }
    return widths;
}

qreal ReachStrip::wantedWidth(int index) const
{
    const ReachCellText &cell = m_cells.at(index);
    const auto advance = [](const QFont &font, const QString &text) {
        return QFontMetricsF(font).horizontalAdvance(text);
    };
    const QFont small = textFont(TextStep::Second);
    constexpr qreal indent = iconSide + iconGap;
    const qreal chip = cell.isNew ? newWidth() : 0;
    qreal widest = indent + advance(small, cell.atMost) + chip;
    if (!m_compact) {
        const qreal title = titleWidth(cell);
        const qreal inCode = advance(textFont(TextStep::Text, QFont::DemiBold), cell.inCode);
        widest =
            std::max({title, inCode, advance(small, cell.atMost), std::min(title, inCode) + chip});
    }
    return std::ceil(cellPadding + widest + cellEnd);
}

bool ReachStrip::isLoud(int index) const
{
    return m_cells.at(index).isNew || (index == writesCell && m_writesAtOnce);
}

// At the end of a line of a cell that is new; what it takes of the line's width.
qreal ReachStrip::paintNew(QPainter &painter, const QRectF &line) const
{
    const QFont font = textFont(TextStep::Meta);
    const QString word = tr("New");
    const int width = chipWidth(font, {}, word);
    const qreal height = std::min(line.height(), QFontMetricsF(font).height() + 2);
    paintChip(painter, QRectF(line.right() - width, line.center().y() - height / 2, width, height),
              ChipKind::WaitOutlined, font, {}, word);
    return width + iconGap;
}

void ReachStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    for (int i = 0; i < m_cells.size(); ++i) {
        if (m_compact)
            paintCompactCell(painter, i);
        else
            paintCell(painter, i);
    }
    paintRowLabels(painter);
    paintHorizontalLine(painter, 0, width(), height() - 1, color(Token::Line));
}

void ReachStrip::paintRowLabels(QPainter &painter) const
{
    painter.setFont(textFont(TextStep::Meta));
    painter.setPen(color(Token::Text3));
    const qreal third = m_compact ? height() : (height() - 6) / 3.0;
    const qreal top = m_compact ? 0 : rowTop(2);
    if (!m_compact) {
        painter.drawText(QRectF(edge, rowTop(1), labelWidth(), third), Qt::AlignVCenter,
                         inCodeLabel());
    }
    paintIcon(painter, QRectF(edge, top + third / 2 - 6, 12, 12), QStringLiteral("shield-check"),
              Token::Text3);
    painter.drawText(QRectF(edge + 18, top, labelWidth(), third), Qt::AlignVCenter, atMostLabel());
}

void ReachStrip::paintCell(QPainter &painter, int index) const
{
    const ReachCellText &cell = m_cells.at(index);
    const QRectF box = cellBox(index);
    const bool loud = isLoud(index);
    if (loud)
        painter.fillRect(box, color(Token::WaitBg));
    const qreal third = (height() - 6) / 3.0;
    const qreal left = box.left() + cellPadding;
    const auto room = static_cast<int>(box.width() - cellPadding - cellEnd);
    const Token head = loud ? Token::Wait : Token::Text2;
    paintIcon(painter, QRectF(left, rowTop(0) + (third - iconSide) / 2, iconSide, iconSide),
              cell.iconName, head);
    // Beside the name where there is room, else beside what is in the code.
    const int newRow = titleWidth(cell) + newWidth() <= room ? 0 : 1;
    const qreal taken =
        cell.isNew ? paintNew(painter, QRectF(left, rowTop(newRow), room, third)) : 0;
    const auto line = [&](int row, qreal indent, const QFont &font, Token ink,
                          const QString &text) {
        painter.setFont(font);
        painter.setPen(color(ink));
        const auto width = static_cast<int>(room - indent - (row == newRow ? taken : 0));
        painter.drawText(QRectF(left + indent, rowTop(row), width, third),
                         Qt::AlignVCenter | Qt::TextSingleLine, elideEnd(font, text, width));
    };
    line(0, iconSide + iconGap, textFont(TextStep::Second, QFont::Medium), head, cell.title);
    line(1, 0, textFont(TextStep::Text, QFont::DemiBold), Token::Text, cell.inCode);
    line(2, 0, textFont(TextStep::Second), loud ? Token::Text : Token::Text2, cell.atMost);
}

void ReachStrip::paintCompactCell(QPainter &painter, int index) const
{
    const ReachCellText &cell = m_cells.at(index);
    const QRectF box = cellBox(index);
    const bool loud = isLoud(index);
    if (loud)
        painter.fillRect(box, color(Token::WaitBg));
    const qreal left = box.left() + cellPadding;
    paintIcon(painter, QRectF(left, (height() - iconSide) / 2.0, iconSide, iconSide), cell.iconName,
              loud ? Token::Wait : Token::Text2);
    const qreal indent = iconSide + iconGap;
    const QRectF line(left + indent, 0, box.width() - cellPadding - indent - cellEnd, height());
    const QFont font = textFont(TextStep::Second);
    // What it can do at most comes first; that it is new is in its ground and its tool tip, too.
    const bool fits =
        QFontMetricsF(font).horizontalAdvance(cell.atMost) + newWidth() <= line.width();
    const qreal taken = cell.isNew && fits ? paintNew(painter, line) : 0;
    const auto room = static_cast<int>(line.width() - taken);
    painter.setFont(font);
    painter.setPen(color(Token::Text));
    painter.drawText(QRectF(left + indent, 0, room, height()),
                     Qt::AlignVCenter | Qt::TextSingleLine, elideEnd(font, cell.atMost, room));
}

bool ReachStrip::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    for (int i = 0; i < m_cells.size(); ++i) {
        if (!cellBox(i).contains(help->pos()))
            continue;
        QStringList lines{accessibleCell(m_cells.at(i)).toHtmlEscaped()};
        if (!m_cells.at(i).detail.isEmpty())
            lines += m_cells.at(i).detail.toHtmlEscaped().split(u'\n');
        QToolTip::showText(help->globalPos(),
                           QStringLiteral("<qt>%1</qt>").arg(lines.join(QStringLiteral("<br>"))),
                           this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

} // namespace glovebox::ui
