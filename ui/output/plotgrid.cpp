// SPDX-License-Identifier: MIT
#include "plotgrid.h"

#include "ui/models/words.h"
#include "ui/theme/fonts.h"

#include <QStandardItemModel>

namespace glovebox::ui {

namespace {

constexpr int thumbnail = 160;

} // namespace

PlotGrid::PlotGrid(PlotCache &plots, QWidget *parent)
    : QListView(parent)
    , m_cache(plots)
    , m_items(new QStandardItemModel(this))
{
    setAccessibleName(tr("Plots"));
    setModel(m_items);
    setFrameShape(QFrame::NoFrame);
    setViewMode(QListView::IconMode);
    setMovement(QListView::Static);
    setResizeMode(QListView::Adjust);
    setIconSize({thumbnail, thumbnail * 3 / 4});
    setGridSize({thumbnail + 24, thumbnail * 3 / 4 + 48});
    setFont(textFont(TextStep::Second));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    connect(&plots, &PlotCache::ready, this, [this](const QString &file) {
        for (int row = 0; row < m_plots.size(); ++row) {
            if (m_plots.at(row).file == file)
                setThumbnail(row);
        }
    });
    connect(this, &QListView::activated, this,
            [this](const QModelIndex &index) { Q_EMIT plotActivated(m_plots.at(index.row())); });
}

void PlotGrid::setPlots(const QList<event::Display> &plots)
{
    m_plots.clear();
    m_items->clear();
    for (const event::Display &display : plots) {
        if (!PlotCache::isPicture(display))
            continue;
        m_plots.append(display);
        const QString title =
            display.title.isEmpty() ? tr("Plot %1").arg(display.index) : display.title;
        auto *item = new QStandardItem(title);
        item->setToolTip(quotedToolTip(title));
        item->setData(tr("Plot: %1").arg(title), Qt::AccessibleTextRole);
        m_items->appendRow(item);
        setThumbnail(int(m_plots.size()) - 1);
    }
}

void PlotGrid::setThumbnail(int row)
{
    const qreal ratio = devicePixelRatioF();
    QImage image = m_cache.image(m_plots.at(row), qRound(thumbnail * ratio));
    if (image.isNull())
        return;
    image.setDevicePixelRatio(ratio);
    m_items->item(row)->setIcon(QIcon(QPixmap::fromImage(image)));
}

} // namespace glovebox::ui
