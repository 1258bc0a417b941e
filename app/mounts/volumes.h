// SPDX-License-Identifier: MIT
#pragma once

#include <QtTypes>

namespace glovebox::mounts {

// The volume on which an open folder lies, as this process sees it. The kernel lets a folder of an
// unmounted volume be used as long as it is open: writing there would seem to work, and nobody
// would find what was written.
struct Volume
{
    quint64 mountId = 0;    // 0: the kernel does not tell
    quint64 fileSystem = 0; // of the file system itself; 0: not told
    bool isItsRoot = false; // the folder is the volume's own root
};

Volume volumeOf(int folder);

// Whether it is still mounted somewhere. Cheap: the table is read again only when it has changed.
// True where nothing is known.
bool isMounted(const Volume &volume);

// Whether what is at a path now is the volume that was there: and not the empty folder on which it
// was mounted.
bool isSameVolume(const Volume &before, const Volume &now);

} // namespace glovebox::mounts
