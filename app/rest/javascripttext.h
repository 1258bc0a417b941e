// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace glovebox::rest {

// What JavaScript's String() gives for the value of a Python expression, which mcp-pyodide tells
// its clients: "undefined" for None, a string without its quotes, "true", "3" for 3.0. `repr` is
// Python's own text of the value, empty for None; of everything else it is the text.
QString javaScriptText(const QString &repr);

// A list of strings as Python writes it: ['a', "it's"].
QString pythonList(const QStringList &strings);

} // namespace glovebox::rest
