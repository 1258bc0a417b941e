// SPDX-License-Identifier: MIT
#pragma once

#include "fileseal.h"

namespace glovebox::sandbox {

// Runs in the child between fork and exec: only async-signal-safe calls. Gives it user, network and
// IPC namespaces of its own (ids mapped one to one, no interface up), only the files that it needs,
// no keys of the person's session, no new privileges, and the parent's death as its own. Null, or
// the name of the step that failed; errno says why.
// Computed before the fork because the child may not allocate.
struct ChildSeal
{
    bool namespaces = true;
    unsigned uid = 0;
    unsigned gid = 0;
    int parentPid = 0;
    char uidMap[32] = {};
    char gidMap[32] = {};
    FileSeal files = {};
};

ChildSeal prepareChildSeal(bool namespaces, const FileSeal &files);
const char *sealChild(const ChildSeal &seal);

} // namespace glovebox::sandbox
