// SPDX-License-Identifier: MIT
#include "knownreach.h"

#include <algorithm>

namespace glovebox {

namespace {

// Names that code chose are kept only so far: what is not kept is shown as new again.
constexpr qsizetype maxPackagesNamed = 256;

const MountReach *mountLike(const QList<MountReach> &mounts, const MountReach &wanted)
{
    const auto it = std::ranges::find_if(mounts, [&wanted](const MountReach &mount) {
        return mount.name == wanted.name && mount.hostPath == wanted.hostPath;
    });
    return it == mounts.end() ? nullptr : &*it;
}

bool hasMount(const Reach &reach, const QString &name)
{
    return std::ranges::contains(reach.mounts, name, &MountReach::name);
}

void addOnce(QStringList &names, const QString &name)
{
    if (!names.contains(name))
        names.append(name);
}

bool isRead(const FindingReport &report)
{
    return report.state == FindingReport::State::Complete;
}

} // namespace

FindingReport seemsToDo(const ApprovalRecord &record, const FindingReport &findings)
{
    FindingReport report = findings;
    const bool isFile = record.tool == u"write_file";
    if (report.state != FindingReport::State::NotCode ||
        !(isFile || record.tool == u"install_packages" || record.tool == folderRequestTool))
        return report;
    report.state = FindingReport::State::Complete;
    if (isFile) // "/mnt/NAME/PATH"
        report.files.append({.mount = record.path.section(u'/', 2, 2),
                             .path = record.path.section(u'/', 3),
                             .written = true});
    for (const PackagePin &pin : record.reach.packages)
        report.packages.append(pin.name);
    return report;
}

void KnownReach::add(const ApprovalRecord &record, const FindingReport &findings)
{
    addOnce(m_tools, record.tool);
    addReach(record.reach);
    const FindingReport report = seemsToDo(record, findings);
    if (isRead(report))
        addNamed(record.reach, report);
}

void KnownReach::addReach(const Reach &reach)
{
    for (const MountReach &mount : reach.mounts) {
        const auto known = std::ranges::find_if(m_mounts, [&mount](const MountReach &have) {
            return have.name == mount.name && have.hostPath == mount.hostPath;
        });
        if (known == m_mounts.end())
            m_mounts.append(mount);
        else
            known->mode = std::max(known->mode, mount.mode);
    }
    for (const PackagePin &pin : reach.packages) {
        if (!m_packages.contains(pin))
            m_packages.append(pin);
    }
    m_limits.timeout = std::max(m_limits.timeout, reach.limits.timeout);
    m_limits.heapBytes = std::max(m_limits.heapBytes, reach.limits.heapBytes);
}

void KnownReach::addNamed(const Reach &reach, const FindingReport &report)
{
    for (const NamedFile &file : report.files) {
        if (hasMount(reach, file.mount))
            addOnce(file.written ? m_mountsWritten : m_mountsRead, file.mount);
    }
    for (const QString &package : report.packages) {
        if (m_packagesNamed.size() < maxPackagesNamed)
            addOnce(m_packagesNamed, package);
    }
    m_readsUnknown = m_readsUnknown || report.readsUnknown;
    m_writesUnknown = m_writesUnknown || report.writesUnknown;
    m_usesNetwork = m_usesNetwork || report.usesNetwork;
}

bool KnownReach::readsNews(const Reach &reach, const FindingReport &report) const
{
    // What is in no folder of the person's, or in none that is shared, reaches nothing of theirs.
    return std::ranges::any_of(
               reach.mounts,
               [this](const MountReach &mount) { return !mountLike(m_mounts, mount); }) ||
           std::ranges::any_of(report.files,
                               [&](const NamedFile &file) {
                                   return !file.written && hasMount(reach, file.mount) &&
                                          !m_mountsRead.contains(file.mount);
                               }) ||
           (report.readsUnknown && !m_readsUnknown);
}

bool KnownReach::writesNews(const Reach &reach, const FindingReport &report) const
{
    const auto isLooser = [this](const MountReach &mount) {
        const MountReach *known = mountLike(m_mounts, mount);
        return mount.mode != MountMode::ReadOnly && (!known || known->mode < mount.mode);
    };
    return std::ranges::any_of(reach.mounts, isLooser) ||
           std::ranges::any_of(report.files,
                               [&](const NamedFile &file) {
                                   return file.written && hasMount(reach, file.mount) &&
                                          !m_mountsWritten.contains(file.mount);
                               }) ||
           (report.writesUnknown && !m_writesUnknown);
}

bool KnownReach::packagesNews(const Reach &reach, const FindingReport &report) const
{
    return std::ranges::any_of(
               reach.packages,
               [this](const PackagePin &pin) { return !m_packages.contains(pin); }) ||
           std::ranges::any_of(report.packages, [this](const QString &package) {
               return !m_packagesNamed.contains(package);
           });
}

ReachNews KnownReach::newsIn(const ApprovalRecord &record, const FindingReport &findings) const
{
    const FindingReport report = seemsToDo(record, findings);
    const Reach &reach = record.reach;
    const bool isUnknown = report.state == FindingReport::State::Unavailable;
    return {.reads = isUnknown || readsNews(reach, report),
            .writes = isUnknown || writesNews(reach, report),
            .packages = isUnknown || packagesNews(reach, report),
            .network = isUnknown || (report.usesNetwork && !m_usesNetwork),
            .limits = reach.limits.timeout > m_limits.timeout ||
                      reach.limits.heapBytes > m_limits.heapBytes};
}

} // namespace glovebox
