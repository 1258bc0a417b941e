// SPDX-License-Identifier: MIT
#include "logging.h"

namespace glovebox {

Q_LOGGING_CATEGORY(lcApp, "glovebox.app", QtInfoMsg)
Q_LOGGING_CATEGORY(lcApproval, "glovebox.approval", QtInfoMsg)
Q_LOGGING_CATEGORY(lcEngine, "glovebox.engine", QtInfoMsg)
Q_LOGGING_CATEGORY(lcHttp, "glovebox.http", QtInfoMsg)
Q_LOGGING_CATEGORY(lcJournal, "glovebox.journal", QtInfoMsg)
Q_LOGGING_CATEGORY(lcMcp, "glovebox.mcp", QtInfoMsg)
Q_LOGGING_CATEGORY(lcMounts, "glovebox.mounts", QtInfoMsg)
Q_LOGGING_CATEGORY(lcSandbox, "glovebox.sandbox", QtInfoMsg)
Q_LOGGING_CATEGORY(lcUi, "glovebox.ui", QtInfoMsg)

} // namespace glovebox
