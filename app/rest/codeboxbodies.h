// SPDX-License-Identifier: MIT
#pragma once

#include "base/limits.h"
#include "base/reach.h"
#include "base/result.h"

#include <QJsonObject>

namespace glovebox::rest {

// A folder that a session asks for.
struct FolderMount
{
    QString hostPath;
    QString containerPath; // where code finds it
    bool readOnly = true;

    bool operator==(const FolderMount &) const = default;
};

// The body of POST /sessions.
struct SessionBody
{
    QStringList dependencies;
    std::chrono::seconds timeout{300}; // of its runs
    qint64 heapBytes = 2 * limits::GiB;
    QMap<QString, QString> variables;
    QList<FolderMount> folders;
    QStringList notes; // what was taken otherwise than it was meant, and why

    bool operator==(const SessionBody &) const = default;
};

// The body of POST /execute.
struct ExecuteBody
{
    QString code;
    QString sessionId;
    QStringList disabledRules;

    bool operator==(const ExecuteBody &) const = default;
};

// Bodies as CodeBox-AI takes them, checked against the schemas of openapi.json. InvalidArgument
// says what was wrong with which field.
Result<SessionBody> sessionBody(const QByteArray &json);
Result<ExecuteBody> executeBody(const QByteArray &json);

// "2G", "512m", "1.5g", "1073741824": bytes, within what a session can have. "0" is the most.
Result<qint64> memoryLimit(const QString &text);

// The document that describes the REST routes, and one of its schemas with every reference
// resolved.
QByteArray openApiDocument();
QJsonObject openApiSchema(const QString &name);

} // namespace glovebox::rest
