// SPDX-License-Identifier: MIT
#pragma once

#include "mountroot.h"

#include <QByteArray>
#include <QString>

namespace glovebox::mounts {

// Keeps, before a run changes an entry of a read-write mount, the state in which it is. Used from
// any thread. Nothing is refused because of it: what cannot be kept (too large, no room) is noted
// as a change that cannot be undone.
class RunRecorder
{
public:
    virtual ~RunRecorder() = default;

    struct Place
    {
        QString mount;
        QString hostPath;
        const MountRoot &root;
    };
    virtual void beforeChange(const Place &place, const QByteArray &path) = 0;
    virtual void beforeRename(const Place &place, const QByteArray &from, const QByteArray &to) = 0;
    // It was done.
    virtual void renamed(const Place &place, const QByteArray &from, const QByteArray &to) = 0;
};

} // namespace glovebox::mounts
