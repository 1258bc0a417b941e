// SPDX-License-Identifier: MIT
#pragma once

#include <QJsonArray>
#include <QJsonObject>

// Short words for writing a tool's inputSchema.
namespace glovebox::tools::schema {

QJsonObject string(const QString &description);
QJsonObject boolean(const QString &description);
// Either bound may be absent: pass the type's own extreme.
QJsonObject integer(const QString &description, qint64 minimum, qint64 maximum);
QJsonObject number(const QString &description, double minimum, double maximum);
QJsonObject strings(const QString &description);
QJsonObject stringMap(const QString &description);
// An object that takes exactly these properties.
QJsonObject object(const QJsonObject &properties, const QStringList &required = {});

} // namespace glovebox::tools::schema
