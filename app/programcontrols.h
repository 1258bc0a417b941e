// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "base/controls.h"

namespace glovebox {

// What windows may ask of the program, answered by its services.
class Controls final : public ProgramControls
{
    Q_OBJECT

public:
    explicit Controls(Application &application, QObject *parent = nullptr);

    ProgramStatus status() const override;
    QList<SessionStatus> sessions() const override;
    QList<MountStatus> mounts() const override;

    QFuture<Result<QList<RunFacts>>> recordedRuns(RunId before, int count) const override;
    QFuture<Result<QList<RunEvent>>> recordedEvents(RunId run) const override;
    QFuture<Result<QByteArray>> readOutput(RunId run, qint64 offset,
                                           qint64 length) const override;

    void stopRun(RunId run) override;
    void stopEverything() override;
    void setAllPaused(bool paused) override;
    Result<> addMount(const QString &name, const QString &hostPath, MountMode mode) override;
    Result<> setMountMode(const QString &name, MountMode mode) override;
    void removeMount(const QString &name) override;
    void quit() override;

private:
    SealStatus seals() const;

    Application &m_application;
};

} // namespace glovebox
