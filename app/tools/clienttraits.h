// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/toolcall.h"
#include "pictures.h"

namespace glovebox::tools {

// In what form a client can use a result (mcp.md 3.1). By clientInfo.name: a claim, good enough
// for choosing a form and for nothing else.
struct ClientTraits
{
    // Longest text block; clients that shorten long strings cut out their middle. 0: any.
    qsizetype blockChars = 0;
    PictureLimits picture;
    // It reads files of this computer, and pictures no other way.
    bool readsFiles = false;

    static ClientTraits of(QStringView clientName);
};

// How long one tools/call may block for a client before it is answered with the state (DESIGN 4.4).
class Patience final
{
public:
    // `chosen`: what the person set, "NAME=SECONDS" each; NAME is part of clientInfo.name and case
    // does not matter. What is not of that form is logged and left out.
    explicit Patience(const QStringList &chosen = {});

    std::chrono::seconds of(QStringView clientName) const;
    // The budget, or less when the arguments of the call have `wait_s`.
    std::chrono::milliseconds forCall(const mcp::ToolCall &call) const;

private:
    struct Chosen
    {
        QString name;
        std::chrono::seconds time;
    };
    QList<Chosen> m_chosen;
};

} // namespace glovebox::tools
