// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QStringList>

// Edits of other programs' configuration files. Nothing is written anew but the lines that are
// meant: comments, unknown keys, order, indentation and line ends stay as they are. All functions
// are pure; a text that cannot be understood is Corrupt, with the line in the sentence.
namespace glovebox::settings {

// JSON with comments and trailing commas, as clients accept it. A byte order mark is kept.
namespace jsonc {

// Makes `path` ("mcpServers", "glovebox") the value, in place of an older one or before the first
// member of its object, so that no other line changes. An empty text becomes a whole document.
Result<QByteArray> set(const QByteArray &text, const QStringList &path, const QJsonObject &value);
// Takes the member away, with its own comma; `text` itself when there is none.
Result<QByteArray> remove(const QByteArray &text, const QStringList &path);
// Only the object at `path`, or null when there is none.
Result<std::optional<QJsonObject>> object(const QByteArray &text, const QStringList &path);
// Replaces the string at `path`, and only it. NotFound when there is none.
Result<QByteArray> setString(const QByteArray &text, const QStringList &path, const QString &value);

} // namespace jsonc

// TOML. `path` names a table: [mcp_servers.glovebox]. Values are strings, arrays of strings and
// tables of strings, which are written inline.
namespace toml {

// Replaces the table, or adds it at the end of the text. Conflict when the same table is written in
// another form (inline or with dotted keys) that cannot be edited safely.
Result<QByteArray> set(const QByteArray &text, const QStringList &path, const QJsonObject &value);
Result<QByteArray> remove(const QByteArray &text, const QStringList &path);
// The string `key` of the table; null when there is no such table or key.
Result<std::optional<QString>> string(const QByteArray &text, const QStringList &path,
                                      const QString &key);
Result<QByteArray> setString(const QByteArray &text, const QStringList &path, const QString &key,
                             const QString &value);

} // namespace toml

} // namespace glovebox::settings
