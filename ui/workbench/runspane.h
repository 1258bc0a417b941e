// SPDX-License-Identifier: MIT
#pragma once

#include "runlistview.h"

class QActionGroup;
class QLineEdit;
class QMenu;

namespace glovebox::ui {

class Button;
class TextLine;

// "Runs", its filter, the list, and how many there were today.
class RunsPane final : public QWidget
{
    Q_OBJECT

public:
    RunsPane(RunListModel &model, QWidget *parent = nullptr);

    RunListView *list() const { return m_list; }
    void focusFilter();
    void openGrouping(); // its menu
    QActionGroup *groupings() const { return m_groupings; }

Q_SIGNALS:
    void journalRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildGrouping();

    RunListModel &m_model;
    QLineEdit *m_filter;
    RunListView *m_list;
    TextLine *m_today;
    QMenu *m_groupMenu;
    QActionGroup *m_groupings;
    Button *m_group;
};

} // namespace glovebox::ui
