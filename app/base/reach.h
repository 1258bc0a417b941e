// SPDX-License-Identifier: MIT
#pragma once

#include "limits.h"
#include "result.h"

#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QString>

#include <chrono>
#include <optional>

namespace glovebox {

// How a folder is given to the sandbox; each mode is stricter than the next.
enum class MountMode {
    ReadOnly,
    Staged,
    ReadWrite,
};

QString toString(MountMode mode); // "ro", "staged", "rw"
std::optional<MountMode> mountModeFromString(QStringView text);

// A folder as a run may see it, at /mnt/NAME.
struct MountReach
{
    QString name;
    MountMode mode = MountMode::ReadOnly;
    QString hostPath;

    bool operator==(const MountReach &) const = default;
};

// One exact package.
struct PackagePin
{
    QString name;
    QString version;
    QString sha256;

    bool operator==(const PackagePin &) const = default;
};

struct RunLimits
{
    std::chrono::seconds timeout = limits::defaultRunTimeout;
    qint64 heapBytes = limits::defaultHeapBytes;

    bool operator==(const RunLimits &) const = default;
};

// What a run is allowed at most (DESIGN 4.6): captured when it is approved, enforced by the host.
// There is no network in it, because there never is one.
struct Reach
{
    QList<MountReach> mounts;
    QList<PackagePin> packages;
    RunLimits limits;

    bool operator==(const Reach &) const = default;

    QJsonObject toJson() const;
    static Result<Reach> fromJson(const QJsonObject &json);
};

// Whether everything in `asked` is also in `granted`: the same folders in the same or a stricter
// mode, no other package, no higher limit (UI.md 4.4 "same reach").
bool isWithin(const Reach &asked, const Reach &granted);

} // namespace glovebox
