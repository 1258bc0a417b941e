// SPDX-License-Identifier: MIT
#include "bundledpackages.h"

#include "base/jsonstrings.h"
#include "base/logging.h"
#include "base/packageplan.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

BundledPackages::BundledPackages(const QString &folder)
{
    QFile file(folder + u"/pyodide-lock.json"_s);
    if (!file.open(QIODevice::ReadOnly)) {
        qCWarning(lcApp).noquote() << "no list of packages:" << file.fileName();
        return;
    }
    const QJsonDocument lock = QJsonDocument::fromJson(file.readAll());
    const QJsonObject packages = lock[u"packages"].toObject();
    for (const QJsonValue &value : packages) {
        const QJsonObject entry = value.toObject();
        if (entry[u"package_type"].toString(u"package"_s) != u"package" ||
            !QFileInfo::exists(folder + u'/' + entry[u"file_name"].toString()))
            continue;
        const QString name = normalisedPackageName(entry[u"name"].toString());
        m_packages.insert(name, {.name = name,
                                 .version = entry[u"version"].toString(),
                                 .sha256 = entry[u"sha256"].toString(),
                                 .imports = stringsOf(entry[u"imports"]),
                                 .depends = stringsOf(entry[u"depends"])});
    }
}

const BundledPackage *BundledPackages::find(const QString &name) const
{
    if (const auto it = m_packages.constFind(normalisedPackageName(name));
        it != m_packages.constEnd())
        return &*it;
    const auto byImport = std::ranges::find_if(m_packages, [&name](const BundledPackage &package) {
        return package.imports.contains(name.trimmed());
    });
    return byImport == m_packages.cend() ? nullptr : &*byImport;
}

Result<QList<PackagePin>> BundledPackages::pins(const QStringList &names) const
{
    QList<PackagePin> pins;
    QStringList missing;
    for (const QString &name : names) {
        const BundledPackage *package = find(name);
        if (!package)
            missing.append(u'"' + name.left(80) + u'"');
        else if (!std::ranges::contains(pins, package->name, &PackagePin::name))
            pins.append({package->name, package->version, package->sha256});
    }
    if (!missing.isEmpty())
        return fail(ErrorCode::NotFound,
                    u"Not among the packages that come with Glovebox: %1. Only those can be used, "
                    "as there is no network; give names without versions. list_packages tells "
                    "which there are; do without the others, or ask the person to put a module "
                    "in a mounted folder."_s.arg(missing.join(u", "_s)));
    return pins;
}

} // namespace glovebox::tools
