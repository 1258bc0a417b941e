// SPDX-License-Identifier: MIT
#pragma once

#include <QtSystemDetection>

namespace glovebox::settings {

// A value rather than a macro, so that what every platform's files and values look like can be
// tested on any of them.
enum class Platform { Linux, MacOs, Windows };

constexpr Platform thisPlatform()
{
#if defined(Q_OS_WIN)
    return Platform::Windows;
#elif defined(Q_OS_MACOS)
    return Platform::MacOs;
#else
    return Platform::Linux;
#endif
}

} // namespace glovebox::settings
