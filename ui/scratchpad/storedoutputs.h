// SPDX-License-Identifier: MIT
#pragma once

#include "base/runevent.h"
#include "notebook/cell.h"

namespace glovebox::ui {

// The events that would have made these outputs, so that a document that was opened looks like one
// that ran. Pictures and pages are written to `folder`, each under the digest of its bytes. Reads
// and writes files: not for the thread that draws.
QList<RunEventBody> storedEvents(const QList<notebook::Output> &outputs, const QString &folder);

} // namespace glovebox::ui
