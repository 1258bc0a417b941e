// SPDX-License-Identifier: MIT
#pragma once

#include "ids.h"
#include "result.h"

#include <QJsonObject>
#include <QMap>
#include <QStringList>

namespace glovebox {

// From which severity on an advisory counts (CVSS: none < low < medium < high < critical).
enum class Severity { Low, Medium, High, Critical, Never };

QString toString(Severity severity); // "low" … "never"
std::optional<Severity> severityFromString(QStringView text);

// Rules that are stricter for one client than for all. Nothing here loosens anything.
struct ClientPackageRules
{
    bool noPackages = false; // not even bundled ones beyond what imports load
    bool onlyBundled = false;
    QStringList allowed = {}; // names; empty: all
    QStringList blocked = {}; // names

    bool operator==(const ClientPackageRules &) const = default;
};

// One package that is installed without asking: an exact rule is bound to one wheel. Nothing that a
// rule refuses, and nothing that is shown as a danger, goes unasked because of it.
struct PackageAllowance
{
    QString versions = {}; // of PEP 440 ("==2.1", ">=2,<3"); empty: every version
    QString sha256 = {};   // only this wheel; empty: every wheel of these versions

    bool operator==(const PackageAllowance &) const = default;
};

// Whether `text` can be the versions of an allowance: clauses of PEP 440 with commas, or nothing.
bool isVersionRange(const QString &text);

// What may be installed. Every refusal names its rule and where to change it.
// Names may hold "*" ("django*").
struct PackagePolicy
{
    bool offline = false; // nothing is fetched: bundled, cached and local folders only
    bool onlyBundled = false;
    QStringList allowed = {};                     // names; empty: all
    QStringList blocked = {};                     // names
    QMap<QString, QString> minimum = {};          // normalised name → lowest version
    QMap<QString, PackageAllowance> unasked = {}; // normalised name → what needs no question
    int quarantineDays = 0; // younger releases are not taken; 0: no quarantine
    bool warnSimilarNames = true;
    Severity warnFrom = Severity::Low;
    Severity blockFrom = Severity::High;
    QMap<ClientId, ClientPackageRules> clients = {};

    // What CodeBox-AI blocks and demands: the standard of this product.
    static PackagePolicy standard();

    QJsonObject toJson() const;
    // InvalidArgument names the field. Fields that are missing keep their standard value.
    static Result<PackagePolicy> fromJson(const QJsonObject &json);

    bool operator==(const PackagePolicy &) const = default;
};

// Where packages come from, beside what is bundled. Addresses may hold credentials, which are
// never shown or logged.
struct PackageSources
{
    // Of indexes, in this order; empty: pip's configuration, else micropip's own default.
    QStringList indexes = {};
    QStringList folders = {}; // of wheels on this computer
    // Pyodide's release; empty: the address that Pyodide itself names.
    QString release = {};
    QString advisories = {}; // a file or an address with OSV records, or empty

    QJsonObject toJson() const;
    static Result<PackageSources> fromJson(const QJsonObject &json);

    bool operator==(const PackageSources &) const = default;
};

} // namespace glovebox
