// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QStringList>

namespace glovebox::tools {

// What code says that it will ask for, so that it is part of what is approved instead of a
// question in the middle of the run: a block of PEP 723, lines of notebooks that install
// (%pip, !pip, conda …), and micropip.install() with names written out. Requirements as written;
// what is computed, or stands in a file, is not known before the run.
QStringList packagesInCode(const QByteArray &code);

} // namespace glovebox::tools
