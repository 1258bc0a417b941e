// SPDX-License-Identifier: MIT
#pragma once

#include "base/frame.h"
#include "base/reach.h"
#include "base/runevent.h"
#include "engine.h"
#include "sessionlimits.h"
#include "wheelpackstore.h"

#include <variant>

// The worker protocol of ARCHITECTURE.md as values. What comes from the worker is hostile: a
// message is either exactly one of these or an error, and an error ends the page.
namespace glovebox::sandbox {

namespace worker {

struct Ready
{
    QString python;
    QString pyodide;
    QMap<QString, double> milliseconds; // of each phase of the start
};

struct SnapshotPart
{
    QString layer;
    qint64 offset = 0;
    qint64 total = 0;
    qint64 head = 0; // of all bytes, those that must be verified before they are used
    QByteArray bytes;
};

struct Starting
{
    RunId run;
    QString phase;
    QString text;
};

struct Package
{
    RunId run;
    QString name;
    QString version;
};

// The page has waited for the worker to take the run up, and has had its own turns meanwhile: what
// an earlier run left running is in the way.
struct Held
{
    RunId run;
};

struct Started
{
    RunId run;
    QString codeDigest;
};

struct Stream
{
    RunId run; // null: between runs
    StreamName name = StreamName::Stdout;
    QByteArray bytes;
};

struct DisplayPart
{
    RunId run;
    QString mimeType;
    QString title;
    QString text;
    QSize pixels;
    qint64 offset = 0;
    qint64 total = 0;
    QByteArray bytes;
};

struct ResultText
{
    RunId run;
    QString text;
};

struct Raised
{
    RunId run;
    event::Raised error;
};

struct Done
{
    enum class Status { Ok, Error, Interrupted, Crashed };

    RunId run;
    Status status = Status::Ok;
    double executionMs = 0;
};

struct Heap
{
    qint64 bytes = 0;
};

// A program that was started for somebody who answers wants a line.
struct InputWanted
{
    RunId run;
    event::InputWanted wanted;
};

// To the question with this number, of `ask` or `look`.
struct AnswerPart
{
    qint64 id = 0;
    qint64 offset = 0;
    qint64 total = 0;
    QByteArray bytes; // of a JSON object
};

struct Fatal
{
    QString reason;
};

} // namespace worker

using WorkerMessage =
    std::variant<worker::Ready, worker::SnapshotPart, worker::Starting, worker::Package,
                 worker::Started, worker::Stream, worker::DisplayPart, worker::ResultText,
                 worker::Raised, worker::Done, worker::Heap, worker::Fatal, worker::AnswerPart,
                 worker::InputWanted, worker::Held>;

// InvalidArgument: another version or nonce, an unknown type, a missing or absurd field.
Result<WorkerMessage> parseWorkerMessage(const Frame &frame, const QString &nonce);

// The run that a message belongs to; null when it belongs to none.
RunId runOf(const WorkerMessage &message);

struct FontFile
{
    QString url;  // of the page's origin
    QString path; // in Python's file system
};

struct InitOptions
{
    enum class Role { Session, Snapshot, Analyser, Programs, Packer };

    Role role = Role::Session;
    qint64 heapBytes = 0;
    QMap<QString, QString> variables;
    QList<MountReach> mounts;
    QStringList snapshots; // names of layers
    QList<FontFile> fonts;
    QMap<QString, QString> links = {}; // path → target
    qint64 folderBytes = defaultFolderBytes;
    QList<WheelPack> packs = {}; // of bundled wheels, which the page is served
};

// Without "v" and "nonce", which the page's owner adds.
QJsonObject initMessage(const InitOptions &options);
// Code and input are UTF-8 and arrive as exactly these bytes, a leading U+FEFF included. `path` is
// where under /mnt the code was read from, or empty: Python's __file__. `isAttended`: somebody
// answers when it wants input.
QJsonObject executeMessage(RunId run, const QByteArray &code,
                           const std::optional<QByteArray> &input,
                           const QList<PackagePin> &packages, const QString &path = {},
                           bool isAttended = false);
// A question to the analyser: a method of pyodide/python/_analysis.
QJsonObject askMessage(qint64 id, const QString &method, const QJsonObject &arguments);
// A question to a session between its runs: a method of pyodide/python/_glovebox/looks.py.
QJsonObject lookMessage(qint64 id, const QString &method, const QJsonObject &arguments);
// What is in an answer once all its parts are there: {"value": {…}}, or {"error": text} with a
// "kind" that says which error it is. Without one it is InvalidArgument.
Result<QJsonObject> answerValue(const QByteArray &bytes);
// A program of run_code: its files first, in parts, each message within what one frame may hold.
QList<QJsonObject> programMessages(RunId run, const ApprovalRecord &record);
// To a packer, whose page is served the wheel at `url`, or got it as a file before.
QJsonObject packMessage(const QString &wheel, const QString &name, const QString &version,
                        const QString &url);
// A file in parts, each within what one frame may hold.
QList<QJsonObject> fileMessages(const QString &name, const QByteArray &bytes);
// What a page is told about a pack that it is served.
QJsonObject packRecord(const WheelPack &pack);
QJsonObject mountsMessage(const QList<MountReach> &mounts);

} // namespace glovebox::sandbox
