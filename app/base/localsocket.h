// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

// Local sockets between processes of one account: where they are, and who is at the other end.
namespace glovebox {

// The socket `name` ("instance.sock") of a profile. A socket's path has to fit into sun_path, so a
// profile with a long path gets a short name in the runtime folder of this account, bound to the
// profile by its hash. On Windows, where it is a named pipe, the name always is of that kind.
QString localSocketPath(const QString &profileFolder, const QString &name);

// Whether the process at the other end runs as this account, as the kernel says. Asked on both
// sides: a folder's mode can be changed, and the socket of a program that ended can be replaced.
bool peerIsOwnUser(qintptr socket);

} // namespace glovebox
