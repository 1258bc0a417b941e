// SPDX-License-Identifier: MIT
#include "grants.h"

#include <algorithm>

namespace glovebox::approval {

namespace {

bool isFor(const Grant &grant, const ApprovalRecord &record)
{
    // Not the epoch: a permission survives a restart of its session.
    return grant.client == record.client && grant.session == record.session.id &&
           grant.tool == record.tool;
}

bool covers(const Grant &grant, const ApprovalRecord &record, const FindingReport &report)
{
    return isFor(grant, record) && grant.used < grant.maxRuns &&
           isWithin(record.reach, grant.reach) &&
           (!report.isSettled() || hasNoNewKinds(report, grant.kindsOfNotes));
}

const MountReach *mountNamed(const Reach &reach, const QString &name)
{
    const auto it = std::ranges::find(reach.mounts, name, &MountReach::name);
    return it == reach.mounts.end() ? nullptr : &*it;
}

QString megabytes(qint64 bytes)
{
    return QString::number(bytes / limits::MiB);
}

} // namespace

Grants::Grants(const Clock &clock)
    : m_clock(clock)
{
}

template <class Predicate>
QList<qint64> Grants::endIf(Predicate predicate)
{
    QList<qint64> ended;
    m_grants.removeIf([&ended, &predicate](const Grant &grant) {
        if (!predicate(grant))
            return false;
        ended.append(grant.id);
        return true;
    });
    return ended;
}

qint64 Grants::add(const ApprovalRecord &record, const QString &clientLabel,
                   const FindingReport &report)
{
    const QStringList kinds = report.kindsOfNotes();
    endIf([&record, &kinds](const Grant &old) {
        return isFor(old, record) && isWithin(old.reach, record.reach) &&
               std::ranges::all_of(old.kindsOfNotes,
                                   [&kinds](const QString &kind) { return kinds.contains(kind); });
    });
    Grant grant;
    grant.id = ++m_lastId;
    grant.client = record.client;
    grant.clientLabel = clientLabel;
    grant.session = record.session.id;
    grant.sessionName = record.sessionName;
    grant.reach = record.reach;
    grant.since = m_clock.now();
    grant.maxRuns = limits::grantMaxRuns;
    grant.tool = record.tool;
    grant.kindsOfNotes = kinds;
    m_grants.append(grant);
    return grant.id;
}

std::optional<qint64> Grants::covering(const ApprovalRecord &record,
                                       const FindingReport &report) const
{
    const auto it = std::ranges::find_if(
        m_grants, [&](const Grant &grant) { return covers(grant, record, report); });
    return it == m_grants.end() ? std::nullopt : std::optional(it->id);
}

void Grants::use(qint64 id)
{
    const auto it = std::ranges::find(m_grants, id, &Grant::id);
    if (it == m_grants.end())
        return;
    it->lastUsed = m_clock.now();
    if (++it->used >= it->maxRuns)
        m_grants.erase(it);
}

QString Grants::whyOutside(const ApprovalRecord &record, const FindingReport &report) const
{
    if (covering(record, report))
        return QString();
    // The newest is the one that the person remembers.
    for (auto it = m_grants.rbegin(); it != m_grants.rend(); ++it) {
        if (isFor(*it, record))
            return whyOutside(record, *it);
    }
    return QString();
}

QString Grants::whyOutside(const ApprovalRecord &record, const Grant &grant)
{
    const Reach &asked = record.reach;
    for (const MountReach &mount : asked.mounts) {
        const MountReach *granted = mountNamed(grant.reach, mount.name);
        if (!granted || granted->hostPath != mount.hostPath)
            return tr("asks for another folder: %1").arg(mount.name);
        if (mount.mode > granted->mode && mount.mode == MountMode::ReadWrite)
            return tr("asks to write to %1 at once").arg(mount.name);
        if (mount.mode > granted->mode)
            return tr("asks to write to %1").arg(mount.name);
    }
    for (const PackagePin &pin : asked.packages) {
        if (!grant.reach.packages.contains(pin))
            return tr("asks for another package: %1 %2").arg(pin.name, pin.version);
    }
    if (asked.limits.timeout > grant.reach.limits.timeout)
        return tr("asks for more time: %1 s, was %2 s")
            .arg(asked.limits.timeout.count())
            .arg(grant.reach.limits.timeout.count());
    if (asked.limits.heapBytes <= grant.reach.limits.heapBytes)
        return tr("does what the allowed run did not");
    return tr("asks for more memory: %1 MB, was %2 MB")
        .arg(megabytes(asked.limits.heapBytes), megabytes(grant.reach.limits.heapBytes));
}

QList<qint64> Grants::end(qint64 id)
{
    return endIf([id](const Grant &grant) { return grant.id == id; });
}

QList<qint64> Grants::endAll()
{
    return endIf([](const Grant &) { return true; });
}

QList<qint64> Grants::endSession(const SessionId &session)
{
    return endIf([&session](const Grant &grant) { return grant.session == session; });
}

QList<qint64> Grants::endClient(const ClientId &client)
{
    return endIf([&client](const Grant &grant) { return grant.client == client; });
}

QList<qint64> Grants::endMount(const QString &name)
{
    return endIf([&name](const Grant &grant) { return mountNamed(grant.reach, name) != nullptr; });
}

} // namespace glovebox::approval
