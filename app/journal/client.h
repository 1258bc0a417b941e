// SPDX-License-Identifier: MIT
#pragma once

#include "base/ids.h"
#include "base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace glovebox::journal {

// One key of one client (DESIGN 4.3). The key itself is nowhere in it: only its hash is stored.
struct Client
{
    ClientId id;
    QString label;
    QByteArray keyHash;      // SHA-256, 32 bytes
    bool addressKey = false; // may stand in an address: /k/KEY/…
    bool temporary = false;  // ends with the process that made it
    QDateTime created;
    QDateTime revoked; // invalid: counts

    bool operator==(const Client &) const = default;
};

// What addClient gives back: the only moment at which the key can be seen.
struct NewClient
{
    Client client;
    QString key; // "gb_" and 32 random bytes in base64url
};

enum class KeyUse {
    Header,  // Authorization: Bearer
    Address, // may also stand in front of a route
};

// What findByKeyHash and the clients table compare: SHA-256 of the whole key as sent.
QByteArray hashOfKey(QByteArrayView key);

QString newKey(); // "gb_" and 32 random bytes in base64url

// 1-64 visible characters, no line breaks, nothing that changes the writing direction.
Result<> checkLabel(const QString &label);
// Two labels that look the same to a person have the same folded form.
QString foldedLabel(const QString &label);

NewClient makeClient(const QString &label, KeyUse use, bool temporary, const QDateTime &now);

} // namespace glovebox::journal
