// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "indexserver.h"
#include "packages/packagelimits.h"
#include "packages/packageservice.h"
#include "pyresolver.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

// Waits for a future in this thread's event loop.
template <class T>
glovebox::Result<T> waitFor(const QFuture<glovebox::Result<T>> &future, int milliseconds = 30'000)
{
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, milliseconds))
        return glovebox::fail(glovebox::ErrorCode::Internal, QStringLiteral("nothing came back"));
    return future.result();
}

// The real clock, except that waiting takes a hundredth of the time.
class HurriedClock final : public glovebox::Clock
{
public:
    QDateTime now() const override
    {
        return glovebox::systemClock().now().addMSecs(m_ahead.count());
    }
    std::chrono::milliseconds monotonic() const override
    {
        return glovebox::systemClock().monotonic();
    }
    std::unique_ptr<QObject> after(std::chrono::milliseconds delay, QObject *context,
                                   Callback callback) override
    {
        m_delays.append(delay);
        // A machine that is busy must not look like a server that is silent.
        const bool isStall = delay == glovebox::packages::limits::stallTimeout;
        return glovebox::systemClock().after(delay / (isStall ? 30 : 100), context,
                                             std::move(callback));
    }
    void jump(std::chrono::milliseconds by) { m_ahead += by; }
    bool wasAskedFor(std::chrono::milliseconds delay) const { return m_delays.contains(delay); }

private:
    std::chrono::milliseconds m_ahead{0};
    QList<std::chrono::milliseconds> m_delays;
};

// A service with an index of its own and the real resolver.
class ServiceFixture
{
public:
    ServiceFixture() { restart(); }

    void restart()
    {
        service.reset();
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("HOME"), home.path());
        environment.insert(QStringLiteral("PIP_INDEX_URL"), server.simple());
        service = std::make_unique<glovebox::packages::PackageService>(
            glovebox::packages::PackageService::Options{
                .assets = QStringLiteral(GLOVEBOX_ASSETS_DIR "/pyodide"),
                .cacheFolder = home.filePath(QStringLiteral("cache")),
                .stateFolder = home.filePath(QStringLiteral("state")),
                .ask = resolver.ask(),
                .clock = &clock,
                .environment = environment});
    }

    glovebox::Result<glovebox::PackagePlan> plan(const QStringList &requirements,
                                                 const QList<glovebox::PackagePin> &installed = {})
    {
        return waitFor(
            service->plan({.requirements = requirements, .installed = installed}, nullptr));
    }
    glovebox::Result<glovebox::Wheel> fetch(const glovebox::PlannedPackage &package)
    {
        return waitFor(service->fetch(package, {}, nullptr));
    }

    static QStringList names(const glovebox::Result<glovebox::PackagePlan> &plan)
    {
        QStringList list;
        if (!plan)
            return {plan.error().text};
        for (const glovebox::PlannedPackage &package : plan->packages)
            list.append(package.name + u' ' + package.version);
        return list;
    }
    static QString refusal(const glovebox::Result<glovebox::PackagePlan> &plan)
    {
        if (!plan)
            return QStringLiteral("error: ") + plan.error().text;
        return plan->refusals.isEmpty() ? QStringLiteral("none")
                                        : plan->refusals.first().rule + QStringLiteral(": ") +
                                              plan->refusals.first().text;
    }

    QTemporaryDir home;
    HurriedClock clock;
    IndexServer server;
    PyResolver resolver;
    std::unique_ptr<glovebox::packages::PackageService> service;
};
