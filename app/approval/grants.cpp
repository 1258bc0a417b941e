// SPDX-License-Identifier: MIT
#include "grants.h"

#include <algorithm>

namespace glovebox::approval {

namespace {

using Runs = Grant::Runs;

Runs runsOf(const ApprovalRecord &record)
{
    if (record.tool == u"run_python")
        return Runs::Python;
    return record.runtime.isEmpty() ? Runs::Nothing : Runs::Runtime;
}

// A tool that this page does not know runs something that nobody permitted.
bool isKnown(const ApprovalRecord &record)
{
    return runsOf(record) != Runs::Nothing || record.tool == u"write_file" ||
           record.tool == u"install_packages";
}

bool letsRun(const Grant &grant, const ApprovalRecord &record)
{
    const Runs asked = runsOf(record);
    return asked == Runs::Nothing || (asked == grant.runs && record.runtime == grant.runtime);
}

// The code and everything else that it works with, but neither where nor how far it reaches.
QString exactDigest(const ApprovalRecord &record)
{
    ApprovalRecord bare = record;
    bare.session = {};
    bare.sessionName.clear();
    bare.reach = {};
    return bare.digest();
}

bool isFor(const Grant &grant, const ApprovalRecord &record)
{
    if (grant.client != record.client || !isKnown(record) || !letsRun(grant, record))
        return false;
    if (grant.scope == Scope::ExactCode)
        return grant.digest == exactDigest(record);
    // Not the epoch: a permission survives a restart of its session.
    return isOfClient(grant.scope) || grant.session == record.session.id;
}

bool isSamePlace(const Grant &a, const Grant &b)
{
    return a.client == b.client && a.session == b.session && a.runs == b.runs &&
           a.runtime == b.runtime && a.digest == b.digest && a.scope == b.scope;
}

bool isSubset(const QStringList &some, const QStringList &all)
{
    return std::ranges::all_of(some, [&all](const QString &kind) { return all.contains(kind); });
}

bool kindsCovered(const FindingReport &report, const Grant &grant)
{
    // The very same code has the very same findings.
    return !report.isSettled() || grant.scope == Scope::ExactCode ||
           hasNoNewKinds(report, grant.kindsOfNotes);
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

std::optional<std::chrono::minutes> timeOf(Scope scope)
{
    if (scope == Scope::ClientHalfHour)
        return std::chrono::minutes(30);
    if (scope == Scope::ClientTwoHours)
        return std::chrono::hours(2);
    return std::nullopt;
}

} // namespace

Result<> checkScope(const ApprovalRecord &record, Scope scope)
{
    if (scope == Scope::ThisRun)
        return {};
    if (record.tool == folderRequestTool || !isKnown(record))
        return fail(ErrorCode::InvalidArgument,
                    Grants::tr("This request can be allowed once only."));
    const bool writes = std::ranges::any_of(record.reach.mounts, [](const MountReach &mount) {
        return mount.mode == MountMode::ReadWrite;
    });
    if (writes && scope != Scope::ThisSession)
        return fail(ErrorCode::InvalidArgument,
                    Grants::tr("A folder that is written at once can be permitted for one session "
                               "only."));
    return {};
}

Grants::Grants(const Clock &clock)
    : m_clock(clock)
{
}

QList<Grant> Grants::all() const
{
    QList<Grant> grants;
    for (const Held &held : m_grants) {
        if (!isOverdue(held))
            grants.append(held.grant);
    }
    return grants;
}

template <class Predicate>
QList<qint64> Grants::endIf(Predicate predicate)
{
    QList<qint64> ended;
    m_grants.removeIf([&ended, &predicate](const Held &held) {
        if (!predicate(held))
            return false;
        ended.append(held.grant.id);
        return true;
    });
    return ended;
}

qint64 Grants::add(const ApprovalRecord &record, const QString &clientLabel, Scope scope,
                   const FindingReport &report)
{
    Grant grant;
    grant.id = ++m_lastId;
    grant.client = record.client;
    grant.clientLabel = clientLabel;
    if (scope == Scope::ThisSession) {
        grant.session = record.session.id;
        grant.sessionName = record.sessionName;
    }
    grant.reach = record.reach;
    grant.since = m_clock.now();
    grant.maxRuns = scope == Scope::ExactCode ? 0 : limits::grantMaxRuns;
    grant.scope = scope;
    grant.runs = runsOf(record);
    grant.runtime = record.runtime;
    grant.kindsOfNotes = report.kindsOfNotes();
    if (scope == Scope::ExactCode)
        grant.digest = exactDigest(record);
    std::optional<std::chrono::milliseconds> deadline;
    if (const auto time = timeOf(scope)) {
        deadline = m_clock.monotonic() + *time;
        grant.until = grant.since.addDuration(*time);
    }
    endIf([&grant](const Held &old) {
        return isSamePlace(old.grant, grant) && isWithin(old.grant.reach, grant.reach) &&
               isSubset(old.grant.kindsOfNotes, grant.kindsOfNotes);
    });
    m_grants.append({grant, deadline});
    return grant.id;
}

void Grants::restore(const Grant &grant)
{
    Grant restored = grant;
    restored.id = ++m_lastId;
    m_grants.append({restored, std::nullopt});
}

bool Grants::isOverdue(const Held &held) const
{
    // Either clock: one stands still while the computer sleeps, the other can be set back.
    return held.deadline &&
           (m_clock.monotonic() >= *held.deadline || m_clock.now() >= held.grant.until);
}

bool Grants::covers(const Held &held, const ApprovalRecord &record,
                    const FindingReport &report) const
{
    const Grant &grant = held.grant;
    return isFor(grant, record) && !isOverdue(held) &&
           (grant.maxRuns == 0 || grant.used < grant.maxRuns) &&
           isWithin(record.reach, grant.reach) && kindsCovered(report, grant);
}

std::optional<qint64> Grants::covering(const ApprovalRecord &record,
                                       const FindingReport &report) const
{
    const auto it = std::ranges::find_if(
        m_grants, [&](const Held &held) { return covers(held, record, report); });
    return it == m_grants.end() ? std::nullopt : std::optional(it->grant.id);
}

std::optional<Grant> Grants::find(qint64 id) const
{
    const auto it = std::ranges::find(m_grants, id, [](const Held &held) { return held.grant.id; });
    return it == m_grants.end() ? std::nullopt : std::optional(it->grant);
}

bool Grants::use(qint64 id)
{
    const auto it = std::ranges::find(m_grants, id, [](const Held &held) { return held.grant.id; });
    if (it == m_grants.end())
        return false;
    it->grant.lastUsed = m_clock.now();
    ++it->grant.used;
    if (it->grant.maxRuns > 0 && it->grant.used >= it->grant.maxRuns) {
        m_grants.erase(it);
        return false;
    }
    return it->grant.used == limits::grantReviewRuns;
}

QString Grants::whyOutside(const ApprovalRecord &record, const FindingReport &report) const
{
    if (covering(record, report))
        return QString();
    // The newest is the one that the person remembers.
    for (auto it = m_grants.rbegin(); it != m_grants.rend(); ++it) {
        if (isFor(it->grant, record) && !isOverdue(*it))
            return whyOutside(record, report, it->grant);
    }
    return QString();
}

QString Grants::whyOutside(const ApprovalRecord &record, const FindingReport &report,
                           const Grant &grant)
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
    if (isWithin(asked, grant.reach) && !kindsCovered(report, grant))
        return report.state == FindingReport::State::Unavailable
                   ? tr("its code could not be read")
                   : tr("its code has a new kind of note");
    return tr("asks for more memory: %1 MB, was %2 MB")
        .arg(megabytes(asked.limits.heapBytes), megabytes(grant.reach.limits.heapBytes));
}

QList<qint64> Grants::end(qint64 id)
{
    return endIf([id](const Held &held) { return held.grant.id == id; });
}

QList<qint64> Grants::endAll()
{
    return endIf([](const Held &) { return true; });
}

QList<qint64> Grants::endSession(const SessionId &session)
{
    return endIf([&session](const Held &held) {
        return held.grant.scope == Scope::ThisSession && held.grant.session == session;
    });
}

QList<qint64> Grants::endClient(const ClientId &client)
{
    return endIf([&client](const Held &held) { return held.grant.client == client; });
}

QList<qint64> Grants::endMount(const QString &name)
{
    return endIf(
        [&name](const Held &held) { return mountNamed(held.grant.reach, name) != nullptr; });
}

QList<qint64> Grants::endOverdue()
{
    return endIf([this](const Held &held) { return isOverdue(held); });
}

std::optional<std::chrono::milliseconds> Grants::nextEnd() const
{
    std::optional<std::chrono::milliseconds> next;
    for (const Held &held : m_grants) {
        if (held.deadline && (!next || *held.deadline < *next))
            next = held.deadline;
    }
    return next;
}

} // namespace glovebox::approval
