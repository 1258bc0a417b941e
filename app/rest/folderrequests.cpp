// SPDX-License-Identifier: MIT
#include "folderrequests.h"

#include "base/logging.h"

#include <QDir>
#include <QFileInfo>
#include <QPointer>

#include <algorithm>

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype longestName = 32; // DESIGN 4.1
constexpr qsizetype longestStem = 28; // leaves room for a number

QString stemOf(const FolderWish &wish)
{
    const QString wanted = wish.name.isEmpty() ? QFileInfo(wish.hostPath).fileName() : wish.name;
    QString stem;
    for (const QChar c : wanted.toLower()) {
        const bool isPlain = c.unicode() < 128 && (c.isLetterOrNumber() || c == u'_' || c == u'-');
        stem += isPlain ? c : u'-';
    }
    while (stem.startsWith(u'-'))
        stem.remove(0, 1);
    stem.truncate(wish.name.isEmpty() ? longestStem : longestName);
    return stem.isEmpty() ? u"folder"_s : stem;
}

bool isAt(const MountReach &mount, const QString &hostPath)
{
    return QDir::cleanPath(mount.hostPath) == QDir::cleanPath(hostPath);
}

bool covers(const MountReach &mount, const FolderWish &wish)
{
    return isAt(mount, wish.hostPath) && mount.mode >= wish.mode;
}

} // namespace

struct FolderRequests::Waiter
{
    ClientId client;
    QPointer<QObject> context;
    std::function<void()> callback;
    std::unique_ptr<QObject> timer;
};

FolderRequests::FolderRequests(const tools::Services &services, QObject *parent)
    : QObject(parent)
    , m_services(services)
{
    connect(&m_services.hub, &RunHub::published, this, &FolderRequests::onEvent);
}

QString FolderRequests::ask(const mcp::Principal &who, const QString &claims,
                            const FolderWish &wanted, const Asked &asked)
{
    FolderWish wish = wanted;
    wish.mode = std::min(wanted.mode, MountMode::Staged);
    const auto tell = [&asked](const Result<RunId> &run) {
        if (asked)
            asked(run);
    };
    for (const MountReach &mount : m_services.mounts.reachFor(who.id)) {
        if (covers(mount, wish)) {
            tell(RunId());
            return mount.name;
        }
    }
    for (const OpenPtr &open : std::as_const(m_open)) {
        if (open->client != who.id || open->wish.hostPath != wish.hostPath ||
            open->wish.mode != wish.mode)
            continue;
        if (open->run.isNull())
            open->asked.append(asked);
        else
            tell(open->run);
        return open->mount;
    }
    const auto open = std::make_shared<Open>(Open{who.id, wish, freeName(wish), {}, {asked}});
    if (const auto session = m_services.sessions.defaultFor(who.id, who.label))
        submit(open, who, claims, *session);
    else
        tell(std::unexpected(session.error()));
    return open->mount;
}

void FolderRequests::submit(const OpenPtr &open, const mcp::Principal &who, const QString &claims,
                            const SessionRef &session)
{
    m_open.append(open);
    tools::RunRequest request;
    request.client = who.id;
    request.clientLabel = who.label;
    request.clientClaims = claims;
    request.session = session;
    request.tool = u"use_folder"_s;
    request.folder = MountReach{open->mount, open->wish.mode, open->wish.hostPath};
    m_services.runs.submit(request).then(this, [this, open](const Result<RunId> &run) {
        open->run = run.value_or(RunId());
        for (const Asked &asked : std::exchange(open->asked, {})) {
            if (asked)
                asked(run);
        }
        const RunFacts *facts = m_services.hub.facts(open->run);
        if (!run || (facts && isFinal(facts->state)))
            close(open);
    });
}

QString FolderRequests::mountOf(const ClientId &client, const QString &hostPath) const
{
    for (const MountReach &mount : m_services.mounts.reachFor(client)) {
        if (isAt(mount, hostPath))
            return mount.name;
    }
    return {};
}

bool FolderRequests::wasRefused(const ClientId &client, const FolderWish &wish) const
{
    return m_refused.contains(refusalKey(client, wish));
}

// Also in a stricter mode than it wishes, which is what the person decided.
bool FolderRequests::hasOnRequest(const ClientId &client, const QString &hostPath) const
{
    return std::ranges::any_of(m_services.mounts.mounts(), [&](const mounts::MountSpec &mount) {
        return mount.wasRequested && mount.clients && mount.clients->contains(client) &&
               QDir::cleanPath(mount.hostPath) == QDir::cleanPath(hostPath);
    });
}

bool FolderRequests::isWaiting(const ClientId &client) const
{
    return std::ranges::any_of(m_open,
                               [&client](const OpenPtr &open) { return open->client == client; });
}

void FolderRequests::whenDecided(const ClientId &client, std::chrono::milliseconds patience,
                                 QObject *context, const std::function<void()> &callback)
{
    if (!isWaiting(client))
        return callback();
    const auto waiter = std::make_shared<Waiter>(Waiter{client, context, callback, {}});
    waiter->timer = m_services.clock.after(patience, this, [this, weak = std::weak_ptr(waiter)] {
        const auto late = weak.lock();
        if (!late || !m_waiters.removeOne(late))
            return;
        late->timer.release()->deleteLater(); // it is what fires
        if (late->context)
            late->callback();
    });
    m_waiters.append(waiter);
}

QString FolderRequests::freeName(const FolderWish &wish) const
{
    const auto isTaken = [this](const QString &name) {
        return std::ranges::contains(m_services.mounts.mounts(), name, &mounts::MountSpec::name) ||
               std::ranges::contains(m_open, name, [](const OpenPtr &open) { return open->mount; });
    };
    const QString stem = stemOf(wish);
    QString name = stem;
    for (int number = 2; isTaken(name); ++number)
        name = stem.left(longestStem) + u'-' + QString::number(number);
    return name;
}

void FolderRequests::onEvent(const RunEvent &event)
{
    if (!std::holds_alternative<event::Ended>(event.body))
        return;
    const auto found =
        std::ranges::find(m_open, event.run, [](const OpenPtr &open) { return open->run; });
    if (found != m_open.end())
        close(OpenPtr(*found));
}

void FolderRequests::close(const OpenPtr &open)
{
    m_open.removeOne(open);
    const RunFacts *facts = m_services.hub.facts(open->run);
    const auto reach = m_services.mounts.reachFor(open->client);
    const bool isGiven = std::ranges::any_of(
        reach, [&open](const MountReach &mount) { return covers(mount, open->wish); });
    const bool wasAnswered =
        facts && (facts->state == RunState::Denied || facts->state == RunState::Complete);
    if (wasAnswered && !isGiven)
        m_refused.insert(refusalKey(open->client, open->wish));
    if (isWaiting(open->client))
        return;
    QList<std::shared_ptr<Waiter>> due;
    std::ranges::copy_if(m_waiters, std::back_inserter(due),
                         [&open](const auto &waiter) { return waiter->client == open->client; });
    for (const auto &waiter : std::as_const(due)) {
        m_waiters.removeOne(waiter);
        if (waiter->context)
            waiter->callback();
    }
}

namespace {

constexpr qsizetype mostConfigured = 16;

std::optional<FolderWish> wishOf(const QJsonValue &json)
{
    const QString host = json[u"host"].toString();
    const auto mode = mountModeFromString(json[u"mode"].toString());
    if (!QDir::isAbsolutePath(host) || host.contains(QChar::Null) || !mode)
        return std::nullopt;
    return FolderWish{QDir::cleanPath(host), json[u"name"].toString().left(longestName),
                      std::min(*mode, MountMode::Staged)};
}

} // namespace

QMap<QString, QString> askConfigured(FolderRequests &folders, const mcp::Principal &who,
                                     const QJsonArray &wishes)
{
    QMap<QString, QString> links;
    for (qsizetype i = 0; i < std::min(wishes.size(), mostConfigured); ++i) {
        const auto wish = wishOf(wishes[i]);
        if (!wish)
            qCWarning(lcMounts) << "a client's configuration names something that is no folder";
        if (!wish)
            continue;
        const auto complain = [](const Result<RunId> &run) {
            if (!run)
                qCWarning(lcMounts).noquote()
                    << "a client's folder was not asked for:" << run.error().text
                    << run.error().detail;
        };
        const bool isDecided =
            folders.wasRefused(who.id, *wish) || folders.hasOnRequest(who.id, wish->hostPath);
        const QString mount =
            isDecided ? folders.mountOf(who.id, wish->hostPath)
                      : folders.ask(who, u"in this client's configuration"_s, *wish, complain);
        if (mount.isEmpty())
            continue;
        const QString path = QDir::cleanPath(wishes[i][u"path"].toString());
        if (QDir::isAbsolutePath(path) && path != u"/" && !path.startsWith(u"/mnt/"))
            links.insert(path, u"/mnt/"_s + mount);
    }
    return links;
}

QString FolderRequests::refusalKey(const ClientId &client, const FolderWish &wish)
{
    return client.value() + u'\n' + toString(wish.mode) + u'\n' + wish.hostPath;
}

} // namespace glovebox::rest
