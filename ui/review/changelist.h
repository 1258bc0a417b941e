// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/changecontent.h"
#include "ui/models/changetree.h"

#include <QWidget>

class QComboBox;
class QSortFilterProxyModel;
class QTreeView;
class QVBoxLayout;

namespace glovebox::ui {

class Button;
class SentenceBar;
class TextLine;

// The left side of the review screen: whose changes, a filter, the tree with ticks, and what to
// do about a conflict.
class ChangeList final : public QWidget
{
    Q_OBJECT

public:
    explicit ChangeList(ChangeTree &tree, QWidget *parent = nullptr);

    struct Choice
    {
        ChangeSource source;
        QString text;

        bool operator==(const Choice &) const = default;
    };
    // Keeps the chosen one when it is still among them; else the first. What nobody chose gives way
    // to a stage as soon as nobody looks: what waits is what they come for.
    void setChoices(const QList<Choice> &choices);
    void choose(const ChangeSource &source);
    std::optional<ChangeSource> chosen() const;
    void openChoices(); // the list of whose changes there are

    void setFoot(const QString &count, const QString &where);
    QTreeView *view() const { return m_view; }
    QString currentKey() const;
    void expandAll();

Q_SIGNALS:
    void sourceChosen();
    void fileChosen(const QString &key);
    void keepFolders(const QString &key);     // of a conflict: the client's version is discarded
    void useClients(const QString &key);      // of a conflict: the folder's version is overwritten
    void editMerged(const QString &key);      // of a conflict: the person writes the file
    void compareAllThree(const QString &key); // base, the client's and the folder's

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    bool select(const ChangeSource &source);
    QWidget *buildHeading();
    QWidget *buildConflict();
    void refreshConflict();

    ChangeTree &m_tree;
    QSortFilterProxyModel *m_filtered;
    QList<Choice> m_choices;
    bool m_isPicked = false; // by a person
    QComboBox *m_source = nullptr;
    QTreeView *m_view;
    SentenceBar *m_conflictText = nullptr; // buildConflict() makes it, so it stands first
    Button *m_edit = nullptr;
    QWidget *m_conflict;
    TextLine *m_count;
    TextLine *m_where;
};

} // namespace glovebox::ui
