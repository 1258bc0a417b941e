// SPDX-License-Identifier: MIT
#include "fonts.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <QScreen>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int smallestPixels = 11;
constexpr double codePixels = 12.5;

double pixelsPerPoint()
{
    const QScreen *screen = QGuiApplication::primaryScreen();
    return (screen ? screen->logicalDotsPerInchY() : 96.0) / 72.0;
}

} // namespace

QFont textFont(TextStep step, QFont::Weight weight)
{
    QFont font = QGuiApplication::font();
    const int base = QFontInfo(font).pixelSize();
    font.setPixelSize(std::max(smallestPixels, base + static_cast<int>(step)));
    font.setWeight(step == TextStep::Title && weight == QFont::Normal ? QFont::DemiBold : weight);
    return font;
}

QFont tabular(QFont font)
{
    font.setFeature("tnum", 1);
    return font;
}

QStringList codeFamilies(const QLocale &locale)
{
    QString region = QStringLiteral("JP");
    if (locale.language() == QLocale::Korean)
        region = QStringLiteral("KR");
    else if (locale.language() == QLocale::Chinese)
        region = locale.script() == QLocale::TraditionalHanScript ? QStringLiteral("TC")
                                                                  : QStringLiteral("SC");
    return {QStringLiteral("Noto Sans Mono CJK %1").arg(region)};
}

QFont codeFont()
{
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    QFont font = fixed;
    font.setFamilies(codeFamilies(QLocale()) + QStringList{fixed.family()});
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
    // Follows the person's font size like all other text; 13 px is what the design was drawn at.
    const double grown = std::max(0, QFontInfo(QGuiApplication::font()).pixelSize() - 13);
    font.setPointSizeF((codePixels + grown) / pixelsPerPoint());
    return font;
}

} // namespace glovebox::ui
