// SPDX-License-Identifier: MIT
#pragma once

namespace glovebox {

// For a process through which blocks of files pass, a megabyte each: lets its heap keep what was
// freed, up to some tens of megabytes. By default such blocks go back to the system at once, and
// each new one costs hundreds of page faults, more than copying it. Called first in main().
void keepFreedBlocks();

} // namespace glovebox
