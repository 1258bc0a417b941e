// SPDX-License-Identifier: MIT
#pragma once

#include "base/packagepolicy.h"

#include <QHash>
#include <QProcessEnvironment>

namespace glovebox::packages {

class Catalogue;

// What pip is told on this computer about where packages come from.
struct PipConfiguration
{
    QStringList indexes = {}; // index-url first, then extra-index-url
    QStringList folders = {}; // find-links that are folders
    bool noIndex = false;

    bool operator==(const PipConfiguration &) const = default;
};

// Reads pip's configuration as pip does: the files (PIP_CONFIG_FILE, or those of the system and of
// the person), and over them the PIP_… variables.
PipConfiguration pipConfiguration(const QProcessEnvironment &environment);

// What is really asked: what the person set, else pip's configuration, else micropip's default.
struct EffectiveSources
{
    QStringList indexes = {};
    QStringList folders = {};
    QString release = {}; // ends with "/", or empty

    bool operator==(const EffectiveSources &) const = default;
};
EffectiveSources effectiveSources(const PackageSources &set, const PipConfiguration &pip,
                                  const Catalogue &catalogue);

// InvalidArgument, with the address or folder that cannot be used.
Result<> checkSources(const PackageSources &sources);

} // namespace glovebox::packages
