// SPDX-License-Identifier: MIT
#pragma once

#include "overlaytree.h"

#include <QHash>
#include <QSet>

#include <vector>

namespace glovebox::mounts {

// What every entry of a stage has by its place: the path that its name has in the folder.
struct Placed
{
    QByteArray path;
    const StagedNode *node = nullptr;
    std::optional<QByteArray> natural;
};

inline void place(std::vector<Placed> &all, const QByteArray &path, const StagedNode &node,
                  const std::optional<QByteArray> &natural)
{
    // What is below a deleted or replaced folder was in the folder's own place.
    const auto base = node.kind == StagedNode::Kind::Folder ? node.origin : natural;
    for (const auto &[name, child] : node.children) {
        const auto inner = base ? std::optional(joined(*base, name)) : std::nullopt;
        all.push_back({joined(path, name), child.get(), inner});
        place(all, joined(path, name), *child, inner);
    }
}

// The stage as a list of changes, moves found.
class StageReview
{
public:
    explicit StageReview(const StagedNode &root)
    {
        place(m_all, {}, root, QByteArray());
        QHash<QByteArray, const Placed *> hidden;
        for (const Placed &placed : m_all) {
            if (placed.natural && placed.node->below && !placed.node->isAt(placed.natural))
                hidden.insert(*placed.natural, &placed);
        }
        for (const Placed &placed : m_all) {
            const StagedNode &node = *placed.node;
            const Placed *from = node.origin ? hidden.value(*node.origin) : nullptr;
            // A file whose old name is in use again is a new file with that content.
            if (!from || node.kind == StagedNode::Kind::Gone || node.isAt(placed.natural) ||
                (node.kind != StagedNode::Kind::Folder &&
                 from->node->kind != StagedNode::Kind::Gone))
                continue;
            m_moves.insert(placed.path, from);
            m_moved.insert(from);
        }
    }

    const std::vector<Placed> &all() const { return m_all; }
    // Where a moved entry was; null: it was not moved.
    const Placed *movedFrom(const QByteArray &path) const { return m_moves.value(path); }
    bool isChange(const Placed &placed) const
    {
        const StagedNode &node = *placed.node;
        if (node.kind == StagedNode::Kind::Gone)
            return !m_moved.contains(&placed);
        const bool isOwnContent = node.kind == StagedNode::Kind::File && !node.blob.isEmpty();
        if (node.isAt(placed.natural) && !isOwnContent)
            return node.permissions.has_value() || node.modifiedNs.has_value();
        return true;
    }

private:
    std::vector<Placed> m_all;
    QHash<QByteArray, const Placed *> m_moves;
    QSet<const Placed *> m_moved;
};

} // namespace glovebox::mounts
