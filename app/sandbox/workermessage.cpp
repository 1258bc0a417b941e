// SPDX-License-Identifier: MIT
#include "workermessage.h"

#include "base/limits.h"
#include "base/shownname.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QStringDecoder>

#include <algorithm>
#include <array>
#include <cmath>

namespace glovebox::sandbox {

using namespace Qt::StringLiterals;

namespace {

// More than any part or text of ours; a lie about sizes ends here and not in an allocation.
constexpr qint64 maxSnapshotBytes = 512 * limits::MiB;
constexpr qint64 maxDisplayTotal = 256 * limits::MiB;
constexpr qint64 maxAnswerTotal = 16 * limits::MiB;
constexpr int maxPixels = 100'000;
// Beyond what our Python sends; each is kept in memory and in the journal.
constexpr qsizetype maxTitle = 1024;
constexpr qsizetype maxDisplayText = 256 * 1024;
constexpr qsizetype maxDigest = 128;
constexpr qsizetype maxErrorName = 256;
constexpr qsizetype maxPrompt = 16 * 1024;
constexpr qsizetype maxTracebackLines = 10'000;

std::unexpected<Error> bad(const QString &what)
{
    return fail(ErrorCode::InvalidArgument, u"The worker sent %1."_s.arg(what));
}

Result<RunId> runField(const QJsonObject &header)
{
    if (const auto run = RunId::fromString(header[u"run"].toString()))
        return *run;
    return bad(u"no valid run"_s);
}

// A word of a line of ours, in results and in the window: with a line break in it, it would make a
// line that looks like ours.
QString wordOf(const QJsonValue &value, qsizetype most)
{
    return shownName(value.toString().left(most));
}

// Of a file, before base64.
constexpr qsizetype filePartBytes = 512 * limits::KiB;

bool isPart(qint64 offset, qint64 total, qint64 size, qint64 max)
{
    return offset >= 0 && total > 0 && total <= max && size <= total - offset && size > 0;
}

Result<WorkerMessage> parseReady(const QJsonObject &header)
{
    worker::Ready ready{wordOf(header[u"python"], 32), wordOf(header[u"pyodide"], 32), {}};
    const QJsonObject times = header[u"milliseconds"].toObject();
    for (auto it = times.begin(); it != times.end() && ready.milliseconds.size() < 32; ++it)
        ready.milliseconds.insert(it.key().left(32), it.value().toDouble());
    return ready;
}

Result<WorkerMessage> parseSnapshot(const QJsonObject &header, const QByteArray &body)
{
    const qint64 total = header[u"total"].toInteger(-1);
    worker::SnapshotPart part{header[u"layer"].toString(), header[u"offset"].toInteger(-1), total,
                              header[u"head"].toInteger(total), body};
    if (part.layer.isEmpty() || !isPart(part.offset, part.total, body.size(), maxSnapshotBytes) ||
        part.head <= 0 || part.head > part.total)
        return bad(u"a part of a snapshot that fits nowhere"_s);
    return part;
}

Result<WorkerMessage> parseAnswer(const QJsonObject &header, const QByteArray &body)
{
    worker::AnswerPart part{header[u"id"].toInteger(-1), header[u"offset"].toInteger(-1),
                            header[u"total"].toInteger(-1), body};
    if (part.id <= 0 || !isPart(part.offset, part.total, body.size(), maxAnswerTotal))
        return bad(u"a part of an answer that fits nowhere"_s);
    return part;
}

Result<WorkerMessage> parseStream(const QJsonObject &header, const QByteArray &body)
{
    worker::Stream stream;
    stream.bytes = body;
    if (!header[u"run"].isNull()) {
        const auto run = runField(header);
        if (!run)
            return std::unexpected(run.error());
        stream.run = *run;
    }
    const QString name = header[u"name"].toString();
    if (name != u"stdout" && name != u"stderr")
        return bad(u"output of an unknown stream"_s);
    stream.name = name == u"stdout" ? StreamName::Stdout : StreamName::Stderr;
    return stream;
}

Result<WorkerMessage> parseDisplay(RunId run, const QJsonObject &header, const QByteArray &body)
{
    worker::DisplayPart part;
    part.run = run;
    part.mimeType = wordOf(header[u"mime"], 128);
    part.title = header[u"title"].toString().left(maxTitle);
    part.text = header[u"text"].toString().left(maxDisplayText);
    part.pixels = {header[u"width"].toInt(), header[u"height"].toInt()};
    part.offset = header[u"offset"].toInteger(-1);
    part.total = header[u"total"].toInteger(-1);
    part.bytes = body;
    const bool isEmptyFile = part.offset == 0 && part.total == 0 && body.isEmpty();
    if (part.mimeType.isEmpty() ||
        (!isEmptyFile && !isPart(part.offset, part.total, body.size(), maxDisplayTotal)))
        return bad(u"a part of a display that fits nowhere"_s);
    if (part.pixels.width() < 0 || part.pixels.width() > maxPixels || part.pixels.height() < 0 ||
        part.pixels.height() > maxPixels)
        return bad(u"a display of absurd size"_s);
    return part;
}

Result<WorkerMessage> parseError(RunId run, const QJsonObject &header)
{
    worker::Raised raised{
        run, {wordOf(header[u"ename"], maxErrorName), header[u"evalue"].toString(), {}}};
    const QJsonArray lines = header[u"traceback"].toArray();
    if (lines.size() > maxTracebackLines)
        return bad(u"a traceback of %1 lines"_s.arg(lines.size()));
    for (const QJsonValue &line : lines)
        raised.error.traceback.append(line.toString());
    return raised;
}

Result<WorkerMessage> parseDone(RunId run, const QJsonObject &header)
{
    worker::Done done{run, worker::Done::Status::Ok, header[u"execution_ms"].toDouble(-1)};
    const QString status = header[u"status"].toString();
    if (status == u"error")
        done.status = worker::Done::Status::Error;
    else if (status == u"interrupted")
        done.status = worker::Done::Status::Interrupted;
    else if (status == u"crashed")
        done.status = worker::Done::Status::Crashed;
    else if (status != u"ok")
        return bad(u"an unknown status"_s);
    if (!std::isfinite(done.executionMs) || done.executionMs < 0)
        return bad(u"an impossible duration"_s);
    return done;
}

Result<WorkerMessage> parseOfRun(const QString &type, const QJsonObject &header,
                                 const QByteArray &body)
{
    const auto run = runField(header);
    if (!run)
        return std::unexpected(run.error());
    if (type == u"starting")
        return worker::Starting{*run, wordOf(header[u"phase"], 64), wordOf(header[u"text"], 4096)};
    if (type == u"package")
        return worker::Package{*run, wordOf(header[u"name"], 256), wordOf(header[u"version"], 256)};
    if (type == u"held")
        return worker::Held{*run};
    if (type == u"started")
        return worker::Started{*run, wordOf(header[u"code_sha256"], maxDigest)};
    if (type == u"display")
        return parseDisplay(*run, header, body);
    if (type == u"result")
        return worker::ResultText{*run, header[u"text"].toString()};
    if (type == u"error")
        return parseError(*run, header);
    if (type == u"input")
        return worker::InputWanted{
            *run, {header[u"prompt"].toString().left(maxPrompt), header[u"secret"].toBool()}};
    if (type == u"done")
        return parseDone(*run, header);
    return bad(u"the unknown type \"%1\""_s.arg(type.left(64)));
}

// QString::fromUtf8() drops a leading byte order mark, and then the digest of what the worker
// received is not the approved one.
QString exactText(const QByteArray &utf8)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
    return decoder(utf8);
}

QJsonArray toJson(const QList<MountReach> &mounts)
{
    QJsonArray array;
    for (const MountReach &mount : mounts)
        array.append(QJsonObject{{u"name"_s, mount.name}, {u"mode"_s, toString(mount.mode)}});
    return array;
}

} // namespace

Result<WorkerMessage> parseWorkerMessage(const Frame &frame, const QString &nonce)
{
    const QJsonObject &header = frame.header;
    if (header[u"v"].toInt() != 1)
        return bad(u"another version"_s);
    if (nonce.isEmpty() || header[u"nonce"].toString() != nonce)
        return bad(u"a wrong nonce"_s);
    const QString type = header[u"type"].toString();
    if (type == u"ready")
        return parseReady(header);
    if (type == u"snapshot")
        return parseSnapshot(header, frame.body);
    if (type == u"stream")
        return parseStream(header, frame.body);
    if (type == u"answer")
        return parseAnswer(header, frame.body);
    if (type == u"heap")
        return worker::Heap{std::max<qint64>(header[u"bytes"].toInteger(), 0)};
    if (type == u"fatal")
        return worker::Fatal{wordOf(header[u"reason"], 4096)};
    return parseOfRun(type, header, frame.body);
}

RunId runOf(const WorkerMessage &message)
{
    return std::visit(
        [](const auto &m) {
            if constexpr (requires { m.run; })
                return m.run;
            else
                return RunId();
        },
        message);
}

static QString roleName(InitOptions::Role role)
{
    switch (role) {
    case InitOptions::Role::Session:
        return u"session"_s;
    case InitOptions::Role::Snapshot:
        return u"snapshot"_s;
    case InitOptions::Role::Analyser:
        return u"analyser"_s;
    case InitOptions::Role::Programs:
        return u"wasi"_s;
    case InitOptions::Role::Packer:
        return u"packer"_s;
    }
    Q_UNREACHABLE_RETURN(QString());
}

QJsonObject initMessage(const InitOptions &options)
{
    QJsonObject variables;
    for (const auto &[name, value] : options.variables.asKeyValueRange())
        variables.insert(name, value);
    QJsonArray snapshots;
    for (const QString &name : options.snapshots)
        snapshots.append(
            QJsonObject{{u"name"_s, name}, {u"url"_s, QString(u"/snapshot/"_s + name)}});
    QJsonArray fonts;
    for (const FontFile &font : options.fonts)
        fonts.append(QJsonObject{{u"url"_s, font.url}, {u"path"_s, font.path}});
    QJsonArray links;
    for (const auto &[path, target] : options.links.asKeyValueRange())
        links.append(QJsonObject{{u"path"_s, path}, {u"target"_s, target}});
    QJsonArray packs;
    for (const WheelPack &pack : options.packs)
        packs.append(packRecord(pack));
    return {{u"type"_s, u"init"_s},
            {u"role"_s, roleName(options.role)},
            {u"heap_bytes"_s, options.heapBytes},
            {u"folder_bytes"_s, options.folderBytes},
            {u"env"_s, variables},
            {u"mounts"_s, toJson(options.mounts)},
            {u"snapshots"_s, snapshots},
            {u"fonts"_s, fonts},
            {u"links"_s, links},
            {u"packs"_s, packs},
            {u"lock_url"_s, u"/pyodide/pyodide-lock.json"_s}};
}

QJsonObject executeMessage(RunId run, const QByteArray &code,
                           const std::optional<QByteArray> &input,
                           const QList<PackagePin> &packages, const QString &path, bool isAttended)
{
    QJsonArray pins;
    for (const PackagePin &package : packages)
        pins.append(QJsonObject{{u"name"_s, package.name},
                                {u"version"_s, package.version},
                                {u"sha256"_s, package.sha256}});
    QJsonObject message{{u"type"_s, u"execute"_s},
                        {u"run"_s, run.toString()},
                        {u"code"_s, exactText(code)},
                        {u"stdin"_s, input ? QJsonValue(exactText(*input)) : QJsonValue()},
                        {u"packages"_s, pins}};
    if (!path.isEmpty())
        message.insert(u"path"_s, path);
    if (isAttended)
        message.insert(u"attended"_s, true);
    return message;
}

static QJsonObject question(const QString &type, qint64 id, const QString &method,
                            const QJsonObject &arguments)
{
    return {{u"type"_s, type}, {u"id"_s, id}, {u"method"_s, method}, {u"arguments"_s, arguments}};
}

QJsonObject askMessage(qint64 id, const QString &method, const QJsonObject &arguments)
{
    return question(u"ask"_s, id, method, arguments);
}

QJsonObject lookMessage(qint64 id, const QString &method, const QJsonObject &arguments)
{
    return question(u"look"_s, id, method, arguments);
}

static ErrorCode codeOfKind(const QString &kind)
{
    if (kind == u"missing")
        return ErrorCode::NotFound;
    if (kind == u"late")
        return ErrorCode::LimitExceeded;
    return ErrorCode::InvalidArgument;
}

Result<QJsonObject> answerValue(const QByteArray &bytes)
{
    QJsonParseError problem;
    const QJsonObject answer = QJsonDocument::fromJson(bytes, &problem).object();
    if (answer[u"error"].isString())
        return fail(codeOfKind(answer[u"kind"].toString()), answer[u"error"].toString().left(2000));
    if (!answer[u"value"].isObject())
        return fail(ErrorCode::Corrupt, u"Python gave no answer that can be read."_s,
                    problem.errorString());
    return answer[u"value"].toObject();
}

QList<QJsonObject> fileMessages(const QString &name, const QByteArray &bytes)
{
    QList<QJsonObject> messages;
    qsizetype at = 0;
    do { // an empty file is one, too
        messages.append(
            {{u"type"_s, u"file"_s},
             {u"name"_s, name},
             {u"base64"_s, QString::fromLatin1(bytes.mid(at, filePartBytes).toBase64())}});
        at += filePartBytes;
    } while (at < bytes.size());
    return messages;
}

QJsonObject packMessage(const QString &wheel, const QString &name, const QString &version,
                        const QString &url)
{
    QJsonObject message{
        {u"type"_s, u"pack"_s}, {u"wheel"_s, wheel}, {u"name"_s, name}, {u"version"_s, version}};
    if (!url.isEmpty())
        message.insert(u"url"_s, url);
    return message;
}

QJsonObject packRecord(const WheelPack &pack)
{
    return {{u"wheel"_s, pack.wheel},
            {u"url"_s, QString(u"/snapshot/wheel-"_s + pack.wheel)},
            {u"head"_s, pack.head},
            {u"sha256"_s, pack.headSha256}};
}

QList<QJsonObject> programMessages(RunId run, const ApprovalRecord &record)
{
    QList<QJsonObject> messages;
    for (const InputFile &file : record.files)
        messages += fileMessages(file.name, file.bytes);
    QJsonObject message = executeMessage(run, record.code, record.standardInput, {});
    message.insert(u"runtime"_s, record.runtime);
    message.insert(u"output_files"_s, QJsonArray::fromStringList(record.outputFiles));
    messages.append(message);
    return messages;
}

QJsonObject mountsMessage(const QList<MountReach> &mounts)
{
    return {{u"type"_s, u"mounts"_s}, {u"mounts"_s, toJson(mounts)}};
}

} // namespace glovebox::sandbox
