// SPDX-License-Identifier: MIT
#include "heap.h"

#if defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
#include <malloc.h>
#define GLOVEBOX_HAS_MALLOPT
#endif

namespace glovebox {

void keepFreedBlocks()
{
#ifdef GLOVEBOX_HAS_MALLOPT
    constexpr int mapped = 32 * 1024 * 1024; // the most that glibc takes
    constexpr int kept = 64 * 1024 * 1024;
    ::mallopt(M_MMAP_THRESHOLD, mapped);
    ::mallopt(M_TRIM_THRESHOLD, kept);
#endif
}

} // namespace glovebox
