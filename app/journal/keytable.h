// SPDX-License-Identifier: MIT
#pragma once

#include "client.h"

#include <QHash>
#include <QList>
#include <QReadWriteLock>

#include <optional>

namespace glovebox::journal {

// The clients that count, in memory: HTTP looks a key up at every request, in its own thread.
class KeyTable
{
public:
    struct Changes
    {
        bool any = false;
        QList<ClientId> revoked;
    };

    std::optional<Client> byHash(const QByteArray &hash) const;
    std::optional<Client> byId(const ClientId &id) const;
    // Takes the whole clients table; revoked ones are left out.
    Changes replace(const QList<Client> &clients);

private:
    mutable QReadWriteLock m_lock;
    QHash<QByteArray, Client> m_byHash;
};

} // namespace glovebox::journal
