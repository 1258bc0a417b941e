// SPDX-License-Identifier: MIT
#pragma once

#include "promptcall.h"
#include "toolcall.h"

#include <functional>

namespace glovebox::mcp {

// ---- What a server offers, as values ----------------------------------------------------

// A picture for clients that show some. Left out before 2025-11-25.
struct Icon
{
    QString src; // data: or https: URI; png or jpeg, as others need not be shown
    QString mimeType = {};
    QStringList sizes = {}; // "48x48", "any"
    QString theme = {};     // "light", "dark", or empty for both
};

// How long a client of 2026-07-28 may keep an answer, and whether for everybody (mcp.md 1.5).
struct CacheHint
{
    std::chrono::milliseconds ttl{0};
    bool shared = false; // the same for every key
};

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
    QString description;     // under 2 KB, what matters first
    QJsonObject inputSchema; // type: object; told to clients as it is, any keyword
    ToolAnnotations annotations;
    QJsonObject meta = {}; // _meta, e.g. "anthropic/maxResultSizeChars"
    // Called for each call whose arguments passed the schema. May answer at once or much later.
    std::function<void(const ToolCallPtr &)> handler;
    QList<Icon> icons = {};
    // Results then always have `structured`. Not for tools that return images (mcp.md 3.6).
    QJsonObject outputSchema = {};
    // Capabilities of the client without which the tool cannot work, e.g. "sampling".
    QStringList needs = {};
    // ui:// address of the view that shows its results, told only to clients that show views.
    QString view = {};
    // Arguments that the schema does not name are let through, as JSON Schema has it: for the tools
    // of other systems, whose clients may send more.
    bool takesMoreArguments = false;
    // Its arguments hold files: a message that calls it may be larger than others.
    bool takesFiles = false;
};

struct Resource
{
    QString uri;
    QString name;
    QString title = {};
    QString description = {};
    QString mimeType = {};
    qint64 size = -1; // bytes, if known
    QList<Icon> icons = {};
    QJsonObject meta = {};
};

// What a person has typed so far for one argument of a prompt or one variable of a template.
struct CompletionQuery
{
    QString typed;
    QMap<QString, QString> others = {}; // values that are chosen already
};

// Gives the values that go on from what was typed, best first. The first 100 are sent.
using Completer = std::function<void(const Caller &, const CompletionQuery &,
                                     std::function<void(QStringList)> done)>;
// Those of the values that begin with what was typed, in their order; case does not matter.
Completer completeFrom(std::function<QStringList(const Caller &)> values);

struct ResourceTemplate
{
    QString uriTemplate; // RFC 6570
    QString name;
    QString title = {};
    QString description = {};
    QString mimeType = {};
    QMap<QString, Completer> complete = {}; // by variable
    QList<Icon> icons = {};
    QJsonObject meta = {};
};

// One family of resources, e.g. run://. A client must only ever see its own (DESIGN 4.5): both
// functions get the caller.
struct ResourceSource
{
    using Contents = Result<QList<ResourceContents>>;

    QList<ResourceTemplate> templates = {};
    // Null: none are listed.
    std::function<void(const Caller &, std::function<void(QList<Resource>)> done)> list = {};
    std::function<bool(const QString &uri)> matches;
    // NotFound for what is unknown or another client's.
    std::function<void(const Caller &, const QString &uri, std::function<void(Contents)> done)>
        read;
    CacheHint cache = {}; // of what was read
};

struct PromptArgument
{
    QString name;
    QString title = {};
    QString description = {};
    bool required = false;
    Completer complete = {}; // null: no completion
};

struct Prompt
{
    QString name;
    QString title;
    QString description;
    QList<PromptArgument> arguments;
    // Called when the required arguments are there. May answer at once or later.
    std::function<void(const PromptCallPtr &)> handler;
    QList<Icon> icons = {};
};

// The lists of which clients can be told that they changed.
enum class ListKind { Tools, Resources, Prompts };

// What is wrong with a tools/call before any tool sees it.
enum class CallProblem { UnknownTool, NoArguments, WrongArguments };

struct ServerInfo
{
    QString name;
    QString title;
    QString version;
    QString instructions = {};  // under 2 KB (mcp.md 3.3)
    bool logging = false;       // declares `logging`: tools call ToolCall::log
    bool subscriptions = false; // declares `resources.subscribe`: resourceUpdated is emitted
    QList<ListKind> changingLists = {}; // declares `listChanged`: the signal is emitted for these
    QString description = {};
    QString websiteUrl = {};
    QList<Icon> icons = {};
    QJsonObject extensions = {}; // capabilities.extensions, by name
    CacheHint cache = {};        // of the lists and of server/discover
    // For servers that stand in for another one: gives the words in which that one tells, in a
    // result with isError, what the protocol has errors for. `text` is what would be said else.
    // Arguments that are left out are a problem then, too.
    std::function<QString(CallProblem, const QString &tool, const QString &text)> callProblem = {};
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
    // How long a message may be at most, whatever it is.
    qint64 longestMessage() const;
    // Whether this one, whose text has so many bytes, is longer than one of its kind may be.
    bool isTooLong(const Message &message, qint64 bytes) const;
    static QString tooLongText();
    QJsonObject capabilities(const Dialect &dialect) const;

Q_SIGNALS:
    // Emit it to tell the subscribers of this resource that it changed: those of the key `client`
    // only, as its address alone may say something (DESIGN 4.5), or all when that is empty.
    void resourceUpdated(const QString &uri, const glovebox::ClientId &client = {});
    // The same for a list of ServerInfo::changingLists.
    void listChanged(glovebox::mcp::ListKind list, const glovebox::ClientId &client = {});

private:
    bool completes() const;

    ServerInfo m_info;
    QList<Tool> m_tools;
    QList<ResourceSource> m_resources;
    QList<Prompt> m_prompts;
};

} // namespace glovebox::mcp
