// SPDX-License-Identifier: MIT
#pragma once

#include "base/packageplan.h"

#include <QMap>

namespace glovebox::packages {

// One package of Pyodide's lock format.
struct LockedPackage
{
    QString name = {}; // normalised
    QString version = {};
    QString fileName = {};
    QString sha256 = {};
    QStringList depends = {}; // normalised
    QStringList imports = {};
};

// What needs no index: the packages that come with Glovebox, and those that Pyodide's release of
// the same version offers beside them. Also the interpreter's own facts, and the addresses that
// Pyodide and micropip bring along, so that none has to be written down here.
class Catalogue final
{
public:
    Catalogue() = default;
    // `assets`: the folder with pyodide-lock.json, pyodide-release-lock.json, pyodide.mjs and the
    // wheels. What is missing or damaged is logged and left out.
    explicit Catalogue(const QString &assets);

    const QMap<QString, LockedPackage> &bundled() const { return m_bundled; }
    const QMap<QString, LockedPackage> &released() const { return m_released; }
    QString file(const LockedPackage &package) const { return m_folder + u'/' + package.fileName; }
    QString file(const QString &fileName) const { return m_folder + u'/' + fileName; }

    QString python() const { return m_python; }           // "3.14.0"
    QStringList platforms() const { return m_platforms; } // "pyemscripten_2026_0_wasm32" …
    QString standardIndex() const { return m_index; }     // of micropip, or empty
    QString standardRelease() const { return m_release; } // of Pyodide, ends with "/"; or empty

private:
    QString m_folder;
    QMap<QString, LockedPackage> m_bundled;
    QMap<QString, LockedPackage> m_released;
    QString m_python;
    QStringList m_platforms;
    QString m_index;
    QString m_release;
};

} // namespace glovebox::packages
