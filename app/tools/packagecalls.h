// SPDX-License-Identifier: MIT
#pragma once

#include "packageplanner.h"
#include "runservice.h"
#include "sandbox/hostcalls.h"

#include <memory>
#include <unordered_map>

namespace glovebox::tools {

// The host calls for packages (ARCHITECTURE.md "Host calls"); every other call goes on to `next`.
// Gives out wheels that the run was allowed and no others, and turns a running program's wish into
// a request to the person.
class PackageCalls final : public QObject, public sandbox::HostCalls
{
    Q_OBJECT

public:
    struct Parts
    {
        sandbox::HostCalls &next;
        PackagePlanner &planner;
        SessionPackages &sessions;
        RunHub &hub;
        Clock &clock;
    };

    explicit PackageCalls(const Parts &parts, QObject *parent = nullptr);
    ~PackageCalls() override;

    // Who asks the person; before that no run can exist.
    void setRuns(RunService *runs) { m_runs = runs; }

    QFuture<Frame> call(const sandbox::HostCallContext &context, const Frame &request) override;
    void runBegins(const sandbox::HostCallContext &context) override;
    void runStopping(const sandbox::HostCallContext &context) override;
    void runEnded(const sandbox::HostCallContext &context) override;

Q_SIGNALS:
    // A run got the wheel of this package, which did not come with Glovebox.
    void gaveWheel(const glovebox::PlannedPackage &package);

private:
    struct Wish;
    struct Download;
    struct Of;

    QFuture<Frame> wheel(Of &of, const QJsonObject &header);
    QFuture<Frame> read(Of &of, const QJsonObject &header);
    QFuture<Frame> ask(Of &of, const QJsonObject &header);
    QFuture<Frame> wait(Of &of, const QJsonObject &header);
    QFuture<Frame> done(Of &of, const QJsonObject &header);

    Of &of(const sandbox::HostCallContext &context);
    Of *find(RunId run) const;
    void fetchAll(Of &of);
    void fetch(Of &of, const PlannedPackage &package);
    void fetched(RunId run, const QString &sha256, const Result<Wheel> &wheel);
    void tellProgress(RunId run, const QString &sha256, qint64 done, qint64 total);
    void planned(RunId run, int number, const Result<PackagePlan> &plan);
    void askPerson(Of &of, Wish &wish);
    void decided(RunId run, int number, const Result<> &allowed);
    void answer(Wish &wish, const Frame &frame);

    Parts m_parts;
    RunService *m_runs = nullptr;
    std::unordered_map<qint64, std::unique_ptr<Of>> m_of; // by run
};

} // namespace glovebox::tools
