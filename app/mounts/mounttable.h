// SPDX-License-Identifier: MIT
#pragma once

#include "mountroot.h"

#include <base/controls.h>
#include <base/ids.h>
#include <base/reach.h>

#include <QObject>
#include <QSet>

#include <memory>
#include <optional>
#include <vector>

namespace glovebox::mounts {

// [a-z0-9_-]{1,32} (DESIGN 4.1).
bool isValidMountName(QStringView name);

// What the person gives: a folder, under a name, in a mode, to some clients or to all.
struct MountSpec
{
    QString name;
    QString hostPath;
    MountMode mode = MountMode::Staged;
    std::optional<QSet<ClientId>> clients = std::nullopt; // nullopt: every client
    // The person has read why the folder is sensitive (mountrisk.h) and wants it all the same.
    bool isRiskAccepted = false;
    // Files whose names say that they hold secrets are visible.
    bool showsSecrets = false;
    // Volumes that are mounted inside the folder are part of it.
    bool crossesVolumes = false;
    // A client asked for it. It is taken away together with its last client.
    bool wasRequested = false;

    bool operator==(const MountSpec &) const = default;
};

// NAME=HOSTPATH[:ro|staged|rw] (DESIGN 4.1). The mode is the last suffix, so a folder whose own
// name ends in ":ro" needs one more. "~/" is the home folder; other relative paths begin in the
// working directory. Does not look at the disk.
Result<MountSpec> parseMountSpec(const QString &text);

// The folders that the person gave. Used from the thread that it lives in.
class MountTable final : public QObject
{
    Q_OBJECT

public:
    // `profileFolder`: the program's own folder, which no mount may contain or lie in.
    explicit MountTable(const QString &profileFolder,
                        Containment containment = availableContainment(),
                        QObject *parent = nullptr);

    // Opens the folder. InvalidArgument (name, not a folder), Conflict (name taken), NotFound,
    // Denied (not readable, forbidden, or sensitive and the risk not accepted), each with a
    // sentence for the person.
    Result<> add(const MountSpec &spec);
    Result<> setMode(const QString &name, MountMode mode);
    Result<> setClients(const QString &name, const std::optional<QSet<ClientId>> &clients);
    Result<> setCrossesVolumes(const QString &name, bool crosses);
    bool remove(const QString &name);
    // The client is gone for good: it is taken off every mount, and what only it had been given on
    // its request is removed. The names of those that changed or went.
    QStringList forgetClient(const ClientId &client);
    // Opens the mount's folder anew when it was deleted and there is one at its path again.
    void reopenIfGone(const QString &name);

    QList<MountSpec> mounts() const; // in the order given
    QList<MountStatus> statuses() const;
    // Whether names that say "secret" are visible in it, from now on.
    Result<> setShowsSecrets(const QString &name, bool shows);
    // What a run of `client` may be given; the person's own runs get every mount.
    QList<MountReach> reachFor(const ClientId &client) const;

    // The folder behind `captured`, while it is still given under that name and path; and the
    // mode, which is the stricter of the captured one and the one of now: what the person takes
    // back counts at once, what they add only for runs asked later.
    struct Access
    {
        std::shared_ptr<const MountRoot> root;
        MountReach reach;
        bool showsSecrets = false;
    };
    Result<Access> access(const MountReach &captured) const;

Q_SIGNALS:
    void changed();

private:
    struct Mount
    {
        MountSpec spec;
        std::shared_ptr<const MountRoot> root;
    };

    const Mount *find(QStringView name) const;
    Mount *find(QStringView name);
    Result<> checkFolder(const MountSpec &spec, int folder) const;
    template <class T>
    Result<> change(const QString &name, T MountSpec::*member, const T &value);

    QString m_profileFolder;
    Containment m_containment;
    std::vector<Mount> m_mounts;
};

} // namespace glovebox::mounts
