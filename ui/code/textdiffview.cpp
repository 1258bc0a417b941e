// SPDX-License-Identifier: MIT
#include "textdiffview.h"

#include "ui/models/textcolumns.h"
#include "ui/theme/fonts.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int context = 3;      // lines without a change that stay beside one
constexpr int smallestFold = 3; // fewer lines are shown: a fold takes a line itself
constexpr int signWidth = 20;

// The part of `text` that fits `columns`, from `start` on; at least one character.
qsizetype fitting(QStringView text, qsizetype start, int columns)
{
    qsizetype at = start;
    for (int used = 0; at < text.size();) {
        int units = 1;
        used += columnsOf(characterAt(text, at, &units));
        if (used > columns && at > start)
            break;
        at += units;
    }
    return at;
}

Token groundOf(DiffRow::Kind kind)
{
    switch (kind) {
    case DiffRow::Kind::Same:
        return Token::Sunken;
    case DiffRow::Kind::Removed:
        return Token::BadBg;
    case DiffRow::Kind::Added:
        return Token::OkBg;
    }
    Q_UNREACHABLE_RETURN(Token::Sunken);
}

} // namespace

TextDiffView::TextDiffView(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("textDiff"));
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TextDiffView::setDiff(const LineDiff &diff, const QString &language)
{
    m_diff = diff;
    m_unfolded.clear();
    m_allUnfolded = false;
    m_highlighted = 0;
    for (RowHighlighter *side : {&m_before, &m_after}) {
        side->clear();
        side->setLanguage(language);
    }
    setAccessibleName(tr("Changes, %1 lines added, %2 removed")
                          .arg(QLocale().toString(diff.added), QLocale().toString(diff.removed)));
    layOut();
}

void TextDiffView::setSideBySide(bool on)
{
    m_sideBySide = on;
    layOut();
}

void TextDiffView::unfoldAll()
{
    m_allUnfolded = true;
    layOut();
}

// Lay-out

void TextDiffView::layOut()
{
    m_rows.clear();
    for (qsizetype from = 0; from < m_diff.rows.size();) {
        const bool same = m_diff.rows.at(from).kind == DiffRow::Kind::Same;
        qsizetype end = from;
        while (end < m_diff.rows.size() &&
               (m_diff.rows.at(end).kind == DiffRow::Kind::Same) == same)
            ++end;
        if (same)
            appendSame(from, end);
        else
            appendChanged(from, end);
        from = end;
    }
    measure();
}

bool TextDiffView::isChanged(const Row &row) const
{
    const int index = row.left >= 0 ? row.left : row.right;
    return row.folded == 0 && m_diff.rows.at(index).kind != DiffRow::Kind::Same;
}

QList<int> TextDiffView::changeTops() const
{
    QList<int> tops;
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        if (isChanged(m_rows.at(i)) && (i == 0 || !isChanged(m_rows.at(i - 1))))
            tops.append(m_rows.at(i).top);
    }
    return tops;
}

void TextDiffView::appendSame(qsizetype from, qsizetype end)
{
    const qsizetype first = from == 0 ? 0 : from + context;
    const qsizetype last = end == m_diff.rows.size() ? end : end - context;
    const bool folds =
        !m_allUnfolded && last - first >= smallestFold && !m_unfolded.contains(int(first));
    for (qsizetype i = from; i < end; ++i) {
        if (folds && i == first) {
            m_rows.append({.left = int(first), .right = -1, .folded = int(last - first)});
            i = last - 1;
            continue;
        }
        m_rows.append({.left = int(i), .right = int(i)});
    }
}

void TextDiffView::appendChanged(qsizetype from, qsizetype end)
{
    if (!m_sideBySide) {
        for (qsizetype i = from; i < end; ++i) {
            const bool removed = m_diff.rows.at(i).kind == DiffRow::Kind::Removed;
            m_rows.append({.left = removed ? int(i) : -1, .right = removed ? -1 : int(i)});
        }
        return;
    }
    // Removed lines come before the added ones that take their place.
    const auto added =
        std::find_if(m_diff.rows.begin() + from, m_diff.rows.begin() + end,
                     [](const DiffRow &r) { return r.kind == DiffRow::Kind::Added; });
    const qsizetype middle = added - m_diff.rows.begin();
    for (qsizetype i = 0; i < std::max(middle - from, end - middle); ++i)
        m_rows.append({.left = from + i < middle ? int(from + i) : -1,
                       .right = middle + i < end ? int(middle + i) : -1});
}

int TextDiffView::numberWidth() const
{
    return QFontMetrics(codeFont()).horizontalAdvance(QLatin1Char('0')) * 6;
}

int TextDiffView::textWidth() const
{
    const int side = m_sideBySide ? width() / 2 : width();
    return side - numberWidth() * (m_sideBySide ? 1 : 2) - signWidth - 12;
}

int TextDiffView::columnsPerLine() const
{
    return std::max(8, int(textWidth() / m_columnWidth));
}

int TextDiffView::linesNeeded(int row) const
{
    if (row < 0)
        return 1;
    const QString &text = m_diff.rows.at(row).text;
    const int columns = columnsPerLine();
    if (columnsOf(text) <= columns)
        return 1;
    int lines = 0;
    for (qsizetype at = 0; at < text.size(); ++lines)
        at = fitting(text, at, columns);
    return lines;
}

void TextDiffView::measure()
{
    const QFontMetricsF metrics(codeFont());
    m_columnWidth = metrics.horizontalAdvance(QLatin1Char('0'));
    m_lineHeight = std::max(19, int(std::ceil(metrics.height())));
    int top = 4;
    for (Row &row : m_rows) {
        row.top = top;
        row.height = m_lineHeight *
                     (row.folded > 0 ? 1 : std::max(linesNeeded(row.left), linesNeeded(row.right)));
        top += row.height;
    }
    setFixedHeight(top + 4);
    update();
}

QSize TextDiffView::sizeHint() const
{
    return {400, height()};
}

int TextDiffView::rowAt(int y) const
{
    const auto after = std::upper_bound(m_rows.begin(), m_rows.end(), y,
                                        [](int at, const Row &row) { return at < row.top; });
    return std::max(0, int(after - m_rows.begin()) - 1);
}

// Painting

void TextDiffView::highlightUpTo(int index)
{
    for (; m_highlighted <= index; ++m_highlighted) {
        const DiffRow &row = m_diff.rows.at(m_highlighted);
        if (row.kind != DiffRow::Kind::Added)
            m_before.addRow(row.text, false);
        if (row.kind != DiffRow::Kind::Removed)
            m_after.addRow(row.text, false);
    }
}

QList<QTextLayout::FormatRange> TextDiffView::formatsOf(int index) const
{
    const DiffRow &row = m_diff.rows.at(index);
    return row.kind == DiffRow::Kind::Removed ? m_before.formats(row.before - 1)
                                              : m_after.formats(row.after - 1);
}

void TextDiffView::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), color(Token::Sunken));
    if (m_rows.isEmpty())
        return;
    painter.setFont(codeFont());
    const int half = width() / 2;
    for (int i = rowAt(event->rect().top()); i < m_rows.size(); ++i) {
        const Row &row = m_rows.at(i);
        if (row.top > event->rect().bottom())
            break;
        if (row.folded > 0) {
            paintFold(painter, row);
            continue;
        }
        highlightUpTo(std::max(row.left, row.right));
        if (m_sideBySide) {
            paintSide(painter, row, row.left, 0, half);
            paintSide(painter, row, row.right, half, width() - half);
        } else {
            paintSide(painter, row, row.right >= 0 ? row.right : row.left, 0, width());
        }
    }
    if (m_sideBySide)
        paintVerticalLine(painter, half, 0, height(), color(Token::Line));
}

void TextDiffView::paintSide(QPainter &painter, const Row &row, int index, int x, int width)
{
    const QRect area(x, row.top, width, row.height);
    if (index < 0) {
        painter.fillRect(area, color(Token::Window));
        return;
    }
    const DiffRow &line = m_diff.rows.at(index);
    painter.fillRect(area, color(groundOf(line.kind)));
    painter.setPen(color(Token::Text3));
    const int number = numberWidth();
    const auto paintNumber = [&](int value, int left) {
        if (value > 0)
            painter.drawText(QRect(left, row.top, number - 10, m_lineHeight),
                             Qt::AlignRight | Qt::AlignVCenter, QString::number(value));
    };
    int left = x;
    if (!m_sideBySide || x == 0) {
        paintNumber(line.before, left);
        left += number;
    }
    if (!m_sideBySide || x > 0) {
        paintNumber(line.after, left);
        left += number;
    }
    if (line.kind != DiffRow::Kind::Same) {
        const bool added = line.kind == DiffRow::Kind::Added;
        painter.setPen(color(added ? Token::Ok : Token::Bad));
        painter.drawText(QRect(left, row.top, signWidth - 6, m_lineHeight), Qt::AlignCenter,
                         added ? QStringLiteral("+") : QStringLiteral("−"));
    }
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    paintText(painter, line, index, QPointF(left + signWidth, row.top));
    painter.restore();
}

// Piece by piece on a grid of columns: wide characters take two, whatever font they come from.
void TextDiffView::paintText(QPainter &painter, const DiffRow &line, int index, QPointF at) const
{
    const QString &text = line.text;
    QList<QTextLayout::FormatRange> formats = formatsOf(index);
    const QFontMetricsF metrics(painter.font());
    const qreal baseline = (m_lineHeight - metrics.height()) / 2 + metrics.ascent();
    const int columns = columnsPerLine();
    const QColor word =
        color(line.kind == DiffRow::Kind::Removed ? Token::DelWord : Token::AddWord);
    const auto colorAt = [&](qsizetype position) {
        for (const QTextLayout::FormatRange &range : formats) {
            if (position >= range.start && position < range.start + range.length &&
                range.format.hasProperty(QTextFormat::ForegroundBrush))
                return range.format.foreground().color();
        }
        return color(Token::Text);
    };
    const auto isMarked = [&](qsizetype position) {
        return std::ranges::any_of(line.changed, [&](const DiffSpan &span) {
            return position >= span.start && position < span.start + span.length;
        });
    };
    for (qsizetype start = 0; start < text.size(); at.ry() += m_lineHeight) {
        const qsizetype end = fitting(text, start, columns);
        qreal x = at.x();
        for (qsizetype i = start; i < end;) {
            int units = 1;
            const qreal wide = columnsOf(characterAt(text, i, &units)) * m_columnWidth;
            if (isMarked(i))
                painter.fillRect(QRectF(x, at.y(), wide, m_lineHeight), word);
            painter.setPen(colorAt(i));
            painter.drawText(QPointF(x, at.y() + baseline), text.sliced(i, units));
            x += wide;
            i += units;
        }
        start = end;
    }
}

void TextDiffView::paintFold(QPainter &painter, const Row &row) const
{
    const QRect area(0, row.top, width(), row.height);
    painter.fillRect(area, color(Token::Window));
    painter.save();
    painter.setFont(textFont(TextStep::Meta));
    painter.setPen(color(Token::Accent));
    painter.drawText(area.adjusted(numberWidth() * 2 + signWidth, 0, 0, 0), Qt::AlignVCenter,
                     tr("%n unchanged line(s)", nullptr, row.folded));
    painter.restore();
}

void TextDiffView::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_rows.isEmpty())
        return;
    const Row &row = m_rows.at(rowAt(int(event->position().y())));
    if (row.folded > 0) {
        m_unfolded.insert(row.left);
        layOut();
    }
}

void TextDiffView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Space)
        unfoldAll();
    else
        QWidget::keyPressEvent(event);
}

void TextDiffView::resizeEvent(QResizeEvent *event)
{
    if (event->size().width() != event->oldSize().width())
        measure();
}

void TextDiffView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        measure();
    if (event->type() == QEvent::PaletteChange)
        update();
    QWidget::changeEvent(event);
}

} // namespace glovebox::ui
