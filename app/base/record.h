// SPDX-License-Identifier: MIT
#pragma once

#include "ids.h"
#include "reach.h"

#include <QByteArray>
#include <QList>

namespace glovebox {

// A file that a run is given beside its code.
struct InputFile
{
    QString name; // where the program finds it, absolute: "/data.csv"
    QByteArray bytes;

    bool operator==(const InputFile &) const = default;
};

// The tool of a request for a folder: its reach has that one folder, and nothing runs.
inline constexpr QStringView folderRequestTool = u"use_folder";

// What a request binds (DESIGN 4.6). The person sees exactly this, and the digest of exactly this
// is compared again when the bytes go to the worker.
struct ApprovalRecord
{
    QString tool; // "run_python", "run_code", "write_file", "install_packages" …
    ClientId client;
    SessionRef session;
    QString sessionName;
    QByteArray code; // the very bytes that will run; a `path` was read once, when asked
    QString path;    // where the code came from under /mnt, or empty
    std::optional<QByteArray> standardInput;
    QMap<QString, QString> variables; // of the session's environment
    Reach reach;
    // Of run_code only, which runs in a machine of its own and in no session.
    QString runtime = {}; // "ruby", "clangpp" …
    QList<InputFile> files = {};
    QStringList outputFiles = {}; // names of files that come back

    bool operator==(const ApprovalRecord &) const = default;

    QJsonObject toJson() const;
    static Result<ApprovalRecord> fromJson(const QJsonObject &json);

    // SHA-256 in lower-case hex over the canonical form (compact JSON, sorted keys, code, input and
    // files by their own SHA-256). Different for any difference that could matter.
    QString digest() const;
    // SHA-256 of the code alone; the worker reports the same of what it received.
    QString codeDigest() const;
};

QString sha256Hex(QByteArrayView bytes);

// Bytes in JSON: as text where a text gives them back, else as NAME_base64.
void writeBytes(QJsonObject &json, const QString &name, const QByteArray &bytes);
std::optional<QByteArray> readBytes(const QJsonObject &json, const QString &name);

} // namespace glovebox
