// SPDX-License-Identifier: MIT
#pragma once

#include <QProxyStyle>

namespace glovebox::ui {

// Fusion, but for what it draws too faint in one of the themes: boxes to tick get the tokens' edge
// (UI.md 2 "Colours": 3:1 on every ground).
class Style final : public QProxyStyle
{
    Q_OBJECT

public:
    Style();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
};

} // namespace glovebox::ui
