// SPDX-License-Identifier: MIT
#include "clientrights.h"

#include "base/logging.h"

#include <algorithm>

namespace glovebox {

namespace {

void warn(const Result<> &set)
{
    if (!set)
        qCWarning(lcApp).noquote() << set.error().text << set.error().detail;
}

} // namespace

ConnectionRules ClientRights::of(const ClientId &client) const
{
    ConnectionRules rules{.onlyThisRun = m_parts.clients.rules(client).onlyThisRun, .folders = {}};
    for (const MountStatus &mount : m_parts.controls.mounts())
        rules.folders.append({mount.name, mount.hostPath, mayUse(mount, client)});
    return rules;
}

Result<> ClientRights::set(const ConnectionRules &rules, const ClientId &client)
{
    ClientRules own = m_parts.clients.rules(client);
    if (own.onlyThisRun != rules.onlyThisRun) {
        own.onlyThisRun = rules.onlyThisRun;
        if (auto set = m_parts.clients.setRules(client, own); !set)
            return set;
    }
    const QList<MountStatus> mounts = m_parts.controls.mounts();
    for (const ConnectionRules::Folder &folder : rules.folders) {
        const auto mount = std::ranges::find(mounts, folder.name, &MountStatus::name);
        if (mount == mounts.end() || mayUse(*mount, client) == folder.isAllowed)
            continue;
        const auto allowed =
            clientsWith(*mount, client, folder.isAllowed, m_parts.controls.clients());
        if (auto set = m_parts.controls.setMountClients(folder.name, allowed); !set)
            return set;
    }
    return {};
}

void ClientRights::inherit(const ClientId &from, const ClientId &to)
{
    if (const ClientRules rules = m_parts.clients.rules(from); rules != ClientRules())
        warn(m_parts.clients.setRules(to, rules));
    inheritPackages(from, to);
    inheritCodeRules(from, to);
    inheritFolders(from, to);
}

void ClientRights::inheritPackages(const ClientId &from, const ClientId &to)
{
    PackagePolicy policy = m_parts.packages.policy();
    const ClientPackageRules own = policy.clients.value(from);
    if (own == ClientPackageRules())
        return;
    policy.clients.insert(to, own);
    warn(m_parts.packages.setPolicy(policy));
}

// Lines "CLIENT/GROUP=ACTION".
void ClientRights::inheritCodeRules(const ClientId &from, const ClientId &to)
{
    const QStringList lines = m_parts.settings.value(settings::keys::rules);
    const QString prefix = from.value() + u'/';
    QStringList all = lines;
    for (const QString &line : lines) {
        if (line.startsWith(prefix))
            all.append(to.value() + u'/' + line.sliced(prefix.size()));
    }
    if (all != lines)
        warn(m_parts.settings.set(settings::keys::rules, all));
}

// Of folders that are limited to some; those for all are for the new key, too.
void ClientRights::inheritFolders(const ClientId &from, const ClientId &to)
{
    for (const MountStatus &mount : m_parts.controls.mounts()) {
        if (!mount.clients)
            continue;
        if (mayUse(mount, from) && !mayUse(mount, to))
            warn(m_parts.controls.setMountClients(
                mount.name, clientsWith(mount, to, true, m_parts.controls.clients())));
    }
}

} // namespace glovebox
