// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QList>
#include <QStringList>

namespace glovebox::sandbox {

// What the engine process sees of the files (DESIGN 2: "no key, no journal"). Planned before the
// fork, because the child may not allocate; carried out in the child, where two mechanisms hold
// the same list of paths, each where the kernel has it:
//  - a mount namespace whose root is empty but for these paths, so that what is not named here
//    does not exist, sockets in folders included;
//  - Landlock, under which nothing else can be opened, run, made or removed, and no process
//    outside be sent a signal.
struct FileSeal
{
    enum class Access {
        Read,
        Run,       // read, and execute
        Device,    // a device node: read and write
        Processes, // /proc
        Memory,    // /dev/shm: an empty file system of its own
        Scratch,   // as above, for this user alone
    };

    struct Path
    {
        QByteArray source; // canonical; empty: nothing of the host's
        QByteArray target; // under which the engine knows it
        Access access = Access::Read;
        QByteArray link = {}; // not empty: a symbolic link with this content
        bool isFolder = true;
    };

    QList<Path> paths;
    bool active = true;
};

// Programs, libraries, fonts and devices of the system; `program` and what it is linked with;
// `readable` folders of ours. Those that do not exist are left out. `scratch` is the one folder
// that the engine may write to.
FileSeal planFileSeal(const QString &program, const QStringList &readable, const QString &scratch);

// Only async-signal-safe calls. Null, or the name of the step that failed; errno says why. A
// kernel that has no such mechanism is no failure: what holds is measured afterwards, from outside.
// The first needs the privileges of a new user namespace, the second no new privileges.
const char *enterFileView(const FileSeal &seal);
const char *restrictFiles(const FileSeal &seal);

// Folders of the person that the engine must not see: home, run time folder, temporary files, and
// `own` (the profile). Only what exists.
QStringList closedFolders(const QStringList &own);

} // namespace glovebox::sandbox
