// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

namespace glovebox::settings {

// Another program's configuration file, as it was when it was read.
struct ConfigFile
{
    QString path;     // as that program names it
    QString realPath; // behind all links; where it is written
    bool exists = false;
    unsigned mode = 0600;
    QByteArray content;

    bool operator==(const ConfigFile &) const = default;

    // A missing file is an empty one. Denied for a file of somebody else or a link that leads
    // nowhere; Corrupt for what is no text file of a sensible size.
    static Result<ConfigFile> read(const QString &path);

    // Writes `after` in place of the file, through a file beside it and a rename, so that nobody
    // ever sees half of it. Just before, the file is read again: Conflict when it is not what this
    // value holds, and then nothing changes. The old content is kept in `backup`, unless that is
    // empty or there was no file. New files and backups have mode 0600 and no mode is loosened:
    // there is a key in it. Makes missing folders, with mode 0700.
    Result<> replace(const QByteArray &after, const QString &backup = {}) const;
    // Takes the file away; the same check before.
    Result<> remove() const;
};

// One line of the difference between two texts.
struct DiffLine
{
    enum class Kind { Same, Added, Removed } kind = Kind::Same;
    int before = 0; // line numbers, from 1; 0 where the line is not
    int after = 0;
    QString text;

    bool operator==(const DiffLine &) const = default;
};

// What changes between two texts, with three unchanged lines around it. Our edits are in one
// place, so equal lines at the beginning and at the end are enough to find it.
QList<DiffLine> diffLines(const QByteArray &before, const QByteArray &after);

} // namespace glovebox::settings
