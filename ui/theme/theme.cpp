// SPDX-License-Identifier: MIT
#include "theme.h"

#include "style.h"

#include <QApplication>
#include <QStyleHints>

#include <algorithm>
#include <cmath>

namespace glovebox::ui {

namespace {

// The little that a palette cannot say. %name% is replaced by the token's colour.
constexpr const char *sheet = R"(
QToolTip { color: %text%; background: %surface%; border: 1px solid %edge%; padding: 4px 6px; }
QMenu { background: %surface%; border: 1px solid %edge%; border-radius: 6px; padding: 5px 0; }
QMenu::item { color: %text%; padding: 6px 28px 6px 12px; }
QMenu::item:selected { background: %select%; }
QMenu::item:disabled { color: %text3%; }
QMenu::separator { height: 1px; background: %line%; margin: 5px 0; }
QMenu::icon { padding-left: 12px; }
QMenuBar { background: %window%; color: %text%; }
QMenuBar::item { padding: 7px 10px; background: transparent; }
QMenuBar::item:selected { background: %hover%; border-radius: 5px; }
QLineEdit { background: %surface%; color: %text%; border: 1px solid %edge%; border-radius: 5px;
    padding: 3px 8px; selection-background-color: %accent%; selection-color: %onaccent%; }
QLineEdit:focus { border: 2px solid %accent%; padding: 2px 7px; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: %edge%; border-radius: 3px; }
QScrollBar::handle:vertical { min-height: 32px; margin: 3px; }
QScrollBar::handle:horizontal { min-width: 32px; margin: 3px; }
QScrollBar::handle:hover { background: %text3%; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QMainWindow::separator { background: %line%; width: 1px; height: 1px; margin: 0; padding: 0; }
QMainWindow::separator:hover { background: %edge%; }
QHeaderView { background: %window%; }
QHeaderView::section { background: %window%; color: %text2%; border: none;
    border-bottom: 1px solid %line%; padding: 2px 8px; }
QSplitter::handle { background: %line%; }
QSplitter::handle:hover { background: %edge%; }
)";

// More than black on any paper but white: what desktops call high contrast.
constexpr double highContrast = 20.0;
constexpr double readable = 4.5;

bool isOfHighContrast(const QPalette &palette)
{
    return contrast(palette.color(QPalette::Window), palette.color(QPalette::WindowText)) >=
               highContrast &&
           contrast(palette.color(QPalette::Base), palette.color(QPalette::Text)) >= highContrast;
}

QColor blend(const QColor &ground, const QColor &ink, float part)
{
    const auto mix = [part](float a, float b) { return a + (b - a) * part; };
    return QColor::fromRgbF(mix(ground.redF(), ink.redF()), mix(ground.greenF(), ink.greenF()),
                            mix(ground.blueF(), ink.blueF()));
}

// All meanings in the few colours that such a palette has: words and shapes carry them anyway.
QColor systemColor(Token token, const QPalette &system)
{
    const QColor base = system.color(QPalette::Base);
    const QColor text = system.color(QPalette::Text);
    const QColor highlight = system.color(QPalette::Highlight);
    const bool hasAccent = contrast(highlight, base) >= readable;
    switch (token) {
    case Token::Rail:
    case Token::Window:
        return system.color(QPalette::Window);
    case Token::Surface:
    case Token::Sunken:
    case Token::WaitBg:
    case Token::BadBg:
    case Token::OkBg:
        return base;
    case Token::Hover:
        return blend(base, text, 0.12F);
    case Token::Select:
    case Token::AddWord:
    case Token::DelWord:
        return blend(base, text, 0.2F);
    case Token::Accent:
        return hasAccent ? highlight : text;
    case Token::OnAccent:
        return hasAccent ? system.color(QPalette::HighlightedText) : base;
    default:
        return text;
    }
}

} // namespace

Theme &Theme::instance()
{
    static Theme theme;
    return theme;
}

void Theme::install(QApplication &app)
{
    m_installed = true;
    setSystemPalette(QApplication::palette());
    app.setStyle(new Style); // the application's from here on
    connect(app.styleHints(), &QStyleHints::colorSchemeChanged, this, &Theme::refresh);
    refresh();
    apply();
}

void Theme::setChoice(Choice choice)
{
    m_choice = choice;
    refresh();
}

void Theme::setSystemPalette(const QPalette &palette)
{
    m_system = palette;
    refresh();
}

QColor Theme::color(Token token) const
{
    return m_isHighContrast ? systemColor(token, m_system) : tokenColor(token, m_scheme);
}

void Theme::refresh()
{
    const bool isHighContrast = m_choice == Choice::System && isOfHighContrast(m_system);
    Scheme scheme = m_choice == Choice::Dark ? Scheme::Dark : Scheme::Light;
    if (m_choice == Choice::System && qGuiApp &&
        qGuiApp->styleHints()->colorScheme() == Qt::ColorScheme::Dark) {
        scheme = Scheme::Dark;
    }
    if (isHighContrast)
        scheme = m_system.color(QPalette::Base).lightness() < 128 ? Scheme::Dark : Scheme::Light;
    if (scheme == m_scheme && isHighContrast == m_isHighContrast)
        return;
    m_isHighContrast = isHighContrast;
    m_scheme = scheme;
    if (m_installed)
        apply();
    Q_EMIT changed();
}

void Theme::apply()
{
    QApplication::setPalette(palette());
    qApp->setStyleSheet(styleSheet());
}

QPalette Theme::palette() const
{
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, Token token) {
        palette.setColor(role, color(token));
    };
    set(QPalette::Window, Token::Window);
    set(QPalette::WindowText, Token::Text);
    set(QPalette::Base, Token::Surface);
    set(QPalette::AlternateBase, Token::Sunken);
    set(QPalette::Text, Token::Text);
    set(QPalette::PlaceholderText, Token::Text3);
    set(QPalette::Button, Token::Surface);
    set(QPalette::ButtonText, Token::Text);
    set(QPalette::BrightText, Token::OnAccent);
    set(QPalette::Highlight, Token::Accent);
    set(QPalette::HighlightedText, Token::OnAccent);
    set(QPalette::Accent, Token::Accent);
    set(QPalette::Link, Token::Accent);
    set(QPalette::LinkVisited, Token::Accent);
    set(QPalette::ToolTipBase, Token::Surface);
    set(QPalette::ToolTipText, Token::Text);
    set(QPalette::Light, Token::Surface);
    set(QPalette::Midlight, Token::Hover);
    set(QPalette::Mid, Token::Line);
    set(QPalette::Dark, Token::Edge);
    set(QPalette::Shadow, Token::Edge);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
        QColor faded = palette.color(QPalette::Active, role);
        faded.setAlphaF(0.45F);
        palette.setColor(QPalette::Disabled, role, faded);
    }
    return palette;
}

QString Theme::styleSheet() const
{
    QString text = QString::fromLatin1(sheet);
    for (int i = 0; i < tokenCount; ++i) {
        const auto token = static_cast<Token>(i);
        text.replace(u'%' + tokenName(token) + u'%', color(token).name());
    }
    return text;
}

qreal Theme::hairline(qreal devicePixelRatio)
{
    return std::max(1.0, std::floor(devicePixelRatio)) / devicePixelRatio;
}

QColor color(Token token)
{
    return Theme::instance().color(token);
}

} // namespace glovebox::ui
