// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/server.h"

// A tool whose messages may be larger than others: says how long its "text" was.
inline glovebox::mcp::Tool filesTool()
{
    using namespace Qt::StringLiterals;
    return {.name = u"files"_s,
            .title = {},
            .description = u"Counts."_s,
            .inputSchema = {},
            .annotations = {},
            .handler =
                [](const glovebox::mcp::ToolCallPtr &call) {
                    const qsizetype size = call->arguments()["text"_L1].toString().size();
                    call->finish(glovebox::mcp::CallResult::text(u"%1 came"_s.arg(size)));
                },
            .takesFiles = true};
}
