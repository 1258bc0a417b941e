// SPDX-License-Identifier: MIT
#include "keytable.h"

#include <algorithm>
#include <utility>

namespace glovebox::journal {

std::optional<Client> KeyTable::byHash(const QByteArray &hash) const
{
    const QReadLocker lock(&m_lock);
    const auto it = m_byHash.constFind(hash);
    return it == m_byHash.constEnd() ? std::nullopt : std::optional(*it);
}

std::optional<Client> KeyTable::byId(const ClientId &id) const
{
    const QReadLocker lock(&m_lock);
    const auto it = std::ranges::find(m_byHash, id, &Client::id);
    return it == m_byHash.end() ? std::nullopt : std::optional(*it);
}

KeyTable::Changes KeyTable::replace(const QList<Client> &clients)
{
    QHash<QByteArray, Client> counting;
    for (const Client &client : clients) {
        if (!client.revoked.isValid())
            counting.insert(client.keyHash, client);
    }
    const QWriteLocker lock(&m_lock);
    const QHash<QByteArray, Client> old = std::exchange(m_byHash, counting);
    Changes changes{.any = old != m_byHash, .revoked = {}};
    for (const Client &client : old) {
        if (!m_byHash.contains(client.keyHash))
            changes.revoked.append(client.id);
    }
    return changes;
}

} // namespace glovebox::journal
