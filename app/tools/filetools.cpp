// SPDX-License-Identifier: MIT
#include "filetools.h"

#include "pathpattern.h"
#include "runanswer.h"
#include "schema.h"
#include "textencoding.h"

#include <base/shownname.h>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

// A whole result must stay below 1,000,000 characters (failures.md 9), base64 included.
constexpr qint64 defaultLength = 64 * limits::KiB;
constexpr qint64 mostLength = 512 * limits::KiB;
constexpr int pageEntries = 500;
constexpr int mostEntries = 200'000;

QString modeText(MountMode mode)
{
    switch (mode) {
    case MountMode::ReadOnly:
        return u"read-only"_s;
    case MountMode::Staged:
        return u"staged: you can write and see what you wrote; the folder itself changes only when "
               "the person has looked at it and applies it"_s;
    case MountMode::ReadWrite:
        return u"read-write: what you write is in the folder at once"_s;
    }
    Q_UNREACHABLE_RETURN(QString());
}

QString lineFor(const mounts::ListedEntry &entry)
{
    using Type = mounts::ListedEntry::Type;
    const QString when =
        entry.modified.isValid() ? u" · "_s + entry.modified.toString(Qt::ISODate) : QString();
    switch (entry.type) {
    case Type::Folder:
        return shownName(entry.path) + u'/' + when;
    case Type::Link:
        return shownName(entry.path) + u" (link)"_s + when;
    case Type::Other:
        return shownName(entry.path) + u" (neither file nor folder)"_s;
    case Type::File:
        break;
    }
    return u"%1 · %2 bytes"_s.arg(shownName(entry.path)).arg(entry.size) + when;
}

// Where the person finds it; the words are those of the window (ui/workbench/mountlist.cpp).
QString hiddenNote(int hidden)
{
    return u"[Not shown: %1 %2 usually %3 secrets. The person can show them: in Glovebox's window, "
           "Mounts, menu of the folder, \"Show names of secrets\".]"_s.arg(hidden)
               .arg(hidden == 1 ? u"entry whose name"_s : u"entries whose names"_s,
                    hidden == 1 ? u"means"_s : u"mean"_s);
}

// Which part of a listing was asked for.
struct Page
{
    QString glob;
    int offset = 0;
};

mcp::CallResult listingResult(const mounts::Listing &listing, const Page &page)
{
    const PathPattern pattern(page.glob);
    QStringList lines;
    int found = 0;
    for (const mounts::ListedEntry &entry : listing.entries) {
        if (!page.glob.isEmpty() && !pattern.matches(entry.path.mid(listing.path.size() + 1)))
            continue;
        if (found++ >= page.offset && lines.size() < pageEntries)
            lines.append(lineFor(entry));
    }
    const bool more = found > page.offset + pageEntries;
    if (more)
        lines.append(u"[There is more: call list_directory with {\"offset\": %1}.]"_s.arg(
            page.offset + pageEntries));
    else if (listing.truncated)
        lines.append(u"[Not everything was looked at. List a folder below, or use Python's "
                     "os.scandir in run_python.]"_s);
    if (lines.isEmpty())
        lines.append(found > 0
                         ? u"%1 has %2 entries; none from %3 on."_s.arg(shownName(listing.path))
                               .arg(found)
                               .arg(page.offset)
                     : page.glob.isEmpty()
                         ? u"%1 is empty."_s.arg(shownName(listing.path))
                         : u"Nothing in %1 matches \"%2\". A pattern with / is compared with "
                           "the path below that folder; for folders below give recursive."_s.arg(
                               shownName(listing.path), page.glob));
    if (listing.hidden > 0)
        lines.append(hiddenNote(listing.hidden));
    return mcp::CallResult::text(lines.join(u'\n'));
}

mcp::CallResult fileResult(const mounts::FileContent &file, std::optional<TextEncoding> encoding)
{
    const auto decoded = decodeText(file.bytes, file.offset == 0, encoding);
    const qint64 first = file.offset + (decoded ? decoded->skipped : 0);
    const qint64 end = file.offset + (decoded ? decoded->used : file.bytes.size());
    QString head = u"%1 · %2 · bytes %3-%4 of %5 · %6"_s.arg(shownName(file.path), file.mimeType)
                       .arg(first)
                       .arg(end)
                       .arg(file.size)
                       .arg(decoded ? toString(decoded->encoding) : u"base64"_s);
    if (end < file.size)
        head += u"\n%1 bytes were left out: call read_file with {\"offset\": %2%3}."_s
                    .arg(file.size - end)
                    .arg(end)
                    .arg(decoded && decoded->encoding != TextEncoding::Utf8
                             ? u", \"encoding\": \"%1\""_s.arg(toString(decoded->encoding))
                             : QString());
    mcp::CallResult result = mcp::CallResult::text(head);
    result.content.append(
        mcp::content::Text{decoded ? decoded->text : QString::fromLatin1(file.bytes.toBase64())});
    return result;
}

// Picture and words; `notes` stand before the picture.
mcp::CallResult pictureResult(const mounts::FileContent &file, const QString &type,
                              const FittedImage &image, const QStringList &notes = {})
{
    QStringList lines{u"%1 · %2 · %3x%4 pixels · %5 bytes"_s.arg(shownName(file.path), type)
                          .arg(image.original.width())
                          .arg(image.original.height())
                          .arg(file.size)};
    if (const QString note = image.note(); !note.isEmpty())
        lines.append(note);
    lines += notes;
    mcp::CallResult result = mcp::CallResult::text(lines.join(u'\n'));
    result.content.append(mcp::content::Image{image.bytes, image.mimeType});
    result.content.append(mcp::content::Text{u"If you cannot see the picture above, say so."_s});
    return result;
}

// What the picture of a drawing does not show.
QStringList drawingNotes(const DrawnPicture &drawn)
{
    constexpr int named = 8;
    QStringList notes;
    if (drawn.textIsMissing)
        notes.append(u"[Its text is not in the picture: Glovebox runs without a window here, and "
                     "so without fonts.]"_s);
    if (!drawn.words.isEmpty())
        notes.append(u"Text in it: "_s + shownName(drawn.words));
    if (!drawn.leftOut.isEmpty()) {
        QStringList names;
        for (const QString &name :
             drawn.leftOut.first(std::min(drawn.leftOut.size(), qsizetype(named))))
            names.append(shownName(name.left(40)));
        notes.append(u"[Not drawn, as only simple parts that load nothing are: %1%2]"_s.arg(
            names.join(u", "_s), drawn.leftOut.size() > named ? u" …"_s : QString()));
    }
    return notes;
}

// The bytes that a call of write_file means.
Result<QByteArray> contentArgument(const QJsonObject &arguments)
{
    const QString content = arguments[u"content"].toString();
    const QString name = arguments[u"encoding"].toString(u"utf-8"_s);
    if (name == u"base64") {
        const auto decoded = QByteArray::fromBase64Encoding(
            content.toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded)
            return fail(ErrorCode::InvalidArgument,
                        u"`content` is not base64, as `encoding` says it is."_s);
        return decoded.decoded;
    }
    const auto encoding = textEncodingFromString(name);
    if (!encoding)
        return fail(ErrorCode::InvalidArgument,
                    u"The encoding \"%1\" is not known. Use utf-8, utf-16le, utf-16be, shift_jis, "
                    "euc-jp or base64."_s.arg(name.left(40)));
    QString fault;
    const auto bytes = encodeText(content, *encoding, &fault);
    if (!bytes)
        return fail(ErrorCode::InvalidArgument,
                    u"%1 has no character \"%2\". Use utf-8, or leave it out."_s.arg(
                        toString(*encoding), fault));
    return *bytes;
}

} // namespace

mcp::Tool ListMountsTool::describe() const
{
    return {
        .name = u"list_mounts"_s,
        .title = u"List mounts"_s,
        .description =
            u"The folders that the person shares with you: where Python sees them (/mnt/NAME), in "
            u"which mode "
            "and what that means; where they are on the person's computer only if the person allows it."_s,
        .inputSchema = schema::object({}),
        .annotations = {.readOnly = true,
                        .destructive = {},
                        .idempotent = true,
                        .openWorld = false},
        .handler = {},
    };
}

void ListMountsTool::call(const mcp::ToolCallPtr &call)
{
    QStringList lines;
    for (const MountReach &mount : services().mounts.reachFor(call->caller().principal.id)) {
        lines.append(u"/mnt/%1 · %2"_s.arg(mount.name, modeText(mount.mode)));
        if (services().options.tellsPaths)
            lines.last() += u" · on this computer: "_s + shownName(mount.hostPath);
    }
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
        .description = u"Types, sizes and times in a folder under /mnt, 500 entries at a time. "
                       u"Control characters in names "
                       "are shown as \\uXXXX."_s,
        .inputSchema = schema::object(
            {{u"path"_s, schema::string(u"A folder, e.g. /mnt/data/reports."_s)},
             {u"recursive"_s, schema::boolean(u"Also what is in its folders; default false."_s)},
             {u"glob"_s,
              schema::string(
                  u"Only what matches, e.g. *.csv or 2024/**/*.xlsx; one with / looks into folders."_s)},
             {u"offset"_s, schema::integer(u"First entry; default 0."_s, 0, mostEntries)}},
            {u"path"_s}),
        .annotations = {.readOnly = true,
                        .destructive = {},
                        .idempotent = true,
                        .openWorld = false},
        .handler = {},
    };
}

void ListDirectoryTool::call(const mcp::ToolCallPtr &call)
{
    const QJsonObject &arguments = call->arguments();
    const Page page{arguments[u"glob"].toString(), arguments[u"offset"].toInt()};
    const bool recursive = arguments[u"recursive"].toBool() || page.glob.contains(u'/');
    // What a pattern leaves out must be looked at all the same.
    const int wanted = page.glob.isEmpty() ? page.offset + pageEntries + 1 : mostEntries;
    services()
        .files
        .listDirectory(services().mounts.reachFor(call->caller().principal.id),
                       arguments[u"path"].toString(), recursive, {.entries = wanted},
                       call->caller().principal.id)
        .then(&services().runs, [call, page](const Result<mounts::Listing> &listing) {
            if (!listing)
                return call->fail(listing.error());
            call->finish(listingResult(*listing, page));
        });
}

mcp::Tool ReadFileTool::describe() const
{
    return {
        .name = u"read_file"_s,
        .title = u"Read a file"_s,
        .description = u"Part of a file under /mnt, 64 KiB by default: text (UTF-8, UTF-16, "
                       u"Shift_JIS and EUC-JP are "
                       "recognised), anything else as base64. For pictures use read_image; for "
                       "data files, reading "
                       "them in run_python is usually better."_s,
        .inputSchema = schema::object(
            {{u"path"_s, schema::string(u"A file, e.g. /mnt/data/notes.md."_s)},
             {u"offset"_s, schema::integer(u"First byte; default 0."_s, 0, (1LL << 53) - 1)},
             {u"length"_s, schema::integer(u"Bytes; default 65536."_s, 1, mostLength)},
             {u"encoding"_s,
              schema::string(
                  u"Of the text, where it is known: utf-8, utf-16le, utf-16be, shift_jis, euc-jp."_s)}},
            {u"path"_s}),
        .annotations = {.readOnly = true,
                        .destructive = {},
                        .idempotent = true,
                        .openWorld = false},
        .handler = {},
    };
}

void ReadFileTool::call(const mcp::ToolCallPtr &call)
{
    const QJsonObject &arguments = call->arguments();
    const qint64 length = arguments[u"length"].toInteger(defaultLength);
    const QString named = arguments[u"encoding"].toString();
    const auto encoding = textEncodingFromString(named);
    if (!named.isEmpty() && !encoding)
        return call->fail(
            {ErrorCode::InvalidArgument,
             u"The encoding \"%1\" is not known here. Use utf-8, utf-16le, utf-16be, "
             "shift_jis or euc-jp, or read the file in run_python."_s.arg(named.left(40))});
    services()
        .files
        .readFile(services().mounts.reachFor(call->caller().principal.id),
                  arguments[u"path"].toString(), arguments[u"offset"].toInteger(), length,
                  call->caller().principal.id)
        .then(&services().runs, [call, encoding](const Result<mounts::FileContent> &file) {
            if (!file)
                return call->fail(file.error());
            call->finish(fileResult(*file, encoding));
        });
}

mcp::Tool WriteFileTool::describe() const
{
    return {
        .name = u"write_file"_s,
        .title = u"Write a file"_s,
        .description = u"Writes one whole file of at most 1 MiB into a staged or read-write mount, "
                       u"after the person has "
                       "seen it and allowed it. What is there is replaced; a change made meanwhile "
                       "by somebody else is "
                       "never overwritten. Answers like run_python: a first line with "
                       "pending_approval means that "
                       "get_run tells the rest."_s,
        .inputSchema = schema::object(
            {{u"path"_s,
              schema::string(u"Where, e.g. /mnt/data/report.md; its folder must exist."_s)},
             {u"content"_s, schema::string(u"The whole text, or base64."_s)},
             {u"encoding"_s,
              schema::string(
                  u"utf-8 (default), utf-16le, utf-16be, shift_jis, euc-jp; base64 for bytes."_s)}},
            {u"path"_s, u"content"_s}),
        .annotations = {.readOnly = false,
                        .destructive = true,
                        .idempotent = true,
                        .openWorld = false},
        .handler = {},
        .takesFiles = true,
    };
}

void WriteFileTool::call(const mcp::ToolCallPtr &call)
{
    const auto content = contentArgument(call->arguments());
    if (!content)
        return call->fail(content.error());
    const auto session = sessionArgument(services(), *call);
    if (!session)
        return call->fail(session.error());
    RunRequest request = requestOf(*call, *session);
    request.tool = u"write_file"_s;
    request.code = *content;
    request.path = call->arguments()[u"path"].toString();
    submitAndAnswer(services(), call, request);
}

mcp::Tool ReadImageTool::describe() const
{
    return {
        .name = u"read_image"_s,
        .title = u"Read an image"_s,
        .description = u"Shows you a picture under /mnt (PNG, JPEG, GIF, WebP, or an SVG drawing "
                       u"as PNG; of at most 1 MiB), "
                       "made smaller where your client needs it."_s,
        .inputSchema = schema::object(
            {{u"path"_s, schema::string(u"A picture, e.g. /mnt/data/plot.png."_s)},
             {u"max_side"_s,
              schema::integer(u"Longest side in pixels; default and maximum 1568."_s, 16, 1568)}},
            {u"path"_s}),
        .annotations = {.readOnly = true,
                        .destructive = {},
                        .idempotent = true,
                        .openWorld = false},
        .handler = {},
    };
}

void ReadImageTool::call(const mcp::ToolCallPtr &call)
{
    services()
        .files
        .readFile(services().mounts.reachFor(call->caller().principal.id),
                  call->arguments()[u"path"].toString(), 0, -1, call->caller().principal.id)
        .then(&services().runs, [this, call](const Result<mounts::FileContent> &file) {
            if (!file)
                return call->fail(file.error());
            answer(call, *file);
        });
}

void ReadImageTool::answer(const mcp::ToolCallPtr &call, const mounts::FileContent &file)
{
    const QString type = pictureType(file.bytes);
    const bool isSvg = isDrawing(file.bytes);
    if (type.isEmpty() && !isSvg)
        return call->fail({ErrorCode::InvalidArgument,
                           u"%1 is no PNG, JPEG, GIF, WebP or SVG picture, whatever its name says. "
                           "read_file shows its text or bytes; PIL or matplotlib in run_python can "
                           "convert other kinds."_s.arg(shownName(file.path))});
    if (!file.atEnd)
        return call->fail(
            {ErrorCode::LimitExceeded,
             u"%1 has %2 bytes; pictures up to %3 can be read whole. Open it with PIL "
             "in run_python and display() a smaller one."_s.arg(shownName(file.path))
                 .arg(file.size)
                 .arg(limits::maxToolReadBytes)});
    PictureLimits most = ClientTraits::of(call->caller().client.name).picture;
    most.side = std::min(most.side, call->arguments()[u"max_side"].toInt(most.side));
    if (isSvg)
        return answerDrawing(call, file, most);
    services()
        .reporter.fit(file.bytes, most)
        .then(&services().runs, [call, file, type](const std::optional<FittedImage> &image) {
            if (!image)
                return call->fail({ErrorCode::InvalidArgument,
                                   u"%1 (%2, %3 bytes) cannot be shown: it is damaged, or your "
                                   "client takes no picture of that size. Describe it with PIL in "
                                   "run_python instead."_s.arg(shownName(file.path), type)
                                       .arg(file.size)});
            call->finish(pictureResult(file, type, *image));
        });
}

void ReadImageTool::answerDrawing(const mcp::ToolCallPtr &call, const mounts::FileContent &file,
                                  const PictureLimits &most)
{
    services()
        .reporter.draw(file.bytes, most)
        .then(&services().runs, [call, file](const Result<DrawnPicture> &drawn) {
            if (!drawn)
                return call->fail(
                    {drawn.error().code, u"%1 cannot be drawn: %2 read_file shows its text."_s.arg(
                                             shownName(file.path), drawn.error().text)});
            call->finish(
                pictureResult(file, u"image/svg+xml"_s, drawn->image, drawingNotes(*drawn)));
        });
}

} // namespace glovebox::tools
