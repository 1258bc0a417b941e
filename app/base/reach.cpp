// SPDX-License-Identifier: MIT
#include "reach.h"

#include <QJsonArray>

#include <algorithm>

namespace glovebox {

QString toString(MountMode mode)
{
    switch (mode) {
    case MountMode::ReadOnly:
        return QStringLiteral("ro");
    case MountMode::Staged:
        return QStringLiteral("staged");
    case MountMode::ReadWrite:
        return QStringLiteral("rw");
    }
    Q_UNREACHABLE_RETURN(QString());
}

std::optional<MountMode> mountModeFromString(QStringView text)
{
    if (text == u"ro")
        return MountMode::ReadOnly;
    if (text == u"staged")
        return MountMode::Staged;
    if (text == u"rw")
        return MountMode::ReadWrite;
    return std::nullopt;
}

QJsonObject Reach::toJson() const
{
    QJsonArray mountArray;
    for (const MountReach &mount : mounts) {
        mountArray.append(QJsonObject{{QStringLiteral("name"), mount.name},
                                      {QStringLiteral("mode"), toString(mount.mode)},
                                      {QStringLiteral("host_path"), mount.hostPath}});
    }
    QJsonArray packageArray;
    for (const PackagePin &pin : packages) {
        packageArray.append(QJsonObject{{QStringLiteral("name"), pin.name},
                                        {QStringLiteral("version"), pin.version},
                                        {QStringLiteral("sha256"), pin.sha256}});
    }
    return {{QStringLiteral("mounts"), mountArray},
            {QStringLiteral("packages"), packageArray},
            {QStringLiteral("timeout_s"), static_cast<qint64>(limits.timeout.count())},
            {QStringLiteral("heap_bytes"), limits.heapBytes},
            {QStringLiteral("network"), QStringLiteral("closed")}};
}

Result<Reach> Reach::fromJson(const QJsonObject &json)
{
    Reach reach;
    for (const QJsonValue &value : json[u"mounts"].toArray()) {
        const auto mode = mountModeFromString(value[u"mode"].toString());
        if (!mode)
            return fail(ErrorCode::Corrupt, QStringLiteral("A stored mount has an unknown mode."));
        reach.mounts.append({value[u"name"].toString(), *mode, value[u"host_path"].toString()});
    }
    for (const QJsonValue &value : json[u"packages"].toArray()) {
        reach.packages.append(
            {value[u"name"].toString(), value[u"version"].toString(), value[u"sha256"].toString()});
    }
    reach.limits.timeout = std::chrono::seconds(json[u"timeout_s"].toInteger());
    reach.limits.heapBytes = json[u"heap_bytes"].toInteger();
    return reach;
}

bool isWithin(const Reach &asked, const Reach &granted)
{
    const auto mountCovered = [&granted](const MountReach &mount) {
        return std::ranges::any_of(granted.mounts, [&mount](const MountReach &have) {
            return have.name == mount.name && have.hostPath == mount.hostPath &&
                   mount.mode <= have.mode;
        });
    };
    return std::ranges::all_of(asked.mounts, mountCovered) &&
           std::ranges::all_of(
               asked.packages,
               [&granted](const PackagePin &pin) { return granted.packages.contains(pin); }) &&
           asked.limits.timeout <= granted.limits.timeout &&
           asked.limits.heapBytes <= granted.limits.heapBytes;
}

} // namespace glovebox
