// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"
#include "base/programfacts.h"
#include "base/settingsdesk.h"

namespace glovebox {

// A text for a bug report that the person can read through before sending it: versions, what was
// measured, counts, settings that differ, the latest warnings. At most 32 KiB. No code, no output,
// no key; secrets of known shapes are masked, and the home folder is "~".
QString diagnosticsText(const ProgramFacts &facts, const ProgramControls &controls,
                        const SettingsDesk &settings, const QStringList &warnings);

} // namespace glovebox
