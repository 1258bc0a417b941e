// SPDX-License-Identifier: MIT
#pragma once

#include "http/listener.h"
#include "http/mcproute.h"
#include "toolset.h"

#include <memory>
#include <vector>

namespace glovebox::rest {

// The compatible tool sets, each a server of its own with the three addresses of its transports.
class Compat final : public QObject
{
    Q_OBJECT

public:
    // Sets that about.h does not know are a fault of ours and end the program.
    Compat(std::vector<std::unique_ptr<ToolSet>> sets, Clock &clock, QObject *parent = nullptr);
    ~Compat() override;

    // Fills the servers, behind the gate (null: none). Once, before the first request.
    void fill(tools::ToolGate *gate);
    void addRoutes(http::Listener &listener);
    // For the bridge; null for a name that there is no set of.
    const mcp::Server *server(const QString &name) const;

    QSet<ClientId> clients() const;               // that have a session over HTTP
    int sessionsOf(const ClientId &client) const; // over HTTP
    void endSessionsOf(const ClientId &client);

Q_SIGNALS:
    void sessionsChanged();

private:
    struct Entry;
    std::vector<std::unique_ptr<Entry>> m_entries;
};

} // namespace glovebox::rest
