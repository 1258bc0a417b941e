// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/toolcall.h"
#include "services.h"

namespace glovebox::tools {

// How a call is tied to the run that it waits for.
enum class Tie {
    Asker,   // run_python: the run goes when the call is taken back
    Watcher, // get_run: only looks
};

// Answers `call` with the run's result once it is over, or with its state after `wait_s` of the
// arguments, at the latest after the client's budget (DESIGN 4.4). Tells progress meanwhile.
void answerWithRun(const Services &services, const mcp::ToolCallPtr &call, RunId run, Tie tie);

// What a client that waits is shown of a run that is not over.
QString progressText(const RunFacts &facts);

// The session that the argument `session` names, or the client's own "default".
Result<SessionRef> sessionArgument(const Services &services, const mcp::ToolCall &call);
// A request of the caller, for run_python, without code.
RunRequest requestOf(const mcp::ToolCall &call, const SessionRef &session);
// Submits it and answers with its result. The run goes with the call.
void submitAndAnswer(const Services &services, const mcp::ToolCallPtr &call,
                     const RunRequest &request);

} // namespace glovebox::tools
