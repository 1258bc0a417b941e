// SPDX-License-Identifier: MIT
#pragma once

#include "ipynb.h"

namespace glovebox::notebook {

enum class FileFormat { Ipynb, Percent };

// By the name alone: .py is Python with cells, everything else a notebook.
FileFormat formatOf(const QString &path);

struct ReadFile
{
    ReadNotebook content;
    FileFormat format = FileFormat::Ipynb;
    QByteArray digest; // of the bytes
};

// These block: not for the thread that draws. Errors are sentences for the person.

Result<ReadFile> readFile(const QString &path);
// Empty: there is no such file, or it cannot be read.
QByteArray digestOfFile(const QString &path);
// Replaces the file whole, or leaves it as it is; keeps its permissions and follows links. Gives
// the digest.
Result<QByteArray> replaceFile(const QString &path, const QByteArray &bytes);
QByteArray bytesFor(const Notebook &notebook, FileFormat format);

} // namespace glovebox::notebook
