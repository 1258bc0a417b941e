// SPDX-License-Identifier: MIT
#include "statetoken.h"

namespace glovebox::ui {

Token stateToken(RunState state)
{
    switch (state) {
    case RunState::PendingApproval:
        return Token::Wait;
    case RunState::Starting:
    case RunState::Running:
        return Token::Accent;
    case RunState::Complete:
        return Token::Ok;
    case RunState::Error:
    case RunState::Timeout:
    case RunState::Killed:
    case RunState::Crashed:
        return Token::Bad;
    default:
        return Token::Text2;
    }
}

} // namespace glovebox::ui
