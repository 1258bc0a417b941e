// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace glovebox {

// A name of a file as people and models are shown it: a name can hold anything but "/" and NUL, and
// a line break must not look like a second entry, nor a character that turns the line around like
// another ending. What is not seen is written as its number ("\u202e"); all else stays as it is.
QString shownName(const QString &name);

} // namespace glovebox
