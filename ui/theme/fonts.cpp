// SPDX-License-Identifier: MIT
#include "fonts.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <QScreen>
#include <QWidget>

#include <algorithm>

namespace glovebox::ui {

namespace {

constexpr int smallestPixels = 11;
constexpr double codePixels = 12.5;

struct CodeChoice
{
    QString family;
    double pixels = codePixels;

    bool operator==(const CodeChoice &) const = default;
};

CodeChoice &codeChoice()
{
    static CodeChoice choice;
    return choice;
}

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

void setCodeFont(const QString &family, double pixels)
{
    const CodeChoice choice{family, pixels};
    if (choice == codeChoice())
        return;
    codeChoice() = choice;
    // As when the system's font changes: whoever shows code asks for it again.
    for (QWidget *widget : QApplication::allWidgets()) {
        QEvent event(QEvent::ApplicationFontChange);
        QCoreApplication::sendEvent(widget, &event);
    }
}

QFont codeFont()
{
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    QFont font = fixed;
    QStringList families = codeFamilies(QLocale()) + QStringList{fixed.family()};
    if (!codeChoice().family.isEmpty())
        families.prepend(codeChoice().family);
    font.setFamilies(families);
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
    // Follows the person's font size like all other text; 13 px is what the design was drawn at.
    const double grown = std::max(0, QFontInfo(QGuiApplication::font()).pixelSize() - 13);
    font.setPointSizeF((codeChoice().pixels + grown) / pixelsPerPoint());
    return font;
}

} // namespace glovebox::ui
