// SPDX-License-Identifier: MIT
#include "clienttraits.h"

#include "base/logging.h"
#include "mcp/callbudget.h"

#include <algorithm>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

// Cline keeps only both ends of every string over 8,000 characters, also of a picture's base64.
constexpr qsizetype clineString = 8000;
constexpr std::chrono::seconds longest = std::chrono::hours(1);

} // namespace

ClientTraits ClientTraits::of(QStringView clientName)
{
    ClientTraits traits;
    if (clientName.contains(u"cline", Qt::CaseInsensitive)) {
        traits.blockChars = clineString;
        traits.picture.bytes = clineString / 4 * 3;
        traits.readsFiles = true;
    }
    return traits;
}

Patience::Patience(const QStringList &chosen)
{
    for (const QString &entry : chosen) {
        const qsizetype equals = entry.lastIndexOf(u'=');
        bool isNumber = false;
        const int seconds = entry.sliced(equals + 1).toInt(&isNumber);
        if (equals > 0 && isNumber && seconds > 0)
            m_chosen.append(
                {entry.first(equals), std::min(std::chrono::seconds(seconds), longest)});
        else
            qCWarning(lcApp).noquote() << "not NAME=SECONDS:" << entry;
    }
}

std::chrono::seconds Patience::of(QStringView clientName) const
{
    for (const Chosen &chosen : m_chosen) {
        if (clientName.contains(chosen.name, Qt::CaseInsensitive))
            return chosen.time;
    }
    return mcp::callBudget(clientName);
}

std::chrono::milliseconds Patience::forCall(const mcp::ToolCall &call) const
{
    const std::chrono::milliseconds budget = of(call.caller().client.name);
    const QJsonValue asked = call.arguments()[u"wait_s"];
    if (!asked.isDouble())
        return budget;
    return std::min(budget, std::chrono::milliseconds(qint64(asked.toDouble() * 1000)));
}

} // namespace glovebox::tools
