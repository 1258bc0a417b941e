// SPDX-License-Identifier: MIT
#pragma once

#include "cell.h"

namespace glovebox::notebook {

// Notebook files (.ipynb). Reads nbformat 4 of every minor version and plain notebooks of version
// 3; writes 4.5. Without edits a round trip changes what nbformat demands (the version, missing
// ids and members) and nothing else: order, digits, indentation and foreign members stay.
//
// A cell of a runtime is a code cell with metadata.glovebox.runtime and metadata.vscode.languageId
// and begins, in the file only, with IPython's line that runs the rest in that language
// (`%%ruby`): Jupyter shows it as what it is, and runs it where the language is installed.

inline constexpr qint64 maxNotebookBytes = 128 * 1024 * 1024;
inline constexpr int maxCells = 20'000;

struct ReadNotebook
{
    Notebook notebook;
    // Sentences for the person: what was converted or repaired, what cannot run here.
    QStringList notes;
};

// Corrupt: it is no notebook; LimitExceeded: too large; Unavailable: a version that is not read.
Result<ReadNotebook> readIpynb(QByteArrayView bytes);
QByteArray writeIpynb(const Notebook &notebook);

// One cell as it is written, for those who write a notebook piece by piece.
Json cellToJson(const Cell &cell);
// The members of a new notebook beside "cells".
Json newNotebookJson();

} // namespace glovebox::notebook
