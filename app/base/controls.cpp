// SPDX-License-Identifier: MIT
#include "controls.h"

#include <algorithm>

namespace glovebox {

bool mayUse(const MountStatus &mount, const ClientId &client)
{
    return !mount.clients || std::ranges::contains(*mount.clients, client, &ClientLabel::id);
}

std::optional<QList<ClientId>> clientsWith(const MountStatus &mount, const ClientId &client,
                                           bool allowed, const QList<ClientLabel> &everybody)
{
    QList<ClientId> chosen;
    for (const ClientLabel &other : everybody) {
        if (other.id != client && mayUse(mount, other.id))
            chosen.append(other.id);
    }
    // One that was made just now may be missing in the list.
    const auto others = std::ranges::count_if(
        everybody, [&client](const ClientLabel &other) { return other.id != client; });
    if (allowed && chosen.size() == others)
        return std::nullopt;
    if (allowed)
        chosen.append(client);
    return chosen;
}

} // namespace glovebox
