// SPDX-License-Identifier: MIT
#pragma once

#include "base/packagedetails.h"
#include "base/runhub.h"
#include "bundledpackages.h"

#include <QHash>
#include <QMap>
#include <QSet>

namespace glovebox::tools {

// Which packages each session has, as the stream of events tells, and what is known of them. A
// session keeps what was installed in it: an interpreter that takes the place of a lost one has
// none of it, and the next run brings it back.
class SessionPackages final : public PackageDetails
{
    Q_OBJECT

public:
    SessionPackages(RunHub &hub, const BundledPackages &bundled, QObject *parent = nullptr);

    // Facts of packages that were planned, for records that name them by hash.
    void learn(const QList<PlannedPackage> &packages) override;
    std::optional<PlannedPackage> planned(const QString &sha256) const;
    QList<PlannedPackage> detailsOf(const QList<PackagePin> &pins) const override;

    QList<PackagePin> installed(const SessionRef &session) const override;
    // What was installed in the session beside the bundled packages, and this interpreter lacks.
    QList<PackagePin> missing(const SessionRef &session) const;
    QString lockOf(const SessionRef &session) const override; // compact JSON

    // Whether it was taken out of the session: what the session was made with does not bring it
    // back.
    bool isGone(const SessionId &session, const QString &name) const;
    void forget(const SessionId &session);

private:
    struct Of
    {
        int epoch = 0;
        QMap<QString, PackagePin> here; // by normalised name, of that epoch
        QMap<QString, PackagePin> kept; // of every epoch, without the bundled ones
        QSet<QString> gone;             // taken away, and not asked for again
    };

    void onEvent(const RunEvent &event);
    void loaded(const RunFacts &facts, const event::PackageLoaded &package);
    PackagePin pinOf(const RunFacts &facts, const event::PackageLoaded &package) const;
    bool isBundled(const PackagePin &pin) const;

    RunHub &m_hub;
    const BundledPackages &m_bundled;
    QHash<QString, PlannedPackage> m_planned; // by hash
    QHash<SessionId, Of> m_sessions;
};

} // namespace glovebox::tools
