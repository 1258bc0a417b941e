// SPDX-License-Identifier: MIT
#include "changetree.h"

#include "changecontent.h"

#include <base/shownname.h>

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace glovebox::ui {

QString changeWord(FileChange::Kind kind)
{
    switch (kind) {
    case FileChange::Kind::Added:
        return QCoreApplication::translate("glovebox::ui::ChangeTree", "Added");
    case FileChange::Kind::Changed:
        return QCoreApplication::translate("glovebox::ui::ChangeTree", "Modified");
    case FileChange::Kind::Deleted:
        return QCoreApplication::translate("glovebox::ui::ChangeTree", "Deleted");
    case FileChange::Kind::Moved:
        return QCoreApplication::translate("glovebox::ui::ChangeTree", "Moved");
    }
    Q_UNREACHABLE_RETURN({});
}

QString changeLetter(FileChange::Kind kind)
{
    switch (kind) {
    case FileChange::Kind::Added:
        return QStringLiteral("A");
    case FileChange::Kind::Changed:
        return QStringLiteral("M");
    case FileChange::Kind::Deleted:
        return QStringLiteral("D");
    case FileChange::Kind::Moved:
        return QStringLiteral("R");
    }
    Q_UNREACHABLE_RETURN({});
}

QString sizeText(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, bytes < 10'000 ? 0 : 1, QLocale::DataSizeSIFormat);
}

QString countsText(int added, int removed)
{
    return QStringLiteral("+%1 −%2").arg(QLocale().toString(added), QLocale().toString(removed));
}

ChangeTree::ChangeTree(QObject *parent)
    : QAbstractItemModel(parent)
{
}

QString ChangeTree::key(const FileChange &change) const
{
    return m_byMount ? change.mount + u'/' + change.path : change.path;
}

const FileChange *ChangeTree::change(const QString &key) const
{
    const auto found = std::ranges::find_if(
        m_changes, [&](const FileChange &change) { return this->key(change) == key; });
    return found == m_changes.end() ? nullptr : &*found;
}

void ChangeTree::setChanges(const QList<FileChange> &changes, bool byMount, const QString &folder)
{
    beginResetModel();
    QHash<QString, QString> counts;
    for (const FileChange &change : changes) {
        const auto known = m_byMount == byMount ? m_counts.constFind(key(change)) : m_counts.cend();
        const FileChange *before = known == m_counts.cend() ? nullptr : this->change(known.key());
        if (before && *before == change)
            counts.insert(known.key(), *known);
    }
    m_counts = counts;
    m_changes = changes;
    m_byMount = byMount;
    m_root.children.clear();
    m_top = &m_root;
    if (!folder.isEmpty() && !changes.isEmpty()) {
        m_root.children.push_back(std::make_unique<Node>());
        m_top = m_root.children.front().get();
        m_top->name = folder;
        m_top->parent = &m_root;
    }
    QHash<QString, bool> ticks;
    for (int i = 0; i < m_changes.size(); ++i) {
        const QString key = this->key(m_changes.at(i));
        place(key)->change = i;
        const bool safe = m_changes.at(i).conflict.isEmpty();
        ticks.insert(key, safe && m_ticks.value(key, true));
    }
    m_ticks = ticks;
    sort(m_root);
    endResetModel();
    Q_EMIT ticksChanged();
}

ChangeTree::Node *ChangeTree::place(const QString &path)
{
    Node *node = m_top;
    const QStringList names = path.split(u'/');
    for (const QString &name : names) {
        const auto found =
            std::ranges::find(node->children, name, [](const auto &child) { return child->name; });
        if (found != node->children.end()) {
            node = found->get();
            continue;
        }
        auto child = std::make_unique<Node>();
        child->name = name;
        child->path = node->path.isEmpty() ? name : node->path + u'/' + name;
        child->parent = node;
        node->children.push_back(std::move(child));
        node = node->children.back().get();
    }
    return node;
}

// Folders first, each by name as people sort.
void ChangeTree::sort(Node &node)
{
    std::ranges::stable_sort(node.children, [](const auto &a, const auto &b) {
        if (a->children.empty() != b->children.empty())
            return b->children.empty();
        return QString::localeAwareCompare(a->name, b->name) < 0;
    });
    for (size_t row = 0; row < node.children.size(); ++row) {
        node.children[row]->row = int(row);
        sort(*node.children[row]);
    }
}

void ChangeTree::collect(const Node &node, QList<FileChange> &changes) const
{
    if (node.change >= 0)
        changes.append(m_changes.at(node.change));
    for (const auto &child : node.children)
        collect(*child, changes);
}

QList<FileChange> ChangeTree::changesAsShown() const
{
    QList<FileChange> changes;
    collect(m_root, changes);
    return changes;
}

QStringList ChangeTree::tickedKeys() const
{
    QStringList keys;
    for (const FileChange &change : m_changes) {
        if (m_ticks.value(key(change)))
            keys.append(key(change));
    }
    return keys;
}

void ChangeTree::setTicked(const QString &key, bool ticked)
{
    if (const QModelIndex index = indexOf(key); index.isValid())
        setData(index, ticked ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
}

ChangeTree::Node *ChangeTree::nodeAt(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Node *>(index.internalPointer())
                           : const_cast<Node *>(&m_root);
}

QModelIndex ChangeTree::indexOfNode(Node *node) const
{
    return node == &m_root ? QModelIndex() : createIndex(node->row, 0, node);
}

void ChangeTree::setCounts(const QString &key, int added, int removed)
{
    m_counts.insert(key, countsText(added, removed));
    if (const QModelIndex index = indexOf(key); index.isValid())
        Q_EMIT dataChanged(index, index, {MetaRole, Qt::AccessibleTextRole});
}

QModelIndex ChangeTree::indexOf(const QString &key) const
{
    const Node *node = m_top;
    const QStringList names = key.split(u'/');
    for (const QString &name : names) {
        const auto found =
            std::ranges::find(node->children, name, [](const auto &child) { return child->name; });
        if (found == node->children.end())
            return {};
        node = found->get();
    }
    return indexOfNode(const_cast<Node *>(node));
}

QModelIndex ChangeTree::index(int row, int column, const QModelIndex &parent) const
{
    const Node *node = nodeAt(parent);
    if (column != 0 || row < 0 || row >= int(node->children.size()))
        return {};
    return createIndex(row, 0, node->children[size_t(row)].get());
}

QModelIndex ChangeTree::parent(const QModelIndex &child) const
{
    return child.isValid() ? indexOfNode(nodeAt(child)->parent) : QModelIndex();
}

int ChangeTree::rowCount(const QModelIndex &parent) const
{
    return int(nodeAt(parent)->children.size());
}

int ChangeTree::changesIn(const Node &node) const
{
    int count = node.change >= 0 ? 1 : 0;
    for (const auto &child : node.children)
        count += changesIn(*child);
    return count;
}

Qt::CheckState ChangeTree::stateOf(const Node &node) const
{
    std::optional<Qt::CheckState> state;
    const auto add = [&state](Qt::CheckState more) {
        state = !state || *state == more ? more : Qt::PartiallyChecked;
    };
    if (node.change >= 0)
        add(m_ticks.value(key(m_changes.at(node.change))) ? Qt::Checked : Qt::Unchecked);
    for (const auto &child : node.children)
        add(stateOf(*child));
    return state.value_or(Qt::Unchecked);
}

QVariant ChangeTree::data(const QModelIndex &index, int role) const
{
    const Node *node = nodeAt(index);
    const FileChange *change = node->change >= 0 ? &m_changes.at(node->change) : nullptr;
    switch (role) {
    case Qt::DisplayRole:
        return shownName(node->name);
    case Qt::CheckStateRole:
        return stateOf(*node);
    case Qt::AccessibleTextRole: {
        QStringList words{shownName(node->name)};
        if (change) {
            words << changeWord(change->kind);
            if (m_counts.contains(node->path))
                words << m_counts.value(node->path);
            if (!change->conflict.isEmpty())
                words << change->conflict;
        } else {
            words << tr("%n change(s)", nullptr, changesIn(*node));
        }
        return words.join(QStringLiteral(", "));
    }
    case Qt::ToolTipRole:
        return change ? change->conflict : QString();
    case PathRole:
        return node->path;
    case LetterRole:
        return change ? changeLetter(change->kind) : QString();
    case MetaRole:
        if (!change || !node->children.empty())
            return QLocale().toString(changesIn(*node));
        if (change->kind == FileChange::Kind::Changed && m_counts.contains(node->path))
            return m_counts.value(node->path);
        return change->after.exists && change->after.type == EntryType::File
                   ? sizeText(change->after.size)
                   : QString();
    case ConflictRole:
        return change && !change->conflict.isEmpty();
    case IconRole:
        return node->children.empty() &&
                       !(change && (change->after.exists ? change->after : change->before).type ==
                                       EntryType::Folder)
                   ? fileIcon(node->name)
                   : QStringLiteral("folder");
    case IsChangeRole:
        return change != nullptr;
    default:
        return {};
    }
}

void ChangeTree::tick(Node &node, bool ticked)
{
    if (node.change >= 0)
        m_ticks[key(m_changes.at(node.change))] = ticked;
    for (const auto &child : node.children)
        tick(*child, ticked);
}

void ChangeTree::tellUp(Node *node)
{
    for (; node && node != &m_root; node = node->parent)
        Q_EMIT dataChanged(indexOfNode(node), indexOfNode(node), {Qt::CheckStateRole});
}

void ChangeTree::tellDown(Node &node)
{
    if (node.children.empty())
        return;
    Q_EMIT dataChanged(indexOfNode(node.children.front().get()),
                       indexOfNode(node.children.back().get()), {Qt::CheckStateRole});
    for (const auto &child : node.children)
        tellDown(*child);
}

bool ChangeTree::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !index.isValid())
        return false;
    Node *node = nodeAt(index);
    tick(*node, value.value<Qt::CheckState>() == Qt::Checked);
    tellUp(node);
    tellDown(*node);
    Q_EMIT ticksChanged();
    return true;
}

Qt::ItemFlags ChangeTree::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable;
}

} // namespace glovebox::ui
