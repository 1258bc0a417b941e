// SPDX-License-Identifier: MIT
#pragma once

#include "base/packagedesk.h"

#include <QCryptographicHash>
#include <QMap>
#include <QPointer>
#include <QPromise>
#include <QRegularExpression>
#include <vector>

// A desk with a shelf of wheels in place of an index. Plans name for name, without dependencies.
class FakePackageDesk final : public glovebox::PackageDesk
{
public:
    using Plan = glovebox::Result<glovebox::PackagePlan>;

    glovebox::PlannedPackage put(const QString &name, const QString &version,
                                 const QByteArray &bytes)
    {
        glovebox::PlannedPackage package;
        package.name = name;
        package.version = version;
        package.fileName = name + u'-' + version + QStringLiteral("-py3-none-any.whl");
        package.sha256 = QString::fromLatin1(
            QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
        package.size = bytes.size();
        package.origin = glovebox::PackageOrigin::Index;
        package.source = QStringLiteral("index.example");
        package.licence = QStringLiteral("MIT");
        package.requested = true;
        shelf.insert(name, package);
        wheels.insert(package.sha256, bytes);
        return package;
    }

    QFuture<Plan> plan(const glovebox::PackageRequest &request, QObject *scope) override
    {
        asked = request;
        lastScope = scope;
        glovebox::PackagePlan plan;
        for (const QString &requirement : request.requirements) {
            const QString name = glovebox::normalisedPackageName(
                requirement.section(QRegularExpression(QStringLiteral("[<>=\\[ ;]")), 0, 0));
            if (const auto it = shelf.constFind(name); it != shelf.constEnd())
                plan.packages.append(*it);
            else
                plan.refusals.append({requirement, name, QStringLiteral("unknown"),
                                      QStringLiteral("No index knows %1.").arg(name),
                                      QStringLiteral("Packages › Policy › Sources")});
        }
        return QtFuture::makeReadyValueFuture(Plan(plan));
    }
    QFuture<Plan> planExact(const QList<glovebox::PackagePin> &pins, const glovebox::ClientId &,
                            QObject *) override
    {
        glovebox::PackagePlan plan;
        for (const glovebox::PackagePin &pin : pins) {
            if (wheels.contains(pin.sha256))
                plan.packages.append(shelf.value(pin.name));
            else
                plan.refusals.append({pin.name,
                                      pin.name,
                                      QStringLiteral("offline"),
                                      QStringLiteral("It is not in the cache."),
                                      {}});
        }
        return QtFuture::makeReadyValueFuture(Plan(plan));
    }
    QFuture<glovebox::Result<glovebox::Wheel>> fetch(const glovebox::PlannedPackage &package,
                                                     const glovebox::ClientId &, QObject *scope,
                                                     const Progress &progress) override
    {
        ++fetches;
        lastScope = scope;
        if (progress)
            progress(1, 4);
        if (holds) {
            held.emplace_back();
            held.back().start();
            return held.back().future();
        }
        return QtFuture::makeReadyValueFuture(glovebox::Result<glovebox::Wheel>(
            glovebox::Wheel{package, wheels.value(package.sha256)}));
    }
    QFuture<glovebox::Result<glovebox::ProjectFacts>>
    look(const QString &project, const glovebox::ClientId &, QObject *) override
    {
        glovebox::ProjectFacts facts;
        facts.name = project;
        if (shelf.contains(project))
            facts.versions = {shelf.value(project).version};
        else
            facts.why = QStringLiteral("No index knows it.");
        return QtFuture::makeReadyValueFuture(glovebox::Result<glovebox::ProjectFacts>(facts));
    }

    QList<glovebox::PlannedPackage> bundled() const override { return bundledOnes; }
    QList<glovebox::PlannedPackage> released() const override { return {}; }
    QList<glovebox::CachedPackage> cached() const override { return cachedOnes; }
    bool isUnasked(const glovebox::PackagePin &pin) const override
    {
        return rules.unasked.contains(pin.name);
    }
    glovebox::PackagePolicy policy() const override { return rules; }
    glovebox::Result<> setPolicy(const glovebox::PackagePolicy &policy) override
    {
        rules = policy;
        Q_EMIT policyChanged();
        return {};
    }
    glovebox::PackageSources sources() const override { return where; }
    glovebox::Result<> setSources(const glovebox::PackageSources &sources) override
    {
        where = sources;
        Q_EMIT sourcesChanged();
        return {};
    }
    QStringList effectiveIndexes() const override { return {QStringLiteral("index.example")}; }
    glovebox::PackageCacheFacts cacheFacts() const override { return cache; }
    glovebox::Result<> setMaxCacheBytes(qint64 bytes) override
    {
        cache.maxBytes = bytes;
        return {};
    }
    QFuture<glovebox::Result<>> cleanCache() override
    {
        cachedOnes.clear();
        cache.bytes = 0;
        cache.wheels = 0;
        Q_EMIT cacheChanged();
        return QtFuture::makeReadyValueFuture(glovebox::Result<>());
    }
    glovebox::AdvisoryFacts advisoryFacts() const override { return advisories; }
    QFuture<glovebox::Result<>> updateAdvisories(QObject *) override
    {
        advisories.records = 7;
        Q_EMIT advisoriesChanged();
        return QtFuture::makeReadyValueFuture(glovebox::Result<>());
    }

    QMap<QString, glovebox::PlannedPackage> shelf; // by name
    QHash<QString, QByteArray> wheels;             // by hash
    QList<glovebox::PlannedPackage> bundledOnes;
    QList<glovebox::CachedPackage> cachedOnes;
    glovebox::PackagePolicy rules;
    glovebox::PackageSources where;
    glovebox::PackageCacheFacts cache;
    glovebox::AdvisoryFacts advisories;
    glovebox::PackageRequest asked;
    QPointer<QObject> lastScope;
    int fetches = 0;
    bool holds = false; // fetches end when the test lets them
    std::vector<QPromise<glovebox::Result<glovebox::Wheel>>> held;
};
