// SPDX-License-Identifier: MIT
#pragma once

#include "server.h"

// Which revision one body belongs to, and what a request of a stateless one says about itself
// (mcp.md 1.5). Pure functions of a body and of HTTP header fields, without HTTP.
namespace glovebox::mcp {

// The value of a header field without blanks around it; null when it is not there. Names are
// compared without case.
using HeaderLookup = std::function<std::optional<QByteArray>(QByteArrayView name)>;

// An error that also has an HTTP status.
struct Rejection
{
    int status = 400;
    RpcError error;
};

// True: a request or notification of a stateless era. False: of an era with sessions. The body
// decides; headers that contradict it are an error.
std::expected<bool, Rejection> isStateless(const Body &body, const HeaderLookup &header);

// The caller of a stateless request whose headers agree with it, whose method exists and whose
// client can do what the tool needs.
std::expected<Caller, Rejection> admitStateless(const Server &server, const Principal &principal,
                                                const Message &message, const HeaderLookup &header);

} // namespace glovebox::mcp
