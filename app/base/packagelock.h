// SPDX-License-Identifier: MIT
#pragma once

#include "reach.h"

namespace glovebox {

// The exact packages of a session as a text that makes the same set again, here or elsewhere:
// {"lock":1,"packages":[{"name","version","sha256"}]}, by name. Of two versions the later one
// counts; what has no hash is left out. Empty when nothing is left.
QString lockText(const QList<PackagePin> &pins);

// InvalidArgument says what such a text looks like, and what is wrong with this one.
Result<QList<PackagePin>> pinsOfLock(const QString &lock);

} // namespace glovebox
