// SPDX-License-Identifier: MIT
#include "sessionpool.h"

#include "analyser.h"
#include "base/logging.h"
#include "machines.h"
#include "session.h"

#include <QFile>

#include <algorithm>
#include <tuple>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// Of memory and idleness; a running program fills gigabytes in half a second.
constexpr auto watchInterval = 500ms;
constexpr auto busyWatchInterval = 100ms;

std::unexpected<Error> unknownSession()
{
    return fail(ErrorCode::NotFound,
                u"There is no such session. list_sessions shows those that you have."_s);
}

std::unexpected<Error> closing()
{
    return fail(ErrorCode::Unavailable, u"Glovebox is being closed, so nothing runs any more."_s);
}

} // namespace

SessionPool::SessionPool(const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_context(std::make_unique<PoolContext>(parts))
    , m_analyser(std::make_unique<Analyser>(*m_context))
    , m_machines(std::make_unique<Machines>(*m_context))
{
    connect(m_context.get(), &PoolContext::sealsChanged, this, &SessionPool::sealsChanged);
    connect(m_context.get(), &PoolContext::interpreterReady, this, &SessionPool::interpreterReady);
    connect(m_context.get(), &PoolContext::problemChanged, this, &SessionPool::unavailable);
}

SessionPool::~SessionPool()
{
    disconnect(); // whoever listens may be half destroyed
    shutDown();
    m_sessions.clear();
    m_closing.clear();
}

void SessionPool::start()
{
    if (m_context->isStarted() || m_shutDown)
        return;
    m_context->start();
    watch();
}

bool SessionPool::startsFromNothing() const
{
    const SnapshotStore &store = m_context->parts().snapshots;
    return !QFile::exists(store.file(SnapshotKeeper::bareLayer()).path);
}

void SessionPool::shutDown()
{
    if (std::exchange(m_shutDown, true))
        return;
    m_watchTimer.reset();
    m_analyser->stop();
    m_context->stop();
    const auto end = [](const std::unique_ptr<Session> &session) {
        session->shutDown(u"Glovebox was closed while it ran."_s,
                          u"Glovebox was closed before it began."_s);
    };
    std::ranges::for_each(m_sessions, end);
    std::ranges::for_each(m_closing, end);
    m_machines->shutDown(u"Glovebox was closed while it ran."_s,
                         u"Glovebox was closed before it began."_s);
    Q_EMIT sessionsChanged();
}

void SessionPool::watch()
{
    const bool isBusy = std::ranges::any_of(m_sessions, [](const auto &session) {
        return session->hasProcess() && !session->isIdle();
    });
    m_watchTimer =
        m_context->parts().clock.after(isBusy ? busyWatchInterval : watchInterval, this, [this] {
            for (const auto &session : m_sessions)
                session->watchProcess();
            retireIdle();
            watch();
        });
}

void SessionPool::retireIdle()
{
    const auto limit = m_context->tuning().idleTime;
    if (limit <= 0ms)
        return;
    for (const auto &session : m_sessions) {
        if (session->hasProcess() && session->idleTime() >= limit && mayRetire(*session)) {
            session->retire(
                u"It was not used for %1 minutes, so Glovebox gave its memory back."_s.arg(
                    std::chrono::floor<std::chrono::minutes>(session->idleTime()).count()));
        }
    }
}

// A request that waits for the person binds the session as it is.
bool SessionPool::mayRetire(const Session &session) const
{
    if (!session.isIdle())
        return false;
    const RunHub &hub = m_context->parts().hub;
    const QList<RunId> runs = hub.runs();
    return std::ranges::none_of(runs, [&](RunId run) {
        const RunFacts *facts = hub.facts(run);
        return !isFinal(facts->state) && facts->record.session.id == session.ref().id;
    });
}

int SessionPool::liveOf(const ClientId &client) const
{
    return int(std::ranges::count_if(m_sessions, [&](const auto &session) {
        return session->hasProcess() && session->request().client == client;
    }));
}

// For one more process of this client.
Result<> SessionPool::makeRoom(const ClientId &client)
{
    const auto live = std::ranges::count_if(
        m_sessions, [](const auto &session) { return session->hasProcess(); });
    const int most = m_context->tuning().maxSessions;
    if (live < most)
        return {};
    // A client that fills all places empties its own, and nobody else's. The person may have any,
    // and theirs go last.
    const int own = client == personClient() ? 0 : liveOf(client);
    const auto rank = [&](const Session &session) {
        const ClientId &owner = session.request().client;
        return std::tuple(owner != personClient(), liveOf(owner), session.idleTime());
    };
    Session *oldest = nullptr;
    for (const auto &session : m_sessions) {
        const ClientId &owner = session->request().client;
        const bool isTaken = owner == client || liveOf(owner) >= own;
        if (isTaken && session->hasProcess() && mayRetire(*session) &&
            (!oldest || rank(*session) > rank(*oldest)))
            oldest = session.get();
    }
    if (!oldest) {
        return fail(ErrorCode::LimitExceeded,
                    u"%1 sessions are in use, which is as many as there may be at once. Wait for a "
                    "run to end, or close a session with close_session."_s.arg(live));
    }
    oldest->retire(
        u"Another session needed its place: at most %1 have a process at once, and it was "
        "not used for longest."_s.arg(most));
    return {};
}

Result<SessionRef> SessionPool::create(const SessionRequest &request)
{
    if (m_shutDown)
        return closing();
    if (!isValidSessionName(request.name)) {
        return fail(ErrorCode::InvalidArgument,
                    u"A session's name has 1 to 64 letters, digits, \"_\" or \"-\"."_s);
    }
    if (request.heapBytes < limits::minHeapBytes || request.heapBytes > limits::maxHeapBytes) {
        return fail(ErrorCode::InvalidArgument,
                    u"A session's memory must be between %1 and %2 MiB."_s
                        .arg(limits::minHeapBytes / limits::MiB)
                        .arg(limits::maxHeapBytes / limits::MiB));
    }
    if (sessionByName(request.client, request.name)) {
        return fail(ErrorCode::Conflict,
                    u"There is a session named \"%1\" already. Use it, or take another name."_s.arg(
                        request.name));
    }
    if (auto number = checkNumber(request.client); !number)
        return std::unexpected(number.error());
    if (auto room = makeRoom(request.client); !room)
        return std::unexpected(room.error());
    m_sessions.push_back(std::make_unique<Session>(*m_context, newSessionId(), request));
    Session *session = m_sessions.back().get();
    connectSession(session);
    Q_EMIT sessionsChanged();
    return session->ref();
}

// Making one asks nobody, so no client may leave others, or the person, without any.
Result<> SessionPool::checkNumber(const ClientId &client) const
{
    const bool isPersons = client == personClient();
    const auto own = std::ranges::count_if(
        m_sessions, [&](const auto &session) { return session->request().client == client; });
    if (!isPersons && own >= maxSessionsOfClient) {
        return fail(ErrorCode::LimitExceeded,
                    u"You have %1 sessions already. Close one with close_session."_s.arg(own));
    }
    const int most = limits::maxSessionsKept - (isPersons ? 0 : sessionsForThePerson);
    if (int(m_sessions.size()) >= most) {
        return fail(ErrorCode::LimitExceeded,
                    u"There are %1 sessions already. Close one with close_session."_s.arg(
                        m_sessions.size()));
    }
    return {};
}

void SessionPool::connectSession(Session *session)
{
    connect(session, &Session::changed, this, &SessionPool::sessionsChanged);
    connect(session, &Session::strayOutput, this,
            [this, session](StreamName stream, const QByteArray &bytes) {
                Q_EMIT strayOutput(session->ref(), stream, bytes);
            });
    connect(session, &Session::refused, this,
            [this, session](const QString &what, const QString &url) {
                Q_EMIT pageRefused(session->ref(), what, url);
            });
}

Session *SessionPool::find(const SessionId &id) const
{
    const auto it = std::ranges::find_if(
        m_sessions, [&id](const auto &session) { return session->ref().id == id; });
    return it == m_sessions.end() ? nullptr : it->get();
}

Session *SessionPool::holderOf(RunId run) const
{
    const auto it =
        std::ranges::find_if(m_sessions, [run](const auto &session) { return session->has(run); });
    return it == m_sessions.end() ? nullptr : it->get();
}

Result<SessionRef> SessionPool::restart(const SessionId &id, const QString &reason)
{
    if (m_shutDown)
        return closing();
    if (Session *session = find(id))
        return session->restart(reason);
    return unknownSession();
}

Result<> SessionPool::close(const SessionId &id, const QString &reason)
{
    const auto it = std::ranges::find_if(
        m_sessions, [&id](const auto &session) { return session->ref().id == id; });
    if (it == m_sessions.end())
        return unknownSession();
    std::unique_ptr<Session> session = std::move(*it);
    m_sessions.erase(it);
    Session *closing = session.get();
    m_closing.push_back(std::move(session));
    connect(
        closing, &Session::closed, this, [this, closing] { forget(closing); },
        Qt::QueuedConnection);
    closing->close(reason);
    Q_EMIT sessionsChanged();
    return {};
}

void SessionPool::forget(Session *session)
{
    std::erase_if(m_closing, [session](const auto &s) { return s.get() == session; });
}

QList<SessionStatus> SessionPool::sessions() const
{
    QList<SessionStatus> list;
    for (const auto &session : m_sessions)
        list.append(session->status());
    return list;
}

std::optional<SessionStatus> SessionPool::session(const SessionId &id) const
{
    const Session *session = find(id);
    return session ? std::optional(session->status()) : std::nullopt;
}

std::optional<SessionStatus> SessionPool::sessionByName(const ClientId &client,
                                                        const QString &name) const
{
    const auto it = std::ranges::find_if(m_sessions, [&](const auto &session) {
        return session->request().client == client && session->request().name == name;
    });
    return it == m_sessions.end() ? std::nullopt : std::optional((*it)->status());
}

Result<> SessionPool::submit(RunId run, const ApprovalRecord &record, const QString &approvedDigest,
                             bool isAttended)
{
    if (m_shutDown)
        return closing();
    if (!record.runtime.isEmpty())
        return m_machines->submit(run, record, approvedDigest);
    Session *session = find(record.session.id);
    if (!session)
        return unknownSession();
    if (!session->hasProcess()) {
        if (auto room = makeRoom(session->request().client); !room)
            return room;
    }
    return session->submit(run, record, approvedDigest, isAttended);
}

Result<> SessionPool::answerInput(RunId run, const std::optional<QString> &line)
{
    if (Session *session = holderOf(run))
        return session->answerInput(run, line);
    return fail(ErrorCode::Conflict, u"This run does not wait for input."_s);
}

QFuture<Result<QJsonObject>> SessionPool::look(const SessionId &id, const QString &method,
                                               const QJsonObject &arguments,
                                               std::chrono::milliseconds limit)
{
    if (Session *session = find(id))
        return session->look(method, arguments, limit);
    return QtFuture::makeReadyValueFuture(Result<QJsonObject>(unknownSession()));
}

void SessionPool::packWheel(const QString &sha256, const QString &name, const QString &version,
                            const QString &path)
{
    m_context->packWheel({sha256, name, version, {}, path});
}

Result<> SessionPool::interrupt(RunId run)
{
    if (m_machines->has(run)) {
        m_machines->interrupt(run);
        return {};
    }
    Session *session = holderOf(run);
    if (!session)
        return fail(ErrorCode::NotFound, u"This run is neither running nor queued."_s);
    session->interrupt(run);
    return {};
}

Result<> SessionPool::cancel(RunId run, const QString &reason)
{
    if (m_machines->has(run)) {
        m_machines->cancel(run, reason);
        return {};
    }
    Session *session = holderOf(run);
    if (!session)
        return fail(ErrorCode::NotFound, u"This run is neither running nor queued."_s);
    session->cancel(run, reason);
    return {};
}

Result<> SessionPool::withdraw(RunId run)
{
    if (m_machines->withdraw(run))
        return {};
    Session *session = holderOf(run);
    if (!session || !session->withdraw(run))
        return fail(ErrorCode::NotFound, u"This run is not queued."_s);
    return {};
}

SealStatus SessionPool::seals() const
{
    return m_context->seals();
}

QString SessionPool::python() const
{
    return m_context->python();
}

void SessionPool::tune(const Tuning &tuning)
{
    m_context->tune(tuning);
    m_analyser->tuned();
}

const SessionPool::Tuning &SessionPool::tuning() const
{
    return m_context->tuning();
}

int SessionPool::sparesReady() const
{
    return m_context->sparesReady();
}

QString SessionPool::problem() const
{
    return m_context->problem();
}

} // namespace glovebox::sandbox
