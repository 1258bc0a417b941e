// SPDX-License-Identifier: MIT
#pragma once

#include "base/clientdesk.h"
#include "base/clock.h"
#include "base/controls.h"
#include "base/desk.h"
#include "base/runhub.h"

#include <QHash>
#include <QSet>

#include <functional>

namespace glovebox::ui {

class NotificationServer;
class Quiet;

// What the person may want to hear while they look elsewhere, beside requests (UI.md 10
// "Notices"). Each kind has one notification, updated in place; none comes while a window of the
// program is active or in quiet hours.
class ProgramNotices final : public QObject
{
    Q_OBJECT

public:
    enum class Kind {
        LongRuns,        // still running after a minute, and how it ended
        Changes,         // staged changes wait
        PermissionEnded, // by its time or its number of runs
        NewClient,       // it connected for the first time
        UnknownKey,
    };
    // "long_runs" …, as the settings have it; those that are not known are left out.
    static QSet<Kind> kindsFrom(const QStringList &names);

    static constexpr std::chrono::seconds longRun{60};
    static constexpr std::chrono::seconds changesSettle{3};
    static constexpr std::chrono::minutes unknownKeyPause{10};

    struct Parts
    {
        RunHub &hub;
        ApprovalDesk &desk;
        ProgramControls &controls;
        ClientDesk &clients;
        Clock &clock;
        Quiet &quiet;
        NotificationServer &server;
        std::function<bool()> isSeen; // a window of the program is active
    };

    explicit ProgramNotices(Parts parts, QObject *parent = nullptr);
    ~ProgramNotices() override;

    void setKinds(const QSet<Kind> &kinds) { m_kinds = kinds; }
    // The window was closed for the first time: said whatever is set, because it answers the
    // person.
    void tellStillInTray();
    void tellUnknownKey();

Q_SIGNALS:
    void runRequested(glovebox::RunId run);
    void reviewRequested(const QString &mount);
    void clientsRequested();
    void openRequested();

private:
    void onPublished(const RunEvent &event);
    void onLongRun(RunId run);
    void onEnded(RunId run);
    void onMountsChanged();
    void tellChanges();
    void onGrantsChanged();
    void onClientsChanged();
    bool mayTell(Kind kind) const;
    void tell(const QString &tag, const QString &title, const QString &text,
              const QString &action = {});
    void press(const QString &tag);

    Parts m_parts;
    QSet<Kind> m_kinds;
    QHash<RunId, std::shared_ptr<QObject>> m_long; // its timer; null once it runs for long
    QHash<QString, int> m_changes;                 // that each mount had
    QSet<QString> m_grown;                         // mounts with more of them
    std::unique_ptr<QObject> m_changesTimer;
    QList<Grant> m_grants;
    QSet<ClientId> m_seenClients;
    bool m_knowsClients = false;
    std::optional<std::chrono::milliseconds> m_unknownKeyTold;
};

} // namespace glovebox::ui
