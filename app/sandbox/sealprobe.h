// SPDX-License-Identifier: MIT
#pragma once

#include "base/controls.h"
#include "engine.h"

#include <chrono>

namespace glovebox::sandbox {

// What /proc says about one process. Empty namespaces: could not be read.
struct ProcessSeals
{
    qint64 pid = 0;
    int seccomp = -1;      // "Seccomp:" of /proc/PID/status; 2 is a filter
    bool isRoot = false;   // effective uid 0, seen from here
    QString userNamespace; // "user:[4026531837]"
    QString netNamespace;
    bool hasNetwork = true;     // an interface has an address or a route leads anywhere
    bool isBelowEngine = false; // the engine is among its parents; of a renderer
    // Of the folders that it must not see, those that are in its root what they are in ours.
    QStringList visible = {};
    // What the engine found of its own seal (EngineFacts).
    bool filesClosed = false;
    bool landlock = false;
};

ProcessSeals readProcessSeals(qint64 pid);

// Those of `folders` that a process can walk to: by its root folder, which is not ours where its
// view of the files is its own. Unreadable counts as visible.
QStringList visibleFolders(qint64 pid, const QStringList &folders);

// The judgement: a pure function of the three measurements. Both seals must hold (DESIGN 2): the
// renderer is a child of the engine, has a seccomp filter and user and network namespaces that are
// neither ours nor the engine's; the engine has its own namespaces, no network, and none of the
// person's files. `allowRoot` turns a failure into Reduced. The reason says what to do.
SealStatus judgeSeals(const ProcessSeals &self, const ProcessSeals &engine,
                      const ProcessSeals &renderer, bool allowRoot);

SealStatus measureSeals(const EngineFacts &engine, qint64 rendererPid, bool allowRoot);

// Why an unprivileged process cannot make user namespaces here, with the switch to turn; empty
// when nothing in /proc/sys forbids it.
QString whyNoUserNamespaces();

// Whether `ancestor` is among the parents of `pid`.
bool isBelow(qint64 pid, qint64 ancestor);

// Resident memory of a process in bytes; 0 when it cannot be read.
qint64 residentBytes(qint64 pid);

// What all threads of a process have used of the processor; 0 when it cannot be read.
std::chrono::milliseconds processorTime(qint64 pid);

} // namespace glovebox::sandbox
