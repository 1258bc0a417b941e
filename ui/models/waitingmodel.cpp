// SPDX-License-Identifier: MIT
#include "waitingmodel.h"

#include "words.h"

#include <QCoreApplication>

namespace glovebox::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(WaitingModel)
};

QString writesWords(const Reach &reach)
{
    QStringList written;
    for (const MountReach &mount : reach.mounts) {
        if (mount.mode == MountMode::Staged)
            written.append(Words::tr("%1, staged").arg(mount.name));
        if (mount.mode == MountMode::ReadWrite)
            written.append(Words::tr("%1, read-write").arg(mount.name));
    }
    return written.isEmpty() ? Words::tr("writes none") : written.join(QStringLiteral(" · "));
}

QString readsWords(const Reach &reach)
{
    QStringList names;
    for (const MountReach &mount : reach.mounts)
        names.append(mount.name);
    return names.join(QStringLiteral(", "));
}

} // namespace

QStringList reachWords(const Reach &reach)
{
    QStringList words;
    if (!reach.mounts.isEmpty())
        words << QStringLiteral("eye") << readsWords(reach);
    words << QStringLiteral("file-pen-line") << writesWords(reach);
    QStringList packages;
    for (const PackagePin &package : reach.packages)
        packages.append(package.name);
    if (!packages.isEmpty())
        words << QStringLiteral("package-plus") << packages.join(QStringLiteral(", "));
    if (reach.limits.timeout != limits::defaultRunTimeout || reach.mounts.isEmpty())
        words << QStringLiteral("timer")
              << Words::tr("up to %1").arg(clockText(reach.limits.timeout.count()));
    return words;
}

WaitingModel::WaitingModel(ApprovalDesk &desk, Clock &clock, QObject *parent)
    : KeyedListModel(parent)
    , m_desk(desk)
    , m_clock(clock)
{
    connect(&desk, &ApprovalDesk::requestAdded, this, &WaitingModel::refresh);
    connect(&desk, &ApprovalDesk::requestChanged, this, &WaitingModel::refresh);
    connect(&desk, &ApprovalDesk::requestRemoved, this, &WaitingModel::refresh);
    connect(&desk, &ApprovalDesk::pausedChanged, this, [this] { touchAll(); });
    refresh();
}

void WaitingModel::refresh()
{
    sync(m_desk.requests());
    Q_EMIT countChanged();
    scheduleTick();
}

void WaitingModel::scheduleTick()
{
    if (m_items.isEmpty()) {
        m_tick.reset();
        return;
    }
    if (m_tick)
        return;
    m_tick = m_clock.after(std::chrono::seconds(1), this, [this] {
        m_tick.release()->deleteLater();
        if (!m_items.isEmpty())
            Q_EMIT dataChanged(index(0), index(rowCount() - 1),
                               {TimeLeftRole, Qt::AccessibleTextRole});
        scheduleTick();
    });
}

int WaitingModel::waiting() const
{
    return int(std::ranges::count(m_items, PendingRequest::State::Waiting, &PendingRequest::state));
}

RunId WaitingModel::firstWaiting() const
{
    const auto it =
        std::ranges::find(m_items, PendingRequest::State::Waiting, &PendingRequest::state);
    return it == m_items.cend() ? RunId() : it->run;
}

const PendingRequest *WaitingModel::request(RunId run) const
{
    const int row = rowOf(run);
    return row < 0 ? nullptr : &m_items.at(row);
}

QString WaitingModel::timeLeft(const PendingRequest &request) const
{
    if (request.state != PendingRequest::State::Waiting)
        return {};
    if (m_desk.isPaused(request.record.client))
        return tr("paused");
    if (!request.expires.isValid())
        return {};
    // Rounded up, so that it says 0:00 only when nothing is left.
    return clockText((m_clock.now().msecsTo(request.expires) + 999) / 1000);
}

QString WaitingModel::accessibleText(const PendingRequest &request) const
{
    return tr("%1 waits for you: %2, %3, %4")
        .arg(request.run.toString(), request.title, request.clientLabel, timeLeft(request));
}

QVariant WaitingModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PendingRequest &request = itemAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return request.title;
    case Qt::ToolTipRole:
        return quotedToolTip(request.title);
    case Qt::AccessibleTextRole:
        return accessibleText(request);
    case RunRole:
        return QVariant::fromValue(request.run);
    case ClientLabelRole:
        return request.clientLabel;
    case ClientKeyRole:
        return request.record.client.value();
    case SecondLineRole:
        return sideBySide(request.run.toString(),
                          sideBySide(request.clientLabel, request.record.sessionName));
    case TimeLeftRole:
        return timeLeft(request);
    case NewHereRole:
        return request.newHere && request.state == PendingRequest::State::Waiting;
    case OutsideGrantRole:
        return request.outsideGrant;
    case StillWaitingRole:
        return request.state == PendingRequest::State::Waiting;
    case ReachRole:
        return reachWords(request.record.reach);
    default:
        return {};
    }
}

} // namespace glovebox::ui
