// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

namespace glovebox::journal {

class Database;

// Second half of the step from schema 1 to 2, inside its transaction: chains all rows anew by the
// digests of their bodies and fills the list of runs. Looks at the old chain on the way; what was
// broken in it is said by the row "upgraded" at the end, so that the new chain hides nothing.
Result<> chainByBodyDigests(Database &database);

} // namespace glovebox::journal
