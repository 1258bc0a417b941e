// SPDX-License-Identifier: MIT
#pragma once

#include "tokens.h"

#include <base/runstate.h>

namespace glovebox::ui {

// The colour of a run's state in lists (UI.md 3): done is quiet, red means failed.
Token stateToken(RunState state);

} // namespace glovebox::ui
