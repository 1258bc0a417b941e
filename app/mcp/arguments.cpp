// SPDX-License-Identifier: MIT
#include "arguments.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QStringList>

#include <cmath>

namespace glovebox::mcp {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype shownChars = 60;

// A value as it arrived, short enough for a sentence.
QString shown(const QJsonValue &value)
{
    QByteArray json = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    QString text = QString::fromUtf8(json.sliced(1, json.size() - 2));
    if (text.size() > shownChars)
        text = text.first(shownChars) + u"…"_s;
    return text;
}

QString quotedList(const QStringList &names)
{
    return names.isEmpty() ? u"none"_s : u"\"%1\""_s.arg(names.join(u"\", \""_s));
}

bool isInteger(const QJsonValue &value)
{
    return value.isDouble() && std::floor(value.toDouble()) == value.toDouble();
}

bool isOfType(const QJsonValue &value, const QString &type)
{
    if (type == "string"_L1)
        return value.isString();
    if (type == "integer"_L1)
        return isInteger(value);
    if (type == "number"_L1)
        return value.isDouble();
    if (type == "boolean"_L1)
        return value.isBool();
    if (type == "array"_L1)
        return value.isArray();
    if (type == "object"_L1)
        return value.isObject();
    if (type == "null"_L1)
        return value.isNull();
    return true; // a kind we do not know is not ours to refuse
}

QString typeName(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null:
        return u"null"_s;
    case QJsonValue::Bool:
        return u"boolean"_s;
    case QJsonValue::Double:
        return isInteger(value) ? u"integer"_s : u"number"_s;
    case QJsonValue::String:
        return u"string"_s;
    case QJsonValue::Array:
        return u"array"_s;
    case QJsonValue::Object:
        return u"object"_s;
    case QJsonValue::Undefined:
        break;
    }
    return u"nothing"_s;
}

QStringList typesOf(const QJsonObject &schema)
{
    const QJsonValue type = schema.value("type"_L1);
    if (type.isString())
        return {type.toString()};
    QStringList types;
    const QJsonArray entries = type.toArray();
    for (const QJsonValue &entry : entries)
        types.append(entry.toString());
    return types;
}

class Checker
{
public:
    explicit Checker(const QString &tool)
        : m_tool(tool)
    {
    }

    std::optional<QString> object(const QString &where, const QJsonObject &schema,
                                  const QJsonObject &value) const
    {
        if (auto problem = unknownNames(where, schema, value))
            return problem;
        if (auto problem = missingNames(where, schema, value))
            return problem;
        const QJsonObject properties = schema.value("properties"_L1).toObject();
        for (auto it = value.begin(); it != value.end(); ++it) {
            if (!properties.contains(it.key()))
                continue;
            const QString name = where.isEmpty() ? it.key() : where + u'.' + it.key();
            if (auto problem = any(name, properties.value(it.key()).toObject(), it.value()))
                return problem;
        }
        return std::nullopt;
    }

private:
    std::optional<QString> unknownNames(const QString &where, const QJsonObject &schema,
                                        const QJsonObject &value) const
    {
        const bool open = !schema.contains("properties"_L1) ||
                          schema.value("additionalProperties"_L1).toBool() ||
                          schema.value("additionalProperties"_L1).isObject();
        if (open)
            return std::nullopt;
        const QStringList known = schema.value("properties"_L1).toObject().keys();
        const QStringList names = value.keys();
        for (const QString &name : names) {
            if (!known.contains(name)) {
                return u"%1: there is no argument \"%2\"%3. Known arguments: %4."_s.arg(
                    m_tool, name, where.isEmpty() ? QString() : u" in \"%1\""_s.arg(where),
                    quotedList(known));
            }
        }
        return std::nullopt;
    }

    std::optional<QString> missingNames(const QString &where, const QJsonObject &schema,
                                        const QJsonObject &value) const
    {
        const QJsonArray required = schema.value("required"_L1).toArray();
        for (const QJsonValue &entry : required) {
            const QString name = entry.toString();
            if (!value.contains(name)) {
                return u"%1: the argument \"%2\"%3 is required but missing. Arrived: %4."_s.arg(
                    m_tool, name, where.isEmpty() ? QString() : u" in \"%1\""_s.arg(where),
                    quotedList(value.keys()));
            }
        }
        return std::nullopt;
    }

    std::optional<QString> any(const QString &name, const QJsonObject &schema,
                               const QJsonValue &value) const
    {
        if (auto problem = kind(name, schema, value))
            return problem;
        if (auto problem = choice(name, schema, value))
            return problem;
        if (value.isDouble())
            return number(name, schema, value);
        if (value.isString())
            return string(name, schema, value.toString());
        if (value.isArray())
            return array(name, schema, value.toArray());
        if (value.isObject())
            return object(name, schema, value.toObject());
        return std::nullopt;
    }

    std::optional<QString> kind(const QString &name, const QJsonObject &schema,
                                const QJsonValue &value) const
    {
        const QStringList types = typesOf(schema);
        for (const QString &type : types) {
            if (isOfType(value, type))
                return std::nullopt;
        }
        if (types.isEmpty())
            return std::nullopt;
        return u"%1: \"%2\" must be of type %3, but %4 (%5) arrived."_s.arg(
            m_tool, name, types.join(u" or "_s), shown(value), typeName(value));
    }

    std::optional<QString> choice(const QString &name, const QJsonObject &schema,
                                  const QJsonValue &value) const
    {
        const QJsonArray values = schema.value("enum"_L1).toArray();
        if (values.isEmpty() || values.contains(value))
            return std::nullopt;
        QStringList known;
        for (const QJsonValue &entry : values)
            known.append(shown(entry));
        return u"%1: \"%2\" must be one of %3, but %4 arrived."_s.arg(
            m_tool, name, known.join(u", "_s), shown(value));
    }

    std::optional<QString> bounds(const QString &name, const QString &what, double measure,
                                  const QJsonValue &least, const QJsonValue &most,
                                  const QString &arrived) const
    {
        if (least.isDouble() && measure < least.toDouble()) {
            return u"%1: %2\"%3\" must be at least %4, but %5 arrived."_s.arg(
                m_tool, what, name, shown(least), arrived);
        }
        if (most.isDouble() && measure > most.toDouble()) {
            return u"%1: %2\"%3\" must be at most %4, but %5 arrived."_s.arg(m_tool, what, name,
                                                                             shown(most), arrived);
        }
        return std::nullopt;
    }

    std::optional<QString> number(const QString &name, const QJsonObject &schema,
                                  const QJsonValue &value) const
    {
        return bounds(name, {}, value.toDouble(), schema.value("minimum"_L1),
                      schema.value("maximum"_L1), shown(value));
    }

    std::optional<QString> string(const QString &name, const QJsonObject &schema,
                                  const QString &value) const
    {
        // A lone surrogate would silently become another character on its way.
        if (!value.isValidUtf16()) {
            return u"%1: \"%2\" is not valid Unicode text: it holds half of a surrogate pair "
                   "(a \\ud800-\\udfff escape without its other half)."_s.arg(m_tool, name);
        }
        const qsizetype length = value.toUcs4().size();
        return bounds(name, u"the length of "_s, double(length), schema.value("minLength"_L1),
                      schema.value("maxLength"_L1), QString::number(length));
    }

    std::optional<QString> array(const QString &name, const QJsonObject &schema,
                                 const QJsonArray &value) const
    {
        if (auto problem = bounds(name, u"the number of items in "_s, double(value.size()),
                                  schema.value("minItems"_L1), schema.value("maxItems"_L1),
                                  QString::number(value.size()))) {
            return problem;
        }
        const QJsonValue items = schema.value("items"_L1);
        if (!items.isObject())
            return std::nullopt;
        const QJsonObject itemSchema = items.toObject();
        for (qsizetype i = 0; i < value.size(); ++i) {
            if (auto problem =
                    any(u"%1[%2]"_s.arg(name, QString::number(i)), itemSchema, value.at(i))) {
                return problem;
            }
        }
        return std::nullopt;
    }

    const QString &m_tool;
};

} // namespace

std::optional<QString> checkArguments(const QString &tool, const QJsonObject &schema,
                                      const QJsonObject &arguments)
{
    return Checker(tool).object({}, schema, arguments);
}

} // namespace glovebox::mcp
