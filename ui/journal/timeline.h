// SPDX-License-Identifier: MIT
#pragma once

#include "base/journaldesk.h"

#include <QWidget>

namespace glovebox::ui {

// Runs per hour as bars, one above the other by how they ended, with a mark at each day. Dragging
// chooses a span of whole hours; the keys of the page move and widen it.
class Timeline final : public QWidget
{
    Q_OBJECT

public:
    explicit Timeline(QWidget *parent = nullptr);

    // What is shown: whole hours from `from` to before `until`.
    void setRange(const QDateTime &from, const QDateTime &until);
    void setHours(const QList<JournalHour> &hours);

    // Null times: no span is chosen.
    void setSpan(const QDateTime &from, const QDateTime &until);
    QDateTime spanFrom() const { return m_spanFrom; }
    QDateTime spanUntil() const { return m_spanUntil; }
    bool hasSpan() const { return m_spanFrom.isValid(); }
    // The person's: moves it by hours, or widens it on both sides; chooses the last day when
    // there is none.
    void moveSpan(int hours);
    void widenSpan(int hours);

    QSize sizeHint() const override { return {600, 88}; }
    QSize minimumSizeHint() const override { return {200, 88}; }

Q_SIGNALS:
    void spanChosen(); // by the person

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override;

private:
    qint64 hourCount() const;
    double xOf(const QDateTime &time) const;
    QDateTime hourAt(double x) const;
    void choose(QDateTime from, QDateTime until);
    void describe();
    int tallest() const;
    void paintDays(QPainter &painter) const;
    void paintBars(QPainter &painter) const;
    void paintSpan(QPainter &painter) const;

    QDateTime m_from;
    QDateTime m_until;
    QList<JournalHour> m_hours;
    QDateTime m_spanFrom;
    QDateTime m_spanUntil;
    QDateTime m_dragStart; // valid while the mouse is down
};

} // namespace glovebox::ui
