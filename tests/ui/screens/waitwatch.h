// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

// Watches one thread for what could make a window stutter: reading, writing, opening and
// synchronising files of a disk (SQLite does so too), and waiting for anything outside of the event
// loop. The functions of the C library are replaced in this program, so it sees what Qt and SQLite
// call as well. Needs QT_NO_GLIB=1: only Qt's own event loop says when it waits.
class WaitWatch
{
public:
    WaitWatch(); // of the thread that makes it
    ~WaitWatch();

    // What was called meanwhile, with who called it; each once.
    QStringList calls() const;
};
