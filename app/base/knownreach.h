// SPDX-License-Identifier: MIT
#pragma once

#include "finding.h"
#include "record.h"

#include <QStringList>

namespace glovebox {

// What a request would do, as far as that can be told beforehand: what was read from its code; of
// a file to be written, packages and folders the request itself tells everything.
FindingReport seemsToDo(const ApprovalRecord &record, const FindingReport &findings);

// Where a request goes beyond what was allowed before: the cells of UI.md 4.2.
struct ReachNews
{
    bool reads = false;
    bool writes = false;
    bool packages = false;
    bool network = false;
    bool limits = false;

    bool operator==(const ReachNews &) const = default;
    bool any() const { return reads || writes || packages || network || limits; }
};

// What was allowed in one session so far. Both kinds of fact count: what the code seemed to do, and
// what it could have done at most.
class KnownReach
{
public:
    // Takes in what was allowed; `findings` of the very code of `record`.
    void add(const ApprovalRecord &record, const FindingReport &findings);
    // While the code is still being read, only what it could do at most counts. Code that could not
    // be read is news each time: nothing is known to be like it.
    ReachNews newsIn(const ApprovalRecord &record, const FindingReport &findings) const;
    // Whether anything was asked for with that tool and allowed.
    bool knowsTool(const QString &tool) const { return m_tools.contains(tool); }

private:
    bool readsNews(const Reach &reach, const FindingReport &report) const;
    bool writesNews(const Reach &reach, const FindingReport &report) const;
    bool packagesNews(const Reach &reach, const FindingReport &report) const;
    void addReach(const Reach &reach);
    void addNamed(const Reach &reach, const FindingReport &report);

    QStringList m_tools;
    QList<MountReach> m_mounts; // each in the loosest mode that was allowed
    QList<PackagePin> m_packages;
    RunLimits m_limits; // the highest; the usual ones are never news
    QStringList m_mountsRead;
    QStringList m_mountsWritten;
    QStringList m_packagesNamed;
    bool m_readsUnknown = false;
    bool m_writesUnknown = false;
    bool m_usesNetwork = false;
};

} // namespace glovebox
