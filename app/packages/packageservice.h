// SPDX-License-Identifier: MIT
#pragma once

#include "base/packagedesk.h"
#include "planjob.h"

#include <QJsonObject>

namespace glovebox::packages {

// The host's side of installing: it is the only part of Glovebox that fetches packages, always
// under the person's policy, never for the sandbox directly.
class PackageService final : public PackageDesk
{
    Q_OBJECT

public:
    struct Options
    {
        QString assets;      // the folder of Pyodide and the bundled wheels
        QString cacheFolder; // shared by sessions and processes; made when needed
        QString stateFolder; // of the profile: packages.json and advisories.bin
        AskResolver ask;
        Clock *clock = &systemClock();
        QProcessEnvironment environment =
            QProcessEnvironment::systemEnvironment(); // pip's variables
    };

    explicit PackageService(Options options);
    ~PackageService() override;

    // Why the stored rules could not be read, or empty. Then only bundled packages are allowed,
    // until rules are set again.
    QString problem() const { return m_problem; }

    QFuture<Result<PackagePlan>> plan(const PackageRequest &request, QObject *scope) override;
    QFuture<Result<PackagePlan>> planExact(const QList<PackagePin> &pins, const ClientId &client,
                                           QObject *scope) override;
    QFuture<Result<Wheel>> fetch(const PlannedPackage &package, const ClientId &client,
                                 QObject *scope, const Progress &progress = {}) override;
    QFuture<Result<ProjectFacts>> look(const QString &project, const ClientId &client,
                                       QObject *scope) override;

    QList<PlannedPackage> bundled() const override;
    QList<PlannedPackage> released() const override;
    QList<CachedPackage> cached() const override { return m_cache.packages(); }

    bool isUnasked(const PackagePin &pin) const override;
    PackagePolicy policy() const override { return m_policy; }
    Result<> setPolicy(const PackagePolicy &policy) override;
    PackageSources sources() const override { return m_sources; }
    Result<> setSources(const PackageSources &sources) override;
    QStringList effectiveIndexes() const override;

    PackageCacheFacts cacheFacts() const override;
    Result<> setMaxCacheBytes(qint64 bytes) override;
    QFuture<Result<>> cleanCache() override;

    AdvisoryFacts advisoryFacts() const override;
    QFuture<Result<>> updateAdvisories(QObject *scope) override;

private:
    template <class T>
    class Call; // one future and who can cancel it

    void readState();
    Result<> writeState();
    void applySources();
    void loadAdvisories();
    void takeAdvisories(const std::function<Result<QByteArray>()> &source,
                        const std::shared_ptr<Call<void>> &call);
    QString statePath() const { return m_options.stateFolder + u"/packages.json"; }
    QString advisoryPath() const { return m_options.stateFolder + u"/advisories.bin"; }

    // Where the bytes of a planned package are; the project's page is read again when the plan was
    // made before the program started.
    void locate(const PlannedPackage &package, QObject *scope,
                const std::function<void(Result<KnownWheel>)> &done);
    Result<Wheel> matched(const PlannedPackage &package, const KnownWheel &known,
                          const CheckedWheel &wheel) const;
    QList<PlannedPackage> locked(const QMap<QString, LockedPackage> &packages, PackageOrigin origin,
                                 const QString &source) const;

    Options m_options;
    Catalogue m_catalogue;
    PackagePolicy m_policy = PackagePolicy::standard();
    PackageSources m_sources;
    qint64 m_maxCacheBytes = 0;
    QString m_problem;
    Advisories m_advisories;
    QString m_advisoryProblem;
    QHash<QString, KnownWheel> m_known; // of plans, by SHA-256
    WheelCache m_cache;
    QNetworkAccessManager m_network;
    SourceReader m_reader;
    QThreadPool m_pool;
};

} // namespace glovebox::packages
