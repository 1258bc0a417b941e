// SPDX-License-Identifier: MIT
#include "clientkeys.h"

#include <QCoreApplication>

namespace glovebox {

std::optional<http::Principal> ClientKeys::find(QByteArrayView keyHashHex)
{
    const auto client = m_journal.findByKeyHash(QByteArray::fromHex(keyHashHex.toByteArray()));
    if (!client)
        return std::nullopt;
    return http::Principal{
        .id = client->id, .label = client->label, .addressKey = client->addressKey};
}

void ClientKeys::refresh(QObject *context, std::function<void()> done)
{
    m_journal.refreshClients().then(context,
                                    [done = std::move(done)](const Result<> &) { done(); });
}

http::Principal anyoneOnThisComputer()
{
    return {.id = ClientId(QStringLiteral("anyone")),
            .label = QCoreApplication::translate("glovebox", "Anyone on this computer"),
            .anyone = true};
}

} // namespace glovebox
