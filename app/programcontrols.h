// SPDX-License-Identifier: MIT
#pragma once

#include "application.h"
#include "base/controls.h"
#include "mounts/mounttable.h"
#include "settings/settings.h"
#include "ui/models/refresher.h"

namespace glovebox {

// What windows may ask of the program, answered by its services.
class Controls final : public ProgramControls
{
    Q_OBJECT

public:
    // Folders that the person adds or changes here are kept in the settings; those of the command
    // line are not (DESIGN 4.1).
    Controls(Application &application, settings::Settings &settings, QObject *parent = nullptr);

    ProgramStatus status() const override;
    QList<SessionStatus> sessions() const override;
    QList<MountStatus> mounts() const override;

    QFuture<Result<QList<RunFacts>>> recordedRuns(RunId before, int count) const override;
    QFuture<Result<QList<RunEvent>>> recordedEvents(RunId run) const override;
    QFuture<Result<QByteArray>> readOutput(RunId run, qint64 offset, qint64 length) const override;

    QFuture<Result<>> openPage(RunId run, int display) override;
    Result<> listenOnFreePort() override;
    void stopRun(RunId run) override;
    void stopEverything() override;
    void setAllPaused(bool paused) override;
    QString shareWarning(const QString &hostPath) const override;
    Result<> addMount(const QString &name, const QString &hostPath, MountMode mode,
                      bool isRiskAccepted) override;
    Result<> setMountMode(const QString &name, MountMode mode) override;
    Result<> setMountShowsSecrets(const QString &name, bool shows) override;
    QList<ClientLabel> clients() const override { return m_clients; }
    Result<> setMountClients(const QString &name,
                             const std::optional<QList<ClientId>> &clients) override;
    Result<> setMountCrossesVolumes(const QString &name, bool crosses) override;
    void removeMount(const QString &name) override;
    void quit() override;

    // Another port in place of this one, which stays when the other cannot be had: Conflict says
    // why. The setting is not touched.
    Result<> listenOn(quint16 port);

Q_SIGNALS:
    void quitRequested();
    // Clients go on calling the old one until they are told.
    void movedToPort(quint16 port);

private:
    SealStatus seals() const;
    QFuture<QString> displayTitle(RunId run, int display) const;
    quint16 takenPort() const;
    std::optional<mounts::MountSpec> mount(const QString &name) const;
    void keepMount(const mounts::MountSpec &spec);
    void forgetMount(const QString &name);
    void keepRequested(const QString &name);
    void forgetClient(const ClientId &client);
    bool isKept(const QString &name) const;
    QString labelOf(const ClientId &client) const;
    void readClients();
    void measureRoom();

    Application &m_application;
    settings::Settings &m_settings;
    quint16 m_wantedPort;
    QList<ClientLabel> m_clients;
    QHash<QString, qint64> m_room; // free bytes, by mount
    QSet<QString> m_measuring;     // a disk that does not answer is asked once
    std::unique_ptr<QObject> m_roomTimer;
    ui::Refresher m_mountsRefresher; // a run may stage thousands of files
    ui::Refresher
        m_sessionsRefresher; // every run changes its session twice, in the way of its answer
};

} // namespace glovebox
