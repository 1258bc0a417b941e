// SPDX-License-Identifier: MIT
#pragma once

#include "bundledpackages.h"
#include "mounts/filetools.h"
#include "mounts/mounttable.h"
#include "packageplanner.h"
#include "runresult.h"
#include "runservice.h"
#include "sessiondirectory.h"

namespace glovebox::tools {

// What the person set.
struct ToolOptions
{
    // Clients that can show views are offered one for results (runview.h).
    bool offersViews = true;
    // list_mounts says where a folder is on this computer.
    bool tellsPaths = false;
    // Folder of the component "languages", which need not be there.
    QString languages = {};
    // Clients that can ask their person are told to: who sits at the client may deny there.
    bool elicits = true;
};

// What tools stand on; all of it outlives them.
struct Services
{
    RunService &runs;
    SessionDirectory &sessions;
    RunReporter &reporter;
    mounts::MountTable &mounts;
    mounts::FileTools &files;
    RunHub &hub;
    const Patience &patience;
    const BundledPackages &packages;
    Clock &clock;
    ToolOptions options = {};
    PackagePlanner *planner = nullptr;    // null: bundled packages only
    SessionPackages *installed = nullptr; // null: nothing is known of sessions
};

} // namespace glovebox::tools
