// SPDX-License-Identifier: MIT
#include "content.h"

namespace glovebox::mcp {

using namespace Qt::StringLiterals;

namespace {

QString base64(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

QJsonObject textBlock(const QString &text)
{
    return {{u"type"_s, u"text"_s}, {u"text"_s, text}};
}

QJsonObject mediaBlock(const QString &type, const QByteArray &data, const QString &mimeType)
{
    return {{u"type"_s, type}, {u"data"_s, base64(data)}, {u"mimeType"_s, mimeType}};
}

void insertIfSet(QJsonObject &object, QLatin1StringView key, const QString &value)
{
    if (!value.isEmpty())
        object.insert(key, value);
}

QJsonObject linkBlock(const content::Link &link, const Dialect &dialect)
{
    if (!dialect.resourceLinks)
        return textBlock(u"%1: %2"_s.arg(link.name, link.uri));
    QJsonObject object{
        {u"type"_s, u"resource_link"_s}, {u"uri"_s, link.uri}, {u"name"_s, link.name}};
    insertIfSet(object, "title"_L1, link.title);
    insertIfSet(object, "description"_L1, link.description);
    insertIfSet(object, "mimeType"_L1, link.mimeType);
    if (link.size >= 0)
        object.insert("size"_L1, link.size);
    return object;
}

struct ToJson
{
    const Dialect &dialect;

    QJsonObject operator()(const content::Text &text) const { return textBlock(text.text); }
    QJsonObject operator()(const content::Image &image) const
    {
        return mediaBlock(u"image"_s, image.data, image.mimeType);
    }
    QJsonObject operator()(const content::Audio &audio) const
    {
        if (!dialect.audio)
            return textBlock(
                u"A sound of the type %1 that this client cannot take."_s.arg(audio.mimeType));
        return mediaBlock(u"audio"_s, audio.data, audio.mimeType);
    }
    QJsonObject operator()(const content::Embedded &embedded) const
    {
        return {{u"type"_s, u"resource"_s}, {u"resource"_s, toJson(embedded.resource)}};
    }
    QJsonObject operator()(const content::Link &link) const { return linkBlock(link, dialect); }
};

} // namespace

CallResult CallResult::text(const QString &text)
{
    return {.content = {content::Text{text}}};
}

CallResult CallResult::error(const QString &text)
{
    return {.content = {content::Text{text}}, .isError = true};
}

CallResult CallResult::error(const Error &error)
{
    return CallResult::error(error.text);
}

QJsonObject toJson(const Content &content, const Dialect &dialect)
{
    return std::visit(ToJson{dialect}, content);
}

QJsonObject toJson(const CallResult &result, const Dialect &dialect)
{
    QJsonArray blocks;
    for (const Content &content : result.content)
        blocks.append(toJson(content, dialect));
    QJsonObject object{{u"content"_s, blocks}};
    if (result.isError)
        object.insert("isError"_L1, true);
    if (dialect.structuredContent && !result.structured.isEmpty())
        object.insert("structuredContent"_L1, result.structured);
    return object;
}

QJsonObject toJson(const ResourceContents &contents)
{
    QJsonObject object{{u"uri"_s, contents.uri}};
    insertIfSet(object, "name"_L1, contents.name);
    insertIfSet(object, "mimeType"_L1, contents.mimeType);
    if (const auto *text = std::get_if<QString>(&contents.data))
        object.insert("text"_L1, *text);
    else
        object.insert("blob"_L1, base64(std::get<QByteArray>(contents.data)));
    if (!contents.meta.isEmpty())
        object.insert("_meta"_L1, contents.meta);
    return object;
}

} // namespace glovebox::mcp
