// SPDX-License-Identifier: MIT
#include "codeboxbodies.h"

#include "approval/rules.h"
#include "base/jsonstrings.h"
#include "mcp/arguments.h"
#include "mounts/mounttable.h"
#include "tools/sessiontools.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <array>

// Outside of any namespace, as Qt wants it: nothing else takes the document out of a static
// library.
static void takeDocument()
{
    Q_INIT_RESOURCE(rest);
}

namespace glovebox::rest {

using namespace Qt::StringLiterals;

namespace {

// Of the host, as CodeBox-AI refuses them; the kind of each folder is judged again when it is
// shared.
constexpr std::array refusedOnHost{"/etc"_L1,      "/var"_L1,  "/bin"_L1, "/sbin"_L1, "/usr/bin"_L1,
                                   "/usr/sbin"_L1, "/boot"_L1, "/dev"_L1, "/proc"_L1, "/sys"_L1};
// Of the session: what Python itself needs, and where mounts are.
constexpr std::array refusedInside{"/etc"_L1, "/var/run"_L1, "/proc"_L1, "/sys"_L1,
                                   "/dev"_L1, "/lib"_L1,     "/usr"_L1,  "/session"_L1};
constexpr qsizetype mostFolders = 16;

bool liesIn(const QString &path, QLatin1StringView folder)
{
    return path == folder || path.startsWith(folder + u'/');
}

template <size_t N>
std::optional<QString> refusing(const std::array<QLatin1StringView, N> &folders,
                                const QString &path)
{
    const auto found = std::ranges::find_if(
        folders, [&path](QLatin1StringView folder) { return liesIn(path, folder); });
    return found == folders.end() ? std::nullopt : std::optional<QString>(*found);
}

QJsonValue resolved(const QJsonValue &value, const QJsonObject &schemas)
{
    if (value.isArray()) {
        QJsonArray all;
        for (const QJsonValue &entry : value.toArray())
            all.append(resolved(entry, schemas));
        return all;
    }
    if (!value.isObject())
        return value;
    QJsonObject object = value.toObject();
    if (const QString name = object[u"$ref"].toString().section(u'/', -1); !name.isEmpty())
        object = schemas[name].toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        it.value() = resolved(it.value(), schemas);
    // As JSON Schema has it: what a schema does not name may be there.
    if (object.contains(u"properties"_s) && !object.contains(u"additionalProperties"_s))
        object.insert(u"additionalProperties"_s, true);
    return object;
}

Result<QJsonObject> checkedBody(const QByteArray &json, const QString &schema)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (!document.isObject())
        return fail(ErrorCode::InvalidArgument,
                    u"The body must be a JSON object: %1."_s.arg(
                        document.isNull() ? error.errorString() : u"it is an array"_s));
    const QJsonObject body = document.object();
    if (const auto problem = mcp::checkArguments(schema, openApiSchema(schema), body))
        return fail(ErrorCode::InvalidArgument, *problem);
    return body;
}

// CodeBox-AI takes any name and knows these.
QStringList knownRules(QStringList names)
{
    names.removeIf([](const QString &name) { return !approval::checkValidators({name}); });
    return names;
}

Result<QString> hostFolder(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists())
        return fail(ErrorCode::InvalidArgument, u"Host path does not exist: "_s + path.left(200));
    const QString real = info.canonicalFilePath();
    if (const auto refused = refusing(refusedOnHost, real))
        return fail(ErrorCode::InvalidArgument, u"Access to %1 is restricted"_s.arg(*refused));
    if (!info.isDir())
        return fail(ErrorCode::InvalidArgument,
                    u"Only folders can be mounted, and this is a file: "_s + path.left(200));
    return real;
}

Result<QString> containerPath(const QString &path)
{
    if (!path.startsWith(u'/'))
        return fail(ErrorCode::InvalidArgument, u"Container path must be absolute"_s);
    const QString clean = QDir::cleanPath(path);
    // In /mnt there are mounts and nothing else; one can be asked for by its name there.
    if (liesIn(clean, "/mnt"_L1) && !mounts::isValidMountName(clean.mid(5)))
        return fail(
            ErrorCode::InvalidArgument,
            u"Cannot mount to %1 in container: /mnt/NAME takes 1 to 32 of a-z 0-9 _ -"_s.arg(
                clean.left(80)));
    if (path.contains(QChar::Null) || path.split(u'/').contains(u".."_s) || clean == u"/")
        return fail(ErrorCode::InvalidArgument, u"Cannot mount to %1 in container"_s.arg(clean));
    if (const auto refused = refusing(refusedInside, clean))
        return fail(ErrorCode::InvalidArgument, u"Cannot mount to %1 in container"_s.arg(*refused));
    return clean;
}

Result<QList<FolderMount>> foldersOf(const QJsonArray &points)
{
    if (points.size() > mostFolders)
        return fail(
            ErrorCode::InvalidArgument,
            u"mount_points: at most %1 can be asked for in one session."_s.arg(mostFolders));
    QList<FolderMount> folders;
    for (const QJsonValue &point : points) {
        auto host = hostFolder(point[u"host_path"].toString());
        if (!host)
            return std::unexpected(host.error());
        auto inside = containerPath(point[u"container_path"].toString());
        if (!inside)
            return std::unexpected(inside.error());
        folders.append({*std::move(host), *std::move(inside), point[u"read_only"].toBool(true)});
    }
    return folders;
}

// One interpreter is one thread in one process: neither more nor less of a processor can be given.
Result<QStringList> cpuNotes(const QString &limit)
{
    bool isNumber = false;
    const double cpus = limit.toDouble(&isNumber);
    if (!isNumber || cpus <= 0)
        return fail(ErrorCode::InvalidArgument,
                    u"cpu_limit must be a number above 0, like \"1\" or \"0.5\"."_s);
    if (cpus == 1)
        return QStringList();
    return QStringList{
        u"cpu_limit \"%1\": Python in this sandbox has one thread, so it uses at most "
        "one processor and is not held below that. timeout limits what it may use."_s.arg(limit)};
}

} // namespace

Result<qint64> memoryLimit(const QString &text)
{
    static const QRegularExpression form(u"^([0-9]{1,12}(?:\\.[0-9]{1,3})?)([kmg]?)b?$"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(text);
    if (!match.hasMatch())
        return fail(
            ErrorCode::InvalidArgument,
            u"memory_limit must be like \"2G\", \"512M\" or a number of bytes, not \"%1\"."_s.arg(
                text.left(40)));
    const QString unit = match.captured(2).toLower();
    const double factor = unit == u"g"   ? double(limits::GiB)
                          : unit == u"m" ? double(limits::MiB)
                          : unit == u"k" ? 1024.0
                                         : 1.0;
    const double bytes = match.captured(1).toDouble() * factor;
    if (bytes <= 0)
        return limits::maxHeapBytes;
    return std::clamp(qint64(std::min(bytes, double(limits::maxHeapBytes))), limits::minHeapBytes,
                      limits::maxHeapBytes);
}

Result<SessionBody> sessionBody(const QByteArray &json)
{
    const auto checked = checkedBody(json, u"SessionRequest"_s);
    if (!checked)
        return std::unexpected(checked.error());
    SessionBody body;
    body.dependencies = stringsOf((*checked)[u"dependencies"]);
    const QJsonObject options = (*checked)[u"execution_options"].toObject();
    body.timeout = std::chrono::seconds(options[u"timeout"].toInteger(body.timeout.count()));
    const auto memory = memoryLimit(options[u"memory_limit"].toString(u"2G"_s));
    if (!memory)
        return std::unexpected(memory.error());
    body.heapBytes = *memory;
    auto notes = cpuNotes(options[u"cpu_limit"].toString(u"1"_s));
    if (!notes)
        return std::unexpected(notes.error());
    body.notes = *std::move(notes);
    auto variables = tools::variablesFrom(options[u"environment_variables"].toObject(),
                                          u"environment_variables"_s);
    if (!variables)
        return std::unexpected(variables.error());
    body.variables = *std::move(variables);
    auto folders = foldersOf(options[u"mount_points"].toArray());
    if (!folders)
        return std::unexpected(folders.error());
    body.folders = *std::move(folders);
    return body;
}

Result<ExecuteBody> executeBody(const QByteArray &json)
{
    const auto checked = checkedBody(json, u"ExecutionRequest"_s);
    if (!checked)
        return std::unexpected(checked.error());
    return ExecuteBody{(*checked)[u"code"].toString(), (*checked)[u"session_id"].toString(),
                       knownRules(stringsOf((*checked)[u"disable_validation"]))};
}

QByteArray openApiDocument()
{
    takeDocument();
    QFile file(u":/glovebox/rest/openapi.json"_s);
    const bool isThere = file.open(QIODevice::ReadOnly);
    Q_ASSERT(isThere);
    return file.readAll();
}

QJsonObject openApiSchema(const QString &name)
{
    static const QJsonObject schemas = QJsonDocument::fromJson(openApiDocument())
                                           .object()[u"components"_s]
                                           .toObject()[u"schemas"_s]
                                           .toObject();
    return resolved(schemas[name], schemas).toObject();
}

} // namespace glovebox::rest
