// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/changecontent.h"

#include <QWidget>

class QCheckBox;
class QToolButton;
class QVBoxLayout;

namespace glovebox::ui {

class Chip;
class ImageDiffView;
class SegmentRow;
class TextDiffView;
class TextLine;

// One changed file on the review screen: a header with its state, and below it what differs.
// Nothing is read before `load`: of a thousand files only those are, that come on screen.
class FileSection final : public QWidget
{
    Q_OBJECT

public:
    FileSection(ChangeDesk &desk, const ChangeSource &source, const FileChange &change,
                const QString &key, QWidget *parent = nullptr);

    const QString &key() const { return m_key; }
    void load();
    // Shows what both sides did to the file of a conflict, once it is read.
    void compareAllThree();
    bool isViewed() const;
    void setViewed(bool viewed);
    // From one of its first two views to the other, if it has more than one.
    void turnView();
    // Where its changes begin: the lines of a text, or all of it.
    QList<int> changeTops() const;
    // Its header stays in sight while that much of it is above what is seen.
    void keepHeader(int above);

Q_SIGNALS:
    void viewedChanged(const QString &key, bool viewed);
    void loaded(); // its height is the final one now
    void counted(const QString &key, int added, int removed);
    // Ways out of a conflict, below the comparison.
    void keepFolders(const QString &key);
    void useClients(const QString &key);
    void editMerged(const QString &key);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    class Header;

    void buildHeader();
    void placeHeader();
    struct Choice
    {
        QString text;
        std::function<void()> choose;
    };
    void addChoices(const QList<Choice> &choices);
    QWidget *threeWayView(const ChangeContent::ThreeWay &threeWay);
    QWidget *waysOut(QWidget *parent);
    void show(const ChangeContent &content);
    void showText(const ChangeContent &content);
    void showTable(const ChangeContent &content);
    void showImages(const ChangeContent &content);
    void showFacts(const ChangeContent &content);
    void setMeta(const QString &what);
    QString factsOf(const EntryState &state) const;

    ChangeDesk &m_desk;
    ChangeSource m_source;
    FileChange m_change;
    QString m_key;
    QVBoxLayout *m_column;
    Header *m_header = nullptr;
    int m_above = 0;
    TextLine *m_meta = nullptr;
    SegmentRow *m_choice = nullptr;
    QCheckBox *m_viewed = nullptr;
    QToolButton *m_allThree = nullptr;
    bool m_allThreeWanted = false;
    QWidget *m_body = nullptr;
    bool m_loading = false;
};

} // namespace glovebox::ui
