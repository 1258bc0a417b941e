// SPDX-License-Identifier: MIT
#pragma once

#include "toolcall.h"

#include <QMap>

namespace glovebox::mcp {

// ---- What a server offers, as values ----------------------------------------------------

// Hints for the client's own prompts; true to the facts (mcp.md 3.2: a wrong readOnlyHint stalls).
struct ToolAnnotations
{
    std::optional<bool> readOnly = {};
    std::optional<bool> destructive = {};
    std::optional<bool> idempotent = {};
    std::optional<bool> openWorld = {};
};

struct Tool
{
    QString name; // [a-z0-9_], short (mcp.md 3.6)
    QString title;
    QString description; // under 2 KB, what matters first
    QJsonObject inputSchema; // type: object
    ToolAnnotations annotations;
    QJsonObject meta = {}; // _meta, e.g. "anthropic/maxResultSizeChars"
    // Called for each call whose arguments passed the schema. May answer at once or much later.
    std::function<void(const ToolCallPtr &)> handler;
};

struct Resource
{
    QString uri;
    QString name;
    QString title = {};
    QString description = {};
    QString mimeType = {};
    qint64 size = -1; // bytes, if known
};

struct ResourceTemplate
{
    QString uriTemplate; // RFC 6570
    QString name;
    QString title = {};
    QString description = {};
    QString mimeType = {};
};

// One family of resources, e.g. run://. A client must only ever see its own (DESIGN 4.5): both
// functions get the caller.
struct ResourceSource
{
    using Contents = Result<QList<ResourceContents>>;

    QList<ResourceTemplate> templates;
    std::function<QList<Resource>(const Caller &)> list; // null: none are listed
    std::function<bool(const QString &uri)> matches;
    // NotFound for what is unknown or another client's.
    std::function<void(const Caller &, const QString &uri, std::function<void(Contents)> done)>
        read;
};

struct PromptArgument
{
    QString name;
    QString title = {};
    QString description = {};
    bool required = false;
    // Values that begin with what was typed; null: no completion.
    std::function<QStringList(const QString &typed)> complete = {};
};

struct PromptMessage
{
    QString role = QStringLiteral("user"); // or "assistant"
    Content content;
};

struct Prompt
{
    QString name;
    QString title;
    QString description;
    QList<PromptArgument> arguments;
    std::function<Result<QList<PromptMessage>>(const Caller &, const QMap<QString, QString> &)>
        handler;
};

struct ServerInfo
{
    QString name;
    QString title;
    QString version;
    QString instructions = {}; // under 2 KB (mcp.md 3.3)
    bool logging = false;      // declares `logging`: tools call ToolCall::log
    bool subscriptions = false; // declares `resources.subscribe`: resourceUpdated is emitted
};

// Everything that clients can find on one address. Filled once by the composition root, before
// the first session; capabilities are declared from what is in it, and nothing else.
class Server final : public QObject
{
    Q_OBJECT

public:
    explicit Server(ServerInfo info, QObject *parent = nullptr);

    void addTool(Tool tool);
    void addResources(ResourceSource source);
    void addPrompt(Prompt prompt);

    const ServerInfo &info() const { return m_info; }
    const QList<Tool> &tools() const { return m_tools; }
    const QList<ResourceSource> &resourceSources() const { return m_resources; }
    const QList<Prompt> &prompts() const { return m_prompts; }
    const Tool *tool(QStringView name) const;
    const Prompt *prompt(QStringView name) const;
    QJsonObject capabilities() const;

Q_SIGNALS:
    // Tell the subscribers of this resource that it changed.
    void resourceUpdated(const QString &uri);

private:
    ServerInfo m_info;
    QList<Tool> m_tools;
    QList<ResourceSource> m_resources;
    QList<Prompt> m_prompts;
};

} // namespace glovebox::mcp
