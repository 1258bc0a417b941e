// SPDX-License-Identifier: MIT
#pragma once

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QWidget>

namespace glovebox::ui {

// A horizontal separator one hairline high.
class Separator final : public QWidget
{
public:
    explicit Separator(QWidget *parent)
        : QWidget(parent)
    {
        setFixedHeight(1);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintHorizontalLine(painter, 0, width(), 0, color(Token::Line));
    }
};

} // namespace glovebox::ui
