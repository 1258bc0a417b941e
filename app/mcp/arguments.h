// SPDX-License-Identifier: MIT
#pragma once

#include <QJsonObject>
#include <QString>

#include <optional>

namespace glovebox::mcp {

// Compares the arguments of a call with the tool's inputSchema: unknown names first, then
// required ones, kinds, enum, minimum and maximum (numbers), minLength and maxLength (in
// characters), minItems and maxItems, items. Deliberately small; other keywords are not looked
// at, and names are free where the schema has no `properties` or allows additional ones.
// Null when all is well, else a text for the model: what arrived, what was expected, what exists.
std::optional<QString> checkArguments(const QString &tool, const QJsonObject &schema,
                                      const QJsonObject &arguments);

} // namespace glovebox::mcp
