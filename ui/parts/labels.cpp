// SPDX-License-Identifier: MIT
#include "labels.h"

#include <ui/theme/icons.h>
#include <ui/theme/theme.h>

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <chrono>

namespace glovebox::ui {

namespace {

constexpr int iconSide = 16;
constexpr int gap = 6;
constexpr int chipHeight = 20;
constexpr int sentenceLeft = 36;
constexpr int sentenceRight = 16;

} // namespace

TextLine::TextLine(TextStep step, Token token, QWidget *parent)
    : QWidget(parent)
    , m_step(step)
    , m_token(token)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TextLine::setText(const QString &text)
{
    const QString line = oneLine(text);
    if (line == m_text)
        return;
    m_text = line;
    setAccessibleName(m_text);
    refresh();
}

void TextLine::setToken(Token token)
{
    m_token = token;
    update();
}

void TextLine::setWeight(QFont::Weight weight)
{
    m_weight = weight;
    refresh();
}

void TextLine::setTabular(bool on)
{
    m_tabular = on;
    refresh();
}

void TextLine::setIconName(const QString &name)
{
    m_iconName = name;
    refresh();
}

void TextLine::setDetail(const QString &detail)
{
    m_detail = oneLine(detail);
    refresh();
}

void TextLine::setStretching(bool on)
{
    m_stretching = on;
    setSizePolicy(on ? QSizePolicy::Expanding : QSizePolicy::Fixed, QSizePolicy::Fixed);
    refresh();
}

void TextLine::setWrapping(bool on)
{
    m_wrapping = on;
    QSizePolicy policy = sizePolicy();
    policy.setHeightForWidth(on);
    policy.setVerticalPolicy(on ? QSizePolicy::Minimum : QSizePolicy::Fixed);
    setSizePolicy(policy);
    refresh();
}

int TextLine::heightForWidth(int width) const
{
    const QFontMetrics metrics(lineFont());
    const QRect room(0, 0, std::max(1, width - textLeft()), QWIDGETSIZE_MAX);
    return std::max(sizeHint().height(),
                    metrics.boundingRect(room, Qt::TextWordWrap, m_text).height());
}

void TextLine::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

QFont TextLine::lineFont() const
{
    const QFont font = textFont(m_step, m_weight);
    return m_tabular ? tabular(font) : font;
}

int TextLine::textLeft() const
{
    return m_iconName.isEmpty() ? 0 : iconSide + gap;
}

QSize TextLine::sizeHint() const
{
    const QFontMetrics metrics(lineFont());
    return {textLeft() + metrics.horizontalAdvance(m_text) + 3,
            std::max(metrics.height(), m_iconName.isEmpty() ? 0 : iconSide)};
}

QSize TextLine::minimumSizeHint() const
{
    return {m_stretching ? textLeft() + 24 : sizeHint().width(), sizeHint().height()};
}

void TextLine::refresh()
{
    const bool cut = !m_wrapping && sizeHint().width() > width();
    QStringList tip;
    if (cut)
        tip.append(m_text);
    if (!m_detail.isEmpty())
        tip.append(m_detail);
    // Escaped, because tool tips guess whether they are markup.
    setToolTip(tip.isEmpty() ? QString()
                             : QStringLiteral("<qt>%1</qt>")
                                   .arg(tip.join(u'\n').toHtmlEscaped().replace(
                                       u'\n', QStringLiteral("<br>"))));
    updateGeometry();
    update();
}

void TextLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (!isEnabled())
        painter.setOpacity(0.45);
    if (!m_iconName.isEmpty()) {
        paintIcon(painter, QRectF(0, (height() - iconSide) / 2.0, iconSide, iconSide), m_iconName,
                  m_token);
    }
    painter.setFont(lineFont());
    painter.setPen(color(m_token));
    const int left = textLeft();
    if (m_wrapping) {
        painter.drawText(QRectF(left, 0, width() - left, height()),
                         int(m_alignment | Qt::AlignVCenter) | Qt::TextWordWrap, m_text);
        return;
    }
    painter.drawText(QRectF(left, 0, width() - left, height()),
                     int(m_alignment | Qt::AlignVCenter) | Qt::TextSingleLine,
                     elideEnd(lineFont(), m_text, width() - left));
}

void TextLine::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    refresh();
}

void TextLine::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        refresh();
}

ClientBadge::ClientBadge(int side, QWidget *parent)
    : QWidget(parent)
{
    setFixedSize(side, side);
}

void ClientBadge::setClient(const ClientId &client, const QString &label)
{
    m_client = client;
    m_label = label;
    update();
}

void ClientBadge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintBadge(painter, rect(), m_client, m_label);
}

Chip::Chip(ChipKind kind, const QString &text, const QString &iconName, QWidget *parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_iconName(iconName)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setText(text);
}

void Chip::setText(const QString &text)
{
    m_text = oneLine(text);
    setAccessibleName(m_text);
    updateGeometry();
    update();
}

QSize Chip::sizeHint() const
{
    const QFont font = textFont(TextStep::Meta, QFont::Medium);
    return {chipWidth(font, m_iconName, m_text),
            std::max(chipHeight, QFontMetrics(font).height() + 4)};
}

void Chip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintChip(painter, rect(), m_kind, textFont(TextStep::Meta, QFont::Medium), m_iconName, m_text);
}

RunningArc::RunningArc(int side, QWidget *parent)
    : QWidget(parent)
{
    setFixedSize(side, side);
    m_frames.setInterval(40);
    connect(&m_frames, &QTimer::timeout, this, qOverload<>(&QWidget::update));
}

void RunningArc::paintEvent(QPaintEvent *)
{
    using namespace std::chrono;
    const auto now = steady_clock::now().time_since_epoch();
    const double turn =
        static_cast<double>(duration_cast<milliseconds>(now).count() % 1000) / 1000.0;
    QPainter painter(this);
    paintRunningArc(painter, rect(), turn, color(Token::Accent));
}

void RunningArc::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_frames.start();
}

void RunningArc::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_frames.stop();
}

TimeBar::TimeBar(Token token, QWidget *parent)
    : QWidget(parent)
    , m_token(token)
{
    setFixedHeight(2);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TimeBar::setFraction(double fraction)
{
    fraction = std::clamp(fraction, 0.0, 1.0);
    if (qFuzzyCompare(fraction + 1, m_fraction + 1))
        return;
    m_fraction = fraction;
    update();
}

void TimeBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Line));
    painter.fillRect(QRectF(0, 0, width() * m_fraction, height()), color(m_token));
}

SentenceBar::SentenceBar(Token ground, Token ink, QWidget *parent)
    : QWidget(parent)
    , m_ground(ground)
    , m_ink(ink)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void SentenceBar::setSentence(const QString &iconName, const QString &text)
{
    m_iconName = iconName;
    m_text = oneLine(text);
    setAccessibleName(m_text);
    updateGeometry();
    update();
}

int SentenceBar::heightForWidth(int width) const
{
    const QFontMetrics metrics(textFont(TextStep::Second));
    const QRect box(0, 0, std::max(40, width - sentenceLeft - sentenceRight), 10000);
    return std::max(32, metrics.boundingRect(box, Qt::TextWordWrap, m_text).height() + 14);
}

QSize SentenceBar::sizeHint() const
{
    return {320, heightForWidth(std::max(320, width()))};
}

void SentenceBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(m_ground));
    paintIcon(painter, QRectF(12, (height() - iconSide) / 2.0, iconSide, iconSide), m_iconName,
              m_ink);
    painter.setFont(textFont(TextStep::Second));
    painter.setPen(color(m_ground == Token::WaitBg ? Token::Text : m_ink));
    painter.drawText(QRectF(sentenceLeft, 0, width() - sentenceLeft - sentenceRight, height()),
                     Qt::AlignVCenter | Qt::TextWordWrap, m_text);
}

} // namespace glovebox::ui
