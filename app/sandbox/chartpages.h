// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

namespace glovebox::sandbox {

// A document as a window shows it.
struct PreparedPage
{
    QByteArray html;
    bool wantsNetwork = false; // it names scripts, styles or pictures there: they will be missing
};

// Pages of Vega's charts, as altair makes them, load their libraries from the network. Such a
// document gets those from `chartsFolder` (of the assets) instead, in front of everything else in
// it; with `missingData`, a sentence with one %1 for the address, it says which data it could not
// load. Any other document, and one whose libraries are not there, stays as it is.
PreparedPage preparePage(const QByteArray &html, const QString &chartsFolder,
                         const QString &missingData);

} // namespace glovebox::sandbox
