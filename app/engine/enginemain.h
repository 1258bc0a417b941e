// SPDX-License-Identifier: MIT
#pragma once

#include "layers.h"

namespace glovebox::engine {

// The whole life of an engine process: seals itself, reads hello from descriptor 3, serves
// sessions, or shows one page in a window (Hello), until its socket ends. Returns the exit code.
int runEngine(int argc, char *argv[], const Layers &layers = {});

// Exit codes that the program turns into a sentence.
inline constexpr int exitNoSocket = 64; // started by hand
inline constexpr int exitRoot = 77;     // as root without being allowed to

} // namespace glovebox::engine
