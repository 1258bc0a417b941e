// SPDX-License-Identifier: MIT
#pragma once

#include "packageplan.h"
#include "packagepolicy.h"

#include <QFuture>
#include <QObject>

#include <functional>

namespace glovebox {

struct PackageCacheFacts
{
    QString folder;
    qint64 bytes = 0;
    qint64 maxBytes = 0;
    int wheels = 0;

    bool operator==(const PackageCacheFacts &) const = default;
};

struct AdvisoryFacts
{
    int records = 0;
    QDateTime updated; // UTC; invalid: never
    QString problem;   // of the last update, or empty

    bool operator==(const AdvisoryFacts &) const = default;
};

// A wheel in the cache: can be installed without a network.
struct CachedPackage
{
    PlannedPackage package;
    QDateTime used; // UTC

    bool operator==(const CachedPackage &) const = default;
};

// Packages as tools and windows see them: the index, the cache and the person's rules. Implemented
// by app/packages. All of it is asynchronous and lives in one thread.
//
// `scope` of the calls that take time: when it is destroyed, the work is given up and the future
// ends with Cancelled. Who can cancel keeps one QObject per call; nullptr: cannot be cancelled.
class PackageDesk : public QObject
{
    Q_OBJECT

public:
    using Progress = std::function<void(qint64 done, qint64 total)>; // bytes; total -1: unknown

    using QObject::QObject;

    // What would have to be installed. Fetches metadata only. An error is a fault of the whole
    // (no resolver, everything cancelled); what single requirements lack stands in `refusals`.
    virtual QFuture<Result<PackagePlan>> plan(const PackageRequest &request, QObject *scope) = 0;

    // A lock: exactly these wheels, by their hashes, without looking at what they need. From the
    // bundled set and the cache without a network; the others from the sources.
    virtual QFuture<Result<PackagePlan>> planExact(const QList<PackagePin> &pins,
                                                   const ClientId &client, QObject *scope) = 0;

    // The bytes of one package of a plan that was allowed: from the cache, else from its source.
    // Denied when the rules changed meanwhile, Corrupt when bytes or metadata are not those of
    // the plan, Unavailable with what to do when the source does not answer.
    virtual QFuture<Result<Wheel>> fetch(const PlannedPackage &package, const ClientId &client,
                                         QObject *scope, const Progress &progress = {}) = 0;

    // What can be had of one project.
    virtual QFuture<Result<ProjectFacts>> look(const QString &project, const ClientId &client,
                                               QObject *scope) = 0;

    virtual QList<PlannedPackage> bundled() const = 0;  // by name
    virtual QList<PlannedPackage> released() const = 0; // of Pyodide's release, not bundled
    virtual QList<CachedPackage> cached() const = 0;    // by name, newest version first

    // Whether a rule of the person lets this very wheel be installed without asking. Known of
    // wheels that were planned or are bundled; false for any other.
    virtual bool isUnasked(const PackagePin &pin) const = 0;

    virtual PackagePolicy policy() const = 0;
    virtual Result<> setPolicy(const PackagePolicy &policy) = 0;
    virtual PackageSources sources() const = 0;
    virtual Result<> setSources(const PackageSources &sources) = 0;
    // The indexes that are really asked, without credentials.
    virtual QStringList effectiveIndexes() const = 0;

    virtual PackageCacheFacts cacheFacts() const = 0;
    virtual Result<> setMaxCacheBytes(qint64 bytes) = 0;
    virtual QFuture<Result<>> cleanCache() = 0; // removes every cached wheel and answer

    virtual AdvisoryFacts advisoryFacts() const = 0;
    virtual QFuture<Result<>> updateAdvisories(QObject *scope) = 0;

Q_SIGNALS:
    void policyChanged();
    void sourcesChanged();
    void cacheChanged();
    void advisoriesChanged();
};

} // namespace glovebox
