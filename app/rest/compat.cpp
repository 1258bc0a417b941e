// SPDX-License-Identifier: MIT
#include "compat.h"

#include "about.h"

#include <algorithm>

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

http::McpRouteOptions optionsFor(const QString &name)
{
    const QByteArray base = "/compat/" + name.toUtf8();
    return {.path = base + "/mcp",
            .ssePath = base + "/sse",
            .messagesPath = base + "/messages",
            .tooLargeAdvice =
                u"Put large data into a file in a shared folder and read it there."_s};
}

mcp::ServerInfo infoOf(const ToolSet &set)
{
    auto info = compatInfo(set.name());
    if (!info)
        qFatal("no such tool set in rest/about.cpp: %s", qUtf8Printable(set.name()));
    return *std::move(info);
}

} // namespace

struct Compat::Entry
{
    Entry(std::unique_ptr<ToolSet> given, Clock &clock)
        : set(std::move(given))
        , server(infoOf(*set))
        , route(server, clock, optionsFor(set->name()))
    {
    }

    std::unique_ptr<ToolSet> set;
    mcp::Server server;
    http::McpRoute route;
};

Compat::Compat(std::vector<std::unique_ptr<ToolSet>> sets, Clock &clock, QObject *parent)
    : QObject(parent)
{
    for (auto &set : sets) {
        m_entries.push_back(std::make_unique<Entry>(std::move(set), clock));
        connect(&m_entries.back()->route, &http::McpRoute::sessionsChanged, this,
                &Compat::sessionsChanged);
    }
}

Compat::~Compat()
{
    // What a route tells on its end would come back here.
    for (const auto &entry : m_entries)
        entry->route.disconnect(this);
}

void Compat::fill(tools::ToolGate *gate)
{
    for (const auto &entry : m_entries)
        entry->set->addTo(entry->server, gate);
}

void Compat::addRoutes(http::Listener &listener)
{
    for (const auto &entry : m_entries)
        listener.addRoute(&entry->route);
}

const mcp::Server *Compat::server(const QString &name) const
{
    const auto found =
        std::ranges::find(m_entries, name, [](const auto &entry) { return entry->set->name(); });
    return found == m_entries.end() ? nullptr : &(*found)->server;
}

QSet<ClientId> Compat::clients() const
{
    QSet<ClientId> clients;
    for (const auto &entry : m_entries)
        clients += entry->route.clients();
    return clients;
}

int Compat::sessionsOf(const ClientId &client) const
{
    int count = 0;
    for (const auto &entry : m_entries)
        count += entry->route.sessionsOf(client);
    return count;
}

void Compat::endSessionsOf(const ClientId &client)
{
    for (const auto &entry : m_entries)
        entry->route.endSessionsOf(client);
}

} // namespace glovebox::rest
