// SPDX-License-Identifier: MIT
#pragma once

#include <QLatin1StringView>
#include <QStringView>

namespace glovebox::notebook {

// How a cell of a runtime is called outside of Glovebox.
struct Magic
{
    QLatin1StringView runtime; // of base/runtimes.h
    QLatin1StringView line;    // IPython's, that runs the rest of the cell in that language
    QLatin1StringView editor;  // VS Code's name of the language
};

// Null: no such runtime.
const Magic *magicOf(QStringView runtime);

} // namespace glovebox::notebook
