// SPDX-License-Identifier: MIT
#pragma once

#include "mounttable.h"

#include <QDateTime>
#include <QFuture>
#include <QObject>
#include <QThreadPool>

namespace glovebox::mounts {

struct ListedEntry
{
    enum class Type { File, Folder, Link, Other };

    QString path; // "/mnt/NAME/…"
    Type type = Type::File;
    qint64 size = 0;         // bytes; of files only
    QDateTime modified = {}; // UTC

    bool operator==(const ListedEntry &) const = default;
};

struct ListLimits
{
    int entries = 1000;
    int depth = 16; // of a recursive listing
};

struct Listing
{
    QString path;
    QList<ListedEntry> entries; // by name, a folder before what is in it
    bool truncated = false;     // there is more than the limits allow
    // Entries left out because their names say that they hold secrets; the person can show them.
    int hidden = 0;
};

struct FileContent
{
    QString path;
    QString mimeType = {};
    qint64 size = 0;       // of the whole file
    qint64 offset = 0;     // where `bytes` begin; of text the next whole character
    QByteArray bytes = {}; // at most limits::maxToolReadBytes; of text whole characters
    bool isText = false;   // `bytes` are UTF-8; otherwise they travel as base64
    bool atEnd = false;
};

class Staging;

// What tools read in mounts on their own, outside any run. Paths are "/mnt/NAME/…"; errors are
// sentences for a model and say what exists instead. In a staged mount `client` sees what it has
// staged; a null client sees the folder. Used from the thread that it lives in.
class FileTools final : public QObject
{
    Q_OBJECT

public:
    // `staging` must outlive this.
    explicit FileTools(MountTable &table, Staging *staging = nullptr, QObject *parent = nullptr);
    ~FileTools() override;

    // "/mnt" lists the mounts themselves. Links are named, never followed.
    QFuture<Result<Listing>> listDirectory(const QList<MountReach> &reach, const QString &path,
                                           bool recursive, ListLimits limits = {},
                                           const ClientId &client = {});
    // `length` < 0: as much as one call may carry.
    QFuture<Result<FileContent>> readFile(const QList<MountReach> &reach, const QString &path,
                                          qint64 offset = 0, qint64 length = -1,
                                          const ClientId &client = {});

private:
    MountTable &m_table;
    Staging *m_staging;
    QThreadPool m_pool;
};

} // namespace glovebox::mounts
