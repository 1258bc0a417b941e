// SPDX-License-Identifier: MIT
#pragma once

#include <QJsonValue>
#include <QString>

namespace glovebox {

// The text with every secret of a known shape (keys of well-known services, tokens, private keys,
// passwords in addresses and assignments) replaced by "[masked: what it is]". A secret of another
// shape is not found: this guards against accidents in notifications and exports.
QString maskSecrets(const QString &text);
// Every text in it.
QJsonValue maskSecrets(const QJsonValue &value);

} // namespace glovebox
