// SPDX-License-Identifier: MIT
#pragma once

#include <base/filechange.h>

namespace glovebox::mounts {

using glovebox::ChangeReport;
using glovebox::ChangeSide;
using glovebox::EntryState;
using glovebox::EntryType;
using Change = glovebox::FileChange;

} // namespace glovebox::mounts
