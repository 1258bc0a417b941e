// SPDX-License-Identifier: MIT
#include "statusbar.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>

namespace glovebox::ui {

namespace {

constexpr int lineHeight = 24;
constexpr int side = 8;

} // namespace

StatusPart::StatusPart(QWidget *parent)
    : QToolButton(parent)
{
    setFixedHeight(lineHeight);
    setFocusPolicy(Qt::TabFocus);
}

void StatusPart::setPart(const QString &iconName, const QString &words, bool bad)
{
    m_iconName = iconName;
    m_bad = bad;
    setText(words);
    setAccessibleName(words);
    setVisible(!words.isEmpty());
    updateGeometry();
    update();
}

QSize StatusPart::sizeHint() const
{
    const int text = QFontMetrics(textFont(TextStep::Second)).horizontalAdvance(this->text());
    const int lead = m_dot ? 14 : m_iconName.isEmpty() ? 0 : 20;
    return {text + lead + 2 * side, lineHeight};
}

void StatusPart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (underMouse())
        painter.fillRect(rect(), color(Token::Hover));
    const Token ink = m_bad ? Token::Bad : Token::Text2;
    int left = side;
    if (m_dot) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color(m_bad ? Token::Bad : Token::Ok));
        painter.drawEllipse(QRectF(left, height() / 2.0 - 4, 8, 8));
        left += 14;
    } else if (!m_iconName.isEmpty()) {
        paintIcon(painter, QRectF(left, height() / 2.0 - 7, 14, 14), m_iconName, ink);
        left += 20;
    }
    painter.setFont(textFont(TextStep::Second));
    painter.setPen(color(ink));
    painter.drawText(QRectF(left, 0, width() - left, height()), Qt::AlignVCenter, text());
    if (hasFocus())
        paintFocusRing(painter, QRectF(rect()).adjusted(1, 1, -1, -1), 3);
}

StatusLine::StatusLine(StatusModel &status, QWidget *parent)
    : QWidget(parent)
    , m_status(status)
    , m_address(new StatusPart(this))
    , m_clients(new StatusPart(this))
    , m_asking(new StatusPart(this))
    , m_grants(new StatusPart(this))
    , m_sessions(new StatusPart(this))
    , m_sandbox(new StatusPart(this))
    , m_python(new StatusPart(this))
{
    setObjectName(QStringLiteral("statusLine"));
    setFixedHeight(lineHeight);
    m_address->setObjectName(QStringLiteral("statusAddress"));
    m_address->setToolTip(tr("Copy the address"));
    m_address->setDot(true);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(side, 1, side, 0);
    layout->setSpacing(1);
    for (StatusPart *part : {m_address, m_clients, m_asking, m_grants})
        layout->addWidget(part);
    layout->addStretch(1);
    for (StatusPart *part : {m_sessions, m_sandbox, m_python})
        layout->addWidget(part);
    connect(m_address, &QToolButton::clicked, this, &StatusLine::addressClicked);
    connect(&status, &StatusModel::changed, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::refresh()
{
    const auto level = m_status.program().seals.level;
    const bool off = level == SealStatus::Level::Broken || level == SealStatus::Level::Reduced;
    m_address->setPart({}, m_status.addressText(), !m_status.listening());
    m_clients->setPart({}, m_status.clientsText());
    m_asking->setPart(m_status.program().allPaused ? QStringLiteral("circle-pause")
                                                   : QStringLiteral("hand"),
                      m_status.askingText());
    m_grants->setPart(QStringLiteral("key-round"), m_status.grantsText());
    m_sessions->setPart({}, m_status.sessionsText());
    m_sandbox->setPart(m_status.sandboxIcon(), m_status.sandboxText(), off);
    m_sandbox->setToolTip(m_status.sandboxDetail());
    m_python->setPart({}, m_status.pythonText());
}

void StatusLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Rail));
    paintHorizontalLine(painter, 0, width(), 0, color(Token::Line));
    // Thin separators between parts.
    for (const StatusPart *part : {m_clients, m_asking, m_grants, m_sandbox, m_python}) {
        if (part->isVisible())
            paintVerticalLine(painter, part->x() - 1, 7, height() - 6, color(Token::Line));
    }
}

} // namespace glovebox::ui
