// SPDX-License-Identifier: MIT
#pragma once

#include "base/ids.h"

namespace glovebox::mcp {

// Who is asking, as the key says. Never what the client claims to be (DESIGN 4.5).
struct Principal
{
    ClientId id;
    QString label;
    // The key may stand in the address: /k/KEY/mcp (DESIGN 4.3).
    bool addressKey = false;
    // "Anyone on this computer": no key was asked for (--auth off).
    bool anyone = false;

    bool operator==(const Principal &) const = default;
};

} // namespace glovebox::mcp
