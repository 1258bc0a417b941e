// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>

#include <expected>

// Names on the host are bytes; names in the sandbox and in JSON are Unicode.
//
// A byte of a host name that is not part of valid UTF-8 becomes the private-use character
// U+10F700 + byte (U+10F780 … U+10F7FF), and back. Python's own surrogate escapes are no choice:
// lone surrogates survive neither JSON nor Emscripten's string conversions. A host name that
// really holds such a private-use character has each of its four bytes escaped, so every host
// name comes back as the bytes it was. Only bytes from 0x80 up can be written this way, so "/",
// "." and NUL cannot be smuggled in.
namespace glovebox::mounts {

QString nameFromHost(QByteArrayView name);

// Checks a path as host calls carry it ("a/b c/名前"; the root is "") and gives its bytes. Errno:
// EINVAL for NUL, a leading "/", an empty, "." or ".." component or broken Unicode, ENAMETOOLONG
// for a component over 255 or a path over 4095 bytes.
std::expected<QByteArray, int> pathToHost(QStringView path);

// A sentence for the errno of pathToHost().
QString pathRefusal(QStringView path, int error);

} // namespace glovebox::mounts
