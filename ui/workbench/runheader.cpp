// SPDX-License-Identifier: MIT
#include "runheader.h"

#include "ui/models/runtexts.h"
#include "ui/models/words.h"
#include "ui/parts/button.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/statetoken.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

namespace glovebox::ui {

namespace {

constexpr int headerHeight = 66; // 64 and the time bar
constexpr int edge = 16;
constexpr int textLeft = 40;

// What waits for the person says so in a pane of its own.
Token headlineToken(RunState state)
{
    return state == RunState::PendingApproval ? Token::Text2 : stateToken(state);
}

} // namespace

RunHeader::RunHeader(Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_clock(clock)
    , m_stop(new Button(tr("Stop"), Button::Look::Small, this))
    , m_more(new Button({}, Button::Look::Small, this))
    , m_arc(new QTimer(this))
{
    setFixedHeight(headerHeight);
    m_stop->setObjectName(QStringLiteral("stopButton"));
    m_stop->setIconName(QStringLiteral("square"));
    m_stop->setKeyHint(QKeySequence(Qt::CTRL | Qt::Key_Period).toString(QKeySequence::NativeText));
    m_stop->setAccessibleName(tr("Stop this run"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(edge, 8, edge, 0);
    layout->addStretch(1);
    layout->addWidget(m_stop, 0, Qt::AlignTop);
    m_more->setObjectName(QStringLiteral("runMenuButton"));
    m_more->setIconName(QStringLiteral("ellipsis"));
    m_more->setAccessibleName(tr("More for this run"));
    m_more->setToolTip(tr("More for this run"));
    layout->addWidget(m_more, 0, Qt::AlignTop);
    connect(m_more, &Button::clicked, this, [this] {
        if (m_menu)
            m_menu->popup(m_more->mapToGlobal(m_more->rect().bottomLeft()));
    });
    connect(m_stop, &Button::clicked, this, &RunHeader::stopRequested);
    m_arc->setInterval(40);
    connect(m_arc, &QTimer::timeout, this, [this] { update(0, 0, textLeft, height()); });
    setFacts(nullptr);
}

void RunHeader::setFacts(const RunFacts *facts)
{
    m_facts = facts ? *facts : RunFacts();
    m_stop->setVisible(facts && !isFinal(m_facts.state) &&
                       m_facts.state != RunState::PendingApproval);
    m_more->setVisible(facts);
    setAccessibleName(
        facts ? tr("Run %1, %2").arg(m_facts.run.toString(), stateLine(m_facts, m_clock.now()))
              : QString());
    const bool running = m_facts.state == RunState::Running;
    if (running && !m_arc->isActive())
        m_arc->start();
    else if (!running)
        m_arc->stop();
    m_tick.reset();
    if (running)
        tick();
    update();
}

// The clock and the time bar move one step a second.
void RunHeader::tick()
{
    m_tick = m_clock.after(std::chrono::seconds(1), this, [this] {
        m_tick.release()->deleteLater();
        update();
        tick();
    });
}

void RunHeader::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Window));
    paintHorizontalLine(painter, 0, width(), height() - 1, color(Token::Line));
    if (m_facts.run.isNull())
        return;
    const QRectF iconRect(edge, 12, 16, 16);
    const Token token = headlineToken(m_facts.state);
    if (m_facts.state == RunState::Running) {
        const double turn = double(m_clock.monotonic().count() % 1000) / 1000.0;
        paintRunningArc(painter, iconRect, turn, color(Token::Accent));
        painter.fillRect(QRectF(0, height() - 2, width() * usedTime(m_facts, m_clock.now()), 2),
                         color(Token::Accent));
    } else {
        paintIcon(painter, iconRect, stateIcon(m_facts.state), token);
    }
    const Button *first = m_stop->isVisible() ? m_stop : m_more;
    const int right = first->isVisible() ? first->x() - 8 : width() - edge;
    const QFont title = textFont(TextStep::Title, QFont::DemiBold);
    painter.setFont(title);
    painter.setPen(color(Token::Text));
    painter.drawText(QRectF(textLeft, 8, right - textLeft, 24), Qt::AlignVCenter,
                     elideEnd(title, oneLine(m_facts.title), right - textLeft));
    paintSecondLine(painter, QRectF(textLeft, 32, width() - textLeft - edge, 20));
}

void RunHeader::paintSecondLine(QPainter &painter, const QRectF &line)
{
    const QFont strong = tabular(textFont(TextStep::Second, QFont::DemiBold));
    const QFont small = textFont(TextStep::Second);
    qreal left = line.left();
    const auto write = [&](const QFont &font, Token token, const QString &text) {
        const QString shown = elideEnd(font, text, std::max(0, int(line.right() - left)));
        painter.setFont(font);
        painter.setPen(color(token));
        painter.drawText(QRectF(left, line.top(), line.right() - left, line.height()),
                         Qt::AlignVCenter, shown);
        left += QFontMetrics(font).horizontalAdvance(shown);
    };
    const auto dot = [&] {
        left += 6;
        write(small, Token::Text3, QStringLiteral("·"));
        left += 6;
    };
    write(strong, headlineToken(m_facts.state), stateLine(m_facts, m_clock.now()));
    dot();
    write(small, Token::Text2, m_facts.run.toString());
    dot();
    paintBadge(painter, QRectF(left, line.center().y() - 7, 14, 14), m_facts.record.client,
               m_facts.clientLabel);
    left += 20;
    write(small, Token::Text2, oneLine(m_facts.clientLabel));
    const QString decision = decisionLine(m_facts);
    if (!decision.isEmpty()) {
        dot();
        write(small, Token::Text2, decision);
    }
}

bool RunHeader::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && !m_facts.run.isNull()) {
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(),
                           quotedToolTip(oneLine(m_facts.title)), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace glovebox::ui
