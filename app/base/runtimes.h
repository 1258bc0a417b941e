// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <span>

namespace glovebox {

// A language that run_code runs, each with a runtime of its own (pyodide/wasi/runtimes.mjs).
struct Runtime
{
    QString id;        // what tools and records name: "php-cgi"
    QString language;  // for people: "PHP"
    QString version;   // of what runs it: "8.2.0"; empty: nobody says
    QString highlight; // the definition's name in KSyntaxHighlighting
    QString module;    // the file of the component "languages" without which it cannot run
};

std::span<const Runtime> runtimes();
// Null: there is no such runtime.
const Runtime *runtimeFor(QStringView id);

} // namespace glovebox
