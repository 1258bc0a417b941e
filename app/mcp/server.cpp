// SPDX-License-Identifier: MIT
#include "server.h"

namespace glovebox::mcp {

using namespace Qt::StringLiterals;

Server::Server(ServerInfo info, QObject *parent)
    : QObject(parent)
    , m_info(std::move(info))
{}

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

QJsonObject Server::capabilities() const
{
    QJsonObject declared;
    if (!m_tools.isEmpty())
        declared.insert("tools"_L1, QJsonObject());
    if (!m_resources.isEmpty()) {
        QJsonObject resources;
        if (m_info.subscriptions)
            resources.insert("subscribe"_L1, true);
        declared.insert("resources"_L1, resources);
    }
    if (!m_prompts.isEmpty())
        declared.insert("prompts"_L1, QJsonObject());
    if (m_info.logging)
        declared.insert("logging"_L1, QJsonObject());
    for (const Prompt &entry : m_prompts) {
        for (const PromptArgument &argument : entry.arguments) {
            if (argument.complete)
                declared.insert("completions"_L1, QJsonObject());
        }
    }
    return declared;
}

} // namespace glovebox::mcp
