// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/desk.h"

#include <QHash>

namespace glovebox::ui {

class Arrivals;
class NotificationServer;

// Tells the person of requests that wait, one notification per client (UI.md 4.1). When one comes
// is for Arrivals to say. A notification names one request, the same as long as that one waits;
// "Deny" denies exactly that one, and never another that took its place. Nothing here can allow:
// the code is not on the screen (UI.md 1.3).
class RequestNotices final : public QObject
{
    Q_OBJECT

public:
    RequestNotices(ApprovalDesk &desk, Clock &clock, Arrivals &arrivals, NotificationServer &server,
                   QObject *parent = nullptr);

    // "sales-q3: reads 1 file, writes 2 (staged), adds xlsxwriter. 2 more are waiting."
    static QString bodyOf(const PendingRequest &request, int more);

Q_SIGNALS:
    void reviewRequested(glovebox::RunId run);

private:
    // What the notification of one client says now.
    struct Named
    {
        RunId run;
        QString digest;
        bool isReminder = false;
        std::chrono::milliseconds since{0}; // it names that one
    };

    void tell(const ClientId &client);
    void remind(RunId run);
    void onDeskChanged();
    void refresh(const ClientId &client);
    void show(const ClientId &client);
    void press(const ClientId &client, const QString &key);
    void deny(const ClientId &client, RunId run, const QString &digest);
    void forget(const ClientId &client);
    void name(Named &named, const PendingRequest &request, bool isReminder);
    QList<PendingRequest> waitingOf(const ClientId &client) const;

    ApprovalDesk &m_desk;
    Clock &m_clock;
    Arrivals &m_arrivals;
    NotificationServer &m_server;
    QHash<ClientId, Named> m_named; // clients whose notification is on the screen
};

} // namespace glovebox::ui
