// SPDX-License-Identifier: MIT
#pragma once

namespace glovebox::sandbox {

// Runs in the child between fork and exec: only async-signal-safe calls. Gives it a user and
// network namespace of its own (ids mapped one to one, no interface up), no new privileges, and
// the parent's death as its own. Null, or the name of the step that failed; errno says why.
// Computed before the fork because the child may not allocate.
struct ChildSeal
{
    bool namespaces = true;
    unsigned uid = 0;
    unsigned gid = 0;
    int parentPid = 0;
    char uidMap[32] = {};
    char gidMap[32] = {};
};

ChildSeal prepareChildSeal(bool namespaces);
const char *sealChild(const ChildSeal &seal);

} // namespace glovebox::sandbox
