// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/desk.h"
#include "base/journaldesk.h"

#include <QKeySequence>
#include <QWidget>

#include <functional>
#include <memory>

class QComboBox;
class QLineEdit;
class QMenu;

namespace glovebox::ui {

class Button;
class JournalDetail;
class JournalList;
class JournalModel;
class TextLine;
class Timeline;

// The journal (UI.md 6): search and filters, runs per hour, the runs, and one of them whole.
class JournalPage final : public QWidget
{
    Q_OBJECT

public:
    JournalPage(JournalDesk &desk, ApprovalDesk &approvals, Clock &clock,
                QWidget *parent = nullptr);
    ~JournalPage() override;

    JournalModel *model() const { return m_model; }
    void showRun(RunId run);
    // For the window's menus: what this screen can do, visible while it is.
    QList<QAction *> menuActions() const { return m_menuActions; }

Q_SIGNALS:
    void openRequested(glovebox::RunId run); // in the workbench
    void scratchpadRequested(glovebox::RunId run);
    void message(const QString &text, bool bad);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    // A key of this screen. They are taken before the window's, which mean its other screen.
    struct Key
    {
        QKeySequence keys;
        std::function<void()> act;
    };

    void buildKeys();
    QWidget *buildFilters();
    QWidget *buildTimeline();
    QWidget *buildLeft();
    QMenu *buildMenu();
    QComboBox *addFilter(const QString &name, const QString &any, const QString &spoken);
    void fillFixedFilters();
    void fillChoices();
    void connectParts();

    void applyFilters();
    JournalQuery wantedQuery() const;
    bool isFiltered() const;
    void clearFilters();
    void readHours();
    void refreshFoot();
    void step(int by);
    void focusPane(int by);
    void showMenuOfRun(const QPoint &place);

    void askForExport(const JournalQuery &query, JournalFormat format);
    void chooseFormat(const JournalQuery &query);
    void exportTo(const JournalQuery &query, JournalFormat format, const QString &path);
    void verify();
    void runAgain(RunId run);
    void allowAlways(RunId run);
    void askToPurge(const JournalQuery &query, qint64 runs);
    void purge(const JournalQuery &query);

    JournalDesk &m_desk;
    ApprovalDesk &m_approvals;
    Clock &m_clock;
    JournalModel *m_model;
    QLineEdit *m_search = nullptr;
    QComboBox *m_client = nullptr;
    QComboBox *m_state = nullptr;
    QComboBox *m_decider = nullptr;
    QComboBox *m_mount = nullptr;
    QComboBox *m_session = nullptr;
    Button *m_clear = nullptr;
    Button *m_export = nullptr;
    Button *m_more = nullptr;
    TextLine *m_spanText = nullptr;
    QComboBox *m_range = nullptr;
    Timeline *m_timeline = nullptr;
    JournalList *m_list = nullptr;
    TextLine *m_foot = nullptr;
    JournalDetail *m_detail = nullptr;
    QList<Key> m_keys;
    QList<QAction *> m_menuActions;
    std::unique_ptr<QObject> m_typing;
    bool m_filling = false;
};

} // namespace glovebox::ui
