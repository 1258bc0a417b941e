// SPDX-License-Identifier: MIT
#include "callbudget.h"

#include <QString>

#include <array>

namespace glovebox::mcp {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct Budget
{
    QLatin1StringView part; // of clientInfo.name, compared without case
    std::chrono::seconds time;
    const char *reason;
};

// mcp.md 3.1 and 3.6. The first row that matches counts; each leaves some seconds for the way.
constexpr std::array budgets{
    Budget{"claude-code"_L1, 30min, "idle clock of 5 min is reset by progress; no near wall clock"},
    Budget{"claude-ai"_L1, 220s, "Claude Desktop gives up after 240 s, whatever arrives"},
    Budget{"claude desktop"_L1, 220s, "the same program under its own name"},
    Budget{"visual studio code"_L1, 220s, "no limit of its own, but fetch is cut at about 5 min"},
    Budget{"gemini"_L1, 500s, "600 s"},
    Budget{"cline"_L1, 50s, "60 s, progress does not extend it"},
    Budget{"codex"_L1, 50s, "tool_timeout_sec is 60 s"},
};

// The SDKs' own default is 60 s.
constexpr std::chrono::seconds defaultBudget = 50s;

} // namespace

std::chrono::seconds callBudget(QStringView clientName)
{
    for (const Budget &budget : budgets) {
        if (clientName.contains(budget.part, Qt::CaseInsensitive))
            return budget.time;
    }
    return defaultBudget;
}

} // namespace glovebox::mcp
