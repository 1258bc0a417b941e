// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"
#include "base/desk.h"
#include "base/runhub.h"
#include "rail.h"

#include <QMainWindow>
#include <QSet>

class QMenu;
class QStackedWidget;

namespace glovebox::ui {

class EmptyPage;
class FindAction;
class GrantModel;
class MessageBar;
class MountModel;
class Quiet;
class RequestView;
class RunListModel;
class RunPage;
class RunsPane;
class SessionModel;
class SidePane;
class StatusModel;
class WaitingModel;
class WaitingPane;
class WorkPanes;

// The window (UI.md 3): waiting queue and runs at the left, what is chosen in the centre, this run
// and the mounts at the right. Knows the program only through what its constructor takes.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(RunHub &hub, ApprovalDesk &desk, ProgramControls &controls, Clock &clock,
               Quiet &quiet, QWidget *parent = nullptr);
    ~MainWindow() override;

    // Places of the window and its panes, to be kept between two starts.
    QByteArray saveLayout() const;
    bool restoreLayout(const QByteArray &bytes); // false: not ours, nothing changed

    // With a tray, closing hides the window; without one it is minimised. Desktops start their tray
    // when they like, so it is asked each time.
    void setTrayPresence(std::function<bool()> isPresent)
    {
        m_isTrayPresent = std::move(isPresent);
    }

    // One more screen of the rail. Its window title names what it shows, before " — Glovebox";
    // when it is chosen it gets the focus. The window owns it.
    void addScreen(Screen screen, QWidget *page);
    void showScreen(Screen screen);
    // What screens are made in, so that they are not dressed a second time when they are added.
    QWidget *screenParent() const;
    // What a screen can do, above what the menu has; for the keys and for finding actions.
    enum class Menu { File, Edit, Run, Session };
    void addToMenu(Menu menu, const QList<QAction *> &actions);
    // Gives a screen back, with all that is in it; nullptr: there is none.
    QWidget *takeScreen(Screen screen);
    // A request's code is being changed: what the person typed is nowhere else.
    bool isEditing() const;
    // In place of the workbench until the first run is known, another screen is chosen or
    // endFirstRun() is called; then it is deleted. The window owns it.
    void setFirstRunPage(QWidget *page);
    void endFirstRun();
    // The runs whose changes of folders can be undone.
    void setUndoableRuns(const QSet<RunId> &runs);
    // What to say to a client, while no run is known.
    void setLineToPaste(const QString &line);
    // Lets the person choose a folder to share, with this mode to begin with.
    void addFolder(MountMode mode = MountMode::Staged);
    Screen shownScreen() const;
    QList<Screen> screens() const; // in the order of the rail
    Rail *rail() const { return m_rail; }

    // The run or request in the centre; null: none.
    RunId shownRun() const { return m_shown; }
    void showRun(RunId run);
    void showRequest(RunId run);
    void showFirstWaiting();
    void showMounts(); // puts the keyboard there
    void raiseWindow();
    // Ends the program, after asking when something runs.
    void askToQuit();
    // A sentence under the menu that can be closed; `undo` may be empty.
    void showMessage(const QString &text, bool bad = false, const QString &action = {},
                     const std::function<void()> &act = {});
    // The same as a question: `keep` are the words of what closes it and changes nothing.
    void askInBar(const QString &text, const QString &action, const std::function<void()> &act,
                  const QString &keep);

Q_SIGNALS:
    // The window went to the tray. The first time the tray says that the program goes on.
    void closedToTray();
    // A new scratchpad, or this run in one.
    void scratchpadRequested(glovebox::RunId run);
    // The person wants to look at what waits in this mount.
    void reviewRequested(const QString &mount);
    // What this run changed is to be looked at, and perhaps undone.
    void undoRequested(glovebox::RunId run);
    // Wants the code of that run asked and run once more.
    void runAgainRequested(glovebox::RunId run);
    void firstRunEnded();
    // From the menu Help; F1 is about the screen that is shown.
    void helpRequested(glovebox::ui::Screen screen);
    void aboutRequested();
    void diagnosticsRequested();
    // The person wants to decide several waiting requests together.
    void togetherRequested();

protected:
    void closeEvent(QCloseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void buildPanes();
    void buildMenus();
    void buildFileMenu();
    void buildEditMenu();
    void buildViewMenu();
    void buildRunMenu();
    void buildApprovalsMenu();
    void buildToolsMenu();
    void buildHelpMenu();
    QMenu *addGroupingMenu();
    QWidget *buildCorner();
    void connectParts();

    bool hasRunsOfClients() const;
    void fitToWidth();
    void refreshWaiting();
    void refreshFacts();
    void refreshTitle();
    void refreshActions();
    void refreshProblems();
    void onAsked(const RunEvent &event);
    void onDecided(RunId run);
    void putOff();
    void chooseNext();
    void setShown(RunId run, QWidget *page);
    bool isPending(RunId run) const;

    void copyAddress();
    void useAnotherPort();
    void shareFolder(const QString &path, MountMode mode = MountMode::Staged);
    void changeMode(const QString &name, MountMode mode);
    void showSecrets(const QString &name, bool shown);
    void limitMount(const QString &name, const std::optional<QList<ClientId>> &clients);
    void includeVolumes(const QString &name, bool included);
    void removeMount(const QString &name);
    void revoke(qint64 grant);
    void revokeAll();
    void stopRun();
    void stepRun(int by);
    void focusPane(int by);
    void findAction();
    void runAgain();

    RunHub &m_hub;
    ApprovalDesk &m_desk;
    ProgramControls &m_controls;
    Quiet &m_quiet;
    RunListModel *m_runs;
    WaitingModel *m_waiting;
    MountModel *m_mounts;
    SessionModel *m_sessions;
    GrantModel *m_grants;
    StatusModel *m_status;

    MessageBar *m_messages = nullptr;
    Rail *m_rail = nullptr;
    QStackedWidget *m_screens = nullptr;
    QHash<Screen, QWidget *> m_pages;
    QWidget *m_firstRun = nullptr;
    QMenu *m_viewMenu = nullptr;
    QAction *m_screensEnd = nullptr; // where the menu's list of screens ends
    WorkPanes *m_panes = nullptr;    // the workbench
    QWidget *m_left = nullptr;
    WaitingPane *m_waitingPane = nullptr;
    RunsPane *m_runsPane = nullptr;
    QStackedWidget *m_centre = nullptr;
    EmptyPage *m_empty = nullptr;
    RunPage *m_runPage = nullptr;
    RequestView *m_requestPage = nullptr;
    SidePane *m_side = nullptr;
    QWidget *m_sidePlace = nullptr; // where the side pane stands when there is room
    QAction *m_stopAction = nullptr;
    QAction *m_againAction = nullptr;
    QAction *m_undoRunAction = nullptr;
    QSet<RunId> m_undoable;
    QAction *m_saveAction = nullptr;
    QAction *m_wholeAction = nullptr;
    QAction *m_tableAction = nullptr;
    FindAction *m_finder = nullptr;
    QAction *m_findAction = nullptr;
    QAction *m_pauseAction = nullptr;
    QAction *m_revokeAction = nullptr;
    QAction *m_firstWaitingAction = nullptr;
    QAction *m_togetherAction = nullptr;
    QAction *m_leftAction = nullptr;
    QAction *m_rightAction = nullptr;

    RunId m_shown;
    bool m_narrow = false;
    std::function<bool()> m_isTrayPresent = [] { return false; };
    bool m_saidMinimised = false;
};

} // namespace glovebox::ui
