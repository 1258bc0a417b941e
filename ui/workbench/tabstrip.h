// SPDX-License-Identifier: MIT
#pragma once

#include <QTabBar>

namespace glovebox::ui {

// Tabs as words with a line under the chosen one, and a count behind the word where there is one.
class TabStrip final : public QTabBar
{
    Q_OBJECT

public:
    explicit TabStrip(QWidget *parent = nullptr);

    void setCount(int tab, int count); // below 0: none
    void step(int by);                 // next or previous, around the end

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;
    void paintEvent(QPaintEvent *event) override;

private:
    QString countText(int tab) const;
};

} // namespace glovebox::ui
