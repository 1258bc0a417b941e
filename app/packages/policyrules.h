// SPDX-License-Identifier: MIT
#pragma once

#include "base/packageplan.h"
#include "base/packagepolicy.h"

namespace glovebox::packages {

// What the rules that go by names say about one package for one client. Nothing: allowed.
// `fetched`: it would have to be fetched (the index, the release, a folder, a given wheel);
// otherwise it comes with Glovebox.
std::optional<PackageRefusal> refusalFor(const QString &name, bool fetched,
                                         const PackagePolicy &policy, const ClientId &client);

// The much used package that this name could be mistaken for, or empty. Only names that are one
// slip away (a letter too many, missing, other, or two exchanged) and not well known themselves.
QString similarPopularName(const QString &name);

} // namespace glovebox::packages
