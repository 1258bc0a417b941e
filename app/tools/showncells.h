// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/server.h"

namespace glovebox::tools {

// Cells of the scratchpad that the person shows to a client: scratchpad://{id}, for that client
// alone, read-only, until the program ends. Nothing of them is stored.
class ShownCells final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // The address. LimitExceeded for the sixty-fifth of one client, or a cell of over 1 MiB; output
    // is cut in its middle to limits::outputBytesForModels.
    Result<QString> show(const ClientId &client, const QString &title, const QByteArray &source,
                         const QString &output);
    void takeBack(const QString &address);

    // This outlives the server that gets it.
    mcp::ResourceSource resources();

Q_SIGNALS:
    void changed(const glovebox::ClientId &client); // what it can list

private:
    struct Cell
    {
        QString address;
        ClientId client;
        QString title;
        QString text; // Markdown
    };

    const Cell *find(const ClientId &client, const QString &address) const;

    QList<Cell> m_cells; // oldest first
};

// Tells the client that its list changed. Both outlive one another's use.
void announceCells(mcp::Server &server, const ShownCells &cells);

} // namespace glovebox::tools
