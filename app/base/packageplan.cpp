// SPDX-License-Identifier: MIT
#include "packageplan.h"

#include "jsonstrings.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <array>
#include <utility>

namespace glovebox {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array originNames{
    std::pair{PackageOrigin::Bundled, "bundled"_L1},
    std::pair{PackageOrigin::Release, "release"_L1},
    std::pair{PackageOrigin::Index, "index"_L1},
    std::pair{PackageOrigin::Folder, "folder"_L1},
    std::pair{PackageOrigin::Given, "given"_L1},
};

QJsonObject toJson(const PackageWarning &warning)
{
    return {{u"rule"_s, warning.rule},
            {u"severe"_s, warning.severe},
            {u"text"_s, warning.text},
            {u"address"_s, warning.address}};
}

} // namespace

QString normalisedPackageName(QStringView name)
{
    static const QRegularExpression separators(u"[-_.]+"_s);
    return name.trimmed().toString().toLower().replace(separators, u"-"_s);
}

QString toString(PackageOrigin origin)
{
    for (const auto &[value, name] : originNames) {
        if (value == origin)
            return name;
    }
    Q_UNREACHABLE_RETURN({});
}

std::optional<PackageOrigin> packageOriginFromString(QStringView text)
{
    for (const auto &[value, name] : originNames) {
        if (text == name)
            return value;
    }
    return std::nullopt;
}

QJsonObject PlannedPackage::toJson() const
{
    QJsonArray notes;
    for (const PackageWarning &warning : warnings)
        notes.append(glovebox::toJson(warning));
    QJsonObject json{
        {u"name"_s, name},
        {u"version"_s, version},
        {u"file"_s, fileName},
        {u"sha256"_s, sha256},
        {u"size"_s, size},
        {u"origin"_s, toString(origin)},
        {u"source"_s, source},
        {u"licence"_s, licence},
        {u"summary"_s, summary},
        {u"needs"_s, QJsonArray::fromStringList(needs)},
        {u"extras"_s, QJsonArray::fromStringList(extras)},
        {u"requested"_s, requested},
        {u"pure"_s, pure},
        {u"replaces"_s, replaces},
        {u"warnings"_s, notes},
    };
    if (published.isValid())
        json[u"published"_s] = published.toUTC().toString(Qt::ISODate);
    if (yanked)
        json[u"yanked"_s] = *yanked;
    return json;
}

Result<PlannedPackage> PlannedPackage::fromJson(const QJsonObject &json)
{
    const auto origin = packageOriginFromString(json[u"origin"].toString());
    PlannedPackage package{
        .name = json[u"name"].toString(),
        .version = json[u"version"].toString(),
        .fileName = json[u"file"].toString(),
        .sha256 = json[u"sha256"].toString(),
        .size = json[u"size"].toInteger(-1),
        .origin = origin.value_or(PackageOrigin::Index),
        .source = json[u"source"].toString(),
        .licence = json[u"licence"].toString(),
        .summary = json[u"summary"].toString(),
        .needs = stringsOf(json[u"needs"]),
        .extras = stringsOf(json[u"extras"]),
        .published = QDateTime::fromString(json[u"published"].toString(), Qt::ISODate),
        .yanked =
            json.contains(u"yanked") ? std::optional(json[u"yanked"].toString()) : std::nullopt,
        .requested = json[u"requested"].toBool(),
        .pure = json[u"pure"].toBool(),
        .replaces = json[u"replaces"].toString(),
        .warnings = {},
    };
    if (!origin || package.name.isEmpty() || package.version.isEmpty() ||
        package.sha256.size() != 64)
        return fail(ErrorCode::Corrupt,
                    u"A stored package lacks its name, version, hash or origin."_s);
    for (const QJsonValue &value : json[u"warnings"].toArray()) {
        package.warnings.append({.rule = value[u"rule"].toString(),
                                 .severe = value[u"severe"].toBool(),
                                 .text = value[u"text"].toString(),
                                 .address = value[u"address"].toString()});
    }
    return package;
}

qint64 PackagePlan::downloadBytes() const
{
    qint64 sum = 0;
    for (const PlannedPackage &package : packages) {
        if (package.origin != PackageOrigin::Bundled && package.size > 0)
            sum += package.size;
    }
    return sum;
}

QList<PackagePin> PackagePlan::pins() const
{
    QList<PackagePin> pins;
    for (const PlannedPackage &package : packages)
        pins.append(package.pin());
    return pins;
}

} // namespace glovebox
