// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QString>

// Folders that only the owner may enter: what a profile is made of. One file for each kind of
// system says how it is done there (mode bits and owner, or an access list).
namespace glovebox::settings {

enum class FolderState {
    Private,
    NotAFolder, // also a symbolic link or a junction: the last step is not followed
    Foreign,    // belongs to another account
    Open,       // others can enter it
};

// Makes the folder, closed to others from its first moment on; one that is there stays as it is.
// Its parents have to be there. Io with the system's words in `detail`.
Result<> makePrivateFolder(const QString &folder);
Result<FolderState> stateOfFolder(const QString &folder);
// What the person can type to close a folder.
QString commandThatCloses(const QString &folder);

} // namespace glovebox::settings
