// SPDX-License-Identifier: MIT
#include "sessionpackages.h"

#include "base/packagelock.h"

#include <algorithm>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostPlanned = 20'000; // hashes remembered; a plan has a few

} // namespace

SessionPackages::SessionPackages(RunHub &hub, const BundledPackages &bundled, QObject *parent)
    : PackageDetails(parent)
    , m_hub(hub)
    , m_bundled(bundled)
{
    connect(&m_hub, &RunHub::published, this, &SessionPackages::onEvent);
}

void SessionPackages::learn(const QList<PlannedPackage> &packages)
{
    if (m_planned.size() + packages.size() > mostPlanned)
        m_planned.clear();
    for (const PlannedPackage &package : packages)
        m_planned.insert(package.sha256, package);
}

std::optional<PlannedPackage> SessionPackages::planned(const QString &sha256) const
{
    const auto it = m_planned.constFind(sha256);
    return it == m_planned.constEnd() ? std::nullopt : std::optional(*it);
}

QList<PlannedPackage> SessionPackages::detailsOf(const QList<PackagePin> &pins) const
{
    QList<PlannedPackage> rows;
    for (const PackagePin &pin : pins) {
        if (const auto known = planned(pin.sha256)) {
            rows.append(*known);
            continue;
        }
        PlannedPackage package;
        package.name = pin.name;
        package.version = pin.version;
        package.sha256 = pin.sha256;
        package.requested = true; // nothing is known of it that needs it
        package.origin = isBundled(pin) ? PackageOrigin::Bundled : PackageOrigin::Index;
        rows.append(package);
    }
    return rows;
}

QList<PackagePin> SessionPackages::installed(const SessionRef &session) const
{
    const auto it = m_sessions.constFind(session.id);
    if (it == m_sessions.constEnd() || it->epoch != session.epoch)
        return {};
    return it->here.values();
}

QList<PackagePin> SessionPackages::missing(const SessionRef &session) const
{
    const auto it = m_sessions.constFind(session.id);
    if (it == m_sessions.constEnd())
        return {};
    QList<PackagePin> pins;
    for (const PackagePin &pin : it->kept) {
        if (it->epoch != session.epoch ||
            it->here.value(normalisedPackageName(pin.name)).sha256 != pin.sha256)
            pins.append(pin);
    }
    return pins;
}

QString SessionPackages::lockOf(const SessionRef &session) const
{
    return lockText(installed(session) + missing(session));
}

bool SessionPackages::isGone(const SessionId &session, const QString &name) const
{
    const auto it = m_sessions.constFind(session);
    return it != m_sessions.constEnd() && it->gone.contains(normalisedPackageName(name));
}

void SessionPackages::forget(const SessionId &session)
{
    if (m_sessions.remove(session))
        Q_EMIT changed(session);
}

void SessionPackages::onEvent(const RunEvent &event)
{
    const auto *package = std::get_if<event::PackageLoaded>(&event.body);
    const RunFacts *facts = package ? m_hub.facts(event.run) : nullptr;
    if (facts)
        loaded(*facts, *package);
}

void SessionPackages::loaded(const RunFacts &facts, const event::PackageLoaded &package)
{
    const SessionRef &session = facts.record.session;
    Of &of = m_sessions[session.id];
    if (of.epoch != session.epoch) {
        of.epoch = session.epoch;
        of.here.clear();
    }
    if (package.version.isEmpty()) { // it was taken away
        const QString name = normalisedPackageName(package.name);
        of.here.remove(name);
        of.kept.remove(name);
        of.gone.insert(name);
        Q_EMIT changed(session.id);
        return;
    }
    const PackagePin pin = pinOf(facts, package);
    const QString key = normalisedPackageName(pin.name);
    of.here.insert(key, pin);
    of.gone.remove(key);
    if (isBundled(pin) || pin.sha256.isEmpty())
        of.kept.remove(key);
    else
        of.kept.insert(key, pin);
    Q_EMIT changed(session.id);
}

// The worker tells name and version; the hash is that of what was allowed.
PackagePin SessionPackages::pinOf(const RunFacts &facts, const event::PackageLoaded &package) const
{
    const QString key = normalisedPackageName(package.name);
    const auto fits = [&](const QString &name, const QString &version) {
        return normalisedPackageName(name) == key && version == package.version;
    };
    for (const PackagePin &pin : facts.record.reach.packages) {
        if (fits(pin.name, pin.version))
            return {key, pin.version, pin.sha256};
    }
    const BundledPackage *bundled = m_bundled.find(package.name);
    if (bundled && fits(bundled->name, bundled->version))
        return {key, bundled->version, bundled->sha256};
    for (const PlannedPackage &planned : m_planned) {
        if (fits(planned.name, planned.version))
            return {key, planned.version, planned.sha256};
    }
    return {key, package.version, {}};
}

bool SessionPackages::isBundled(const PackagePin &pin) const
{
    const BundledPackage *package = m_bundled.find(pin.name);
    return package && package->sha256 == pin.sha256;
}

} // namespace glovebox::tools
