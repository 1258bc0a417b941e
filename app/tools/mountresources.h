// SPDX-License-Identifier: MIT
#pragma once

#include "mcp/server.h"
#include "mounts/filetools.h"

namespace glovebox::tools {

// mount://{name}/{path}: files of the folders that the person shares with the caller; a folder
// reads as its listing. Both outlive it.
mcp::ResourceSource mountResources(mounts::MountTable &mounts, mounts::FileTools &files);

} // namespace glovebox::tools
