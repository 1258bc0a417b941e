// SPDX-License-Identifier: MIT
#pragma once

#include "ids.h"
#include "reach.h"
#include "result.h"

#include <QByteArray>
#include <QDateTime>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

namespace glovebox {

// Names of packages are compared like this everywhere (PEP 503): "Scikit_Learn" → "scikit-learn".
QString normalisedPackageName(QStringView name);

// Where the bytes of a wheel come from.
enum class PackageOrigin {
    Bundled, // comes with Glovebox: no network, nothing to fetch
    Release, // Pyodide's own release: its lock file pins version and hash
    Index,   // a package index (PEP 503, 691, 700)
    Folder,  // a folder of wheels on this computer
    Given,   // a wheel file that the request itself brought
};

QString toString(PackageOrigin origin); // "bundled", "release", "index", "folder", "given"
std::optional<PackageOrigin> packageOriginFromString(QStringView text);

// Something about a planned package that the person should read before allowing it.
struct PackageWarning
{
    QString rule;         // "similar-name", "advisory", "yanked", "young", "unhashed", "replaces"
    bool severe = false;  // shown as a danger, not as a note
    QString text;         // one English sentence
    QString address = {}; // of the advisory, or empty: never opened by itself

    bool operator==(const PackageWarning &) const = default;
};

// One wheel that will be installed. Everything the person is shown and the sandbox checks.
struct PlannedPackage
{
    QString name = {};    // normalised
    QString version = {}; // as its file name says (PEP 440)
    QString fileName = {};
    QString sha256 = {}; // lower-case hex of the wheel; never empty in a plan
    qint64 size = -1;    // bytes of the wheel; -1: its source does not tell
    PackageOrigin origin = PackageOrigin::Bundled;
    QString source = {};      // for people: the host of an index, the path of a folder, "Glovebox"
    QString licence = {};     // one line as its metadata says, or empty
    QString summary = {};     // one line, or empty
    QStringList needs = {};   // normalised names within this plan or the session
    QStringList extras = {};  // of the package, asked for
    QDateTime published = {}; // UTC; invalid: not told
    std::optional<QString> yanked = {}; // why its authors took it back, possibly ""
    bool requested = false;             // the request names it; otherwise another package needs it
    bool pure = true;                   // holds no compiled code
    QString replaces = {};              // the version in the session that has to give way, or empty
    QList<PackageWarning> warnings = {};

    PackagePin pin() const { return {name, version, sha256}; }
    QJsonObject toJson() const;
    static Result<PlannedPackage> fromJson(const QJsonObject &json);

    bool operator==(const PlannedPackage &) const = default;
};

// Why one requirement cannot be met.
struct PackageRefusal
{
    QString requirement = {}; // as it was asked
    QString name = {};        // normalised; of the package that is the reason
    // "syntax", "unknown", "no-wheel", "no-version", "conflict", "blocked", "not-allowed",
    // "only-bundled", "offline", "minimum", "young", "advisory", "hash", "fetch", "metadata"
    QString rule = {};
    QString text = {}; // English, for models and the log: what is wrong and what to try
    QString where =
        {}; // where the person changes the rule ("Packages › Policy › Blocked"), or empty

    bool operator==(const PackageRefusal &) const = default;
};

// What installing would do. Nothing but metadata was fetched for it.
struct PackagePlan
{
    QList<PlannedPackage> packages = {}; // in the order of installing: what is needed comes first
    QList<PackagePin> satisfied = {}; // asked for, and in the session already in a fitting version
    QList<PackageRefusal> refusals = {}; // what was asked and cannot be had; the rest is planned

    bool isWhole() const { return refusals.isEmpty(); }
    // Of the wheels that are not bundled; those of unknown size count nothing.
    qint64 downloadBytes() const;
    QList<PackagePin> pins() const;

    bool operator==(const PackagePlan &) const = default;
};

// A wheel that the request brings along, e.g. read from a mount.
struct GivenWheel
{
    QString fileName;
    QByteArray bytes;
};

// What is asked for.
struct PackageRequest
{
    // PEP 508, each optionally followed by pip's " --hash=sha256:…" (several: any of them fits);
    // lines of a requirements.txt without options can be given as they are (comments too).
    QStringList requirements = {};
    QList<GivenWheel> wheels = {};
    QStringList constraints = {};     // PEP 508: limits versions, installs nothing
    QList<PackagePin> installed = {}; // what the session has now, bundled ones it loaded too
    ClientId client = {};             // whose rules count
    bool upgrade = false;             // installed versions that fit are not enough
    bool preReleases = false;         // as pip's --pre
    bool dependencies = true;
};

// A wheel's bytes, compared with its hash, its metadata compared with the plan.
struct Wheel
{
    PlannedPackage package;
    QByteArray bytes;
    qint64 unpackedBytes =
        0; // sum of what its entries declare; bounded (limits in packagelimits.h)
    int files = 0;
};

// A project as its sources know it.
struct ProjectFacts
{
    QString name = {};
    QStringList versions = {}; // that can be installed here, newest first
    QString bundled = {};      // the version that comes with Glovebox, or empty
    QString released = {};     // the version in Pyodide's release, or empty
    QString newest = {};       // of all, also of those that cannot be installed here
    QString why = {};          // when `versions` is empty: one English sentence
};

} // namespace glovebox
