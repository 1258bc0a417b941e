// SPDX-License-Identifier: MIT
#pragma once

#include "base/changedesk.h"
#include "ui/models/changecontent.h"
#include "ui/models/changetree.h"

#include <QSet>
#include <QWidget>

#include <functional>

class QScrollArea;
class QStackedWidget;
class QVBoxLayout;

namespace glovebox::ui {

class Button;
class ChangeList;
class FileSection;
class MergeEditor;
class TextLine;

// What clients staged, to be applied or discarded, and what runs changed, to be undone
// (UI.md 6 "Review"). Files stand below one another and are read as they come on screen.
class ReviewPage final : public QWidget
{
    Q_OBJECT

public:
    explicit ReviewPage(ChangeDesk &desk, QWidget *parent = nullptr);
    ~ReviewPage() override;

    // The first stage of this mount, if it holds anything.
    void showMount(const QString &mount);
    void showRun(RunId run);
    int stagedChanges() const; // of all stages: the rail's badge
    bool isEditing() const;    // a conflict: what was typed is nowhere else yet
    void undoApply(RunId number);
    void undoDiscard(RunId number);

Q_SIGNALS:
    void stagedChangesChanged();
    void message(const QString &text, bool bad);
    // Staged changes were applied, and undoApply() takes that back.
    void applied(const QString &text, glovebox::RunId number);
    // Staged changes were discarded, and undoDiscard() stages them again.
    void discarded(const QString &text, glovebox::RunId number);

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *buildBar();
    void buildKeys();
    void refreshChoices();
    void readChanges();
    void takeChanges(const Result<QList<FileChange>> &changes);
    void buildSections();
    void loadVisible();
    void showFile(const QString &key);
    int topOf(const FileSection *section) const; // in what is scrolled
    int currentSection() const;                  // an index; -1: there is none
    void stepFile(int step);
    void stepChange(int step);
    void withCurrent(const std::function<void(FileSection *)> &act) const;
    void refreshBar();
    void applyTicked();
    void undoTicked();
    void apply(const QStringList &paths, ChangeDesk::OnConflict onConflict);
    void askToDiscard();
    void discard(const QStringList &paths);
    // Says what was refused, else `done`: as `undoable`, of that number, or as a message.
    void report(const Result<ChangeReport> &report, const QString &done,
                void (ReviewPage::*undoable)(const QString &, RunId) = nullptr, RunId number = {});
    void reportUndone(const Result<ChangeReport> &done);
    void stageAgain(RunId number, const QStringList &paths);
    void chooseWanted();
    void countLater();
    void countNext();
    void editMerged(const QString &key);
    void saveMerged();
    void showCentre();

    ChangeDesk &m_desk;
    ChangeTree m_tree;
    ChangeList *m_list;
    QStackedWidget *m_centre;
    QScrollArea *m_scroll;
    MergeEditor *m_editor;
    QWidget *m_bar = nullptr;
    QVBoxLayout *m_column = nullptr;
    QList<FileSection *> m_sections;
    QString m_current; // the file that was gone to last
    QSet<QString> m_viewed;
    TextLine *m_nothing;
    TextLine *m_selected = nullptr;
    TextLine *m_hint = nullptr;
    Button *m_discard = nullptr;
    Button *m_apply = nullptr;
    QList<FileChange> m_shown;
    RunId m_takenBack;                // a discard: the last one that was staged again
    std::optional<StageRef> m_wanted; // to be shown as soon as it holds something again
    QStringList m_uncounted;          // keys of texts whose lines nobody has compared yet
    std::optional<ChangeSource> m_shownSource;
    bool m_isStale = true; // something changed while nobody looked
    quint64 m_reading = 0; // number of the newest question; answers to older ones are dropped
};

} // namespace glovebox::ui
