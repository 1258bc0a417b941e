// SPDX-License-Identifier: MIT
#pragma once

#include "base/filechange.h"

#include <QAbstractItemModel>
#include <QHash>

#include <memory>
#include <vector>

namespace glovebox::ui {

// Changes as a tree of folders with ticks (UI.md 6 "Review"). A conflict begins unticked; a tick
// on a folder is a tick on everything in it. Ticks stay with their paths when changes come anew.
class ChangeTree final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Role {
        PathRole = Qt::UserRole + 1, // of a change: its key(); of a folder: its path
        LetterRole,                  // "A", "M", "D", "R"; empty for a folder without a change
        MetaRole,                    // lines, size, or number of changes inside a folder
        ConflictRole,                // bool
        IconRole,
        IsChangeRole,
    };

    explicit ChangeTree(QObject *parent = nullptr);

    // With `byMount` the first level are mounts, and keys are "MOUNT/PATH" (a run's changes);
    // otherwise they are paths (a stage's), below one row of that name for the folder itself if it
    // has one.
    void setChanges(const QList<FileChange> &changes, bool byMount, const QString &folder = {});
    const QList<FileChange> &changes() const { return m_changes; }
    QString key(const FileChange &change) const;
    const FileChange *change(const QString &key) const;

    // As the tree shows them, with every folder open.
    QList<FileChange> changesAsShown() const;
    QStringList tickedKeys() const; // in the order of changes()
    void setTicked(const QString &key, bool ticked);
    // Lines, once they are compared; they stay with a change as long as it is the same.
    void setCounts(const QString &key, int added, int removed);
    bool hasCounts(const QString &key) const { return m_counts.contains(key); }
    QModelIndex indexOf(const QString &key) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &) const override { return 1; }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void ticksChanged();

private:
    struct Node
    {
        QString name;
        QString path; // from the root of the tree
        int change = -1;
        Node *parent = nullptr;
        std::vector<std::unique_ptr<Node>> children;
        int row = 0;
    };

    Node *nodeAt(const QModelIndex &index) const;
    QModelIndex indexOfNode(Node *node) const;
    Node *place(const QString &path);
    static void sort(Node &node);
    void collect(const Node &node, QList<FileChange> &changes) const;
    Qt::CheckState stateOf(const Node &node) const;
    int changesIn(const Node &node) const;
    void tick(Node &node, bool ticked);
    void tellUp(Node *node);
    void tellDown(Node &node);

    QList<FileChange> m_changes;
    QHash<QString, bool> m_ticks; // by key
    QHash<QString, QString> m_counts;
    bool m_byMount = false;
    Node m_root;
    Node *m_top = &m_root; // what holds the changes: the folder's own row, or nothing that shows
};

QString changeWord(FileChange::Kind kind);   // "Added", "Modified" …
QString changeLetter(FileChange::Kind kind); // "A", "M", "D", "R"
QString sizeText(qint64 bytes);              // "2 KB", as people count: steps of 1000
QString countsText(int added, int removed);  // "+6 −5"

} // namespace glovebox::ui
