// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "protocol.h"

#include <QJsonArray>

#include <variant>

namespace glovebox::mcp {

struct ResourceContents
{
    QString uri;
    QString mimeType;
    std::variant<QString, QByteArray> data; // text, or bytes
    QJsonObject meta = {};                  // _meta
    QString name = {}; // beyond the specification: what mcp-pyodide adds; empty: left out
};

namespace content {

struct Text
{
    QString text;
};
struct Image
{
    QByteArray data; // the file's bytes
    QString mimeType;
};
struct Audio
{
    QByteArray data;
    QString mimeType;
};
// A resource in full, inside the result.
struct Embedded
{
    ResourceContents resource;
};
// A resource to be read later. Before 2025-06-18 it is told as text.
struct Link
{
    QString uri;
    QString name;
    QString title = {};
    QString description = {};
    QString mimeType = {};
    qint64 size = -1; // bytes, if known
};

} // namespace content

using Content =
    std::variant<content::Text, content::Image, content::Audio, content::Embedded, content::Link>;

// What a tool answers.
struct CallResult
{
    QList<Content> content;
    // The tool did not do what it was asked: the model is to read why and try again.
    bool isError = false;
    // Left out where the revision does not know it, and when empty.
    QJsonObject structured = {};

    static CallResult text(const QString &text);
    static CallResult error(const QString &text);
    static CallResult error(const Error &error); // its text; the detail stays in the log
};

QJsonObject toJson(const Content &content, const Dialect &dialect);
QJsonObject toJson(const CallResult &result, const Dialect &dialect);
QJsonObject toJson(const ResourceContents &contents);

} // namespace glovebox::mcp
