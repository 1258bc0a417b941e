// SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/controls.h"
#include "base/runhub.h"
#include "base/scratchdesk.h"
#include "notebook/workspace.h"

namespace glovebox::ui {

class PlotCache;

// What the scratchpad works with. All outlive it.
struct ScratchServices
{
    ScratchDesk &desk;
    RunHub &hub;
    ProgramControls &controls;
    Clock &clock;
    notebook::Workspace &workspace;
    QString pictures;           // a folder for the pictures of opened documents
    PlotCache *plots = nullptr; // the page's
};

} // namespace glovebox::ui
