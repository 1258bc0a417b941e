// SPDX-License-Identifier: MIT
#include "programnotices.h"

#include "notificationserver.h"

#include "ui/models/quiet.h"
#include "ui/models/words.h"
#include "ui/theme/paint.h"

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr auto runTag = "run:"_L1;
constexpr auto mountTag = "changes:"_L1;
constexpr auto clientTag = "client:"_L1;
constexpr auto grantTag = "permission:"_L1;
constexpr auto keyTag = "unknown-key"_L1;
constexpr auto trayTag = "tray"_L1;

} // namespace

QSet<ProgramNotices::Kind> ProgramNotices::kindsFrom(const QStringList &names)
{
    static const QHash<QString, Kind> known{{u"long_runs"_s, Kind::LongRuns},
                                            {u"changes"_s, Kind::Changes},
                                            {u"permission_ended"_s, Kind::PermissionEnded},
                                            {u"new_client"_s, Kind::NewClient},
                                            {u"unknown_key"_s, Kind::UnknownKey}};
    QSet<Kind> kinds;
    for (const QString &name : names) {
        if (const auto found = known.find(name); found != known.end())
            kinds.insert(*found);
    }
    return kinds;
}

ProgramNotices::ProgramNotices(Parts parts, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
    , m_grants(m_parts.desk.grants())
{
    for (const MountStatus &mount : m_parts.controls.mounts())
        m_changes.insert(mount.name, mount.stagedChanges);
    connect(&m_parts.hub, &RunHub::published, this, &ProgramNotices::onPublished);
    connect(&m_parts.controls, &ProgramControls::mountsChanged, this,
            &ProgramNotices::onMountsChanged);
    connect(&m_parts.desk, &ApprovalDesk::grantsChanged, this, &ProgramNotices::onGrantsChanged);
    connect(&m_parts.clients, &ClientDesk::changed, this, &ProgramNotices::onClientsChanged);
    connect(&m_parts.server, &NotificationServer::actionInvoked, this, &ProgramNotices::press);
}

ProgramNotices::~ProgramNotices() = default;

bool ProgramNotices::mayTell(Kind kind) const
{
    return m_kinds.contains(kind) && !m_parts.quiet.isQuiet() && !m_parts.isSeen();
}

void ProgramNotices::tell(const QString &tag, const QString &title, const QString &text,
                          const QString &action)
{
    Notification notification{.title = title, .text = text, .whole = u"open"_s};
    if (!action.isEmpty())
        notification.actions = {{u"open"_s, action}};
    m_parts.server.show(tag, notification);
}

void ProgramNotices::press(const QString &tag)
{
    const auto after = [&tag](QLatin1StringView start) { return tag.sliced(start.size()); };
    if (tag.startsWith(runTag)) {
        if (const auto run = RunId::fromString(after(runTag)))
            Q_EMIT runRequested(*run);
    } else if (tag.startsWith(mountTag)) {
        Q_EMIT reviewRequested(after(mountTag));
    } else if (tag.startsWith(clientTag) || tag.startsWith(grantTag) || tag == keyTag) {
        Q_EMIT clientsRequested();
    } else if (tag == trayTag) {
        Q_EMIT openRequested();
    }
}

// Runs

void ProgramNotices::onPublished(const RunEvent &event)
{
    const RunId run = event.run;
    if (std::holds_alternative<event::Started>(event.body)) {
        m_long.insert(run, m_parts.clock.after(longRun, this, [this, run] { onLongRun(run); }));
    } else if (std::holds_alternative<event::Ended>(event.body) && m_long.contains(run)) {
        onEnded(run);
        m_long.remove(run);
    }
}

void ProgramNotices::onLongRun(RunId run)
{
    // The timer is what calls, so it must outlive this.
    QMetaObject::invokeMethod(
        this, [timer = std::exchange(m_long[run], nullptr)] {}, Qt::QueuedConnection);
    const RunFacts *facts = m_parts.hub.facts(run);
    if (!facts || !mayTell(Kind::LongRuns))
        return;
    tell(runTag + run.toString(),
         tr("Still running after %1: %2").arg(clockText(longRun.count()), run.toString()),
         sideBySide(oneLine(facts->clientLabel), oneLine(facts->title)), tr("Open"));
}

void ProgramNotices::onEnded(RunId run)
{
    const QString tag = runTag + run.toString();
    const RunFacts *facts = m_parts.hub.facts(run);
    if (m_long.value(run) || !facts)
        return; // it was short
    if (!mayTell(Kind::LongRuns)) {
        m_parts.server.close(tag);
        return;
    }
    const QString time = clockText(facts->executionMs / 1000);
    const QString title =
        facts->state == RunState::Complete
            ? tr("Finished in %1: %2").arg(time, run.toString())
            //: {Timed out} after {5:00}: {r184}
            : tr("%1 after %2: %3").arg(stateWord(facts->state), time, run.toString());
    tell(tag, title, sideBySide(oneLine(facts->clientLabel), oneLine(facts->title)), tr("Open"));
}

// Staged changes

void ProgramNotices::onMountsChanged()
{
    QHash<QString, int> now;
    for (const MountStatus &mount : m_parts.controls.mounts()) {
        now.insert(mount.name, mount.stagedChanges);
        if (mount.stagedChanges > m_changes.value(mount.name))
            m_grown.insert(mount.name);
        if (mount.stagedChanges == 0 && m_changes.value(mount.name) > 0)
            m_parts.server.close(mountTag + mount.name);
    }
    m_changes = now;
    // A run writes one file after the other.
    if (m_grown.isEmpty())
        return;
    m_changesTimer = m_parts.clock.after(changesSettle, this, [this] {
        m_changesTimer.release()->deleteLater(); // it is calling just now
        tellChanges();
    });
}

void ProgramNotices::tellChanges()
{
    for (const QString &mount : std::exchange(m_grown, {})) {
        const int changes = m_changes.value(mount);
        if (changes > 0 && mayTell(Kind::Changes)) {
            tell(mountTag + mount, tr("%n changes wait in %1", nullptr, changes).arg(mount),
                 tr("The folder is untouched so far."), tr("Review"));
        }
    }
}

// Permissions

// Only what ended by itself: the rest is the person's own doing, or ended with what it was for.
void ProgramNotices::onGrantsChanged()
{
    const QList<Grant> before = std::exchange(m_grants, m_parts.desk.grants());
    for (const Grant &grant : before) {
        const bool isThere = std::ranges::contains(m_grants, grant.id, &Grant::id);
        const bool isOver = (grant.until.isValid() && grant.until <= m_parts.clock.now()) ||
                            (grant.maxRuns > 0 && grant.used + 1 >= grant.maxRuns);
        if (!isThere && isOver && mayTell(Kind::PermissionEnded)) {
            tell(grantTag + grant.client.value(),
                 tr("A standing permission of %1 ended").arg(oneLine(grant.clientLabel)),
                 tr("Its next run is asked."), tr("Open"));
        }
    }
}

// Clients

void ProgramNotices::onClientsChanged()
{
    for (const ClientInfo &client : m_parts.clients.clients()) {
        if (!client.lastSeen.isValid() || client.temporary || m_seenClients.contains(client.id))
            continue;
        m_seenClients.insert(client.id);
        // Those that were here before the program started are no news.
        if (m_knowsClients && mayTell(Kind::NewClient)) {
            tell(clientTag + client.id.value(), tr("%1 connected").arg(oneLine(client.label)),
                 tr("It asks before every run, unless you allow more."), tr("Open"));
        }
    }
    m_knowsClients = true;
}

void ProgramNotices::tellUnknownKey()
{
    const std::chrono::milliseconds now = m_parts.clock.monotonic();
    if (m_unknownKeyTold && now - *m_unknownKeyTold < unknownKeyPause)
        return;
    if (!mayTell(Kind::UnknownKey))
        return;
    m_unknownKeyTold = now;
    tell(keyTag, tr("An unknown key was refused"),
         tr("A program on this computer tried to connect with a key that is not valid."),
         tr("Open"));
}

void ProgramNotices::tellStillInTray()
{
    tell(trayTag, tr("Glovebox keeps running in the tray"),
         tr("Clients can go on asking. Quit it in the tray's menu."), tr("Open"));
}

} // namespace glovebox::ui
