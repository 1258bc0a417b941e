// SPDX-License-Identifier: MIT
#pragma once

#include "mountroot.h"
#include "runfiles.h"

#include <base/frame.h>
#include <base/ids.h>
#include <base/reach.h>

#include <functional>

namespace glovebox::mounts {

class Overlay;
class RunRecorder;

// Why a host call fails: the sandbox gets the errno's name, people and models the sentence.
struct CallFailure
{
    int error = 0;
    QString message;
};

using Answer = std::expected<Frame, CallFailure>;

// One host call whose mount is known to be within the run's reach; may be performed on any
// thread.
struct FileCall
{
    Frame request;
    MountReach reach;
    std::shared_ptr<const MountRoot> root;
    std::shared_ptr<RunFiles> files;
    std::function<void(const QString &path, bool written)> touched;
    RunId run = {};
    std::shared_ptr<Overlay> overlay = {};      // of a staged mount: its client's stage
    std::shared_ptr<RunRecorder> recorder = {}; // of a read-write mount: for undo
    bool showsSecrets = false;
};

// The one place that decides by the mode whether a run may change a file of this mount.
std::optional<CallFailure> writeRefusal(const FileCall &call);

// The operations by path of a staged mount (stagedops.cpp); nullptr: as everywhere.
Answer (*stagedOperation(QStringView op))(const FileCall &);

// Whether the call names an open file ("handle") or listing ("cursor") instead of a mount.
bool isByHandle(const QJsonObject &arguments);
bool isKnownOperation(QStringView op);

Answer perform(const FileCall &call);

// One file of an "fs.make": made with its whole content (the call's body) and closed.
std::optional<CallFailure> makeFile(const FileCall &call);
// Whether so much more could be written and made that nothing of what may be on its way meets a
// limit: the worker need not wait for the answer before it goes on.
bool hasAmpleRoom(const FileCall &call);

// {"v":1,"ok":false,"errno":…,"message":…}
Frame failureFrame(const CallFailure &failure);

// Whether a link with this target, `depth` folders below its mount's root, points inside it
// wherever the links in its target lead: relative, with ".." only at its beginning and not too
// many of them.
bool linkStaysInside(QByteArrayView target, int depth);

// Whether every link in what is moved still points inside the mount from its new place.
bool moveKeepsLinksInside(const MountRoot &root, const MountRoot::Entry &from,
                          const MountRoot::Entry &to);

} // namespace glovebox::mounts
