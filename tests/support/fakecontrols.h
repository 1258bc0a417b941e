// SPDX-License-Identifier: MIT
#pragma once

#include <base/controls.h>

#include <QHash>

#include <algorithm>

// A ProgramControls that keeps its state in plain members and remembers what it was told. What
// was recorded answers at once, unless `held`: then a test lets the answers go by `release`.
class FakeControls : public glovebox::ProgramControls
{
public:
    glovebox::ProgramStatus program;
    QList<glovebox::SessionStatus> liveSessions;
    QList<glovebox::MountStatus> folders;
    QHash<QString, QString> warnings; // by host path
    QList<glovebox::ClientLabel> knownClients;
    QList<glovebox::RunFacts> recorded; // newest first
    QHash<glovebox::RunId, QList<glovebox::RunEvent>> events;
    QHash<glovebox::RunId, QByteArray> output;
    bool held = false;

    mutable int pagesAsked = 0;
    mutable qint64 bytesRead = 0;
    QList<glovebox::RunId> stopped;
    int stoppedEverything = 0;
    int quits = 0;
    QStringList removedMounts;
    glovebox::Result<> mountAnswer;
    glovebox::Result<> portAnswer;
    glovebox::Result<> pageAnswer;
    QList<std::pair<glovebox::RunId, int>> openedPages;
    int freePortsAsked = 0;

    void setProgram(const glovebox::ProgramStatus &status)
    {
        program = status;
        Q_EMIT statusChanged();
    }
    void setMounts(const QList<glovebox::MountStatus> &mounts)
    {
        folders = mounts;
        Q_EMIT mountsChanged();
    }
    void setSessions(const QList<glovebox::SessionStatus> &sessions)
    {
        liveSessions = sessions;
        Q_EMIT sessionsChanged();
    }
    void release()
    {
        held = false;
        for (const auto &answer : std::exchange(m_waiting, {}))
            answer();
    }

    glovebox::ProgramStatus status() const override { return program; }
    QList<glovebox::SessionStatus> sessions() const override { return liveSessions; }
    QList<glovebox::MountStatus> mounts() const override { return folders; }

    QFuture<glovebox::Result<QList<glovebox::RunFacts>>> recordedRuns(glovebox::RunId before,
                                                                      int count) const override
    {
        ++pagesAsked;
        QList<glovebox::RunFacts> page;
        for (const glovebox::RunFacts &facts : recorded) {
            if ((before.isNull() || facts.run < before) && page.size() < count)
                page.append(facts);
        }
        return answer<QList<glovebox::RunFacts>>(page);
    }
    QFuture<glovebox::Result<QList<glovebox::RunEvent>>>
    recordedEvents(glovebox::RunId run) const override
    {
        return answer<QList<glovebox::RunEvent>>(events.value(run));
    }
    QFuture<glovebox::Result<QByteArray>> readOutput(glovebox::RunId run, qint64 offset,
                                                     qint64 length) const override
    {
        const QByteArray piece = output.value(run).mid(offset, length);
        bytesRead += piece.size();
        return answer<QByteArray>(piece);
    }

    QFuture<glovebox::Result<>> openPage(glovebox::RunId run, int display) override
    {
        openedPages.append({run, display});
        return QtFuture::makeReadyValueFuture(pageAnswer);
    }

    glovebox::Result<> listenOnFreePort() override
    {
        ++freePortsAsked;
        if (!portAnswer)
            return portAnswer;
        program.address = QStringLiteral("127.0.0.1:40123");
        program.listenProblem.clear();
        program.takenPort = 0;
        Q_EMIT statusChanged();
        return {};
    }
    void stopRun(glovebox::RunId run) override { stopped.append(run); }
    void stopEverything() override
    {
        ++stoppedEverything;
        setAllPaused(true);
    }
    void setAllPaused(bool paused) override
    {
        program.allPaused = paused;
        Q_EMIT statusChanged();
    }
    QString shareWarning(const QString &hostPath) const override
    {
        return warnings.value(hostPath);
    }
    glovebox::Result<> addMount(const QString &name, const QString &hostPath,
                                glovebox::MountMode mode, bool) override
    {
        if (!mountAnswer)
            return mountAnswer;
        folders.append({name, hostPath, mode, {}, 0, 0});
        Q_EMIT mountsChanged();
        return {};
    }
    glovebox::Result<> setMountMode(const QString &name, glovebox::MountMode mode) override
    {
        return changeMount(name, [mode](glovebox::MountStatus &mount) { mount.mode = mode; });
    }
    glovebox::Result<> setMountShowsSecrets(const QString &name, bool shows) override
    {
        return changeMount(name,
                           [shows](glovebox::MountStatus &mount) { mount.showsSecrets = shows; });
    }
    QList<glovebox::ClientLabel> clients() const override { return knownClients; }
    glovebox::Result<>
    setMountClients(const QString &name,
                    const std::optional<QList<glovebox::ClientId>> &clients) override
    {
        return changeMount(name, [&](glovebox::MountStatus &mount) {
            mount.clients.reset();
            if (!clients)
                return;
            mount.clients.emplace();
            for (const glovebox::ClientLabel &known : std::as_const(knownClients)) {
                if (clients->contains(known.id))
                    mount.clients->append(known);
            }
        });
    }
    glovebox::Result<> setMountCrossesVolumes(const QString &name, bool crosses) override
    {
        return changeMount(name,
                           [crosses](glovebox::MountStatus &m) { m.crossesVolumes = crosses; });
    }
    void removeMount(const QString &name) override
    {
        removedMounts.append(name);
        folders.removeIf([&name](const auto &mount) { return mount.name == name; });
        Q_EMIT mountsChanged();
    }
    void quit() override { ++quits; }

private:
    template <class Change>
    glovebox::Result<> changeMount(const QString &name, Change change)
    {
        if (!mountAnswer)
            return mountAnswer;
        const auto found = std::ranges::find(folders, name, &glovebox::MountStatus::name);
        if (found == folders.end())
            return glovebox::fail(glovebox::ErrorCode::NotFound, QStringLiteral("No such mount."));
        change(*found);
        Q_EMIT mountsChanged();
        return {};
    }

    template <class T>
    QFuture<glovebox::Result<T>> answer(glovebox::Result<T> value) const
    {
        if (!held)
            return QtFuture::makeReadyValueFuture(std::move(value));
        auto promise = std::make_shared<QPromise<glovebox::Result<T>>>();
        promise->start();
        m_waiting.append([promise, value] {
            promise->addResult(value);
            promise->finish();
        });
        return promise->future();
    }

    mutable QList<std::function<void()>> m_waiting;
};
