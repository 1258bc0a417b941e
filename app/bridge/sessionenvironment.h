// SPDX-License-Identifier: MIT
#pragma once

#include <QProcessEnvironment>

namespace glovebox::bridge {

// The environment for a program with windows. Clients start their servers with a handful of
// variables only (the official SDKs: HOME, PATH and a few more), without those that name the
// display. The client has them itself, so they are taken from the nearest process above us that
// does. Nothing that is already set changes.
QProcessEnvironment sessionEnvironment(QProcessEnvironment own);

} // namespace glovebox::bridge
