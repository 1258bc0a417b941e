// SPDX-License-Identifier: MIT
#include "askheader.h"

#include "approvalwords.h"

#include <ui/models/words.h>
#include <ui/parts/button.h>
#include <ui/parts/labels.h>

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

constexpr int edge = 16;
constexpr int gap = 8;
constexpr int badgeSide = 32;

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
    row->setSpacing(12);
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
    if (left) {
        m_timeText->setText(tr("%1 left, then “no answer”").arg(clockText(left->count())));
        m_timeText->setAccessibleName(tr("Time left %1").arg(spokenTime(*left)));
    } else if (isPaused) {
        m_timeText->setText(tr("paused"));
        m_timeText->setAccessibleName(QString());
    }
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
