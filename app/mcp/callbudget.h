// SPDX-License-Identifier: MIT
#pragma once

#include <QStringView>

#include <chrono>

namespace glovebox::mcp {

// How long one tools/call may block for a client before it must be answered with "waiting, call
// get_run" (DESIGN 4.4). `clientName` is clientInfo.name: a claim, good enough for choosing a
// time limit and for nothing else. Unknown names get the shortest.
std::chrono::seconds callBudget(QStringView clientName);

} // namespace glovebox::mcp
