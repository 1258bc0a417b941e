// SPDX-License-Identifier: MIT
#pragma once

#include <QAbstractListModel>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <concepts>

namespace glovebox::ui {

// A list model whose rows are told apart by a key. `sync` takes the rows as they shall be and
// says what changed with the smallest signals, so that selections and scroll positions stay with
// the thing they belong to. Past `maxSteps` separate steps it resets: then a view is faster with
// a fresh start, and whoever keeps a selection restores it by key.
template <class Item, class Key>
class KeyedListModel : public QAbstractListModel
{
public:
    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_items.size());
    }

    const Item &itemAt(int row) const { return m_items.at(row); }
    const QList<Item> &items() const { return m_items; }

    int rowOfKey(const Key &key) const
    {
        for (int row = 0; row < m_items.size(); ++row) {
            if (keyOf(m_items.at(row)) == key)
                return row;
        }
        return -1;
    }

protected:
    static constexpr int maxSteps = 64;

    virtual Key keyOf(const Item &item) const = 0;

    void touchRow(int row)
    {
        if (row >= 0)
            Q_EMIT dataChanged(index(row), index(row));
    }

    void touchAll()
    {
        if (!m_items.isEmpty())
            Q_EMIT dataChanged(index(0), index(int(m_items.size()) - 1));
    }

    void reset(QList<Item> next)
    {
        beginResetModel();
        m_items = std::move(next);
        endResetModel();
    }

    void sync(QList<Item> next)
    {
        const Span span = changedSpan(next);
        const QSet<Key> before = keys(m_items, span.first, span.oldEnd);
        const QSet<Key> after = keys(next, span.first, span.newEnd);
        if (stepsNeeded(next, span, before, after) > maxSteps) {
            reset(std::move(next));
            return;
        }
        removeMissing(span, after);
        for (qsizetype row = span.first; row < span.newEnd;)
            row += place(next, row, span.newEnd, before);
        takeValues(std::move(next));
    }

    QList<Item> m_items;

private:
    struct Span
    {
        qsizetype first;
        qsizetype oldEnd;
        qsizetype newEnd;
    };

    Span changedSpan(const QList<Item> &next) const
    {
        const qsizetype shorter = std::min(m_items.size(), next.size());
        qsizetype first = 0;
        while (first < shorter && keyOf(m_items.at(first)) == keyOf(next.at(first)))
            ++first;
        Span span{first, m_items.size(), next.size()};
        while (span.oldEnd > first && span.newEnd > first &&
               keyOf(m_items.at(span.oldEnd - 1)) == keyOf(next.at(span.newEnd - 1))) {
            --span.oldEnd;
            --span.newEnd;
        }
        return span;
    }

    QSet<Key> keys(const QList<Item> &items, qsizetype first, qsizetype end) const
    {
        QSet<Key> result;
        for (qsizetype row = first; row < end; ++row)
            result.insert(keyOf(items.at(row)));
        return result;
    }

    // An upper bound: changes of presence along both lists, and every row out of order.
    int stepsNeeded(const QList<Item> &next, const Span &span, const QSet<Key> &before,
                    const QSet<Key> &after) const
    {
        int steps = 0;
        bool inRange = false;
        QList<Key> kept;
        for (qsizetype row = span.first; row < span.oldEnd; ++row) {
            const Key key = keyOf(m_items.at(row));
            const bool gone = !after.contains(key);
            steps += gone && !inRange ? 1 : 0;
            inRange = gone;
            if (!gone)
                kept.append(key);
        }
        inRange = false;
        qsizetype at = 0;
        for (qsizetype row = span.first; row < span.newEnd; ++row) {
            const Key key = keyOf(next.at(row));
            const bool fresh = !before.contains(key);
            steps += fresh && !inRange ? 1 : 0;
            inRange = fresh;
            if (!fresh && kept.at(at++) != key)
                ++steps;
        }
        return steps;
    }

    void removeMissing(const Span &span, const QSet<Key> &after)
    {
        for (qsizetype last = span.oldEnd - 1; last >= span.first; --last) {
            if (after.contains(keyOf(m_items.at(last))))
                continue;
            qsizetype begin = last;
            while (begin > span.first && !after.contains(keyOf(m_items.at(begin - 1))))
                --begin;
            beginRemoveRows({}, int(begin), int(last));
            m_items.remove(begin, last - begin + 1);
            endRemoveRows();
            last = begin;
        }
    }

    // Rows before `row` already agree with `next`. Returns how many more agree now.
    qsizetype place(const QList<Item> &next, qsizetype row, qsizetype end, const QSet<Key> &before)
    {
        const Key key = keyOf(next.at(row));
        if (row < m_items.size() && keyOf(m_items.at(row)) == key)
            return 1;
        if (before.contains(key)) {
            qsizetype from = row + 1;
            while (keyOf(m_items.at(from)) != key)
                ++from;
            beginMoveRows({}, int(from), int(from), {}, int(row));
            m_items.move(from, row);
            endMoveRows();
            return 1;
        }
        qsizetype last = row;
        while (last + 1 < end && !before.contains(keyOf(next.at(last + 1))))
            ++last;
        beginInsertRows({}, int(row), int(last));
        // One pass: a flood inserts thousands of rows at once.
        QList<Item> joined = m_items.first(row);
        joined.reserve(m_items.size() + last - row + 1);
        joined.append(next.sliced(row, last - row + 1));
        joined.append(m_items.sliced(row));
        m_items = std::move(joined);
        endInsertRows();
        return last - row + 1;
    }

    void takeValues(QList<Item> next)
    {
        for (int row = 0; row < m_items.size(); ++row) {
            if constexpr (std::equality_comparable<Item>) {
                if (m_items.at(row) == next.at(row))
                    continue;
            }
            m_items[row] = std::move(next[row]);
            touchRow(row);
        }
    }
};

} // namespace glovebox::ui
