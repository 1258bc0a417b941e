// SPDX-License-Identifier: MIT
#include "mountresources.h"

#include "base/limits.h"
#include "pictures.h"
#include "textencoding.h"

#include <QUrl>

namespace glovebox::tools {

using namespace Qt::StringLiterals;

namespace {

using Done = std::function<void(mcp::ResourceSource::Contents)>;

const QString scheme = u"mount://"_s;
// A whole reply must stay below 1,000,000 characters (failures.md 9), base64 included.
constexpr qint64 mostBytes = 650 * limits::KiB;

mcp::ResourceContents contentsOf(const QString &uri, const mounts::FileContent &file)
{
    const auto decoded = decodeText(file.bytes, true);
    const QString picture = pictureType(file.bytes);
    const bool isKnownText = file.isText || file.mimeType.startsWith(u"text/") ||
                             file.mimeType.endsWith(u"json") || file.mimeType.endsWith(u"xml");
    if (decoded && picture.isEmpty())
        return {uri, isKnownText ? file.mimeType : u"text/plain"_s, decoded->text};
    // The content says what kind of picture it is; a name may lie.
    const bool claimsPicture = picture.isEmpty() && file.mimeType.startsWith(u"image/");
    const QString type = !picture.isEmpty() ? picture
                         : claimsPicture    ? u"application/octet-stream"_s
                                            : file.mimeType;
    return {uri, type, file.bytes};
}

mcp::ResourceContents listed(const QString &uri, const mounts::Listing &listing)
{
    QStringList names;
    for (const mounts::ListedEntry &entry : listing.entries) {
        const bool isFolder = entry.type == mounts::ListedEntry::Type::Folder;
        const QString path = entry.path.sliced(u"/mnt/"_s.size());
        names.append(scheme + QString::fromLatin1(QUrl::toPercentEncoding(path, "/")) +
                     (isFolder ? u"/"_s : QString()));
    }
    if (listing.truncated)
        names.append(u"[There is more: use list_directory.]"_s);
    return {uri, u"text/plain"_s, names.join(u'\n')};
}

} // namespace

mcp::ResourceSource mountResources(mounts::MountTable &mounts, mounts::FileTools &files)
{
    mcp::ResourceSource source;
    source.templates = {
        {.uriTemplate = u"mount://{name}/{+path}"_s,
         .name = u"mounted file"_s,
         .title = u"A file that the person shares"_s,
         .description = u"A file of a mounted folder, in a reply as text or as "
                        "bytes; a folder reads as the addresses in it."_s,
         .complete = {{u"name"_s, mcp::completeFrom([&mounts](const mcp::Caller &caller) {
                           QStringList names;
                           for (const MountReach &mount : mounts.reachFor(caller.principal.id))
                               names.append(mount.name);
                           return names;
                       })}}}};
    source.list = [&mounts](const mcp::Caller &caller,
                            const std::function<void(QList<mcp::Resource>)> &done) {
        QList<mcp::Resource> resources;
        for (const MountReach &mount : mounts.reachFor(caller.principal.id))
            resources.append({.uri = scheme + mount.name + u'/',
                              .name = mount.name,
                              .title = u"Folder "_s + mount.name,
                              .mimeType = u"text/plain"_s});
        done(resources);
    };
    source.matches = [](const QString &uri) { return uri.startsWith(scheme); };
    source.read = [&mounts, &files](const mcp::Caller &caller, const QString &uri,
                                    const Done &done) {
        const auto reach = mounts.reachFor(caller.principal.id);
        const QString path =
            u"/mnt/"_s + QUrl::fromPercentEncoding(uri.sliced(scheme.size()).toUtf8());
        if (path.endsWith(u'/') || path.count(u'/') == 2) {
            files.listDirectory(reach, path, false, {}, caller.principal.id)
                .then(&files, [uri, done](const Result<mounts::Listing> &listing) {
                    if (!listing)
                        return done(std::unexpected(listing.error()));
                    done(QList{listed(uri, *listing)});
                });
            return;
        }
        files.readFile(reach, path, 0, mostBytes, caller.principal.id)
            .then(&files, [uri, done](const Result<mounts::FileContent> &file) {
                if (!file)
                    return done(std::unexpected(file.error()));
                if (!file->atEnd)
                    return done(
                        fail(ErrorCode::LimitExceeded,
                             u"The file has %1 bytes; at most %2 can be read as a resource. "
                             "read_file reads parts."_s.arg(file->size)
                                 .arg(mostBytes)));
                done(QList{contentsOf(uri, *file)});
            });
    };
    return source;
}

} // namespace glovebox::tools
