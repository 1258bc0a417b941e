// SPDX-License-Identifier: MIT
#pragma once

#include "outputview.h"

namespace glovebox::ui {

class FindBar;

// The output with its find bar.
class OutputPane final : public QWidget
{
    Q_OBJECT

public:
    OutputPane(OutputModel &model, PlotCache &plots, QWidget *parent = nullptr);

    OutputView *view() const { return m_view; }
    void openFind();

private:
    OutputView *m_view;
    FindBar *m_find;
};

} // namespace glovebox::ui
