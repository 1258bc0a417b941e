// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"
#include "base/desk.h"
#include "base/runhub.h"
#include "ui/models/refresher.h"
#include "ui/theme/icons.h"

#include <QColor>
#include <QObject>
#include <QSet>

#include <memory>
#include <optional>
#include <utility>

class QAction;
class QMenu;
class QSystemTrayIcon;

namespace glovebox::ui {

class Quiet;

// The program's icon among the system's, and its menu (UI.md 6 "Tray"). Works as a whole where the
// system has no tray: then nothing is shown and isPresent() is false. Nothing here can allow a run:
// allowing needs the code on the screen (UI.md 1.3).
class Tray final : public QObject
{
    Q_OBJECT

public:
    Tray(RunHub &hub, ApprovalDesk &desk, ProgramControls &controls, Clock &clock, Quiet &quiet,
         QObject *parent = nullptr);
    ~Tray() override;

    // A tray that the desktop starts later gets the icon then.
    void show();
    bool isPresent() const;
    QMenu *menu() const { return m_menu.get(); }
    enum class State { Idle, Running, Waiting, Paused, Bad };
    State state() const; // the worst first
    // What the dot says now, in words: the icon's tool tip.
    QString stateText() const;
    // Without a scratchpad its entry is hidden.
    void setScratchpadOffered(bool offered);

    // For a desktop whose notification server does not answer: the tray's own way, if it has one.
    void showBalloon(const QString &title, const QString &text);

Q_SIGNALS:
    void openRequested();
    void reviewRequested();
    void scratchpadRequested();
    void mountsRequested();
    void quitRequested();

private:
    void buildMenu();
    void addDoors();
    void addSwitches();
    void refresh();
    void refreshRunning();
    QList<RunId> runningRuns() const;
    int waiting() const;

    RunHub &m_hub;
    ApprovalDesk &m_desk;
    ProgramControls &m_controls;
    Clock &m_clock;
    Quiet &m_quiet;
    std::unique_ptr<QMenu> m_menu;
    std::unique_ptr<QMenu> m_runningMenu;
    std::unique_ptr<QMenu> m_quietMenu;
    std::unique_ptr<QSystemTrayIcon> m_icon;
    std::optional<std::pair<ProgramDot, QColor>> m_look; // of the icon
    QAction *m_summary = nullptr;
    QAction *m_review = nullptr;
    QAction *m_running = nullptr;
    QAction *m_scratchpad = nullptr;
    QAction *m_notify = nullptr; // ends quiet hours
    QAction *m_pause = nullptr;
    QAction *m_revoke = nullptr;
    QSet<RunId> m_active;  // starting or running
    Refresher m_refresher; // a short run must not wait for icon and menu, twice
};

} // namespace glovebox::ui
