// SPDX-License-Identifier: MIT
#pragma once

#include "plotcache.h"

#include <QListView>

class QStandardItemModel;

namespace glovebox::ui {

// The plots of a run as thumbnails 160 px wide (UI.md 5).
class PlotGrid final : public QListView
{
    Q_OBJECT

public:
    explicit PlotGrid(PlotCache &plots, QWidget *parent = nullptr);

    void setPlots(const QList<event::Display> &plots);

Q_SIGNALS:
    void plotActivated(const glovebox::event::Display &display);

private:
    void setThumbnail(int row);

    PlotCache &m_cache;
    QList<event::Display> m_plots;
    QStandardItemModel *m_items;
};

} // namespace glovebox::ui
