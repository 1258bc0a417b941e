// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

namespace glovebox {

// Where the program's own files are: "../share/glovebox" beside the folder of the binaries, in a
// build as in an installation; in a bundle of macOS "../Resources/glovebox".
struct DataFiles
{
    QString assets;  // pyodide/, fonts/, icons/ as pyodide/assets/fetch.py placed them
    QString runtime; // pyodide/worker, pyodide/python, resources/shell

    // Unavailable, with what to do, when something is missing.
    static Result<DataFiles> locate(const QString &binaryFolder);
};

} // namespace glovebox
