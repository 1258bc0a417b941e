// SPDX-License-Identifier: MIT
#pragma once

#include "packageplan.h"

#include <QFuture>
#include <QObject>

namespace glovebox {

// What is known of packages beside their hash, and which session has which: records bind {name,
// version, hash} only, windows show where they come from, how large they are, and under which
// licence. Implemented by app/tools.
class PackageDetails : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // One row for each of `pins`, in their order. What nobody planned in this process has only the
    // pin's own facts, and its origin is Bundled when that wheel comes with Glovebox.
    virtual QList<PlannedPackage> detailsOf(const QList<PackagePin> &pins) const = 0;
    // What the session's interpreter has, by name; bundled packages that a run loaded too.
    virtual QList<PackagePin> installed(const SessionRef &session) const = 0;
    // What create_session takes as `lock`; empty when nothing was loaded.
    virtual QString lockOf(const SessionRef &session) const = 0;
    // A plan whose packages are shown or asked for: its facts are remembered.
    virtual void learn(const QList<PlannedPackage> &packages) = 0;

Q_SIGNALS:
    void changed(const glovebox::SessionId &session);
};

// Installs as the person: a run of its own, in the journal as every other.
class PackageInstaller
{
public:
    virtual ~PackageInstaller() = default;
    // The run's number once it is recorded. NotFound for a session that is gone.
    virtual QFuture<Result<RunId>> install(const SessionRef &session,
                                           const QList<PackagePin> &pins) = 0;
    // The same for taking one away that was installed in the session.
    virtual QFuture<Result<RunId>> remove(const SessionRef &session, const QString &name) = 0;
    // Ends its interpreter: what was imported is forgotten, what was installed comes back.
    virtual Result<> restart(const SessionRef &session) = 0;
};

} // namespace glovebox
