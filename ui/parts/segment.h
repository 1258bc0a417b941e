// SPDX-License-Identifier: MIT
#pragma once

#include <QToolButton>
#include <QWidget>

class QButtonGroup;
class QHBoxLayout;

namespace glovebox::ui {

// A few choices of which exactly one is on, joined in one frame.
class SegmentRow final : public QWidget
{
    Q_OBJECT

public:
    explicit SegmentRow(QWidget *parent = nullptr);
    // The first one added is on.
    QToolButton *add(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QHBoxLayout *m_row;
    QButtonGroup *m_group;
};

} // namespace glovebox::ui
