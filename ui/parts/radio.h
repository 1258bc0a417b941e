// SPDX-License-Identifier: MIT
#pragma once

#include <QRadioButton>

namespace glovebox::ui {

class RadioButton final : public QRadioButton
{
    Q_OBJECT

public:
    using QRadioButton::QRadioButton;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool hitButton(const QPoint &position) const override;
    void paintEvent(QPaintEvent *event) override;
};

} // namespace glovebox::ui
