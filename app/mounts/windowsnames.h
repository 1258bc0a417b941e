// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// What names mean on Windows beyond the entry of a folder that they seem to be: rules without any
// system call, so that they are tested everywhere. Standard library only: containment_windows.cpp,
// which uses them, is compiled without Qt.
namespace glovebox::mounts {

enum class NameFault {
    None,
    Empty,
    Dots,       // "." and ".."
    Character,  // a separator, a wildcard, a control character
    Stream,     // "file:stream", "file::$DATA": other bytes under the same name
    Device,     // CON, NUL.txt, COM1, COM¹: no file, in whatever folder
    Trailing,   // a dot or space at the end, which most programs drop
    TooLong,    // over 255 UTF-16 units
    NotUnicode, // broken UTF-8
};

// Judges one component of a path, in UTF-8. What passes names one entry of the folder that it is
// opened in, unless it is a short name.
NameFault windowsNameFault(std::string_view name);

// Whether it may be a made-up 8.3 name ("PROGRA~1"): then the entry that was opened by it must be
// asked for its real name, because rules about names would be passed by otherwise.
bool mayBeShortName(std::string_view name);

// Whether an opened entry, whose own name the system gives, is the one that was named: case aside,
// as Windows compares names. A short name is not its entry's name.
bool isNamed(std::u16string_view real, std::string_view asked);

// What a reparse point stands for.
enum class Reparse {
    Content,   // how the file is stored: in the cloud, compressed, deduplicated
    Elsewhere, // another name for something else: link, junction, mounted volume, a program's alias
};
Reparse reparseOf(std::uint32_t tag);

// UTF-16 of UTF-8; empty when it is broken (an empty name is a fault of its own).
std::u16string utf16Of(std::string_view utf8);

} // namespace glovebox::mounts
