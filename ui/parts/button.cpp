// SPDX-License-Identifier: MIT
#include "button.h"

#include <ui/theme/fonts.h>
#include <ui/theme/icons.h>
#include <ui/theme/paint.h>
#include <ui/theme/theme.h>

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace glovebox::ui {

namespace {

constexpr int iconSide = 16;
constexpr int gap = 8;
constexpr int hintGap = 12;
constexpr qreal radius = 5;

// Rounded up: half a pixel too little would elide the last letter.
int widthOf(const QFont &font, const QString &text)
{
    return qCeil(QFontMetricsF(font).horizontalAdvance(text));
}

bool isCompact(Button::Look look)
{
    return look == Button::Look::Small || look == Button::Look::Link || look == Button::Look::Note;
}

} // namespace

struct Button::Colors
{
    Token words = Token::Text;
    QColor ground;
    QColor edge;
};

Button::Button(const QString &text, Look look, QWidget *parent)
    : QPushButton(text, parent)
    , m_look(look)
{
    setAutoDefault(false);
    setDefault(false);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    if (look == Look::Link)
        setCursor(Qt::PointingHandCursor);
}

void Button::setLook(Look look)
{
    m_look = look;
    updateGeometry();
    update();
}

void Button::setKeyHint(const QString &hint)
{
    m_keyHint = hint;
    updateGeometry();
    update();
}

void Button::setIconName(const QString &name)
{
    m_iconName = name;
    updateGeometry();
    update();
}

void Button::setChevron(bool on)
{
    m_chevron = on;
    updateGeometry();
    update();
}

void Button::setJoin(Join join)
{
    m_join = join;
    update();
}

void Button::setDimmed(bool dimmed)
{
    if (m_dimmed == dimmed)
        return;
    m_dimmed = dimmed;
    update();
}

void Button::setWords(Words words)
{
    if (m_words == words)
        return;
    m_words = words;
    updateGeometry();
    update();
}

int Button::widthWith(Words words) const
{
    Button *self = const_cast<Button *>(this); // put back before anybody could see it
    const Words now = std::exchange(self->m_words, words);
    const int width = sizeHint().width();
    self->m_words = now;
    return width;
}

QString Button::shownText() const
{
    return m_words == Words::None && !m_iconName.isEmpty() ? QString() : text();
}

bool Button::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && shownText() != text()) {
        const QString words =
            toolTip().isEmpty() ? text() : text() + QStringLiteral(" · ") + toolTip();
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), words, this);
        return true;
    }
    return QPushButton::event(event);
}

QFont Button::wordsFont() const
{
    if (isCompact(m_look))
        return textFont(TextStep::Second);
    const bool strong = m_look == Look::Preferred || m_look == Look::OwnAct;
    return textFont(TextStep::Text, strong ? QFont::DemiBold : QFont::Normal);
}

int Button::padding() const
{
    switch (m_look) {
    case Look::Link:
        return 0;
    case Look::Small:
        return 8;
    case Look::Note:
        return 10;
    default:
        return shownText().isEmpty() ? 8 : 12;
    }
}

int Button::contentWidth(const QString &text) const
{
    int width = 0;
    if (!m_iconName.isEmpty())
        width += iconSide + (text.isEmpty() ? 0 : gap);
    if (!text.isEmpty())
        width += widthOf(wordsFont(), text);
    if (!m_keyHint.isEmpty() && m_words == Words::All)
        width += hintGap + widthOf(textFont(TextStep::Meta), m_keyHint);
    if (m_chevron)
        width += iconSide + (width > 0 ? gap : 0);
    return width;
}

int Button::wantedWidth(const QString &text) const
{
    return contentWidth(text) + 2 * padding();
}

QSize Button::sizeHint() const
{
    const int lineHeight = qCeil(QFontMetricsF(wordsFont()).height());
    const int smallest = isCompact(m_look) ? 24 : 32;
    return {std::max(wantedWidth(shownText()), 24),
            std::max(smallest, lineHeight + (isCompact(m_look) ? 4 : 12))};
}

QSize Button::minimumSizeHint() const
{
    return {std::min(sizeHint().width(), 48), sizeHint().height()};
}

void Button::keyPressEvent(QKeyEvent *event)
{
    // Some desktops press buttons with Enter too; here only Space does.
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
        event->key() == Qt::Key_Select) {
        event->ignore();
        return;
    }
    QPushButton::keyPressEvent(event);
}

void Button::enterEvent(QEnterEvent *event)
{
    QPushButton::enterEvent(event);
    update();
}

void Button::leaveEvent(QEvent *event)
{
    QPushButton::leaveEvent(event);
    update();
}

Button::Colors Button::colors() const
{
    const bool live = isEnabled() && !m_dimmed;
    const bool hovered = live && underMouse();
    QColor ground = hovered ? color(Token::Hover) : color(Token::Surface);
    if (live && isDown())
        ground = color(Token::Select);
    switch (m_look) {
    case Look::Normal:
    case Look::Small:
        return {Token::Text, ground, color(Token::Edge)};
    case Look::Preferred:
        return {Token::Accent, ground, color(live ? Token::Accent : Token::Edge)};
    case Look::OwnAct:
        return {Token::OnAccent, color(Token::Accent), color(Token::Accent)};
    case Look::Danger:
        return {Token::Bad, ground, color(Token::Edge)};
    case Look::Quiet:
        if (isChecked())
            ground = color(Token::Select);
        else if (!hovered && !isDown())
            ground = Qt::transparent;
        return {isChecked() ? Token::Accent : Token::Text2, ground, QColor(Qt::transparent)};
    case Look::Link:
        return {Token::Accent, QColor(Qt::transparent), QColor(Qt::transparent)};
    case Look::Note:
        return {Token::Wait, color(Token::WaitBg), color(Token::WaitLine)};
    }
    Q_UNREACHABLE_RETURN(Colors{});
}

void Button::paintGround(QPainter &painter, const Colors &colors) const
{
    QRectF box = rect();
    const qreal round = m_look == Look::Note ? box.height() / 2 : radius;
    // A joined edge is drawn outside the clip, so that only the outer corners are round.
    painter.save();
    painter.setClipRect(rect());
    if (m_join == Join::Right)
        box.setRight(box.right() + 2 * radius);
    else if (m_join == Join::Left)
        box.setLeft(box.left() - 2 * radius);
    paintBox(painter, box, round, colors.ground, colors.edge);
    painter.restore();
    if (m_join == Join::Left)
        paintVerticalLine(painter, 0, 8, height() - 8, color(Token::Line));
}

void Button::paintContent(QPainter &painter, const Colors &colors) const
{
    const QFont font = wordsFont();
    const QString text = shownText();
    const bool hasHint = !m_keyHint.isEmpty() && m_words == Words::All;
    const QFont hintFont = textFont(TextStep::Meta);
    const int room = width() - 2 * padding();
    // Too long words lose the key first, then their end (the tool tip has the whole).
    const bool showHint = hasHint && contentWidth(text) <= room;
    int wanted = contentWidth(text);
    if (!showHint && hasHint)
        wanted -= hintGap + widthOf(hintFont, m_keyHint);
    qreal x = padding() + std::max(0, (room - wanted) / 2);
    if (!m_iconName.isEmpty()) {
        paintIcon(painter, QRectF(x, (height() - iconSide) / 2.0, iconSide, iconSide), m_iconName,
                  colors.words);
        x += iconSide + gap;
    }
    const int chevronRoom = m_chevron ? iconSide + (text.isEmpty() ? 0 : gap) : 0;
    const int wordsRoom = std::max(0, width() - padding() - chevronRoom - qFloor(x));
    const QString words = widthOf(font, text) <= wordsRoom ? text : elideEnd(font, text, wordsRoom);
    painter.setFont(font);
    painter.setPen(color(colors.words));
    const int wordsWidth = widthOf(font, words);
    const QRectF wordsBox(x, 0, wordsWidth + 2, height());
    painter.drawText(wordsBox, Qt::AlignVCenter | Qt::TextSingleLine, words);
    if (m_look == Look::Link) {
        const qreal y = height() / 2.0 + QFontMetricsF(font).height() / 2.0 - 1;
        paintHorizontalLine(painter, x, x + wordsWidth, y, color(colors.words));
    }
    x += wordsWidth;
    if (showHint) {
        painter.setFont(hintFont);
        painter.setPen(color(m_look == Look::OwnAct ? Token::OnAccent : Token::Text3));
        painter.drawText(QRectF(x + hintGap, 0, width() - x - hintGap, height()),
                         Qt::AlignVCenter | Qt::TextSingleLine, m_keyHint);
    }
    if (m_chevron) {
        const bool alone = text.isEmpty() && m_iconName.isEmpty();
        const qreal left = alone ? (width() - iconSide) / 2.0 : width() - padding() - iconSide;
        paintChevron(painter, QRectF(left, (height() - iconSide) / 2.0, iconSide, iconSide),
                     Direction::Down, color(colors.words));
    }
}

void Button::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (!isEnabled() || m_dimmed)
        painter.setOpacity(0.45);
    const Colors chosen = colors();
    paintGround(painter, chosen);
    paintContent(painter, chosen);
}

} // namespace glovebox::ui
