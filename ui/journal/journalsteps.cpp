// SPDX-License-Identifier: MIT
#include "journalsteps.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;
constexpr int iconLeft = edge + 66;
constexpr int textLeft = iconLeft + 26;
constexpr int gap = 8;
constexpr int wrapFlags = Qt::TextWordWrap | Qt::TextWrapAnywhere | Qt::AlignLeft | Qt::AlignTop;

Token tokenOf(JournalEntry::Tone tone)
{
    switch (tone) {
    case JournalEntry::Tone::Plain:
        return Token::Text2;
    case JournalEntry::Tone::Live:
        return Token::Accent;
    case JournalEntry::Tone::Good:
        return Token::Ok;
    case JournalEntry::Tone::Bad:
        return Token::Bad;
    case JournalEntry::Tone::Wait:
        return Token::Wait;
    }
    Q_UNREACHABLE_RETURN(Token::Text2);
}

QString clockOf(const QDateTime &time)
{
    return time.toLocalTime().toString(QStringLiteral("HH:mm:ss"));
}

} // namespace

JournalSteps::JournalSteps(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("journalSteps"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void JournalSteps::setEntries(const QList<JournalEntry> &entries)
{
    m_entries = entries;
    QStringList spoken;
    for (const JournalEntry &entry : entries)
        spoken.append(clockOf(entry.time) + u' ' + entry.text +
                      (entry.detail.isEmpty() ? QString() : u", " + entry.detail));
    setAccessibleName(tr("What happened: %1").arg(spoken.join(QStringLiteral("; "))));
    setMinimumHeight(heightForWidth(width()));
    updateGeometry();
    update();
}

JournalSteps::Place JournalSteps::placeOf(const JournalEntry &entry, int width) const
{
    const int room = std::max(60, width - textLeft - edge);
    const QRect all(0, 0, room, 10'000);
    Place place;
    place.text = QFontMetrics(textFont()).boundingRect(all, wrapFlags, entry.text);
    place.height = place.text.height();
    if (!entry.detail.isEmpty()) {
        place.detail =
            QFontMetrics(textFont(TextStep::Second)).boundingRect(all, wrapFlags, entry.detail);
        place.height += place.detail.height() + 2;
    }
    return place;
}

int JournalSteps::heightForWidth(int width) const
{
    int height = 0;
    for (const JournalEntry &entry : m_entries)
        height += placeOf(entry, width).height + gap;
    return height;
}

QSize JournalSteps::sizeHint() const
{
    return {320, heightForWidth(std::max(width(), 320))};
}

void JournalSteps::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    setMinimumHeight(heightForWidth(width()));
}

void JournalSteps::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    int top = 0;
    for (const JournalEntry &entry : std::as_const(m_entries)) {
        const Place place = placeOf(entry, width());
        const int room = std::max(60, width() - textLeft - edge);
        const int line = QFontMetrics(textFont()).height();
        painter.setFont(tabular(textFont()));
        painter.setPen(color(Token::Text2));
        painter.drawText(QRect(edge, top, iconLeft - edge, line), Qt::AlignVCenter,
                         clockOf(entry.time));
        paintIcon(painter, QRectF(iconLeft, top + (line - 16) / 2.0, 16, 16), entry.iconName,
                  tokenOf(entry.tone));
        painter.setFont(textFont());
        painter.setPen(color(Token::Text));
        painter.drawText(QRect(textLeft, top, room, place.text.height()), wrapFlags, entry.text);
        if (!entry.detail.isEmpty()) {
            painter.setFont(textFont(TextStep::Second));
            painter.setPen(color(Token::Text2));
            painter.drawText(
                QRect(textLeft, top + place.text.height() + 2, room, place.detail.height()),
                wrapFlags, entry.detail);
        }
        top += place.height + gap;
    }
}

} // namespace glovebox::ui
