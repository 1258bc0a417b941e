// SPDX-License-Identifier: MIT
#include "requestnotices.h"

#include "notificationserver.h"

#include "base/logging.h"
#include "ui/approval/arrivals.h"
#include "ui/approval/findingwords.h"
#include "ui/models/asktexts.h"
#include "ui/models/waitingmodel.h"
#include "ui/models/words.h"
#include "ui/theme/paint.h"

#include <algorithm>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr auto tagStart = "request:"_L1;

QString tagOf(const ClientId &client)
{
    return tagStart + client.value();
}

QString keyOf(QLatin1StringView what, RunId run, const QString &digest)
{
    return what + u':' + run.toString() + u':' + digest;
}

QString modeOfWritten(const FindingReport &report, const Reach &reach)
{
    QSet<MountMode> modes;
    for (const NamedFile &file : report.files) {
        const auto mount = std::ranges::find(reach.mounts, file.mount, &MountReach::name);
        if (file.written && mount != reach.mounts.end())
            modes.insert(mount->mode);
    }
    if (modes.contains(MountMode::ReadWrite))
        return RequestNotices::tr("read-write");
    return modes.contains(MountMode::Staged) ? RequestNotices::tr("staged") : QString();
}

// What the code names, as the notification of the design has it.
QStringList wordsOfCode(const PendingRequest &request)
{
    const FindingReport &report = request.findings;
    const ReachInCode inCode = reachInCode(report);
    const auto read = int(inCode.readDetail.size());
    const auto written = int(inCode.writeDetail.size());
    QStringList words;
    if (read > 0)
        words.append(RequestNotices::tr("reads %n file(s)", nullptr, read));
    if (written > 0) {
        const QString mode = modeOfWritten(report, request.record.reach);
        const QString writes = RequestNotices::tr("writes %n", nullptr, written);
        words.append(mode.isEmpty() ? writes
                                    //: writes 2 (staged)
                                    : RequestNotices::tr("%1 (%2)").arg(writes, mode));
    }
    // Never "none" for what is not known.
    if (report.readsUnknown || report.writesUnknown)
        words.append(RequestNotices::tr("paths not known"));
    else if (written == 0)
        words.append(RequestNotices::tr("writes none"));
    return words;
}

QStringList packageNames(const PendingRequest &request)
{
    QStringList names;
    for (const PackagePin &pin : request.record.reach.packages)
        names.append(oneLine(pin.name));
    return names;
}

// Icons and words by turns: the words.
QStringList wordsOfReach(const Reach &reach)
{
    QStringList words;
    const QStringList both = reachWords(reach);
    for (qsizetype at = 1; at < both.size(); at += 2)
        words.append(both.at(at));
    return words;
}

QStringList wordsOf(const PendingRequest &request)
{
    const Reach &reach = request.record.reach;
    if (request.record.tool == folderRequestTool && !reach.mounts.isEmpty()) {
        return {oneLine(shortPath(reach.mounts.first().hostPath)),
                modeWord(reach.mounts.first().mode)};
    }
    if (request.record.tool == u"write_file")
        return {oneLine(request.record.path)};
    if (request.findings.state != FindingReport::State::Complete)
        return wordsOfReach(reach);
    QStringList words = wordsOfCode(request);
    if (const QStringList packages = packageNames(request); !packages.isEmpty())
        words.append(RequestNotices::tr("adds %1").arg(packages.join(u", "_s)));
    return words;
}

} // namespace

RequestNotices::RequestNotices(ApprovalDesk &desk, Clock &clock, Arrivals &arrivals,
                               NotificationServer &server, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
    , m_clock(clock)
    , m_arrivals(arrivals)
    , m_server(server)
{
    connect(&arrivals, &Arrivals::notificationWanted, this,
            [this](const ClientId &client) { tell(client); });
    connect(&arrivals, &Arrivals::reminderWanted, this, &RequestNotices::remind);
    connect(&arrivals, &Arrivals::silenceWanted, this, [this] {
        for (const ClientId &client : m_named.keys()) {
            m_server.close(tagOf(client));
            forget(client);
        }
    });
    connect(&desk, &ApprovalDesk::requestChanged, this, &RequestNotices::onDeskChanged);
    connect(&desk, &ApprovalDesk::requestRemoved, this, &RequestNotices::onDeskChanged);
    connect(&desk, &ApprovalDesk::pausedChanged, this, &RequestNotices::onDeskChanged);
    const auto clientOf = [](const QString &tag) {
        return ClientId(tag.startsWith(tagStart) ? tag.sliced(tagStart.size()) : QString());
    };
    connect(&server, &NotificationServer::actionInvoked, this,
            [this, clientOf](const QString &tag, const QString &key) {
                if (m_named.contains(clientOf(tag)))
                    press(clientOf(tag), key);
            });
    connect(&server, &NotificationServer::closed, this,
            [this, clientOf](const QString &tag) { forget(clientOf(tag)); });
    connect(&server, &NotificationServer::undelivered, this,
            [this, clientOf](const QString &tag) { forget(clientOf(tag)); });
}

QList<PendingRequest> RequestNotices::waitingOf(const ClientId &client) const
{
    QList<PendingRequest> waiting = m_desk.requests();
    waiting.removeIf([&client](const PendingRequest &request) {
        return request.record.client != client || request.state != PendingRequest::State::Waiting;
    });
    // Requests of a paused client are held unshown (UI.md 6 "Tray").
    return m_desk.isPaused(client) ? QList<PendingRequest>() : waiting;
}

void RequestNotices::tell(const ClientId &client)
{
    const QList<PendingRequest> waiting = waitingOf(client);
    if (waiting.isEmpty())
        return;
    if (!m_named.contains(client))
        name(m_named[client], waiting.first(), false);
    refresh(client);
}

// The one whose time ends takes the place of one that has time; of several the first to end.
void RequestNotices::remind(RunId run)
{
    const auto request = m_desk.request(run);
    if (!request || m_desk.isPaused(request->record.client))
        return;
    const ClientId client = request->record.client;
    Named &named = m_named[client];
    if (!named.isReminder)
        name(named, *request, true);
    refresh(client);
}

void RequestNotices::name(Named &named, const PendingRequest &request, bool isReminder)
{
    named = {request.run, request.digest, isReminder, m_clock.monotonic()};
}

void RequestNotices::onDeskChanged()
{
    for (const ClientId &client : m_named.keys())
        refresh(client);
}

void RequestNotices::refresh(const ClientId &client)
{
    const QList<PendingRequest> waiting = waitingOf(client);
    if (waiting.isEmpty()) {
        m_server.close(tagOf(client));
        forget(client);
        return;
    }
    Named &named = m_named[client];
    const auto still = std::ranges::find(waiting, named.run, &PendingRequest::run);
    if (still == waiting.end() || still->digest != named.digest)
        name(named, still == waiting.end() ? waiting.first() : *still, false);
    else if (named.isReminder && m_clock.now().secsTo(still->expires) > 60)
        named.isReminder = false; // it was given more time
    show(client);
}

void RequestNotices::show(const ClientId &client)
{
    const QList<PendingRequest> waiting = waitingOf(client);
    const Named named = m_named.value(client);
    const auto request = std::ranges::find(waiting, named.run, &PendingRequest::run);
    if (request == waiting.end())
        return;
    Notification notification;
    notification.title = named.isReminder
                             ? tr("1 minute left to answer %1").arg(oneLine(request->clientLabel))
                             : oneLine(askTitle(*request));
    notification.text = bodyOf(*request, int(waiting.size()) - 1);
    notification.actions = {{keyOf("review"_L1, named.run, named.digest), tr("Review")},
                            {keyOf("deny"_L1, named.run, named.digest), tr("Deny")}};
    notification.whole = keyOf("review"_L1, named.run, named.digest);
    notification.stays = true;
    m_server.show(tagOf(client), notification);
}

QString RequestNotices::bodyOf(const PendingRequest &request, int more)
{
    const QString words = wordsOf(request).join(u", "_s);
    const QString session = oneLine(request.record.sessionName);
    //: {session}: {reach in words}
    const QString text = session.isEmpty() ? words : tr("%1: %2").arg(session, words);
    return more <= 0 ? text : tr("%1. %n more are waiting.", nullptr, more).arg(text);
}

// The key says which request the pressed button was for: a notification may be replaced while the
// press is on its way.
void RequestNotices::press(const ClientId &client, const QString &key)
{
    const QStringList parts = key.split(u':');
    const auto run = parts.size() == 3 ? RunId::fromString(parts.at(1)) : std::nullopt;
    if (!run)
        return;
    if (parts.first() == u"review")
        Q_EMIT reviewRequested(*run);
    else if (parts.first() == u"deny")
        deny(client, *run, parts.at(2));
}

void RequestNotices::deny(const ClientId &client, RunId run, const QString &digest)
{
    // As on every button that decides (UI.md 4.5): a press right after another request came under
    // the pointer was not meant for it.
    const Named named = m_named.value(client);
    const bool isDead = m_clock.monotonic() - named.since < limits::decisionDeadTime;
    if (run == named.run && isDead) {
        show(client); // the server takes it away with the press
        return;
    }
    const Result<> denied = m_desk.answer(run, digest, Answer{});
    if (denied)
        return;
    qCInfo(lcApp).noquote() << "not denied from the notification:" << denied.error().text;
    if (m_named.contains(client))
        show(client);
}

void RequestNotices::forget(const ClientId &client)
{
    if (m_named.remove(client))
        m_arrivals.notificationClosed(client);
}

} // namespace glovebox::ui
