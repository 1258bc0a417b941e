// SPDX-License-Identifier: MIT
#pragma once

#include "base/reach.h"
#include "base/result.h"

#include <QMap>

namespace glovebox::tools {

// One package that Glovebox brings along.
struct BundledPackage
{
    QString name; // normalised: "scikit-learn"
    QString version;
    QString sha256;      // of its wheel
    QStringList imports; // top-level modules
    QStringList depends; // names
};

// The packages that need no network: those of the lock beside Pyodide whose files are there.
class BundledPackages final
{
public:
    BundledPackages() = default;
    // `folder`: where pyodide-lock.json and the wheels are. A lock that cannot be read is logged
    // and leaves the list empty.
    explicit BundledPackages(const QString &folder);

    // By name or by the name of a module; "Scikit_Learn" and "sklearn" both find scikit-learn.
    const BundledPackage *find(const QString &name) const;
    QList<BundledPackage> all() const { return m_packages.values(); } // by name

    // Exactly those packages; what they need comes along. NotFound names every one that is not
    // bundled and says what that means.
    Result<QList<PackagePin>> pins(const QStringList &names) const;

private:
    QMap<QString, BundledPackage> m_packages;
};

} // namespace glovebox::tools
