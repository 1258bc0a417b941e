// SPDX-License-Identifier: MIT
#include "describe.h"

namespace glovebox::mcp {

using namespace Qt::StringLiterals;

namespace {

void insertIfSet(QJsonObject &object, QLatin1StringView key, const QString &value)
{
    if (!value.isEmpty())
        object.insert(key, value);
}

void insertIfSet(QJsonObject &object, QLatin1StringView key, std::optional<bool> value)
{
    if (value)
        object.insert(key, *value);
}

void insertIfSet(QJsonObject &object, QLatin1StringView key, const QJsonObject &value)
{
    if (!value.isEmpty())
        object.insert(key, value);
}

QJsonObject annotationsJson(const Tool &tool)
{
    QJsonObject json;
    insertIfSet(json, "title"_L1, tool.title);
    insertIfSet(json, "readOnlyHint"_L1, tool.annotations.readOnly);
    insertIfSet(json, "destructiveHint"_L1, tool.annotations.destructive);
    insertIfSet(json, "idempotentHint"_L1, tool.annotations.idempotent);
    insertIfSet(json, "openWorldHint"_L1, tool.annotations.openWorld);
    return json;
}

QJsonObject iconJson(const Icon &icon)
{
    QJsonObject json{{u"src"_s, icon.src}};
    insertIfSet(json, "mimeType"_L1, icon.mimeType);
    if (!icon.sizes.isEmpty())
        json.insert("sizes"_L1, QJsonArray::fromStringList(icon.sizes));
    insertIfSet(json, "theme"_L1, icon.theme);
    return json;
}

void insertIcons(QJsonObject &object, const QList<Icon> &icons, const Dialect &dialect)
{
    if (!dialect.icons || icons.isEmpty())
        return;
    QJsonArray list;
    for (const Icon &icon : icons)
        list.append(iconJson(icon));
    object.insert("icons"_L1, list);
}

// What a tool, a resource, a template and a prompt have in common.
template <class T>
QJsonObject described(const T &entry, const Dialect &dialect)
{
    QJsonObject json{{u"name"_s, entry.name}};
    if (dialect.titles)
        insertIfSet(json, "title"_L1, entry.title);
    insertIfSet(json, "description"_L1, entry.description);
    insertIcons(json, entry.icons, dialect);
    return json;
}

QJsonObject metaOf(const Tool &tool, const Caller &caller)
{
    QJsonObject meta = tool.meta;
    if (!tool.view.isEmpty() && caller.client.showsViews()) {
        meta.insert("ui"_L1, QJsonObject{{u"resourceUri"_s, tool.view}});
        meta.insert("ui/resourceUri"_L1, tool.view); // the name that older hosts look for
    }
    return meta;
}

} // namespace

QJsonObject toJson(const Tool &tool, const Caller &caller)
{
    const Dialect &dialect = mcp::dialect(caller.era);
    QJsonObject json = described(tool, dialect);
    json.insert("inputSchema"_L1, tool.inputSchema);
    if (dialect.structuredContent)
        insertIfSet(json, "outputSchema"_L1, tool.outputSchema);
    if (dialect.annotations)
        insertIfSet(json, "annotations"_L1, annotationsJson(tool));
    insertIfSet(json, "_meta"_L1, metaOf(tool, caller));
    return json;
}

QJsonObject toJson(const Resource &resource, const Dialect &dialect)
{
    QJsonObject json = described(resource, dialect);
    json.insert("uri"_L1, resource.uri);
    insertIfSet(json, "mimeType"_L1, resource.mimeType);
    if (resource.size >= 0)
        json.insert("size"_L1, resource.size);
    insertIfSet(json, "_meta"_L1, resource.meta);
    return json;
}

QJsonObject toJson(const ResourceTemplate &entry, const Dialect &dialect)
{
    QJsonObject json = described(entry, dialect);
    json.insert("uriTemplate"_L1, entry.uriTemplate);
    insertIfSet(json, "mimeType"_L1, entry.mimeType);
    insertIfSet(json, "_meta"_L1, entry.meta);
    return json;
}

QJsonObject toJson(const Prompt &prompt, const Dialect &dialect)
{
    QJsonObject json = described(prompt, dialect);
    QJsonArray arguments;
    for (const PromptArgument &argument : prompt.arguments) {
        QJsonObject entry{{u"name"_s, argument.name}};
        if (dialect.titles)
            insertIfSet(entry, "title"_L1, argument.title);
        insertIfSet(entry, "description"_L1, argument.description);
        if (argument.required)
            entry.insert("required"_L1, true);
        arguments.append(entry);
    }
    if (!arguments.isEmpty())
        json.insert("arguments"_L1, arguments);
    return json;
}

QJsonObject toJson(const ServerInfo &info, const Dialect &dialect)
{
    QJsonObject json{{u"name"_s, info.name}, {u"version"_s, info.version}};
    if (dialect.titles)
        insertIfSet(json, "title"_L1, info.title);
    if (dialect.icons) { // these three came together
        insertIfSet(json, "description"_L1, info.description);
        insertIfSet(json, "websiteUrl"_L1, info.websiteUrl);
    }
    insertIcons(json, info.icons, dialect);
    return json;
}

} // namespace glovebox::mcp
