// SPDX-License-Identifier: MIT
#include "theme.h"

#include <QApplication>
#include <QStyleFactory>
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
QSplitter::handle { background: %line%; }
QSplitter::handle:hover { background: %edge%; }
)";

} // namespace

Theme &Theme::instance()
{
    static Theme theme;
    return theme;
}

void Theme::install(QApplication &app)
{
    m_installed = true;
    app.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    connect(app.styleHints(), &QStyleHints::colorSchemeChanged, this, &Theme::refresh);
    refresh();
    apply();
}

void Theme::setChoice(Choice choice)
{
    m_choice = choice;
    refresh();
}

void Theme::refresh()
{
    Scheme scheme = m_choice == Choice::Dark ? Scheme::Dark : Scheme::Light;
    if (m_choice == Choice::System && qGuiApp &&
        qGuiApp->styleHints()->colorScheme() == Qt::ColorScheme::Dark) {
        scheme = Scheme::Dark;
    }
    if (scheme == m_scheme)
        return;
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
