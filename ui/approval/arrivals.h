// SPDX-License-Identifier: MIT
#pragma once

#include <base/clock.h>
#include <base/desk.h>

#include <QHash>
#include <QSet>

#include <functional>

namespace glovebox::ui {

// What a request that comes may do to the screen (UI.md 4.1). Says what is wanted and when; who
// shows windows and notifications listens.
class Arrivals final : public QObject
{
    Q_OBJECT

public:
    enum class Presentation { Notification, Window, Neither };

    // `isSeen`: one of the program's windows is active, so that its badge is enough.
    Arrivals(ApprovalDesk &desk, Clock &clock, std::function<bool()> isSeen,
             QObject *parent = nullptr);
    ~Arrivals() override;

    void setPresentation(Presentation presentation) { m_presentation = presentation; }
    // When it ends, what came meanwhile and still waits is told.
    void setQuiet(bool quiet);
    // The client's notification is no longer on the screen: the next arrival is told anew.
    void notificationClosed(const ClientId &client);
    // Whether a window can come without the focus here; false on Wayland, which cannot promise it.
    void setCanOpenQuietly(bool can) { m_canOpenQuietly = can; }
    static bool platformOpensQuietly();

Q_SIGNALS:
    void windowWanted(glovebox::RunId run);
    // The client's one notification: shown anew or only updated in place. `waiting` requests of
    // that client wait now.
    void notificationWanted(const glovebox::ClientId &client, glovebox::RunId run, int waiting,
                            bool anew);
    // Quiet hours begin: notifications that are there go.
    void silenceWanted();
    // One minute before the end of a request, once.
    void reminderWanted(glovebox::RunId run);

private:
    void arrive(RunId run);
    bool belongsToLastArrival(const PendingRequest &request);
    void notify(const PendingRequest &request);
    void notifyLater(const PendingRequest &request);
    void watchForReminder();
    bool mayDisturb() const;
    int waitingOf(const ClientId &client) const;

    ApprovalDesk &m_desk;
    Clock &m_clock;
    std::function<bool()> m_isSeen;
    Presentation m_presentation = Presentation::Window;
    bool m_quiet = false;
    bool m_canOpenQuietly;
    QHash<SessionId, std::chrono::milliseconds> m_lastArrival;
    std::optional<std::chrono::milliseconds> m_lastNotification;
    QSet<ClientId> m_notified; // clients whose notification exists
    QHash<ClientId, RunId> m_due;
    QSet<RunId> m_reminded;
    std::unique_ptr<QObject> m_notifyTimer;
    std::unique_ptr<QObject> m_reminderTimer;
};

} // namespace glovebox::ui
