// SPDX-License-Identifier: MIT
#pragma once

#include "ids.h"

#include <QDateTime>
#include <QList>
#include <QMetaType>
#include <QString>

namespace glovebox {

enum class EntryType { File, Folder, Link };

// What is, was or will be at a path.
struct EntryState
{
    bool exists = false;
    EntryType type = EntryType::File;
    qint64 size = 0;         // bytes; of files only
    int permissions = 0;     // 0-0777
    QDateTime modified = {}; // UTC
    QString target = {};     // of links

    bool operator==(const EntryState &) const = default;
};

// One difference between two states of a mounted folder: what a client's stage holds beside the
// folder (staged mounts), or what a run did to the folder itself (read-write mounts).
struct FileChange
{
    enum class Kind {
        Added,
        Changed, // content, or only times and permissions: see contentChanged
        Deleted,
        Moved, // from `from` to `path`; contentChanged: and written to as well
    };

    Kind kind = Kind::Changed;
    QString mount;
    QString path; // relative to the mount's root; of a deleted entry, where it was
    QString from = {};
    bool contentChanged = false;
    EntryState before;
    EntryState after;
    // Why this cannot be applied or undone now without losing something: a sentence for the
    // person; empty when it can.
    QString conflict = {};
    // The run that wrote here last, when known.
    RunId run = {};
    // Of a staged change: another one, and it is no longer what was seen.
    QString revision = {};

    bool operator==(const FileChange &) const = default;
};

// Of a staged change: Before is the folder as it is now, After what the client wrote, Base what the
// client began with. Of a run that can be undone: Before and After it.
enum class ChangeSide { Before, After, Base };

// What became of a request to apply, discard or undo changes. Nothing is ever done by halves: an
// entry is either as wished or as it was.
struct ChangeReport
{
    struct Refusal
    {
        QString path;
        QString reason; // a sentence for the person

        bool operator==(const Refusal &) const = default;
    };

    QStringList done; // paths of changes
    QList<Refusal> refused;
    // Of an apply that can be taken back: ChangeDesk::undoApply().
    RunId applied = {};
    // Of a discard that can be taken back: ChangeDesk::undoDiscard().
    RunId discarded = {};

    bool operator==(const ChangeReport &) const = default;
};

} // namespace glovebox
