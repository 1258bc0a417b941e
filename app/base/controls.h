// SPDX-License-Identifier: MIT
#pragma once

#include "runfacts.h"

#include <QFuture>
#include <QObject>

namespace glovebox {

// What was measured of the two seals (DESIGN 2); never what was asked for.
struct SealStatus
{
    enum class Level {
        Unknown, // not measured yet
        Sealed,  // both seals hold
        Reduced, // GLOVEBOX_ALLOW_ROOT: runs with less, said in red everywhere
        Broken,  // nothing runs
    };
    // What keeps the person's files from the engine process, as measured.
    enum class Files {
        Open,   // nothing does
        Rights, // Landlock: it sees their names at most
        View,   // its own root folder, in which they do not exist
        ViewAndRights,
    };
    Level level = Level::Unknown;
    QString reason; // one sentence for the person when not Sealed
    Files files = Files::Open;

    bool operator==(const SealStatus &) const = default;
};

struct SessionStatus
{
    enum class State {
        Starting,
        Idle,
        Busy,
        Restarting,
        Retired, // has no process: it was not used for long; its next run starts a new one
        Closed,
    };

    SessionRef ref;
    QString name;
    ClientId client;
    QString clientLabel;
    State state = State::Starting;
    qint64 residentBytes = 0; // of its renderer
    qint64 heapLimitBytes = 0;
    int runs = 0;
    QDateTime since; // of this state
    int queued = 0;  // runs that wait in it

    bool operator==(const SessionStatus &) const = default;
};

struct ClientLabel
{
    ClientId id;
    QString label;

    bool operator==(const ClientLabel &) const = default;
};

struct MountStatus
{
    QString name;
    QString hostPath;
    MountMode mode = MountMode::Staged;
    QString problem; // why it cannot be reached, or empty
    int sessionsUsing = 0;
    int stagedChanges = 0;     // that wait for the person, of all clients
    bool showsSecrets = false; // runs and clients see names that usually hold secrets
    // The clients that may use it, as the person knows them; nullopt: all.
    std::optional<QList<ClientLabel>> clients = {};
    bool crossesVolumes = false; // other volumes inside the folder are part of it
    qint64 freeBytes = -1;       // on its disk, for the person; -1: not known

    bool operator==(const MountStatus &) const = default;
};

bool mayUse(const MountStatus &mount, const ClientId &client);
// Those that may use the mount when `client` may (or may not), for
// ProgramControls::setMountClients. `everybody` has a valid key; everybody together means those
// who come later, too: nullopt.
std::optional<QList<ClientId>> clientsWith(const MountStatus &mount, const ClientId &client,
                                           bool allowed, const QList<ClientLabel> &everybody);

struct ProgramStatus
{
    QString address; // "127.0.0.1:8420", or empty while not listening
    QString listenProblem;
    quint16 takenPort = 0; // the wanted port when another program has it
    int clients = 0;
    SealStatus seals;
    QString python; // "3.14.2", or empty before the first interpreter was up
    qint64 memoryLimitBytes = 0;
    bool allPaused = false;
    QString journalProblem;

    bool operator==(const ProgramStatus &) const = default;
};

// Everything that a window may ask of the program besides approval. Implemented by
// app/application.
class ProgramControls : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual ProgramStatus status() const = 0;
    virtual QList<SessionStatus> sessions() const = 0;
    virtual QList<MountStatus> mounts() const = 0;

    // Runs of earlier days and processes, newest first, older than `before` (null: the newest).
    virtual QFuture<Result<QList<RunFacts>>> recordedRuns(RunId before, int count) const = 0;
    // The events of one run as recorded.
    virtual QFuture<Result<QList<RunEvent>>> recordedEvents(RunId run) const = 0;
    // Bytes of a run's stored output.
    virtual QFuture<Result<QByteArray>> readOutput(RunId run, qint64 offset,
                                                   qint64 length) const = 0;

    // Shows an HTML display of a run in a window of its own, in a process that has no network and
    // no way to a session. Ready when the window is there; the error is a sentence for the person.
    virtual QFuture<Result<>> openPage(RunId run, int display) = 0;

    // Takes any free port in place of one that could not be had, and keeps it for later starts
    // (DESIGN 4.1). Nothing changes while the program listens. Unavailable when no port could be
    // had; Io when it listens but the setting could not be written: `status().address` tells.
    virtual Result<> listenOnFreePort() = 0;
    virtual void stopRun(RunId run) = 0;
    virtual void stopEverything() = 0; // interrupts, cancels what is queued, pauses clients
    virtual void setAllPaused(bool paused) = 0;
    // Why sharing this folder needs a second, explicit yes: a sentence for the person; empty when
    // it does not. What must never be shared is refused by addMount.
    virtual QString shareWarning(const QString &hostPath) const = 0;
    // Adds or changes a mount for runs asked from now on.
    // `isRiskAccepted`: the person gave the second yes.
    virtual Result<> addMount(const QString &name, const QString &hostPath, MountMode mode,
                              bool isRiskAccepted) = 0;
    virtual Result<> setMountMode(const QString &name, MountMode mode) = 0;
    // Whether names that usually hold secrets (".env", "id_rsa") are there for runs and clients.
    virtual Result<> setMountShowsSecrets(const QString &name, bool shows) = 0;
    // Those that a folder can be limited to: every client whose key is valid.
    virtual QList<ClientLabel> clients() const = 0;
    // The clients that may use the mount from now on; nullopt: all.
    virtual Result<> setMountClients(const QString &name,
                                     const std::optional<QList<ClientId>> &clients) = 0;
    // Whether other volumes inside the folder (a USB drive, a network share) are part of it.
    virtual Result<> setMountCrossesVolumes(const QString &name, bool crosses) = 0;
    virtual void removeMount(const QString &name) = 0;
    virtual void quit() = 0;

Q_SIGNALS:
    void statusChanged();
    void sessionsChanged();
    void mountsChanged();
};

} // namespace glovebox
