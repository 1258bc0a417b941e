// SPDX-License-Identifier: MIT
#pragma once

class QApplication;

namespace glovebox::ui {

// From here on the widget with the focus wears a 2 px accent ring after keyboard use (UI.md 9);
// a click takes it off again. Once per process.
void installFocusRing(QApplication &app);

} // namespace glovebox::ui
