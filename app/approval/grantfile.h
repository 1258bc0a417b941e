// SPDX-License-Identifier: MIT
#pragma once

#include "base/desk.h"

namespace glovebox::approval {

// The permissions that outlive the program, Scope::ExactCode, in one file of the profile. Written
// whole and atomically, readable by nobody else.
//
// A missing file is an empty list. Corrupt: it is no such file; then none of it counts.
Result<QList<Grant>> readGrants(const QString &file);
Result<> writeGrants(const QString &file, const QList<Grant> &grants);

} // namespace glovebox::approval
