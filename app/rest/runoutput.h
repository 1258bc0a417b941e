// SPDX-License-Identifier: MIT
#pragma once

#include "base/runfacts.h"
#include "sandbox/outputstore.h"

#include <QFuture>

namespace glovebox::rest {

// What a run printed, both streams in their order, as text: terminal sequences applied, long data
// URLs shortened, the middle left out where it is too much for a model. No line end at its end.
QFuture<QString> outputText(const sandbox::OutputStore &output, const RunFacts &facts);

// The pictures that a run drew; pages, tables and formulas are none.
QList<event::Display> picturesOf(const RunFacts &facts);

} // namespace glovebox::rest
