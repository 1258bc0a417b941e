// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>

// Containment on Windows (containment.h says what all platforms keep). Standard library and the
// system's own headers only. Not part of any build of the program yet: the rest of this library
// speaks of descriptors and POSIX calls. It is compiled by the test windows_containment where a
// cross-compiler is installed, and has never run.
namespace glovebox::mounts {

// A HANDLE; nullptr: none.
using WindowsHandle = void *;

// How an entry is to be opened; links are never followed.
struct WindowsOpening
{
    bool read = false;
    bool write = false;
    bool create = false;    // if it is not there
    bool exclusive = false; // only if it is not there
    bool directory = false; // a folder, and nothing else
    bool crossesVolumes = false;
};

// A folder that the person gave, by its absolute path in the system's own spelling. Errno.
std::expected<WindowsHandle, int> openWindowsRoot(std::wstring_view path);

// Opens `path` (UTF-8, "/" between names; "" is the root itself) beneath an open folder: name by
// name, each from the handle of the folder before, so that nothing which is renamed meanwhile leads
// elsewhere. Errno: EXDEV for what leads out (a link, a junction, another volume), EACCES for names
// that are no entries (streams, devices), ENOENT for short names, EINVAL for what is no name.
std::expected<WindowsHandle, int> openWindowsBeneath(WindowsHandle root, std::string_view path,
                                                     const WindowsOpening &opening);

void closeWindowsHandle(WindowsHandle handle);

} // namespace glovebox::mounts
