// SPDX-License-Identifier: MIT
#include "programtool.h"

#include "base/runtimes.h"
#include "runanswer.h"
#include "schema.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <array>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxNameBytes = 1024;

// What the runtimes themselves bring, and the program.
constexpr std::array reservedPlaces{u"/program", u"/program.o", u"/program.wasm", u"/dev",
                                    u"/opt",     u"/sys",       u"/usr",          u"/ruby-3.2.0"};

QStringList runtimeIds()
{
    QStringList ids;
    for (const Runtime &runtime : runtimes())
        ids.append(runtime.id);
    return ids;
}

bool isBelow(const QString &path, QStringView folder)
{
    return path == folder || (path.startsWith(folder) && path[folder.size()] == u'/');
}

// "data/a.csv" and "/data/a.csv" are the same: a program starts in "/".
Result<QString> fileName(const QString &name)
{
    const QString path = QDir::cleanPath(u'/' + name);
    const bool leadsOut = name.split(u'/').contains(u".."_s);
    if (name.isEmpty() || name.endsWith(u'/') || leadsOut || path == u"/" ||
        name.contains(QChar::Null) || name.toUtf8().size() > maxNameBytes) {
        return fail(ErrorCode::InvalidArgument,
                    u"\"%1\" is no name for a file. Give an absolute path without \"..\", such as "
                    "\"/data.csv\"."_s.arg(name.left(200)));
    }
    return path.startsWith(u"//") ? path.sliced(1) : path;
}

Result<> checkPlaces(const QStringList &paths)
{
    for (const QString &path : paths) {
        const bool reserved = std::ranges::any_of(
            reservedPlaces, [&path](const char16_t *place) { return isBelow(path, place); });
        if (reserved) {
            return fail(ErrorCode::InvalidArgument,
                        u"%1 belongs to the runtimes. Put the file somewhere else, for instance at "
                        "/data%1."_s.arg(path));
        }
        const bool collides = std::ranges::any_of(
            paths, [&path](const QString &other) { return other != path && isBelow(other, path); });
        if (collides || paths.count(path) > 1) {
            return fail(ErrorCode::InvalidArgument,
                        u"%1 is given twice, or once as a file and once as a folder."_s.arg(path));
        }
    }
    return {};
}

Result<QList<InputFile>> checkedFiles(const QList<InputFile> &files)
{
    if (files.size() > limits::maxProgramFiles)
        return fail(ErrorCode::LimitExceeded,
                    u"%1 files were given; at most %2 are taken."_s.arg(files.size())
                        .arg(limits::maxProgramFiles));
    QList<InputFile> checked;
    QStringList paths;
    qint64 bytes = 0;
    for (const InputFile &file : files) {
        const auto path = fileName(file.name);
        if (!path)
            return std::unexpected(path.error());
        paths.append(*path);
        checked.append({*path, file.bytes});
        bytes += file.bytes.size();
    }
    if (bytes > limits::maxProgramFileBytes) {
        return fail(ErrorCode::LimitExceeded,
                    u"The files have %1 bytes together; at most %2 are taken. For larger data use "
                    "run_python with a folder that the person shares."_s.arg(bytes)
                        .arg(limits::maxProgramFileBytes));
    }
    if (const auto placed = checkPlaces(paths); !placed)
        return std::unexpected(placed.error());
    return checked;
}

Result<QStringList> checkedOutputs(const QStringList &names)
{
    if (names.size() > limits::maxProgramFiles)
        return fail(ErrorCode::LimitExceeded,
                    u"%1 files were asked back; at most %2 may be."_s.arg(names.size())
                        .arg(limits::maxProgramFiles));
    QStringList checked;
    for (const QString &name : names) {
        const auto path = fileName(name);
        if (!path)
            return std::unexpected(path.error());
        if (!checked.contains(*path))
            checked.append(*path);
    }
    return checked;
}

Result<const Runtime *> installedRuntime(const QString &id, const QString &languagesFolder)
{
    const Runtime *runtime = runtimeFor(id);
    if (!runtime) {
        return fail(ErrorCode::InvalidArgument, u"There is no runtime \"%1\". There are: %2."_s.arg(
                                                    id.left(64), runtimeIds().join(u", "_s)));
    }
    if (!QFileInfo(languagesFolder + u'/' + runtime->module).isReadable()) {
        return fail(ErrorCode::Unavailable,
                    u"run_code's languages are not installed here. They are an optional component: "
                    "48 MB to fetch, 122 MB on the disk. Ask the person to run "
                    "pyodide/assets/fetch.py --with languages and to start Glovebox again. Python "
                    "runs without it: use run_python."_s);
    }
    return runtime;
}

QJsonObject filesSchema()
{
    const QJsonObject file = schema::object(
        {{u"name"_s, schema::string(u"Absolute path, e.g. /data.csv."_s)},
         {u"content"_s, schema::string(u"The content."_s)},
         {u"encoding"_s,
          QJsonObject{{u"type"_s, u"string"_s},
                      {u"enum"_s, QJsonArray{u"text"_s, u"base64"_s}},
                      {u"description"_s, u"How `content` is written; default: text."_s}}}},
        {u"name"_s, u"content"_s});
    return {{u"type"_s, u"array"_s},
            {u"items"_s, file},
            {u"description"_s, u"Files that the program finds, at most 4 MiB together."_s}};
}

} // namespace

Result<QByteArray> decodedContent(const QString &name, const QString &content,
                                  const QString &encoding)
{
    if (encoding != u"base64")
        return content.toUtf8();
    const auto decoded =
        QByteArray::fromBase64Encoding(content.toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return fail(
            ErrorCode::InvalidArgument,
            u"The content of %1 is not base64. Encode its bytes, or leave `encoding` out for "
            "text."_s.arg(name.left(200)));
    return *decoded;
}

Result<RunRequest> programRequest(const mcp::Caller &caller, const ProgramRequest &program,
                                  const QString &languagesFolder)
{
    const auto runtime = installedRuntime(program.runtime, languagesFolder);
    if (!runtime)
        return std::unexpected(runtime.error());
    if (program.code.size() > limits::maxCodeBytes)
        return fail(ErrorCode::LimitExceeded,
                    u"The code has %1 bytes; at most 1 MiB is taken. Pass data as `files`."_s.arg(
                        program.code.size()));
    auto files = checkedFiles(program.files);
    if (!files)
        return std::unexpected(files.error());
    auto outputs = checkedOutputs(program.outputFiles);
    if (!outputs)
        return std::unexpected(outputs.error());
    RunRequest request;
    request.client = caller.principal.id;
    request.clientLabel = caller.principal.label;
    request.clientClaims = caller.client.quotation();
    request.tool = u"run_code"_s;
    request.runtime = (*runtime)->id;
    request.code = program.code;
    request.standardInput = program.standardInput;
    request.files = *std::move(files);
    request.outputFiles = *std::move(outputs);
    request.timeout = program.timeout;
    return request;
}

mcp::Tool RunCodeTool::describe() const
{
    return {
        .name = u"run_code"_s,
        .title = u"Run code in another language"_s,
        .description = u"Runs a program in another language after a person has allowed it, in a "
                       u"sealed machine of its own "
                       "that is new for each call (WebAssembly: no network, no folders of the "
                       "computer, no other programs, no "
                       "threads). quickjs: JavaScript; clang: C; clangpp: C++17 without "
                       "exceptions; ruby: Ruby 3.2; php-cgi: PHP "
                       "8.2 (standard input: /dev/stdin); sqlite: SQL; python: plain Python 3.11 "
                       "(run_python has packages and "
                       "keeps variables). Output, exit code and `output_files` come back. A result "
                       "with state pending_approval, "
                       "queued, starting or running is not final: call get_run with its run id."_s,
        .inputSchema = schema::object(
            {
                {u"runtime"_s, QJsonObject{{u"type"_s, u"string"_s},
                                           {u"enum"_s, QJsonArray::fromStringList(runtimeIds())},
                                           {u"description"_s, u"What runs the code."_s}}},
                {u"code"_s,
                 schema::string(u"The source of the program, one file, at most 1 MiB."_s)},
                {u"stdin"_s,
                 schema::string(u"What it reads from standard input; default: nothing."_s)},
                {u"files"_s, filesSchema()},
                {u"output_files"_s,
                 schema::strings(u"Paths of files that come back when the program has ended."_s)},
                {u"timeout_s"_s,
                 schema::number(
                     u"Seconds that the program may run (waiting and compiling do not count); "
                     "default 10."_s,
                     0.1, double(limits::maxRunTimeout.count()))},
            },
            {u"runtime"_s, u"code"_s}),
        .annotations = {.readOnly = false,
                        .destructive = false,
                        .idempotent = false,
                        .openWorld = false},
        .handler = {},
        .takesFiles = true,
    };
}

void RunCodeTool::call(const mcp::ToolCallPtr &call)
{
    const auto request = requestFor(*call);
    if (!request)
        return call->fail(request.error());
    submitAndAnswer(services(), call, *request);
}

Result<RunRequest> RunCodeTool::requestFor(const mcp::ToolCall &call) const
{
    const QJsonObject &arguments = call.arguments();
    ProgramRequest program;
    program.runtime = arguments[u"runtime"].toString();
    program.code = arguments[u"code"].toString().toUtf8();
    if (arguments.contains(u"stdin"))
        program.standardInput = arguments[u"stdin"].toString().toUtf8();
    for (const QJsonValue &file : arguments[u"files"].toArray()) {
        const QString name = file[u"name"].toString();
        auto bytes =
            decodedContent(name, file[u"content"].toString(), file[u"encoding"].toString());
        if (!bytes)
            return std::unexpected(bytes.error());
        program.files.append({name, *std::move(bytes)});
    }
    for (const QJsonValue &name : arguments[u"output_files"].toArray())
        program.outputFiles.append(name.toString());
    if (arguments.contains(u"timeout_s"))
        program.timeout =
            std::chrono::seconds(std::max<qint64>(1, qRound64(arguments[u"timeout_s"].toDouble())));
    return programRequest(call.caller(), program, services().options.languages);
}

} // namespace glovebox::tools
