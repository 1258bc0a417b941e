// SPDX-License-Identifier: MIT
#include "schema.h"

namespace glovebox::tools::schema {

using namespace Qt::StringLiterals;

namespace {

QJsonObject typed(const QString &type, const QString &description)
{
    return {{u"type"_s, type}, {u"description"_s, description}};
}

} // namespace

QJsonObject string(const QString &description)
{
    return typed(u"string"_s, description);
}

QJsonObject boolean(const QString &description)
{
    return typed(u"boolean"_s, description);
}

QJsonObject integer(const QString &description, qint64 minimum, qint64 maximum)
{
    QJsonObject schema = typed(u"integer"_s, description);
    schema.insert(u"minimum"_s, minimum);
    schema.insert(u"maximum"_s, maximum);
    return schema;
}

QJsonObject number(const QString &description, double minimum, double maximum)
{
    QJsonObject schema = typed(u"number"_s, description);
    schema.insert(u"minimum"_s, minimum);
    schema.insert(u"maximum"_s, maximum);
    return schema;
}

QJsonObject strings(const QString &description)
{
    QJsonObject schema = typed(u"array"_s, description);
    schema.insert(u"items"_s, QJsonObject{{u"type"_s, u"string"_s}});
    return schema;
}

QJsonObject stringMap(const QString &description)
{
    QJsonObject schema = typed(u"object"_s, description);
    schema.insert(u"additionalProperties"_s, QJsonObject{{u"type"_s, u"string"_s}});
    return schema;
}

QJsonObject object(const QJsonObject &properties, const QStringList &required)
{
    QJsonObject schema{{u"type"_s, u"object"_s},
                       {u"properties"_s, properties},
                       {u"additionalProperties"_s, false}};
    if (!required.isEmpty())
        schema.insert(u"required"_s, QJsonArray::fromStringList(required));
    return schema;
}

} // namespace glovebox::tools::schema
