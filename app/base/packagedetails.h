// SPDX-License-Identifier: MIT
#pragma once

#include "packageplan.h"

namespace glovebox {

// What is known of packages beside their hash: records bind {name, version, hash} only, windows
// show where they come from, how large they are, and under which licence. Implemented by app/tools.
class PackageDetails
{
public:
    virtual ~PackageDetails() = default;

    // One row for each of `pins`, in their order. What nobody planned in this process has only the
    // pin's own facts, and its origin is Bundled when that wheel comes with Glovebox.
    virtual QList<PlannedPackage> detailsOf(const QList<PackagePin> &pins) const = 0;
};

} // namespace glovebox
