// SPDX-License-Identifier: MIT
#pragma once

#include "base/programfacts.h"

namespace glovebox {

struct DataFiles;

// What can be read of the program's own files. Reads and hashes 20 MB: not in the thread of a
// window.
ProgramFacts factsOfFiles(const DataFiles &files);
// Of a program that is not running: asks the engine's executable, too, and waits for it.
ProgramFacts factsOfProgram(const QString &binaryFolder);

} // namespace glovebox
