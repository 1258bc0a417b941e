// SPDX-License-Identifier: MIT
#pragma once

#include "base/ids.h"
#include "sandbox/pageviewer.h"

namespace glovebox {

// What the window of a page says, in the language and the colours of this program. `title` is the
// display's, or empty.
sandbox::PageWords pageWords(RunId run, const QString &title, bool wantsNetwork);

// What a chart's page says where data is missing, with one %1 for its address.
QString missingDataWords();

} // namespace glovebox
