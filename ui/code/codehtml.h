// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/notebookexport.h"

namespace glovebox::ui {

// For exports: in the colours of the light theme, on paper. Each call of the result may come from
// one thread, any one: it reads definitions of its own.
CodeToHtml codeToHtml();

} // namespace glovebox::ui
