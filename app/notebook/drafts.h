// SPDX-License-Identifier: MIT
#pragma once

#include "files.h"

#include <memory>

namespace glovebox::notebook {

// What was read from or written to a file last. Only the thread that does that looks at it.
struct KnownFile
{
    QByteArray digest; // empty: there was no file
};

// What is kept of an open document in case the program ends, however it ends. ID.draft: one line
// of JSON about the document, then its content as a notebook, where its own file does not hold
// that.
struct Draft
{
    QString id;
    QString path;
    QString title;
    int untitledNumber = 0;
    FileFormat format = FileFormat::Ipynb;
    bool isModified = false;
    std::optional<Notebook> content = {};
    std::shared_ptr<KnownFile> file = {};
    // Of one that was read back
    bool isChangedOnDisk = false; // its file was, since
    QStringList notes = {};
};

// Which documents were open, in the order of their tabs: open.json.
struct OpenList
{
    QStringList documents; // ids
    QString active;
    QStringList recent; // paths of files, latest first
};

struct ReadDrafts
{
    QList<Draft> drafts; // with their content
    QString active;
    QStringList recent;
    QStringList problems; // sentences about those that cannot be opened again; they are set aside
};

// These block: not for the thread that draws. Each file is replaced whole or stays as it is.

Result<> writeDrafts(const QString &folder, const QList<Draft> &drafts, const OpenList &list);
ReadDrafts readDrafts(const QString &folder);
void removeDraft(const QString &folder, const QString &id);

} // namespace glovebox::notebook
