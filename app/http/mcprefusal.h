// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/protocol.h"
#include "route.h"

// What the transports of MCP have in common.
namespace glovebox::http {

inline constexpr QByteArrayView jsonType = "application/json";
inline constexpr QByteArrayView eventStreamType = "text/event-stream";

// Whether the Accept header names the type, itself or by a wildcard.
bool accepts(const Headers &headers, QByteArrayView type);
// Whether the body is declared as JSON. That is also what keeps a web page's form out.
bool isJson(const Headers &headers);
// Answers with a JSON-RPC error and logs it.
void refuse(const ResponderPtr &responder, int status, const mcp::RpcError &error,
            const QJsonValue &id = QJsonValue::Null, const Headers &headers = {});

} // namespace glovebox::http
