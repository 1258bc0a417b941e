// SPDX-License-Identifier: MIT
#pragma once

namespace glovebox::engine {

// The layers that keep a page from the network (SECURITY.md). All are on; only boundary tests
// construct another set, to prove each layer alone. The shipped program has no switch for them.
struct Layers
{
    bool csp = true;           // Content-Security-Policy on every reply
    bool interceptor = true;   // default-deny request interceptor
    bool resolver = true;      // no host name or address resolves
    bool webrtcPolicy = true;  // no UDP for peer connections
    bool settings = true;      // web engine settings
    bool pageOverrides = true; // navigations, windows, dialogs, permissions … refused
};

} // namespace glovebox::engine
