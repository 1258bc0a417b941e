// SPDX-License-Identifier: MIT
#include "desk.h"

#include <algorithm>

namespace glovebox {

std::optional<PendingRequest> ApprovalDesk::request(RunId run) const
{
    const QList<PendingRequest> all = requests();
    const auto found = std::ranges::find(all, run, &PendingRequest::run);
    return found == all.end() ? std::nullopt : std::optional(*found);
}

} // namespace glovebox
