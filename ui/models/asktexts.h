// SPDX-License-Identifier: MIT
#pragma once

#include "base/desk.h"

// What a request is called, in the window and in its notification.
namespace glovebox::ui {

// "Claude Desktop asks to run Python"; other titles for other tools (UI.md 4.9).
QString askTitle(const PendingRequest &request);
// "Ruby" of "ruby"; what is not known is named as it was asked for.
QString languageName(const QString &runtime);

} // namespace glovebox::ui
