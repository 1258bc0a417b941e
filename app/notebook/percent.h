// SPDX-License-Identifier: MIT
#pragma once

#include "ipynb.h"

namespace glovebox::notebook {

// Python files with cells between lines `# %%`, as Jupytext, VS Code and Spyder have them:
// `# %% a title [markdown] key="value"`. Text cells are comments. Outputs are not part of such a
// file. What stands before the first `# %%` (also Jupytext's YAML header) is kept as it is.
bool looksLikePercent(QByteArrayView bytes);
Result<ReadNotebook> readPercent(QByteArrayView bytes);
QByteArray writePercent(const Notebook &notebook);

} // namespace glovebox::notebook
