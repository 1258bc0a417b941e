// SPDX-License-Identifier: MIT
#include "askheader.h"

#include "approvalwords.h"

#include <ui/models/words.h>
#include <ui/parts/button.h>
#include <ui/parts/labels.h>
#include <ui/theme/fonts.h>

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;
constexpr int gap = 8;
constexpr int badgeSide = 32;
constexpr int badgeGap = 12;

} // namespace

AskHeader::AskHeader(QWidget *parent)
    : QWidget(parent)
{
    QWidget *head = buildHead();
    m_timeBar = new TimeBar(Token::WaitLine, this);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head);
    column->addWidget(m_timeBar);
}

QWidget *AskHeader::buildHead()
{
    auto *head = new QWidget(this);
    m_badge = new ClientBadge(badgeSide, head);
    m_title = new TextLine(TextStep::Title, Token::Text, head);
    m_title->setObjectName(QStringLiteral("askTitle"));
    m_line = new TextLine(TextStep::Second, Token::Text2, head);
    m_line->setTabular(true);
    m_timeText = new TextLine(TextStep::Second, Token::Wait, head);
    m_timeText->setObjectName(QStringLiteral("timeLeft"));
    m_timeText->setIconName(QStringLiteral("timer"));
    m_timeText->setStretching(false);
    m_timeText->setTabular(true);
    m_keepWaiting = new Button(tr("Keep waiting"), Button::Look::Link, head);
    m_keepWaiting->setObjectName(QStringLiteral("keepWaitingButton"));
    connect(m_keepWaiting, &QPushButton::clicked, this, &AskHeader::keepWaiting);

    auto *first = new QHBoxLayout;
    first->setSpacing(gap);
    first->addWidget(m_title, 1);
    first->addWidget(m_timeText);
    first->addWidget(m_keepWaiting);
    m_second = new QHBoxLayout;
    m_second->setSpacing(gap);
    m_second->addWidget(m_line, 1);
    auto *lines = new QVBoxLayout;
    lines->setSpacing(0);
    lines->addLayout(first);
    lines->addLayout(m_second);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(edge, gap, edge, gap);
    row->setSpacing(badgeGap);
    row->addWidget(m_badge);
    row->addLayout(lines, 1);
    return head;
}

void AskHeader::setClient(const ClientId &client, const QString &label)
{
    m_badge->setClient(client, label);
}

void AskHeader::setTitle(const QString &title)
{
    m_title->setText(title);
    fitTime();
}

void AskHeader::setLine(const QString &line, const QString &detail)
{
    m_line->setText(line);
    m_line->setDetail(detail);
}

void AskHeader::addChip(QWidget *chip)
{
    chip->setParent(m_line->parentWidget());
    m_second->addWidget(chip);
}

void AskHeader::setTimeLeft(std::optional<std::chrono::seconds> left, double fraction,
                            bool isPaused, const QDateTime &end)
{
    m_timeText->setDetail(end.isValid()
                              ? tr("Without an answer until %1 nothing runs.")
                                    .arg(end.toLocalTime().toString(QStringLiteral("HH:mm:ss")))
                              : QString());
    m_keepWaiting->setVisible(left.has_value());
    m_timeText->setVisible(left.has_value() || isPaused);
    m_timeBar->setFraction(left ? fraction : 0);
    m_left = left;
    if (left) {
        fitTime();
    } else if (isPaused) {
        m_timeText->setText(tr("paused"));
        m_timeText->setAccessibleName(QString());
    }
}

// Who asks for what is read first: in a narrow window the end of the time is in its tool tip only.
void AskHeader::fitTime()
{
    if (!m_left)
        return;
    const QString time = clockText(m_left->count());
    const QString whole = tr("%1 left, then “no answer”").arg(time);
    const QFontMetrics metrics(textFont(TextStep::Second));
    const int wholeWidth = m_timeText->sizeHint().width() + metrics.horizontalAdvance(whole) -
                           metrics.horizontalAdvance(m_timeText->text());
    const int others =
        2 * edge + badgeSide + badgeGap + 2 * gap + wholeWidth + m_keepWaiting->sizeHint().width();
    const bool fits = m_title->sizeHint().width() <= width() - others;
    m_timeText->setText(fits ? whole : tr("%1 left").arg(time));
    m_timeText->setAccessibleName(tr("Time left %1").arg(spokenTime(*m_left)));
}

void AskHeader::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitTime();
}

void AskHeader::clear()
{
    setTitle(QString());
    setLine(QString());
    setTimeLeft(std::nullopt, 0, false);
}

int AskHeader::headHeight() const
{
    return m_timeBar->geometry().top();
}

} // namespace glovebox::ui
