// SPDX-License-Identifier: MIT
#pragma once

#include "base/reach.h"
#include "base/result.h"

namespace glovebox::sandbox {

// The packages `names` and all that they need, each once, as Pyodide's lock in `folder` (with the
// wheels beside it) pins them. Names as people write them: case, "_" and "." do not matter.
// NotFound names those that are not in the lock or whose wheel is not here.
Result<QList<PackagePin>> pinsFromLock(const QString &folder, const QStringList &names);

} // namespace glovebox::sandbox
