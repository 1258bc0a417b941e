// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"
#include "base/desk.h"
#include "base/runhub.h"
#include "ui/models/refresher.h"

#include <QHash>
#include <QObject>

#include <memory>

class QAction;
class QMenu;
class QSystemTrayIcon;

namespace glovebox::ui {

class Quiet;

// The program's icon among the system's, its menu, and notifications (UI.md 4.1, 6 "Tray"). Works
// as a whole where the system has no tray: then nothing is shown and isPresent() is false.
// Nothing here can allow a run: allowing needs the code on the screen (UI.md 1.3).
class Tray final : public QObject
{
    Q_OBJECT

public:
    // One notification per client at most every 20 seconds.
    static constexpr std::chrono::seconds notifyPause{20};

    Tray(RunHub &hub, ApprovalDesk &desk, ProgramControls &controls, Clock &clock, Quiet &quiet,
         QObject *parent = nullptr);
    ~Tray() override;

    void show();
    bool isPresent() const;
    QMenu *menu() const { return m_menu.get(); }
    // What the dot says now, in words: the icon's tool tip.
    QString stateText() const;

    // For a request that came while no window of ours is active; whether that is so is the
    // caller's to know. Merged with what was said of the same client.
    void notifyAsked(RunId run);
    // "Glovebox keeps running in the tray", once in the life of the process.
    void notifyStillRunning();

Q_SIGNALS:
    void openRequested();
    void reviewRequested();
    void quitRequested();
    // What was handed to the system, for tests and for systems without a tray.
    void notified(const QString &title, const QString &text);

private:
    struct Told
    {
        std::chrono::milliseconds at{0};
        std::unique_ptr<QObject> later; // a notification that waits for the pause to end
    };

    void buildMenu();
    void refresh();
    void refreshRunning();
    void tell(const ClientId &client);
    void notify(const QString &title, const QString &text);
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
    QAction *m_summary = nullptr;
    QAction *m_review = nullptr;
    QAction *m_running = nullptr;
    QAction *m_pause = nullptr;
    QAction *m_revoke = nullptr;
    QSet<RunId> m_active; // starting or running
    Refresher m_refresher; // a short run must not wait for icon and menu, twice
    QHash<ClientId, std::shared_ptr<Told>> m_told;
    bool m_saidStillRunning = false;
};

} // namespace glovebox::ui
