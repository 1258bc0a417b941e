// SPDX-License-Identifier: MIT
#include "arrivals.h"

#include <QGuiApplication>

#include <algorithm>

namespace glovebox::ui {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

namespace {

constexpr milliseconds oneArrival = 1500ms;
constexpr milliseconds betweenNotifications = 20s;
constexpr milliseconds reminderBefore = 60s;

} // namespace

Arrivals::Arrivals(ApprovalDesk &desk, Clock &clock, std::function<bool()> isSeen, QObject *parent)
    : QObject(parent)
    , m_desk(desk)
    , m_clock(clock)
    , m_isSeen(std::move(isSeen))
    , m_canOpenQuietly(platformOpensQuietly())
{
    connect(&desk, &ApprovalDesk::requestAdded, this, &Arrivals::arrive);
    connect(&desk, &ApprovalDesk::requestChanged, this, &Arrivals::watchForReminder);
    connect(&desk, &ApprovalDesk::requestRemoved, this, [this](RunId run) {
        m_reminded.remove(run);
        m_notified.removeIf([this](const ClientId &client) { return waitingOf(client) == 0; });
        watchForReminder();
    });
}

Arrivals::~Arrivals() = default;

bool Arrivals::platformOpensQuietly()
{
    return !QGuiApplication::platformName().startsWith(QStringLiteral("wayland"));
}

int Arrivals::waitingOf(const ClientId &client) const
{
    const QList<PendingRequest> requests = m_desk.requests();
    return static_cast<int>(std::ranges::count_if(requests, [&client](const auto &request) {
        return request.record.client == client && request.state == PendingRequest::State::Waiting;
    }));
}

bool Arrivals::mayDisturb() const
{
    return !m_quiet && m_presentation != Presentation::Neither && !m_isSeen();
}

void Arrivals::setQuiet(bool quiet)
{
    if (m_quiet == quiet)
        return;
    m_quiet = quiet;
    if (quiet) {
        m_due.clear();
        Q_EMIT silenceWanted();
        return;
    }
    QSet<ClientId> told;
    for (const PendingRequest &request : m_desk.requests()) {
        const ClientId client = request.record.client;
        if (request.state != PendingRequest::State::Waiting || told.contains(client) ||
            !mayDisturb())
            continue;
        told.insert(client);
        notify(request);
    }
}

void Arrivals::notificationClosed(const ClientId &client)
{
    m_notified.remove(client);
}

void Arrivals::arrive(RunId run)
{
    watchForReminder();
    const auto request = m_desk.request(run);
    if (!request)
        return;
    const bool sameArrival = belongsToLastArrival(*request);
    if (!mayDisturb())
        return;
    notify(*request);
    if (!sameArrival && m_presentation == Presentation::Window && m_canOpenQuietly)
        Q_EMIT windowWanted(run);
}

bool Arrivals::belongsToLastArrival(const PendingRequest &request)
{
    const milliseconds now = m_clock.monotonic();
    m_lastArrival.removeIf([now](const auto &entry) { return now - entry.value() > oneArrival; });
    // Only as long as the earlier one still waits: once it was decided the window is closed again,
    // and this request would be asked by nobody.
    const auto waitsToo = [&request](const PendingRequest &other) {
        return other.run != request.run && other.state == PendingRequest::State::Waiting &&
               other.record.session.id == request.record.session.id;
    };
    const bool same = m_lastArrival.contains(request.record.session.id) &&
                      std::ranges::any_of(m_desk.requests(), waitsToo);
    if (!same)
        m_lastArrival.insert(request.record.session.id, now);
    return same;
}

void Arrivals::notify(const PendingRequest &request)
{
    const ClientId client = request.record.client;
    const milliseconds now = m_clock.monotonic();
    const bool exists = m_notified.contains(client);
    if (exists) {
        Q_EMIT notificationWanted(client, request.run, waitingOf(client), false);
        return;
    }
    if (m_lastNotification && now - *m_lastNotification < betweenNotifications) {
        notifyLater(request);
        return;
    }
    m_lastNotification = now;
    m_notified.insert(client);
    Q_EMIT notificationWanted(client, request.run, waitingOf(client), true);
}

void Arrivals::notifyLater(const PendingRequest &request)
{
    m_due.insert(request.record.client, request.run);
    const milliseconds wait = *m_lastNotification + betweenNotifications - m_clock.monotonic();
    m_notifyTimer = m_clock.after(wait, this, [this] {
        m_notifyTimer.release()->deleteLater(); // it is calling just now
        const QHash<ClientId, RunId> due = std::exchange(m_due, {});
        for (const RunId run : due) {
            // What was decided meanwhile needs no notification any more.
            const auto waiting = m_desk.request(run);
            if (waiting && waiting->state == PendingRequest::State::Waiting && mayDisturb())
                notify(*waiting);
        }
    });
}

void Arrivals::watchForReminder()
{
    m_reminderTimer.reset();
    std::optional<milliseconds> next;
    const QDateTime now = m_clock.now();
    for (const PendingRequest &request : m_desk.requests()) {
        const qint64 total = request.asked.msecsTo(request.expires);
        if (request.state != PendingRequest::State::Waiting || !request.expires.isValid() ||
            total <= reminderBefore.count() || m_reminded.contains(request.run)) {
            continue;
        }
        const milliseconds left(now.msecsTo(request.expires));
        if (left <= reminderBefore) {
            m_reminded.insert(request.run);
            if (mayDisturb())
                Q_EMIT reminderWanted(request.run);
            continue;
        }
        next = std::min(next.value_or(left - reminderBefore), left - reminderBefore);
    }
    if (next)
        m_reminderTimer = m_clock.after(*next, this, [this] {
            m_reminderTimer.release()->deleteLater(); // it is calling just now
            watchForReminder();
        });
}

} // namespace glovebox::ui
