// SPDX-License-Identifier: MIT
#pragma once

#include "http/guard.h"
#include "journal/journal.h"

namespace glovebox {

// Looks keys up in the clients table.
class ClientKeys final : public http::KeyStore
{
public:
    explicit ClientKeys(journal::Journal &journal)
        : m_journal(journal)
    {
    }

    std::optional<http::Principal> find(QByteArrayView keyHashHex) override;
    void refresh(QObject *context, std::function<void()> done) override;

private:
    journal::Journal &m_journal;
};

// Everybody, while no key is asked for (--auth off).
http::Principal anyoneOnThisComputer();

} // namespace glovebox
