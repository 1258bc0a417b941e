// SPDX-License-Identifier: MIT
#include "segment.h"

#include <ui/theme/fonts.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QButtonGroup>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int padding = 11;

class Segment final : public QToolButton
{
public:
    using QToolButton::QToolButton;

    QSize sizeHint() const override
    {
        const QFontMetrics metrics(segmentFont());
        return {metrics.horizontalAdvance(text()) + 2 * padding + 2,
                std::max(24, metrics.height() + 6)};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        if (isChecked() || underMouse()) {
            painter.fillRect(rect().adjusted(1, 1, -1, -1),
                             color(isChecked() ? Token::Select : Token::Hover));
        }
        painter.setFont(segmentFont());
        painter.setPen(color(isChecked() ? Token::Accent : Token::Text2));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextSingleLine, text());
    }

private:
    QFont segmentFont() const
    {
        return textFont(TextStep::Second, isChecked() ? QFont::DemiBold : QFont::Normal);
    }
};

} // namespace

SegmentRow::SegmentRow(QWidget *parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
    , m_group(new QButtonGroup(this))
{
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QToolButton *SegmentRow::add(const QString &text)
{
    auto *segment = new Segment(this);
    segment->setText(text);
    segment->setCheckable(true);
    segment->setChecked(m_group->buttons().isEmpty());
    segment->setFocusPolicy(Qt::TabFocus);
    m_group->addButton(segment);
    m_row->addWidget(segment);
    return segment;
}

void SegmentRow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintBox(painter, rect(), 5, color(Token::Surface), color(Token::Edge));
    bool first = true;
    for (const QAbstractButton *segment : m_group->buttons()) {
        if (!segment->isVisible())
            continue;
        if (!first)
            paintVerticalLine(painter, segment->x(), 1, height() - 1, color(Token::Edge));
        first = false;
    }
}

} // namespace glovebox::ui
