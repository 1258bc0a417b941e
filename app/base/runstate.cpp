// SPDX-License-Identifier: MIT
#include "runstate.h"

#include <array>
#include <utility>

namespace glovebox {

namespace {

constexpr std::array<std::pair<RunState, QStringView>, 13> names{{
    {RunState::PendingApproval, u"pending_approval"},
    {RunState::Queued, u"queued"},
    {RunState::Starting, u"starting"},
    {RunState::Running, u"running"},
    {RunState::Complete, u"complete"},
    {RunState::Error, u"error"},
    {RunState::Timeout, u"timeout"},
    {RunState::Interrupted, u"interrupted"},
    {RunState::Killed, u"killed"},
    {RunState::Crashed, u"crashed"},
    {RunState::Denied, u"denied"},
    {RunState::Expired, u"expired"},
    {RunState::Cancelled, u"cancelled"},
}};

} // namespace

QString toString(RunState state)
{
    for (const auto &[value, name] : names) {
        if (value == state)
            return name.toString();
    }
    Q_UNREACHABLE_RETURN(QString());
}

std::optional<RunState> runStateFromString(QStringView text)
{
    for (const auto &[value, name] : names) {
        if (name == text)
            return value;
    }
    return std::nullopt;
}

bool isFinal(RunState state)
{
    switch (state) {
    case RunState::PendingApproval:
    case RunState::Queued:
    case RunState::Starting:
    case RunState::Running:
        return false;
    default:
        return true;
    }
}

} // namespace glovebox
