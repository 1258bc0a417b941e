// SPDX-License-Identifier: MIT
#pragma once

#include "server.h"

// What a server offers, in the words of one revision.
namespace glovebox::mcp {

QJsonObject toJson(const Tool &tool, const Caller &caller);
QJsonObject toJson(const Resource &resource, const Dialect &dialect);
QJsonObject toJson(const ResourceTemplate &entry, const Dialect &dialect);
QJsonObject toJson(const Prompt &prompt, const Dialect &dialect);
QJsonObject toJson(const ServerInfo &info, const Dialect &dialect); // an Implementation

} // namespace glovebox::mcp
