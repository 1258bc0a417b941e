// SPDX-License-Identifier: MIT
#include "timeline.h"

#include "ui/models/words.h"
#include "ui/theme/fonts.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int labelHeight = 18;
constexpr int secondsPerHour = 3600;
constexpr double barPart = 0.8; // of an hour's width

} // namespace

Timeline::Timeline(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("timeline"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    describe();
}

void Timeline::setRange(const QDateTime &from, const QDateTime &until)
{
    m_from = from;
    m_until = until;
    update();
}

void Timeline::setHours(const QList<JournalHour> &hours)
{
    m_hours = hours;
    describe();
    update();
}

void Timeline::describe()
{
    int runs = 0;
    for (const JournalHour &hour : std::as_const(m_hours))
        runs += hour.complete + hour.failed + hour.refused + hour.other;
    const QString counted = tr("Runs per hour: %n run(s)", nullptr, runs);
    if (!hasSpan()) {
        setAccessibleName(counted);
        return;
    }
    const auto text = [](const QDateTime &time) {
        return QLocale().toString(time.toLocalTime(), QLocale::ShortFormat);
    };
    setAccessibleName(tr("%1, chosen: %2 to %3").arg(counted, text(m_spanFrom), text(m_spanUntil)));
}

qint64 Timeline::hourCount() const
{
    return std::max<qint64>(1, m_from.secsTo(m_until) / secondsPerHour);
}

double Timeline::xOf(const QDateTime &time) const
{
    return double(m_from.secsTo(time)) / secondsPerHour * width() / double(hourCount());
}

QDateTime Timeline::hourAt(double x) const
{
    const auto hour = qint64(x * double(hourCount()) / std::max(1, width()));
    return m_from.addSecs(std::clamp<qint64>(hour, 0, hourCount() - 1) * secondsPerHour);
}

// Choosing

void Timeline::setSpan(const QDateTime &from, const QDateTime &until)
{
    m_spanFrom = from;
    m_spanUntil = until;
    describe();
    update();
}

void Timeline::choose(QDateTime from, QDateTime until)
{
    if (until < from)
        std::swap(from, until);
    setSpan(std::max(from, m_from), std::min(until, m_until));
    Q_EMIT spanChosen();
}

void Timeline::moveSpan(int hours)
{
    if (!hasSpan())
        return choose(m_until.addDays(-1), m_until);
    const qint64 seconds = qint64(hours) * secondsPerHour;
    const QDateTime from = m_spanFrom.addSecs(seconds);
    const QDateTime until = m_spanUntil.addSecs(seconds);
    if (from >= m_from && until <= m_until)
        choose(from, until);
}

void Timeline::widenSpan(int hours)
{
    if (!hasSpan())
        return choose(m_until.addDays(-1), m_until);
    const qint64 seconds = qint64(hours) * secondsPerHour;
    const QDateTime from = m_spanFrom.addSecs(-seconds);
    const QDateTime until = m_spanUntil.addSecs(seconds);
    if (from < until)
        choose(from, until);
}

void Timeline::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        m_dragStart = hourAt(event->position().x());
}

void Timeline::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_dragStart.isValid())
        return;
    const QDateTime here = hourAt(event->position().x());
    setSpan(std::min(m_dragStart, here), std::max(m_dragStart, here).addSecs(secondsPerHour));
}

void Timeline::mouseReleaseEvent(QMouseEvent *event)
{
    if (!m_dragStart.isValid())
        return;
    const QDateTime start = std::exchange(m_dragStart, {});
    const QDateTime here = hourAt(event->position().x());
    choose(std::min(start, here), std::max(start, here).addSecs(secondsPerHour));
}

bool Timeline::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    auto *help = static_cast<QHelpEvent *>(event);
    const QDateTime at = hourAt(help->pos().x());
    const auto it = std::ranges::find(m_hours, at, &JournalHour::from);
    if (it == m_hours.cend()) {
        QToolTip::hideText();
        return true;
    }
    const QString time = QLocale().toString(at.toLocalTime(), QLocale::ShortFormat);
    QToolTip::showText(help->globalPos(),
                       tr("%1: %2 complete, %3 failed, %4 denied or without an answer")
                           .arg(time)
                           .arg(it->complete)
                           .arg(it->failed)
                           .arg(it->refused),
                       this);
    return true;
}

// Painting

int Timeline::tallest() const
{
    int most = 4; // one run alone is no tower
    for (const JournalHour &hour : m_hours)
        most = std::max(most, hour.complete + hour.failed + hour.refused + hour.other);
    return most;
}

void Timeline::paintDays(QPainter &painter) const
{
    const QFont font = tabular(textFont(TextStep::Meta));
    painter.setFont(font);
    const int bottom = height() - labelHeight;
    const qint64 days = std::max<qint64>(1, hourCount() / 24);
    const qint64 step = std::max<qint64>(1, days * 60 / std::max(1, width()) + (days > 14 ? 1 : 0));
    QDate day = m_from.toLocalTime().date();
    for (qint64 i = 0; i <= days + 1; ++i, day = day.addDays(1)) {
        const double x = xOf(day.startOfDay());
        if (x < 0 || x >= width())
            continue;
        paintVerticalLine(painter, x, 0, height(), color(Token::Line));
        if (i % step != 0)
            continue;
        painter.setPen(color(Token::Text3));
        const QString text = dayText(day);
        // Half a date says another day.
        if (x + 6 + QFontMetricsF(font).horizontalAdvance(text) <= width())
            painter.drawText(QRectF(x + 6, bottom, 80, labelHeight), Qt::AlignVCenter, text);
    }
    paintHorizontalLine(painter, 0, width(), bottom, color(Token::Line));
}

void Timeline::paintBars(QPainter &painter) const
{
    const int bottom = height() - labelHeight;
    const double unit = double(bottom - 4) / tallest();
    const double hourWidth = double(width()) / double(hourCount());
    const double barWidth = std::max(1.0, hourWidth * barPart);
    QColor done = color(Token::Accent);
    done.setAlphaF(0.7F);
    for (const JournalHour &hour : m_hours) {
        const double x = xOf(hour.from);
        double y = bottom;
        const std::pair<int, QColor> parts[]{{hour.complete + hour.other, done},
                                             {hour.failed, color(Token::Bad)},
                                             {hour.refused, color(Token::Text3)}};
        for (const auto &[count, ground] : parts) {
            const double tall = count * unit;
            painter.fillRect(QRectF(x, y - tall, barWidth, tall), ground);
            y -= tall;
        }
    }
}

void Timeline::paintSpan(QPainter &painter) const
{
    if (!hasSpan())
        return;
    const double left = xOf(m_spanFrom);
    const double right = xOf(m_spanUntil);
    QColor ground = color(Token::Accent);
    ground.setAlphaF(0.14F);
    const int bottom = height() - labelHeight;
    painter.fillRect(QRectF(left, 0, right - left, bottom), ground);
    for (const double x : {left, right - 2})
        painter.fillRect(QRectF(x, 0, 2, bottom), color(Token::Accent));
}

void Timeline::paintEvent(QPaintEvent *)
{
    if (!m_from.isValid())
        return;
    QPainter painter(this);
    paintDays(painter);
    paintBars(painter);
    paintSpan(painter);
}

} // namespace glovebox::ui
