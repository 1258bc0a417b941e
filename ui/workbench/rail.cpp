// SPDX-License-Identifier: MIT
#include "rail.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>
#include <QVBoxLayout>

namespace glovebox::ui {

namespace {

constexpr int fullWidth = 80;
constexpr int iconWidth = 56;
constexpr int itemHeight = 56;
constexpr int iconItemHeight = 44;
constexpr int mostShown = 99;

} // namespace

QString screenName(Screen screen)
{
    switch (screen) {
    case Screen::Workbench:
        return QCoreApplication::translate("glovebox::ui::Rail", "Workbench");
    case Screen::Scratchpad:
        return QCoreApplication::translate("glovebox::ui::Rail", "Scratchpad");
    case Screen::Review:
        return QCoreApplication::translate("glovebox::ui::Rail", "Review");
    case Screen::Packages:
        return QCoreApplication::translate("glovebox::ui::Rail", "Packages");
    case Screen::Journal:
        return QCoreApplication::translate("glovebox::ui::Rail", "Journal");
    case Screen::Clients:
        return QCoreApplication::translate("glovebox::ui::Rail", "Clients");
    case Screen::Settings:
        return QCoreApplication::translate("glovebox::ui::Rail", "Settings");
    }
    Q_UNREACHABLE_RETURN({});
}

QString screenIcon(Screen screen)
{
    switch (screen) {
    case Screen::Workbench:
        return QStringLiteral("square-activity");
    case Screen::Scratchpad:
        return QStringLiteral("notebook-pen");
    case Screen::Review:
        return QStringLiteral("file-diff");
    case Screen::Packages:
        return QStringLiteral("package");
    case Screen::Journal:
        return QStringLiteral("history");
    case Screen::Clients:
        return QStringLiteral("plug");
    case Screen::Settings:
        return QStringLiteral("settings");
    }
    Q_UNREACHABLE_RETURN({});
}

RailButton::RailButton(Screen screen, QWidget *parent)
    : QAbstractButton(parent)
    , m_iconName(screenIcon(screen))
{
    setObjectName(QStringLiteral("rail%1").arg(int(screen)));
    setText(screenName(screen));
    setAccessibleName(text());
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
}

void RailButton::setBadge(int count, Token ground, const QString &spoken)
{
    m_badge = count;
    m_badgeGround = ground;
    setAccessibleDescription(count > 0 ? spoken : QString());
    update();
}

void RailButton::setIconsOnly(bool on)
{
    m_iconsOnly = on;
    setToolTip(on ? text() : QString());
    updateGeometry();
    update();
}

QSize RailButton::sizeHint() const
{
    return {m_iconsOnly ? iconWidth - 9 : fullWidth - 9, m_iconsOnly ? iconItemHeight : itemHeight};
}

void RailButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRectF item = rect();
    if (isChecked())
        paintBox(painter, item, 5, color(Token::Select), color(Token::Select));
    else if (underMouse())
        paintBox(painter, item, 5, color(Token::Hover), color(Token::Hover));
    const Token ink = isChecked() ? Token::Accent : Token::Text2;
    const qreal iconTop = m_iconsOnly ? item.center().y() - 10 : item.top() + 9;
    const QRectF icon(item.center().x() - 10, iconTop, 20, 20);
    paintIcon(painter, icon, m_iconName, ink);
    if (!m_iconsOnly) {
        const QFont font = textFont(TextStep::Meta, isChecked() ? QFont::DemiBold : QFont::Normal);
        painter.setFont(font);
        painter.setPen(color(ink));
        painter.drawText(QRectF(item.left() - 3, item.top() + 30, item.width() + 6, 22),
                         Qt::AlignCenter, elideEnd(font, text(), int(item.width())));
    }
    if (m_badge > 0)
        paintBadge(painter, icon);
    if (hasFocus())
        paintFocusRing(painter, item.adjusted(1, 1, -1, -1), 5);
}

void RailButton::paintBadge(QPainter &painter, const QRectF &icon) const
{
    const QFont font = textFont(TextStep::Meta, QFont::DemiBold);
    //: More than %1
    const QString number =
        m_badge > mostShown ? tr("%1+").arg(mostShown) : QLocale().toString(m_badge);
    const qreal wide = std::max(17, QFontMetrics(font).horizontalAdvance(number) + 9);
    const QRectF badge(icon.right() - 3, icon.top() - 7, wide, 17);
    paintBox(painter, badge, 8.5, color(m_badgeGround), color(Token::Rail));
    painter.setFont(font);
    painter.setPen(color(Token::Surface));
    painter.drawText(badge, Qt::AlignCenter, number);
}

Rail::Rail(QWidget *parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("rail"));
    setAccessibleName(tr("Screens"));
    setFixedWidth(fullWidth);
    m_column->setContentsMargins(4, 8, 5, 8);
    m_column->setSpacing(0);
    m_column->addStretch(1);
}

void Rail::addScreen(Screen screen)
{
    auto *button = new RailButton(screen, this);
    button->setIconsOnly(m_iconsOnly);
    // In the order of Screen, whatever the order of coming.
    int place = 0;
    for (auto it = m_buttons.keyBegin(); it != m_buttons.keyEnd(); ++it)
        place += *it < screen ? 1 : 0;
    if (screen == Screen::Settings)
        m_column->addWidget(button); // below the stretch
    else
        m_column->insertWidget(place, button);
    m_buttons.insert(screen, button);
    connect(button, &QAbstractButton::clicked, this, [this, screen] { Q_EMIT chosen(screen); });
}

void Rail::setChosen(Screen screen)
{
    if (RailButton *const button = m_buttons.value(screen))
        button->setChecked(true);
}

void Rail::setIconsOnly(bool on)
{
    if (on == m_iconsOnly)
        return;
    m_iconsOnly = on;
    setFixedWidth(on ? iconWidth : fullWidth);
    for (RailButton *button : std::as_const(m_buttons))
        button->setIconsOnly(on);
}

void Rail::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::Rail));
    paintVerticalLine(painter, width() - 1, 0, height(), color(Token::Line));
}

} // namespace glovebox::ui
