// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QString>

namespace glovebox {

// What this program is made of, for --version, the About box and diagnostics. What is not known is
// empty and left out.
struct ProgramFacts
{
    QString program; // "0.1.0"
    QString qt;      // that runs, not that it was built with
    QString chromium;
    QString chromiumPatch; // security patches are taken from this one
    QString pyodide;
    QString python;
    QList<std::pair<QString, QString>> hashes = {}; // file → SHA-256, as the files are now

    // One fact a line, the same in every language; the first line is "glovebox VERSION".
    QString toText() const;

    bool operator==(const ProgramFacts &) const = default;
};

} // namespace glovebox
