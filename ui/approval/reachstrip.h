// SPDX-License-Identifier: MIT
#pragma once

#include "approvalwords.h"

#include <QWidget>

#include <vector>

namespace glovebox::ui {

// Five cells: what the code seems to do over what it can do at most (UI.md 4.2). One stop for
// the keyboard; in a low window one line.
class ReachStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit ReachStrip(QWidget *parent = nullptr);

    void setRequest(const PendingRequest &request);
    void setCompact(bool compact);
    bool isCompact() const { return m_compact; }
    QSize sizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QRectF cellBox(int index) const;
    std::vector<qreal> cellWidths() const;
    qreal wantedWidth(int index) const;
    qreal labelWidth() const;
    bool isLoud(int index) const;
    qreal paintNew(QPainter &painter, const QRectF &line) const;
    void paintCell(QPainter &painter, int index) const;
    void paintCompactCell(QPainter &painter, int index) const;
    void paintRowLabels(QPainter &painter) const;
    qreal rowTop(int row) const;

    QList<ReachCellText> m_cells;
    bool m_writesAtOnce = false;
    bool m_compact = false;
};

} // namespace glovebox::ui
