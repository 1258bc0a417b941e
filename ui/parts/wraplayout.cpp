// SPDX-License-Identifier: MIT
#include "wraplayout.h"

#include <QWidget>

#include <algorithm>

namespace glovebox::ui {

namespace {

bool grows(const QLayoutItem &item)
{
    return item.expandingDirections().testFlag(Qt::Horizontal);
}

int leastWidth(const QLayoutItem &item)
{
    return grows(item) ? item.minimumSize().width() : item.sizeHint().width();
}

} // namespace

WrapLayout::WrapLayout(QWidget *parent)
    : QLayout(parent)
{
}

WrapLayout::~WrapLayout() = default;

void WrapLayout::addStretch()
{
    addItem(new QSpacerItem(0, 0, QSizePolicy::Expanding, QSizePolicy::Minimum));
}

void WrapLayout::addItem(QLayoutItem *item)
{
    m_items.emplace_back(item);
    invalidate();
}

QLayoutItem *WrapLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[size_t(index)].get() : nullptr;
}

QLayoutItem *WrapLayout::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem *item = m_items[size_t(index)].release();
    m_items.erase(m_items.begin() + index);
    invalidate();
    return item;
}

QList<WrapLayout::Line> WrapLayout::lines(int width) const
{
    QList<Line> lines;
    int left = 0;
    for (const auto &item : m_items) {
        if (item->isEmpty() && !item->spacerItem())
            continue;
        const int wanted = leastWidth(*item) + (left > 0 ? spacing() : 0);
        if (lines.isEmpty() || left + wanted > width) {
            lines.append(Line());
            left = 0;
        }
        left += left > 0 ? wanted : leastWidth(*item);
        lines.last().append(item.get());
    }
    return lines;
}

int WrapLayout::heightOf(const Line &line) const
{
    int height = 0;
    for (const QLayoutItem *item : line)
        height = std::max(height, item->sizeHint().height());
    return height;
}

void WrapLayout::place(const Line &line, const QRect &room) const
{
    int left = room.width() - spacing() * int(line.size() - 1);
    int growing = 0;
    for (const QLayoutItem *item : line) {
        left -= leastWidth(*item);
        growing += grows(*item) ? 1 : 0;
    }
    int x = room.left();
    for (QLayoutItem *item : line) {
        int width = leastWidth(*item);
        if (grows(*item)) {
            const int most = item->maximumSize().width();
            const int more = std::clamp(left / growing, 0, std::max(0, most - width));
            width += more;
            left -= more;
            --growing;
        }
        const int height = std::min(item->sizeHint().height(), room.height());
        const QRect box(x, room.top() + (room.height() - height) / 2, width, height);
        item->setGeometry(box);
        x += width + spacing();
    }
}

int WrapLayout::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    const QList<Line> all = lines(width - margins.left() - margins.right());
    int height = spacing() * std::max(0, int(all.size()) - 1);
    for (const Line &line : all)
        height += heightOf(line);
    return height + margins.top() + margins.bottom();
}

QSize WrapLayout::sizeHint() const
{
    const QMargins margins = contentsMargins();
    int width = 0;
    for (const auto &item : m_items) {
        if (!item->isEmpty())
            width += item->sizeHint().width() + (width > 0 ? spacing() : 0);
    }
    width += margins.left() + margins.right();
    return {width, heightForWidth(width)};
}

QSize WrapLayout::minimumSize() const
{
    const QMargins margins = contentsMargins();
    QSize size;
    for (const auto &item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo({leastWidth(*item), item->sizeHint().height()});
    }
    return size.grownBy(margins);
}

void WrapLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    const QRect room = rect.marginsRemoved(contentsMargins());
    int y = room.top();
    for (const Line &line : lines(room.width())) {
        const int height = heightOf(line);
        place(line, {room.left(), y, room.width(), height});
        y += height + spacing();
    }
}

} // namespace glovebox::ui
