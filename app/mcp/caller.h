// SPDX-License-Identifier: MIT
#pragma once

#include "principal.h"
#include "protocol.h"

namespace glovebox::mcp {

// What a client says about itself, in `initialize` or, from 2026-07-28 on, in each request: a
// quotation, never trusted. Everything may be empty.
struct ClientInfo
{
    QString name;
    QString version;
    QString title;
    QJsonObject capabilities;

    // "name version", control characters taken out, at most 200 characters.
    QString quotation() const;
    bool declares(QStringView capability) const; // e.g. u"elicitation"
    // Shows views of MCP Apps: extensions["io.modelcontextprotocol/ui"] with their mime type.
    bool showsViews() const;
};

// From the two JSON values in which every revision says it.
ClientInfo clientInfo(const QJsonValue &info, const QJsonValue &capabilities);

// The mime type of a view (mcp.md 5).
inline constexpr QLatin1StringView viewMimeType{"text/html;profile=mcp-app"};

// Who calls, from where.
struct Caller
{
    Principal principal; // by its key
    ClientInfo client;
    QString sessionId; // of the MCP session, empty in eras without; not a Python session
    Era era = Era::V2025_11_25;
};

} // namespace glovebox::mcp
