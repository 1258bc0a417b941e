// SPDX-License-Identifier: MIT
#pragma once

#include "tokens.h"

#include <QObject>
#include <QPalette>

class QApplication;

namespace glovebox::ui {

// The colours in use now: light or dark, after the system's colour scheme or the person's choice.
// One for the process; used from the UI thread only.
class Theme final : public QObject
{
    Q_OBJECT

public:
    enum class Choice { System, Light, Dark };

    static Theme &instance();

    // Fusion style, palette and style sheet on the whole program, kept up to date from here on.
    void install(QApplication &app);

    void setChoice(Choice choice);
    Choice choice() const { return m_choice; }
    Scheme scheme() const { return m_scheme; }

    // The palette of the desktop as it was before ours. One of high contrast takes the place of all
    // tokens (UI.md 9), unless the person chose light or dark.
    void setSystemPalette(const QPalette &palette);
    bool isHighContrast() const { return m_isHighContrast; }

    // The person wants nothing to move by itself (UI.md 2 "Motion"): arcs stand still.
    void setMotionReduced(bool reduced) { m_motionReduced = reduced; }
    bool isMotionReduced() const { return m_motionReduced; }

    QColor color(Token token) const;
    QPalette palette() const;
    QString styleSheet() const;

    // Pens of separators: floor(scale) device pixels wide, never blurred.
    static qreal hairline(qreal devicePixelRatio);

Q_SIGNALS:
    // After palette and style sheet are in place. Painted widgets repaint by themselves on
    // QEvent::PaletteChange; whoever keeps pixmaps or highlighting listens to this.
    void changed();

private:
    Theme() = default;
    void refresh();
    void apply();

    Choice m_choice = Choice::System;
    Scheme m_scheme = Scheme::Light;
    QPalette m_system;
    bool m_isHighContrast = false;
    bool m_installed = false;
    bool m_motionReduced = false;
};

// Shorthand for Theme::instance().color().
QColor color(Token token);

} // namespace glovebox::ui
