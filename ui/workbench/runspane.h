// SPDX-License-Identifier: MIT
#pragma once

#include "runlistview.h"

class QLineEdit;

namespace glovebox::ui {

class TextLine;

// "Runs", its filter, the list, and how many there were today.
class RunsPane final : public QWidget
{
    Q_OBJECT

public:
    RunsPane(RunListModel &model, QWidget *parent = nullptr);

    RunListView *list() const { return m_list; }
    void focusFilter();

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    RunListModel &m_model;
    QLineEdit *m_filter;
    RunListView *m_list;
    TextLine *m_today;
};

} // namespace glovebox::ui
