// SPDX-License-Identifier: MIT
#pragma once

#include "base/linediff.h"

#include <QPlainTextEdit>

namespace glovebox::ui {

// Lines of two outputs below one another: those that are gone with a minus on red, new ones with
// a plus on green, long stretches that agree left out.
class OutputDiff final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit OutputDiff(QWidget *parent = nullptr);

    void setDiff(const LineDiff &diff);

protected:
    void changeEvent(QEvent *event) override;

private:
    void paintGrounds();

    QList<DiffRow::Kind> m_kinds; // of the lines shown
};

} // namespace glovebox::ui
