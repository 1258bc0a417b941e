// SPDX-License-Identifier: MIT
#pragma once

#include "base/packageplan.h"

#include <QUrl>

namespace glovebox::packages {

// One file of a project on an index.
struct IndexFile
{
    QString fileName = {};
    QUrl url = {};               // absolute; http, https or file
    QString sha256 = {};         // lower-case hex, or empty: the index does not tell
    QString requiresPython = {}; // as written, or empty
    std::optional<QString> yanked = {};
    qint64 size = -1;
    QDateTime uploaded = {};     // UTC; invalid: not told (only PEP 700 tells)
    bool hasMetadata = false;    // at url + ".metadata" (PEP 658, 714)
    QString metadataSha256 = {}; // of that, or empty
    PackageOrigin origin = PackageOrigin::Index;
    QString source = {}; // for people: the host or folder
};

// A project's page on an index, reduced to wheels that can run here.
struct ProjectPage
{
    QList<IndexFile> files = {};
    int sdists = 0;
    int foreign = 0;            // wheels for other platforms
    QString newestForeign = {}; // version of the last of them, or empty
};

inline constexpr QByteArrayView simpleAccept =
    "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, "
    "text/html;q=0.1";

// Reads a page of the simple API: JSON (PEP 691, 700) or HTML (PEP 503, 592, 658, 714), whichever
// `contentType` says. `url`: where it came from after redirections. Corrupt when it is neither, or
// of a version of the API that is not known. Single files that cannot be used are left out.
Result<ProjectPage> readProjectPage(const QByteArray &body, const QByteArray &contentType,
                                    const QUrl &url, const QString &project);

// The files of the newest versions, at most `count`, in no particular order. What exactly is newer
// the resolver says; a rough order is enough to leave out what nobody asks for.
QList<IndexFile> newestFiles(QList<IndexFile> files, qsizetype count);

// The address of a project's page: index + "/" + name + "/", or with "{package_name}" replaced.
QUrl projectAddress(const QString &index, const QString &project);

} // namespace glovebox::packages
