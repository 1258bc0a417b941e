// SPDX-License-Identifier: MIT
#pragma once

#include <QMetaType>
#include <QString>

#include <optional>

namespace glovebox {

// Where a run is. Names and meaning: DESIGN 4.4.
enum class RunState {
    PendingApproval,
    Queued,
    Starting,
    Running,
    Complete,
    Error,
    Timeout,
    Interrupted,
    Killed,
    Crashed,
    Denied,
    Expired,
    Cancelled,
};

// The names that clients see: "pending_approval", "queued" …
QString toString(RunState state);
std::optional<RunState> runStateFromString(QStringView text);

// Nothing more will happen to a run in this state.
bool isFinal(RunState state);

} // namespace glovebox

Q_DECLARE_METATYPE(glovebox::RunState)
