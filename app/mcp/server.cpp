// SPDX-License-Identifier: MIT
#include "server.h"

#include "base/limits.h"

#include <algorithm>

namespace glovebox::mcp {

using namespace Qt::StringLiterals;

Server::Server(ServerInfo info, QObject *parent)
    : QObject(parent)
    , m_info(std::move(info))
{
}

void Server::addTool(Tool entry)
{
    Q_ASSERT(!tool(entry.name) && entry.handler);
    m_tools.append(std::move(entry));
}

void Server::addResources(ResourceSource source)
{
    Q_ASSERT(source.matches && source.read);
    m_resources.append(std::move(source));
}

void Server::addPrompt(Prompt entry)
{
    Q_ASSERT(!prompt(entry.name) && entry.handler);
    m_prompts.append(std::move(entry));
}

qint64 Server::longestMessage() const
{
    return std::ranges::any_of(m_tools, &Tool::takesFiles) ? limits::maxFileBodyBytes
                                                           : limits::maxBodyBytes;
}

bool Server::isTooLong(const Message &message, qint64 bytes) const
{
    if (bytes <= limits::maxBodyBytes)
        return false;
    const Tool *called = message.kind == Message::Kind::Request && message.is("tools/call"_L1)
                             ? tool(message.params.value("name"_L1).toString())
                             : nullptr;
    return !called || !called->takesFiles;
}

QString Server::tooLongText()
{
    return u"The body is larger than %1 MiB."_s.arg(limits::maxBodyBytes / limits::MiB);
}

const Tool *Server::tool(QStringView name) const
{
    for (const Tool &entry : m_tools) {
        if (entry.name == name)
            return &entry;
    }
    return nullptr;
}

const Prompt *Server::prompt(QStringView name) const
{
    for (const Prompt &entry : m_prompts) {
        if (entry.name == name)
            return &entry;
    }
    return nullptr;
}

QJsonObject Server::capabilities(const Dialect &dialect) const
{
    QJsonObject declared;
    const auto declareList = [&](QLatin1StringView name, ListKind list, bool exists,
                                 QJsonObject more = {}) {
        if (!exists)
            return;
        if (m_info.changingLists.contains(list))
            more.insert("listChanged"_L1, true);
        declared.insert(name, more);
    };
    const QJsonObject subscribe{{u"subscribe"_s, true}};
    declareList("tools"_L1, ListKind::Tools, !m_tools.isEmpty());
    declareList("resources"_L1, ListKind::Resources, !m_resources.isEmpty(),
                m_info.subscriptions ? subscribe : QJsonObject());
    declareList("prompts"_L1, ListKind::Prompts, !m_prompts.isEmpty());
    if (m_info.logging)
        declared.insert("logging"_L1, QJsonObject());
    if (dialect.completions && completes())
        declared.insert("completions"_L1, QJsonObject());
    if (!m_info.extensions.isEmpty())
        declared.insert("extensions"_L1, m_info.extensions);
    return declared;
}

bool Server::completes() const
{
    const auto ofPrompt = [](const Prompt &entry) {
        return std::ranges::any_of(entry.arguments, [](const PromptArgument &argument) {
            return bool(argument.complete);
        });
    };
    const auto ofSource = [](const ResourceSource &source) {
        return std::ranges::any_of(source.templates, [](const ResourceTemplate &entry) {
            return !entry.complete.isEmpty();
        });
    };
    return std::ranges::any_of(m_prompts, ofPrompt) || std::ranges::any_of(m_resources, ofSource);
}

Completer completeFrom(std::function<QStringList(const Caller &)> values)
{
    return [values = std::move(values)](const Caller &caller, const CompletionQuery &query,
                                        const std::function<void(QStringList)> &done) {
        QStringList found = values(caller);
        found.removeIf([&query](const QString &value) {
            return !value.startsWith(query.typed, Qt::CaseInsensitive);
        });
        done(found);
    };
}

} // namespace glovebox::mcp
