// SPDX-License-Identifier: MIT
#include "filetools.h"

#include "schema.h"

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

// A whole result must stay below 1,000,000 characters (failures.md 9), base64 included.
constexpr qint64 defaultLength = 64 * limits::KiB;
constexpr qint64 mostLength = 512 * limits::KiB;

QString modeText(MountMode mode)
{
    switch (mode) {
    case MountMode::ReadOnly:
        return u"read-only"_s;
    case MountMode::Staged:
        return u"staged: readable; this version does not write to staged folders"_s;
    case MountMode::ReadWrite:
        return u"read-write"_s;
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString lineFor(const mounts::ListedEntry &entry)
{
    using Type = mounts::ListedEntry::Type;
    switch (entry.type) {
    case Type::Folder:
        return entry.path + u'/';
    case Type::Link:
        return entry.path + u" (link)"_s;
    case Type::Other:
        return entry.path + u" (neither file nor folder)"_s;
    case Type::File:
        break;
    }
    return u"%1 · %2 bytes · %3"_s.arg(entry.path)
        .arg(entry.size)
        .arg(entry.modified.toString(Qt::ISODate));
}

mcp::CallResult listingResult(const mounts::Listing &listing)
{
    if (listing.entries.isEmpty())
        return mcp::CallResult::text(u"%1 is empty."_s.arg(listing.path));
    QStringList lines;
    for (const mounts::ListedEntry &entry : listing.entries)
        lines.append(lineFor(entry));
    if (listing.truncated)
        lines.append(u"[There is more. List a folder below, or use Python's os.scandir in "
                     "run_python.]"_s);
    return mcp::CallResult::text(lines.join(u'\n'));
}

mcp::CallResult fileResult(const mounts::FileContent &file)
{
    const qint64 end = file.offset + file.bytes.size();
    QString head = u"%1 · %2 · bytes %3-%4 of %5"_s.arg(file.path, file.mimeType)
                       .arg(file.offset)
                       .arg(end)
                       .arg(file.size);
    if (!file.isText)
        head += u" · base64"_s;
    if (!file.atEnd)
        head += u"\nThere is more: call read_file with {\"offset\": %1}."_s.arg(end);
    mcp::CallResult result = mcp::CallResult::text(head);
    result.content.append(mcp::content::Text{
        file.isText ? QString::fromUtf8(file.bytes) : QString::fromLatin1(file.bytes.toBase64())});
    return result;
}

} // namespace

mcp::Tool ListMountsTool::describe() const
{
    return {
        .name = u"list_mounts"_s,
        .title = u"List mounts"_s,
        .description = u"The folders that the person shares with you: where Python sees them (/mnt/NAME), in which mode, "
                       "and where they are on the person's computer."_s,
        .inputSchema = schema::object({}),
        .annotations = {.readOnly = true, .destructive = {}, .idempotent = true, .openWorld = false},
        .handler = {},
    };
}

void ListMountsTool::call(const mcp::ToolCallPtr &call)
{
    QStringList lines;
    for (const MountReach &mount : services().mounts.reachFor(call->caller().principal.id))
        lines.append(
            u"/mnt/%1 · %2 · %3"_s.arg(mount.name, modeText(mount.mode), mount.hostPath));
    call->finish(mcp::CallResult::text(
        lines.isEmpty()
            ? u"No folder is shared with you. Ask the person to add one in Glovebox's window (Add "
              "folder); Python sees only /session, in memory."_s
            : lines.join(u'\n')));
}

mcp::Tool ListDirectoryTool::describe() const
{
    return {
        .name = u"list_directory"_s,
        .title = u"List a directory"_s,
        .description = u"Names, sizes and times in a folder under /mnt; at most 1,000 entries."_s,
        .inputSchema = schema::object(
            {{u"path"_s, schema::string(u"A folder, e.g. /mnt/data/reports."_s)},
             {u"recursive"_s, schema::boolean(u"Also what is in its folders; default false."_s)}},
            {u"path"_s}),
        .annotations = {.readOnly = true, .destructive = {}, .idempotent = true, .openWorld = false},
        .handler = {},
    };
}

void ListDirectoryTool::call(const mcp::ToolCallPtr &call)
{
    const QJsonObject &arguments = call->arguments();
    services()
        .files
        .listDirectory(services().mounts.reachFor(call->caller().principal.id),
                       arguments[u"path"].toString(), arguments[u"recursive"].toBool(), {},
                       call->caller().principal.id)
        .then(&services().runs, [call](const Result<mounts::Listing> &listing) {
            if (!listing)
                return call->fail(listing.error());
            call->finish(listingResult(*listing));
        });
}

mcp::Tool ReadFileTool::describe() const
{
    return {
        .name = u"read_file"_s,
        .title = u"Read a file"_s,
        .description = u"Part of a file under /mnt: text as it is (UTF-8), anything else as base64; 64 KiB by default. "
                       "For data files, reading them in run_python is usually better."_s,
        .inputSchema = schema::object(
            {{u"path"_s, schema::string(u"A file, e.g. /mnt/data/notes.md."_s)},
             {u"offset"_s, schema::integer(u"First byte; default 0."_s, 0, (1LL << 53) - 1)},
             {u"length"_s, schema::integer(u"Bytes; default 65536."_s, 1, mostLength)}},
            {u"path"_s}),
        .annotations = {.readOnly = true, .destructive = {}, .idempotent = true, .openWorld = false},
        .handler = {},
    };
}

void ReadFileTool::call(const mcp::ToolCallPtr &call)
{
    const QJsonObject &arguments = call->arguments();
    const qint64 length = arguments[u"length"].toInteger(defaultLength);
    services()
        .files
        .readFile(services().mounts.reachFor(call->caller().principal.id),
                  arguments[u"path"].toString(), arguments[u"offset"].toInteger(), length,
                  call->caller().principal.id)
        .then(&services().runs, [call](const Result<mounts::FileContent> &file) {
            if (!file)
                return call->fail(file.error());
            call->finish(fileResult(*file));
        });
}

} // namespace glovebox::tools
